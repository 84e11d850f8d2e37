# Built-in declarations: messaging.

module Broker;

export {
	## Makes an event that can be sent.
	##
	## va_args: The event and its arguments.
	global Broker::make_event: function(va_args: any): Broker::Event;

	## Sends an event to all nodes that listen to a topic.
	##
	## va_args: The topic, then the event and its arguments, or an event of Broker::make_event.
	global Broker::publish: function(va_args: any): bool;

	## Sends rows of logs that wait in memory.
	global Broker::__flush_logs: function(): count;

	## Answers Broker::publish_id. Egret does not have it yet: a call is a runtime error.
	##
	## topic: The topic.
	##
	## id: The name of a global.
	global Broker::__publish_id: function(topic: string, id: string): bool;

	## Answers Broker::auto_publish. Egret does not have it yet: a call is a runtime error.
	##
	## topic: The topic.
	##
	## ev: The event.
	global Broker::__auto_publish: function(topic: string, ev: any): bool;

	## Answers Broker::auto_unpublish. Egret does not have it yet: a call is a runtime error.
	##
	## topic: The topic.
	##
	## ev: The event.
	global Broker::__auto_unpublish: function(topic: string, ev: any): bool;

	## Answers Broker::subscribe.
	##
	## topic_prefix: What topics begin with.
	global Broker::__subscribe: function(topic_prefix: string): bool;

	## Answers Broker::forward.
	##
	## topic_prefix: What topics begin with.
	global Broker::__forward: function(topic_prefix: string): bool;

	## Answers Broker::unsubscribe.
	##
	## topic_prefix: What topics begin with.
	global Broker::__unsubscribe: function(topic_prefix: string): bool;
}
