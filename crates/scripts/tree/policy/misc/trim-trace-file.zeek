# Keeps the file that packets are written to short: what is older than two intervals goes.

module TrimTraceFile;

export {
	## Zero for never.
	const trim_interval = 10 mins &redef;

	global go: event(first_trim: bool);
}

event TrimTraceFile::go(first_trim: bool)
	{
	if ( zeek_is_terminating() || trace_output_file == "" )
		return;

	if ( ! first_trim )
		{
		local moved = rotate_file_by_name(trace_output_file);

		if ( moved$old_name != "" )
			system(fmt("/bin/rm %s", safe_shell_quote(moved$new_name)));
		}

	schedule trim_interval { TrimTraceFile::go(F) };
	}

event zeek_init()
	{
	if ( trim_interval > 0 secs )
		schedule trim_interval { TrimTraceFile::go(T) };
	}
