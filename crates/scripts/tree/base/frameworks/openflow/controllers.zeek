# The controllers of OpenFlow switches, where they are: in the only process, or at the manager of a cluster.

@load ./main

module OpenFlow;

function flow_mod(controller: Controller, match: ofp_match, flow_mod: ofp_flow_mod): bool
	{
	if ( ! controller$state$_activated || ! controller?$flow_mod )
		return F;

	return controller$flow_mod(controller$state, match, flow_mod);
	}

function flow_clear(controller: Controller): bool
	{
	if ( ! controller$state$_activated || ! controller?$flow_clear )
		return F;

	return controller$flow_clear(controller$state);
	}

function register_controller(tpe: OpenFlow::Plugin, name: string, controller: Controller)
	{
	local own = cat(tpe, name);
	controller$state$_name = own;
	controller$state$_plugin = tpe;

	if ( own in name_to_controller )
		{
		Reporter::error(fmt("OpenFlow Controller %s was already registered. Ignored duplicate registration", own));
		return;
		}

	name_to_controller[own] = controller;

	if ( controller?$init )
		controller$init(controller$state);
	else
		controller_init_done(controller);
	}

function unregister_controller(controller: Controller)
	{
	local name = controller$state$_name;

	if ( name !in name_to_controller )
		Reporter::error(fmt("OpenFlow Controller %s was not registered in unregister.", name));

	delete name_to_controller[name];

	if ( controller?$destroy )
		controller$destroy(controller$state);
	}

function lookup_controller(name: string): vector of Controller
	{
	return name in name_to_controller ? vector(name_to_controller[name]) : vector();
	}
