# modbus_register_change.log: a row for each holding register whose value differs from the last reading.

@load base/protocols/modbus
@load base/utils/directions-and-hosts

module Modbus;

export {
	redef enum Log::ID += { Modbus::REGISTER_CHANGE_LOG };

	global log_policy_register_change: Log::PolicyHook;

	## The devices whose registers are tracked.
	option track_memmap: Host = ALL_HOSTS;

	## A change.
	type MemmapInfo: record {
		## When it was seen.
		ts: time &log;
		## The connection.
		uid: string &log;
		## Its endpoints.
		id: conn_id &log;
		## The register's number, from 1.
		register: count &log;
		## The old value.
		old_val: count &log;
		## The value.
		new_val: count &log;
		## Since the old value was first seen.
		delta: interval &log;
	};

	## The state of a register.
	type RegisterValue: record {
		## When its value was first seen.
		last_set: time;
		## The value.
		value: count;
	};

	## A device's registers by number.
	type Registers: table[count] of RegisterValue;

	## All devices by address.
	global device_registers: table[addr] of Registers;

	## The value of a register has changed.
	global changed_register: event(c: connection, register: count, old_val: count, new_val: count, delta: interval);
}

redef record Modbus::Info += {
	## The register that the next value of a response belongs to.
	track_address: count &default=0;
};

event zeek_init() &priority=5
	{
	Log::create_stream(Modbus::REGISTER_CHANGE_LOG, Log::Stream($path="modbus_register_change", $columns=MemmapInfo,
	                                                            $policy=log_policy_register_change));
	}

event modbus_read_holding_registers_request(c: connection, headers: ModbusHeaders, start_address: count, quantity: count)
	{
	# Messages number registers from 0, people from 1.
	c$modbus$track_address = start_address + 1;
	}

event modbus_read_holding_registers_response(c: connection, headers: ModbusHeaders, registers: ModbusRegisters)
	{
	local device = c$id$resp_h;

	if ( ! addr_matches_host(device, track_memmap) )
		return;

	if ( device !in device_registers )
		device_registers[device] = table();

	local known = device_registers[device];

	for ( _, value in registers )
		{
		local at = c$modbus$track_address;
		++c$modbus$track_address;

		if ( at !in known )
			{
			known[at] = RegisterValue($last_set=network_time(), $value=value);
			next;
			}

		local register = known[at];

		if ( register$value != value )
			{
			event Modbus::changed_register(c, at, register$value, value, network_time() - register$last_set);
			register$last_set = network_time();
			register$value = value;
			}
		}
	}

event Modbus::changed_register(c: connection, register: count, old_val: count, new_val: count, delta: interval)
	{
	local row = MemmapInfo($register=register, $old_val=old_val, $new_val=new_val, $delta=delta, $uid=c$uid, $id=c$id,
	                       $ts=network_time());
	Log::write(REGISTER_CHANGE_LOG, row);
	}
