##! Writes the state of this node into a file every second. ``egret cluster status`` reads the files of the nodes that it
##! has started.

@load base/frameworks/cluster
@load base/frameworks/telemetry

module Cluster::Status;

export {
	## The file, as JSON; replaced as a whole. Empty for none.
	const report_file = "" &redef;

	## The time between two reports.
	const every = 1 sec &redef;

	## The state of a node. All numbers but *waiting* count from its start.
	type Report: record {
		## The name of the node.
		node: string;
		## Its process.
		pid: count;
		## The time of the report.
		ts: time;
		## The names of the other nodes that are up.
		met: vector of string;
		## Packets from its interface.
		packets: count;
		## Packets that the system dropped for want of room.
		dropped: count;
		## Events from other nodes.
		events_in: count &default=0;
		## Events that were published.
		events_out: count &default=0;
		## Rows written to its streams or taken from other nodes.
		rows: count &default=0;
		## Messages of nodes that wait in its process.
		waiting: count &default=0;
		## Messages and batches of rows that found no room.
		lost: count &default=0;
	};
}

global write: event();

function add_metrics(r: Report)
	{
	for ( _, m in Telemetry::collect_metrics() )
		{
		if ( ! m?$value )
			next;

		local n = double_to_count(m$value);

		switch ( m$opts$name )
			{
			case "cluster_core_incoming_events":
				r$events_in += n;
				break;
			case "cluster_core_outgoing_events":
				r$events_out += n;
				break;
			case "log-stream-writes":
				r$rows += n;
				break;
			case "cluster_mail_waiting":
				r$waiting += n;
				break;
			case "cluster_mail_drops", "cluster_zeromq_xpub_drops", "cluster_nats_event_drops", "cluster_nats_row_drops",
			     "cluster_zeromq_log_drops", "cluster_peering_event_drops", "cluster_peering_row_drops":
				r$lost += n;
				break;
			}
		}
	}

event write()
	{
	local met: vector of string = vector();

	for ( name, other in Cluster::nodes )
		if ( name != Cluster::node && other?$id )
			met += name;

	local stats = get_net_stats();
	local r = Report($node=Cluster::node, $pid=getpid(), $ts=current_time(), $met=met, $packets=stats$pkts_recvd,
	                 $dropped=stats$pkts_dropped);
	add_metrics(r);

	# A reader never sees half of a report.
	local next_file = report_file + ".new";
	local f = open(next_file);
	print f, to_json(r);
	close(f);
	rename(next_file, report_file);
	schedule every { write() };
	}

event zeek_init() &priority=-20
	{
	if ( Cluster::is_enabled() && report_file != "" )
		event write();
	}
