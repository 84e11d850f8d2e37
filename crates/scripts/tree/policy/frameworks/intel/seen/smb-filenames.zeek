# Names of files on shares, without their folders.

@load base/protocols/smb
@load base/frameworks/intel
@load ./where-locations

event file_new(f: fa_file) &group="Intel::FILE_NAME"
	{
	if ( f$source != "SMB" )
		return;

	for ( _, c in f$conns )
		{
		if ( ! c?$smb_state || ! c$smb_state?$current_file || ! c$smb_state$current_file?$name )
			next;

		local parts = split_string(c$smb_state$current_file$name, /\\/);

		Intel::seen(Intel::Seen($indicator=parts[|parts| - 1], $indicator_type=Intel::FILE_NAME, $f=f,
		                        $where=SMB::IN_FILE_NAME));
		}
	}
