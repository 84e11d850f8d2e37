# Options that change while running.

@load base/frameworks/cluster

module Config;

export {
	redef enum Log::ID += {
		LOG,
	};

	global log_policy: Log::PolicyHook;

	type Info: record {
		ts: time &log;
		id: string &log;
		old_value: string &log;
		new_value: string &log;
		location: string &optional &log;
	};

	global log_config: event(rec: Info);
	global set_value: function(ID: string, val: any, location: string &default=""): bool;
}

