# Built-in declarations: messaging.

module Broker;

export {
	global Broker::make_event: function(va_args: any): Broker::Event;
	global Broker::publish: function(va_args: any): bool;
	global Broker::__flush_logs: function(): count;
	global Broker::__publish_id: function(topic: string, id: string): bool;
	global Broker::__auto_publish: function(topic: string, ev: any): bool;
	global Broker::__auto_unpublish: function(topic: string, ev: any): bool;
	global Broker::__subscribe: function(topic_prefix: string): bool;
	global Broker::__forward: function(topic_prefix: string): bool;
	global Broker::__unsubscribe: function(topic_prefix: string): bool;
}
