# Adds the sender of each message of an exchange to dhcp.log.

@load base/protocols/dhcp

module DHCP;

export {
	redef record DHCP::Info += {
		## The sender of each of `msg_types`.
		msg_orig: vector of addr &log &default=addr_vec();
	};
}

event DHCP::aggregate_msgs(ts: time, id: conn_id, uid: string, is_orig: bool, msg: DHCP::Msg, options: DHCP::Options) &priority=3
	{
	log_info$msg_orig += is_orig ? id$orig_h : id$resp_h;
	}
