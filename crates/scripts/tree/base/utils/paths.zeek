# Paths of files.

@load ./patterns

# Where an absolute path begins: a slash, or a drive of Windows.
const path_root = /\/|[[:alpha:]]:[\/\\]/;

const absolute_path_pat = path_root & /.*/;

# An absolute path inside a text. It ends at a quote, or at a blank without a backslash before it.
const path_in_text = path_root & /(\\ |[^\" ])*/;

# Returns the first absolute path of a text, empty if it has none.
function extract_path(input: string): string
	{
	return match_pattern(input, path_in_text)$str;
	}

# Places a file name below a folder. An absolute name stays as it is.
function build_path(dir: string, file_name: string): string
	{
	if ( dir == "" || absolute_path_pat == file_name )
		return file_name;

	return ends_with(dir, "/") ? dir + file_name : dir + "/" + file_name;
	}

# Like `build_path`, with "." and ".." resolved.
function build_path_compressed(dir: string, file_name: string): string
	{
	return compress_path(build_path(dir, file_name));
	}
