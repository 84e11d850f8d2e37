# The interface of plugins, which carry out rules.

@load ./types

module NetControl;

export {
	## An instance of a plugin.
	type PluginState: record {
		## For use by the plugin.
		config: table[string] of string &default=table();
		_id: count &optional;
		_priority: int &default=+0;
		_activated: bool &default=F;
	};

	## The functions of a plugin. They accept or refuse a rule at once; its outcome follows as an event.
	type Plugin: record {
		name: function(state: PluginState): string;
		## Whether the plugin ends rules itself when they time out.
		can_expire: bool;
		## Called once. It has to call `plugin_activated` when the plugin is ready.
		init: function(state: PluginState) &optional;
		done: function(state: PluginState) &optional;
		add_rule: function(state: PluginState, r: Rule): bool &optional;
		remove_rule: function(state: PluginState, r: Rule, reason: string): bool &optional;
	};

	redef record PluginState += {
		plugin: Plugin &optional;
	};
}
