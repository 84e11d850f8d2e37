# Data connections are analyzed by the files framework.

@load ./info
@load ./main
@load ./utils
@load base/utils/conn-ids
@load base/frameworks/files

module FTP;

export {
	## Names the file on a data connection; empty for connections that were not announced.
	global get_file_handle: function(c: connection, is_orig: bool): string;

	## A description of a file.
	global describe_file: function(f: fa_file): string;

	redef record fa_file += {
		ftp: FTP::Info &optional;
	};
}

function get_file_handle(c: connection, is_orig: bool): string
	{
	if ( [c$id$resp_h, c$id$resp_p] in ftp_data_expected )
		return cat(Analyzer::ANALYZER_FTP_DATA, c$start_time, c$id, is_orig);

	return "";
	}

function describe_file(f: fa_file): string
	{
	if ( f$source == "FTP" )
		for ( _, carrier in f$conns )
			if ( carrier?$ftp )
				return FTP::describe(carrier$ftp);

	return "";
	}

event zeek_init() &priority=5
	{
	local reg = Files::ProtoRegistration($get_file_handle=FTP::get_file_handle, $describe=FTP::describe_file);
	Files::register_protocol(Analyzer::ANALYZER_FTP_DATA, reg);
	}

event file_over_new_connection(f: fa_file, c: connection, is_orig: bool) &priority=5
	{
	local server = c$id$resp_h;
	local at = c$id$resp_p;

	if ( [server, at] in ftp_data_expected )
		{
		local session = ftp_data_expected[server, at];
		session$fuid = f$id;
		f$ftp = session;
		}
	}

event file_sniff(f: fa_file, meta: fa_metadata) &priority=5
	{
	if ( f?$ftp && meta?$mime_type )
		f$ftp$mime_type = meta$mime_type;
	}
