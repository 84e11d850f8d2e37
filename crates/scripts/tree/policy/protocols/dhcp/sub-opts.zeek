# Adds the relay agent information about the client to dhcp.log (option 82).

@load base/protocols/dhcp

module DHCP;

export {
	redef record DHCP::Info += {
		## The relay's circuit id of the client (RFC 3046, 3.1).
		circuit_id: string &log &optional;
		## The id of the client's end of that circuit (RFC 3046, 3.2).
		agent_remote_id: string &log &optional;
		## The subscriber id (RFC 3993).
		subscriber_id: string &log &optional;
	};
}

event DHCP::aggregate_msgs(ts: time, id: conn_id, uid: string, is_orig: bool, msg: DHCP::Msg, options: DHCP::Options)
	{
	if ( ! options?$sub_opt )
		return;

	for ( _, part in options$sub_opt )
		switch ( part$code )
			{
			case 1:
				log_info$circuit_id = part$value;
				break;
			case 2:
				log_info$agent_remote_id = part$value;
				break;
			case 6:
				log_info$subscriber_id = part$value;
				break;
			}
	}
