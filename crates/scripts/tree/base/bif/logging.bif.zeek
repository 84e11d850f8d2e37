# Built-in declarations: logging.

module Log;

export {
	type Log::PrintLogType: enum {
		REDIRECT_NONE = 0,
		REDIRECT_STDOUT = 1,
		REDIRECT_ALL = 2,
	};
	global Log::__create_stream: function(id: Log::ID, stream: Log::Stream): bool;
	global Log::__remove_stream: function(id: Log::ID): bool;
	global Log::__enable_stream: function(id: Log::ID): bool;
	global Log::__disable_stream: function(id: Log::ID): bool;
	global Log::__add_filter: function(id: Log::ID, filter: Log::Filter): bool;
	global Log::__remove_filter: function(id: Log::ID, name: string): bool;
	global Log::__write: function(id: Log::ID, columns: any): bool;
	global Log::__set_buf: function(id: Log::ID, buffered: bool): bool;
	global Log::__flush: function(id: Log::ID): bool;
	global Log::__delay: function(id: Log::ID, rec: any, post_delay_cb: PostDelayCallback): Log::DelayToken;
	global Log::__delay_finish: function(id: Log::ID, rec: any, token: Log::DelayToken): bool;
	global Log::__set_max_delay_interval: function(id: Log::ID, max_delay: interval): bool;
	global Log::__set_max_delay_queue_size: function(id: Log::ID, max_queue_size: count): bool;
	global Log::__get_delay_queue_size: function(id: Log::ID): int;
}
