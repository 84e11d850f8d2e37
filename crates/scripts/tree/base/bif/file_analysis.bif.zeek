# Built-in declarations: file analysis.

module Files;

export {
	## Answers Files::set_timeout_interval.
	##
	## file_id: The file.
	##
	## t: How long it may be silent.
	##
	## Returns: False if there is no such file.
	global Files::__set_timeout_interval: function(file_id: string, t: interval): bool;

	## Answers Files::enable_reassembly.
	##
	## file_id: The file.
	##
	## Returns: False if there is no such file.
	global Files::__enable_reassembly: function(file_id: string): bool;

	## Answers Files::disable_reassembly.
	##
	## file_id: The file.
	##
	## Returns: False if there is no such file.
	global Files::__disable_reassembly: function(file_id: string): bool;

	## Answers Files::set_reassembly_buffer_size.
	##
	## file_id: The file.
	##
	## max: The most bytes that wait for missing ones.
	##
	## Returns: False if there is no such file.
	global Files::__set_reassembly_buffer: function(file_id: string, max: count): bool;

	## Answers Files::enable_analyzer.
	##
	## tag: The analyzer.
	##
	## Returns: True if it exists.
	global Files::__enable_analyzer: function(tag: Files::Tag): bool;

	## Answers Files::disable_analyzer.
	##
	## tag: The analyzer.
	##
	## Returns: True if it exists.
	global Files::__disable_analyzer: function(tag: Files::Tag): bool;

	## Answers Files::analyzer_enabled.
	##
	## tag: The analyzer.
	##
	## Returns: True if it is enabled.
	global Files::__analyzer_enabled: function(tag: Files::Tag): bool;

	## Answers Files::add_analyzer.
	##
	## file_id: The file.
	##
	## tag: The analyzer.
	##
	## args: Its arguments, an Files::AnalyzerArgs.
	##
	## Returns: True if the file has it now.
	global Files::__add_analyzer: function(file_id: string, tag: Files::Tag, args: any): bool;

	## Answers Files::remove_analyzer.
	##
	## file_id: The file.
	##
	## tag: The analyzer.
	##
	## args: The arguments that it was added with.
	##
	## Returns: True if the file had it.
	global Files::__remove_analyzer: function(file_id: string, tag: Files::Tag, args: any): bool;

	## Answers Files::stop.
	##
	## file_id: The file.
	##
	## Returns: False if there is no such file.
	global Files::__stop: function(file_id: string): bool;

	## Answers Files::analyzer_name.
	##
	## tag: The analyzer.
	##
	## Returns: Its name, such as ``MD5``.
	global Files::__analyzer_name: function(tag: Files::Tag): string;

	## Answers Files::file_exists.
	##
	## fuid: The file's id.
	##
	## Returns: True if the file is being looked at.
	global Files::__file_exists: function(fuid: string): bool;

	## Answers Files::lookup_file. An unknown file is an error.
	##
	## fuid: The file's id.
	##
	## Returns: Its record.
	global Files::__lookup_file: function(fuid: string): fa_file;
}

module GLOBAL;

export {
	## Names the file of the get_file_handle event at hand. Pieces with the same handle are one file.
	##
	## handle: A text that no other file has; empty for pieces that are not to be looked at.
	global set_file_handle: function(handle: string): any;
}
