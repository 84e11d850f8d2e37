# Clients and servers, by the vendor class that they send (RFC 2132, 9.13).

@load base/frameworks/software
@load base/protocols/dhcp

module DHCP;

export {
	redef enum Software::Type += {
		## A server.
		DHCP::SERVER,
		## A client.
		DHCP::CLIENT,
	};

	redef record DHCP::Info += {
		## The client's vendor class.
		client_software: string &log &optional;
		## The server's vendor class.
		server_software: string &log &optional;
	};
}

# Reports a program by the vendor class that it sent.
function found(id: conn_id, kind: Software::Type, vendor_class: string, host: addr, p: port)
	{
	Software::found(id, Software::Info($software_type=kind, $unparsed_version=vendor_class, $host=host, $host_p=p));
	}

event DHCP::aggregate_msgs(ts: time, id: conn_id, uid: string, is_orig: bool, msg: DHCP::Msg, options: DHCP::Options)
    &priority=5
	{
	if ( ! options?$vendor_class )
		return;

	local vendor_class = options$vendor_class;

	if ( is_orig )
		{
		log_info$client_software = vendor_class;
		return;
		}

	log_info$server_software = vendor_class;
	Software::found(id, Software::Info($software_type=DHCP::SERVER, $unparsed_version=vendor_class, $host=id$resp_h));
	}

event DHCP::log_dhcp(rec: DHCP::Info)
	{
	# Without a lease, the addresses are not known.
	if ( ! rec?$server_addr || ! rec?$assigned_addr )
		return;

	local client = rec$assigned_addr;
	local server = rec$server_addr;

	# A row combines the messages of many connections; this one represents them.
	local id = conn_id($orig_h=client, $orig_p=rec$client_port, $resp_h=server, $resp_p=rec$server_port, $proto=17);

	if ( rec?$client_software && client != 255.255.255.255 )
		found(id, DHCP::CLIENT, rec$client_software, client, rec$client_port);

	if ( rec?$server_software )
		found(id, DHCP::SERVER, rec$server_software, server, rec$server_port);
	}
