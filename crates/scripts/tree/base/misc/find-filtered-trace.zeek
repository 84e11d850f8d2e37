# Warns about captures that hold TCP packets without any content: a filter removed it.

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

event connection_state_remove(c: connection)
	{
	# Either is enough to know that nothing was filtered.
	if ( ! enable || saw_content || saw_others )
		return;

	if ( ! is_tcp_port(c$id$orig_p) )
		{
		saw_others = T;
		return;
		}

	saw_tcp = T;
	saw_content = /[Dd]/ in c$history;
	}

event zeek_done()
	{
	if ( enable && saw_tcp && ! saw_others && ! saw_content )
		Reporter::warning("The analyzed trace file was determined to contain only TCP control packets, which may indicate it's been pre-filtered.  By default, Zeek reports the missing segments for this type of trace, but the 'detect_filtered_trace' option may be toggled if that's not desired.");
	}

@endif
