use crate::rehearsal::{orig, resp, streams, torment};
use net_types::Port;

/// Builds a message of transaction 7 for unit 1.
fn message(function: u8, body: &[u8]) -> Vec<u8> {
    let mut m = vec![0, 7, 0, 0, 0, 2 + body.len() as u8, 1, function];
    m.extend(body);
    m
}

fn headers(function: u8, body: &[u8]) -> String {
    format!("[tid=7, pid=0, uid=1, function_code={function}, len={}]", 2 + body.len())
}

/// The events of a message, except `modbus_message` and the confirmation.
fn said(from_orig: bool, function: u8, body: &[u8]) -> Vec<String> {
    let m = message(function, body);
    let mut got = streams("MODBUS", 502, &[if from_orig { orig(&m) } else { resp(&m) }]);
    let side = if from_orig { "T" } else { "F" };
    assert_eq!(got.remove(0), format!("modbus_message({}, {side})", headers(function, body)));
    got.retain(|e| !e.starts_with("analyzer_confirmation_info"));
    got
}

fn check(from_orig: bool, function: u8, body: &[u8], event: &str, args: &str) {
    let want = format!("modbus_{event}({}, {args})", headers(function, body));
    assert_eq!(said(from_orig, function, body), [want]);
}

#[test]
fn requests() {
    let request = |function, body: &[u8], event: &str, args: &str| {
        check(true, function, body, &format!("{event}_request"), args);
    };
    request(1, &[0, 1, 0, 9], "read_coils", "1, 9");
    request(2, &[0, 1, 0, 9], "read_discrete_inputs", "1, 9");
    request(3, &[0, 1, 0, 9], "read_holding_registers", "1, 9");
    request(4, &[0, 1, 0, 9], "read_input_registers", "1, 9");
    request(5, &[0, 1, 0xff, 0], "write_single_coil", "1, T");
    request(6, &[0, 1, 0, 9], "write_single_register", "1, 9");
    request(8, &[0, 1, 0xff, 0], "diagnostics", "1, \"\\xff\\x00\"");
    request(15, &[0, 1, 0, 3, 1, 0b101], "write_multiple_coils", "1, {T, F, T}");
    request(16, &[0, 1, 0, 2, 4, 0, 5, 1, 0], "write_multiple_registers", "1, {5, 256}");
    request(
        20,
        &[7, 6, 0, 4, 0, 1, 0, 2],
        "read_file_record",
        "7, {[ref_type=6, file_num=4, record_num=1, record_len=2]}",
    );
    request(
        21,
        &[9, 6, 0, 4, 0, 7, 0, 1, b'h', b'i'],
        "write_file_record",
        "9, {[ref_type=6, file_num=4, record_num=7, record_len=1, record_data=\"hi\"]}",
    );
    request(22, &[0, 4, 0, 0xf2, 0, 0x25], "mask_write_register", "4, 242, 37");
    request(23, &[0, 3, 0, 6, 0, 14, 0, 1, 2, 0, 255], "read_write_multiple_registers", "3, 6, 14, {255}");
    request(24, &[4, 0xde], "read_fifo_queue", "1246");
    request(43, &[14, 1, 0], "encap_interface_transport", "14, \"\\x01\\x00\"");
}

