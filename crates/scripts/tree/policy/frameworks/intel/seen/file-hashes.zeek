# Digests of files.

@load base/frameworks/intel
@load ./report
@load ./where-locations

module Intel;

event file_hash(f: fa_file, kind: string, hash: string) &group="Intel::FILE_HASH"
	{
	file_text_seen(f, hash, FILE_HASH, Files::IN_HASH);
	}
