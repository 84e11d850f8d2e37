# What the DNP3 part declares: events.

module GLOBAL;

export {
	## The head of a request.
	global dnp3_application_request_header: event(c: connection, is_orig: bool, application: count, fc: count);
	## The head of a response, with its internal indications.
	global dnp3_application_response_header: event(c: connection, is_orig: bool, application: count, fc: count, iin: count);
	## The head of objects of one kind.
	global dnp3_object_header: event(c: connection, is_orig: bool, obj_type: count, qua_field: count, number: count, rf_low: count, rf_high: count);
	## What stands before an object: its index or its size; 0 where nothing does.
	global dnp3_object_prefix: event(c: connection, is_orig: bool, prefix_value: count);
	## The link frame that a message begins with.
	global dnp3_header_block: event(c: connection, is_orig: bool, len: count, ctrl: count, dest_addr: count, src_addr: count);
	## An object of a response, after the event of its kind; 255 where it is no binary point.
	global dnp3_response_data_object: event(c: connection, is_orig: bool, data_value: count);
	## Group 0: an attribute of the device.
	global dnp3_attribute_common: event(c: connection, is_orig: bool, data_type_code: count, leng: count, attribute_obj: string);
	## Group 12, variation 1: a relay is told what to do.
	global dnp3_crob: event(c: connection, is_orig: bool, control_code: count, count8: count, on_time: count, off_time: count, status_code: count);
	## Group 12, variation 2: a pattern of relays is told what to do.
	global dnp3_pcb: event(c: connection, is_orig: bool, control_code: count, count8: count, on_time: count, off_time: count, status_code: count);
	## Group 20, variation 1.
	global dnp3_counter_32wFlag: event(c: connection, is_orig: bool, flag: count, count_value: count);
	## Group 20, variation 2.
	global dnp3_counter_16wFlag: event(c: connection, is_orig: bool, flag: count, count_value: count);
	## Group 20, variation 5.
	global dnp3_counter_32woFlag: event(c: connection, is_orig: bool, count_value: count);
	## Group 20, variation 6.
	global dnp3_counter_16woFlag: event(c: connection, is_orig: bool, count_value: count);
	## Group 21, variation 1.
	global dnp3_frozen_counter_32wFlag: event(c: connection, is_orig: bool, flag: count, count_value: count);
	## Group 21, variation 2.
	global dnp3_frozen_counter_16wFlag: event(c: connection, is_orig: bool, flag: count, count_value: count);
	## Group 21, variation 5.
	global dnp3_frozen_counter_32wFlagTime: event(c: connection, is_orig: bool, flag: count, count_value: count, time48: count);
	## Group 21, variation 6.
	global dnp3_frozen_counter_16wFlagTime: event(c: connection, is_orig: bool, flag: count, count_value: count, time48: count);
	## Group 21, variation 9.
	global dnp3_frozen_counter_32woFlag: event(c: connection, is_orig: bool, count_value: count);
	## Group 21, variation 10.
	global dnp3_frozen_counter_16woFlag: event(c: connection, is_orig: bool, count_value: count);
	## Group 30, variation 1.
	global dnp3_analog_input_32wFlag: event(c: connection, is_orig: bool, flag: count, value: count);
	## Group 30, variation 2.
	global dnp3_analog_input_16wFlag: event(c: connection, is_orig: bool, flag: count, value: count);
	## Group 30, variation 3.
	global dnp3_analog_input_32woFlag: event(c: connection, is_orig: bool, value: count);
	## Group 30, variation 4.
	global dnp3_analog_input_16woFlag: event(c: connection, is_orig: bool, value: count);
	## Group 30, variation 5.
	global dnp3_analog_input_SPwFlag: event(c: connection, is_orig: bool, flag: count, value: count);
	## Group 30, variation 6.
	global dnp3_analog_input_DPwFlag: event(c: connection, is_orig: bool, flag: count, value_low: count, value_high: count);
	## Group 31, variation 1.
	global dnp3_frozen_analog_input_32wFlag: event(c: connection, is_orig: bool, flag: count, frozen_value: count);
	## Group 31, variation 2.
	global dnp3_frozen_analog_input_16wFlag: event(c: connection, is_orig: bool, flag: count, frozen_value: count);
	## Group 31, variation 3.
	global dnp3_frozen_analog_input_32wTime: event(c: connection, is_orig: bool, flag: count, frozen_value: count, time48: count);
	## Group 31, variation 4.
	global dnp3_frozen_analog_input_16wTime: event(c: connection, is_orig: bool, flag: count, frozen_value: count, time48: count);
	## Group 31, variation 5.
	global dnp3_frozen_analog_input_32woFlag: event(c: connection, is_orig: bool, frozen_value: count);
	## Group 31, variation 6.
	global dnp3_frozen_analog_input_16woFlag: event(c: connection, is_orig: bool, frozen_value: count);
	## Group 31, variation 7.
	global dnp3_frozen_analog_input_SPwFlag: event(c: connection, is_orig: bool, flag: count, frozen_value: count);
	## Group 31, variation 8.
	global dnp3_frozen_analog_input_DPwFlag: event(c: connection, is_orig: bool, flag: count, frozen_value_low: count, frozen_value_high: count);
	## Group 32, variation 1.
	global dnp3_analog_input_event_32woTime: event(c: connection, is_orig: bool, flag: count, value: count);
	## Group 32, variation 2.
	global dnp3_analog_input_event_16woTime: event(c: connection, is_orig: bool, flag: count, value: count);
	## Group 32, variation 3.
	global dnp3_analog_input_event_32wTime: event(c: connection, is_orig: bool, flag: count, value: count, time48: count);
	## Group 32, variation 4.
	global dnp3_analog_input_event_16wTime: event(c: connection, is_orig: bool, flag: count, value: count, time48: count);
	## Group 32, variation 5.
	global dnp3_analog_input_event_SPwoTime: event(c: connection, is_orig: bool, flag: count, value: count);
	## Group 32, variation 6.
	global dnp3_analog_input_event_DPwoTime: event(c: connection, is_orig: bool, flag: count, value_low: count, value_high: count);
	## Group 32, variation 7.
	global dnp3_analog_input_event_SPwTime: event(c: connection, is_orig: bool, flag: count, value: count, time48: count);
	## Group 32, variation 8.
	global dnp3_analog_input_event_DPwTime: event(c: connection, is_orig: bool, flag: count, value_low: count, value_high: count, time48: count);
	## Group 33, variation 1.
	global dnp3_frozen_analog_input_event_32woTime: event(c: connection, is_orig: bool, flag: count, frozen_value: count);
	## Group 33, variation 2.
	global dnp3_frozen_analog_input_event_16woTime: event(c: connection, is_orig: bool, flag: count, frozen_value: count);
	## Group 33, variation 3.
	global dnp3_frozen_analog_input_event_32wTime: event(c: connection, is_orig: bool, flag: count, frozen_value: count, time48: count);
	## Group 33, variation 4.
	global dnp3_frozen_analog_input_event_16wTime: event(c: connection, is_orig: bool, flag: count, frozen_value: count, time48: count);
	## Group 33, variation 5.
	global dnp3_frozen_analog_input_event_SPwoTime: event(c: connection, is_orig: bool, flag: count, frozen_value: count);
	## Group 33, variation 6.
	global dnp3_frozen_analog_input_event_DPwoTime: event(c: connection, is_orig: bool, flag: count, frozen_value_low: count, frozen_value_high: count);
	## Group 33, variation 7.
	global dnp3_frozen_analog_input_event_SPwTime: event(c: connection, is_orig: bool, flag: count, frozen_value: count, time48: count);
	## Group 33, variation 8.
	global dnp3_frozen_analog_input_event_DPwTime: event(c: connection, is_orig: bool, flag: count, frozen_value_low: count, frozen_value_high: count, time48: count);
	## Group 70, variation 5: a part of a file.
	global dnp3_file_transport: event(c: connection, is_orig: bool, file_handle: count, block_num: count, file_data: string);
	## Bytes of a kind that is not known.
	global dnp3_debug_byte: event(c: connection, is_orig: bool, debug: string);
}
