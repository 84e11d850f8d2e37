# ntp.log: a row for each time message.

module NTP;

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
		## Version of the protocol, 1 to 4.
		version: count &log;
		## The sender's mode; see [*modes*].
		mode: count &log;
		## Stratum: the distance from a reference clock.
		stratum: count &log;
		## The poll interval.
		poll: interval &log;
		## The precision of the sender's clock.
		precision: interval &log;
		## The round-trip delay to the reference clock.
		root_delay: interval &log;
		## The maximum error of the clock.
		root_disp: interval &log;
		## For stratum 0 a kiss code, for 1 the kind of clock, above the server's address or a digest of it.
		ref_id: string &log;
		## When the clock was last set.
		ref_time: time &log;
		## When the client sent its request.
		org_time: time &log;
		## When the server received it.
		rec_time: time &log;
		## When the server sent its answer.
		xmt_time: time &log;
		## The number of extension fields.
		num_exts: count &default=0 &log;
	};

	## A message on its way to the log.
	global log_ntp: event(rec: Info);
}

redef record connection += {
	## The latest message.
	ntp: Info &optional;
};

const ports = { 123/udp };
redef likely_server_ports += { ports };

event zeek_init() &priority=5
	{
	Analyzer::register_for_ports(Analyzer::ANALYZER_NTP, ports);
	Log::create_stream(NTP::LOG, Log::Stream($path="ntp", $columns=Info, $policy=log_policy, $ev=log_ntp));
	}

event ntp_message(c: connection, is_orig: bool, msg: NTP::Message) &priority=5
	{
	# Control and private messages have none of these fields and are not logged.
	local info: Info &is_assigned;
	info$ts = network_time();
	info$uid = c$uid;
	info$id = c$id;
	info$version = msg$version;
	info$mode = msg$mode;
	c$ntp = info;

	if ( ! msg?$std_msg )
		return;

	local std = msg$std_msg;
	info$stratum = std$stratum;
	info$poll = std$poll;
	info$precision = std$precision;
	info$root_delay = std$root_delay;
	info$root_disp = std$root_disp;
	info$ref_time = std$ref_time;
	info$org_time = std$org_time;
	info$rec_time = std$rec_time;
	info$xmt_time = std$xmt_time;
	info$num_exts = std$num_exts;

	if ( std?$kiss_code )
		info$ref_id = std$kiss_code;
	else if ( std?$ref_id )
		info$ref_id = std$ref_id;
	else if ( std?$ref_addr )
		info$ref_id = cat(std$ref_addr);
	}

event ntp_message(c: connection, is_orig: bool, msg: NTP::Message) &priority=-5
	{
	if ( c?$ntp && msg$mode <= 5 )
		Log::write(NTP::LOG, c$ntp);
	}
