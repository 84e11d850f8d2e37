use super::link::crc;
use crate::rehearsal::{Said, datagrams, orig, resp, streams, torment};
use net_types::Port;

/// Builds a frame that carries `data` after the transport header.
fn frame(control: u8, transport: u8, data: &[u8]) -> Vec<u8> {
    let user = [&[transport][..], data].concat();
    let mut f = vec![0x05, 0x64, 5 + user.len() as u8, control, 4, 0, 3, 0];
    f.extend(crc(&f).to_le_bytes());
    for block in user.chunks(16) {
        f.extend(block);
        f.extend(crc(block).to_le_bytes());
    }
    f
}

const ALONE: u8 = 0xc0;

fn request(data: &[u8]) -> Vec<u8> {
    frame(0xc4, ALONE, data)
}

fn response(data: &[u8]) -> Vec<u8> {
    frame(0x44, ALONE, data)
}

/// The events of a conversation, except the confirmation and the link headers.
fn said(conversation: &[Said<'_>]) -> Vec<String> {
    let mut got = streams("DNP3_TCP", 20_000, conversation);
    got.retain(|e| !e.starts_with("analyzer_confirmation") && !e.starts_with("dnp3_header_block"));
    got
}

/// Checks the events of a response with these objects after a header of four bytes.
fn check(objects: &[u8], want: &[&str]) {
    let data = [&[0xe0, 0x81, 0x10, 0][..], objects].concat();
    let mut got = said(&[resp(&response(&data))]);
    assert_eq!(got.remove(0), "dnp3_application_response_header(F, 224, 129, 4096)");
    assert_eq!(got, want);
}

#[test]
fn the_check_is_that_of_the_standard() {
    assert_eq!(crc(&[0x05, 0x64, 0x05, 0xc0, 0x01, 0x00, 0x00, 0x04]), 0x21e9);
}

#[test]
fn a_request_to_read_names_its_objects() {
    let m = request(&[0xc1, 0x01, 60, 2, 6, 1, 2, 0, 3, 9]);
    let got = streams("DNP3_TCP", 20_000, &[orig(&m)]);
    assert_eq!(
        got,
        [
            "analyzer_confirmation_info(Analyzer::ANALYZER_DNP3_TCP, [aid=3])",
            "dnp3_header_block(T, 16, 196, 4, 3)",
            "dnp3_application_request_header(T, 193, 1)",
            "dnp3_object_header(T, 15362, 6, 0, 65535, 65535)",
            "dnp3_object_header(T, 258, 0, 7, 3, 9)",
        ]
    );
}

#[test]
fn a_command_carries_its_objects() {
    let m = request(&[0xc1, 0x03, 12, 1, 0x17, 1, 10, 0x41, 1, 100, 0, 0, 0, 200, 0, 0, 0, 0]);
    assert_eq!(
        said(&[orig(&m)])[1..],
        [
            "dnp3_object_header(T, 3073, 23, 1, 1, 0)",
            "dnp3_object_prefix(T, 10)",
            "dnp3_crob(T, 65, 1, 100, 200, 0)",
        ]
    );
}

#[test]
fn objects_of_responses() {
    check(
        &[1, 1, 0, 0, 9, 0xff, 0x03],
        &[
            "dnp3_object_header(F, 257, 0, 10, 0, 9)",
            "dnp3_object_prefix(F, 0)",
            "dnp3_response_data_object(F, 255)",
            "dnp3_object_prefix(F, 0)",
            "dnp3_response_data_object(F, 3)",
        ],
    );
    check(
        &[30, 2, 0x28, 1, 0, 7, 0, 1, 0xfe, 0xff],
        &[
            "dnp3_object_header(F, 7682, 40, 1, 256, 0)",
            "dnp3_object_prefix(F, 7)",
            "dnp3_analog_input_16wFlag(F, 1, 18446744073709551614)",
            "dnp3_response_data_object(F, 255)",
        ],
    );
    check(
        &[32, 3, 0x07, 1, 1, 5, 0, 0, 0, 1, 1, 0, 0, 0, 0],
        &[
            "dnp3_object_header(F, 8195, 7, 1, 1, 0)",
            "dnp3_object_prefix(F, 0)",
            "dnp3_analog_input_event_32wTime(F, 1, 5, 257)",
            "dnp3_response_data_object(F, 255)",
        ],
    );
    check(
        &[70, 5, 0x5b, 1, 10, 0, 1, 0, 0, 0, 2, 0, 0, 0, b'h', b'i'],
        &[
            "dnp3_object_header(F, 17925, 91, 1, 1, 0)",
            "dnp3_object_prefix(F, 10)",
            "dnp3_file_transport(F, 1, 2, \"hi\")",
            "dnp3_response_data_object(F, 255)",
        ],
    );
}

#[test]
fn a_message_over_several_frames() {
    let first = frame(0x44, 0x40, &[0xe0, 0x81, 0, 0, 1, 2]);
    let last = frame(0x44, 0x81, &[0, 0, 0, 0x81]);
    let got = said(&[resp(&first), resp(&last)]);
    assert_eq!(
        got[1..],
        [
            "dnp3_object_header(F, 258, 0, 1, 0, 0)",
            "dnp3_object_prefix(F, 0)",
            "dnp3_response_data_object(F, 129)",
        ]
    );
}

#[test]
fn frames_of_the_link_alone_are_passed_over() {
    let mut link = vec![0x05, 0x64, 5, 0xc9, 4, 0, 3, 0];
    link.extend(crc(&link).to_le_bytes());
    let both = [&link[..], &request(&[0xc1, 13])].concat();
    assert_eq!(said(&[orig(&both)]), ["dnp3_application_request_header(T, 193, 13)"]);
}

#[test]
fn what_is_wrong_ends_the_analysis() {
    let weird = |bytes: &[u8], name: &str| {
        let got = said(&[orig(bytes), orig(&request(&[0xc1, 13]))]);
        assert!(got[0].starts_with(&format!("conn_weird(\"{name}\"")), "{got:?}");
        assert!(!got.iter().any(|e| e.starts_with("dnp3_application")), "{got:?}");
    };
    let good = request(&[0xc1, 13]);
    weird(b"GET / HTTP/1.1\r\n", "dnp3_header_lacks_magic");
    let mut bad = good.clone();
    bad[8] ^= 1;
    weird(&bad, "dnp3_corrupt_header_checksum");
    let mut bad = good.clone();
    bad[11] ^= 1;
    weird(&bad, "dnp3_corrupt_app_chunk_checksum");
    weird(&frame(0xc4, 0x80, &[0xc1, 13]), "dnp3_first_application_layer_chunk_missing");
}

#[test]
fn objects_that_are_not_there_are_a_violation() {
    let got = said(&[resp(&response(&[0xe0, 0x81, 0, 0, 30, 1, 0, 0, 9]))]);
    assert!(got.last().unwrap().contains("DNP3 message: 1 byte wanted at offset 9, 0 there"), "{got:?}");
    let got = said(&[resp(&response(&[0xe0, 0x81, 0, 0, 30, 1, 0, 9, 0]))]);
    assert!(got.last().unwrap().contains("9 to 0 given"), "{got:?}");
}

#[test]
fn over_udp_it_is_the_same() {
    let got = datagrams("DNP3_UDP", 20_000, &[orig(&request(&[0xc1, 13]))]);
    assert_eq!(got.last().unwrap(), "dnp3_application_request_header(T, 193, 13)");
}

#[test]
fn torn_and_changed_frames_are_survived() {
    let objects = [0xe0, 0x81, 0, 0, 30, 2, 0x28, 1, 0, 7, 0, 1, 0xfe, 0xff, 70, 3, 7, 1, 0, 0, 9, 0];
    torment(
        "DNP3_TCP",
        Port::tcp(20_000),
        &[orig(&request(&[0xc1, 0x01, 60, 2, 6, 1, 2, 0, 3, 9])), resp(&response(&objects))],
    );
}
