# A rule of a switch: which packets it meets, what is done with them; and who can be asked for one.

@load ./consts

module OpenFlow;

export {
	## Kinds of controllers; each file of `plugins` adds its own.
	type Plugin: enum {
		INVALID,
	};

	## What a controller keeps; each file of `plugins` adds its own.
	type ControllerState: record {
		_plugin: Plugin &optional;
		## Given when it is registered; no two have the same.
		_name: string &optional;
		## Whether it takes rules by now.
		_activated: bool &default=F;
	} &redef;

	## Which packets a rule meets; what is not set stands for anything.
	type ofp_match: record {
		in_port: count &optional;
		dl_src: string &optional;
		dl_dst: string &optional;
		dl_vlan: count &optional;
		dl_vlan_pcp: count &optional;
		dl_type: count &optional;
		## Without the lower two bits, which are not the DSCP's.
		nw_tos: count &optional;
		## Of ARP, its operation.
		nw_proto: count &optional;
		nw_src: subnet &optional;
		nw_dst: subnet &optional;
		tp_src: count &optional;
		tp_dst: count &optional;
	} &log;

	## What is done with packets; without ports to send them to they are dropped.
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

	## What a switch is asked for.
	type ofp_flow_mod: record {
		## By which it is told from others, see `generate_cookie`.
		cookie: count;
		table_id: count &optional;
		command: ofp_flow_mod_command;
		## Seconds without a packet after which it ends; 0 for never.
		idle_timeout: count &default=0;
		## Seconds after which it ends in any case; 0 for never.
		hard_timeout: count &default=0;
		priority: count &default=0;
		## Of deletion: only rules that send to it.
		out_port: count &optional;
		out_group: count &optional;
		## Of `OFPFF_*`.
		flags: count &default=0;
		actions: ofp_flow_action &default=ofp_flow_action();
	} &log;

	type Controller: record {
		state: ControllerState;
		## Whether `flow_removed` comes from it.
		supports_flow_removed: bool;
		## Its name for people.
		describe: function(state: ControllerState): string;
		## Called once; it calls `controller_init_done` when it is done.
		init: function(state: ControllerState) &optional;
		destroy: function(state: ControllerState) &optional;
		## Whether the switch will be asked.
		flow_mod: function(state: ControllerState, match: ofp_match, flow_mod: ofp_flow_mod): bool &optional;
		flow_clear: function(state: ControllerState): bool &optional;
	};
}
