# Limits the file that packets are written to: older packets than those of two intervals are deleted.

module TrimTraceFile;

export {
	## Zero: never.
	const trim_interval = 10 mins &redef;

	global go: event(first_trim: bool);
}

# Starts a new file, and deletes the packets of the one before.
function trim()
	{
	local rotated = rotate_file_by_name(trace_output_file);

	if ( rotated$old_name != "" )
		system(cat("/bin/rm ", safe_shell_quote(rotated$new_name)));
	}

event TrimTraceFile::go(first_trim: bool)
	{
	if ( trace_output_file == "" || zeek_is_terminating() )
		return;

	if ( ! first_trim )
		trim();

	schedule trim_interval { TrimTraceFile::go(F) };
	}

event zeek_init()
	{
	if ( trim_interval > 0 secs )
		schedule trim_interval { TrimTraceFile::go(T) };
	}
