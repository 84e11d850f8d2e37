# known_modbus.log: a line for each host that is first seen to ask or to be asked by Modbus.

@load base/protocols/modbus

module Known;

export {
	redef enum Log::ID += { MODBUS_LOG };

	global log_policy_modbus: Log::PolicyHook;

	## What a host does.
	type ModbusDeviceType: enum {
		## It asks.
		MODBUS_MASTER,
		## It is asked.
		MODBUS_SLAVE,
	};

	## A host.
	type ModbusInfo: record {
		## When it was first seen.
		ts: time &log;
		## Its address.
		host: addr &log;
		## What it does.
		device_type: ModbusDeviceType &log;
	};

	## The hosts that are known; each is forgotten after a day.
	global modbus_nodes: set[addr, ModbusDeviceType] &create_expire=1day &redef;

	## A host on its way to the log.
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
