# dhcp.log: a row for each exchange of messages with one transaction id.
#
# Clients and servers use broadcasts, so an exchange is spread over several connections. Its messages are collected by
# transaction id, in a cluster by the manager, until no more have arrived for a while.

@load base/frameworks/cluster
@load ./consts

module DHCP;

export {
	redef enum Log::ID += { LOG };

	global log_policy: Log::PolicyHook;

	## An exchange.
	type Info: record {
		## When its first message was seen.
		ts: time &log;
		## The connections that carried its messages.
		uids: set[string] &log;
		## The client: its own address once a message comes from it, or the address that it was assigned.
		client_addr: addr &log &optional;
		## The server that assigned the address.
		server_addr: addr &log &optional;
		## The client's port.
		client_port: port &optional;
		## The server's port.
		server_port: port &optional;
		## The client's hardware address.
		mac: string &log &optional;
		## The client's name, as stated by the client (option 12).
		host_name: string &log &optional;
		## The client's full name, as stated by the client (option 81).
		client_fqdn: string &log &optional;
		## The domain, as stated by the server (option 15).
		domain: string &log &optional;
		## The address that the client requested.
		requested_addr: addr &log &optional;
		## The address that the server assigned.
		assigned_addr: addr &log &optional;
		## The lease time.
		lease_time: interval &log &optional;
		## The client's message, usually with a DECLINE.
		client_message: string &log &optional;
		## The server's message, usually with a NAK.
		server_message: string &log &optional;
		## The types of the messages, in order.
		msg_types: vector of string &log &default=string_vec();
		## From the first message to the last.
		duration: interval &log &default=0secs;
		## The hardware address in the client's messages, if no option states it.
		client_chaddr: string &optional;
	};

	## The longest time for which messages of an exchange are collected.
	option DHCP::max_txid_watch_time = 30secs;

	## An exchange with this many connections is logged at once.
	option DHCP::max_uids_per_log_entry = 10;

	## An exchange with this many messages is logged at once.
	option DHCP::max_msg_types_per_log_entry = 50;

	## Raised for each message on the node that collects them. Handle it to add to [*log_info*].
	global DHCP::aggregate_msgs: event(ts: time, id: conn_id, uid: string, is_orig: bool, msg: DHCP::Msg, options: DHCP::Options);

	## The exchange of the current message, for handlers of [*aggregate_msgs*].
	global DHCP::log_info: Info;

	## An exchange that is about to be logged.
	global log_dhcp: event(rec: Info);
}

redef record connection += {
	dhcp: Info &optional;
};

redef record Info += {
	last_message_ts: time &optional;
};

# Server, client, and boot server.
const ports = { 67/udp, 68/udp, 4011/udp };
redef likely_server_ports += { 67/udp };

# An exchange is checked each time that it could be over.
const silence = 5sec;

function join_data_expiration(t: table[count] of Info, idx: count): interval
	{
	local row = t[idx];
	local quiet_for = network_time() - row$last_message_ts;
	local open_for = network_time() - row$ts;

	# Messages may follow.
	if ( quiet_for <= silence && open_for <= max_txid_watch_time && ! zeek_is_terminating() )
		return silence;

	if ( row?$client_chaddr && ! row?$mac )
		row$mac = row$client_chaddr;

	Log::write(DHCP::LOG, row);
	return 0secs;
	}

# Exchanges by their number.
global join_data: table[count] of Info = table() &create_expire=10secs &expire_func=join_data_expiration;

event zeek_init() &priority=5
	{
	Analyzer::register_for_ports(Analyzer::ANALYZER_DHCP, ports);
	Log::create_stream(DHCP::LOG, Log::Stream($path="dhcp", $columns=Info, $policy=log_policy, $ev=log_dhcp));
	}

