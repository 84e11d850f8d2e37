use super::v6::Oddity;
use super::*;

fn v4(ihl: u8, total: u16, rest: &[u8]) -> Vec<u8> {
    let [hi, lo] = total.to_be_bytes();
    let mut b = vec![0x40 | ihl, 0, hi, lo, 0x12, 0x34, 0, 0, 64, 17, 0, 0, 10, 0, 0, 1, 10, 0, 0, 2];
    b.extend(rest);
    b
}

fn v6(payload_len: u16, next: u8, rest: &[u8]) -> Vec<u8> {
    let mut b = vec![0x60, 0, 0, 5];
    b.extend(payload_len.to_be_bytes());
    b.extend([next, 64]);
    b.extend([0x20, 1, 0xd, 0xb8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]);
    b.extend([0x20, 1, 0xd, 0xb8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2]);
    b.extend(rest);
    b
}

fn error(bytes: &[u8], wire_len: usize) -> Malformed {
    Packet::parse(bytes, wire_len, false).unwrap_err()
}

#[test]
fn lengths_are_held_against_each_other_in_order() {
    assert_eq!(error(&[0x45; 19], 19), Malformed::Truncated);
    assert_eq!(error(&v4(5, 20, &[])[..19], 20), Malformed::Truncated);
    assert_eq!(error(&[0x55; 20], 20), Malformed::UnknownVersion);
    assert_eq!(error(&v6(0, 59, &[])[..39], 40), Malformed::Truncated);
    assert_eq!(error(&v4(5, 0, &[]), 20), Malformed::ZeroLength);
    assert_eq!(error(&v4(5, 29, &[0; 8]), 28), Malformed::TruncatedLength);
    assert_eq!(error(&v4(6, 20, &[]), 20), Malformed::HeaderSize);
    assert_eq!(error(&v4(6, 28, &[0; 2]), 28), Malformed::TruncatedHeader);
    assert_eq!(error(&v4(4, 20, &[]), 20), Malformed::MinHeaderSize);
}

#[test]
fn a_zero_length_can_be_the_captured_one() {
    let b = v4(5, 0, &[1, 2, 3]);
    let p = Packet::parse(&b, b.len(), true).unwrap();
    assert!(p.is_zero_len());
    assert_eq!((p.total_len(), p.payload()), (23, &[1, 2, 3][..]));
}

#[test]
fn padding_is_captured_but_no_payload() {
    let b = v4(5, 22, &[1, 2, 0, 0, 0]);
    let p = Packet::parse(&b, b.len(), false).unwrap();
    assert_eq!((p.captured().len(), p.payload(), p.payload_len()), (5, &[1, 2][..], 2));
    let cut = Packet::parse(&b[..21], 30, false).unwrap();
    assert_eq!((cut.payload(), cut.payload_len()), (&[1][..], 2));
}

#[test]
fn v4_fields() {
    let mut b = v4(6, 24, &[7, 4, 0, 0]);
    b[6] = 0x60;
    b[7] = 0x03;
    let sum = crate::Checksum::new().bytes(&b).field().to_be_bytes();
    b[10..12].copy_from_slice(&sum);
    let p = Packet::parse(&b, 24, false).unwrap();
    assert!(p.checksum_ok());
    assert_eq!(p.fragment(), Some(Fragment { id: 0x1234, offset: 24, more: true }));
    assert_eq!((p.proto(), p.ttl(), p.last_header()), (IpProto::UDP, 64, IpProto::RAW));
    let Header::V4(h) = p.header() else { panic!() };
    assert!(h.dont_fragment());
    let options: Vec<_> = h.options().map(|o| (o.kind, o.data.to_vec())).collect();
    assert_eq!(options, [(7, vec![0, 0])]);
    b[8] = 63;
    assert!(!Packet::parse(&b, 24, false).unwrap().checksum_ok());
}

#[test]
fn v4_options_end_at_the_first_that_does_not_fit() {
    let kinds = |options: &[u8]| {
        let b = v4(6, 24, options);
        v4::Header::of(&b).unwrap().options().map(|o| o.kind).collect::<Vec<_>>()
    };
    assert_eq!(kinds(&[1, 7, 3, 0]), [7]);
    assert_eq!(kinds(&[7, 5, 0, 0]), []);
    assert_eq!(kinds(&[7, 1, 0, 0]), []);
    assert_eq!(kinds(&[0, 7, 2, 0]), []);
    assert_eq!(kinds(&[1, 1, 1, 7]), []);
}

