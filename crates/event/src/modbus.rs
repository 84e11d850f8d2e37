// Written by `cargo xtask generate`; edit its sources instead: crates/scripts/tree/{base/bif/plugins/Zeek_Modbus.events.bif.zeek, base/init/infrastructure.zeek}.
//! Modbus over TCP (Modbus application protocol 1.1b3).
use crate::arg::{ConnId, List};
use crate::declare::{events, records};

records! {
    /// What every message begins with.
    ModbusHeaders = "ModbusHeaders" { tid: u64, pid: u64, uid: u64, function_code: u64, len: u64 }
    /// A part of a file that is asked for.
    ModbusFileRecordRequest = "ModbusFileRecordRequest" {
        ref_type: u64, file_num: u64, record_num: u64, record_len: u64
    }
    /// A part of a file.
    ModbusFileRecordResponse<'a> = "ModbusFileRecordResponse" { file_len: u64, ref_type: u64, record_data: &'a [u8] }
    /// A part of a file that is written.
    ModbusFileReference<'a> = "ModbusFileReference" {
        ref_type: u64, file_num: u64, record_num: u64, record_len: u64, record_data: &'a [u8]
    }
}

events! { in modbus;
    /// Every message.
    ModbusMessage = "modbus_message" { c: ConnId, headers: ModbusHeaders, is_orig: bool }
    /// A request could not be done.
    ModbusException = "modbus_exception" { c: ConnId, headers: ModbusHeaders, code: u64 }
    /// Function 1.
    ModbusReadCoilsRequest = "modbus_read_coils_request" {
        c: ConnId, headers: ModbusHeaders, start_address: u64, quantity: u64
    }
    /// Function 1. `coils` has the padding of the last byte too.
    ModbusReadCoilsResponse<'a> = "modbus_read_coils_response" {
        c: ConnId, headers: ModbusHeaders, coils: &'a dyn List
    }
    /// Function 2.
    ModbusReadDiscreteInputsRequest = "modbus_read_discrete_inputs_request" {
        c: ConnId, headers: ModbusHeaders, start_address: u64, quantity: u64
    }
    /// Function 2. `coils` has the padding of the last byte too.
    ModbusReadDiscreteInputsResponse<'a> = "modbus_read_discrete_inputs_response" {
        c: ConnId, headers: ModbusHeaders, coils: &'a dyn List
    }
    /// Function 3.
    ModbusReadHoldingRegistersRequest = "modbus_read_holding_registers_request" {
        c: ConnId, headers: ModbusHeaders, start_address: u64, quantity: u64
    }
    /// Function 3.
    ModbusReadHoldingRegistersResponse<'a> = "modbus_read_holding_registers_response" {
        c: ConnId, headers: ModbusHeaders, registers: &'a dyn List
    }
    /// Function 4.
    ModbusReadInputRegistersRequest = "modbus_read_input_registers_request" {
        c: ConnId, headers: ModbusHeaders, start_address: u64, quantity: u64
    }
    /// Function 4.
    ModbusReadInputRegistersResponse<'a> = "modbus_read_input_registers_response" {
        c: ConnId, headers: ModbusHeaders, registers: &'a dyn List
    }
    /// Function 5.
    ModbusWriteSingleCoilRequest = "modbus_write_single_coil_request" {
        c: ConnId, headers: ModbusHeaders, address: u64, value: bool
    }
    /// Function 5.
    ModbusWriteSingleCoilResponse = "modbus_write_single_coil_response" {
        c: ConnId, headers: ModbusHeaders, address: u64, value: bool
    }
    /// Function 6.
    ModbusWriteSingleRegisterRequest = "modbus_write_single_register_request" {
        c: ConnId, headers: ModbusHeaders, address: u64, value: u64
    }
    /// Function 6.
    ModbusWriteSingleRegisterResponse = "modbus_write_single_register_response" {
        c: ConnId, headers: ModbusHeaders, address: u64, value: u64
    }
    /// Function 15.
    ModbusWriteMultipleCoilsRequest<'a> = "modbus_write_multiple_coils_request" {
        c: ConnId, headers: ModbusHeaders, start_address: u64, coils: &'a dyn List
    }
    /// Function 15.
    ModbusWriteMultipleCoilsResponse = "modbus_write_multiple_coils_response" {
        c: ConnId, headers: ModbusHeaders, start_address: u64, quantity: u64
    }
    /// Function 16.
    ModbusWriteMultipleRegistersRequest<'a> = "modbus_write_multiple_registers_request" {
        c: ConnId, headers: ModbusHeaders, start_address: u64, registers: &'a dyn List
    }
    /// Function 16.
    ModbusWriteMultipleRegistersResponse = "modbus_write_multiple_registers_response" {
        c: ConnId, headers: ModbusHeaders, start_address: u64, quantity: u64
    }
    /// Function 20.
    ModbusReadFileRecordRequest<'a> = "modbus_read_file_record_request" {
        c: ConnId, headers: ModbusHeaders, byte_count: u64, refs: &'a dyn List
    }
    /// Function 20.
    ModbusReadFileRecordResponse<'a> = "modbus_read_file_record_response" {
        c: ConnId, headers: ModbusHeaders, byte_count: u64, refs: &'a dyn List
    }
    /// Function 21.
    ModbusWriteFileRecordRequest<'a> = "modbus_write_file_record_request" {
        c: ConnId, headers: ModbusHeaders, byte_count: u64, refs: &'a dyn List
    }
    /// Function 21.
    ModbusWriteFileRecordResponse<'a> = "modbus_write_file_record_response" {
        c: ConnId, headers: ModbusHeaders, byte_count: u64, refs: &'a dyn List
    }
    /// Function 22.
    ModbusMaskWriteRegisterRequest = "modbus_mask_write_register_request" {
        c: ConnId, headers: ModbusHeaders, address: u64, and_mask: u64, or_mask: u64
    }
    /// Function 22.
    ModbusMaskWriteRegisterResponse = "modbus_mask_write_register_response" {
        c: ConnId, headers: ModbusHeaders, address: u64, and_mask: u64, or_mask: u64
    }
    /// Function 23.
    ModbusReadWriteMultipleRegistersRequest<'a> = "modbus_read_write_multiple_registers_request" {
        c: ConnId, headers: ModbusHeaders, read_start_address: u64, read_quantity: u64, write_start_address: u64,
        write_registers: &'a dyn List
    }
    /// Function 23.
    ModbusReadWriteMultipleRegistersResponse<'a> = "modbus_read_write_multiple_registers_response" {
        c: ConnId, headers: ModbusHeaders, written_registers: &'a dyn List
    }
    /// Function 24.
    ModbusReadFifoQueueRequest = "modbus_read_fifo_queue_request" {
        c: ConnId, headers: ModbusHeaders, start_address: u64
    }
    /// Function 24.
    ModbusReadFifoQueueResponse<'a> = "modbus_read_fifo_queue_response" {
        c: ConnId, headers: ModbusHeaders, fifos: &'a dyn List
    }
    /// Function 8.
    ModbusDiagnosticsRequest<'a> = "modbus_diagnostics_request" {
        c: ConnId, headers: ModbusHeaders, subfunction: u64, data: &'a [u8]
    }
    /// Function 8.
    ModbusDiagnosticsResponse<'a> = "modbus_diagnostics_response" {
        c: ConnId, headers: ModbusHeaders, subfunction: u64, data: &'a [u8]
    }
    /// Function 43.
    ModbusEncapInterfaceTransportRequest<'a> = "modbus_encap_interface_transport_request" {
        c: ConnId, headers: ModbusHeaders, mei_type: u64, data: &'a [u8]
    }
    /// Function 43.
    ModbusEncapInterfaceTransportResponse<'a> = "modbus_encap_interface_transport_response" {
        c: ConnId, headers: ModbusHeaders, mei_type: u64, data: &'a [u8]
    }
}
