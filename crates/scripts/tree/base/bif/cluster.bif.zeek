# Built-in declarations: cluster.

module Cluster;

export {
	## Sends an event to all nodes that subscribe to a topic.
	##
	## va_args: The topic, then the event and its arguments, or an event of Cluster::make_event.
	global Cluster::publish: function(va_args: any): bool;

	## Creates an event to be sent.
	##
	## va_args: The event and its arguments.
	global Cluster::make_event: function(va_args: any): Cluster::Event;

	## Implements Cluster::subscribe.
	##
	## topic_prefix: The prefix of topics.
	global Cluster::__subscribe: function(topic_prefix: string): bool;

	## Implements Cluster::unsubscribe.
	##
	## topic_prefix: The prefix of topics.
	global Cluster::__unsubscribe: function(topic_prefix: string): bool;

	## Starts the communication with other nodes.
	##
	## nid: The id of this node.
	global Cluster::Backend::__init: function(nid: string): bool;

	## Sends an event to the next node of a pool, in round-robin order.
	##
	## va_args: The pool, a key that identifies the sequence of turns, then the event and its arguments.
	global Cluster::publish_rr: function(va_args: any): bool;

	## Sends an event to the node of a pool that owns a key.
	##
	## va_args: The pool, the key, then the event and its arguments.
	global Cluster::publish_hrw: function(va_args: any): bool;

	## Implements Cluster::listen_websocket.
	##
	## options: The address and port to listen on, and other options.
	global Cluster::__listen_websocket: function(options: WebSocketServerOptions): bool;
}

module Cluster::Backend;

export {
	## An error in the communication with other nodes.
	##
	## tag: The kind of error.
	##
	## message: The message.
	global Cluster::Backend::error: event(tag: string, message: string);
}
