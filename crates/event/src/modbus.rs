// Written by `cargo xtask generate`; edit its sources instead: crates/scripts/tree/{base/bif/plugins/Zeek_Modbus.events.bif.zeek, base/init/infrastructure.zeek}.
//! Modbus over TCP (Modbus application protocol 1.1b3).
use crate::arg::{ConnId, List};
use crate::declare::{events, records};

records! {
    /// The header of every message.
    ModbusHeaders = "ModbusHeaders" { tid: u64, pid: u64, uid: u64, function_code: u64, len: u64 }
    /// A request for a part of a file.
    ModbusFileRecordRequest = "ModbusFileRecordRequest" {
        ref_type: u64, file_num: u64, record_num: u64, record_len: u64
    }
    /// A part of a file.
    ModbusFileRecordResponse<'a> = "ModbusFileRecordResponse" { file_len: u64, ref_type: u64, record_data: &'a [u8] }
    /// A part of a file to write.
    ModbusFileReference<'a> = "ModbusFileReference" {
        ref_type: u64, file_num: u64, record_num: u64, record_len: u64, record_data: &'a [u8]
    }
}

events! { in modbus;
    /// The header of a Modbus message, before the event of its function.
    ModbusMessage = "modbus_message" { c: ConnId, headers: ModbusHeaders, is_orig: bool }
    /// A request was rejected with an exception.
    ModbusException = "modbus_exception" { c: ConnId, headers: ModbusHeaders, code: u64 }
    /// A request to read coils.
    ModbusReadCoilsRequest = "modbus_read_coils_request" {
        c: ConnId, headers: ModbusHeaders, start_address: u64, quantity: u64
    }
    /// A response with the states of coils.
    ModbusReadCoilsResponse<'a> = "modbus_read_coils_response" {
        c: ConnId, headers: ModbusHeaders, coils: &'a dyn List
    }
    /// A request to read discrete inputs.
    ModbusReadDiscreteInputsRequest = "modbus_read_discrete_inputs_request" {
        c: ConnId, headers: ModbusHeaders, start_address: u64, quantity: u64
    }
    /// A response with the states of discrete inputs.
    ModbusReadDiscreteInputsResponse<'a> = "modbus_read_discrete_inputs_response" {
        c: ConnId, headers: ModbusHeaders, coils: &'a dyn List
    }
    /// A request to read holding registers.
    ModbusReadHoldingRegistersRequest = "modbus_read_holding_registers_request" {
        c: ConnId, headers: ModbusHeaders, start_address: u64, quantity: u64
    }
    /// A response with the values of holding registers.
    ModbusReadHoldingRegistersResponse<'a> = "modbus_read_holding_registers_response" {
        c: ConnId, headers: ModbusHeaders, registers: &'a dyn List
    }
    /// A request to read input registers.
    ModbusReadInputRegistersRequest = "modbus_read_input_registers_request" {
        c: ConnId, headers: ModbusHeaders, start_address: u64, quantity: u64
    }
    /// A response with the values of input registers.
    ModbusReadInputRegistersResponse<'a> = "modbus_read_input_registers_response" {
        c: ConnId, headers: ModbusHeaders, registers: &'a dyn List
    }
    /// A request to set a coil.
    ModbusWriteSingleCoilRequest = "modbus_write_single_coil_request" {
        c: ConnId, headers: ModbusHeaders, address: u64, value: bool
    }
    /// The response to setting a coil.
    ModbusWriteSingleCoilResponse = "modbus_write_single_coil_response" {
        c: ConnId, headers: ModbusHeaders, address: u64, value: bool
    }
    /// A request to set a register.
    ModbusWriteSingleRegisterRequest = "modbus_write_single_register_request" {
        c: ConnId, headers: ModbusHeaders, address: u64, value: u64
    }
    /// The response to setting a register.
    ModbusWriteSingleRegisterResponse = "modbus_write_single_register_response" {
        c: ConnId, headers: ModbusHeaders, address: u64, value: u64
    }
    /// A request to set coils.
    ModbusWriteMultipleCoilsRequest<'a> = "modbus_write_multiple_coils_request" {
        c: ConnId, headers: ModbusHeaders, start_address: u64, coils: &'a dyn List
    }
    /// The response to setting coils.
    ModbusWriteMultipleCoilsResponse = "modbus_write_multiple_coils_response" {
        c: ConnId, headers: ModbusHeaders, start_address: u64, quantity: u64
    }
    /// A request to set registers.
    ModbusWriteMultipleRegistersRequest<'a> = "modbus_write_multiple_registers_request" {
        c: ConnId, headers: ModbusHeaders, start_address: u64, registers: &'a dyn List
    }
    /// The response to setting registers.
    ModbusWriteMultipleRegistersResponse = "modbus_write_multiple_registers_response" {
        c: ConnId, headers: ModbusHeaders, start_address: u64, quantity: u64
    }
    /// A request to read file records.
    ModbusReadFileRecordRequest<'a> = "modbus_read_file_record_request" {
        c: ConnId, headers: ModbusHeaders, byte_count: u64, refs: &'a dyn List
    }
    /// A response with file records.
    ModbusReadFileRecordResponse<'a> = "modbus_read_file_record_response" {
        c: ConnId, headers: ModbusHeaders, byte_count: u64, refs: &'a dyn List
    }
    /// A request to write file records.
    ModbusWriteFileRecordRequest<'a> = "modbus_write_file_record_request" {
        c: ConnId, headers: ModbusHeaders, byte_count: u64, refs: &'a dyn List
    }
    /// The response to writing file records.
    ModbusWriteFileRecordResponse<'a> = "modbus_write_file_record_response" {
        c: ConnId, headers: ModbusHeaders, byte_count: u64, refs: &'a dyn List
    }
    /// A request to change bits of a register.
    ModbusMaskWriteRegisterRequest = "modbus_mask_write_register_request" {
        c: ConnId, headers: ModbusHeaders, address: u64, and_mask: u64, or_mask: u64
    }
    /// The response to changing bits of a register.
    ModbusMaskWriteRegisterResponse = "modbus_mask_write_register_response" {
        c: ConnId, headers: ModbusHeaders, address: u64, and_mask: u64, or_mask: u64
    }
    /// A request to set registers and then read others.
    ModbusReadWriteMultipleRegistersRequest<'a> = "modbus_read_write_multiple_registers_request" {
        c: ConnId, headers: ModbusHeaders, read_start_address: u64, read_quantity: u64, write_start_address: u64,
        write_registers: &'a dyn List
    }
    /// The response with the registers read after others were set.
    ModbusReadWriteMultipleRegistersResponse<'a> = "modbus_read_write_multiple_registers_response" {
        c: ConnId, headers: ModbusHeaders, written_registers: &'a dyn List
    }
    /// A request to read a FIFO queue.
    ModbusReadFifoQueueRequest = "modbus_read_fifo_queue_request" {
        c: ConnId, headers: ModbusHeaders, start_address: u64
    }
    /// The response with the values of a FIFO queue.
    ModbusReadFifoQueueResponse<'a> = "modbus_read_fifo_queue_response" {
        c: ConnId, headers: ModbusHeaders, fifos: &'a dyn List
    }
    /// A diagnostics request.
    ModbusDiagnosticsRequest<'a> = "modbus_diagnostics_request" {
        c: ConnId, headers: ModbusHeaders, subfunction: u64, data: &'a [u8]
    }
    /// A diagnostics response.
    ModbusDiagnosticsResponse<'a> = "modbus_diagnostics_response" {
        c: ConnId, headers: ModbusHeaders, subfunction: u64, data: &'a [u8]
    }
    /// A request of a protocol encapsulated in Modbus.
    ModbusEncapInterfaceTransportRequest<'a> = "modbus_encap_interface_transport_request" {
        c: ConnId, headers: ModbusHeaders, mei_type: u64, data: &'a [u8]
    }
    /// A response of a protocol encapsulated in Modbus.
    ModbusEncapInterfaceTransportResponse<'a> = "modbus_encap_interface_transport_response" {
        c: ConnId, headers: ModbusHeaders, mei_type: u64, data: &'a [u8]
    }
}
