# Names of files.

@load base/frameworks/intel
@load ./report
@load ./where-locations

module Intel;

function file_name_seen(f: fa_file)
	{
	if ( f?$info && f$info?$filename )
		file_text_seen(f, f$info$filename, FILE_NAME, Files::IN_NAME);
	}

# A file that a connection carries more likely has its name in the event below.
event file_new(f: fa_file) &group="Intel::FILE_NAME"
	{
	if ( ! f?$conns || |f$conns| == 0 )
		file_name_seen(f);
	}

# smb-filenames.zeek handles the names of SMB.
event file_over_new_connection(f: fa_file, c: connection, is_orig: bool) &priority=-5 &group="Intel::FILE_NAME"
	{
	if ( f$source != "SMB" )
		file_name_seen(f);
	}
