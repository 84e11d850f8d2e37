# ssl.log: a row for each connection that uses SSL, TLS or DTLS, written when both sides encrypt, or when the
# connection ends before that.

@load base/frameworks/notice/weird
@load base/protocols/conn/removal-hooks
@load ./consts

module SSL;

export {
	redef enum Log::ID += { LOG };

	global log_policy: Log::PolicyHook;

	## A handshake.
	type Info: record {
		## When TLS was first seen on the connection.
		ts: time &log;
		## The connection.
		uid: string &log;
		## Its endpoints.
		id: conn_id &log;
		## The number of the version that the server chose.
		version_num: count &optional;
		## The version that the server chose.
		version: string &log &optional;
		## The cipher suite that the server chose.
		cipher: string &log &optional;
		## The curve, for key exchanges with elliptic curves.
		curve: string &log &optional;
		## The server name that the client requested (SNI).
		server_name: string &log &optional;
		## The id of the session that the client wants to resume.
		session_id: string &optional;
		## Whether an earlier session was resumed.
		resumed: bool &log &default=F;
		## Whether the client sent a session ticket and an empty session id.
		client_ticket_empty_session_seen: bool &default=F;
		## Whether the client sent a key exchange, so that no session was resumed.
		client_key_exchange_seen: bool &default=F;
		## Whether the client offered a pre-shared key.
		client_psk_seen: bool &default=F;
		## The last alert.
		last_alert: string &log &optional;
		## The application protocol that the server chose (ALPN).
		next_protocol: string &log &optional;
		## The analyzer, to be taken off the connection.
		analyzer_id: count &optional;
		## Whether the handshake was completed.
		established: bool &log &default=F;
		## The line was written.
		logged: bool &default=F;
		## Whether the current server hello is a retry request.
		hrr_seen: bool &default=F;
		## One letter per message, in order; upper case for the client.
		##
		## Handshake: H hello request, C client hello, S server hello, V hello verify request, T session ticket, E end of
		## early data, J hello retry request, O encrypted extensions, X certificate, K server key exchange, R certificate
		## request, N server hello done, Y certificate verify, G client key exchange, F finished, W certificate URL, U
		## certificate status, A supplemental data, P key update, M message hash, Z any other. Else: I change cipher spec, L
		## alert, B heartbeat; ^ where the responder turns out to be the client.
		ssl_history: string &log &default="";
	};

	## Trusted root certificates: DER by subject.
	const root_certs: table[string] of string &redef;

	## A Certificate Transparency log.
	type CTInfo: record {
		## Its name.
		description: string;
		## Its operator.
		operator: string;
		## Its public key, in DER.
		key: string;
		## The maximum merge delay in seconds.
		maximum_merge_delay: count;
		## Its address.
		url: string;
	};

	## Known logs, by the SHA-256 of their keys.
	option ct_logs: table[string] of CTInfo = {};

	## Whether to remove the analyzer after the handshake, since the rest is encrypted.
	option disable_analyzer_after_detection = T;

	## The maximum length of a history.
	option max_ssl_history_length = 100;

	## Delays a row with a token, for at most 15 seconds.
	global delay_log: function(info: Info, token: string);

	## Removes a token; without tokens, the row is logged.
	global undelay_log: function(info: Info, token: string);

	## A line as it is logged.
	global log_ssl: event(rec: Info);

	## Runs right before a row is written.
	global ssl_finishing: hook(c: connection);

	## Logs incomplete handshakes when a connection is removed.
	global finalize_ssl: Conn::RemovalHook;
}

redef record connection += {
	ssl: Info &optional;
};

redef record Info += {
	## Tokens that delay the row.
	delay_tokens: set[string] &optional;
};

const ssl_ports = { 443/tcp, 563/tcp, 585/tcp, 614/tcp, 636/tcp, 989/tcp, 990/tcp, 992/tcp, 993/tcp, 995/tcp, 5223/tcp };

# IANA has no port for DTLS alone; 443 is the likely one.
const dtls_ports = { 443/udp };

redef likely_server_ports += { ssl_ports, dtls_ports };

# Handshake messages by their letter in the history.
const letters: table[count] of string = {
	[HELLO_REQUEST] = "h", [CLIENT_HELLO] = "c", [SERVER_HELLO] = "s", [HELLO_VERIFY_REQUEST] = "v",
	[SESSION_TICKET] = "t", [5] = "e", [HELLO_RETRY_REQUEST] = "j", [ENCRYPTED_EXTENSIONS] = "o",
	[CERTIFICATE] = "x", [SERVER_KEY_EXCHANGE] = "k", [CERTIFICATE_REQUEST] = "r", [SERVER_HELLO_DONE] = "n",
	[CERTIFICATE_VERIFY] = "y", [CLIENT_KEY_EXCHANGE] = "g", [FINISHED] = "f", [CERTIFICATE_URL] = "w",
	[CERTIFICATE_STATUS] = "u", [SUPPLEMENTAL_DATA] = "a", [KEY_UPDATE] = "p", [254] = "m",
} &default="z";

