# Built-in declarations: cluster.

module Cluster;

export {
	## Sends an event to all nodes that listen to a topic.
	##
	## va_args: The topic, then the event and its arguments, or an event of Cluster::make_event.
	global Cluster::publish: function(va_args: any): bool;

	## Makes an event that can be sent.
	##
	## va_args: The event and its arguments.
	global Cluster::make_event: function(va_args: any): Cluster::Event;

	## Answers Cluster::subscribe.
	##
	## topic_prefix: What topics begin with.
	global Cluster::__subscribe: function(topic_prefix: string): bool;

	## Answers Cluster::unsubscribe.
	##
	## topic_prefix: What topics begin with.
	global Cluster::__unsubscribe: function(topic_prefix: string): bool;

	## Starts the carrier between nodes.
	##
	## nid: This node's id.
	global Cluster::Backend::__init: function(nid: string): bool;

	## Sends an event to one node of a pool, each in its turn.
	##
	## va_args: The pool, a key that names the sequence, then the event and its arguments.
	global Cluster::publish_rr: function(va_args: any): bool;

	## Sends an event to the node of a pool that a key belongs to.
	##
	## va_args: The pool, the key, then the event and its arguments.
	global Cluster::publish_hrw: function(va_args: any): bool;

	## Answers Cluster::listen_websocket. Egret does not have it yet: a call is a runtime error.
	##
	## options: Where to listen.
	global Cluster::__listen_websocket: function(options: WebSocketServerOptions): bool;
}

module Cluster::Backend;

export {
	## An error of the carrier between nodes.
	##
	## tag: What kind.
	##
	## message: The message.
	global Cluster::Backend::error: event(tag: string, message: string);
}
