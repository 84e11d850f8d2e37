# rdp.log: a row for each Remote Desktop session, with what is visible before encryption.

@load ./consts
@load base/frameworks/analyzer
@load base/protocols/conn/removal-hooks

module RDP;

export {
	redef enum Log::ID += { LOG };

	global log_policy: Log::PolicyHook;

	## A session.
	type Info: record {
		## When it began.
		ts: time &log;
		## The connection.
		uid: string &log;
		## Its endpoints.
		id: conn_id &log;
		## The client's cookie: often the user name, truncated to nine characters.
		cookie: string &log &optional;
		## The result: the failure code of the negotiation, or the server's answer.
		result: string &log &optional;
		## The security protocol chosen by the server.
		security_protocol: string &log &optional;
		## The channels that the client requests.
		client_channels: vector of string &log &optional;

		## The client's keyboard layout.
		keyboard_layout: string &log &optional;
		## The client's build.
		client_build: string &log &optional;
		## The client's name.
		client_name: string &log &optional;
		## The client's product id.
		client_dig_product_id: string &log &optional;
		## The width of the desktop.
		desktop_width: count &log &optional;
		## The height of the desktop.
		desktop_height: count &log &optional;
		## The requested color depth.
		requested_color_depth: string &log &optional;

		## The kind of the server's certificate, with RDP's own encryption.
		cert_type: string &log &optional;
		## The number of certificates: X.509 uses chains.
		cert_count: count &log &default=0;
		## Whether the certificate was issued permanently.
		cert_permanent: bool &log &optional;
		## The encryption level.
		encryption_level: string &log &optional;
		## The encryption method.
		encryption_method: string &log &optional;
	};

	## Whether to remove the analyzer once the session is logged, since the rest is encrypted.
	option disable_analyzer_after_detection = F;

	## How long after its beginning a session is logged, unless it ends before.
	option rdp_check_interval = 10secs;

	## A line as it is logged.
	global log_rdp: event(rec: Info);

	## Runs when the connection is removed: logs sessions that were not logged before.
	global finalize_rdp: Conn::RemovalHook;
}

redef record Info += {
	## The analyzer.
	analyzer_id: count &optional;
	## Whether it was logged, or need not be.
	done: bool &default=F;
};

redef record connection += {
	rdp: Info &optional;
};

const rdp_ports = { 3389/tcp };
const rdpeudp_ports = { 3389/udp };
redef likely_server_ports += { rdp_ports, rdpeudp_ports };

event zeek_init() &priority=5
	{
	Analyzer::register_for_ports(Analyzer::ANALYZER_RDP, rdp_ports);
	Analyzer::register_for_ports(Analyzer::ANALYZER_RDPEUDP, rdpeudp_ports);
	Log::create_stream(RDP::LOG, Log::Stream($path="rdp", $columns=Info, $policy=log_policy, $ev=log_rdp));
	}

# Whether a message confirmed that this is Remote Desktop.
function is_worth_logging(row: Info): bool
	{
	return row?$result || row?$cookie || row?$keyboard_layout;
	}

# Logs the row once.
function log_row(row: Info)
	{
	if ( row$done )
		return;

	row$done = T;

	if ( is_worth_logging(row) )
		Log::write(RDP::LOG, row);
	}

# Logs a session that continues. Little of the rest can be parsed.
event RDP::check_row(c: connection)
	{
	local row = c$rdp;

	if ( row$done )
		return;

	if ( network_time() <= row$ts + rdp_check_interval )
		{
		schedule rdp_check_interval { RDP::check_row(c) };
		return;
		}

	log_row(row);

	if ( row?$analyzer_id && disable_analyzer_after_detection && connection_exists(c$id) )
		disable_analyzer(c$id, row$analyzer_id);
	}

function open_row(c: connection): Info
	{
	Conn::register_removal_hook(c, finalize_rdp);
	c$rdp = Info($ts=network_time(), $uid=c$uid, $id=c$id);
	schedule rdp_check_interval { RDP::check_row(c) };
	return c$rdp;
	}

# The row of a session, created by its first message.
function row_of(c: connection): Info
	{
	return c?$rdp ? c$rdp : open_row(c);
	}

