# Rules of the network control framework, and the traffic that they apply to.

module NetControl;

export {
	option default_priority: int = +0;

	## The priority of rules that let traffic pass.
	const whitelist_priority: int = +5 &redef;

	## The kind of traffic that a rule applies to.
	type EntityType: enum {
		## An address, or a subnet.
		ADDRESS,
		## Both directions of a connection.
		CONNECTION,
		## One direction of traffic; any part may be left open.
		FLOW,
		## A hardware address.
		MAC,
	};

	## One direction of traffic. Unset fields match anything.
	type Flow: record {
		src_h: subnet &optional;
		src_p: port &optional;
		dst_h: subnet &optional;
		dst_p: port &optional;
		src_m: string &optional;
		dst_m: string &optional;
	};

	## `ty` tells which field is set.
	type Entity: record {
		ty: EntityType;
		conn: conn_id &optional;
		flow: Flow &optional;
		ip: subnet &optional;
		mac: string &optional;
	};

	## Where a rule takes effect.
	type TargetType: enum {
		## On the forwarding path.
		FORWARD,
		## On the copy that is monitored.
		MONITOR,
	};

	type RuleType: enum {
		## Drops the traffic.
		DROP,
		## Changes packets.
		MODIFY,
		## Sends packets to another port.
		REDIRECT,
		## Lets packets pass, whatever other rules say.
		WHITELIST,
	};

	## The fields of packets to change, and their new values.
	type FlowMod: record {
		src_h: addr &optional;
		src_p: count &optional;
		dst_h: addr &optional;
		dst_p: count &optional;
		src_m: string &optional;
		dst_m: string &optional;
		redirect_port: count &optional;
	};

	type Rule: record {
		ty: RuleType;
		target: TargetType;
		entity: Entity;
		## How long the rule is in effect. Unset or zero: forever.
		expire: interval &optional;
		## Of several rules that match, the one with the greatest priority counts.
		priority: int &default=default_priority;
		## The reason or origin, for people.
		location: string &optional;
		## The port of a redirection.
		out_port: count &optional;
		mod: FlowMod &optional;
		## Assigned when the rule is added, unless set.
		id: string &default="";
		## A number for plugins, assigned when the rule is added.
		cid: count &default=0;
	};

	## Counters of a rule that ended.
	type FlowInfo: record {
		duration: interval &optional;
		packet_count: count &optional;
		byte_count: count &optional;
	};
}
