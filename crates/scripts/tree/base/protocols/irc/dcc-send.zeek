# Files that clients send each other. The offer goes through the server, as in
#
#   PRIVMSG alice :\x01DCC SEND file.zip 3640061780 1026 41709\x01
#
# with the address as one number, the port, and the size; the file is sent over a separate connection.

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

	## Removes the expectation when a file's connection ends.
	global finalize_irc_data: Conn::RemovalHook;
}

# Rows of sessions that offered a file, by the offer's address and port.
global dcc_expected_transfers: table[addr, port] of Info &read_expire=5mins;

# The node that passes offers on to all workers.
function relay_topic(): string &is_used
	{
	local proxies = Cluster::rr_topic(Cluster::proxy_pool, "dcc_transfer_rr_key");
	return proxies != "" ? proxies : Cluster::manager_topic;
	}

function expect_transfer(host: addr, p: port, offer: Info)
	{
	Analyzer::schedule_analyzer(0.0.0.0, host, p, Analyzer::ANALYZER_IRC_DATA, 5 min);
	dcc_expected_transfers[host, p] = offer;
	}

@if ( Cluster::local_node_type() == Cluster::PROXY || Cluster::local_node_type() == Cluster::MANAGER )
event dcc_transfer_add(host: addr, p: port, info: Info) &is_used
	{
	Cluster::publish(Cluster::worker_topic, dcc_transfer_add, host, p, info);
	}

event dcc_transfer_remove(host: addr, p: port) &is_used
	{
	Cluster::publish(Cluster::worker_topic, dcc_transfer_remove, host, p);
	}
@else
event dcc_transfer_add(host: addr, p: port, info: Info) &is_used
	{
	expect_transfer(host, p, info);
	}

event dcc_transfer_remove(host: addr, p: port) &is_used
	{
	delete dcc_expected_transfers[host, p];
	}
@endif

function forget_transfer(host: addr, p: port)
	{
	delete dcc_expected_transfers[host, p];
@if ( Cluster::is_enabled() )
	Cluster::publish(relay_topic(), dcc_transfer_remove, host, p);
@endif
	}

# Logs an offer whose file was transferred, and prepares the row for the session's next command.
function log_transfer(row: Info)
	{
	# The offer may be the only message seen of the session.
	local last_command = row?$command ? row$command : "";
	row$command = "DCC";
	Log::write(IRC::LOG, row);

	if ( last_command == "" )
		delete row$command;
	else
		row$command = last_command;

	delete row$dcc_mime_type;
	delete row$dcc_file_size;
	delete row$dcc_file_name;
	}

event file_sniff(f: fa_file, meta: fa_metadata) &priority=-5
	{
	if ( f$source != "IRC_DATA" || ! f?$conns )
		return;

	for ( id in f$conns )
		{
		local host = id$resp_h;
		local p = id$resp_p;

		if ( [host, p] in dcc_expected_transfers )
			{
			log_transfer(dcc_expected_transfers[host, p]);
			forget_transfer(host, p);
			break;
			}
		}
	}

event irc_dcc_message(c: connection, is_orig: bool, prefix: string, target: string, dcc_type: string,
                      argument: string, address: addr, dest_port: count, size: count) &priority=5
	{
	local row = row_of(c);

	# CHAT and other types carry no file.
	if ( dcc_type != "SEND" )
		return;

	local listens_at = count_to_port(dest_port, tcp);
	row$dcc_file_size = size;
	row$dcc_file_name = argument;
	expect_transfer(address, listens_at, row);

@if ( Cluster::is_enabled() )
	Cluster::publish(relay_topic(), dcc_transfer_add, address, listens_at, row);
@endif
	}

event scheduled_analyzer_applied(c: connection, a: Analyzer::Tag) &priority=10
	{
	if ( [c$id$resp_h, c$id$resp_p] !in dcc_expected_transfers )
		return;

	Conn::register_removal_hook(c, finalize_irc_data);
	add c$service["irc-dcc-data"];
	}

hook finalize_irc_data(c: connection)
	{
	local id = c$id;

	if ( [id$resp_h, id$resp_p] in dcc_expected_transfers )
		forget_transfer(id$resp_h, id$resp_p);
	}
