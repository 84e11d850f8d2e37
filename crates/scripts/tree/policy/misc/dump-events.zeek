# Prints the events of a run.

module DumpEvents;

export {
	## Arguments too.
	option include_args = T;

	## Also those that no script handles.
	const dump_all_events = F &redef;

	## Names of those that are printed.
	option include = /.*/;
}

event zeek_init() &priority=999
	{
	if ( dump_all_events )
		generate_all_events();
	}

event new_event(name: string, args: call_argument_vector)
	{
	if ( include !in name )
		return;

	print fmt("%17.6f %s", network_time(), name);

	if ( ! include_args || |args| == 0 )
		return;

	for ( i, arg in args )
		{
		local proto = fmt("%s: %s", arg$name, arg$type_name);

		if ( arg?$value )
			print fmt("                  [%d] %-18s = %s", i, proto, arg$value);
		else
			print fmt("                  | %-18s = %s [default]", proto, arg$default_val);
		}

	print "";
	}
