# Declarations of the DNP3 plugin: events.

module GLOBAL;

export {
	## The header of a request (IEEE 1815).
	##
	## c: The connection.
	##
	## is_orig: True if the originator sent it.
	##
	## application: The application control byte.
	##
	## fc: The function code.
	global dnp3_application_request_header: event(c: connection, is_orig: bool, application: count, fc: count);

	## The header of a response.
	##
	## c: The connection.
	##
	## is_orig: True if the originator sent it.
	##
	## application: The application control byte.
	##
	## fc: The function code.
	##
	## iin: The internal indications of the outstation.
	global dnp3_application_response_header: event(c: connection, is_orig: bool, application: count, fc: count, iin: count);

	## The header of a group of objects.
	##
	## c: The connection.
	##
	## is_orig: True if the originator sent it.
	##
	## obj_type: Group and variation, a byte each.
	##
	## qua_field: The qualifier.
	##
	## number: The number of objects.
	##
	## rf_low: The first index of a range.
	##
	## rf_high: The last index of a range.
	global dnp3_object_header: event(c: connection, is_orig: bool, obj_type: count, qua_field: count, number: count, rf_low: count, rf_high: count);

	## The prefix of an object: its index or its size.
	##
	## c: The connection.
	##
	## is_orig: True if the originator sent it.
	##
	## prefix_value: The value.
	global dnp3_object_prefix: event(c: connection, is_orig: bool, prefix_value: count);

	## The header of a link frame, for the first frame of a message.
	##
	## c: The connection.
	##
	## is_orig: True if the originator sent it.
	##
	## len: The length field.
	##
	## ctrl: The control byte.
	##
	## dest_addr: The destination's address.
	##
	## src_addr: The source's address.
	global dnp3_header_block: event(c: connection, is_orig: bool, len: count, ctrl: count, dest_addr: count, src_addr: count);

	## A byte of an object without a specific event, or 0xff for objects with one.
	##
	## c: The connection.
	##
	## is_orig: True if the originator sent it.
	##
	## data_value: The byte.
	global dnp3_response_data_object: event(c: connection, is_orig: bool, data_value: count);

	## An attribute of a device.
	##
	## c: The connection.
	##
	## is_orig: True if the originator sent it.
	##
	## data_type_code: The kind of its value.
	##
	## leng: Its bytes.
	##
	## attribute_obj: The value.
	global dnp3_attribute_common: event(c: connection, is_orig: bool, data_type_code: count, leng: count, attribute_obj: string);

	## A command to a relay (control relay output block).
	##
	## c: The connection.
	##
	## is_orig: True if the originator sent it.
	##
	## control_code: The operation.
	##
	## count8: The number of repetitions.
	##
	## on_time: How long the relay stays on, in milliseconds.
	##
	## off_time: How long the relay stays off, in milliseconds.
	##
	## status_code: The result; 0 in requests and after success.
	global dnp3_crob: event(c: connection, is_orig: bool, control_code: count, count8: count, on_time: count, off_time: count, status_code: count);

	## A command to several relays (pattern control block).
	##
	## c: The connection.
	##
	## is_orig: True if the originator sent it.
	##
	## control_code: The operation.
	##
	## count8: The number of repetitions.
	##
	## on_time: How long the relay stays on, in milliseconds.
	##
	## off_time: How long the relay stays off, in milliseconds.
	##
	## status_code: The result; 0 in requests and after success.
	global dnp3_pcb: event(c: connection, is_orig: bool, control_code: count, count8: count, on_time: count, off_time: count, status_code: count);

	## A counter of 32 bits, with flags.
	##
	## c: The connection.
	##
	## is_orig: True if the originator sent it.
	##
	## flag: The flags of the point.
	##
	## count_value: The value.
	global dnp3_counter_32wFlag: event(c: connection, is_orig: bool, flag: count, count_value: count);

	## A counter of 16 bits, with flags.
	##
	## c: The connection.
	##
	## is_orig: True if the originator sent it.
	##
	## flag: The flags of the point.
	##
	## count_value: The value.
	global dnp3_counter_16wFlag: event(c: connection, is_orig: bool, flag: count, count_value: count);

	## A counter of 32 bits, without flags.
	##
	## c: The connection.
	##
	## is_orig: True if the originator sent it.
	##
	## count_value: The value.
	global dnp3_counter_32woFlag: event(c: connection, is_orig: bool, count_value: count);

	## A counter of 16 bits, without flags.
	##
	## c: The connection.
	##
	## is_orig: True if the originator sent it.
	##
	## count_value: The value.
	global dnp3_counter_16woFlag: event(c: connection, is_orig: bool, count_value: count);

	## A frozen counter of 32 bits, with flags.
	##
	## c: The connection.
	##
	## is_orig: True if the originator sent it.
	##
	## flag: The flags of the point.
	##
	## count_value: The value.
	global dnp3_frozen_counter_32wFlag: event(c: connection, is_orig: bool, flag: count, count_value: count);

	## A frozen counter of 16 bits, with flags.
	##
	## c: The connection.
	##
	## is_orig: True if the originator sent it.
	##
	## flag: The flags of the point.
	##
	## count_value: The value.
	global dnp3_frozen_counter_16wFlag: event(c: connection, is_orig: bool, flag: count, count_value: count);

	## A frozen counter of 32 bits, with flags and a time.
	##
	## c: The connection.
	##
	## is_orig: True if the originator sent it.
	##
	## flag: The flags of the point.
	##
	## count_value: The value.
	##
	## time48: The time, in milliseconds since 1970.
	global dnp3_frozen_counter_32wFlagTime: event(c: connection, is_orig: bool, flag: count, count_value: count, time48: count);

	## A frozen counter of 16 bits, with flags and a time.
	##
	## c: The connection.
	##
	## is_orig: True if the originator sent it.
	##
	## flag: The flags of the point.
	##
	## count_value: The value.
	##
	## time48: The time, in milliseconds since 1970.
	global dnp3_frozen_counter_16wFlagTime: event(c: connection, is_orig: bool, flag: count, count_value: count, time48: count);

	## A frozen counter of 32 bits, without flags.
	##
	## c: The connection.
	##
	## is_orig: True if the originator sent it.
	##
	## count_value: The value.
	global dnp3_frozen_counter_32woFlag: event(c: connection, is_orig: bool, count_value: count);

	## A frozen counter of 16 bits, without flags.
	##
	## c: The connection.
	##
	## is_orig: True if the originator sent it.
	##
	## count_value: The value.
	global dnp3_frozen_counter_16woFlag: event(c: connection, is_orig: bool, count_value: count);

	## An analog input of 32 bits, with flags.
	##
	## c: The connection.
	##
	## is_orig: True if the originator sent it.
	##
	## flag: The flags of the point.
	##
	## value: The value.
	global dnp3_analog_input_32wFlag: event(c: connection, is_orig: bool, flag: count, value: count);

	## An analog input of 16 bits, with flags.
	##
	## c: The connection.
	##
	## is_orig: True if the originator sent it.
	##
	## flag: The flags of the point.
	##
	## value: The value.
	global dnp3_analog_input_16wFlag: event(c: connection, is_orig: bool, flag: count, value: count);

	## An analog input of 32 bits, without flags.
	##
	## c: The connection.
	##
	## is_orig: True if the originator sent it.
	##
	## value: The value.
	global dnp3_analog_input_32woFlag: event(c: connection, is_orig: bool, value: count);

	## An analog input of 16 bits, without flags.
	##
	## c: The connection.
	##
	## is_orig: True if the originator sent it.
	##
	## value: The value.
	global dnp3_analog_input_16woFlag: event(c: connection, is_orig: bool, value: count);

	## An analog input of single precision, with flags.
	##
	## c: The connection.
	##
	## is_orig: True if the originator sent it.
	##
	## flag: The flags of the point.
	##
	## value: The value.
	global dnp3_analog_input_SPwFlag: event(c: connection, is_orig: bool, flag: count, value: count);

	## An analog input of double precision, with flags.
	##
	## c: The connection.
	##
	## is_orig: True if the originator sent it.
	##
	## flag: The flags of the point.
	##
	## value_low: The lower half of the value.
	##
	## value_high: The upper half of the value.
	global dnp3_analog_input_DPwFlag: event(c: connection, is_orig: bool, flag: count, value_low: count, value_high: count);

	## A frozen analog input of 32 bits, with flags.
	##
	## c: The connection.
	##
	## is_orig: True if the originator sent it.
	##
	## flag: The flags of the point.
	##
	## frozen_value: The value.
	global dnp3_frozen_analog_input_32wFlag: event(c: connection, is_orig: bool, flag: count, frozen_value: count);

	## A frozen analog input of 16 bits, with flags.
	##
	## c: The connection.
	##
	## is_orig: True if the originator sent it.
	##
	## flag: The flags of the point.
	##
	## frozen_value: The value.
	global dnp3_frozen_analog_input_16wFlag: event(c: connection, is_orig: bool, flag: count, frozen_value: count);

	## A frozen analog input of 32 bits, with a time.
	##
	## c: The connection.
	##
	## is_orig: True if the originator sent it.
	##
	## flag: The flags of the point.
	##
	## frozen_value: The value.
	##
	## time48: The time, in milliseconds since 1970.
	global dnp3_frozen_analog_input_32wTime: event(c: connection, is_orig: bool, flag: count, frozen_value: count, time48: count);

	## A frozen analog input of 16 bits, with a time.
	##
	## c: The connection.
	##
	## is_orig: True if the originator sent it.
	##
	## flag: The flags of the point.
	##
	## frozen_value: The value.
	##
	## time48: The time, in milliseconds since 1970.
	global dnp3_frozen_analog_input_16wTime: event(c: connection, is_orig: bool, flag: count, frozen_value: count, time48: count);

	## A frozen analog input of 32 bits, without flags.
	##
	## c: The connection.
	##
	## is_orig: True if the originator sent it.
	##
	## frozen_value: The value.
	global dnp3_frozen_analog_input_32woFlag: event(c: connection, is_orig: bool, frozen_value: count);

	## A frozen analog input of 16 bits, without flags.
	##
	## c: The connection.
	##
	## is_orig: True if the originator sent it.
	##
	## frozen_value: The value.
	global dnp3_frozen_analog_input_16woFlag: event(c: connection, is_orig: bool, frozen_value: count);

	## A frozen analog input of single precision, with flags.
	##
	## c: The connection.
	##
	## is_orig: True if the originator sent it.
	##
	## flag: The flags of the point.
	##
	## frozen_value: The value.
	global dnp3_frozen_analog_input_SPwFlag: event(c: connection, is_orig: bool, flag: count, frozen_value: count);

	## A frozen analog input of double precision, with flags.
	##
	## c: The connection.
	##
	## is_orig: True if the originator sent it.
	##
	## flag: The flags of the point.
	##
	## frozen_value_low: The lower half of the value.
	##
	## frozen_value_high: The upper half of the value.
	global dnp3_frozen_analog_input_DPwFlag: event(c: connection, is_orig: bool, flag: count, frozen_value_low: count, frozen_value_high: count);

	## A change of an analog input of 32 bits, without a time.
	##
	## c: The connection.
	##
	## is_orig: True if the originator sent it.
	##
	## flag: The flags of the point.
	##
	## value: The value.
	global dnp3_analog_input_event_32woTime: event(c: connection, is_orig: bool, flag: count, value: count);

	## A change of an analog input of 16 bits, without a time.
	##
	## c: The connection.
	##
	## is_orig: True if the originator sent it.
	##
	## flag: The flags of the point.
	##
	## value: The value.
	global dnp3_analog_input_event_16woTime: event(c: connection, is_orig: bool, flag: count, value: count);

	## A change of an analog input of 32 bits, with a time.
	##
	## c: The connection.
	##
	## is_orig: True if the originator sent it.
	##
	## flag: The flags of the point.
	##
	## value: The value.
	##
	## time48: The time, in milliseconds since 1970.
	global dnp3_analog_input_event_32wTime: event(c: connection, is_orig: bool, flag: count, value: count, time48: count);

	## A change of an analog input of 16 bits, with a time.
	##
	## c: The connection.
	##
	## is_orig: True if the originator sent it.
	##
	## flag: The flags of the point.
	##
	## value: The value.
	##
	## time48: The time, in milliseconds since 1970.
	global dnp3_analog_input_event_16wTime: event(c: connection, is_orig: bool, flag: count, value: count, time48: count);

	## A change of an analog input of single precision, without a time.
	##
	## c: The connection.
	##
	## is_orig: True if the originator sent it.
	##
	## flag: The flags of the point.
	##
	## value: The value.
	global dnp3_analog_input_event_SPwoTime: event(c: connection, is_orig: bool, flag: count, value: count);

	## A change of an analog input of double precision, without a time.
	##
	## c: The connection.
	##
	## is_orig: True if the originator sent it.
	##
	## flag: The flags of the point.
	##
	## value_low: The lower half of the value.
	##
	## value_high: The upper half of the value.
	global dnp3_analog_input_event_DPwoTime: event(c: connection, is_orig: bool, flag: count, value_low: count, value_high: count);

	## A change of an analog input of single precision, with a time.
	##
	## c: The connection.
	##
	## is_orig: True if the originator sent it.
	##
	## flag: The flags of the point.
	##
	## value: The value.
	##
	## time48: The time, in milliseconds since 1970.
	global dnp3_analog_input_event_SPwTime: event(c: connection, is_orig: bool, flag: count, value: count, time48: count);

	## A change of an analog input of double precision, with a time.
	##
	## c: The connection.
	##
	## is_orig: True if the originator sent it.
	##
	## flag: The flags of the point.
	##
	## value_low: The lower half of the value.
	##
	## value_high: The upper half of the value.
	##
	## time48: The time, in milliseconds since 1970.
	global dnp3_analog_input_event_DPwTime: event(c: connection, is_orig: bool, flag: count, value_low: count, value_high: count, time48: count);

	## A change of a frozen analog input of 32 bits, without a time.
	##
	## c: The connection.
	##
	## is_orig: True if the originator sent it.
	##
	## flag: The flags of the point.
	##
	## frozen_value: The value.
	global dnp3_frozen_analog_input_event_32woTime: event(c: connection, is_orig: bool, flag: count, frozen_value: count);

	## A change of a frozen analog input of 16 bits, without a time.
	##
	## c: The connection.
	##
	## is_orig: True if the originator sent it.
	##
	## flag: The flags of the point.
	##
	## frozen_value: The value.
	global dnp3_frozen_analog_input_event_16woTime: event(c: connection, is_orig: bool, flag: count, frozen_value: count);

	## A change of a frozen analog input of 32 bits, with a time.
	##
	## c: The connection.
	##
	## is_orig: True if the originator sent it.
	##
	## flag: The flags of the point.
	##
	## frozen_value: The value.
	##
	## time48: The time, in milliseconds since 1970.
	global dnp3_frozen_analog_input_event_32wTime: event(c: connection, is_orig: bool, flag: count, frozen_value: count, time48: count);

	## A change of a frozen analog input of 16 bits, with a time.
	##
	## c: The connection.
	##
	## is_orig: True if the originator sent it.
	##
	## flag: The flags of the point.
	##
	## frozen_value: The value.
	##
	## time48: The time, in milliseconds since 1970.
	global dnp3_frozen_analog_input_event_16wTime: event(c: connection, is_orig: bool, flag: count, frozen_value: count, time48: count);

	## A change of a frozen analog input of single precision, without a time.
	##
	## c: The connection.
	##
	## is_orig: True if the originator sent it.
	##
	## flag: The flags of the point.
	##
	## frozen_value: The value.
	global dnp3_frozen_analog_input_event_SPwoTime: event(c: connection, is_orig: bool, flag: count, frozen_value: count);

	## A change of a frozen analog input of double precision, without a time.
	##
	## c: The connection.
	##
	## is_orig: True if the originator sent it.
	##
	## flag: The flags of the point.
	##
	## frozen_value_low: The lower half of the value.
	##
	## frozen_value_high: The upper half of the value.
	global dnp3_frozen_analog_input_event_DPwoTime: event(c: connection, is_orig: bool, flag: count, frozen_value_low: count, frozen_value_high: count);

	## A change of a frozen analog input of single precision, with a time.
	##
	## c: The connection.
	##
	## is_orig: True if the originator sent it.
	##
	## flag: The flags of the point.
	##
	## frozen_value: The value.
	##
	## time48: The time, in milliseconds since 1970.
	global dnp3_frozen_analog_input_event_SPwTime: event(c: connection, is_orig: bool, flag: count, frozen_value: count, time48: count);

	## A change of a frozen analog input of double precision, with a time.
	##
	## c: The connection.
	##
	## is_orig: True if the originator sent it.
	##
	## flag: The flags of the point.
	##
	## frozen_value_low: The lower half of the value.
	##
	## frozen_value_high: The upper half of the value.
	##
	## time48: The time, in milliseconds since 1970.
	global dnp3_frozen_analog_input_event_DPwTime: event(c: connection, is_orig: bool, flag: count, frozen_value_low: count, frozen_value_high: count, time48: count);

	## A part of a file.
	##
	## c: The connection.
	##
	## is_orig: True if the originator sent it.
	##
	## file_handle: The file.
	##
	## block_num: The part's number.
	##
	## file_data: Its bytes.
	global dnp3_file_transport: event(c: connection, is_orig: bool, file_handle: count, block_num: count, file_data: string);

	## Bytes that do not belong to any object, for debugging.
	##
	## c: The connection.
	##
	## is_orig: True if the originator sent it.
	##
	## debug: The bytes.
	global dnp3_debug_byte: event(c: connection, is_orig: bool, debug: string);
}