# Evaluates a client's message.
function note_client(info: Info, id: conn_id, msg: DHCP::Msg, options: DHCP::Options) &is_used
	{
	if ( options?$message )
		info$client_message = options$message;

	if ( id$orig_h != 0.0.0.0 && id$orig_h != 255.255.255.255 )
		info$client_addr = id$orig_h;

	if ( options?$host_name )
		info$host_name = options$host_name;

	if ( options?$client_fqdn )
		info$client_fqdn = options$client_fqdn$domain_name;

	# Hardware type 1 is Ethernet; others are names rather than addresses.
	if ( options?$client_id && options$client_id$hwtype == 1 )
		info$mac = options$client_id$hwaddr;
	else
		info$client_chaddr = msg$chaddr;

	if ( options?$addr_request )
		info$requested_addr = options$addr_request;
	}

# Evaluates a server's message.
function note_server(info: Info, id: conn_id, is_orig: bool, msg: DHCP::Msg, options: DHCP::Options) &is_used
	{
	if ( options?$message )
		info$server_message = options$message;

	local gives_address = msg$yiaddr != 0.0.0.0;

	# A server that broadcasts is the originator.
	if ( gives_address )
		{
		info$server_addr = is_orig ? id$orig_h : id$resp_h;
		info$server_port = is_orig ? id$orig_p : id$resp_p;
		info$client_port = is_orig ? id$resp_p : id$orig_p;
		info$assigned_addr = msg$yiaddr;
		}

	# The client's own statement takes precedence.
	if ( msg$chaddr != "" && ! info?$mac )
		info$mac = msg$chaddr;

	if ( ! info?$client_addr && info?$assigned_addr )
		info$client_addr = info$assigned_addr;

	if ( options?$domain_name )
		info$domain = options$domain_name;

	if ( options?$lease )
		info$lease_time = options$lease;
	}

@if ( ! Cluster::is_enabled() || Cluster::local_node_type() == Cluster::MANAGER )
# Runs before all other handlers, which work on log_info.
event DHCP::aggregate_msgs(ts: time, id: conn_id, uid: string, is_orig: bool, msg: DHCP::Msg, options: DHCP::Options) &priority=1000
	{
	local xid = msg$xid;

	if ( xid in join_data )
		log_info = join_data[xid];
	else
		{
		log_info = Info($uids=set(uid), $ts=ts);
		join_data[xid] = log_info;
		}
	}

event DHCP::aggregate_msgs(ts: time, id: conn_id, uid: string, is_orig: bool, msg: DHCP::Msg, options: DHCP::Options) &priority=5
	{
	log_info$duration = ts - log_info$ts;
	log_info$last_message_ts = ts;
	add log_info$uids[uid];
	log_info$msg_types += DHCP::message_types[msg$m_type];

	# A server's broadcast also makes it the originator; it has a source address and uses the server's port.
	if ( is_orig && (id$orig_h == 0.0.0.0 || id$resp_p == 67/udp || id$orig_p == 68/udp) )
		note_client(log_info, id, msg, options);
	else
		note_server(log_info, id, is_orig, msg, options);

	if ( |log_info$uids| >= max_uids_per_log_entry || |log_info$msg_types| >= max_msg_types_per_log_entry )
		{
		Log::write(LOG, log_info);
		delete join_data[msg$xid];
		}
	}
@endif

# A worker may see only some of an exchange's messages, so the manager joins them.
@if ( Cluster::is_enabled() && Cluster::local_node_type() != Cluster::MANAGER )
event dhcp_message(c: connection, is_orig: bool, msg: DHCP::Msg, options: DHCP::Options) &priority=-5
	{
	Cluster::publish(Cluster::manager_topic, DHCP::aggregate_msgs, network_time(), c$id, c$uid, is_orig, msg, options);
	}
@else
event dhcp_message(c: connection, is_orig: bool, msg: DHCP::Msg, options: DHCP::Options) &priority=-5
	{
	event DHCP::aggregate_msgs(network_time(), c$id, c$uid, is_orig, msg, options);
	}
@endif

# Logs exchanges that are incomplete at the end.
event zeek_done() &priority=-5
	{
	for ( xid in DHCP::join_data )
		join_data_expiration(DHCP::join_data, xid);
	}
