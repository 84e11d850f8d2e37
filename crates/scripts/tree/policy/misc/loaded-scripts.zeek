# loaded_scripts.log: the scripts that were loaded, each below the one that loaded it.

@load base/utils/paths

module LoadedScripts;

export {
	redef enum Log::ID += { LOG };

	global log_policy: Log::PolicyHook;

	type Info: record {
		## The path, indented by two blanks for each level.
		name: string &log;
	};
}

event zeek_init() &priority=5
	{
	Log::create_stream(LOG, Log::Stream($columns=Info, $path="loaded_scripts", $policy=log_policy));
	}

event zeek_script_loaded(path: string, level: count)
	{
	local indent = "";

	while ( level > 0 )
		{
		indent += "  ";
		--level;
		}

	Log::write(LOG, Info($name=indent + compress_path(path)));
	}
