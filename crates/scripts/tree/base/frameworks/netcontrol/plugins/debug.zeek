# A plugin that prints requests and reports success.

@load ../plugin
@load ../main

module NetControl;

export {
	## Creates a plugin. With `do_something` false it refuses all rules.
	global create_debug: function(do_something: bool, name: string &default=""): PluginState;
	## Creates a plugin that reports every rule as existing.
	global create_debug_exists: function(name: string): PluginState;
	## Creates a plugin that reports every rule as failed.
	global create_debug_error: function(name: string): PluginState;
}

function debug_name(p: PluginState): string
	{
	return p$config["name"];
	}

function debug_say(p: PluginState, what: string)
	{
	print fmt("netcontrol debug (%s): %s", debug_name(p), what);
	}

function debug_init(p: PluginState)
	{
	debug_say(p, "init");
	plugin_activated(p);
	}

# Prints a request. Returns whether the plugin accepts it.
function debug_takes(p: PluginState, r: Rule, asked: string): bool
	{
	debug_say(p, fmt("%s: %s", asked, r));
	return p$config["all"] == "1";
	}

function debug_add_rule(p: PluginState, r: Rule): bool
	{
	if ( ! debug_takes(p, r, "add_rule") )
		return F;

	event NetControl::rule_added(r, p);
	return T;
	}

function debug_add_rule_exists(p: PluginState, r: Rule): bool
	{
	if ( ! debug_takes(p, r, "add_rule_exists") )
		return F;

	event NetControl::rule_exists(r, p);
	return T;
	}

function debug_add_rule_error(p: PluginState, r: Rule): bool
	{
	if ( ! debug_takes(p, r, "add_rule_error") )
		return F;

	event NetControl::rule_error(r, p, "debug error");
	return T;
	}

function debug_remove_rule(p: PluginState, r: Rule, reason: string): bool
	{
	debug_say(p, fmt("remove_rule (%s): %s", reason, r));
	event NetControl::rule_removed(r, p);
	return T;
	}

function debug_with(add_rule: function(state: PluginState, r: Rule): bool, name: string, all: string): PluginState
	{
	local config: table[string] of string = { ["all"] = all, ["name"] = name };

	return PluginState($config=config, $plugin=Plugin($name=debug_name, $can_expire=F, $init=debug_init,
	                                                  $add_rule=add_rule, $remove_rule=debug_remove_rule));
	}

function create_debug(do_something: bool, name: string): PluginState
	{
	local own = do_something ? "Debug-All" : "Debug-None";

	return debug_with(debug_add_rule, name == "" ? own : name, do_something ? "1" : "0");
	}

function create_debug_exists(name: string): PluginState
	{
	return debug_with(debug_add_rule_exists, name, "1");
	}

function create_debug_error(name: string): PluginState
	{
	return debug_with(debug_add_rule_error, name, "1");
	}
