# Watches a folder for new files.

@load ./exec
@load ./paths

module Dir;

export {
	option polling_interval = 30 sec;

	global monitor: function(dir: string, callback: function(fname: string), poll_interval: interval &default=polling_interval);
}

event Dir::look(dir: string, known: set[string], callback: function(fname: string), poll_interval: interval)
	{
	local listing = Exec::Command($cmd=fmt("ls -1 %s/", safe_shell_quote(dir)));

	when [dir, known, callback, poll_interval, listing] ( local r = Exec::run(listing) )
		{
		if ( r$exit_code != 0 )
			{
			Reporter::warning(fmt("cannot watch folder %s: it cannot be listed", dir));
			return;
			}

		local present: set[string] = set();

		if ( r?$stdout )
			for ( _, name in r$stdout )
				{
				add present[name];

				if ( name !in known )
					callback(build_path_compressed(dir, name));
				}

		schedule poll_interval { Dir::look(dir, present, callback, poll_interval) };
		}
	}

function monitor(dir: string, callback: function(fname: string), poll_interval: interval)
	{
	event Dir::look(dir, set(), callback, poll_interval);
	}
