# Adds digests of files to files.log.

@load base/frameworks/files

module FileHash;

export {
	redef record Files::Info += {
		## MD5 of the file, if all of it was seen.
		md5: string &log &optional;

		## SHA-1 of the file.
		sha1: string &log &optional;

		## SHA-256 of the file.
		sha256: string &log &optional;
	};
}

event file_hash(f: fa_file, kind: string, hash: string) &priority=5
	{
	if ( kind == "md5" )
		f$info$md5 = hash;
	else if ( kind == "sha1" )
		f$info$sha1 = hash;
	else if ( kind == "sha256" )
		f$info$sha256 = hash;
	}
