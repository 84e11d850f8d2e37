# Built-in declarations: messaging.

module Broker;

export {
	## Creates an event to be sent.
	##
	## va_args: The event and its arguments.
	global Broker::make_event: function(va_args: any): Broker::Event;

	## Sends an event to all nodes that subscribe to a topic.
	##
	## va_args: The topic, then the event and its arguments, or an event of Broker::make_event.
	global Broker::publish: function(va_args: any): bool;

	## Sends log rows that are buffered in memory.
	global Broker::__flush_logs: function(): count;

	## Implements Broker::publish_id.
	##
	## topic: The topic.
	##
	## id: The name of a global.
	global Broker::__publish_id: function(topic: string, id: string): bool;

	## Implements Broker::auto_publish.
	##
	## topic: The topic.
	##
	## ev: The event.
	global Broker::__auto_publish: function(topic: string, ev: any): bool;

	## Implements Broker::auto_unpublish.
	##
	## topic: The topic.
	##
	## ev: The event.
	global Broker::__auto_unpublish: function(topic: string, ev: any): bool;

	## Implements Broker::subscribe.
	##
	## topic_prefix: The prefix of topics.
	global Broker::__subscribe: function(topic_prefix: string): bool;

	## Implements Broker::forward.
	##
	## topic_prefix: The prefix of topics.
	global Broker::__forward: function(topic_prefix: string): bool;

	## Implements Broker::unsubscribe.
	##
	## topic_prefix: The prefix of topics.
	global Broker::__unsubscribe: function(topic_prefix: string): bool;
}
