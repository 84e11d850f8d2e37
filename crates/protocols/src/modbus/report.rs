//! Reports bodies as the events of their functions.
use super::anomaly::Anomaly;
use super::parser::{Body, Header, function};
use event::modbus as ev;
use session::analyzer::Context;
use wire::Anomaly as _;

/// Raises the event of a message's function, if it has one.
pub(super) fn body(cx: &mut Context<'_, '_>, head: &Header, is_request: bool, body: &Body<'_>) {
    let headers = head.shown();
    match *body {
        Body::Exception(code) => {
            cx.event(|c| ev::ModbusException { c, headers, code: code.into() });
        }
        Body::Range(at, quantity) => range(cx, head, is_request, at.into(), quantity.into()),
        Body::Register(address, value) => {
            let (address, value) = (address.into(), value.into());
            if is_request {
                cx.event(|c| ev::ModbusWriteSingleRegisterRequest { c, headers, address, value });
            } else {
                cx.event(|c| ev::ModbusWriteSingleRegisterResponse { c, headers, address, value });
            }
        }
        Body::Coil(address, value) => {
            let address = address.into();
            if is_request {
                cx.event(|c| ev::ModbusWriteSingleCoilRequest { c, headers, address, value });
            } else {
                cx.event(|c| ev::ModbusWriteSingleCoilResponse { c, headers, address, value });
            }
        }
        Body::Coils(coils) => {
            if head.function == function::READ_COILS {
                cx.event(|c| ev::ModbusReadCoilsResponse { c, headers, coils: &coils });
            } else {
                cx.event(|c| ev::ModbusReadDiscreteInputsResponse { c, headers, coils: &coils });
            }
        }
        Body::Registers(registers) => match head.function {
            function::READ_HOLDING_REGISTERS => {
                cx.event(|c| ev::ModbusReadHoldingRegistersResponse { c, headers, registers: &registers });
            }
            function::READ_INPUT_REGISTERS => {
                cx.event(|c| ev::ModbusReadInputRegistersResponse { c, headers, registers: &registers });
            }
            function::READ_FIFO_QUEUE => {
                cx.event(|c| ev::ModbusReadFifoQueueResponse { c, headers, fifos: &registers });
            }
            _ => cx.event(|c| ev::ModbusReadWriteMultipleRegistersResponse {
                c,
                headers,
                written_registers: &registers,
            }),
        },
        Body::WriteCoils(at, coils) => {
            let start_address = at.into();
            cx.event(|c| ev::ModbusWriteMultipleCoilsRequest { c, headers, start_address, coils: &coils });
        }
        Body::WriteRegisters(at, registers) => {
            let start_address = at.into();
            cx.event(|c| ev::ModbusWriteMultipleRegistersRequest {
                c,
                headers,
                start_address,
                registers: &registers,
            });
        }
        Body::Diagnostics(subfunction, data) => diagnostics(cx, head, is_request, subfunction, data),
        Body::FileRequests(refs) => {
            let byte_count = refs.byte_count();
            cx.event(|c| ev::ModbusReadFileRecordRequest { c, headers, byte_count, refs: &refs });
        }
        Body::FileResponses(refs) => {
            let byte_count = refs.byte_count();
            cx.event(|c| ev::ModbusReadFileRecordResponse { c, headers, byte_count, refs: &refs });
        }
        Body::FileReferences(refs) => {
            let byte_count = refs.byte_count();
            if is_request {
                cx.event(|c| ev::ModbusWriteFileRecordRequest { c, headers, byte_count, refs: &refs });
            } else {
                cx.event(|c| ev::ModbusWriteFileRecordResponse { c, headers, byte_count, refs: &refs });
            }
        }
        Body::Mask(values) => {
            let [address, and_mask, or_mask] = values.map(u64::from);
            if is_request {
                cx.event(|c| ev::ModbusMaskWriteRegisterRequest { c, headers, address, and_mask, or_mask });
            } else {
                cx.event(|c| ev::ModbusMaskWriteRegisterResponse { c, headers, address, and_mask, or_mask });
            }
        }
        Body::ReadWrite(place, registers) => {
            let [read_start_address, read_quantity, write_start_address] = place.map(u64::from);
            cx.event(|c| ev::ModbusReadWriteMultipleRegistersRequest {
                c,
                headers,
                read_start_address,
                read_quantity,
                write_start_address,
                write_registers: &registers,
            });
        }
        Body::Fifo(at) => {
            cx.event(|c| ev::ModbusReadFifoQueueRequest { c, headers, start_address: at.into() });
        }
        Body::Embedded(kind, data) => {
            let mei_type = kind.into();
            if is_request {
                cx.event(|c| ev::ModbusEncapInterfaceTransportRequest { c, headers, mei_type, data });
            } else {
                cx.event(|c| ev::ModbusEncapInterfaceTransportResponse { c, headers, mei_type, data });
            }
        }
        Body::Other | Body::Contradictory => {}
    }
}

