# Enables the file of profiling information.

module Profiling;

function log_suffix(): string
	{
	local suffix = getenv("ZEEK_LOG_SUFFIX");
	return suffix == "" ? "log" : suffix;
	}

redef profiling_file = open(fmt("prof.%s", Profiling::log_suffix()));
redef profiling_interval = 15 secs;
redef expensive_profiling_multiple = 20;

event zeek_init()
	{
	set_buf(profiling_file, F);
	}
