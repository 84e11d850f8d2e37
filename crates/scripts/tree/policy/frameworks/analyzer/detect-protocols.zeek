# Notices of protocols at ports that are not theirs.

@load base/frameworks/notice
@load base/utils/site
@load base/utils/conn-ids
@load base/protocols/conn/removal-hooks

module ProtocolDetector;

export {
	redef enum Notice::Type += {
		## A connection with a protocol at a port that is not its own.
		Protocol_Found,
		## A server of such a protocol, noticed once.
		Server_Found,
	};

	type dir: enum { NONE, INCOMING, OUTGOING, BOTH };

	## What is no news: protocol, responder (0.0.0.0 for any) and port, and in which direction.
	option valids: table[AllAnalyzers::Tag, addr, port] of dir = {};

	## Protocols whose servers are not noticed.
	option suppress_servers: set[AllAnalyzers::Tag] = {};

	## An analyzer that is still at work after this long, after this many bytes, or at the end was right.
	option minimum_duration = 30 secs;
	option minimum_volume = 4e3;

	## How often a connection is looked at.
	const check_interval = 5 secs;

	## To be called by whoever knows more of what a connection carries.
	global found_protocol: function(c: connection, analyzer: AllAnalyzers::Tag, protocol: string);

	## Servers that were noticed, with what they carry.
	global servers: table[addr, port, string] of set[string] &read_expire=14 days;

	global finalize_protocol_detection: Conn::RemovalHook;
}

# Analyzers of a connection, and what others say that it carries.
global conns: table[conn_id] of set[AllAnalyzers::Tag];
global protocols: table[conn_id] of set[string];

# All that others say of a connection, with slashes between.
function carried(c: connection): string
	{
	local names: string_vec = vector();

	if ( c$id in protocols )
		for ( name in protocols[c$id] )
			names += name;

	return join_string_vec(names, "/");
	}

function is_fine(d: dir, resp: addr): bool
	{
	switch ( d )
		{
		case BOTH:
			return T;

		case INCOMING:
			return Site::is_local_addr(resp);

		case OUTGOING:
			return ! Site::is_local_addr(resp);
		}

	return F;
	}

function do_notice(c: connection, a: AllAnalyzers::Tag, d: dir)
	{
	local id = c$id;

	if ( is_fine(d, id$resp_h) )
		return;

	local name = Analyzer::name(a);
	local sub_name = carried(c);
	local text = sub_name == "" ? name : fmt("%s (via %s)", sub_name, name);

	NOTICE(Notice::Info($note=Protocol_Found, $msg=fmt("%s %s on port %s", id_string(id), text, id$resp_p),
	                    $sub=text, $conn=c));

	local known = [id$resp_h, id$resp_p, name] in servers;

	if ( a in suppress_servers )
		return;

	if ( known && (sub_name == "" || sub_name in servers[id$resp_h, id$resp_p, name]) )
		return;

	NOTICE(Notice::Info($note=Server_Found,
	                    $msg=fmt("%s: %s server on port %s%s", id$resp_h, text, id$resp_p, known ? " (update)" : ""),
	                    $p=id$resp_p, $sub=text, $conn=c, $src=id$resp_h));

	if ( ! known )
		servers[id$resp_h, id$resp_p, name] = set();

	add servers[id$resp_h, id$resp_p, name][sub_name];
	}

function report_protocols(c: connection)
	{
	local id = c$id;

	# A protocol is one where both sides speak.
	if ( c$resp$size > 0 && c$orig$size > 0 )
		for ( a in conns[id] )
			{
			if ( [a, id$resp_h, id$resp_p] in valids )
				do_notice(c, a, valids[a, id$resp_h, id$resp_p]);
			else if ( [a, 0.0.0.0, id$resp_p] in valids )
				do_notice(c, a, valids[a, 0.0.0.0, id$resp_p]);
			else
				do_notice(c, a, NONE);
			}

	delete conns[id];
	delete protocols[id];
	}

event ProtocolDetector::check_connection(c: connection)
	{
	if ( c$id !in conns )
		return;

	local age = network_time() - c$start_time;

	if ( age >= minimum_duration || c$resp$size + c$orig$size >= minimum_volume )
		report_protocols(c);
	else
		schedule min_interval(minimum_duration - age, check_interval) { ProtocolDetector::check_connection(c) };
	}

hook finalize_protocol_detection(c: connection)
	{
	if ( c$id in conns )
		report_protocols(c);
	else
		delete protocols[c$id];
	}

event analyzer_confirmation_info(atype: AllAnalyzers::Tag, info: AnalyzerConfirmationInfo)
	{
	if ( ! is_protocol_analyzer(atype) || ! info?$c )
		return;

	local c = info$c;

	if ( c$id$resp_p in Analyzer::registered_ports(atype) )
		return;

	if ( c$id in conns )
		{
		add conns[c$id][atype];
		return;
		}

	conns[c$id] = set(atype);
	Conn::register_removal_hook(c, finalize_protocol_detection);
	schedule min_interval(minimum_duration, check_interval) { ProtocolDetector::check_connection(c) };
	}

function found_protocol(c: connection, atype: AllAnalyzers::Tag, protocol: string)
	{
	if ( c$id$resp_p in Analyzer::registered_ports(atype) )
		return;

	if ( c$id !in protocols )
		protocols[c$id] = set();

	add protocols[c$id][protocol];
	Conn::register_removal_hook(c, finalize_protocol_detection);
	}