/// Whether a script handles the event of a function whose registers or coils are checked.
pub(super) fn is_wanted(cx: &Context<'_, '_>, function: u8, is_request: bool) -> bool {
    match (function, is_request) {
        (function::READ_HOLDING_REGISTERS, false) => cx.wants::<ev::ModbusReadHoldingRegistersResponse<'_>>(),
        (function::READ_INPUT_REGISTERS, false) => cx.wants::<ev::ModbusReadInputRegistersResponse<'_>>(),
        (function::WRITE_SINGLE_COIL, true) => cx.wants::<ev::ModbusWriteSingleCoilRequest>(),
        (function::WRITE_SINGLE_COIL, false) => cx.wants::<ev::ModbusWriteSingleCoilResponse>(),
        (function::WRITE_MULTIPLE_REGISTERS, true) => {
            cx.wants::<ev::ModbusWriteMultipleRegistersRequest<'_>>()
        }
        (function::READ_WRITE_MULTIPLE_REGISTERS, true) => {
            cx.wants::<ev::ModbusReadWriteMultipleRegistersRequest<'_>>()
        }
        (function::READ_WRITE_MULTIPLE_REGISTERS, false) => {
            cx.wants::<ev::ModbusReadWriteMultipleRegistersResponse<'_>>()
        }
        _ => cx.wants::<ev::ModbusReadFifoQueueResponse<'_>>(),
    }
}

/// Reports requests to read, and responses to multiple writes.
fn range(cx: &mut Context<'_, '_>, head: &Header, is_request: bool, start_address: u64, quantity: u64) {
    let headers = head.shown();
    match (head.function, is_request) {
        (function::READ_COILS, _) => {
            cx.event(|c| ev::ModbusReadCoilsRequest { c, headers, start_address, quantity });
        }
        (function::READ_DISCRETE_INPUTS, _) => {
            cx.event(|c| ev::ModbusReadDiscreteInputsRequest { c, headers, start_address, quantity });
        }
        (function::READ_HOLDING_REGISTERS, _) => {
            cx.event(|c| ev::ModbusReadHoldingRegistersRequest { c, headers, start_address, quantity });
        }
        (function::READ_INPUT_REGISTERS, _) => {
            cx.event(|c| ev::ModbusReadInputRegistersRequest { c, headers, start_address, quantity });
        }
        (function::WRITE_MULTIPLE_COILS, _) => {
            cx.event(|c| ev::ModbusWriteMultipleCoilsResponse { c, headers, start_address, quantity });
        }
        _ => cx.event(|c| ev::ModbusWriteMultipleRegistersResponse { c, headers, start_address, quantity }),
    }
}

/// Subfunctions of diagnostics (Modbus application protocol 1.1b3, 6.8).
mod subfunction {
    pub(super) const RETURN_QUERY_DATA: u16 = 0;
    pub(super) const RESTART_COMMUNICATIONS: u16 = 1;
    pub(super) const RETURN_REGISTER: u16 = 2;
    pub(super) const CHANGE_DELIMITER: u16 = 3;
    pub(super) const LISTEN_ONLY: u16 = 4;
    pub(super) const CLEAR_COUNTERS: u16 = 10;
    /// The first of the subfunctions that return a counter.
    pub(super) const FIRST_COUNTER: u16 = 11;
    pub(super) const LAST_COUNTER: u16 = 18;
    pub(super) const CLEAR_OVERRUN: u16 = 20;
}

fn diagnostics(cx: &mut Context<'_, '_>, head: &Header, is_request: bool, number: u16, data: &[u8]) {
    let headers = head.shown();
    let subfunction = number.into();
    if !is_request {
        return cx.event(|c| ev::ModbusDiagnosticsResponse { c, headers, subfunction, data });
    }
    if !cx.wants::<ev::ModbusDiagnosticsRequest<'_>>() {
        return;
    }
    let wrong = |cx: &mut Context<'_, '_>| cx.net_weird(Anomaly::DiagnosticsData.weird(), data);
    // The data have two bytes; only "return query data" takes any number of pairs.
    let odd = !data.len().is_multiple_of(2);
    let (false, Some(&[first, second])) = (odd, data.first_chunk()) else { return wrong(cx) };
    if number != subfunction::RETURN_QUERY_DATA && data.len() != 2 {
        return wrong(cx);
    }
    let fits = match number {
        subfunction::RESTART_COMMUNICATIONS => matches!((first, second), (0 | 0xff, 0)),
        subfunction::CHANGE_DELIMITER => first.is_ascii() && second == 0,
        subfunction::RETURN_REGISTER
        | subfunction::LISTEN_ONLY
        | subfunction::CLEAR_COUNTERS
        | subfunction::FIRST_COUNTER..=subfunction::LAST_COUNTER
        | subfunction::CLEAR_OVERRUN => (first, second) == (0, 0),
        // Subfunction 0, "return query data", is also reported as unknown, because logs depend on it.
        _ => {
            cx.net_anomaly(Anomaly::DiagnosticsSubfunction(number));
            true
        }
    };
    if !fits {
        wrong(cx);
    }
    cx.event(|c| ev::ModbusDiagnosticsRequest { c, headers, subfunction, data });
}
