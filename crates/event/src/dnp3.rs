// Written by `cargo xtask generate`; edit its sources instead: crates/scripts/tree/{base/bif/plugins/Zeek_DNP3.events.bif.zeek}.
//! DNP3 (IEEE 1815). Values are counts as sent, so negative numbers appear as large counts.
use crate::arg::ConnId;
use crate::declare::events;

events! { in dnp3;
    /// The header of a request (IEEE 1815).
    Dnp3ApplicationRequestHeader = "dnp3_application_request_header" {
        c: ConnId, is_orig: bool, application: u64, fc: u64
    }
    /// The header of a response.
    Dnp3ApplicationResponseHeader = "dnp3_application_response_header" {
        c: ConnId, is_orig: bool, application: u64, fc: u64, iin: u64
    }
    /// The header of a group of objects.
    Dnp3ObjectHeader = "dnp3_object_header" {
        c: ConnId, is_orig: bool, obj_type: u64, qua_field: u64, number: u64, rf_low: u64, rf_high: u64
    }
    /// The prefix of an object: its index or its size.
    Dnp3ObjectPrefix = "dnp3_object_prefix" { c: ConnId, is_orig: bool, prefix_value: u64 }
    /// The header of a link frame, for the first frame of a message.
    Dnp3HeaderBlock = "dnp3_header_block" {
        c: ConnId, is_orig: bool, len: u64, ctrl: u64, dest_addr: u64, src_addr: u64
    }
    /// A byte of an object without a specific event, or 0xff for objects with one.
    Dnp3ResponseDataObject = "dnp3_response_data_object" { c: ConnId, is_orig: bool, data_value: u64 }
    /// An attribute of a device.
    Dnp3AttributeCommon<'a> = "dnp3_attribute_common" {
        c: ConnId, is_orig: bool, data_type_code: u64, leng: u64, attribute_obj: &'a [u8]
    }
    /// A command to a relay (control relay output block).
    Dnp3Crob = "dnp3_crob" {
        c: ConnId, is_orig: bool, control_code: u64, count8: u64, on_time: u64, off_time: u64, status_code: u64
    }
    /// A command to several relays (pattern control block).
    Dnp3Pcb = "dnp3_pcb" {
        c: ConnId, is_orig: bool, control_code: u64, count8: u64, on_time: u64, off_time: u64, status_code: u64
    }
    /// A counter of 32 bits, with flags.
    Dnp3Counter32WFlag = "dnp3_counter_32wFlag" { c: ConnId, is_orig: bool, flag: u64, count_value: u64 }
    /// A counter of 16 bits, with flags.
    Dnp3Counter16WFlag = "dnp3_counter_16wFlag" { c: ConnId, is_orig: bool, flag: u64, count_value: u64 }
    /// A counter of 32 bits, without flags.
    Dnp3Counter32WoFlag = "dnp3_counter_32woFlag" { c: ConnId, is_orig: bool, count_value: u64 }
    /// A counter of 16 bits, without flags.
    Dnp3Counter16WoFlag = "dnp3_counter_16woFlag" { c: ConnId, is_orig: bool, count_value: u64 }
    /// A frozen counter of 32 bits, with flags.
    Dnp3FrozenCounter32WFlag = "dnp3_frozen_counter_32wFlag" { c: ConnId, is_orig: bool, flag: u64, count_value: u64 }
    /// A frozen counter of 16 bits, with flags.
    Dnp3FrozenCounter16WFlag = "dnp3_frozen_counter_16wFlag" { c: ConnId, is_orig: bool, flag: u64, count_value: u64 }
    /// A frozen counter of 32 bits, with flags and a time.
    Dnp3FrozenCounter32WFlagTime = "dnp3_frozen_counter_32wFlagTime" {
        c: ConnId, is_orig: bool, flag: u64, count_value: u64, time48: u64
    }
    /// A frozen counter of 16 bits, with flags and a time.
    Dnp3FrozenCounter16WFlagTime = "dnp3_frozen_counter_16wFlagTime" {
        c: ConnId, is_orig: bool, flag: u64, count_value: u64, time48: u64
    }
    /// A frozen counter of 32 bits, without flags.
    Dnp3FrozenCounter32WoFlag = "dnp3_frozen_counter_32woFlag" { c: ConnId, is_orig: bool, count_value: u64 }
    /// A frozen counter of 16 bits, without flags.
    Dnp3FrozenCounter16WoFlag = "dnp3_frozen_counter_16woFlag" { c: ConnId, is_orig: bool, count_value: u64 }
    /// An analog input of 32 bits, with flags.
    Dnp3AnalogInput32WFlag = "dnp3_analog_input_32wFlag" { c: ConnId, is_orig: bool, flag: u64, value: u64 }
    /// An analog input of 16 bits, with flags.
    Dnp3AnalogInput16WFlag = "dnp3_analog_input_16wFlag" { c: ConnId, is_orig: bool, flag: u64, value: u64 }
    /// An analog input of 32 bits, without flags.
    Dnp3AnalogInput32WoFlag = "dnp3_analog_input_32woFlag" { c: ConnId, is_orig: bool, value: u64 }
    /// An analog input of 16 bits, without flags.
    Dnp3AnalogInput16WoFlag = "dnp3_analog_input_16woFlag" { c: ConnId, is_orig: bool, value: u64 }
    /// An analog input of single precision, with flags.
    Dnp3AnalogInputSpWFlag = "dnp3_analog_input_SPwFlag" { c: ConnId, is_orig: bool, flag: u64, value: u64 }
    /// An analog input of double precision, with flags.
    Dnp3AnalogInputDpWFlag = "dnp3_analog_input_DPwFlag" {
        c: ConnId, is_orig: bool, flag: u64, value_low: u64, value_high: u64
    }
    /// A frozen analog input of 32 bits, with flags.
    Dnp3FrozenAnalogInput32WFlag = "dnp3_frozen_analog_input_32wFlag" {
        c: ConnId, is_orig: bool, flag: u64, frozen_value: u64
    }
    /// A frozen analog input of 16 bits, with flags.
    Dnp3FrozenAnalogInput16WFlag = "dnp3_frozen_analog_input_16wFlag" {
        c: ConnId, is_orig: bool, flag: u64, frozen_value: u64
    }
    /// A frozen analog input of 32 bits, with a time.
    Dnp3FrozenAnalogInput32WTime = "dnp3_frozen_analog_input_32wTime" {
        c: ConnId, is_orig: bool, flag: u64, frozen_value: u64, time48: u64
    }
    /// A frozen analog input of 16 bits, with a time.
    Dnp3FrozenAnalogInput16WTime = "dnp3_frozen_analog_input_16wTime" {
        c: ConnId, is_orig: bool, flag: u64, frozen_value: u64, time48: u64
    }
    /// A frozen analog input of 32 bits, without flags.
    Dnp3FrozenAnalogInput32WoFlag = "dnp3_frozen_analog_input_32woFlag" { c: ConnId, is_orig: bool, frozen_value: u64 }
    /// A frozen analog input of 16 bits, without flags.
    Dnp3FrozenAnalogInput16WoFlag = "dnp3_frozen_analog_input_16woFlag" { c: ConnId, is_orig: bool, frozen_value: u64 }
    /// A frozen analog input of single precision, with flags.
    Dnp3FrozenAnalogInputSpWFlag = "dnp3_frozen_analog_input_SPwFlag" {
        c: ConnId, is_orig: bool, flag: u64, frozen_value: u64
    }
    /// A frozen analog input of double precision, with flags.
    Dnp3FrozenAnalogInputDpWFlag = "dnp3_frozen_analog_input_DPwFlag" {
        c: ConnId, is_orig: bool, flag: u64, frozen_value_low: u64, frozen_value_high: u64
    }
    /// A change of an analog input of 32 bits, without a time.
    Dnp3AnalogInputEvent32WoTime = "dnp3_analog_input_event_32woTime" {
        c: ConnId, is_orig: bool, flag: u64, value: u64
    }
    /// A change of an analog input of 16 bits, without a time.
    Dnp3AnalogInputEvent16WoTime = "dnp3_analog_input_event_16woTime" {
        c: ConnId, is_orig: bool, flag: u64, value: u64
    }
    /// A change of an analog input of 32 bits, with a time.
    Dnp3AnalogInputEvent32WTime = "dnp3_analog_input_event_32wTime" {
        c: ConnId, is_orig: bool, flag: u64, value: u64, time48: u64
    }
    /// A change of an analog input of 16 bits, with a time.
    Dnp3AnalogInputEvent16WTime = "dnp3_analog_input_event_16wTime" {
        c: ConnId, is_orig: bool, flag: u64, value: u64, time48: u64
    }
    /// A change of an analog input of single precision, without a time.
    Dnp3AnalogInputEventSpWoTime = "dnp3_analog_input_event_SPwoTime" {
        c: ConnId, is_orig: bool, flag: u64, value: u64
    }
    /// A change of an analog input of double precision, without a time.
    Dnp3AnalogInputEventDpWoTime = "dnp3_analog_input_event_DPwoTime" {
        c: ConnId, is_orig: bool, flag: u64, value_low: u64, value_high: u64
    }
    /// A change of an analog input of single precision, with a time.
    Dnp3AnalogInputEventSpWTime = "dnp3_analog_input_event_SPwTime" {
        c: ConnId, is_orig: bool, flag: u64, value: u64, time48: u64
    }
    /// A change of an analog input of double precision, with a time.
    Dnp3AnalogInputEventDpWTime = "dnp3_analog_input_event_DPwTime" {
        c: ConnId, is_orig: bool, flag: u64, value_low: u64, value_high: u64, time48: u64
    }
    /// A change of a frozen analog input of 32 bits, without a time.
    Dnp3FrozenAnalogInputEvent32WoTime = "dnp3_frozen_analog_input_event_32woTime" {
        c: ConnId, is_orig: bool, flag: u64, frozen_value: u64
    }
    /// A change of a frozen analog input of 16 bits, without a time.
    Dnp3FrozenAnalogInputEvent16WoTime = "dnp3_frozen_analog_input_event_16woTime" {
        c: ConnId, is_orig: bool, flag: u64, frozen_value: u64
    }
    /// A change of a frozen analog input of 32 bits, with a time.
    Dnp3FrozenAnalogInputEvent32WTime = "dnp3_frozen_analog_input_event_32wTime" {
        c: ConnId, is_orig: bool, flag: u64, frozen_value: u64, time48: u64
    }
    /// A change of a frozen analog input of 16 bits, with a time.
    Dnp3FrozenAnalogInputEvent16WTime = "dnp3_frozen_analog_input_event_16wTime" {
        c: ConnId, is_orig: bool, flag: u64, frozen_value: u64, time48: u64
    }
    /// A change of a frozen analog input of single precision, without a time.
    Dnp3FrozenAnalogInputEventSpWoTime = "dnp3_frozen_analog_input_event_SPwoTime" {
        c: ConnId, is_orig: bool, flag: u64, frozen_value: u64
    }
    /// A change of a frozen analog input of double precision, without a time.
    Dnp3FrozenAnalogInputEventDpWoTime = "dnp3_frozen_analog_input_event_DPwoTime" {
        c: ConnId, is_orig: bool, flag: u64, frozen_value_low: u64, frozen_value_high: u64
    }
    /// A change of a frozen analog input of single precision, with a time.
    Dnp3FrozenAnalogInputEventSpWTime = "dnp3_frozen_analog_input_event_SPwTime" {
        c: ConnId, is_orig: bool, flag: u64, frozen_value: u64, time48: u64
    }
    /// A change of a frozen analog input of double precision, with a time.
    Dnp3FrozenAnalogInputEventDpWTime = "dnp3_frozen_analog_input_event_DPwTime" {
        c: ConnId, is_orig: bool, flag: u64, frozen_value_low: u64, frozen_value_high: u64, time48: u64
    }
    /// A part of a file.
    Dnp3FileTransport<'a> = "dnp3_file_transport" {
        c: ConnId, is_orig: bool, file_handle: u64, block_num: u64, file_data: &'a [u8]
    }
    /// Bytes that do not belong to any object, for debugging.
    Dnp3DebugByte<'a> = "dnp3_debug_byte" { c: ConnId, is_orig: bool, debug: &'a [u8] }
}
