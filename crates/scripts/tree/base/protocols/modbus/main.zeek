# modbus.log: a line for each request and each response.

@load ./consts

module Modbus;

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
		## The transaction's number.
		tid: count &log &optional;
		## The device behind the endpoint (unit id).
		unit: count &log &optional;
		## The function, by name.
		func: string &log &optional;
		## REQ or RESP.
		pdu_type: string &log &optional;
		## What went wrong.
		exception: string &log &optional;
	};

	## A message that is about to be logged.
	global log_modbus: event(rec: Info);
}

redef record connection += {
	## The latest message.
	modbus: Info &optional;
};

const ports = { 502/tcp };
redef likely_server_ports += { ports };

# The function of an exception is that of its request with the top bit set.
const exception_bit = 0x80;

event zeek_init() &priority=5
	{
	Analyzer::register_for_ports(Analyzer::ANALYZER_MODBUS, ports);
	Log::create_stream(Modbus::LOG, Log::Stream($path="modbus", $columns=Info, $policy=log_policy, $ev=log_modbus));
	}

function function_name(code: count): string
	{
	local plain = code & ~exception_bit;

	if ( code in function_codes || plain !in function_codes )
		return function_codes[code];

	return function_codes[plain] + "_EXCEPTION";
	}

function open_row(c: connection): Info
	{
	c$modbus = Info($ts=network_time(), $uid=c$uid, $id=c$id);
	return c$modbus;
	}

event modbus_message(c: connection, headers: ModbusHeaders, is_orig: bool) &priority=5
	{
	local row = c?$modbus ? c$modbus : open_row(c);
	row$pdu_type = is_orig ? "REQ" : "RESP";
	row$func = function_name(headers$function_code);
	row$unit = headers$uid;
	row$tid = headers$tid;
	row$ts = network_time();
	}

event modbus_message(c: connection, headers: ModbusHeaders, is_orig: bool) &priority=-5
	{
	# Exceptions are logged with their own event, which has the exception code.
	if ( headers$function_code < exception_bit )
		Log::write(LOG, c$modbus);
	}

event modbus_exception(c: connection, headers: ModbusHeaders, code: count) &priority=5
	{
	c$modbus$exception = exception_codes[code];
	}

event modbus_exception(c: connection, headers: ModbusHeaders, code: count) &priority=-5
	{
	Log::write(LOG, c$modbus);
	delete c$modbus$exception;
	}
