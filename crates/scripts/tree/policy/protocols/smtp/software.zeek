# Programs that send mails, by what their headers say.

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
		## It was written in a browser.
		is_webmail: bool &log &default=F;
	};

	## In whose mails clients are looked for.
	option detect_clients_in_messages_from = LOCAL_HOSTS;

	## User agents of servers with mail for browsers.
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

# When the line is logged the way of the mail is known: its end is where the program runs.
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

		# The browser is the last host then, and the program is on the one before.
		if ( rec?$first_received && /via HTTP/ in rec$first_received )
			host = rec$path[last - 1];
		}

	Software::found(rec$id, Software::Info($unparsed_version=rec$user_agent, $host=host, $software_type=kind));
	}
