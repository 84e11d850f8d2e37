# rdp.log: a line for each session of Remote Desktop, as far as it can be read.

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
		## The client's cookie: often the user, cut to nine characters.
		cookie: string &log &optional;
		## What came of it: why the negotiation failed, or whether the server had room.
		result: string &log &optional;
		## How the server wants it protected.
		security_protocol: string &log &optional;
		## The channels that the client asks for.
		client_channels: vector of string &log &optional;

		## The layout of the client's keys.
		keyboard_layout: string &log &optional;
		## The client's build.
		client_build: string &log &optional;
		## The client's name.
		client_name: string &log &optional;
		## The number of the client's product.
		client_dig_product_id: string &log &optional;
		## The width of the desktop.
		desktop_width: count &log &optional;
		## The height of the desktop.
		desktop_height: count &log &optional;
		## The depth of colors that the client wants.
		requested_color_depth: string &log &optional;

		## The kind of the server's certificate, under RDP's own encryption.
		cert_type: string &log &optional;
		## How many certificates there are: X.509 has chains.
		cert_count: count &log &default=0;
		## Whether the certificate was issued for good.
		cert_permanent: bool &log &optional;
		## What is encrypted.
		encryption_level: string &log &optional;
		## With which cipher.
		encryption_method: string &log &optional;
	};

	## Whether the analyzer goes once the session was logged: what comes then is encrypted.
	option disable_analyzer_after_detection = F;

	## How long after its beginning a session is logged, if it did not end before.
	option rdp_check_interval = 10secs;

	## A line as it is logged.
	global log_rdp: event(rec: Info);

	## Runs when the connection goes: what was not logged is logged then.
	global finalize_rdp: Conn::RemovalHook;
}

redef record Info += {
	## The analyzer.
	analyzer_id: count &optional;
	## It was logged, or is not worth it.
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

function write_log(c: connection)
	{
	local info = c$rdp;
	if ( info$done )
		return;

	info$done = T;

	# Without any of these it was hardly Remote Desktop.
	if ( info?$cookie || info?$keyboard_layout || info?$result )
		Log::write(RDP::LOG, info);
	}

event check_record(c: connection)
	{
	if ( c$rdp$done )
		return;

	if ( network_time() - c$rdp$ts <= rdp_check_interval )
		{
		schedule rdp_check_interval { check_record(c) };
		return;
		}

	write_log(c);

	if ( disable_analyzer_after_detection && connection_exists(c$id) && c$rdp?$analyzer_id )
		disable_analyzer(c$id, c$rdp$analyzer_id);
	}

function set_session(c: connection)
	{
	if ( c?$rdp )
		return;

	c$rdp = Info($ts=network_time(), $uid=c$uid, $id=c$id);
	Conn::register_removal_hook(c, finalize_rdp);
	schedule rdp_check_interval { check_record(c) };
	}

event rdp_connect_request(c: connection, cookie: string) &priority=5
	{
	set_session(c);
	c$rdp$cookie = cookie;
	}

event rdp_negotiation_response(c: connection, security_protocol: count) &priority=5
	{
	set_session(c);
	c$rdp$security_protocol = security_protocols[security_protocol];
	}

event rdp_negotiation_failure(c: connection, failure_code: count) &priority=5
	{
	set_session(c);
	c$rdp$result = failure_codes[failure_code];
	}

# The name of a layout. The low half of one that has none is a language, whose usual layout is a guess.
function layout_name(layout: count): string
	{
	if ( layout in languages )
		return languages[layout];

	local language = layout & 0xffff;
	if ( language in languages )
		return fmt("%s (Best Guess for %d)", languages[language], layout);

	return fmt("keyboard-%d", layout);
	}

event rdp_client_core_data(c: connection, data: RDP::ClientCoreData) &priority=5
	{
	set_session(c);

	local info = c$rdp;
	info$keyboard_layout = layout_name(data$keyboard_layout);
	info$client_build = builds[data$client_build];
	info$client_name = data$client_name;
	info$desktop_width = data$desktop_width;
	info$desktop_height = data$desktop_height;

	if ( data?$dig_product_id )
		info$client_dig_product_id = data$dig_product_id;

	if ( data?$ec_flags && data$ec_flags$want_32bpp_session )
		info$requested_color_depth = "32bit";
	else if ( data?$high_color_depth )
		info$requested_color_depth = high_color_depths[data$high_color_depth];
	}

event rdp_client_network_data(c: connection, channels: ClientChannelList)
	{
	set_session(c);

	if ( ! c$rdp?$client_channels )
		c$rdp$client_channels = vector();

	for ( i, channel in channels )
		c$rdp$client_channels[i] = gsub(channel$name, /\x00+$/, "");

	# The protocol has room for no more.
	if ( |channels| > 31 )
		Reporter::conn_weird("RDP_channels_requested_exceeds_max", c, cat(|channels|));
	}

event rdp_gcc_server_create_response(c: connection, result: count) &priority=5
	{
	set_session(c);
	c$rdp$result = results[result];
	}

event rdp_server_security(c: connection, encryption_method: count, encryption_level: count) &priority=5
	{
	set_session(c);
	c$rdp$encryption_method = encryption_methods[encryption_method];
	c$rdp$encryption_level = encryption_levels[encryption_level];
	}

event rdp_server_certificate(c: connection, cert_type: count, permanently_issued: bool) &priority=5
	{
	set_session(c);
	c$rdp$cert_type = cert_types[cert_type];
	c$rdp$cert_permanent = permanently_issued;

	# RDP's own is no file, and is counted here.
	if ( c$rdp$cert_type == "RSA" )
		++c$rdp$cert_count;
	}

event rdp_begin_encryption(c: connection, security_protocol: count) &priority=5
	{
	set_session(c);
	c$rdp$security_protocol = security_protocols[security_protocol];
	if ( ! c$rdp?$result )
		c$rdp$result = "encrypted";
	}

event file_over_new_connection(f: fa_file, c: connection, is_orig: bool) &priority=5
	{
	if ( c?$rdp && f$source == "RDP" )
		++c$rdp$cert_count;
	}

event analyzer_confirmation_info(atype: AllAnalyzers::Tag, info: AnalyzerConfirmationInfo) &priority=5
	{
	if ( atype != Analyzer::ANALYZER_RDP || ! info?$c )
		return;

	set_session(info$c);
	info$c$rdp$analyzer_id = info$aid;
	}

event analyzer_violation_info(atype: AllAnalyzers::Tag, info: AnalyzerViolationInfo) &priority=5
	{
	# Nothing more is to be expected.
	if ( atype == Analyzer::ANALYZER_RDP && info?$c && info$c?$rdp )
		write_log(info$c);
	}

hook finalize_rdp(c: connection)
	{
	if ( c?$rdp )
		write_log(c);
	}
