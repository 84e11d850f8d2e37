# Files written to disk as they come over the network.

@load base/frameworks/files
@load base/utils/paths

module FileExtract;

export {
	## The folder that files are written to.
	const prefix = "./extract_files/" &redef;

	## Bytes of a file that are written at most; 0 is no limit.
	option default_limit = 104857600;

	## Whether holes count against the limit. Where they do not, a file on disk, which has them too, can be longer.
	option default_limit_includes_missing = T;

	redef record Files::Info += {
		## The file on disk.
		extracted: string &optional &log;

		## Whether the limit cut it.
		extracted_cutoff: bool &optional &log;

		## How much of it was written, where it was cut.
		extracted_size: count &optional &log;
	};

	redef record Files::AnalyzerArgs += {
		## The file on disk; a name is made from source and id where none is given.
		extract_filename: string &optional;

		## Bytes that are written at most. At the limit comes :zeek:see:`file_extraction_limit`, and the analyzer
		## goes unless a handler raises the limit with :zeek:see:`FileExtract::set_limit`.
		extract_limit: count &default=default_limit;

		## Whether holes count against the limit.
		extract_limit_includes_missing: bool &default=default_limit_includes_missing;
	};

	## Changes the limit of a file that is being written. False where none is, with these arguments.
	global set_limit: function(f: fa_file, args: Files::AnalyzerArgs, n: count): bool;
}

function set_limit(f: fa_file, args: Files::AnalyzerArgs, n: count): bool
	{
	return __set_limit(f$id, args, n);
	}

# Names the file and makes its folder, just before the analyzer is added.
function on_add(f: fa_file, args: Files::AnalyzerArgs)
	{
	if ( ! args?$extract_filename )
		args$extract_filename = cat("extract-", f$last_active, "-", f$source, "-", f$id);

	f$info$extracted = args$extract_filename;
	f$info$extracted_cutoff = F;
	args$extract_filename = build_path_compressed(prefix, args$extract_filename);
	mkdir(prefix);
	}

event file_extraction_limit(f: fa_file, args: Files::AnalyzerArgs, limit: count, len: count) &priority=10
	{
	f$info$extracted_cutoff = T;
	f$info$extracted_size = limit;
	}

event zeek_init() &priority=10
	{
	Files::register_analyzer_add_callback(Files::ANALYZER_EXTRACT, on_add);
	}
