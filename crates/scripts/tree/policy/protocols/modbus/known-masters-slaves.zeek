# known_modbus.log: a row for each host that is first seen as Modbus client or server.

@load base/protocols/modbus

module Known;

export {
	redef enum Log::ID += { MODBUS_LOG };

	global log_policy_modbus: Log::PolicyHook;

	## The role of a host.
	type ModbusDeviceType: enum {
		## It sends requests (client).
		MODBUS_MASTER,
		## It answers requests (server).
		MODBUS_SLAVE,
	};

	## A host.
	type ModbusInfo: record {
		## When it was first seen.
		ts: time &log;
		## Its address.
		host: addr &log;
		## Its role.
		device_type: ModbusDeviceType &log;
	};

	## Known hosts; each expires after a day.
	global modbus_nodes: set[addr, ModbusDeviceType] &create_expire=1day &redef;

	## A host that is about to be logged.
	global log_known_modbus: event(rec: ModbusInfo);
}

event zeek_init() &priority=5
	{
	Log::create_stream(Known::MODBUS_LOG, Log::Stream($path="known_modbus", $columns=ModbusInfo,
	                                                  $policy=log_policy_modbus, $ev=log_known_modbus));
	}

function know_modbus(host: addr, kind: ModbusDeviceType)
	{
	if ( [host, kind] in modbus_nodes )
		return;

	add modbus_nodes[host, kind];
	Log::write(MODBUS_LOG, ModbusInfo($ts=network_time(), $host=host, $device_type=kind));
	}

event modbus_message(c: connection, headers: ModbusHeaders, is_orig: bool)
	{
	know_modbus(c$id$orig_h, MODBUS_MASTER);
	know_modbus(c$id$resp_h, MODBUS_SLAVE);
	}
