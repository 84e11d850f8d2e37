# snmp.log: a row for each connection, with counts of requests and responses.

@load base/protocols/conn/removal-hooks

module SNMP;

export {
	redef enum Log::ID += { LOG };

	global log_policy: Log::PolicyHook;

	## The messages of a connection, summarized.
	type Info: record {
		## When its first message was seen.
		ts: time &log;
		## The connection.
		uid: string &log;
		## Its endpoints.
		id: conn_id &log;
		## From the first message to the latest.
		duration: interval &log &default=0secs;
		## Version of the protocol: 1, 2c or 3.
		version: string &log;
		## The community string of the first message (versions 1 and 2c).
		community: string &log &optional;

		## Variables requested by GetRequest and GetNextRequest.
		get_requests: count &log &default=0;
		## Variables requested by GetBulkRequest.
		get_bulk_requests: count &log &default=0;
		## Variables in responses.
		get_responses: count &log &default=0;
		## Variables in SetRequest.
		set_requests: count &log &default=0;

		## The responder's description of itself.
		display_string: string &log &optional;
		## Since when the responder is up, by its own statement.
		up_since: time &log &optional;
	};

	## Versions by the number in messages.
	const version_map: table[count] of string = {
		[0] = "1", [1] = "2c", [3] = "3",
	} &redef &default="unknown";

	## A connection's row that is about to be logged.
	global log_snmp: event(rec: Info);

	## Logs the row when the connection is removed.
	global finalize_snmp: Conn::RemovalHook;
}

redef record connection += {
	snmp: SNMP::Info &optional;
};

# Agents, and managers that wait for traps.
const ports = { 161/udp, 162/udp };
redef likely_server_ports += { ports };

# sysDescr.0 and sysUpTime.0 (RFC 3418, 2).
const system_description = "1.3.6.1.2.1.1.1.0";
const system_up_time = "1.3.6.1.2.1.1.3.0";

event zeek_init() &priority=5
	{
	Analyzer::register_for_ports(Analyzer::ANALYZER_SNMP, ports);
	Log::create_stream(SNMP::LOG, Log::Stream($path="snmp", $columns=SNMP::Info, $policy=log_policy, $ev=log_snmp));
	}

# The community that a message of versions 1 and 2c carries in place of a password (RFC 1157, 4; RFC 1901, 3).
function community_of(h: SNMP::Header): string
	{
	return h?$v2 ? h$v2$community : h$v1$community;
	}

function open_row(c: connection, h: SNMP::Header): Info
	{
	Conn::register_removal_hook(c, finalize_snmp);
	c$snmp = Info($ts=network_time(), $uid=c$uid, $id=c$id, $version=version_map[h$version]);
	return c$snmp;
	}

# The row of a connection, created by its first message and extended to this one.
function row_of(c: connection, h: SNMP::Header): Info
	{
	local row = c?$snmp ? c$snmp : open_row(c, h);
	row$duration = network_time() - row$ts;

	# The first one is kept.
	if ( ! row?$community && ( h?$v1 || h?$v2 ) )
		row$community = community_of(h);

	return row;
	}

hook finalize_snmp(c: connection)
	{
	if ( c?$snmp )
		Log::write(SNMP::LOG, c$snmp);
	}

event snmp_get_request(c: connection, is_orig: bool, header: SNMP::Header, pdu: SNMP::PDU) &priority=5
	{
	row_of(c, header)$get_requests += |pdu$bindings|;
	}

event snmp_get_next_request(c: connection, is_orig: bool, header: SNMP::Header, pdu: SNMP::PDU) &priority=5
	{
	row_of(c, header)$get_requests += |pdu$bindings|;
	}

event snmp_get_bulk_request(c: connection, is_orig: bool, header: SNMP::Header, pdu: SNMP::BulkPDU) &priority=5
	{
	row_of(c, header)$get_bulk_requests += |pdu$bindings|;
	}

event snmp_set_request(c: connection, is_orig: bool, header: SNMP::Header, pdu: SNMP::PDU) &priority=5
	{
	row_of(c, header)$set_requests += |pdu$bindings|;
	}

event snmp_response(c: connection, is_orig: bool, header: SNMP::Header, pdu: SNMP::PDU) &priority=5
	{
	local row = row_of(c, header);
	row$get_responses += |pdu$bindings|;

	for ( _, binding in pdu$bindings )
		{
		local value = binding$value;

		if ( binding$oid == system_description && value?$octets )
			row$display_string = value$octets;

		# Hundredths of a second.
		else if ( binding$oid == system_up_time && value?$unsigned )
			row$up_since = network_time() - double_to_interval(value$unsigned / 100.0);
		}
	}

event snmp_trap(c: connection, is_orig: bool, header: SNMP::Header, pdu: SNMP::TrapPDU) &priority=5
	{
	row_of(c, header);
	}

event snmp_inform_request(c: connection, is_orig: bool, header: SNMP::Header, pdu: SNMP::PDU) &priority=5
	{
	row_of(c, header);
	}

event snmp_trapV2(c: connection, is_orig: bool, header: SNMP::Header, pdu: SNMP::PDU) &priority=5
	{
	row_of(c, header);
	}

event snmp_report(c: connection, is_orig: bool, header: SNMP::Header, pdu: SNMP::PDU) &priority=5
	{
	row_of(c, header);
	}

event snmp_unknown_pdu(c: connection, is_orig: bool, header: SNMP::Header, tag: count) &priority=5
	{
	row_of(c, header);
	}

event snmp_unknown_scoped_pdu(c: connection, is_orig: bool, header: SNMP::Header, tag: count) &priority=5
	{
	row_of(c, header);
	}

event snmp_encrypted_pdu(c: connection, is_orig: bool, header: SNMP::Header) &priority=5
	{
	row_of(c, header);
	}
