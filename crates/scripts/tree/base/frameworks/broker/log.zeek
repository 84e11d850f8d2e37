# Types of the Broker log.

@load ./main

module Broker;

export {
	redef enum Log::ID += {
		LOG,
	};

	global log_policy: Log::PolicyHook;

	type Type: enum {
		STATUS,
		ERROR,
		CRITICAL_EVENT,
		ERROR_EVENT,
		WARNING_EVENT,
		INFO_EVENT,
		VERBOSE_EVENT,
		DEBUG_EVENT,
	};

	type Info: record {
		## When it happened.
		ts: time &log;
		## What the row is about: a status or an error.
		ty: Type &log;
		## The status or error, such as `peer-added`.
		ev: string &log;
		## The other side of the peering.
		peer: NetworkInfo &log &optional;
		## The same in words.
		message: string &log &optional;
	};
}

function note(ty: Type, ev: string, peer: EndpointInfo, msg: string)
	{
	local row = Info($ts=network_time(), $ty=ty, $ev=ev, $message=msg);

	if ( peer?$network )
		row$peer = peer$network;

	Log::write(Broker::LOG, row);
	}

event zeek_init() &priority=5
	{
	Log::create_stream(Broker::LOG, Log::Stream($columns=Info, $path="broker", $policy=log_policy));
	}

event Broker::peer_added(endpoint: EndpointInfo, msg: string)
	{
	note(STATUS, "peer-added", endpoint, msg);
	}

event Broker::peer_removed(endpoint: EndpointInfo, msg: string)
	{
	note(STATUS, "peer-removed", endpoint, msg);
	}

event Broker::peer_lost(endpoint: EndpointInfo, msg: string)
	{
	note(STATUS, "connection-terminated", endpoint, msg);
	}

event Broker::error(code: ErrorCode, msg: string)
	{
	local ev = subst_string(to_lower(sub(fmt("%s", code), /^Broker::/, "")), "_", "-");
	Log::write(Broker::LOG, Info($ts=network_time(), $ty=ERROR, $ev=ev, $message=msg));
	Reporter::error(fmt("Broker error (%s): %s", code, msg));
	}
