# Built-in declarations: logging.

module Log;

export {
	type Log::PrintLogType: enum {
		REDIRECT_NONE = 0,
		REDIRECT_STDOUT = 1,
		REDIRECT_ALL = 2,
	};

	## Implements Log::create_stream.
	##
	## id: The stream.
	##
	## stream: Its columns, its event and its policy.
	##
	## Returns: True if it was created.
	global Log::__create_stream: function(id: Log::ID, stream: Log::Stream): bool;

	## Implements Log::remove_stream.
	##
	## id: The stream.
	##
	## Returns: False if there is no such stream.
	global Log::__remove_stream: function(id: Log::ID): bool;

	## Implements Log::enable_stream.
	##
	## id: The stream.
	##
	## Returns: False if there is no such stream.
	global Log::__enable_stream: function(id: Log::ID): bool;

	## Implements Log::disable_stream.
	##
	## id: The stream.
	##
	## Returns: False if there is no such stream.
	global Log::__disable_stream: function(id: Log::ID): bool;

	## Implements Log::add_filter.
	##
	## id: The stream.
	##
	## filter: The filter; it replaces one with the same name.
	##
	## Returns: True if the filter was added.
	global Log::__add_filter: function(id: Log::ID, filter: Log::Filter): bool;

	## Implements Log::remove_filter.
	##
	## id: The stream.
	##
	## name: The filter's name.
	##
	## Returns: False if there is no such stream.
	global Log::__remove_filter: function(id: Log::ID, name: string): bool;

	## Implements Log::write.
	##
	## id: The stream.
	##
	## columns: A record of the stream's type.
	##
	## Returns: False if there is no such stream.
	global Log::__write: function(id: Log::ID, columns: any): bool;

	## Implements Log::set_buf.
	##
	## id: The stream.
	##
	## buffered: False to write each row at once.
	##
	## Returns: False if there is no such stream.
	global Log::__set_buf: function(id: Log::ID, buffered: bool): bool;

	## Implements Log::flush.
	##
	## id: The stream.
	##
	## Returns: False if there is no such stream.
	global Log::__flush: function(id: Log::ID): bool;

	## Implements Log::delay.
	##
	## id: The stream.
	##
	## rec: The record to delay.
	##
	## post_delay_cb: Called before the record is written; it may delay it again.
	##
	## Returns: A token for Log::delay_finish.
	global Log::__delay: function(id: Log::ID, rec: any, post_delay_cb: PostDelayCallback): Log::DelayToken;

	## Implements Log::delay_finish.
	##
	## id: The stream.
	##
	## rec: The record.
	##
	## token: The token of the delay.
	##
	## Returns: True if this token delayed the record.
	global Log::__delay_finish: function(id: Log::ID, rec: any, token: Log::DelayToken): bool;

	## Implements Log::set_max_delay_interval.
	##
	## id: The stream.
	##
	## max_delay: The longest delay of a record; it can only be increased.
	##
	## Returns: True if it was set.
	global Log::__set_max_delay_interval: function(id: Log::ID, max_delay: interval): bool;

	## Implements Log::set_max_delay_queue_size.
	##
	## id: The stream.
	##
	## max_queue_size: The most records that can be delayed at a time.
	##
	## Returns: True if it was set.
	global Log::__set_max_delay_queue_size: function(id: Log::ID, max_queue_size: count): bool;

	## Implements Log::get_delay_queue_size.
	##
	## id: The stream.
	##
	## Returns: The number of delayed records; -1 if there is no such stream.
	global Log::__get_delay_queue_size: function(id: Log::ID): int;
}
