# analyzer.log: confirmed analyzers that failed, and data that packet and file analyzers could not parse.

@load base/frameworks/logging
@load ./main

module Analyzer::Logging;

export {
	redef enum Log::ID += {
		LOG,
	};

	type Info: record {
		## When the analyzer failed.
		ts: time &log;
		## What it reads: `protocol`, `packet` or `file`.
		analyzer_kind: string &log;
		## The analyzer, such as `SSL`.
		analyzer_name: string &log;
		## The connection's unique identifier, if the analyzer read a connection.
		uid: string &log &optional;
		## The file's unique identifier, if the analyzer read a file.
		fuid: string &log &optional;
		## The connection's addresses and ports, if it read a connection.
		id: conn_id &log &optional;
		## The transport protocol, if it read a connection.
		proto: transport_proto &log &optional;
		## What the analyzer did not expect.
		failure_reason: string &log;
		## The bytes that it stopped at, if they were kept.
		failure_data: string &log &optional;
	};

	option failure_data_max_size = 40;
	global log_analyzer: event(rec: Info);
	global log_policy: Log::PolicyHook;
}

event zeek_init() &priority=5
	{
	Log::create_stream(LOG, Log::Stream($columns=Info, $ev=log_analyzer, $path="analyzer", $policy=log_policy));
	}

# Adds the connection of a file that came over one connection.
function add_connection_of_file(rec: Info, f: fa_file)
	{
	if ( rec?$uid || ! f?$conns || |f$conns| != 1 )
		return;

	for ( _, c in f$conns )
		{
		rec$id = c$id;
		rec$uid = c$uid;
		}
	}

function log_failure(ts: time, atype: AllAnalyzers::Tag, info: AnalyzerViolationInfo)
	{
	local rec = Info($ts=ts, $analyzer_kind=Analyzer::kind(atype), $analyzer_name=Analyzer::name(atype),
	                 $failure_reason=info$reason);

	if ( info?$c )
		{
		rec$uid = info$c$uid;
		rec$id = info$c$id;
		rec$proto = get_port_transport_proto(info$c$id$orig_p);
		}

	if ( info?$f )
		{
		rec$fuid = info$f$id;
		add_connection_of_file(rec, info$f);
		}

	if ( info?$data )
		rec$failure_data = failure_data_max_size > 0 ? info$data[0:failure_data_max_size] : info$data;

	Log::write(LOG, rec);
	}

# A failure is logged once, and only if the protocol was confirmed before.
event analyzer_failed(ts: time, atype: AllAnalyzers::Tag, info: AnalyzerViolationInfo)
	{
	if ( ! info?$c || ! is_protocol_analyzer(atype) )
		return;

	local name = Analyzer::name(atype);

	if ( name in info$c$service && name !in info$c$failed_analyzers )
		log_failure(ts, atype, info);
	}

event analyzer_violation_info(atype: AllAnalyzers::Tag, info: AnalyzerViolationInfo)
	{
	if ( ! is_protocol_analyzer(atype) )
		log_failure(network_time(), atype, info);
	}
