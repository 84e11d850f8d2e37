# Names of files.

@load base/frameworks/intel
@load ./where-locations

function file_name_seen(f: fa_file)
	{
	if ( f?$info && f$info?$filename )
		Intel::seen(Intel::Seen($indicator=f$info$filename, $indicator_type=Intel::FILE_NAME, $f=f,
		                        $where=Files::IN_NAME));
	}

# A file that belongs to a connection has its name more likely when it is seen there.
event file_new(f: fa_file) &group="Intel::FILE_NAME"
	{
	if ( ! f?$conns || |f$conns| == 0 )
		file_name_seen(f);
	}

# Names of SMB are told by smb-filenames.
event file_over_new_connection(f: fa_file, c: connection, is_orig: bool) &priority=-5 &group="Intel::FILE_NAME"
	{
	if ( f$source != "SMB" )
		file_name_seen(f);
	}
