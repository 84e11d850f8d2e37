# Built-in declarations: cluster.

module Cluster;

export {
	global Cluster::publish: function(va_args: any): bool;
	global Cluster::make_event: function(va_args: any): Cluster::Event;
	global Cluster::__subscribe: function(topic_prefix: string): bool;
	global Cluster::__unsubscribe: function(topic_prefix: string): bool;
	global Cluster::Backend::__init: function(nid: string): bool;
	global Cluster::publish_rr: function(va_args: any): bool;
	global Cluster::publish_hrw: function(va_args: any): bool;
	global Cluster::__listen_websocket: function(options: WebSocketServerOptions): bool;
}

module Cluster::Backend;

export {
	global Cluster::Backend::error: event(tag: string, message: string);
}
