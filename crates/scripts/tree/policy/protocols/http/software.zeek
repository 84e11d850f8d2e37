# Browsers, servers and application servers, by their headers.

@load base/frameworks/software

module HTTP;

export {
	redef enum Software::Type += {
		## A server.
		SERVER,
		## Software that generates a server's answers.
		APPSERVER,
		## A client.
		BROWSER,
	};

	## User agents that are not reported.
	option ignored_user_agents = /NO_DEFAULT/;
}

function found_at_server(c: connection, kind: Software::Type, version: string)
	{
	Software::found(c$id, Software::Info($unparsed_version=version, $host=c$id$resp_h, $host_p=c$id$resp_p,
	                                     $software_type=kind));
	}

event http_header(c: connection, is_orig: bool, name: string, value: string) &priority=2
	{
	if ( is_orig )
		{
		if ( name == "USER-AGENT" && ignored_user_agents !in value )
			Software::found(c$id, Software::Info($unparsed_version=value, $host=c$id$orig_h, $software_type=BROWSER));

		return;
		}

	switch ( name )
		{
		case "SERVER":
			found_at_server(c, SERVER, value);
			break;

		case "X-POWERED-BY":
			found_at_server(c, APPSERVER, value);
			break;

		case "MICROSOFTSHAREPOINTTEAMSERVICES":
			found_at_server(c, APPSERVER, cat("SharePoint/", value));
			break;
		}
	}
