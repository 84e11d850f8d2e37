##! TFTP files are analyzed by the files framework.

@load base/frameworks/files

@load ./main

module TFTP;

export {
	## The handle of the file that a connection transfers.
	global get_file_handle: function(c: connection, is_orig: bool): string;

	## Tells where a file is from.
	global describe_file: function(f: fa_file): string;
}

function get_file_handle(c: connection, is_orig: bool): string
	{
	local began = c?$tftp ? c$tftp$ts : c$start_time;
	return cat(Analyzer::ANALYZER_TFTP_DATA, c$uid, began, is_orig);
	}

function describe_file(f: fa_file): string
	{
	if ( f?$conns )
		{
		for ( _, c in f$conns )
			{
			if ( c?$tftp )
				return fmt("tftp://%s/%s", addr_to_uri(c$tftp$id$resp_h), c$tftp$fname);
			}
		}

	return "";
	}

event zeek_init() &priority=5
	{
	local registration = Files::ProtoRegistration($get_file_handle=TFTP::get_file_handle,
	                                              $describe=TFTP::describe_file);
	Files::register_protocol(Analyzer::ANALYZER_TFTP, registration);
	Files::register_protocol(Analyzer::ANALYZER_TFTP_DATA, registration);
	}

event file_over_new_connection(f: fa_file, c: connection, is_orig: bool) &priority=5
	{
	if ( f$source !in set("TFTP", "TFTP_DATA") || ! c?$tftp )
		return;

	c$tftp$fuid = f$id;
	f$info$filename = c$tftp$fname;
	}
