# The OpenFlow framework in a cluster: the manager has the controllers, the other nodes ask it by a controller's name.

@load ./main
@load base/frameworks/cluster

module OpenFlow;

export {
	# Requests to the manager.
	global cluster_flow_mod: event(name: string, match: ofp_match, flow_mod: ofp_flow_mod);
	global cluster_flow_clear: event(name: string);
}

@if ( Cluster::local_node_type() == Cluster::MANAGER )

@load ./controllers

# Returns the controller that a node asks for; empty, after a message, if there is none.
function controller_asked(name: string): vector of Controller
	{
	if ( name !in name_to_controller )
		Reporter::error(fmt("OpenFlow controller %s, which another node asks for, does not exist here", name));

	return lookup_controller(name);
	}

event OpenFlow::cluster_flow_mod(name: string, match: ofp_match, flow_mod: ofp_flow_mod)
	{
	for ( _, c in controller_asked(name) )
		OpenFlow::flow_mod(c, match, flow_mod);
	}

event OpenFlow::cluster_flow_clear(name: string)
	{
	for ( _, c in controller_asked(name) )
		flow_clear(c);
	}

@else

function flow_mod(controller: Controller, match: ofp_match, flow_mod: ofp_flow_mod): bool
	{
	if ( ! controller?$flow_mod )
		return F;

	Cluster::publish(Cluster::manager_topic, OpenFlow::cluster_flow_mod, controller$state$_name, match, flow_mod);
	return T;
	}

function flow_clear(controller: Controller): bool
	{
	if ( ! controller?$flow_clear )
		return F;

	Cluster::publish(Cluster::manager_topic, OpenFlow::cluster_flow_clear, controller$state$_name);
	return T;
	}

# A controller has its name here, but does not connect.
function register_controller(tpe: OpenFlow::Plugin, name: string, controller: Controller)
	{
	controller$state$_name = cat(tpe, name);
	controller$state$_plugin = tpe;
	name_to_controller[controller$state$_name] = controller;
	}

function unregister_controller(controller: Controller)
	{
	delete name_to_controller[controller$state$_name];
	}

function lookup_controller(name: string): vector of Controller
	{
	return name in name_to_controller ? vector(name_to_controller[name]) : vector();
	}

@endif
