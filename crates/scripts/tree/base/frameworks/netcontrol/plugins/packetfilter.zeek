# A plugin that carries out rules about monitored traffic in this process: it ignores packets by address or network.

@load ../plugin
@load ../main

module NetControl;

export {
	global create_packetfilter: function(): PluginState;
}

# Whether a rule selects packets by address alone.
function by_address(r: Rule): bool
	{
	if ( r$ty != DROP || r$target != MONITOR )
		return F;

	if ( r$entity$ty == ADDRESS )
		return T;

	if ( r$entity$ty != FLOW )
		return F;

	local f = r$entity$flow;
	return ! f?$src_p && ! f?$dst_p && ! f?$src_m && ! f?$dst_m;
	}

# Returns the source and the destination networks of an entity.
function sources(e: Entity): vector of subnet
	{
	if ( e$ty == ADDRESS )
		return vector(e$ip);

	return e$flow?$src_h ? vector(e$flow$src_h) : vector();
	}

function destinations(e: Entity): vector of subnet
	{
	if ( e$ty == ADDRESS )
		return vector(e$ip);

	return e$flow?$dst_h ? vector(e$flow$dst_h) : vector();
	}

function packetfilter_add_rule(p: PluginState, r: Rule): bool
	{
	if ( ! by_address(r) )
		return F;

	for ( _, s in sources(r$entity) )
		install_src_net_filter(s, 0, 1.0);

	for ( _, d in destinations(r$entity) )
		install_dst_net_filter(d, 0, 1.0);

	return T;
	}

function packetfilter_remove_rule(p: PluginState, r: Rule, reason: string): bool
	{
	if ( ! by_address(r) )
		return F;

	for ( _, s in sources(r$entity) )
		uninstall_src_net_filter(s);

	for ( _, d in destinations(r$entity) )
		uninstall_dst_net_filter(d);

	return T;
	}

function create_packetfilter(): PluginState
	{
	return PluginState($plugin=Plugin(
		$name=function(p: PluginState): string { return "Packetfilter"; },
		$can_expire=F,
		$add_rule=packetfilter_add_rule,
		$remove_rule=packetfilter_remove_rule));
	}
