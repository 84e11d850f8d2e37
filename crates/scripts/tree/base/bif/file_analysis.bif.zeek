# Built-in declarations: file analysis.

module Files;

export {
	## Implements Files::set_timeout_interval.
	##
	## file_id: The file.
	##
	## t: The time without data after which it ends.
	##
	## Returns: False if there is no such file.
	global Files::__set_timeout_interval: function(file_id: string, t: interval): bool;

	## Implements Files::enable_reassembly.
	##
	## file_id: The file.
	##
	## Returns: False if there is no such file.
	global Files::__enable_reassembly: function(file_id: string): bool;

	## Implements Files::disable_reassembly.
	##
	## file_id: The file.
	##
	## Returns: False if there is no such file.
	global Files::__disable_reassembly: function(file_id: string): bool;

	## Implements Files::set_reassembly_buffer_size.
	##
	## file_id: The file.
	##
	## max: The most bytes to buffer while others are missing.
	##
	## Returns: False if there is no such file.
	global Files::__set_reassembly_buffer: function(file_id: string, max: count): bool;

	## Implements Files::enable_analyzer.
	##
	## tag: The analyzer.
	##
	## Returns: True if it exists.
	global Files::__enable_analyzer: function(tag: Files::Tag): bool;

	## Implements Files::disable_analyzer.
	##
	## tag: The analyzer.
	##
	## Returns: True if it exists.
	global Files::__disable_analyzer: function(tag: Files::Tag): bool;

	## Implements Files::analyzer_enabled.
	##
	## tag: The analyzer.
	##
	## Returns: True if it is enabled.
	global Files::__analyzer_enabled: function(tag: Files::Tag): bool;

	## Implements Files::add_analyzer.
	##
	## file_id: The file.
	##
	## tag: The analyzer.
	##
	## args: Its arguments, a Files::AnalyzerArgs.
	##
	## Returns: True if the analyzer was added or exists.
	global Files::__add_analyzer: function(file_id: string, tag: Files::Tag, args: any): bool;

	## Implements Files::remove_analyzer.
	##
	## file_id: The file.
	##
	## tag: The analyzer.
	##
	## args: The arguments with which it was added.
	##
	## Returns: True if the file had the analyzer.
	global Files::__remove_analyzer: function(file_id: string, tag: Files::Tag, args: any): bool;

	## Implements Files::stop.
	##
	## file_id: The file.
	##
	## Returns: False if there is no such file.
	global Files::__stop: function(file_id: string): bool;

	## Implements Files::analyzer_name.
	##
	## tag: The analyzer.
	##
	## Returns: Its name, such as ``MD5``.
	global Files::__analyzer_name: function(tag: Files::Tag): string;

	## Implements Files::file_exists.
	##
	## fuid: The file's id.
	##
	## Returns: True if the file is being analyzed.
	global Files::__file_exists: function(fuid: string): bool;

	## Implements Files::lookup_file. An unknown file is an error.
	##
	## fuid: The file's id.
	##
	## Returns: Its record.
	global Files::__lookup_file: function(fuid: string): fa_file;
}

module GLOBAL;

export {
	## Sets the handle of the file of the current get_file_handle event. Pieces with the same handle belong to one file.
	##
	## handle: A text that identifies the file; empty to skip this piece.
	global set_file_handle: function(handle: string): any;
}
