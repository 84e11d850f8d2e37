# Paths of files.

const absolute_path_pat = /(\/|[A-Za-z]:[\\\/]).*/;

# The first absolute path that a text holds; blanks inside it are written "\ ". Empty where there is none.
function extract_path(input: string): string
	{
	local found = find_all_ordered(input, /(\/|[A-Za-z]:[\\\/])([^\"\ ]|(\\\ ))*/);
	return |found| == 0 ? "" : found[0];
	}

# A file name below a folder; an absolute name stays as it is.
function build_path(dir: string, file_name: string): string
	{
	if ( dir == "" || absolute_path_pat == file_name )
		return file_name;

	return ends_with(dir, "/") ? dir + file_name : dir + "/" + file_name;
	}

# The same with "." and ".." worked out.
function build_path_compressed(dir: string, file_name: string): string
	{
	return compress_path(build_path(dir, file_name));
	}
