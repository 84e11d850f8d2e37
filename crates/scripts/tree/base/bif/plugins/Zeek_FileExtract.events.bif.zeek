# What the FileExtract part declares: events.

module GLOBAL;

export {
	## An extracted file is at its limit. `args` are the script's own.
	global file_extraction_limit: event(f: fa_file, args: Files::AnalyzerArgs, limit: count, len: count);
}
