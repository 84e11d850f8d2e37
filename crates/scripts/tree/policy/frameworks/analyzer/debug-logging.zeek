# analyzer_debug.log: confirmations, violations and removals of analyzers.

@load base/frameworks/config
@load base/frameworks/logging
@load base/frameworks/analyzer

module Analyzer::DebugLogging;

export {
	redef enum Log::ID += { LOG };

	global log_policy: Log::PolicyHook;

	type Info: record {
		## When it happened.
		ts: time &log;
		## confirmation, violation or disabled
		cause: string &log;
		## What the analyzer reads: `protocol`, `packet` or `file`.
		analyzer_kind: string &log;
		## The analyzer, such as `SSL`.
		analyzer_name: string &log;
		## The connection's unique identifier, if the analyzer read a connection.
		uid: string &log &optional;
		## The file's unique identifier, if the analyzer read a file.
		fuid: string &log &optional;
		## The connection's addresses and ports, if it read a connection.
		id: conn_id &log &optional;
		## What the analyzer did not expect; only for violations.
		failure_reason: string &log &optional;
		## The bytes that it stopped at, if they were kept.
		failure_data: string &log &optional;
	};

	option enable = T;
	option include_confirmations = T;
	option include_disabling = T;
	## The most bytes of data to show. 0 shows all.
	option failure_data_max_size = 40;
	option ignore_analyzers: set[AllAnalyzers::Tag] = set();
}

function switch_log(id: string, on: bool): bool
	{
	if ( on )
		Log::enable_stream(LOG);
	else
		Log::disable_stream(LOG);

	return on;
	}

# Event groups have the names of their options.
function switch_group(id: string, on: bool): bool
	{
	if ( on )
		enable_event_group(id);
	else
		disable_event_group(id);

	return on;
	}

event zeek_init() &priority=5
	{
	Log::create_stream(LOG, Log::Stream($columns=Info, $path="analyzer_debug", $policy=log_policy,
	                                    $event_groups=set("Analyzer::DebugLogging")));

	Option::set_change_handler("Analyzer::DebugLogging::enable", switch_log);
	Option::set_change_handler("Analyzer::DebugLogging::include_confirmations", switch_group);
	Option::set_change_handler("Analyzer::DebugLogging::include_disabling", switch_group);

	switch_log("Analyzer::DebugLogging::enable", enable);
	switch_group("Analyzer::DebugLogging::include_confirmations", include_confirmations);
	switch_group("Analyzer::DebugLogging::include_disabling", include_disabling);
	}

function line(cause: string, atype: AllAnalyzers::Tag): Info
	{
	return Info($ts=network_time(), $cause=cause, $analyzer_kind=Analyzer::kind(atype),
	            $analyzer_name=Analyzer::name(atype));
	}

function add_connection(rec: Info, c: connection)
	{
	rec$id = c$id;
	rec$uid = c$uid;
	}

function add_file(rec: Info, f: fa_file)
	{
	# A file that one connection carried belongs to it.
	local only_one = f?$conns && |f$conns| == 1;

	if ( only_one && ! rec?$uid )
		for ( _, carrier in f$conns )
			add_connection(rec, carrier);

	rec$fuid = f$id;
	}

event analyzer_confirmation_info(atype: AllAnalyzers::Tag, info: AnalyzerConfirmationInfo) &group="Analyzer::DebugLogging::include_confirmations"
	{
	if ( atype in ignore_analyzers )
		return;

	local rec = line("confirmation", atype);

	if ( info?$c )
		add_connection(rec, info$c);

	if ( info?$f )
		add_file(rec, info$f);

	Log::write(LOG, rec);
	}

event analyzer_violation_info(atype: AllAnalyzers::Tag, info: AnalyzerViolationInfo) &priority=6
	{
	if ( atype in ignore_analyzers )
		return;

	local rec = line("violation", atype);
	rec$failure_reason = info$reason;

	if ( info?$c )
		add_connection(rec, info$c);

	if ( info?$f )
		add_file(rec, info$f);

	if ( info?$data )
		rec$failure_data = failure_data_max_size > 0 ? info$data[0:failure_data_max_size] : info$data;

	Log::write(LOG, rec);
	}

hook Analyzer::disabling_analyzer(c: connection, atype: AllAnalyzers::Tag, aid: count) &priority=-1000 &group="Analyzer::DebugLogging::include_disabling"
	{
	if ( atype in ignore_analyzers )
		return;

	local rec = line("disabled", atype);
	add_connection(rec, c);
	Log::write(LOG, rec);
	}
