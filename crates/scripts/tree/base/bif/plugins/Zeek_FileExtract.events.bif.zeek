# What the FileExtract part declares: events.

module GLOBAL;

export {
	global file_extraction_limit: event(f: fa_file, args: Files::AnalyzerArgs, limit: count, len: count);
}
