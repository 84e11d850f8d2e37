# What the Modbus part declares: events.

module GLOBAL;

export {
	global modbus_message: event(c: connection, headers: ModbusHeaders, is_orig: bool);
	global modbus_exception: event(c: connection, headers: ModbusHeaders, code: count);
	global modbus_read_coils_request: event(c: connection, headers: ModbusHeaders, start_address: count, quantity: count);
	global modbus_read_coils_response: event(c: connection, headers: ModbusHeaders, coils: ModbusCoils);
	global modbus_read_discrete_inputs_request: event(c: connection, headers: ModbusHeaders, start_address: count, quantity: count);
	global modbus_read_discrete_inputs_response: event(c: connection, headers: ModbusHeaders, coils: ModbusCoils);
	global modbus_read_holding_registers_request: event(c: connection, headers: ModbusHeaders, start_address: count, quantity: count);
	global modbus_read_holding_registers_response: event(c: connection, headers: ModbusHeaders, registers: ModbusRegisters);
	global modbus_read_input_registers_request: event(c: connection, headers: ModbusHeaders, start_address: count, quantity: count);
	global modbus_read_input_registers_response: event(c: connection, headers: ModbusHeaders, registers: ModbusRegisters);
	global modbus_write_single_coil_request: event(c: connection, headers: ModbusHeaders, address: count, value: bool);
	global modbus_write_single_coil_response: event(c: connection, headers: ModbusHeaders, address: count, value: bool);
	global modbus_write_single_register_request: event(c: connection, headers: ModbusHeaders, address: count, value: count);
	global modbus_write_single_register_response: event(c: connection, headers: ModbusHeaders, address: count, value: count);
	global modbus_write_multiple_coils_request: event(c: connection, headers: ModbusHeaders, start_address: count, coils: ModbusCoils);
	global modbus_write_multiple_coils_response: event(c: connection, headers: ModbusHeaders, start_address: count, quantity: count);
	global modbus_write_multiple_registers_request: event(c: connection, headers: ModbusHeaders, start_address: count, registers: ModbusRegisters);
	global modbus_write_multiple_registers_response: event(c: connection, headers: ModbusHeaders, start_address: count, quantity: count);
	global modbus_read_file_record_request: event(c: connection, headers: ModbusHeaders, byte_count: count, refs: ModbusFileRecordRequests);
	global modbus_read_file_record_response: event(c: connection, headers: ModbusHeaders, byte_count: count, refs: ModbusFileRecordResponses);
	global modbus_write_file_record_request: event(c: connection, headers: ModbusHeaders, byte_count: count, refs: ModbusFileReferences);
	global modbus_write_file_record_response: event(c: connection, headers: ModbusHeaders, byte_count: count, refs: ModbusFileReferences);
	global modbus_mask_write_register_request: event(c: connection, headers: ModbusHeaders, address: count, and_mask: count, or_mask: count);
	global modbus_mask_write_register_response: event(c: connection, headers: ModbusHeaders, address: count, and_mask: count, or_mask: count);
	global modbus_read_write_multiple_registers_request: event(c: connection, headers: ModbusHeaders, read_start_address: count, read_quantity: count, write_start_address: count, write_registers: ModbusRegisters);
	global modbus_read_write_multiple_registers_response: event(c: connection, headers: ModbusHeaders, written_registers: ModbusRegisters);
	global modbus_read_fifo_queue_request: event(c: connection, headers: ModbusHeaders, start_address: count);
	global modbus_read_fifo_queue_response: event(c: connection, headers: ModbusHeaders, fifos: ModbusRegisters);
	global modbus_diagnostics_request: event(c: connection, headers: ModbusHeaders, subfunction: count, data: string);
	global modbus_diagnostics_response: event(c: connection, headers: ModbusHeaders, subfunction: count, data: string);
	global modbus_encap_interface_transport_request: event(c: connection, headers: ModbusHeaders, mei_type: count, data: string);
	global modbus_encap_interface_transport_response: event(c: connection, headers: ModbusHeaders, mei_type: count, data: string);
}
