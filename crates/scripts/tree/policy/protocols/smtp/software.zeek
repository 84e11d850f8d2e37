# Programs that send mail, by their headers.

@load base/frameworks/software/main
@load base/protocols/smtp/main

module SMTP;

export {
	redef enum Software::Type += {
		MAIL_CLIENT,
		MAIL_SERVER,
		WEBMAIL_SERVER
	};

	redef record Info += {
		## The mail was written in a browser.
		is_webmail: bool &log &default=F;
	};

	## The hosts in whose mails to look for clients.
	option detect_clients_in_messages_from = LOCAL_HOSTS;

	## User agents of webmail servers.
	option webmail_user_agents =
		  /^(iPlanet Messenger|NeoMail|SquirrelMail|Sun Java\(tm\) System Messenger Express)/
		| /\(IMP\)|ZimbraWebClient/;
}

event mime_one_header(c: connection, h: mime_header_rec) &priority=4
	{
	if ( h$name != "USER-AGENT" || ! c?$smtp )
		return;

	local row = c$smtp;

	if ( row?$user_agent && webmail_user_agents in row$user_agent )
		row$is_webmail = T;
	}

# When the row is logged, the path of the mail is known: its end is the host of the program.
event log_smtp(rec: Info)
	{
	if ( ! rec?$user_agent || ! addr_matches_host(rec$id$orig_h, detect_clients_in_messages_from) )
		return;

	local last = |rec$path| - 1;
	local kind = MAIL_CLIENT;
	local host = rec$path[last];

	if ( rec$is_webmail )
		{
		kind = WEBMAIL_SERVER;

		# Then the browser is the last host, and the program runs on the one before.
		if ( rec?$first_received && /via HTTP/ in rec$first_received )
			host = rec$path[last - 1];
		}

	Software::found(rec$id, Software::Info($unparsed_version=rec$user_agent, $host=host, $software_type=kind));
	}
