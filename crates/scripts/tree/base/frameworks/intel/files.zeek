# Indicators that are seen in files.

@load ./main

module Intel;

export {
	redef enum Type += {
		## Digest of a file.
		FILE_HASH,
		## Name of a file.
		FILE_NAME,
	};

	redef record Seen += {
		## The file that the indicator was seen with.
		f: fa_file &optional;
		fuid: string &optional;
	};

	redef record Info += {
		fuid: string &log &optional;
		file_mime_type: string &log &optional;
		file_desc: string &log &optional;
	};
}

# Adds what is known about the file of a match.
function describe_file(info: Info, f: fa_file)
	{
	if ( f?$info && f$info?$mime_type && ! info?$file_mime_type )
		info$file_mime_type = f$info$mime_type;

	if ( ! info?$file_desc )
		info$file_desc = Files::describe(f);
	}

# Attributes a match to the connection of its file. With several connections none is known to be the one.
function find_connection(s: Seen, f: fa_file)
	{
	if ( f?$conns && |f$conns| == 1 )
		for ( _, only in f$conns )
			s$conn = only;
	}

# Before the general part, which reads the connection that is found here.
hook extend_match(info: Info, s: Seen, items: set[Item]) &priority=6
	{
	if ( s?$f )
		{
		find_connection(s, s$f);
		describe_file(info, s$f);
		s$fuid = s$f$id;
		}

	if ( s?$fuid )
		info$fuid = s$fuid;
	}
