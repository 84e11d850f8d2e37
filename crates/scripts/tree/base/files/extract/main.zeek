# Writes files to disk as they are transferred.

@load base/frameworks/files
@load base/utils/paths

module FileExtract;

export {
	## The folder that files are written to.
	const prefix = "./extract_files/" &redef;

	## The most bytes to write of a file. 0 is no limit.
	option default_limit = 104857600;

	## Whether holes count against the limit. If not, a file on disk can be longer than the limit by its holes.
	option default_limit_includes_missing = T;

	redef record Files::Info += {
		## The file on disk.
		extracted: string &optional &log;

		## Whether it was cut at the limit.
		extracted_cutoff: bool &optional &log;

		## How many bytes were written, if it was cut.
		extracted_size: count &optional &log;
	};

	redef record Files::AnalyzerArgs += {
		## The file on disk. The default is a name made of time, source and file id.
		extract_filename: string &optional;

		## The most bytes to write. At the limit :zeek:see:`file_extraction_limit` is raised, and the analyzer is removed
		## unless a handler raises the limit with :zeek:see:`FileExtract::set_limit`.
		extract_limit: count &default=default_limit;

		## Whether holes count against the limit.
		extract_limit_includes_missing: bool &default=default_limit_includes_missing;
	};

	## Changes the limit of a file that is being written. Returns false if no analyzer with these arguments writes it.
	global set_limit: function(f: fa_file, args: Files::AnalyzerArgs, n: count): bool;
}

function set_limit(f: fa_file, args: Files::AnalyzerArgs, n: count): bool
	{
	return __set_limit(f$id, args, n);
	}

# Chooses where a file is written, before its analyzer is added.
function place(f: fa_file, args: Files::AnalyzerArgs)
	{
	local name = cat("extract-", f$last_active, "-", f$source, "-", f$id);

	if ( args?$extract_filename )
		name = args$extract_filename;

	mkdir(prefix);
	args$extract_filename = build_path_compressed(prefix, name);
	f$info$extracted_cutoff = F;
	f$info$extracted = name;
	}

event file_extraction_limit(f: fa_file, args: Files::AnalyzerArgs, limit: count, len: count) &priority=10
	{
	f$info$extracted_cutoff = T;
	f$info$extracted_size = limit;
	}

event zeek_init() &priority=10
	{
	Files::register_analyzer_add_callback(Files::ANALYZER_EXTRACT, place);
	}
