# What the Cluster_Backend_ZeroMQ part declares: cluster backend zeromq.

module GLOBAL;

export {
	global Cluster::Backend::ZeroMQ::spawn_zmq_proxy_thread: function(): bool;
}
