// Written by `cargo xtask generate`; edit its sources instead: crates/scripts/tree/{base/bif/plugins/Zeek_DNP3.events.bif.zeek}.
//! DNP3 (IEEE 1815). Values are as sent, in counts: negative ones come out as large ones.
use crate::arg::ConnId;
use crate::declare::events;

events! { in dnp3;
    /// The head of a request.
    Dnp3ApplicationRequestHeader = "dnp3_application_request_header" {
        c: ConnId, is_orig: bool, application: u64, fc: u64
    }
    /// The head of a response, with its internal indications.
    Dnp3ApplicationResponseHeader = "dnp3_application_response_header" {
        c: ConnId, is_orig: bool, application: u64, fc: u64, iin: u64
    }
    /// The head of objects of one kind.
    Dnp3ObjectHeader = "dnp3_object_header" {
        c: ConnId, is_orig: bool, obj_type: u64, qua_field: u64, number: u64, rf_low: u64, rf_high: u64
    }
    /// What stands before an object: its index or its size; 0 where nothing does.
    Dnp3ObjectPrefix = "dnp3_object_prefix" { c: ConnId, is_orig: bool, prefix_value: u64 }
    /// The link frame that a message begins with.
    Dnp3HeaderBlock = "dnp3_header_block" {
        c: ConnId, is_orig: bool, len: u64, ctrl: u64, dest_addr: u64, src_addr: u64
    }
    /// An object of a response, after the event of its kind; 255 where it is no binary point.
    Dnp3ResponseDataObject = "dnp3_response_data_object" { c: ConnId, is_orig: bool, data_value: u64 }
    /// Group 0: an attribute of the device.
    Dnp3AttributeCommon<'a> = "dnp3_attribute_common" {
        c: ConnId, is_orig: bool, data_type_code: u64, leng: u64, attribute_obj: &'a [u8]
    }
    /// Group 12, variation 1: a relay is told what to do.
    Dnp3Crob = "dnp3_crob" {
        c: ConnId, is_orig: bool, control_code: u64, count8: u64, on_time: u64, off_time: u64, status_code: u64
    }
    /// Group 12, variation 2: a pattern of relays is told what to do.
    Dnp3Pcb = "dnp3_pcb" {
        c: ConnId, is_orig: bool, control_code: u64, count8: u64, on_time: u64, off_time: u64, status_code: u64
    }
    /// Group 20, variation 1.
    Dnp3Counter32WFlag = "dnp3_counter_32wFlag" { c: ConnId, is_orig: bool, flag: u64, count_value: u64 }
    /// Group 20, variation 2.
    Dnp3Counter16WFlag = "dnp3_counter_16wFlag" { c: ConnId, is_orig: bool, flag: u64, count_value: u64 }
    /// Group 20, variation 5.
    Dnp3Counter32WoFlag = "dnp3_counter_32woFlag" { c: ConnId, is_orig: bool, count_value: u64 }
    /// Group 20, variation 6.
    Dnp3Counter16WoFlag = "dnp3_counter_16woFlag" { c: ConnId, is_orig: bool, count_value: u64 }
    /// Group 21, variation 1.
    Dnp3FrozenCounter32WFlag = "dnp3_frozen_counter_32wFlag" { c: ConnId, is_orig: bool, flag: u64, count_value: u64 }
    /// Group 21, variation 2.
    Dnp3FrozenCounter16WFlag = "dnp3_frozen_counter_16wFlag" { c: ConnId, is_orig: bool, flag: u64, count_value: u64 }
    /// Group 21, variation 5.
    Dnp3FrozenCounter32WFlagTime = "dnp3_frozen_counter_32wFlagTime" {
        c: ConnId, is_orig: bool, flag: u64, count_value: u64, time48: u64
    }
    /// Group 21, variation 6.
    Dnp3FrozenCounter16WFlagTime = "dnp3_frozen_counter_16wFlagTime" {
        c: ConnId, is_orig: bool, flag: u64, count_value: u64, time48: u64
    }
    /// Group 21, variation 9.
    Dnp3FrozenCounter32WoFlag = "dnp3_frozen_counter_32woFlag" { c: ConnId, is_orig: bool, count_value: u64 }
    /// Group 21, variation 10.
    Dnp3FrozenCounter16WoFlag = "dnp3_frozen_counter_16woFlag" { c: ConnId, is_orig: bool, count_value: u64 }
    /// Group 30, variation 1.
    Dnp3AnalogInput32WFlag = "dnp3_analog_input_32wFlag" { c: ConnId, is_orig: bool, flag: u64, value: u64 }
    /// Group 30, variation 2.
    Dnp3AnalogInput16WFlag = "dnp3_analog_input_16wFlag" { c: ConnId, is_orig: bool, flag: u64, value: u64 }
    /// Group 30, variation 3.
    Dnp3AnalogInput32WoFlag = "dnp3_analog_input_32woFlag" { c: ConnId, is_orig: bool, value: u64 }
    /// Group 30, variation 4.
    Dnp3AnalogInput16WoFlag = "dnp3_analog_input_16woFlag" { c: ConnId, is_orig: bool, value: u64 }
    /// Group 30, variation 5.
    Dnp3AnalogInputSpWFlag = "dnp3_analog_input_SPwFlag" { c: ConnId, is_orig: bool, flag: u64, value: u64 }
    /// Group 30, variation 6.
    Dnp3AnalogInputDpWFlag = "dnp3_analog_input_DPwFlag" {
        c: ConnId, is_orig: bool, flag: u64, value_low: u64, value_high: u64
    }
    /// Group 31, variation 1.
    Dnp3FrozenAnalogInput32WFlag = "dnp3_frozen_analog_input_32wFlag" {
        c: ConnId, is_orig: bool, flag: u64, frozen_value: u64
    }
    /// Group 31, variation 2.
    Dnp3FrozenAnalogInput16WFlag = "dnp3_frozen_analog_input_16wFlag" {
        c: ConnId, is_orig: bool, flag: u64, frozen_value: u64
    }
    /// Group 31, variation 3.
    Dnp3FrozenAnalogInput32WTime = "dnp3_frozen_analog_input_32wTime" {
        c: ConnId, is_orig: bool, flag: u64, frozen_value: u64, time48: u64
    }
    /// Group 31, variation 4.
    Dnp3FrozenAnalogInput16WTime = "dnp3_frozen_analog_input_16wTime" {
        c: ConnId, is_orig: bool, flag: u64, frozen_value: u64, time48: u64
    }
    /// Group 31, variation 5.
    Dnp3FrozenAnalogInput32WoFlag = "dnp3_frozen_analog_input_32woFlag" { c: ConnId, is_orig: bool, frozen_value: u64 }
    /// Group 31, variation 6.
    Dnp3FrozenAnalogInput16WoFlag = "dnp3_frozen_analog_input_16woFlag" { c: ConnId, is_orig: bool, frozen_value: u64 }
    /// Group 31, variation 7.
    Dnp3FrozenAnalogInputSpWFlag = "dnp3_frozen_analog_input_SPwFlag" {
        c: ConnId, is_orig: bool, flag: u64, frozen_value: u64
    }
    /// Group 31, variation 8.
    Dnp3FrozenAnalogInputDpWFlag = "dnp3_frozen_analog_input_DPwFlag" {
        c: ConnId, is_orig: bool, flag: u64, frozen_value_low: u64, frozen_value_high: u64
    }
    /// Group 32, variation 1.
    Dnp3AnalogInputEvent32WoTime = "dnp3_analog_input_event_32woTime" {
        c: ConnId, is_orig: bool, flag: u64, value: u64
    }
    /// Group 32, variation 2.
    Dnp3AnalogInputEvent16WoTime = "dnp3_analog_input_event_16woTime" {
        c: ConnId, is_orig: bool, flag: u64, value: u64
    }
    /// Group 32, variation 3.
    Dnp3AnalogInputEvent32WTime = "dnp3_analog_input_event_32wTime" {
        c: ConnId, is_orig: bool, flag: u64, value: u64, time48: u64
    }
    /// Group 32, variation 4.
    Dnp3AnalogInputEvent16WTime = "dnp3_analog_input_event_16wTime" {
        c: ConnId, is_orig: bool, flag: u64, value: u64, time48: u64
    }
    /// Group 32, variation 5.
    Dnp3AnalogInputEventSpWoTime = "dnp3_analog_input_event_SPwoTime" {
        c: ConnId, is_orig: bool, flag: u64, value: u64
    }
    /// Group 32, variation 6.
    Dnp3AnalogInputEventDpWoTime = "dnp3_analog_input_event_DPwoTime" {
        c: ConnId, is_orig: bool, flag: u64, value_low: u64, value_high: u64
    }
    /// Group 32, variation 7.
    Dnp3AnalogInputEventSpWTime = "dnp3_analog_input_event_SPwTime" {
        c: ConnId, is_orig: bool, flag: u64, value: u64, time48: u64
    }
    /// Group 32, variation 8.
    Dnp3AnalogInputEventDpWTime = "dnp3_analog_input_event_DPwTime" {
        c: ConnId, is_orig: bool, flag: u64, value_low: u64, value_high: u64, time48: u64
    }
    /// Group 33, variation 1.
    Dnp3FrozenAnalogInputEvent32WoTime = "dnp3_frozen_analog_input_event_32woTime" {
        c: ConnId, is_orig: bool, flag: u64, frozen_value: u64
    }
    /// Group 33, variation 2.
    Dnp3FrozenAnalogInputEvent16WoTime = "dnp3_frozen_analog_input_event_16woTime" {
        c: ConnId, is_orig: bool, flag: u64, frozen_value: u64
    }
    /// Group 33, variation 3.
    Dnp3FrozenAnalogInputEvent32WTime = "dnp3_frozen_analog_input_event_32wTime" {
        c: ConnId, is_orig: bool, flag: u64, frozen_value: u64, time48: u64
    }
    /// Group 33, variation 4.
    Dnp3FrozenAnalogInputEvent16WTime = "dnp3_frozen_analog_input_event_16wTime" {
        c: ConnId, is_orig: bool, flag: u64, frozen_value: u64, time48: u64
    }
    /// Group 33, variation 5.
    Dnp3FrozenAnalogInputEventSpWoTime = "dnp3_frozen_analog_input_event_SPwoTime" {
        c: ConnId, is_orig: bool, flag: u64, frozen_value: u64
    }
    /// Group 33, variation 6.
    Dnp3FrozenAnalogInputEventDpWoTime = "dnp3_frozen_analog_input_event_DPwoTime" {
        c: ConnId, is_orig: bool, flag: u64, frozen_value_low: u64, frozen_value_high: u64
    }
    /// Group 33, variation 7.
    Dnp3FrozenAnalogInputEventSpWTime = "dnp3_frozen_analog_input_event_SPwTime" {
        c: ConnId, is_orig: bool, flag: u64, frozen_value: u64, time48: u64
    }
    /// Group 33, variation 8.
    Dnp3FrozenAnalogInputEventDpWTime = "dnp3_frozen_analog_input_event_DPwTime" {
        c: ConnId, is_orig: bool, flag: u64, frozen_value_low: u64, frozen_value_high: u64, time48: u64
    }
    /// Group 70, variation 5: a part of a file.
    Dnp3FileTransport<'a> = "dnp3_file_transport" {
        c: ConnId, is_orig: bool, file_handle: u64, block_num: u64, file_data: &'a [u8]
    }
    /// Bytes of a kind that is not known.
    Dnp3DebugByte<'a> = "dnp3_debug_byte" { c: ConnId, is_orig: bool, debug: &'a [u8] }
}
