# Clients and servers, by the lines that they begin with.

@load base/frameworks/software

module SSH;

export {
	redef enum Software::Type += {
		## A server.
		SERVER,
		## A client.
		CLIENT,
	};
}

# The protocol's own version stands before the program's.
function program(line: string): string
	{
	return sub(line, /^SSH[0-9.\-]+/, "");
	}

event ssh_client_version(c: connection, version: string) &priority=4
	{
	Software::found(c$id, Software::Info($unparsed_version=program(version), $host=c$id$orig_h, $software_type=CLIENT));
	}

event ssh_server_version(c: connection, version: string) &priority=4
	{
	Software::found(c$id, Software::Info($unparsed_version=program(version), $host=c$id$resp_h, $host_p=c$id$resp_p,
	                                     $software_type=SERVER));
	}
