# Names of files on SMB shares, without their folders.

@load base/protocols/smb
@load base/frameworks/intel
@load ./report
@load ./where-locations

module Intel;

function open_file_seen(f: fa_file, smb: SMB::State)
	{
	if ( ! smb?$current_file || ! smb$current_file?$name )
		return;

	local name = sub(smb$current_file$name, /^.*\\/, "");
	file_text_seen(f, name, FILE_NAME, SMB::IN_FILE_NAME);
	}

event file_new(f: fa_file) &group="Intel::FILE_NAME"
	{
	if ( f$source == "SMB" )
		for ( _, c in f$conns )
			if ( c?$smb_state )
				open_file_seen(f, c$smb_state);
	}
