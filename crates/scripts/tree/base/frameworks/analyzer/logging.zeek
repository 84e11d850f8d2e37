# The log of failed analyzers.

@load base/frameworks/logging
@load ./main

module Analyzer::Logging;

export {
	redef enum Log::ID += {
		LOG,
	};

	type Info: record {
		ts: time &log;
		analyzer_kind: string &log;
		analyzer_name: string &log;
		uid: string &log &optional;
		fuid: string &log &optional;
		id: conn_id &log &optional;
		proto: transport_proto &log &optional;
		failure_reason: string &log;
		failure_data: string &log &optional;
	};

	option failure_data_max_size = 40;
	global log_analyzer: event(rec: Info);
	global log_policy: Log::PolicyHook;
}
