# The network control framework without a cluster.

@load ./main
@load ./answers

module NetControl;

function activate(p: PluginState, priority: int)
	{
	take_plugin(p, priority);
	}

function add_rule(r: Rule): string
	{
	return take_rule(r);
	}

function remove_rule(id: string, reason: string): bool
	{
	return ask_removal(id, reason);
	}

function delete_rule(id: string, reason: string): bool
	{
	return forget_rule(id, reason);
	}
