# What the Cluster_Backend_ZeroMQ part declares: cluster backend zeromq.

module GLOBAL;

export {
	## Starts the thread through which nodes reach each other over ZeroMQ. Egret does not have it yet: a call is a
	## runtime error.
	global Cluster::Backend::ZeroMQ::spawn_zmq_proxy_thread: function(): bool;
}
