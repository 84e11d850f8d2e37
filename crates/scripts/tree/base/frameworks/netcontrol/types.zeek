# What can be asked of a network: rules, and what they are about.

module NetControl;

export {
	option default_priority: int = +0;

	## What rules that let traffic pass are given.
	const whitelist_priority: int = +5 &redef;

	## What a rule is about.
	type EntityType: enum {
		## An address, or a subnet.
		ADDRESS,
		## Both directions of a connection.
		CONNECTION,
		## One direction, of which any part may be left open.
		FLOW,
		## A hardware address.
		MAC,
	};

	## One direction of traffic; what is not set stands for anything.
	type Flow: record {
		src_h: subnet &optional;
		src_p: port &optional;
		dst_h: subnet &optional;
		dst_p: port &optional;
		src_m: string &optional;
		dst_m: string &optional;
	};

	## The field that is set is the one that `ty` names.
	type Entity: record {
		ty: EntityType;
		conn: conn_id &optional;
		flow: Flow &optional;
		ip: subnet &optional;
		mac: string &optional;
	};

	## Which traffic a rule changes.
	type TargetType: enum {
		## That which is forwarded.
		FORWARD,
		## The copy that is monitored.
		MONITOR,
	};

	type RuleType: enum {
		## The traffic stops.
		DROP,
		## Packets are changed.
		MODIFY,
		## Packets leave by another port.
		REDIRECT,
		## Packets pass, whatever other rules say.
		WHITELIST,
	};

	## What of packets is changed, and to what.
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
		## How long it holds; for ever where it is not set or zero.
		expire: interval &optional;
		## The greater counts where several rules fit.
		priority: int &default=default_priority;
		## Who wants it, for people.
		location: string &optional;
		## Where to, of a redirection.
		out_port: count &optional;
		mod: FlowMod &optional;
		## Given when it is added, where it has none.
		id: string &default="";
		## A number for plugins, given when it is added.
		cid: count &default=0;
	};

	## What a rule has met when it ends.
	type FlowInfo: record {
		duration: interval &optional;
		packet_count: count &optional;
		byte_count: count &optional;
	};
}
