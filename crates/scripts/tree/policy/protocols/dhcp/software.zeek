# Clients and servers, by the vendor class that they tell (RFC 2132, 9.13).

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
		## What the client says that it is.
		client_software: string &log &optional;
		## What the server says that it is.
		server_software: string &log &optional;
	};
}

event DHCP::aggregate_msgs(ts: time, id: conn_id, uid: string, is_orig: bool, msg: DHCP::Msg, options: DHCP::Options)
    &priority=5
	{
	if ( ! options?$vendor_class )
		return;

	if ( is_orig )
		log_info$client_software = options$vendor_class;
	else
		{
		log_info$server_software = options$vendor_class;
		Software::found(id, Software::Info($unparsed_version=options$vendor_class, $host=id$resp_h,
		    $software_type=DHCP::SERVER));
		}
	}

event DHCP::log_dhcp(rec: DHCP::Info)
	{
	if ( ! rec?$assigned_addr || ! rec?$server_addr )
		return;

	# Many messages make a line; the connection is the one that their outcome stands for.
	local id = conn_id($orig_h=rec$assigned_addr, $orig_p=rec$client_port, $resp_h=rec$server_addr,
	    $resp_p=rec$server_port, $proto=17);

	if ( rec?$client_software && rec$assigned_addr != 255.255.255.255 )
		Software::found(id, Software::Info($unparsed_version=rec$client_software, $host=rec$assigned_addr,
		    $host_p=id$orig_p, $software_type=DHCP::CLIENT));

	if ( rec?$server_software )
		Software::found(id, Software::Info($unparsed_version=rec$server_software, $host=rec$server_addr,
		    $host_p=id$resp_p, $software_type=DHCP::SERVER));
	}
