# Raises notices about replies of mail servers that refer to a block list.

@load base/protocols/smtp
@load base/frameworks/notice

module SMTP;

export {
	redef enum Notice::Type += {
		## A reply names a block list.
		Blocklist_Error_Message,
		## The reply names the sender's own address.
		Blocklist_Blocked_Host,
	};

	## URLs of pages to which replies refer a rejected sender: those of block lists, and of services that use them.
	option blocklist_error_messages =
		  /(abuseat|barracudacentral|psbl|spamhaus)\.org\//i
		| /(barracudacentral|borderware|junkemailfilter|mail-abuse|spamhaus|surriel)\.com\//i
		| /(datapacket|rbl\.knology|sorbs|uceprotect)\.net\//i
		| /antispam\.imp\.ch\/|dyndns\.com\/.*spam|sophos\.com\/security\/|spamcop\.net\/bl/i;
}

event smtp_reply(c: connection, is_orig: bool, code: count, cmd: string, msg: string, cont_resp: bool) &priority=3
	{
	if ( code < 400 || code == 421 || blocklist_error_messages !in msg )
		return;

	local host = c$id$orig_h;
	local note = Blocklist_Error_Message;
	local text = fmt("%s received an error message mentioning an SMTP block list", host);
	local ips = extract_ip_addresses(msg);

	if ( |ips| > 0 && to_addr(ips[0]) == host )
		{
		note = Blocklist_Blocked_Host;
		text = fmt("%s is on an SMTP block list", host);
		}

	NOTICE(Notice::Info($note=note, $conn=c, $msg=text, $sub=msg, $identifier=cat(host)));
	}
