# dnp3.log: a line for each request with its response.

@load ./consts
@load base/protocols/conn/removal-hooks

module DNP3;

export {
	redef enum Log::ID += { LOG };

	global log_policy: Log::PolicyHook;

	## A request with its response.
	type Info: record {
		## When the later of the two was seen.
		ts: time &log;
		## The connection.
		uid: string &log;
		## Its endpoints.
		id: conn_id &log;
		## The request's function, by name.
		fc_request: string &log &optional;
		## The response's function, by name.
		fc_reply: string &log &optional;
		## The response's internal indications, one bit each.
		iin: count &log &optional;
	};

	## A row that is about to be logged.
	global log_dnp3: event(rec: Info);

	## Logs a request without a response when the connection is removed.
	global finalize_dnp3: Conn::RemovalHook;
}

redef record connection += {
	dnp3: Info &optional;
};

const ports = { 20000/tcp, 20000/udp };
redef likely_server_ports += { ports };

event zeek_init() &priority=5
	{
	Analyzer::register_for_ports(Analyzer::ANALYZER_DNP3_TCP, ports);
	Log::create_stream(DNP3::LOG, Log::Stream($path="dnp3", $columns=Info, $policy=log_policy, $ev=log_dnp3));
	}

function open_row(c: connection): Info
	{
	Conn::register_removal_hook(c, finalize_dnp3);
	c$dnp3 = Info($ts=network_time(), $uid=c$uid, $id=c$id);
	return c$dnp3;
	}

# The row of a request, created by the first message; its time is that of the latest.
function row_of(c: connection): Info
	{
	local row = c?$dnp3 ? c$dnp3 : open_row(c);
	row$ts = network_time();
	return row;
	}

function flush(c: connection)
	{
	Log::write(LOG, c$dnp3);
	delete c$dnp3;
	}

event dnp3_application_request_header(c: connection, is_orig: bool, application: count, fc: count)
	{
	row_of(c)$fc_request = function_codes[fc];
	}

event dnp3_application_response_header(c: connection, is_orig: bool, application: count, fc: count, iin: count)
	{
	local row = row_of(c);
	row$fc_reply = function_codes[fc];
	row$iin = iin;
	flush(c);
	}

hook finalize_dnp3(c: connection)
	{
	if ( c?$dnp3 )
		flush(c);
	}
