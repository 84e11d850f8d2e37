//! Built-in versions of functions that packages implement in C++, by their `&cxxname`.
//!
//! Functions on connections (`ssl_…`) are implemented with the other functions of connections.
mod hart;
mod identifiers;

use crate::library::{flag, number};
use fastrand::Rng;
use protocols::quic;
use spicy_vm::{Error, ErrorKind, Outcome, Value};

/// Whether this program implements the function.
pub(crate) fn is_known(name: &str) -> bool {
    spicy_sema::is_library_function(name)
        || OF_CONNECTIONS.contains(&name)
        || FUNCTIONS.iter().any(|f| f.0 == name)
}

/// Functions that are available only on connections.
const OF_CONNECTIONS: &[&str] = &["ssl_get_certificate_fuid", "ssl_get_ocsp_fuid", "ssl_is_partial_tcp"];

type Function = fn(&[Value], &mut Rng) -> Outcome<Value>;

/// The functions by name.
const FUNCTIONS: &[(&str, Function)] = &[
    ("GE_SRTP_GENERATEID::generateId", |_, random| Ok(identifiers::drawn(random))),
    ("HART_IP_GENERATEID::generateId", |_, random| Ok(identifiers::drawn(random))),
    ("OMRON_FINS_FUNCTIONS::generateId", |_, random| Ok(identifiers::drawn(random))),
    ("ROC_PLUS_FUNCTIONS::generateId", |_, random| Ok(identifiers::drawn(random))),
    ("c_functions::generateId", |_, random| Ok(identifiers::drawn(random))),
    ("c_functions::bytesToUuid", |args, _| Ok(identifiers::uuid(args))),
    ("c_functions::macAddress", |args, _| Ok(identifiers::mac(bytes(args, 0)))),
    ("c_functions::bytesToString", |args, _| Ok(identifiers::hex(bytes(args, 0)))),
    ("HART_IP_CONVERSION::latin1Conversion", |args, _| Ok(hart::latin1(bytes(args, 0)))),
    ("HART_IP_CONVERSION::dateConversion", |args, _| Ok(hart::date(bytes(args, 0)))),
    ("HART_IP_CONVERSION::timeConversion", |args, _| Ok(hart::time(bytes(args, 0)))),
    ("HART_IP_CONVERSION::packedConversion", |args, _| Ok(hart::packed(bytes(args, 0)))),
    ("QUIC_decrypt_crypto_payload", |args, _| Ok(initial_frames(args))),
    ("hlt_websocket::WebSocket::fast_unmask", |args, _| unmasked(args)),
];

/// Runs a function; `None` if there is no function with this name.
pub(crate) fn call(name: &str, args: &[Value], random: &mut Rng) -> Option<Outcome<Value>> {
    FUNCTIONS.iter().find(|f| f.0 == name).map(|f| f.1(args, random))
}

/// Returns an argument of type `bytes`; empty if it has another type.
fn bytes(args: &[Value], at: usize) -> &[u8] {
    match args.get(at) {
        Some(Value::Bytes(b)) => b.as_slice(),
        _ => &[],
    }
}

/// Decrypts the frames of a QUIC Initial packet. Arguments: version, packet, the client's first connection ID, the
/// offset of the packet number, the number of bytes from there on, and whether the client sent the packet. Empty if it
/// cannot be decrypted.
fn initial_frames(args: &[Value]) -> Value {
    let at = |i| usize::try_from(number(args, i)).unwrap_or(usize::MAX);
    let version = u32::try_from(number(args, 0)).unwrap_or(0);
    let frames = quic::decrypted(version, bytes(args, 1), bytes(args, 2), (at(3), at(4)), flag(args, 5));
    Value::bytes(frames.unwrap_or_default())
}

/// Unmasks bytes of a WebSocket frame (RFC 6455, 5.3). Arguments: the index of the first byte in the payload, the key
/// of four bytes, the bytes.
fn unmasked(args: &[Value]) -> Outcome<Value> {
    let key: Vec<u8> = match args.get(1) {
        Some(Value::List(l)) => l
            .borrow()
            .iter()
            .filter_map(|v| if let Value::Uint(n) = v { Some(*n as u8) } else { None })
            .collect(),
        _ => Vec::new(),
    };
    let Ok(key) = <[u8; 4]>::try_from(key.as_slice()) else {
        return Err(Error::new(ErrorKind::InvalidArgument, "a masking key has four bytes"));
    };
    let first = (number(args, 0) % 4) as usize;
    let data = bytes(args, 2);
    let plain: Vec<u8> = data.iter().zip(key.iter().cycle().skip(first)).map(|(b, k)| b ^ k).collect();
    Ok(Value::bytes(plain))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(name: &str, args: &[Value]) -> String {
        let mut random = Rng::with_seed(7);
        match call(name, args, &mut random) {
            Some(Ok(Value::Str(s))) => s.to_string(),
            Some(Ok(Value::Bytes(b))) => b.as_slice().escape_ascii().to_string(),
            Some(Ok(_)) => "another type".into(),
            Some(Err(e)) => e.message().to_owned(),
            None => "unknown".into(),
        }
    }

    fn check(name: &str, args: &[&[u8]], expected: &str) {
        let args: Vec<Value> = args.iter().map(|a| Value::bytes(a.to_vec())).collect();
        assert_eq!(said(name, &args), expected, "{name}");
    }

    #[test]
    fn conversions() {
        check("HART_IP_CONVERSION::latin1Conversion", &[b"caf\xe9\0"], "caf\u{e9}\0");
        check("HART_IP_CONVERSION::dateConversion", &[&[7, 11, 126]], "November 7, 2026");
        check("HART_IP_CONVERSION::dateConversion", &[&[0, 0, 0]], "InvalidMonth 0, 1900");
        check("HART_IP_CONVERSION::packedConversion", &[&[0, 0x10, 0x83]], "@ABC");
        check("HART_IP_CONVERSION::packedConversion", &[&[0x82, 0x18, 0xa3]], " !\"#");
        check("c_functions::macAddress", &[b"\x00\x1b\xc5\x00\x0a\xff"], "00:1b:c5:00:0a:ff");
        let uuid: [&[u8]; 10] = [
            b"\xde\xa0\0\0",
            b"\x6c\x97",
            b"\x11\xd1",
            b"\x82",
            b"\x71",
            b"\0",
            b"\x01",
            b"\0",
            b"\x03",
            b"\x01\x5a",
        ];
        check("c_functions::bytesToUuid", &uuid, "DEA00000-6C97-11D1-8271-00010003015A");
    }

    #[test]
    fn masks_go_on_where_the_last_piece_ended() {
        let key = Value::list([0x37, 0xfa, 0x21, 0x3d].map(Value::Uint).to_vec());
        let args = |at: u64, data: &[u8]| [Value::Uint(at), key.clone(), Value::bytes(data.to_vec())];
        assert_eq!(said("hlt_websocket::WebSocket::fast_unmask", &args(0, b"\x7f\x9f\x4d\x51\x58")), "Hello");
        assert_eq!(said("hlt_websocket::WebSocket::fast_unmask", &args(3, b"\x51\x58")), "lo");
    }

    #[test]
    fn identifiers_are_drawn() {
        let one = said("c_functions::generateId", &[]);
        assert!(one.len() == 18 && one.bytes().all(|b| b.is_ascii_hexdigit()), "{one}");
        assert_eq!(said("a::function", &[]), "unknown");
    }
}
