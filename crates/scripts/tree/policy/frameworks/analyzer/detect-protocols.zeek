# Raises notices about protocols at ports that are not their own.

@load base/frameworks/notice
@load base/utils/site
@load base/utils/conn-ids
@load base/protocols/conn/removal-hooks

module ProtocolDetector;

export {
	redef enum Notice::Type += {
		## A connection carries a protocol at a port that is not its own.
		Protocol_Found,
		## A server of such a protocol; raised once.
		Server_Found,
	};

	type dir: enum { NONE, INCOMING, OUTGOING, BOTH };

	## Accepted protocols, by responder (0.0.0.0 for any) and port, with the direction that is accepted.
	option valids: table[AllAnalyzers::Tag, addr, port] of dir = {};

	## Protocols whose servers raise no notice.
	option suppress_servers: set[AllAnalyzers::Tag] = {};

	## A protocol is reported when its analyzer still runs after this long, after this many bytes, or at the end.
	option minimum_duration = 30 secs;
	option minimum_volume = 4e3;

	## How often a connection is checked.
	const check_interval = 5 secs;

	## Names a protocol inside of the one that an analyzer found. Other scripts call it.
	global found_protocol: function(c: connection, analyzer: AllAnalyzers::Tag, protocol: string);

	## Servers that raised a notice, with the protocols that they carry.
	global servers: table[addr, port, string] of set[string] &read_expire=14 days;

	global finalize_protocol_detection: Conn::RemovalHook;
}

# The analyzers of connections, and the protocols that other scripts named.
global conns: table[conn_id] of set[AllAnalyzers::Tag];
global protocols: table[conn_id] of set[string];

# Returns the protocols that other scripts named for a connection, joined by slashes.
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

	# Only traffic in both directions counts.
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

# Whether a protocol runs at a port that it is not registered for.
function is_astray(c: connection, atype: AllAnalyzers::Tag): bool
	{
	return c$id$resp_p !in Analyzer::registered_ports(atype);
	}

function watch(c: connection, atype: AllAnalyzers::Tag)
	{
	conns[c$id] = set(atype);
	Conn::register_removal_hook(c, finalize_protocol_detection);
	schedule min_interval(minimum_duration, check_interval) { ProtocolDetector::check_connection(c) };
	}

event analyzer_confirmation_info(atype: AllAnalyzers::Tag, info: AnalyzerConfirmationInfo)
	{
	if ( ! info?$c || ! is_protocol_analyzer(atype) || ! is_astray(info$c, atype) )
		return;

	if ( info$c$id in conns )
		add conns[info$c$id][atype];
	else
		watch(info$c, atype);
	}

function found_protocol(c: connection, atype: AllAnalyzers::Tag, protocol: string)
	{
	if ( is_astray(c, atype) )
		{
		Conn::register_removal_hook(c, finalize_protocol_detection);

		if ( c$id in protocols )
			add protocols[c$id][protocol];
		else
			protocols[c$id] = set(protocol);
		}
	}
