# Types of the OpenFlow framework: matches, actions, requests and controllers.

@load ./consts

module OpenFlow;

export {
	## Kinds of controllers. Each plugin adds its own.
	type Plugin: enum {
		INVALID,
	};

	## The state of a controller. Each plugin adds its own fields.
	type ControllerState: record {
		_plugin: Plugin &optional;
		## Unique; assigned when the controller is registered.
		_name: string &optional;
		## Whether the controller accepts rules.
		_activated: bool &default=F;
	} &redef;

	## Selects packets. Unset fields match anything.
	type ofp_match: record {
		in_port: count &optional;
		dl_src: string &optional;
		dl_dst: string &optional;
		dl_vlan: count &optional;
		dl_vlan_pcp: count &optional;
		dl_type: count &optional;
		## The DSCP, without the lower two bits of the octet.
		nw_tos: count &optional;
		## For ARP the operation.
		nw_proto: count &optional;
		nw_src: subnet &optional;
		nw_dst: subnet &optional;
		tp_src: count &optional;
		tp_dst: count &optional;
	} &log;

	## Actions on packets. Packets without output ports are dropped.
	type ofp_flow_action: record {
		out_ports: vector of count &default=vector();
		vlan_vid: count &optional;
		vlan_pcp: count &optional;
		vlan_strip: bool &default=F;
		dl_src: string &optional;
		dl_dst: string &optional;
		nw_tos: count &optional;
		nw_src: addr &optional;
		nw_dst: addr &optional;
		tp_src: count &optional;
		tp_dst: count &optional;
	} &log;

	## A request to a switch.
	type ofp_flow_mod: record {
		## Identifies the rule; see `generate_cookie`.
		cookie: count;
		table_id: count &optional;
		command: ofp_flow_mod_command;
		## Ends the rule after this many seconds without a packet. 0: never.
		idle_timeout: count &default=0;
		## Ends the rule after this many seconds. 0: never.
		hard_timeout: count &default=0;
		priority: count &default=0;
		## For deletion: only rules with this output port.
		out_port: count &optional;
		out_group: count &optional;
		## Bits of `OFPFF_*`.
		flags: count &default=0;
		actions: ofp_flow_action &default=ofp_flow_action();
	} &log;

	type Controller: record {
		state: ControllerState;
		## Whether the controller raises `flow_removed`.
		supports_flow_removed: bool;
		## Returns its name for people.
		describe: function(state: ControllerState): string;
		## Called once. It has to call `controller_init_done` when the controller is ready.
		init: function(state: ControllerState) &optional;
		destroy: function(state: ControllerState) &optional;
		## Sends a request. Returns false if it cannot.
		flow_mod: function(state: ControllerState, match: ofp_match, flow_mod: ofp_flow_mod): bool &optional;
		flow_clear: function(state: ControllerState): bool &optional;
	};
}
