# Files that clients send each other. The offer goes over the server, as in
#
#   PRIVMSG somebody :\x01DCC SEND file.zip 3640061780 1026 41709\x01
#
# with the address as one number, the port, and the size; the file over a connection of its own.

@load ./main
@load base/utils/files
@load base/frameworks/cluster
@load base/protocols/conn/removal-hooks

module IRC;

export {
	redef record Info += {
		dcc_file_name: string &log &optional;
		dcc_file_size: count  &log &optional;
		dcc_mime_type: string &log &optional;
	};

	## Forgets a file's connection when it ends.
	global finalize_irc_data: Conn::RemovalHook;
}

# Sessions by the connection that they wait for.
global dcc_expected_transfers: table[addr, port] of Info &read_expire=5mins;

function dcc_relay_topic(): string &is_used
	{
	local topic = Cluster::rr_topic(Cluster::proxy_pool, "dcc_transfer_rr_key");
	return topic == "" ? Cluster::manager_topic : topic;
	}

function expect_transfer(host: addr, p: port, info: Info)
	{
	dcc_expected_transfers[host, p] = info;
	Analyzer::schedule_analyzer(0.0.0.0, host, p, Analyzer::ANALYZER_IRC_DATA, 5 min);
	}

event dcc_transfer_add(host: addr, p: port, info: Info) &is_used
	{
@if ( Cluster::local_node_type() == Cluster::PROXY || Cluster::local_node_type() == Cluster::MANAGER )
	Cluster::publish(Cluster::worker_topic, dcc_transfer_add, host, p, info);
@else
	expect_transfer(host, p, info);
@endif
	}

event dcc_transfer_remove(host: addr, p: port) &is_used
	{
@if ( Cluster::local_node_type() == Cluster::PROXY || Cluster::local_node_type() == Cluster::MANAGER )
	Cluster::publish(Cluster::worker_topic, dcc_transfer_remove, host, p);
@else
	delete dcc_expected_transfers[host, p];
@endif
	}

function forget_transfer(host: addr, p: port)
	{
	delete dcc_expected_transfers[host, p];
@if ( Cluster::is_enabled() )
	Cluster::publish(dcc_relay_topic(), dcc_transfer_remove, host, p);
@endif
	}

function log_dcc(f: fa_file)
	{
	if ( ! f?$conns )
		return;

	for ( cid, _ in f$conns )
		{
		if ( [cid$resp_h, cid$resp_p] !in dcc_expected_transfers )
			next;

		local s = dcc_expected_transfers[cid$resp_h, cid$resp_p];
		local command = s$command;
		s$command = "DCC";
		Log::write(IRC::LOG, s);
		s$command = command;

		# The session may offer another file.
		delete s$dcc_file_name;
		delete s$dcc_file_size;
		delete s$dcc_mime_type;
		forget_transfer(cid$resp_h, cid$resp_p);
		return;
		}
	}

event file_sniff(f: fa_file, meta: fa_metadata) &priority=-5
	{
	if ( f$source == "IRC_DATA" )
		log_dcc(f);
	}

event irc_dcc_message(c: connection, is_orig: bool, prefix: string, target: string, dcc_type: string,
                      argument: string, address: addr, dest_port: count, size: count) &priority=5
	{
	set_session(c);

	if ( dcc_type != "SEND" )
		return;

	c$irc$dcc_file_name = argument;
	c$irc$dcc_file_size = size;

	local p = count_to_port(dest_port, tcp);
	expect_transfer(address, p, c$irc);

@if ( Cluster::is_enabled() )
	Cluster::publish(dcc_relay_topic(), dcc_transfer_add, address, p, c$irc);
@endif
	}

event scheduled_analyzer_applied(c: connection, a: Analyzer::Tag) &priority=10
	{
	if ( [c$id$resp_h, c$id$resp_p] !in dcc_expected_transfers )
		return;

	add c$service["irc-dcc-data"];
	Conn::register_removal_hook(c, finalize_irc_data);
	}

hook finalize_irc_data(c: connection)
	{
	if ( [c$id$resp_h, c$id$resp_p] in dcc_expected_transfers )
		forget_transfer(c$id$resp_h, c$id$resp_p);
	}
