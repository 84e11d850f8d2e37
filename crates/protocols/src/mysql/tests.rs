use super::attributes;
use super::*;
use wire::Reader;

#[test]
fn packets_tell_their_length() {
    assert_eq!(packet_length(b"\x05\0\0\x01"), Some(9));
    assert_eq!(packet_length(b"\x00\x00\x01"), None);
    assert_eq!(packet_length(b"\xff\xff\xff\0"), Some(0xff_ffff + 4));
}

#[test]
fn numbers_have_one_to_nine_bytes() {
    for (bytes, n) in [
        (b"\x07".as_slice(), 7),
        (b"\xfc\x01\x02", 0x0201),
        (b"\xfd\x01\x02\x03", 0x03_0201),
        (b"\xfe\x01\0\0\0\0\0\0\x80", 0x8000_0000_0000_0001),
        (b"\xfb", 0),
    ] {
        assert_eq!(length_encoded(&mut Reader::new("n", bytes)), Ok(n));
    }
    assert!(length_encoded(&mut Reader::new("n", b"\xfc\x01")).is_err());
}

#[test]
fn a_greeting_names_its_plugin() {
    let mut g = b"8.0.1\0\x01\0\0\0abcdefgh\0\xff\xff\x2d\x02\0\xff\xff\x15".to_vec();
    g.extend([0; 10]);
    g.extend(b"0123456789ab\0native\0");
    let read = Greeting::read(10, &mut Reader::new("g", &g)).unwrap().unwrap();
    assert_eq!(read.server_version, b"8.0.1");
    assert_eq!(read.plugin, Some((b"native".as_slice(), b"abcdefgh0123456789ab\0".to_vec())));
}

#[test]
fn attributes_stand_before_a_query() {
    // Two: a number of one byte, and NULL.
    let mut r = Reader::new("q", b"\x02\x01\x02\x01\x01\0\x01a\xfe\0\x01b\x2aSELECT 1");
    assert_eq!(attributes::skip(&mut r), Ok(true));
    assert_eq!(r.rest(), b"SELECT 1");
    assert_eq!(attributes::skip(&mut Reader::new("q", b"\x01\x01\0\x02")), Ok(false));
}
