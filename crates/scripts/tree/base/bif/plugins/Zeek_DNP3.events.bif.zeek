# What the DNP3 part declares: events.

module GLOBAL;

export {
	global dnp3_application_request_header: event(c: connection, is_orig: bool, application: count, fc: count);
	global dnp3_application_response_header: event(c: connection, is_orig: bool, application: count, fc: count, iin: count);
	global dnp3_object_header: event(c: connection, is_orig: bool, obj_type: count, qua_field: count, number: count, rf_low: count, rf_high: count);
	global dnp3_object_prefix: event(c: connection, is_orig: bool, prefix_value: count);
	global dnp3_header_block: event(c: connection, is_orig: bool, len: count, ctrl: count, dest_addr: count, src_addr: count);
	global dnp3_response_data_object: event(c: connection, is_orig: bool, data_value: count);
	global dnp3_attribute_common: event(c: connection, is_orig: bool, data_type_code: count, leng: count, attribute_obj: string);
	global dnp3_crob: event(c: connection, is_orig: bool, control_code: count, count8: count, on_time: count, off_time: count, status_code: count);
	global dnp3_pcb: event(c: connection, is_orig: bool, control_code: count, count8: count, on_time: count, off_time: count, status_code: count);
	global dnp3_counter_32wFlag: event(c: connection, is_orig: bool, flag: count, count_value: count);
	global dnp3_counter_16wFlag: event(c: connection, is_orig: bool, flag: count, count_value: count);
	global dnp3_counter_32woFlag: event(c: connection, is_orig: bool, count_value: count);
	global dnp3_counter_16woFlag: event(c: connection, is_orig: bool, count_value: count);
	global dnp3_frozen_counter_32wFlag: event(c: connection, is_orig: bool, flag: count, count_value: count);
	global dnp3_frozen_counter_16wFlag: event(c: connection, is_orig: bool, flag: count, count_value: count);
	global dnp3_frozen_counter_32wFlagTime: event(c: connection, is_orig: bool, flag: count, count_value: count, time48: count);
	global dnp3_frozen_counter_16wFlagTime: event(c: connection, is_orig: bool, flag: count, count_value: count, time48: count);
	global dnp3_frozen_counter_32woFlag: event(c: connection, is_orig: bool, count_value: count);
	global dnp3_frozen_counter_16woFlag: event(c: connection, is_orig: bool, count_value: count);
	global dnp3_analog_input_32wFlag: event(c: connection, is_orig: bool, flag: count, value: count);
	global dnp3_analog_input_16wFlag: event(c: connection, is_orig: bool, flag: count, value: count);
	global dnp3_analog_input_32woFlag: event(c: connection, is_orig: bool, value: count);
	global dnp3_analog_input_16woFlag: event(c: connection, is_orig: bool, value: count);
	global dnp3_analog_input_SPwFlag: event(c: connection, is_orig: bool, flag: count, value: count);
	global dnp3_analog_input_DPwFlag: event(c: connection, is_orig: bool, flag: count, value_low: count, value_high: count);
	global dnp3_frozen_analog_input_32wFlag: event(c: connection, is_orig: bool, flag: count, frozen_value: count);
	global dnp3_frozen_analog_input_16wFlag: event(c: connection, is_orig: bool, flag: count, frozen_value: count);
	global dnp3_frozen_analog_input_32wTime: event(c: connection, is_orig: bool, flag: count, frozen_value: count, time48: count);
	global dnp3_frozen_analog_input_16wTime: event(c: connection, is_orig: bool, flag: count, frozen_value: count, time48: count);
	global dnp3_frozen_analog_input_32woFlag: event(c: connection, is_orig: bool, frozen_value: count);
	global dnp3_frozen_analog_input_16woFlag: event(c: connection, is_orig: bool, frozen_value: count);
	global dnp3_frozen_analog_input_SPwFlag: event(c: connection, is_orig: bool, flag: count, frozen_value: count);
	global dnp3_frozen_analog_input_DPwFlag: event(c: connection, is_orig: bool, flag: count, frozen_value_low: count, frozen_value_high: count);
	global dnp3_analog_input_event_32woTime: event(c: connection, is_orig: bool, flag: count, value: count);
	global dnp3_analog_input_event_16woTime: event(c: connection, is_orig: bool, flag: count, value: count);
	global dnp3_analog_input_event_32wTime: event(c: connection, is_orig: bool, flag: count, value: count, time48: count);
	global dnp3_analog_input_event_16wTime: event(c: connection, is_orig: bool, flag: count, value: count, time48: count);
	global dnp3_analog_input_event_SPwoTime: event(c: connection, is_orig: bool, flag: count, value: count);
	global dnp3_analog_input_event_DPwoTime: event(c: connection, is_orig: bool, flag: count, value_low: count, value_high: count);
	global dnp3_analog_input_event_SPwTime: event(c: connection, is_orig: bool, flag: count, value: count, time48: count);
	global dnp3_analog_input_event_DPwTime: event(c: connection, is_orig: bool, flag: count, value_low: count, value_high: count, time48: count);
	global dnp3_frozen_analog_input_event_32woTime: event(c: connection, is_orig: bool, flag: count, frozen_value: count);
	global dnp3_frozen_analog_input_event_16woTime: event(c: connection, is_orig: bool, flag: count, frozen_value: count);
	global dnp3_frozen_analog_input_event_32wTime: event(c: connection, is_orig: bool, flag: count, frozen_value: count, time48: count);
	global dnp3_frozen_analog_input_event_16wTime: event(c: connection, is_orig: bool, flag: count, frozen_value: count, time48: count);
	global dnp3_frozen_analog_input_event_SPwoTime: event(c: connection, is_orig: bool, flag: count, frozen_value: count);
	global dnp3_frozen_analog_input_event_DPwoTime: event(c: connection, is_orig: bool, flag: count, frozen_value_low: count, frozen_value_high: count);
	global dnp3_frozen_analog_input_event_SPwTime: event(c: connection, is_orig: bool, flag: count, frozen_value: count, time48: count);
	global dnp3_frozen_analog_input_event_DPwTime: event(c: connection, is_orig: bool, flag: count, frozen_value_low: count, frozen_value_high: count, time48: count);
	global dnp3_file_transport: event(c: connection, is_orig: bool, file_handle: count, block_num: count, file_data: string);
	global dnp3_debug_byte: event(c: connection, is_orig: bool, debug: string);
}
