# Declarations of the FileExtract plugin: events.

module GLOBAL;

export {
	## An extracted file has reached its limit. A handler can raise the limit with FileExtract::set_limit.
	##
	## f: The file.
	##
	## args: The arguments of the file's analyzer.
	##
	## limit: The limit in bytes.
	##
	## len: The bytes that would have been written next.
	global file_extraction_limit: event(f: fa_file, args: Files::AnalyzerArgs, limit: count, len: count);
}
