# A controller behind a Broker connection. It answers with the events of the OpenFlow framework.

@load base/frameworks/openflow
@load base/frameworks/broker

module OpenFlow;

export {
	redef enum Plugin += {
		BROKER,
	};

	## Creates a controller for the switch `dpid`. Requests are published on `topic` to the peer at `host` and
	## `host_port`.
	global broker_new: function(name: string, host: addr, host_port: port, topic: string, dpid: count): OpenFlow::Controller;

	redef record ControllerState += {
		broker_host: addr &optional;
		broker_port: port &optional;
		broker_dpid: count &optional;
		broker_topic: string &optional;
	};

	# Requests to the peer.
	global broker_flow_mod: event(name: string, dpid: count, match: ofp_match, flow_mod: ofp_flow_mod);
	global broker_flow_clear: event(name: string, dpid: count);
}

# Controllers whose peer has not connected yet.
global broker_peers: table[port, string] of Controller;

function broker_describe(state: ControllerState): string
	{
	return fmt("Broker-%s:%d-%d", state$broker_host, state$broker_port, state$broker_dpid);
	}

function broker_ask_flow_mod(state: ControllerState, match: ofp_match, flow_mod: ofp_flow_mod): bool
	{
	local asked = Broker::make_event(broker_flow_mod, state$_name, state$broker_dpid, match, flow_mod);
	Broker::publish(state$broker_topic, asked);
	return T;
	}

function broker_ask_flow_clear(state: ControllerState): bool
	{
	Broker::publish(state$broker_topic, Broker::make_event(broker_flow_clear, state$_name, state$broker_dpid));
	return T;
	}

function broker_init(state: ControllerState)
	{
	Broker::subscribe(state$broker_topic);
	Broker::peer(cat(state$broker_host), state$broker_port);
	}

event Broker::peer_added(endpoint: Broker::EndpointInfo, msg: string)
	{
	local where = endpoint$network;

	if ( [where$bound_port, where$address] in broker_peers )
		{
		local met = broker_peers[where$bound_port, where$address];
		delete broker_peers[where$bound_port, where$address];
		controller_init_done(met);
		}
	}

function broker_new(name: string, host: addr, host_port: port, topic: string, dpid: count): OpenFlow::Controller
	{
	local state = ControllerState($broker_host=host, $broker_port=host_port, $broker_topic=topic, $broker_dpid=dpid);
	local c = Controller($state=state, $describe=broker_describe, $init=broker_init, $flow_mod=broker_ask_flow_mod,
	                     $flow_clear=broker_ask_flow_clear, $supports_flow_removed=T);
	register_controller(BROKER, name, c);

	if ( [host_port, cat(host)] in broker_peers )
		Reporter::warning(fmt("Peer %s:%s was added to NetControl openflow plugin twice.", host, host_port));
	else
		broker_peers[host_port, cat(host)] = c;

	return c;
	}
