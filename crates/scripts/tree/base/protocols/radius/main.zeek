# radius.log: a row for each access request with its result.

@load ./consts
@load base/utils/addrs
@load base/protocols/conn/removal-hooks

module RADIUS;

export {
	redef enum Log::ID += { LOG };

	global log_policy: Log::PolicyHook;

	## A request with its answer.
	type Info: record {
		## When the first of its messages was seen.
		ts: time &log;
		## The connection.
		uid: string &log;
		## Its endpoints.
		id: conn_id &log;
		## The user that requests access.
		username: string &log &optional;
		## The hardware address of the requester.
		mac: string &log &optional;
		## The address that the server assigns.
		framed_addr: addr &log &optional;
		## The client end of a tunnel: an address or a name.
		tunnel_client: string &log &optional;
		## Information about the user's connection.
		connect_info: string &log &optional;
		## The message shown to the user.
		reply_msg: string &log &optional;
		## success, failed, or unknown.
		result: string &log &optional;
		## From the first message to the answer.
		ttl: interval &log &optional;

		## It was logged already.
		logged: bool &default=F;
	};

	## A request that is about to be logged.
	global log_radius: event(rec: Info);

	## Logs what is pending when a connection goes.
	global finalize_radius: Conn::RemovalHook;
}

redef record connection += {
	radius: Info &optional;
};

const ports = { 1812/udp };
redef likely_server_ports += { ports };

event zeek_init() &priority=5
	{
	Analyzer::register_for_ports(Analyzer::ANALYZER_RADIUS, ports);
	Log::create_stream(RADIUS::LOG, Log::Stream($path="radius", $columns=Info, $policy=log_policy, $ev=log_radius));
	}

# Attributes by number (RFC 2865, 5; RFC 2868, 3.3; RFC 2869, 5.11).
const user_name = 1;
const framed_ip_address = 8;
const reply_message = 18;
const calling_station_id = 31;
const tunnel_client_endpoint = 66;
const connect_information = 77;

function note_request(info: Info, attributes: RADIUS::Attributes)
	{
	if ( ! info?$username && user_name in attributes )
		info$username = attributes[user_name][0];

	if ( ! info?$mac && calling_station_id in attributes )
		info$mac = normalize_mac(attributes[calling_station_id][0]);

	if ( ! info?$tunnel_client && tunnel_client_endpoint in attributes )
		info$tunnel_client = attributes[tunnel_client_endpoint][0];

	if ( ! info?$connect_info && connect_information in attributes )
		info$connect_info = attributes[connect_information][0];
	}

function note_challenge(info: Info, attributes: RADIUS::Attributes)
	{
	if ( ! info?$framed_addr && framed_ip_address in attributes )
		info$framed_addr = raw_bytes_to_v4_addr(attributes[framed_ip_address][0]);

	if ( ! info?$reply_msg && reply_message in attributes )
		info$reply_msg = attributes[reply_message][0];
	}

function open_row(c: connection): Info
	{
	Conn::register_removal_hook(c, finalize_radius);
	c$radius = Info($ts=network_time(), $uid=c$uid, $id=c$id);
	return c$radius;
	}

event radius_message(c: connection, result: RADIUS::Message) &priority=5
	{
	local row = c?$radius ? c$radius : open_row(c);

	switch ( msg_types[result$code] )
		{
		case "Access-Request":
			if ( result?$attributes )
				note_request(row, result$attributes);
			break;

		case "Access-Challenge":
			if ( result?$attributes )
				note_challenge(row, result$attributes);
			break;

		case "Access-Accept":
			row$result = "success";
			break;

		case "Access-Reject":
			row$result = "failed";
			break;
		}
	}

event radius_message(c: connection, result: RADIUS::Message) &priority=-5
	{
	local row = c$radius;

	# The exchange continues.
	if ( ! row?$result )
		return;

	# If the request was not seen, its time is not known.
	if ( row$ts != network_time() )
		row$ttl = network_time() - row$ts;

	delete c$radius;
	Log::write(RADIUS::LOG, row);
	}

hook finalize_radius(c: connection)
	{
	if ( ! c?$radius || c$radius$logged )
		return;

	c$radius$result = "unknown";
	Log::write(RADIUS::LOG, c$radius);
	}
