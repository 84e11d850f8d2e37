# syslog.log: a line for each message.

@load ./consts

module Syslog;

export {
	redef enum Log::ID += { LOG };

	global log_policy: Log::PolicyHook;

	## A message.
	type Info: record {
		## When it was seen.
		ts: time &log;
		## The connection.
		uid: string &log;
		## Its endpoints.
		id: conn_id &log;
		## Its transport.
		proto: transport_proto &log;
		## The facility.
		facility: string &log;
		## The severity.
		severity: string &log;
		## Its text.
		message: string &log;
	};
}

redef record connection += {
	## The latest message.
	syslog: Info &optional;
};

const ports = { 514/udp };
redef likely_server_ports += { ports };

event zeek_init() &priority=5
	{
	Analyzer::register_for_ports(Analyzer::ANALYZER_SYSLOG, ports);
	Log::create_stream(Syslog::LOG, Log::Stream($path="syslog", $columns=Info, $policy=log_policy));
	}

event syslog_message(c: connection, facility: count, severity: count, msg: string) &priority=5
	{
	c$syslog = Info($ts=network_time(), $uid=c$uid, $id=c$id,
	                $proto=get_port_transport_proto(c$id$resp_p),
	                $facility=facility_codes[facility],
	                $severity=severity_codes[severity],
	                $message=msg);
	}

event syslog_message(c: connection, facility: count, severity: count, msg: string) &priority=-5
	{
	Log::write(Syslog::LOG, c$syslog);
	}
