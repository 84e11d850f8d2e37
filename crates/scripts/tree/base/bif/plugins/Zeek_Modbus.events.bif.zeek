# Declarations of the Modbus plugin: events.

module GLOBAL;

export {
	## The header of a Modbus message, before the event of its function.
	##
	## c: The connection.
	##
	## headers: The header of the message.
	##
	## is_orig: True if the originator sent it.
	global modbus_message: event(c: connection, headers: ModbusHeaders, is_orig: bool);

	## A request was rejected with an exception.
	##
	## c: The connection.
	##
	## headers: The header of the message.
	##
	## code: The exception code: 1 function, 2 address, 3 value, 4 device failure and others.
	global modbus_exception: event(c: connection, headers: ModbusHeaders, code: count);

	## A request to read coils.
	##
	## c: The connection.
	##
	## headers: The header of the message.
	##
	## start_address: The first address.
	##
	## quantity: The number of items.
	global modbus_read_coils_request: event(c: connection, headers: ModbusHeaders, start_address: count, quantity: count);

	## A response with the states of coils.
	##
	## c: The connection.
	##
	## headers: The header of the message.
	##
	## coils: Their states, padded to whole bytes.
	global modbus_read_coils_response: event(c: connection, headers: ModbusHeaders, coils: ModbusCoils);

	## A request to read discrete inputs.
	##
	## c: The connection.
	##
	## headers: The header of the message.
	##
	## start_address: The first address.
	##
	## quantity: The number of items.
	global modbus_read_discrete_inputs_request: event(c: connection, headers: ModbusHeaders, start_address: count, quantity: count);

	## A response with the states of discrete inputs.
	##
	## c: The connection.
	##
	## headers: The header of the message.
	##
	## coils: Their states, padded to whole bytes.
	global modbus_read_discrete_inputs_response: event(c: connection, headers: ModbusHeaders, coils: ModbusCoils);

	## A request to read holding registers.
	##
	## c: The connection.
	##
	## headers: The header of the message.
	##
	## start_address: The first address.
	##
	## quantity: The number of items.
	global modbus_read_holding_registers_request: event(c: connection, headers: ModbusHeaders, start_address: count, quantity: count);

	## A response with the values of holding registers.
	##
	## c: The connection.
	##
	## headers: The header of the message.
	##
	## registers: Their values.
	global modbus_read_holding_registers_response: event(c: connection, headers: ModbusHeaders, registers: ModbusRegisters);

	## A request to read input registers.
	##
	## c: The connection.
	##
	## headers: The header of the message.
	##
	## start_address: The first address.
	##
	## quantity: The number of items.
	global modbus_read_input_registers_request: event(c: connection, headers: ModbusHeaders, start_address: count, quantity: count);

	## A response with the values of input registers.
	##
	## c: The connection.
	##
	## headers: The header of the message.
	##
	## registers: Their values.
	global modbus_read_input_registers_response: event(c: connection, headers: ModbusHeaders, registers: ModbusRegisters);

	## A request to set a coil.
	##
	## c: The connection.
	##
	## headers: The header of the message.
	##
	## address: Its address.
	##
	## value: The new state.
	global modbus_write_single_coil_request: event(c: connection, headers: ModbusHeaders, address: count, value: bool);

	## The response to setting a coil.
	##
	## c: The connection.
	##
	## headers: The header of the message.
	##
	## address: Its address.
	##
	## value: The new state.
	global modbus_write_single_coil_response: event(c: connection, headers: ModbusHeaders, address: count, value: bool);

	## A request to set a register.
	##
	## c: The connection.
	##
	## headers: The header of the message.
	##
	## address: Its address.
	##
	## value: The new value.
	global modbus_write_single_register_request: event(c: connection, headers: ModbusHeaders, address: count, value: count);

	## The response to setting a register.
	##
	## c: The connection.
	##
	## headers: The header of the message.
	##
	## address: Its address.
	##
	## value: The new value.
	global modbus_write_single_register_response: event(c: connection, headers: ModbusHeaders, address: count, value: count);

	## A request to set coils.
	##
	## c: The connection.
	##
	## headers: The header of the message.
	##
	## start_address: The first address.
	##
	## coils: The new states.
	global modbus_write_multiple_coils_request: event(c: connection, headers: ModbusHeaders, start_address: count, coils: ModbusCoils);

	## The response to setting coils.
	##
	## c: The connection.
	##
	## headers: The header of the message.
	##
	## start_address: The first address.
	##
	## quantity: The number of items.
	global modbus_write_multiple_coils_response: event(c: connection, headers: ModbusHeaders, start_address: count, quantity: count);

	## A request to set registers.
	##
	## c: The connection.
	##
	## headers: The header of the message.
	##
	## start_address: The first address.
	##
	## registers: The new values.
	global modbus_write_multiple_registers_request: event(c: connection, headers: ModbusHeaders, start_address: count, registers: ModbusRegisters);

	## The response to setting registers.
	##
	## c: The connection.
	##
	## headers: The header of the message.
	##
	## start_address: The first address.
	##
	## quantity: The number of items.
	global modbus_write_multiple_registers_response: event(c: connection, headers: ModbusHeaders, start_address: count, quantity: count);

	## A request to read file records.
	##
	## c: The connection.
	##
	## headers: The header of the message.
	##
	## byte_count: The length of the rest in bytes.
	##
	## refs: The records.
	global modbus_read_file_record_request: event(c: connection, headers: ModbusHeaders, byte_count: count, refs: ModbusFileRecordRequests);

	## A response with file records.
	##
	## c: The connection.
	##
	## headers: The header of the message.
	##
	## byte_count: The length of the rest in bytes.
	##
	## refs: Their contents.
	global modbus_read_file_record_response: event(c: connection, headers: ModbusHeaders, byte_count: count, refs: ModbusFileRecordResponses);

	## A request to write file records.
	##
	## c: The connection.
	##
	## headers: The header of the message.
	##
	## byte_count: The length of the rest in bytes.
	##
	## refs: The records and their new contents.
	global modbus_write_file_record_request: event(c: connection, headers: ModbusHeaders, byte_count: count, refs: ModbusFileReferences);

	## The response to writing file records.
	##
	## c: The connection.
	##
	## headers: The header of the message.
	##
	## byte_count: The length of the rest in bytes.
	##
	## refs: The records and their new contents.
	global modbus_write_file_record_response: event(c: connection, headers: ModbusHeaders, byte_count: count, refs: ModbusFileReferences);

	## A request to change bits of a register.
	##
	## c: The connection.
	##
	## headers: The header of the message.
	##
	## address: Its address.
	##
	## and_mask: The bits to keep.
	##
	## or_mask: The values of the other bits.
	global modbus_mask_write_register_request: event(c: connection, headers: ModbusHeaders, address: count, and_mask: count, or_mask: count);

	## The response to changing bits of a register.
	##
	## c: The connection.
	##
	## headers: The header of the message.
	##
	## address: Its address.
	##
	## and_mask: The bits that were kept.
	##
	## or_mask: The values of the other bits.
	global modbus_mask_write_register_response: event(c: connection, headers: ModbusHeaders, address: count, and_mask: count, or_mask: count);

	## A request to set registers and then read others.
	##
	## c: The connection.
	##
	## headers: The header of the message.
	##
	## read_start_address: The first register to read.
	##
	## read_quantity: The number of registers to read.
	##
	## write_start_address: The first register to set.
	##
	## write_registers: The new values.
	global modbus_read_write_multiple_registers_request: event(c: connection, headers: ModbusHeaders, read_start_address: count, read_quantity: count, write_start_address: count, write_registers: ModbusRegisters);

	## The response with the registers read after others were set.
	##
	## c: The connection.
	##
	## headers: The header of the message.
	##
	## written_registers: The values that were read.
	global modbus_read_write_multiple_registers_response: event(c: connection, headers: ModbusHeaders, written_registers: ModbusRegisters);

	## A request to read a FIFO queue.
	##
	## c: The connection.
	##
	## headers: The header of the message.
	##
	## start_address: The queue.
	global modbus_read_fifo_queue_request: event(c: connection, headers: ModbusHeaders, start_address: count);

	## The response with the values of a FIFO queue.
	##
	## c: The connection.
	##
	## headers: The header of the message.
	##
	## fifos: Its values.
	global modbus_read_fifo_queue_response: event(c: connection, headers: ModbusHeaders, fifos: ModbusRegisters);

	## A diagnostics request.
	##
	## c: The connection.
	##
	## headers: The header of the message.
	##
	## subfunction: The subfunction.
	##
	## data: Its arguments.
	global modbus_diagnostics_request: event(c: connection, headers: ModbusHeaders, subfunction: count, data: string);

	## A diagnostics response.
	##
	## c: The connection.
	##
	## headers: The header of the message.
	##
	## subfunction: The subfunction.
	##
	## data: The result.
	global modbus_diagnostics_response: event(c: connection, headers: ModbusHeaders, subfunction: count, data: string);

	## A request of a protocol encapsulated in Modbus.
	##
	## c: The connection.
	##
	## headers: The header of the message.
	##
	## mei_type: The protocol.
	##
	## data: Its data.
	global modbus_encap_interface_transport_request: event(c: connection, headers: ModbusHeaders, mei_type: count, data: string);

	## A response of a protocol encapsulated in Modbus.
	##
	## c: The connection.
	##
	## headers: The header of the message.
	##
	## mei_type: The protocol.
	##
	## data: Its data.
	global modbus_encap_interface_transport_response: event(c: connection, headers: ModbusHeaders, mei_type: count, data: string);
}
