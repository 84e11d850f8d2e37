# Built-in declarations: logging.

module Log;

export {
	type Log::PrintLogType: enum {
		REDIRECT_NONE = 0,
		REDIRECT_STDOUT = 1,
		REDIRECT_ALL = 2,
	};

	## Answers Log::create_stream.
	##
	## id: The stream.
	##
	## stream: Its columns, its event and its policy.
	##
	## Returns: True if it was made.
	global Log::__create_stream: function(id: Log::ID, stream: Log::Stream): bool;

	## Answers Log::remove_stream.
	##
	## id: The stream.
	##
	## Returns: False if there is no such stream.
	global Log::__remove_stream: function(id: Log::ID): bool;

	## Answers Log::enable_stream.
	##
	## id: The stream.
	##
	## Returns: False if there is no such stream.
	global Log::__enable_stream: function(id: Log::ID): bool;

	## Answers Log::disable_stream.
	##
	## id: The stream.
	##
	## Returns: False if there is no such stream.
	global Log::__disable_stream: function(id: Log::ID): bool;

	## Answers Log::add_filter.
	##
	## id: The stream.
	##
	## filter: The filter; one of the same name is replaced.
	##
	## Returns: True if the stream has it now.
	global Log::__add_filter: function(id: Log::ID, filter: Log::Filter): bool;

	## Answers Log::remove_filter.
	##
	## id: The stream.
	##
	## name: The filter's name.
	##
	## Returns: False if there is no such stream.
	global Log::__remove_filter: function(id: Log::ID, name: string): bool;

	## Answers Log::write.
	##
	## id: The stream.
	##
	## columns: A record of the stream's type.
	##
	## Returns: False if there is no such stream.
	global Log::__write: function(id: Log::ID, columns: any): bool;

	## Answers Log::set_buf.
	##
	## id: The stream.
	##
	## buffered: False to write each row at once.
	##
	## Returns: False if there is no such stream.
	global Log::__set_buf: function(id: Log::ID, buffered: bool): bool;

	## Answers Log::flush.
	##
	## id: The stream.
	##
	## Returns: False if there is no such stream.
	global Log::__flush: function(id: Log::ID): bool;

	## Answers Log::delay.
	##
	## id: The stream.
	##
	## rec: The record to hold back.
	##
	## post_delay_cb: Called before the record is written; it may hold it back again.
	##
	## Returns: A token for Log::delay_finish.
	global Log::__delay: function(id: Log::ID, rec: any, post_delay_cb: PostDelayCallback): Log::DelayToken;

	## Answers Log::delay_finish.
	##
	## id: The stream.
	##
	## rec: The record.
	##
	## token: The token of the delay.
	##
	## Returns: True if the record was held back by this token.
	global Log::__delay_finish: function(id: Log::ID, rec: any, token: Log::DelayToken): bool;

	## Answers Log::set_max_delay_interval.
	##
	## id: The stream.
	##
	## max_delay: How long records are held back at most; it may only grow.
	##
	## Returns: True if it was set.
	global Log::__set_max_delay_interval: function(id: Log::ID, max_delay: interval): bool;

	## Answers Log::set_max_delay_queue_size.
	##
	## id: The stream.
	##
	## max_queue_size: How many records are held back at most.
	##
	## Returns: True if it was set.
	global Log::__set_max_delay_queue_size: function(id: Log::ID, max_queue_size: count): bool;

	## Answers Log::get_delay_queue_size.
	##
	## id: The stream.
	##
	## Returns: How many records are held back; -1 if there is no such stream.
	global Log::__get_delay_queue_size: function(id: Log::ID): int;
}