#[test]
fn responses() {
    let response = |function, body: &[u8], event: &str, args: &str| {
        check(false, function, body, &format!("{event}_response"), args);
    };
    response(1, &[1, 0b11], "read_coils", "{T, T, F, F, F, F, F, F}");
    response(2, &[1, 0], "read_discrete_inputs", "{F, F, F, F, F, F, F, F}");
    response(3, &[4, 0, 1, 0, 2], "read_holding_registers", "{1, 2}");
    response(4, &[2, 0, 1], "read_input_registers", "{1}");
    response(5, &[0, 1, 0, 0], "write_single_coil", "1, F");
    response(6, &[0, 1, 0, 9], "write_single_register", "1, 9");
    response(8, &[0, 4, 9], "diagnostics", "4, \"\\t\"");
    response(15, &[0, 1, 0, 9], "write_multiple_coils", "1, 9");
    response(16, &[0, 1, 0, 9], "write_multiple_registers", "1, 9");
    response(
        20,
        &[8, 3, 6, b'h', b'i', 3, 6, b'y', b'o'],
        "read_file_record",
        "8, {[file_len=3, ref_type=6, record_data=\"hi\"], [file_len=3, ref_type=6, record_data=\"yo\"]}",
    );
    response(22, &[0, 4, 0, 0xf2, 0, 0x25], "mask_write_register", "4, 242, 37");
    response(23, &[2, 0, 254], "read_write_multiple_registers", "{254}");
    response(24, &[0, 6, 0, 2, 1, 0xb8, 1, 0x84], "read_fifo_queue", "{440, 388}");
    response(43, &[14, 1], "encap_interface_transport", "14, \"\\x01\"");
    check(false, 0x83, &[2], "exception", "2");
}

#[test]
fn functions_without_an_event_are_messages_all_the_same() {
    assert!(said(true, 90, b"anything").is_empty());
    assert!(said(true, 0x83, &[2]).is_empty());
}

#[test]
fn a_quantity_that_is_not_there_neither_shows_nor_confirms() {
    let m = message(16, &[0, 1, 0, 3, 4, 0, 5, 1, 0]);
    assert_eq!(streams("MODBUS", 502, &[orig(&m)]).len(), 1);
}

#[test]
fn values_that_cannot_be_are_violations() {
    let violation = |from_orig, function, body: &[u8], reason: &str| {
        let got = said(from_orig, function, body);
        assert!(got.len() == 1 && got[0].starts_with("analyzer_violation_info"), "{got:?}");
        assert!(got[0].contains(reason), "{got:?}");
    };
    violation(true, 5, &[0, 1, 0, 1], "0x0000 or 0xff00 wanted, 0x0001 given");
    violation(false, 3, &[3, 0, 1, 0], "an even count of bytes wanted, 3 given");
    violation(true, 1, &[0, 1], "Modbus body: 2 bytes wanted at offset 2, 0 there");
}

#[test]
fn diagnostics_data_is_checked() {
    let weird = |body: &[u8]| said(true, 8, body)[0].clone();
    assert!(weird(&[0, 4, 0, 1]).starts_with("net_weird(\"modbus_diag_invalid_request_data\""));
    assert!(weird(&[0, 2, 0]).starts_with("net_weird(\"modbus_diag_invalid_request_data\""));
    assert!(
        weird(&[0, 99, 0, 0]).starts_with("net_weird(\"modbus_diag_unknown_request_subfunction\", \"99\"")
    );
}

#[test]
fn another_protocol_is_a_violation_once_a_delivery() {
    let got = streams("MODBUS", 502, &[orig(b"GET / HTTP/1.1\r\n\r\n"), orig(b"Host: x\r\n\r\n")]);
    assert_eq!(got.len(), 2);
    assert!(got[0].contains("&enforce violation : ModbusTCP_TransportHeader:pid"), "{got:?}");
}

#[test]
fn a_head_is_shown_when_it_has_come() {
    let m = message(3, &[0, 1, 0, 9]);
    let got = streams("MODBUS", 502, &[orig(&m[..9])]);
    assert_eq!(got, [format!("modbus_message({}, T)", headers(3, &[0, 1, 0, 9]))]);
}

#[test]
fn torn_and_changed_messages_are_survived() {
    let request = [message(1, &[0, 1, 0, 9]), message(16, &[0, 1, 0, 2, 4, 0, 5, 1, 0])].concat();
    let response = message(20, &[8, 3, 6, b'h', b'i', 3, 6, b'y', b'o']);
    torment("MODBUS", Port::tcp(502), &[orig(&request), resp(&response), resp(&message(0x83, &[2]))]);
}
