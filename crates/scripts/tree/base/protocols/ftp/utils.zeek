# URLs of the files of a session.

@load ./info
@load base/utils/addrs
@load base/utils/paths

module FTP;

export {
	## `host/path` of the file that a command names; empty if it names none.
	global build_url: function(rec: Info): string;

	## The same with `ftp://` before it.
	global build_url_ftp: function(rec: Info): string;

	## The description of a file.
	global describe: function(rec: Info): string;
}

function build_url(rec: Info): string
	{
	if ( ! rec?$arg )
		return "";

	local path = build_path_compressed(rec$cwd, rec$arg);
	return cat(addr_to_uri(rec$id$resp_h), path[0] == "/" ? "" : "/", path);
	}

function build_url_ftp(rec: Info): string
	{
	return "ftp://" + build_url(rec);
	}

function describe(rec: Info): string
	{
	return build_url_ftp(rec);
	}
