# A plugin whose rules acld carries out, a daemon that changes access lists of routers. A bridge to acld listens behind a
# Broker connection. Commands are acld's.

@load ./remote

module NetControl;

export {
	## A command of acld.
	type AclRule: record {
		command: string;
		## The rule's number, which answers repeat.
		cookie: count;
		arg: string;
		comment: string &optional;
	};

	## Where acld is, and which rules the plugin accepts.
	type AcldConfig: record {
		## The topic that requests and answers are published on.
		acld_topic: string;
		acld_host: addr;
		acld_port: port;

		## Accept rules about monitored traffic.
		monitor: bool &default=F;
		## Accept rules about forwarded traffic.
		forward: bool &default=T;

		## Decides whether a rule is accepted, in place of `monitor` and `forward`.
		check_pred: function(p: PluginState, r: Rule): bool &optional;
	};

	redef record PluginState += {
		acld_config: AcldConfig &optional;
		## The number of the plugin in requests and answers.
		acld_id: count &optional;
	};

	## Creates a plugin.
	global create_acld: function(config: AcldConfig): PluginState;

	## Sees the command of a rule before it is sent, and may change it. A `break` refuses the rule.
	global NetControl::acld_rule_policy: hook(p: PluginState, r: Rule, ar: AclRule);

	# Requests to acld.
	global acld_add_rule: event(id: count, r: Rule, ar: AclRule);
	global acld_remove_rule: event(id: count, r: Rule, ar: AclRule);

	# Its answers.
	global acld_rule_added: event(id: count, r: Rule, msg: string);
	global acld_rule_removed: event(id: count, r: Rule, msg: string);
	global acld_rule_exists: event(id: count, r: Rule, msg: string);
	global acld_rule_error: event(id: count, r: Rule, msg: string);
}

# The plugins, by their numbers.
global acld_plugins: vector of PluginState;

# Commands of acld that put a rule in place, with those that lift it. Policies may choose those that no rule has.
const acld_lifting: table[string] of string = {
	["drop"] = "restore",
	["blockhosthost"] = "restorehosthost",
	["droptcpport"] = "restoretcpport",
	["dropudpport"] = "restoreudpport",
	["droptcpdsthostport"] = "restoretcpdsthostport",
	["dropudpdsthostport"] = "restoreudpdsthostport",
	["permittcpdsthostport"] = "unpermittcpdsthostport",
	["permitudpdsthostport"] = "unpermitudpdsthostport",
	["nullzero"] = "nonullzero",
	["filter"] = "nofilter",
	["addwhitelist"] = "remwhitelist",
};

function acld_name(p: PluginState): string
	{
	return fmt("Acld-%s", p$acld_config$acld_topic);
	}

function acld_takes(p: PluginState, r: Rule): bool
	{
	local c = p$acld_config;

	if ( c?$check_pred )
		return c$check_pred(p, r);

	return r$target == MONITOR ? c$monitor : c$forward;
	}

function acld_init(p: PluginState)
	{
	local c = p$acld_config;

	remote_connect(p, c$acld_host, c$acld_port, c$acld_topic);
	}

# Whether a network is one host, as commands about hosts need it.
function acld_is_host(s: subnet): bool
	{
	return subnet_width(s) == ( is_v4_subnet(s) ? 32 : 128 );
	}

# Fills in the command that drops a flow, if acld has one.
function acld_drop_flow(f: Flow, ar: AclRule)
	{
	if ( f?$src_p || f?$src_m || f?$dst_m || ( f?$dst_h && ! acld_is_host(f$dst_h) ) )
		return;

	if ( f?$src_h )
		{
		if ( f?$dst_h && ! f?$dst_p && acld_is_host(f$src_h) )
			{
			ar$command = "blockhosthost";
			ar$arg = fmt("%s %s", subnet_to_addr(f$src_h), subnet_to_addr(f$dst_h));
			}

		return;
		}

	if ( ! f?$dst_p || ( ! is_tcp_port(f$dst_p) && ! is_udp_port(f$dst_p) ) )
		return;

	local transport = is_tcp_port(f$dst_p) ? "tcp" : "udp";

	if ( f?$dst_h )
		{
		ar$command = fmt("drop%sdsthostport", transport);
		ar$arg = fmt("%s %d", subnet_to_addr(f$dst_h), f$dst_p);
		}
	else
		{
		ar$command = fmt("drop%sport", transport);
		ar$arg = fmt("%d", f$dst_p);
		}
	}

# Returns the command that puts a rule in place. Its name is empty if acld has none, or a script refuses it.
function acld_command(p: PluginState, r: Rule): AclRule
	{
	local ar = AclRule($command="", $cookie=r$cid, $arg="");

	if ( r?$location )
		ar$comment = r$location;

	if ( r$entity$ty == ADDRESS && ( r$ty == DROP || r$ty == WHITELIST ) )
		{
		ar$command = r$ty == DROP ? "drop" : "addwhitelist";
		ar$arg = cat(r$entity$ip);
		}
	else if ( r$entity$ty == FLOW && r$ty == DROP )
		acld_drop_flow(r$entity$flow, ar);

	if ( ar$command != "" && ! hook NetControl::acld_rule_policy(p, r, ar) )
		ar$command = "";

	return ar;
	}

function acld_ask_addition(p: PluginState, r: Rule): bool
	{
	if ( ! acld_takes(p, r) )
		return F;

	local ar = acld_command(p, r);

	if ( ar$command == "" )
		return F;

	Broker::publish(p$acld_config$acld_topic, NetControl::acld_add_rule, p$acld_id, r, ar);
	return T;
	}

function acld_ask_removal(p: PluginState, r: Rule, reason: string): bool
	{
	if ( ! acld_takes(p, r) )
		return F;

	local ar = acld_command(p, r);

	if ( ar$command !in acld_lifting )
		return F;

	ar$command = acld_lifting[ar$command];

	if ( reason != "" )
		ar$comment = ar?$comment && ar$comment != "" ? fmt("%s (%s)", reason, ar$comment) : reason;

	Broker::publish(p$acld_config$acld_topic, NetControl::acld_remove_rule, p$acld_id, r, ar);
	return T;
	}

event NetControl::acld_rule_added(id: count, r: Rule, msg: string)
	{
	if ( remote_knows(acld_plugins, id, r) )
		event NetControl::rule_added(r, acld_plugins[id], msg);
	}

event NetControl::acld_rule_exists(id: count, r: Rule, msg: string)
	{
	if ( remote_knows(acld_plugins, id, r) )
		event NetControl::rule_exists(r, acld_plugins[id], msg);
	}

event NetControl::acld_rule_removed(id: count, r: Rule, msg: string)
	{
	if ( remote_knows(acld_plugins, id, r) )
		event NetControl::rule_removed(r, acld_plugins[id], msg);
	}

event NetControl::acld_rule_error(id: count, r: Rule, msg: string)
	{
	if ( remote_knows(acld_plugins, id, r) )
		event NetControl::rule_error(r, acld_plugins[id], msg);
	}

function create_acld(config: AcldConfig): PluginState
	{
	local p = PluginState(
		$plugin=Plugin($name=acld_name, $can_expire=F, $init=acld_init, $add_rule=acld_ask_addition,
		               $remove_rule=acld_ask_removal),
		$acld_config=config,
		$acld_id=|acld_plugins|);

	acld_plugins += p;
	return p;
	}
