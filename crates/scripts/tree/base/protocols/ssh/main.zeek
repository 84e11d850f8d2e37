# ssh.log: a row for each connection, written when the client has logged in, or when the connection is removed.

@load base/protocols/conn/removal-hooks
@load base/utils/directions-and-hosts
@load base/utils/site

module SSH;

export {
	redef enum Log::ID += { LOG };

	global log_policy: Log::PolicyHook;

	## A connection of SSH.
	type Info: record {
		## When SSH was first seen on it.
		ts: time &log;
		## The connection.
		uid: string &log;
		## Its endpoints.
		id: conn_id &log;
		## The common protocol version, 1 or 2.
		version: count &log &optional;
		## Whether the client logged in; unset if unknown.
		auth_success: bool &log &optional;
		## The number of attempts.
		auth_attempts: count &log &default=0;
		## The direction: to or from the site; unset within the site or outside.
		direction: Direction &log &optional;
		## The client's identification string.
		client: string &log &optional;
		## The server's identification string.
		server: string &log &optional;
		## The negotiated cipher.
		cipher_alg: string &log &optional;
		## The negotiated MAC algorithm.
		mac_alg: string &log &optional;
		## The negotiated compression.
		compression_alg: string &log &optional;
		## The negotiated key exchange.
		kex_alg: string &log &optional;
		## The algorithm of the server's key.
		host_key_alg: string &log &optional;
		## The MD5 of the server's key.
		host_key: string &log &optional;
	};

	## Compressions with which packet lengths carry no information.
	option compression_algorithms = set("zlib", "zlib@openssh.com");

	## Whether to remove the analyzer once the client has logged in.
	option disable_analyzer_after_detection = T;

	## A line as it is logged.
	global log_ssh: event(rec: Info);

	## Logs what is not logged yet when a connection is removed.
	global finalize_ssh: Conn::RemovalHook;
}

module GLOBAL;

export {
	## The client has not logged in by the end of the connection.
	global ssh_auth_failed: event(c: connection);

	## The result of a login after a number of attempts.
	global ssh_auth_result: event(c: connection, result: bool, auth_attempts: count);
}

module SSH;

redef record Info += {
	## Whether the row was written.
	logged: bool &default=F;
	## The algorithms of the first side.
	capabilities: Capabilities &optional;
	## The analyzer, for its removal.
	analyzer_id: count &optional;
};

redef record connection += {
	ssh: Info &optional;
};

const ports = { 22/tcp };
redef likely_server_ports += { ports };

event zeek_init() &priority=5
	{
	Analyzer::register_for_ports(Analyzer::ANALYZER_SSH, ports);
	Log::create_stream(SSH::LOG, Log::Stream($path="ssh", $columns=Info, $policy=log_policy, $ev=log_ssh));
	}

function set_session(c: connection)
	{
	if ( c?$ssh )
		return;

	local info = Info($ts=network_time(), $uid=c$uid, $id=c$id);
	local from_site = Site::is_local_addr(c$id$orig_h);

	if ( from_site != Site::is_local_addr(c$id$resp_h) )
		info$direction = from_site ? OUTBOUND : INBOUND;

	c$ssh = info;
	Conn::register_removal_hook(c, finalize_ssh);
	}

function write_line(c: connection)
	{
	c$ssh$logged = T;
	Log::write(SSH::LOG, c$ssh);
	}

# 1.99 means that a side supports both versions.
function speaks_both(line: string): bool
	{
	return |line| > 7 && line[6] == "9" && line[7] == "9";
	}

function set_version(c: connection)
	{
	local info = c$ssh;
	delete info$version;

	if ( ! info?$client || ! info?$server || info$client == "" || info$server == "" )
		return;

	local client = info$client;
	local server = info$server;
	local lines = fmt("%s vs %s", server, client);

	if ( |client| < 5 || |server| < 5 )
		{
		Reporter::conn_weird("SSH_cannot_determine_version", c, lines);
		return;
		}

	local client_old = client[4] == "1";
	local server_old = server[4] == "1";

	if ( ! client_old && client[4] != "2" || ! server_old && server[4] != "2" )
		return;

	local client_two = ! client_old || speaks_both(client);
	local server_two = ! server_old || speaks_both(server);

	if ( client_two && server_two )
		info$version = 2;
	else if ( client_old && server_old )
		info$version = 1;
	else
		Reporter::conn_weird("SSH_version_mismatch", c, lines);
	}

