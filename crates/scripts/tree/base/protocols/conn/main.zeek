# conn.log: a row for each connection (or flow of datagrams), written when its state is removed.

@load base/utils/site
@load base/utils/strings

module Conn;

export {
	redef enum Log::ID += {
		LOG,
	};

	global log_policy: Log::PolicyHook;

	type Info: record {
		## The time of the first packet.
		ts: time &log;
		## The connection's unique identifier, the same in all logs.
		uid: string &log;
		## The connection's addresses and ports.
		id: conn_id &log;
		## The transport protocol.
		proto: transport_proto &log;
		## The application protocols that analyzers have confirmed, in the order of confirmation, separated by
		## commas.
		service: string &log &optional;
		## From the first packet to the last one that counts. Unset or zero means that the sizes are not known
		## either.
		duration: interval &log &optional;
		## Payload bytes of the originator. For TCP, computed from sequence numbers, so few packets can make it
		## large.
		orig_bytes: count &log &optional;
		## Payload bytes of the responder, counted like `orig_bytes`.
		resp_bytes: count &log &optional;
		## How the connection began and ended. `S0`: no answer. `S1`: established, still open. `SF`: established and
		## closed. `REJ`: refused. `S2`, `S3`: only the originator, only the responder closed it. `RSTO`, `RSTR`: the
		## originator, the responder reset it. `RSTOS0`: SYN and RST of the originator, no answer. `RSTRH`: SYN-ACK
		## and RST of the responder, no SYN seen. `SH`, `SHR`: SYN and FIN of the originator, SYN-ACK and FIN of the
		## responder, nothing from the other side. `OTH`: the beginning was not seen.
		conn_state: string &log &optional;
		## Whether the originator is in `Site::local_nets`.
		local_orig: bool &log &optional;
		## Whether the responder is in `Site::local_nets`.
		local_resp: bool &log &optional;
		## Payload bytes that were acknowledged but never seen: lost before or during the capture.
		missed_bytes: count &log &default=0;
		## What happened, a letter for each kind of packet in order: upper case for the originator, lower case for the
		## responder. `S` SYN, `H` SYN-ACK, `A` ACK without data, `D` data, `F` FIN, `R` RST, `C` bad checksum, `G`
		## gap, `T` retransmission, `W` zero window, `I` inconsistent flags, such as FIN and RST, `Q` SYN and FIN or
		## SYN and RST; `^`: the direction was turned around.
		history: string &log &optional;
		## Packets of the originator.
		orig_pkts: count &log &optional;
		## IP bytes of the originator's packets, headers included.
		orig_ip_bytes: count &log &optional;
		## Packets of the responder.
		resp_pkts: count &log &optional;
		## IP bytes of the responder's packets, headers included.
		resp_ip_bytes: count &log &optional;
		## The uids of the connections that carried this one, if it was tunneled.
		tunnel_parents: set[string] &log &optional;
		## The number of the IP protocol, such as 6 for TCP.
		ip_proto: count &log &optional;
	};

	global log_conn: event(rec: Info);

	## A connection has ended about which there was no event but new_connection and connection_state_remove. Raised in
	## place of these two while only the packed base scripts handle them.
	##
	## rec: The complete row of conn.log.
	global unseen_connection: event(rec: Info);
}

redef record connection += {
	conn: Info &optional;
};

# The value of conn_id$proto if no IP protocol is known.
const no_ip_proto = 65535;

event zeek_init() &priority=5
	{
	Log::create_stream(LOG, Log::Stream($path="conn", $columns=Info, $policy=log_policy, $ev=log_conn));
	}

# Adds the innermost of the connections around this one.
function add_tunnel_parent(c: connection, layers: EncapsulatingConnVector)
	{
	local depth = |layers|;

	if ( depth == 0 )
		return;

	local parent = layers[depth - 1]$uid;

	if ( c$conn?$tunnel_parents )
		add c$conn$tunnel_parents[parent];
	else
		c$conn$tunnel_parents = set(parent);
	}

function set_locality(c: connection)
	{
	c$conn$local_orig = Site::is_local_addr(c$id$orig_h);
	c$conn$local_resp = Site::is_local_addr(c$id$resp_h);
	}

# The value of conn_state, for packages that ask for it.
function conn_state(c: connection, trans: transport_proto): string &is_used
	{
	local info = Info($ts=c$start_time, $uid=c$uid, $id=c$id, $proto=trans);
	__complete(info, c);
	return info$conn_state;
	}

# Fills the row with what the first packet shows; with eoc, with what only the end shows. Packages call it too.
function set_conn(c: connection, eoc: bool)
	{
	if ( eoc )
		{
		__complete(c$conn, c);
		return;
		}

	if ( ! c?$conn )
		c$conn = Info($ts=c$start_time, $uid=c$uid, $id=c$id, $proto=get_port_transport_proto(c$id$resp_p));
	else
		c$conn$id = c$id;

	if ( c?$tunnel )
		add_tunnel_parent(c, c$tunnel);

	if ( c$id$proto != no_ip_proto )
		c$conn$ip_proto = c$id$proto;

	if ( |Site::local_nets| > 0 )
		set_locality(c);
	}

event new_connection(c: connection) &priority=100
	{
	set_conn(c, F);
	}

event connection_flipped(c: connection) &priority=5
	{
	# Before new_connection there are no roles to exchange.
	if ( c?$conn )
		set_locality(c);
	}

event tunnel_changed(c: connection, e: EncapsulatingConnVector) &priority=5
	{
	add_tunnel_parent(c, e);
	c$tunnel = e;
	}

event content_gap(c: connection, is_orig: bool, seq: count, length: count) &priority=5
	{
	c$conn$missed_bytes += length;
	}

event connection_state_remove(c: connection) &priority=5
	{
	__complete(c$conn, c);
	}

event connection_state_remove(c: connection) &priority=-5
	{
	Log::write(LOG, c$conn);
	}

event unseen_connection(rec: Info)
	{
	Log::write(LOG, rec);
	}