#[test]
fn the_chain_ends_where_a_payload_begins() {
    // Hop-by-hop, then authentication of 12 bytes, then TCP.
    let mut rest = vec![51, 0, 1, 4, 0, 0, 0, 0];
    rest.extend([6, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 2]);
    rest.extend([9; 4]);
    let b = v6(24, 0, &rest);
    let p = Packet::parse(&b, b.len(), false).unwrap();
    assert_eq!((p.proto(), p.header_len(), p.payload()), (IpProto::TCP, 60, &[9; 4][..]));
    assert_eq!(p.flow_label(), 5);
    let Header::V6(h) = p.header() else { panic!() };
    let chain: Vec<_> = h.extensions().map(|e| (e.kind, e.bytes.len())).collect();
    assert_eq!(chain, [(IpProto::HOPOPTS, 8), (IpProto::AH, 12)]);
}

#[test]
fn a_header_that_was_cut_off_is_not_in_the_chain() {
    let b = v6(16, 0, &[6, 1, 0, 0, 0, 0, 0, 0]);
    let p = Packet::parse(&b, 56, false).unwrap();
    assert_eq!((p.proto(), p.header_len()), (IpProto::HOPOPTS, 40));
}

#[test]
fn v6_fragment() {
    let b = v6(12, 44, &[17, 0, 0x01, 0x01, 0, 0, 0xab, 0xcd, 1, 2, 3, 4]);
    let p = Packet::parse(&b, b.len(), false).unwrap();
    assert_eq!(p.fragment(), Some(Fragment { id: 0xabcd, offset: 0x100, more: true }));
    assert_eq!((p.proto(), p.last_header()), (IpProto::UDP, IpProto::FRAGMENT));
}

#[test]
fn esp_hides_what_follows() {
    let b = v6(10, 50, &[6, 99, 0, 1, 0, 0, 0, 1, 7, 7]);
    let p = Packet::parse(&b, b.len(), false).unwrap();
    assert_eq!((p.proto(), p.last_header(), p.header_len()), (IpProto::NONE, IpProto::ESP, 48));
}

fn oddities(next: u8, rest: &[u8]) -> (Vec<Oddity>, String, String) {
    let b = v6(rest.len() as u16, next, rest);
    let p = Packet::parse(&b, b.len(), false).unwrap();
    let Header::V6(h) = p.header() else { panic!() };
    let mut found = Vec::new();
    h.oddities(|o| found.push(o));
    (found, p.src().to_string(), p.dst().to_string())
}

#[test]
fn routing_headers_name_the_last_hop() {
    let mut routing = vec![59, 2, 2, 1, 0, 0, 0, 0];
    routing.extend([0x20, 1, 0xd, 0xb8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 9]);
    assert_eq!(oddities(43, &routing), (vec![], "2001:db8::1".into(), "2001:db8::9".into()));
    routing[2] = 0;
    assert_eq!(oddities(43, &routing), (vec![Oddity::Routing0], "2001:db8::1".into(), "2001:db8::9".into()));
    routing[2] = 7;
    assert_eq!(oddities(43, &routing).0, [Oddity::UnknownRouting(7)]);
    routing[2] = 2;
    routing[1] = 1;
    routing.truncate(16);
    assert_eq!(
        oddities(43, &routing),
        (vec![Oddity::Routing2Length], "2001:db8::1".into(), "2001:db8::2".into())
    );
}

#[test]
fn a_home_address_is_the_source() {
    let mut options = vec![59, 2, 1, 2, 0, 0, 201, 16];
    options.extend([0x20, 1, 0xd, 0xb8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 7]);
    assert_eq!(oddities(60, &options), (vec![], "2001:db8::7".into(), "2001:db8::2".into()));
    assert_eq!(oddities(60, &[59, 0, 201, 9, 0, 0, 0, 0]).0, [Oddity::DestinationOption]);
    assert_eq!(oddities(60, &[59, 0, 201, 2, 0, 0, 0, 0]).0, [Oddity::HomeAddressLength]);
}

#[test]
fn mobility_checksum() {
    let mut m = vec![59, 0, 5, 0, 0, 0, 1, 2];
    let b = v6(8, 135, &m);
    let sum = crate::Checksum::pseudo(
        "2001:db8::1".parse().unwrap(),
        "2001:db8::2".parse().unwrap(),
        IpProto::MOBILITY,
        8,
    )
    .bytes(&m)
    .field();
    let ok = |b: &[u8]| match Packet::parse(b, b.len(), false).unwrap().header() {
        Header::V6(h) => h.mobility_checksum_ok(),
        Header::V4(_) => panic!(),
    };
    assert!(!ok(&b));
    m[4..6].copy_from_slice(&sum.to_be_bytes());
    assert!(ok(&v6(8, 135, &m)));
}