# The random bytes that mark a server hello as a retry request (RFC 8446, 4.1.3).
const retry_random = "\xcf\x21\xad\x74\xe5\x9a\x61\x11\xbe\x1d\x8c\x02\x1e\x65\xb8\x91\xc2\xa2\x11\x16\x7a\xbb\x8c\x5e\x07\x9e\x09\xe2\xc8\xa8\x33\x9c";

# Before files.zeek changes the stream's filter.
event zeek_init() &priority=6
	{
	Analyzer::register_for_ports(Analyzer::ANALYZER_SSL, ssl_ports);
	Analyzer::register_for_ports(Analyzer::ANALYZER_DTLS, dtls_ports);
	Log::create_stream(SSL::LOG, Log::Stream($path="ssl", $columns=Info, $policy=log_policy, $ev=log_ssl));
	}

function open_row(c: connection): Info
	{
	Conn::register_removal_hook(c, finalize_ssl);
	c$ssl = Info($ts=network_time(), $uid=c$uid, $id=c$id);
	return c$ssl;
	}

# The row of a connection, opened by its first message.
function row_of(c: connection): Info
	{
	return c?$ssl ? c$ssl : open_row(c);
	}

# Creates the row. Scripts outside of this tree call this function.
function set_session(c: connection) &is_used
	{
	row_of(c);
	}

# Appends a letter to the history, in upper case for the client.
function note(c: connection, row: Info, is_client: bool, letter: string)
	{
	local size = |row$ssl_history|;

	if ( size == max_ssl_history_length )
		return;

	row$ssl_history += is_client ? to_upper(letter) : letter;

	if ( size + 1 == max_ssl_history_length )
		Reporter::conn_weird("SSL_max_ssl_history_length_reached", c);
	}

function delay_log(info: Info, token: string)
	{
	if ( ! info?$delay_tokens )
		info$delay_tokens = set(token);
	else
		add info$delay_tokens[token];
	}

function undelay_log(info: Info, token: string)
	{
	if ( info?$delay_tokens )
		delete info$delay_tokens[token];
	}

function is_delayed(row: Info): bool
	{
	return row?$delay_tokens && |row$delay_tokens| != 0;
	}

# Logs the row, once, as soon as no token delays it.
function log_row(row: Info)
	{
	if ( row$logged )
		return;

	if ( is_delayed(row) )
		{
		when [row] ( ! is_delayed(row) )
			{
			log_row(row);
			}
		timeout 15secs
			{
			clear_table(row$delay_tokens);
			log_row(row);
			}

		return;
		}

	row$logged = T;
	Log::write(SSL::LOG, row);
	}

# Completes and logs the row of a connection that ends, or that stops being TLS, before both sides encrypt.
function close_row(c: connection)
	{
	if ( ! c$ssl$logged )
		hook ssl_finishing(c);

	log_row(c$ssl);
	}

# Analyzers that ssl.log reports on.
const tls_analyzers: set[AllAnalyzers::Tag] = { Analyzer::ANALYZER_SSL, Analyzer::ANALYZER_DTLS };

event analyzer_confirmation_info(atype: AllAnalyzers::Tag, info: AnalyzerConfirmationInfo) &priority=5
	{
	if ( atype in tls_analyzers )
		row_of(info$c)$analyzer_id = info$aid;
	}

event analyzer_violation_info(atype: AllAnalyzers::Tag, info: AnalyzerViolationInfo) &priority=5
	{
	if ( atype !in tls_analyzers || ! info$c?$ssl )
		return;

	close_row(info$c);

	# The violation removes the analyzer.
	delete info$c$ssl$analyzer_id;
	}

# Events of extensions come before the event of their hello.
event ssl_extension(c: connection, is_client: bool, code: count, val: string) &priority=5
	{
	local row = row_of(c);

	if ( code == SSL_EXTENSION_PRE_SHARED_KEY )
		{
		# The server sends this extension if it accepts the pre-shared key.
		if ( is_client )
			row$client_psk_seen = T;
		else if ( row$client_psk_seen )
			row$resumed = T;
		}
	else if ( code == SSL_EXTENSION_SESSIONTICKET_TLS && is_client && val != "" )
		# A session id in the hello overrides this.
		row$client_ticket_empty_session_seen = T;
	}

event ssl_extension_server_name(c: connection, is_client: bool, names: string_vec) &priority=5
	{
	local row = row_of(c);

	# The server's answer is an empty list.
	if ( ! is_client )
		return;

	# RFC 6066, 3: at most one name of each type, and only host names are defined.
	for ( i, name in names )
		{
		if ( i > 0 )
			{
			Reporter::conn_weird("SSL_many_server_names", c, cat(names));
			break;
			}

		row$server_name = name;
		}
	}

event ssl_extension_application_layer_protocol_negotiation(c: connection, is_client: bool, protocols: string_vec)
	{
	local row = row_of(c);

	if ( ! is_client && |protocols| > 0 )
		row$next_protocol = protocols[0];
	}

