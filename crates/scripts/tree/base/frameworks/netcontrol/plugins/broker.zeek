# A plugin that publishes its rules, for any program that can carry them out.

@load ./remote

module NetControl;

export {
	## Where rules go, and which ones the plugin accepts.
	type BrokerConfig: record {
		## The topic that requests and answers are published on.
		topic: string &optional;
		## The address and the port of the program.
		host: addr &optional;
		bport: port &optional;

		## Accept rules about monitored traffic.
		monitor: bool &default=T;
		## Accept rules about forwarded traffic.
		forward: bool &default=T;

		## Decides whether a rule is accepted, in place of `monitor` and `forward`.
		check_pred: function(p: PluginState, r: Rule): bool &optional;
	};

	redef record PluginState += {
		broker_config: BrokerConfig &optional;
		## The number of the plugin in requests and answers.
		broker_id: count &optional;
	};

	## Creates a plugin. With `can_expire` the program ends rules itself when they time out, and says so.
	global create_broker: function(config: BrokerConfig, can_expire: bool): PluginState;

	# Requests to the program.
	global broker_add_rule: event(id: count, r: Rule);
	global broker_remove_rule: event(id: count, r: Rule, reason: string);

	# Its answers.
	global broker_rule_added: event(id: count, r: Rule, msg: string);
	global broker_rule_removed: event(id: count, r: Rule, msg: string);
	global broker_rule_exists: event(id: count, r: Rule, msg: string);
	global broker_rule_error: event(id: count, r: Rule, msg: string);
	global broker_rule_timeout: event(id: count, r: Rule, i: FlowInfo);
}

# The plugins, by their numbers.
global broker_plugins: vector of PluginState;

function broker_name(p: PluginState): string
	{
	return fmt("Broker-%s", p$broker_config$topic);
	}

function broker_takes(p: PluginState, r: Rule): bool
	{
	local c = p$broker_config;

	if ( c?$check_pred )
		return c$check_pred(p, r);

	return r$target == MONITOR ? c$monitor : c$forward;
	}

function broker_init(p: PluginState)
	{
	local c = p$broker_config;

	remote_connect(p, c$host, c$bport, c$topic);
	}

function broker_ask_addition(p: PluginState, r: Rule): bool
	{
	if ( ! broker_takes(p, r) )
		return F;

	Broker::publish(p$broker_config$topic, NetControl::broker_add_rule, p$broker_id, r);
	return T;
	}

function broker_ask_removal(p: PluginState, r: Rule, reason: string): bool
	{
	if ( ! broker_takes(p, r) )
		return F;

	Broker::publish(p$broker_config$topic, NetControl::broker_remove_rule, p$broker_id, r, reason);
	return T;
	}

event NetControl::broker_rule_added(id: count, r: Rule, msg: string)
	{
	if ( remote_knows(broker_plugins, id, r) )
		event NetControl::rule_added(r, broker_plugins[id], msg);
	}

event NetControl::broker_rule_exists(id: count, r: Rule, msg: string)
	{
	if ( remote_knows(broker_plugins, id, r) )
		event NetControl::rule_exists(r, broker_plugins[id], msg);
	}

event NetControl::broker_rule_removed(id: count, r: Rule, msg: string)
	{
	if ( remote_knows(broker_plugins, id, r) )
		event NetControl::rule_removed(r, broker_plugins[id], msg);
	}

event NetControl::broker_rule_error(id: count, r: Rule, msg: string)
	{
	if ( remote_knows(broker_plugins, id, r) )
		event NetControl::rule_error(r, broker_plugins[id], msg);
	}

event NetControl::broker_rule_timeout(id: count, r: Rule, i: FlowInfo)
	{
	if ( remote_knows(broker_plugins, id, r) )
		event NetControl::rule_timeout(r, i, broker_plugins[id]);
	}

function create_broker(config: BrokerConfig, can_expire: bool): PluginState
	{
	local p = PluginState(
		$plugin=Plugin($name=broker_name, $can_expire=can_expire, $init=broker_init, $add_rule=broker_ask_addition,
		               $remove_rule=broker_ask_removal),
		$broker_config=config,
		$broker_id=|broker_plugins|);

	if ( ! config?$topic || ! config?$host || ! config?$bport )
		Reporter::error("NetControl::create_broker: topic, host and bport are needed");

	broker_plugins += p;
	return p;
	}