event analyzer_confirmation_info(atype: AllAnalyzers::Tag, info: AnalyzerConfirmationInfo) &priority=20
	{
	if ( atype != Analyzer::ANALYZER_SSH )
		return;

	set_session(info$c);
	info$c$ssh$analyzer_id = info$aid;
	}

event ssh_server_version(c: connection, version: string)
	{
	set_session(c);
	c$ssh$server = version;
	set_version(c);
	}

event ssh_client_version(c: connection, version: string)
	{
	set_session(c);
	c$ssh$client = version;
	set_version(c);
	}

# The client's first algorithm that the server also supports.
function agreed(client: vector of string, server: vector of string): string
	{
	for ( _, mine in client )
		{
		for ( _, theirs in server )
			{
			if ( mine == theirs )
				return mine;
			}
		}

	return "Algorithm negotiation failed";
	}

function agreed_both_ways(client: Algorithm_Prefs, server: Algorithm_Prefs): string
	{
	local sent = agreed(client$client_to_server, server$client_to_server);
	local received = agreed(client$server_to_client, server$server_to_client);

	# Nearly all implementations use one algorithm in both directions.
	if ( sent != received )
		return fmt("To server: %s, to client: %s", sent, received);

	return sent;
	}

event ssh_capabilities(c: connection, cookie: string, capabilities: Capabilities)
	{
	if ( ! c?$ssh )
		return;

	local info = c$ssh;

	if ( ! info?$capabilities )
		{
		info$capabilities = capabilities;
		return;
		}

	if ( info$capabilities$is_server == capabilities$is_server )
		return;

	local client = capabilities$is_server ? info$capabilities : capabilities;
	local server = capabilities$is_server ? capabilities : info$capabilities;
	info$cipher_alg = agreed_both_ways(client$encryption_algorithms, server$encryption_algorithms);
	info$mac_alg = agreed_both_ways(client$mac_algorithms, server$mac_algorithms);
	info$compression_alg = agreed_both_ways(client$compression_algorithms, server$compression_algorithms);
	info$kex_alg = agreed(client$kex_algorithms, server$kex_algorithms);
	info$host_key_alg = agreed(client$server_host_key_algorithms, server$server_host_key_algorithms);
	}

event ssh_server_host_key(c: connection, hash: string) &priority=5
	{
	if ( c?$ssh )
		c$ssh$host_key = hash;
	}

event ssh_auth_attempted(c: connection, authenticated: bool) &priority=5
	{
	if ( ! c?$ssh )
		return;

	local info = c$ssh;

	if ( info?$auth_success && info$auth_success )
		return;

	if ( info?$compression_alg && info$compression_alg in compression_algorithms )
		return;

	info$auth_success = authenticated;
	info$auth_attempts += 1;

	if ( authenticated && disable_analyzer_after_detection && info?$analyzer_id )
		disable_analyzer(c$id, info$analyzer_id);
	}

event ssh_auth_attempted(c: connection, authenticated: bool) &priority=-5
	{
	if ( ! authenticated || ! c?$ssh || c$ssh$logged )
		return;

	event ssh_auth_result(c, T, c$ssh$auth_attempts);
	write_line(c);
	}

event ssh_auth_failed(c: connection) &priority=-5
	{
	if ( ! c?$ssh || c$ssh$logged )
		return;

	write_line(c);
	event ssh_auth_result(c, F, c$ssh$auth_attempts);
	}

hook finalize_ssh(c: connection)
	{
	if ( ! c?$ssh || c$ssh$logged )
		return;

	local info = c$ssh;

	if ( ! info?$client || ! info?$server || ! info?$auth_success )
		write_line(c);
	else if ( ! info$auth_success )
		event ssh_auth_failed(c);
	}