event rdp_connect_request(c: connection, cookie: string) &priority=5
	{
	row_of(c)$cookie = cookie;
	}

event rdp_negotiation_response(c: connection, security_protocol: count) &priority=5
	{
	row_of(c)$security_protocol = security_protocols[security_protocol];
	}

event rdp_negotiation_failure(c: connection, failure_code: count) &priority=5
	{
	row_of(c)$result = failure_codes[failure_code];
	}

# The name of a layout. If it has none, its low half is a language, whose usual layout is a guess (MS-RDPBCGR, 2.2.1.3.2).
function layout_name(layout: count): string
	{
	if ( layout in languages )
		return languages[layout];

	local language = layout & 0xffff;

	return language in languages ? fmt("%s (Best Guess for %d)", languages[language], layout)
	                             : fmt("keyboard-%d", layout);
	}

event rdp_client_core_data(c: connection, data: RDP::ClientCoreData) &priority=5
	{
	local row = row_of(c);
	row$keyboard_layout = layout_name(data$keyboard_layout);
	row$client_build = builds[data$client_build];
	row$client_name = data$client_name;
	row$desktop_width = data$desktop_width;
	row$desktop_height = data$desktop_height;

	if ( data?$dig_product_id )
		row$client_dig_product_id = data$dig_product_id;

	if ( data?$ec_flags && data$ec_flags$want_32bpp_session )
		row$requested_color_depth = "32bit";
	else if ( data?$high_color_depth )
		row$requested_color_depth = high_color_depths[data$high_color_depth];
	}

# The maximum number of channels (MS-RDPBCGR, 2.2.1.3.4).
const max_channels = 31;

event rdp_client_network_data(c: connection, channels: ClientChannelList)
	{
	local row = row_of(c);
	local names: vector of string = row?$client_channels ? row$client_channels : vector();

	# Names take eight bytes, padded with zeros.
	for ( i, channel in channels )
		names[i] = gsub(channel$name, /\x00+$/, "");

	row$client_channels = names;

	if ( |channels| > max_channels )
		Reporter::conn_weird("RDP_channels_requested_exceeds_max", c, cat(|channels|));
	}

event rdp_gcc_server_create_response(c: connection, result: count) &priority=5
	{
	row_of(c)$result = results[result];
	}

event rdp_server_security(c: connection, encryption_method: count, encryption_level: count) &priority=5
	{
	local row = row_of(c);
	row$encryption_level = encryption_levels[encryption_level];
	row$encryption_method = encryption_methods[encryption_method];
	}

event rdp_server_certificate(c: connection, cert_type: count, permanently_issued: bool) &priority=5
	{
	local row = row_of(c);
	row$cert_permanent = permanently_issued;
	row$cert_type = cert_types[cert_type];

	# A proprietary certificate does not become a file, so it is counted here.
	if ( row$cert_type == "RSA" )
		++row$cert_count;
	}

event rdp_begin_encryption(c: connection, security_protocol: count) &priority=5
	{
	local row = row_of(c);
	row$security_protocol = security_protocols[security_protocol];

	if ( ! row?$result )
		row$result = "encrypted";
	}

event file_over_new_connection(f: fa_file, c: connection, is_orig: bool) &priority=5
	{
	if ( f$source == "RDP" && c?$rdp )
		++c$rdp$cert_count;
	}

event analyzer_confirmation_info(atype: AllAnalyzers::Tag, info: AnalyzerConfirmationInfo) &priority=5
	{
	if ( atype == Analyzer::ANALYZER_RDP && info?$c )
		row_of(info$c)$analyzer_id = info$aid;
	}

event analyzer_violation_info(atype: AllAnalyzers::Tag, info: AnalyzerViolationInfo) &priority=5
	{
	# The analyzer is removed, so there will be no more events.
	if ( atype == Analyzer::ANALYZER_RDP && info?$c && info$c?$rdp )
		log_row(info$c$rdp);
	}

hook finalize_rdp(c: connection)
	{
	if ( c?$rdp )
		log_row(c$rdp);
	}
