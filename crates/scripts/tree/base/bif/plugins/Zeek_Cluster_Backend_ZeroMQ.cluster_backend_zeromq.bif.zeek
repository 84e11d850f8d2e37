# Declarations of the Cluster_Backend_ZeroMQ plugin: cluster backend zeromq.

module GLOBAL;

export {
	## Starts the thread for ZeroMQ connections between nodes.
	global Cluster::Backend::ZeroMQ::spawn_zmq_proxy_thread: function(): bool;
}
