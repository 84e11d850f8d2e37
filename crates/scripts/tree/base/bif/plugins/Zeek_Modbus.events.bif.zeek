# What the Modbus part declares: events.

module GLOBAL;

export {
	## Every message.
	global modbus_message: event(c: connection, headers: ModbusHeaders, is_orig: bool);
	## A request could not be done.
	global modbus_exception: event(c: connection, headers: ModbusHeaders, code: count);
	## Function 1.
	global modbus_read_coils_request: event(c: connection, headers: ModbusHeaders, start_address: count, quantity: count);
	## Function 1. `coils` has the padding of the last byte too.
	global modbus_read_coils_response: event(c: connection, headers: ModbusHeaders, coils: ModbusCoils);
	## Function 2.
	global modbus_read_discrete_inputs_request: event(c: connection, headers: ModbusHeaders, start_address: count, quantity: count);
	## Function 2. `coils` has the padding of the last byte too.
	global modbus_read_discrete_inputs_response: event(c: connection, headers: ModbusHeaders, coils: ModbusCoils);
	## Function 3.
	global modbus_read_holding_registers_request: event(c: connection, headers: ModbusHeaders, start_address: count, quantity: count);
	## Function 3.
	global modbus_read_holding_registers_response: event(c: connection, headers: ModbusHeaders, registers: ModbusRegisters);
	## Function 4.
	global modbus_read_input_registers_request: event(c: connection, headers: ModbusHeaders, start_address: count, quantity: count);
	## Function 4.
	global modbus_read_input_registers_response: event(c: connection, headers: ModbusHeaders, registers: ModbusRegisters);
	## Function 5.
	global modbus_write_single_coil_request: event(c: connection, headers: ModbusHeaders, address: count, value: bool);
	## Function 5.
	global modbus_write_single_coil_response: event(c: connection, headers: ModbusHeaders, address: count, value: bool);
	## Function 6.
	global modbus_write_single_register_request: event(c: connection, headers: ModbusHeaders, address: count, value: count);
	## Function 6.
	global modbus_write_single_register_response: event(c: connection, headers: ModbusHeaders, address: count, value: count);
	## Function 15.
	global modbus_write_multiple_coils_request: event(c: connection, headers: ModbusHeaders, start_address: count, coils: ModbusCoils);
	## Function 15.
	global modbus_write_multiple_coils_response: event(c: connection, headers: ModbusHeaders, start_address: count, quantity: count);
	## Function 16.
	global modbus_write_multiple_registers_request: event(c: connection, headers: ModbusHeaders, start_address: count, registers: ModbusRegisters);
	## Function 16.
	global modbus_write_multiple_registers_response: event(c: connection, headers: ModbusHeaders, start_address: count, quantity: count);
	## Function 20.
	global modbus_read_file_record_request: event(c: connection, headers: ModbusHeaders, byte_count: count, refs: ModbusFileRecordRequests);
	## Function 20.
	global modbus_read_file_record_response: event(c: connection, headers: ModbusHeaders, byte_count: count, refs: ModbusFileRecordResponses);
	## Function 21.
	global modbus_write_file_record_request: event(c: connection, headers: ModbusHeaders, byte_count: count, refs: ModbusFileReferences);
	## Function 21.
	global modbus_write_file_record_response: event(c: connection, headers: ModbusHeaders, byte_count: count, refs: ModbusFileReferences);
	## Function 22.
	global modbus_mask_write_register_request: event(c: connection, headers: ModbusHeaders, address: count, and_mask: count, or_mask: count);
	## Function 22.
	global modbus_mask_write_register_response: event(c: connection, headers: ModbusHeaders, address: count, and_mask: count, or_mask: count);
	## Function 23.
	global modbus_read_write_multiple_registers_request: event(c: connection, headers: ModbusHeaders, read_start_address: count, read_quantity: count, write_start_address: count, write_registers: ModbusRegisters);
	## Function 23.
	global modbus_read_write_multiple_registers_response: event(c: connection, headers: ModbusHeaders, written_registers: ModbusRegisters);
	## Function 24.
	global modbus_read_fifo_queue_request: event(c: connection, headers: ModbusHeaders, start_address: count);
	## Function 24.
	global modbus_read_fifo_queue_response: event(c: connection, headers: ModbusHeaders, fifos: ModbusRegisters);
	## Function 8.
	global modbus_diagnostics_request: event(c: connection, headers: ModbusHeaders, subfunction: count, data: string);
	## Function 8.
	global modbus_diagnostics_response: event(c: connection, headers: ModbusHeaders, subfunction: count, data: string);
	## Function 43.
	global modbus_encap_interface_transport_request: event(c: connection, headers: ModbusHeaders, mei_type: count, data: string);
	## Function 43.
	global modbus_encap_interface_transport_response: event(c: connection, headers: ModbusHeaders, mei_type: count, data: string);
}
