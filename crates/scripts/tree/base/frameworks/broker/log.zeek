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
		ts: time &log;
		ty: Type &log;
		ev: string &log;
		peer: NetworkInfo &log &optional;
		message: string &log &optional;
	};
}
