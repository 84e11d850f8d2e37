# Intelligence about files.

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

# Before the general part, which takes the connection that is found here.
hook extend_match(info: Info, s: Seen, items: set[Item]) &priority=6
	{
	if ( s?$f )
		{
		local f = s$f;
		s$fuid = f$id;

		if ( f?$conns && |f$conns| == 1 )
			for ( _, c in f$conns )
				s$conn = c;

		if ( ! info?$file_mime_type && f?$info && f$info?$mime_type )
			info$file_mime_type = f$info$mime_type;

		if ( ! info?$file_desc )
			info$file_desc = Files::describe(f);
		}

	if ( s?$fuid )
		info$fuid = s$fuid;
	}
