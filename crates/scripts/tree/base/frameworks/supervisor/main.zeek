# Supervised nodes: script functions around the built-in ones.

@load ./api
@load ./control

module Supervisor;

function create(node: NodeConfig): string
	{
	return __create(node);
	}

function status(node: string): Status
	{
	return __status(node);
	}

function restart(node: string): bool
	{
	return __restart(node);
	}

function destroy(node: string): bool
	{
	return __destroy(node);
	}

function is_supervisor(): bool
	{
	return __is_supervisor();
	}

function is_supervised(): bool
	{
	return __is_supervised();
	}

function node(): NodeConfig
	{
	return __node();
	}

# Requests of other processes. What a process that supervises nothing hears is not for it.
event zeek_init() &priority=10
	{
	Broker::subscribe(SupervisorControl::topic_prefix);

	if ( is_supervisor() && SupervisorControl::enable_listen )
		Broker::listen();
	}

event SupervisorControl::stop_request()
	{
	if ( is_supervisor() )
		terminate();
	}

event SupervisorControl::status_request(reqid: string, node: string)
	{
	if ( is_supervisor() )
		Broker::publish(fmt("%s/status_response/%s", SupervisorControl::topic_prefix, reqid),
		                SupervisorControl::status_response, reqid, status(node));
	}

event SupervisorControl::create_request(reqid: string, node: NodeConfig)
	{
	if ( is_supervisor() )
		Broker::publish(fmt("%s/create_response/%s", SupervisorControl::topic_prefix, reqid),
		                SupervisorControl::create_response, reqid, create(node));
	}

event SupervisorControl::destroy_request(reqid: string, node: string)
	{
	if ( is_supervisor() )
		Broker::publish(fmt("%s/destroy_response/%s", SupervisorControl::topic_prefix, reqid),
		                SupervisorControl::destroy_response, reqid, destroy(node));
	}

event SupervisorControl::restart_request(reqid: string, node: string)
	{
	if ( is_supervisor() )
		Broker::publish(fmt("%s/restart_response/%s", SupervisorControl::topic_prefix, reqid),
		                SupervisorControl::restart_response, reqid, restart(node));
	}

event Supervisor::node_status(node: string, pid: count)
	{
	if ( is_supervisor() )
		Broker::publish(fmt("%s/node_status", SupervisorControl::topic_prefix),
		                SupervisorControl::node_status, node, pid);
	}
