# Answers of plugins, handled where the plugins are: in the only process, or at the manager of a cluster.

@load ./rules

module NetControl;

event NetControl::rule_expire(r: Rule, p: PluginState) &priority=-5
	{
	end_of_time(r, p);
	}

# Schedules the end of a rule whose plugin does not time it out.
function watch_time(r: Rule, p: PluginState)
	{
	if ( r?$expire && r$expire > 0 secs && ! p$plugin$can_expire )
		schedule r$expire { NetControl::rule_expire(r, p) };
	}

event NetControl::rule_exists(r: Rule, p: PluginState, msg: string) &priority=5
	{
	rule_holds(r, p, T, msg);
	watch_time(r, p);
	}

event NetControl::rule_added(r: Rule, p: PluginState, msg: string) &priority=5
	{
	rule_holds(r, p, F, msg);
	watch_time(r, p);
	}

event NetControl::rule_removed(r: Rule, p: PluginState, msg: string) &priority=-5
	{
	rule_is_gone(r, p, msg);
	}

event NetControl::rule_timeout(r: Rule, i: FlowInfo, p: PluginState) &priority=-5
	{
	rule_timed_out(r, i, p);
	}

event NetControl::rule_error(r: Rule, p: PluginState, msg: string) &priority=-5
	{
	rule_failed(r, p, msg);
	}
