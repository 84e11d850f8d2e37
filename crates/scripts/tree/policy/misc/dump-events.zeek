# Prints events as they are raised.

module DumpEvents;

export {
	## Prints arguments too.
	option include_args = T;

	## Prints events without a handler too.
	const dump_all_events = F &redef;

	## The names of the events to print.
	option include = /.*/;
}

event zeek_init() &priority=999
	{
	if ( dump_all_events )
		generate_all_events();
	}

# Prints an argument, or its default.
function show_argument(i: count, arg: call_argument)
	{
	local head = fmt("%-18s", cat(arg$name, ": ", arg$type_name));

	if ( ! arg?$value )
		print fmt("%18s| %s = %s [default]", "", head, arg$default_val);
	else
		print fmt("%18s[%d] %s = %s", "", i, head, arg$value);
	}

event new_event(name: string, args: call_argument_vector)
	{
	if ( include in name )
		{
		print fmt("%17.6f %s", network_time(), name);

		if ( include_args && |args| > 0 )
			{
			for ( i, arg in args )
				show_argument(i, arg);

			print "";
			}
		}
	}
