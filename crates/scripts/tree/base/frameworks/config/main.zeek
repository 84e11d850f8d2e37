# Changes of options at run time, and their log.

@load base/frameworks/cluster

module Config;

export {
	redef enum Log::ID += { LOG };

	global log_policy: Log::PolicyHook;

	## A row of config.log: one change.
	type Info: record {
		## When the option changed.
		ts: time &log;
		## The option.
		id: string &log;
		## Its value before.
		old_value: string &log;
		## Its value from now on.
		new_value: string &log;
		## Where the new value came from.
		location: string &optional &log;
	};

	global log_config: event(rec: Info);

	## Sets an option. Returns false if that is not possible.
	global set_value: function(ID: string, val: any, location: string &default=""): bool;
}

# The location of changes that are not logged: the program's own.
const unlogged_location = "<skip-config-log>";

## An option is set at another node of the cluster.
global cluster_set_option: event(ID: string, val: any, location: string);

# Whether options are to be the same at all nodes of a cluster of processes.
function is_shared(): bool
	{
	return Cluster::is_enabled() && ! Cluster::joint_logs;
	}

# The last value that was set, and where it came from.
type Setting: record {
	val: any;
	location: string;
};

# What the manager was told last of each option.
global settings: table[string] of Setting;

# At the manager: sets an option, and has the other nodes set it.
function set_everywhere(ID: string, val: any, location: string): bool
	{
	if ( ! Option::set(ID, val, location) )
		return F;

	settings[ID] = Setting($val=val, $location=location);

	for ( topic in Cluster::broadcast_topics )
		if ( topic != Cluster::manager_topic )
			Cluster::publish(topic, Config::cluster_set_option, ID, val, location);

	return T;
	}

function set_value(ID: string, val: any, location: string &default=""): bool
	{
	if ( ! is_shared() )
		return Option::set(ID, val, location);

	if ( Cluster::local_node_type() == Cluster::MANAGER )
		return set_everywhere(ID, val, location);

	# The manager tells the others, and sets it here again.
	Cluster::publish(Cluster::manager_topic, Config::cluster_set_option, ID, val, location);
	return Option::set(ID, val, location);
	}

# Formats a value for the log: the elements of sets and vectors separated by commas.
function format_value(value: any): string
	{
	local kind = type_name(value);

	if ( kind == "string" )
		return value;

	local elements: vector of any;

	if ( /^vector/ in kind )
		elements = value;
	else if ( /^set/ in kind && "," !in kind )
		elements = Option::any_set_to_any_vec(value);
	else
		return cat(value);

	local texts: string_vec = vector();

	for ( _, element in elements )
		texts += cat(element);

	return join_string_vec(texts, ",");
	}

function log_change(name: string, before: string, after: string, location: string)
	{
	local row = Info($ts=network_time(), $new_value=after, $old_value=before, $id=name);

	if ( |location| > 0 )
		row$location = location;

	Log::write(LOG, row);
	}

function config_option_changed(ID: string, new_value: any, location: string): any &is_used
	{
	# Of the nodes of a cluster, the manager logs.
	if ( location != unlogged_location && ( ! is_shared() || Cluster::local_node_type() == Cluster::MANAGER ) )
		log_change(ID, format_value(lookup_ID(ID)), format_value(new_value), location);

	return new_value;
	}

event zeek_init() &priority=10
	{
	# After all other handlers, which may change the value or refuse it.
	for ( name in global_options() )
		Option::set_change_handler(name, config_option_changed, -100);

	Log::create_stream(LOG, Log::Stream($columns=Info, $ev=log_config, $path="config", $policy=log_policy));
	}
