# quic.log: a line for each handshake that was seen (RFC 9000, 9001).

@load base/frameworks/notice/weird
@load base/protocols/conn/removal-hooks

@load ./consts

module QUIC;

export {
	redef enum Log::ID += { LOG };

	## A handshake.
	type Info: record {
		## When its first packet was seen.
		ts: time &log;
		## The connection.
		uid: string &log;
		## Its endpoints.
		id: conn_id &log;
		## The version of the first packet, by its name in QUIC::version_strings.
		version: string &log;
		## The server's first connection id, chosen by the client, in hex; the initial keys are derived from it.
		client_initial_dcid: string &log &optional;
		## The client's connection id, in hex.
		client_scid: string &log &optional;
		## The server's connection id, in hex.
		server_scid: string &log &optional;
		## The server name in the client's hello.
		server_name: string &log &optional;
		## The client's preferred application protocol (ALPN).
		client_protocol: string &log &optional;
		## One letter per packet or event, in upper case for the client: Initial, Handshake, Z for 0-RTT, Retry, Connection
		## close, S for a TLS hello, U for an unknown version.
		history: string &log &default="";

		# The letters so far.
		history_state: vector of string;

		# Whether it was logged.
		logged: bool &default=F;
	};

	## A handshake that is about to be logged.
	global log_quic: event(rec: Info);

	global log_policy: Log::PolicyHook;

	## Logs what is pending when a connection goes.
	global finalize_quic: Conn::RemovalHook;

	## The maximum length of the history.
	option max_history_length = 100;
}

redef record connection += {
	quic: Info &optional;
};

# HTTP/3, and DNS on its current and its former port.
const ports = { 443/udp, 853/udp, 784/udp };

event zeek_init() &priority=5
	{
	Analyzer::register_for_ports(Analyzer::ANALYZER_QUIC, ports);
	Log::create_stream(QUIC::LOG, Log::Stream($path="quic", $columns=Info, $policy=log_policy, $ev=log_quic));
	}

function note(c: connection, is_orig: bool, letter: string)
	{
	local history = c$quic$history_state;

	if ( |history| >= max_history_length )
		return;

	history += is_orig ? letter : to_lower(letter);

	if ( |history| == max_history_length )
		Reporter::conn_weird("QUIC_max_history_length_reached", c);
	}

function begin(c: connection, version: count)
	{
	if ( c?$quic )
		return;

	c$quic = Info($ts=network_time(), $uid=c$uid, $id=c$id, $version=version_strings[version]);
	Conn::register_removal_hook(c, finalize_quic);
	}

function note_ids(c: connection, is_orig: bool, dcid: string, scid: string)
	{
	if ( ! is_orig )
		{
		c$quic$server_scid = bytestring_to_hexstr(scid);
		return;
		}

	if ( |dcid| > 0 && ! c$quic?$client_initial_dcid )
		c$quic$client_initial_dcid = bytestring_to_hexstr(dcid);

	c$quic$client_scid = bytestring_to_hexstr(scid);
	}

function packet(c: connection, is_orig: bool, version: count, dcid: string, scid: string, letter: string)
	{
	begin(c, version);
	note_ids(c, is_orig, dcid, scid);
	note(c, is_orig, letter);
	}

function write(info: Info)
	{
	info$history = join_string_vec(info$history_state, "");
	Log::write(QUIC::LOG, info);
	info$logged = T;
	}

# A packet after which another handshake may follow between the same ports.
function last_packet(c: connection, is_orig: bool, version: count, dcid: string, scid: string, letter: string)
	{
	if ( ! c?$quic )
		{
		begin(c, version);
		note_ids(c, is_orig, dcid, scid);
		}

	note(c, is_orig, letter);
	write(c$quic);
	delete c$quic;
	}

event QUIC::initial_packet(c: connection, is_orig: bool, version: count, dcid: string, scid: string)
	{
	packet(c, is_orig, version, dcid, scid, "I");
	}

event QUIC::handshake_packet(c: connection, is_orig: bool, version: count, dcid: string, scid: string)
	{
	packet(c, is_orig, version, dcid, scid, "H");
	}

event QUIC::zero_rtt_packet(c: connection, is_orig: bool, version: count, dcid: string, scid: string)
	{
	packet(c, is_orig, version, dcid, scid, "Z");
	}

event QUIC::retry_packet(c: connection, is_orig: bool, version: count, dcid: string, scid: string, retry_token: string,
    retry_integrity_tag: string)
	{
	last_packet(c, is_orig, version, dcid, scid, "R");
	}

event QUIC::unhandled_version(c: connection, is_orig: bool, version: count, dcid: string, scid: string)
	{
	last_packet(c, is_orig, version, dcid, scid, "U");
	}

event QUIC::connection_close_frame(c: connection, is_orig: bool, version: count, dcid: string, scid: string,
    error_code: count, reason_phrase: string)
	{
	if ( c?$quic )
		last_packet(c, is_orig, version, dcid, scid, "C");
	}

event ssl_extension_server_name(c: connection, is_client: bool, names: string_vec) &priority=5
	{
	if ( is_client && c?$quic && |names| > 0 )
		c$quic$server_name = names[0];
	}

event ssl_extension_application_layer_protocol_negotiation(c: connection, is_client: bool, protocols: string_vec)
	{
	if ( ! is_client || ! c?$quic || |protocols| == 0 )
		return;

	c$quic$client_protocol = protocols[0];

	# The log has a field for one only.
	if ( |protocols| > 1 )
		Reporter::conn_weird("QUIC_many_protocols", c, cat(protocols));
	}

event ssl_client_hello(c: connection, version: count, record_version: count, possible_ts: time, client_random: string,
    session_id: string, ciphers: index_vec, comp_methods: index_vec)
	{
	if ( c?$quic )
		note(c, T, "S");
	}

event ssl_server_hello(c: connection, version: count, record_version: count, possible_ts: time, server_random: string,
    session_id: string, cipher: count, comp_method: count) &priority=-5
	{
	if ( c?$quic )
		note(c, F, "S");
	}

hook finalize_quic(c: connection)
	{
	if ( c?$quic && ! c$quic$logged )
		write(c$quic);
	}
