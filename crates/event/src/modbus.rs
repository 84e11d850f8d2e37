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
    /// The head of a Modbus message, before the event of its function.
    ModbusMessage = "modbus_message" { c: ConnId, headers: ModbusHeaders, is_orig: bool }
    /// A request was refused.
    ModbusException = "modbus_exception" { c: ConnId, headers: ModbusHeaders, code: u64 }
    /// Coils are to be read.
    ModbusReadCoilsRequest = "modbus_read_coils_request" {
        c: ConnId, headers: ModbusHeaders, start_address: u64, quantity: u64
    }
    /// Coils as read.
    ModbusReadCoilsResponse<'a> = "modbus_read_coils_response" {
        c: ConnId, headers: ModbusHeaders, coils: &'a dyn List
    }
    /// Inputs are to be read.
    ModbusReadDiscreteInputsRequest = "modbus_read_discrete_inputs_request" {
        c: ConnId, headers: ModbusHeaders, start_address: u64, quantity: u64
    }
    /// Inputs as read.
    ModbusReadDiscreteInputsResponse<'a> = "modbus_read_discrete_inputs_response" {
        c: ConnId, headers: ModbusHeaders, coils: &'a dyn List
    }
    /// Registers are to be read.
    ModbusReadHoldingRegistersRequest = "modbus_read_holding_registers_request" {
        c: ConnId, headers: ModbusHeaders, start_address: u64, quantity: u64
    }
    /// Registers as read.
    ModbusReadHoldingRegistersResponse<'a> = "modbus_read_holding_registers_response" {
        c: ConnId, headers: ModbusHeaders, registers: &'a dyn List
    }
    /// Input registers are to be read.
    ModbusReadInputRegistersRequest = "modbus_read_input_registers_request" {
        c: ConnId, headers: ModbusHeaders, start_address: u64, quantity: u64
    }
    /// Input registers as read.
    ModbusReadInputRegistersResponse<'a> = "modbus_read_input_registers_response" {
        c: ConnId, headers: ModbusHeaders, registers: &'a dyn List
    }
    /// A coil is to be set.
    ModbusWriteSingleCoilRequest = "modbus_write_single_coil_request" {
        c: ConnId, headers: ModbusHeaders, address: u64, value: bool
    }
    /// A coil was set.
    ModbusWriteSingleCoilResponse = "modbus_write_single_coil_response" {
        c: ConnId, headers: ModbusHeaders, address: u64, value: bool
    }
    /// A register is to be set.
    ModbusWriteSingleRegisterRequest = "modbus_write_single_register_request" {
        c: ConnId, headers: ModbusHeaders, address: u64, value: u64
    }
    /// A register was set.
    ModbusWriteSingleRegisterResponse = "modbus_write_single_register_response" {
        c: ConnId, headers: ModbusHeaders, address: u64, value: u64
    }
    /// Coils are to be set.
    ModbusWriteMultipleCoilsRequest<'a> = "modbus_write_multiple_coils_request" {
        c: ConnId, headers: ModbusHeaders, start_address: u64, coils: &'a dyn List
    }
    /// Coils were set.
    ModbusWriteMultipleCoilsResponse = "modbus_write_multiple_coils_response" {
        c: ConnId, headers: ModbusHeaders, start_address: u64, quantity: u64
    }
    /// Registers are to be set.
    ModbusWriteMultipleRegistersRequest<'a> = "modbus_write_multiple_registers_request" {
        c: ConnId, headers: ModbusHeaders, start_address: u64, registers: &'a dyn List
    }
    /// Registers were set.
    ModbusWriteMultipleRegistersResponse = "modbus_write_multiple_registers_response" {
        c: ConnId, headers: ModbusHeaders, start_address: u64, quantity: u64
    }
    /// Records of files are to be read.
    ModbusReadFileRecordRequest<'a> = "modbus_read_file_record_request" {
        c: ConnId, headers: ModbusHeaders, byte_count: u64, refs: &'a dyn List
    }
    /// Records of files as read.
    ModbusReadFileRecordResponse<'a> = "modbus_read_file_record_response" {
        c: ConnId, headers: ModbusHeaders, byte_count: u64, refs: &'a dyn List
    }
    /// Records of files are to be written.
    ModbusWriteFileRecordRequest<'a> = "modbus_write_file_record_request" {
        c: ConnId, headers: ModbusHeaders, byte_count: u64, refs: &'a dyn List
    }
    /// Records of files were written.
    ModbusWriteFileRecordResponse<'a> = "modbus_write_file_record_response" {
        c: ConnId, headers: ModbusHeaders, byte_count: u64, refs: &'a dyn List
    }
    /// Bits of a register are to be changed.
    ModbusMaskWriteRegisterRequest = "modbus_mask_write_register_request" {
        c: ConnId, headers: ModbusHeaders, address: u64, and_mask: u64, or_mask: u64
    }
    /// Bits of a register were changed.
    ModbusMaskWriteRegisterResponse = "modbus_mask_write_register_response" {
        c: ConnId, headers: ModbusHeaders, address: u64, and_mask: u64, or_mask: u64
    }
    /// Registers are to be set and others read, in this order.
    ModbusReadWriteMultipleRegistersRequest<'a> = "modbus_read_write_multiple_registers_request" {
        c: ConnId, headers: ModbusHeaders, read_start_address: u64, read_quantity: u64, write_start_address: u64,
        write_registers: &'a dyn List
    }
    /// Registers as read after others were set.
    ModbusReadWriteMultipleRegistersResponse<'a> = "modbus_read_write_multiple_registers_response" {
        c: ConnId, headers: ModbusHeaders, written_registers: &'a dyn List
    }
    /// A queue is to be read.
    ModbusReadFifoQueueRequest = "modbus_read_fifo_queue_request" {
        c: ConnId, headers: ModbusHeaders, start_address: u64
    }
    /// A queue as read.
    ModbusReadFifoQueueResponse<'a> = "modbus_read_fifo_queue_response" {
        c: ConnId, headers: ModbusHeaders, fifos: &'a dyn List
    }
    /// A diagnosis is asked for.
    ModbusDiagnosticsRequest<'a> = "modbus_diagnostics_request" {
        c: ConnId, headers: ModbusHeaders, subfunction: u64, data: &'a [u8]
    }
    /// The answer to a diagnosis.
    ModbusDiagnosticsResponse<'a> = "modbus_diagnostics_response" {
        c: ConnId, headers: ModbusHeaders, subfunction: u64, data: &'a [u8]
    }
    /// Another protocol inside of Modbus.
    ModbusEncapInterfaceTransportRequest<'a> = "modbus_encap_interface_transport_request" {
        c: ConnId, headers: ModbusHeaders, mei_type: u64, data: &'a [u8]
    }
    /// The answer of another protocol inside of Modbus.
    ModbusEncapInterfaceTransportResponse<'a> = "modbus_encap_interface_transport_response" {
        c: ConnId, headers: ModbusHeaders, mei_type: u64, data: &'a [u8]
    }
}
