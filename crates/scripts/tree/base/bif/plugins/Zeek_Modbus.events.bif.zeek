# What the Modbus part declares: events.

module GLOBAL;

export {
	## The head of a Modbus message, before the event of its function.
	##
	## c: The connection.
	##
	## headers: The head of the message.
	##
	## is_orig: True if the originator sent it.
	global modbus_message: event(c: connection, headers: ModbusHeaders, is_orig: bool);

	## A request was refused.
	##
	## c: The connection.
	##
	## headers: The head of the message.
	##
	## code: Why: 1 function, 2 address, 3 value, 4 device failure and others.
	global modbus_exception: event(c: connection, headers: ModbusHeaders, code: count);

	## Coils are to be read.
	##
	## c: The connection.
	##
	## headers: The head of the message.
	##
	## start_address: The first.
	##
	## quantity: How many.
	global modbus_read_coils_request: event(c: connection, headers: ModbusHeaders, start_address: count, quantity: count);

	## Coils as read.
	##
	## c: The connection.
	##
	## headers: The head of the message.
	##
	## coils: Their states, filled up to whole bytes.
	global modbus_read_coils_response: event(c: connection, headers: ModbusHeaders, coils: ModbusCoils);

	## Inputs are to be read.
	##
	## c: The connection.
	##
	## headers: The head of the message.
	##
	## start_address: The first.
	##
	## quantity: How many.
	global modbus_read_discrete_inputs_request: event(c: connection, headers: ModbusHeaders, start_address: count, quantity: count);

	## Inputs as read.
	##
	## c: The connection.
	##
	## headers: The head of the message.
	##
	## coils: Their states, filled up to whole bytes.
	global modbus_read_discrete_inputs_response: event(c: connection, headers: ModbusHeaders, coils: ModbusCoils);

	## Registers are to be read.
	##
	## c: The connection.
	##
	## headers: The head of the message.
	##
	## start_address: The first.
	##
	## quantity: How many.
	global modbus_read_holding_registers_request: event(c: connection, headers: ModbusHeaders, start_address: count, quantity: count);

	## Registers as read.
	##
	## c: The connection.
	##
	## headers: The head of the message.
	##
	## registers: Their values.
	global modbus_read_holding_registers_response: event(c: connection, headers: ModbusHeaders, registers: ModbusRegisters);

	## Input registers are to be read.
	##
	## c: The connection.
	##
	## headers: The head of the message.
	##
	## start_address: The first.
	##
	## quantity: How many.
	global modbus_read_input_registers_request: event(c: connection, headers: ModbusHeaders, start_address: count, quantity: count);

	## Input registers as read.
	##
	## c: The connection.
	##
	## headers: The head of the message.
	##
	## registers: Their values.
	global modbus_read_input_registers_response: event(c: connection, headers: ModbusHeaders, registers: ModbusRegisters);

	## A coil is to be set.
	##
	## c: The connection.
	##
	## headers: The head of the message.
	##
	## address: Which.
	##
	## value: The new state.
	global modbus_write_single_coil_request: event(c: connection, headers: ModbusHeaders, address: count, value: bool);

	## A coil was set.
	##
	## c: The connection.
	##
	## headers: The head of the message.
	##
	## address: Which.
	##
	## value: The new state.
	global modbus_write_single_coil_response: event(c: connection, headers: ModbusHeaders, address: count, value: bool);

	## A register is to be set.
	##
	## c: The connection.
	##
	## headers: The head of the message.
	##
	## address: Which.
	##
	## value: The new value.
	global modbus_write_single_register_request: event(c: connection, headers: ModbusHeaders, address: count, value: count);

	## A register was set.
	##
	## c: The connection.
	##
	## headers: The head of the message.
	##
	## address: Which.
	##
	## value: The new value.
	global modbus_write_single_register_response: event(c: connection, headers: ModbusHeaders, address: count, value: count);

	## Coils are to be set.
	##
	## c: The connection.
	##
	## headers: The head of the message.
	##
	## start_address: The first.
	##
	## coils: The new states.
	global modbus_write_multiple_coils_request: event(c: connection, headers: ModbusHeaders, start_address: count, coils: ModbusCoils);

	## Coils were set.
	##
	## c: The connection.
	##
	## headers: The head of the message.
	##
	## start_address: The first.
	##
	## quantity: How many.
	global modbus_write_multiple_coils_response: event(c: connection, headers: ModbusHeaders, start_address: count, quantity: count);

	## Registers are to be set.
	##
	## c: The connection.
	##
	## headers: The head of the message.
	##
	## start_address: The first.
	##
	## registers: The new values.
	global modbus_write_multiple_registers_request: event(c: connection, headers: ModbusHeaders, start_address: count, registers: ModbusRegisters);

	## Registers were set.
	##
	## c: The connection.
	##
	## headers: The head of the message.
	##
	## start_address: The first.
	##
	## quantity: How many.
	global modbus_write_multiple_registers_response: event(c: connection, headers: ModbusHeaders, start_address: count, quantity: count);

	## Records of files are to be read.
	##
	## c: The connection.
	##
	## headers: The head of the message.
	##
	## byte_count: The bytes of what follows.
	##
	## refs: Which.
	global modbus_read_file_record_request: event(c: connection, headers: ModbusHeaders, byte_count: count, refs: ModbusFileRecordRequests);

	## Records of files as read.
	##
	## c: The connection.
	##
	## headers: The head of the message.
	##
	## byte_count: The bytes of what follows.
	##
	## refs: Their contents.
	global modbus_read_file_record_response: event(c: connection, headers: ModbusHeaders, byte_count: count, refs: ModbusFileRecordResponses);

	## Records of files are to be written.
	##
	## c: The connection.
	##
	## headers: The head of the message.
	##
	## byte_count: The bytes of what follows.
	##
	## refs: Which, and with what.
	global modbus_write_file_record_request: event(c: connection, headers: ModbusHeaders, byte_count: count, refs: ModbusFileReferences);

	## Records of files were written.
	##
	## c: The connection.
	##
	## headers: The head of the message.
	##
	## byte_count: The bytes of what follows.
	##
	## refs: Which, and with what.
	global modbus_write_file_record_response: event(c: connection, headers: ModbusHeaders, byte_count: count, refs: ModbusFileReferences);

	## Bits of a register are to be changed.
	##
	## c: The connection.
	##
	## headers: The head of the message.
	##
	## address: Which.
	##
	## and_mask: The bits to keep.
	##
	## or_mask: The bits to set among the others.
	global modbus_mask_write_register_request: event(c: connection, headers: ModbusHeaders, address: count, and_mask: count, or_mask: count);

	## Bits of a register were changed.
	##
	## c: The connection.
	##
	## headers: The head of the message.
	##
	## address: Which.
	##
	## and_mask: The bits that were kept.
	##
	## or_mask: The bits that were set among the others.
	global modbus_mask_write_register_response: event(c: connection, headers: ModbusHeaders, address: count, and_mask: count, or_mask: count);

	## Registers are to be set and others read, in this order.
	##
	## c: The connection.
	##
	## headers: The head of the message.
	##
	## read_start_address: The first to read.
	##
	## read_quantity: How many to read.
	##
	## write_start_address: The first to set.
	##
	## write_registers: The new values.
	global modbus_read_write_multiple_registers_request: event(c: connection, headers: ModbusHeaders, read_start_address: count, read_quantity: count, write_start_address: count, write_registers: ModbusRegisters);

	## Registers as read after others were set.
	##
	## c: The connection.
	##
	## headers: The head of the message.
	##
	## written_registers: The values that were read.
	global modbus_read_write_multiple_registers_response: event(c: connection, headers: ModbusHeaders, written_registers: ModbusRegisters);

	## A queue is to be read.
	##
	## c: The connection.
	##
	## headers: The head of the message.
	##
	## start_address: The queue.
	global modbus_read_fifo_queue_request: event(c: connection, headers: ModbusHeaders, start_address: count);

	## A queue as read.
	##
	## c: The connection.
	##
	## headers: The head of the message.
	##
	## fifos: Its values.
	global modbus_read_fifo_queue_response: event(c: connection, headers: ModbusHeaders, fifos: ModbusRegisters);

	## A diagnosis is asked for.
	##
	## c: The connection.
	##
	## headers: The head of the message.
	##
	## subfunction: Which.
	##
	## data: Its arguments.
	global modbus_diagnostics_request: event(c: connection, headers: ModbusHeaders, subfunction: count, data: string);

	## The answer to a diagnosis.
	##
	## c: The connection.
	##
	## headers: The head of the message.
	##
	## subfunction: Which.
	##
	## data: The result.
	global modbus_diagnostics_response: event(c: connection, headers: ModbusHeaders, subfunction: count, data: string);

	## Another protocol inside of Modbus.
	##
	## c: The connection.
	##
	## headers: The head of the message.
	##
	## mei_type: Which.
	##
	## data: What it says.
	global modbus_encap_interface_transport_request: event(c: connection, headers: ModbusHeaders, mei_type: count, data: string);

	## The answer of another protocol inside of Modbus.
	##
	## c: The connection.
	##
	## headers: The head of the message.
	##
	## mei_type: Which.
	##
	## data: What it says.
	global modbus_encap_interface_transport_response: event(c: connection, headers: ModbusHeaders, mei_type: count, data: string);
}
