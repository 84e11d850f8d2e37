# Plugins: those that carry rules out.

@load ./types

module NetControl;

export {
	## An instance of a plugin.
	type PluginState: record {
		## For the plugin's own use.
		config: table[string] of string &default=table();
		_id: count &optional;
		_priority: int &default=+0;
		_activated: bool &default=F;
	};

	## What a plugin can do. Rules are accepted or refused at once; what became of them comes as an event later.
	type Plugin: record {
		name: function(state: PluginState): string;
		## Whether it ends rules by itself when their time is over.
		can_expire: bool;
		## Called once; it has to call `plugin_activated` when it is ready.
		init: function(state: PluginState) &optional;
		done: function(state: PluginState) &optional;
		add_rule: function(state: PluginState, r: Rule): bool &optional;
		remove_rule: function(state: PluginState, r: Rule, reason: string): bool &optional;
	};

	redef record PluginState += {
		plugin: Plugin &optional;
	};
}
