# The contents of mails are analyzed by the files framework.

@load ./main
@load ./entities
@load base/utils/conn-ids
@load base/frameworks/files

module SMTP;

export {
	redef record Info += {
		## The files of a mail.
		fuids: vector of string &log &default=string_vec();
		## The mail as a whole, if SMTP::enable_rfc822_msg_file_analysis is set.
		rfc822_msg_fuid: string &optional;
	};

	## The handle of the current entity.
	global get_file_handle: function(c: connection, is_orig: bool): string;

	## Tells where a file is from.
	global describe_file: function(f: fa_file): string;
}

function get_file_handle(c: connection, is_orig: bool): string
	{
	# The mail as a whole and its first entity are at the same depth: the id distinguishes them.
	local whole = c$smtp?$rfc822_msg_fuid ? c$smtp$rfc822_msg_fuid : "";
	return cat(Analyzer::ANALYZER_SMTP, c$start_time, c$smtp$trans_depth, whole, c$smtp_state$mime_depth);
	}

function describe_file(f: fa_file): string
	{
	if ( f$source == "SMTP" )
		{
		for ( _, c in f$conns )
			return SMTP::describe(c$smtp);
		}

	return "";
	}

event zeek_init() &priority=5
	{
	local reg = Files::ProtoRegistration($get_file_handle=SMTP::get_file_handle, $describe=SMTP::describe_file);
	Files::register_protocol(Analyzer::ANALYZER_SMTP, reg);
	}

# Makes the first file, which is the mail as a whole, the parent of all others.
function adopt(row: Info, f: fa_file)
	{
	if ( row?$rfc822_msg_fuid )
		{
		if ( ! f?$parent_id )
			f$parent_id = row$rfc822_msg_fuid;
		}
	else
		row$rfc822_msg_fuid = f$id;
	}

event file_over_new_connection(f: fa_file, c: connection, is_orig: bool) &priority=5
	{
	if ( ! c?$smtp )
		return;

	local row = c$smtp;

	# Files within TLS are its certificates.
	if ( row$tls )
		return;

	row$fuids += f$id;

	if ( enable_rfc822_msg_file_analysis )
		adopt(row, f);
	}
