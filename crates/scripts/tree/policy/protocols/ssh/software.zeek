# Clients and servers, by their identification strings.

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

# Reports the program that an identification string names after the protocol version (RFC 4253, 4.2).
function report(id: conn_id, kind: Software::Type, line: string, host: addr, at: port)
	{
	local software = Software::Info($software_type=kind, $host=host, $unparsed_version=sub(line, /^SSH[0-9.\-]+/, ""));

	# A client's port is its own for this connection only.
	if ( kind == SERVER )
		software$host_p = at;

	Software::found(id, software);
	}

event ssh_client_version(c: connection, version: string) &priority=4
	{
	report(c$id, CLIENT, version, c$id$orig_h, c$id$orig_p);
	}

event ssh_server_version(c: connection, version: string) &priority=4
	{
	report(c$id, SERVER, version, c$id$resp_h, c$id$resp_p);
	}
