# Warns about captures that hold TCP packets without any content: a filter removed it.

@load base/frameworks/cluster

module FilteredTraceDetection;

export {
	global enable: bool = T &redef;
}

function reads_capture(): bool &is_used
	{
	for ( _, arg in zeek_args() )
		if ( arg == "-r" || arg == "--readfile" )
			return T;

	return F;
	}

@if ( reads_capture() )

global saw_content = F;
global saw_tcp = F;
global saw_others = F;

# Takes note of a connection, unless one of those before shows that nothing was filtered.
function look(id: conn_id, history: string)
	{
	if ( ! is_tcp_port(id$orig_p) )
		{
		saw_others = T;
		return;
		}

	saw_tcp = T;
	saw_content = /[Dd]/ in history;
	}

event connection_state_remove(c: connection)
	{
	if ( enable && ! saw_content && ! saw_others )
		look(c$id, c$history);
	}

@ifdef ( Conn::unseen_connection )
event Conn::unseen_connection(rec: Conn::Info)
	{
	if ( enable && ! saw_content && ! saw_others )
		look(rec$id, rec?$history ? rec$history : "");
	}
@endif

# A worker tells what it saw: each sees a part of the capture.
global seen_by_worker: event(content: bool, tcp: bool, others: bool);

event seen_by_worker(content: bool, tcp: bool, others: bool)
	{
	saw_content = saw_content || content;
	saw_tcp = saw_tcp || tcp;
	saw_others = saw_others || others;
	}

event zeek_done()
	{
	if ( Cluster::joint_logs && Cluster::local_node_type() == Cluster::WORKER )
		{
		Cluster::publish(Cluster::manager_topic, seen_by_worker, saw_content, saw_tcp, saw_others);
		return;
		}

	if ( enable && saw_tcp && ! saw_others && ! saw_content )
		Reporter::warning("The analyzed trace file was determined to contain only TCP control packets, which may indicate it's been pre-filtered.  By default, Zeek reports the missing segments for this type of trace, but the 'detect_filtered_trace' option may be toggled if that's not desired.");
	}

@endif