# The server's choice in this extension overrides the version field of its hello (RFC 8446, 4.2.1).
event ssl_extension_supported_versions(c: connection, is_client: bool, versions: index_vec)
	{
	if ( is_client || |versions| != 1 )
		return;

	local row = row_of(c);
	local chosen = versions[0];
	row$version = version_strings[chosen];
	row$version_num = chosen;
	}

event ssl_extension_key_share(c: connection, is_client: bool, curves: index_vec)
	{
	if ( ! is_client && |curves| == 1 )
		row_of(c)$curve = ec_curves[curves[0]];
	}

event ssl_ecdh_server_params(c: connection, curve: count, point: string) &priority=5
	{
	row_of(c)$curve = ec_curves[curve];
	}

event ssl_client_hello(c: connection, version: count, record_version: count, possible_ts: time, client_random: string,
                       session_id: string, ciphers: index_vec, comp_methods: index_vec) &priority=5
	{
	local row = row_of(c);

	# An SSLv2 hello is not a handshake message, so it is noted here.
	if ( record_version == 0 )
		note(c, row, T, "c");

	# Some clients send 32 zero bytes to mean no session.
	if ( session_id == "" || session_id == /^\x00{32}$/ )
		return;

	row$client_ticket_empty_session_seen = F;
	row$session_id = bytestring_to_hexstr(session_id);
	}

# True for TLS 1.3 and its drafts, whose versions are 0x7f00 and more (RFC 8446, 4.2.1.1 of the drafts).
function is_tls13(version: count): bool
	{
	return version == TLSv13 || version / 0xff == 0x7f;
	}

event ssl_server_hello(c: connection, version: count, record_version: count, possible_ts: time, server_random: string,
                       session_id: string, cipher: count, comp_method: count) &priority=5
	{
	local row = row_of(c);
	row$cipher = cipher_desc[cipher];

	if ( ! row?$version_num )
		{
		row$version_num = version;
		row$version = version_strings[version];
		}

	if ( server_random == retry_random )
		row$hrr_seen = T;

	# Up to TLS 1.2, a server that repeats the client's session id resumes it (RFC 5246, 7.4.1.3); in TLS 1.3 it
	# always repeats it.
	if ( row?$session_id && ! is_tls13(row$version_num) && bytestring_to_hexstr(session_id) == row$session_id )
		row$resumed = T;

	if ( version == SSLv2 )
		note(c, row, F, "s");
	}

event ssl_handshake_message(c: connection, is_client: bool, msg_type: count, length: count) &priority=5
	{
	local row = row_of(c);
	local letter = letters[msg_type];

	if ( msg_type == SERVER_HELLO )
		{
		# A retry request has a server hello's type.
		if ( row$hrr_seen )
			{
			row$hrr_seen = F;
			letter = "j";
			}
		}
	else if ( is_client && msg_type == CLIENT_KEY_EXCHANGE )
		row$client_key_exchange_seen = T;

	note(c, row, is_client, letter);
	}

event ssl_change_cipher_spec(c: connection, is_client: bool) &priority=5
	{
	local row = row_of(c);

	# A client that encrypts without a key exchange uses the keys of its ticket (RFC 5077, 3.1).
	if ( is_client && ! row$client_key_exchange_seen && row$client_ticket_empty_session_seen )
		row$resumed = T;

	note(c, row, is_client, "i");
	}

event ssl_alert(c: connection, is_client: bool, level: count, desc: count) &priority=5
	{
	local row = row_of(c);
	row$last_alert = alert_descriptions[desc];
	note(c, row, is_client, "l");
	}

event ssl_heartbeat(c: connection, is_client: bool, length: count, heartbeat_type: count, payload_length: count,
                    payload: string)
	{
	note(c, row_of(c), is_client, "b");
	}

event ssl_connection_flipped(c: connection)
	{
	row_of(c)$ssl_history += "^";
	}

event ssl_plaintext_data(c: connection, is_client: bool, record_version: count, content_type: count,
                         length: count) &priority=5
	{
	local row = row_of(c);

	if ( content_type == APPLICATION_DATA && ! row$established && row?$version )
		Weird::weird(Weird::Info($ts=network_time(), $name="ssl_early_application_data", $uid=c$uid, $id=c$id));
	}

event ssl_established(c: connection) &priority=20
	{
	row_of(c);
	hook ssl_finishing(c);
	}

event ssl_established(c: connection) &priority=7
	{
	c$ssl$established = T;
	}

event ssl_established(c: connection) &priority=-5
	{
	local row = c$ssl;
	log_row(row);

	if ( ! disable_analyzer_after_detection || ! row?$analyzer_id )
		return;

	if ( disable_analyzer(c$id, row$analyzer_id) )
		delete row$analyzer_id;
	}

hook finalize_ssl(c: connection)
	{
	if ( c?$ssl )
		close_row(c);
	}
