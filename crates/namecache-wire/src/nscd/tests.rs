use super::*;
use crate::key;
use crate::record::{Record, encode};

fn canonical(kind: RequestType, key: &[u8]) -> Option<Vec<u8>> {
    let mut out = Vec::new();
    canonical_key(&Request { kind, key }, &mut out)?;
    Some(out)
}

/// Checks that a client's key becomes `expected`, is well formed, and translates back.
fn check(kind: RequestType, key: &[u8], expected: &[u8]) {
    let got = canonical(kind, key).unwrap_or_else(|| panic!("{kind:?} {key:?}"));
    assert_eq!(got, expected, "{kind:?}");
    let db = kind.database().unwrap();
    assert!(key::is_well_formed(db, &got), "{kind:?}");
    let mut back = Vec::new();
    assert_eq!(client_key(db, &got, &mut back), Some(kind));
    assert_eq!(back, key);
}

#[test]
fn keys_translate_there_and_back() {
    check(RequestType::PasswdByName, b"ida\0", b"\x01ida");
    check(RequestType::PasswdByUid, b"1000\0", b"\x02\xe8\x03\0\0");
    check(RequestType::GroupByGid, b"0\0", b"\x02\0\0\0\0");
    check(RequestType::Initgroups, b"ida\0", b"\x01ida");
    check(RequestType::ServiceByName, b"http/tcp\0", b"\x01http\0tcp");
    check(RequestType::ServiceByName, b"http/\0", b"\x01http\0");
    check(RequestType::ServiceByPort, b"20480/tcp\0", b"\x02\x50\0\0\0tcp");
    check(RequestType::InNetgroup, b"g\0\x01h\0\0\0", b"\x03g\0\x01h\0\0\0");
    check(RequestType::HostByName, b"localhost\0", b"\x01\x02\0\0\0localhost");
    check(RequestType::HostByAddr, &[127, 0, 0, 1], b"\x02\x02\0\0\0\x7f\0\0\x01");
    check(RequestType::Addrinfo, b"localhost\0", b"\x03localhost");
}

#[test]
fn keys_of_another_type_are_refused() {
    for (kind, key) in [
        (RequestType::PasswdByName, &b""[..]),
        (RequestType::PasswdByName, b"\0"),
        (RequestType::PasswdByName, b"ida"),
        (RequestType::PasswdByName, b"i\0a\0"),
        (RequestType::PasswdByUid, b"x\0"),
        (RequestType::PasswdByUid, b"99999999999\0"),
        (RequestType::ServiceByName, b"http\0"),
        (RequestType::ServiceByName, b"/tcp\0"),
        (RequestType::ServiceByPort, b"65536/tcp\0"),
        (RequestType::HostByAddr, b"\x7f\0\0"),
        (RequestType::InNetgroup, b"g\0\x01h"),
        (RequestType::PasswdFd, b"passwd\0"),
    ] {
        assert_eq!(canonical(kind, key), None, "{kind:?} {key:?}");
    }
    assert_eq!(
        canonical(RequestType::PasswdByUid, b"-1\0"),
        canonical(RequestType::PasswdByUid, b"4294967295\0")
    );
}

#[test]
fn only_complete_requests_of_version_2_parse() {
    let mut out = Vec::new();
    request(RequestType::PasswdByName, b"ida\0", &mut out);
    for cut in 0..out.len() {
        assert!(matches!(parse(&out[..cut]), Parsed::Short(n) if n > cut));
    }
    assert_eq!(parse(&out), Parsed::Whole(Request { kind: RequestType::PasswdByName, key: b"ida\0" }));
    for (at, value) in [(0, 3u8), (4, 22), (7, 0x80), (9, 0xff), (11, 0x80)] {
        let mut bad = out.clone();
        bad[at] = value;
        assert!(matches!(parse(&bad), Parsed::Bad(_)), "{at}");
    }
}

fn answer(kind: RequestType, nums: &[u32], strings: &[&[u8]]) -> Vec<u8> {
    let (mut record, mut out) = (Vec::new(), Vec::new());
    encode(nums, strings, &mut record).unwrap();
    found(kind, &Record::parse(&record).unwrap(), &mut out).unwrap();
    out
}

#[test]
fn answers_have_the_layout_that_the_client_reads() {
    let pw = answer(RequestType::PasswdByName, &[7, 8], &[b"ida", b"x", b"", b"/h", b"/s"]);
    let words: Vec<i32> = (0..9).map(|i| i32_at(&pw, i * 4).unwrap()).collect();
    assert_eq!(words, [2, 1, 4, 2, 7, 8, 1, 3, 3]);
    assert_eq!(&pw[36..], b"ida\0x\0\0/h\0/s\0");

    let gr = answer(RequestType::GroupByGid, &[9], &[b"wheel", b"*", b"a", b"bc"]);
    let words: Vec<i32> = (0..8).map(|i| i32_at(&gr, i * 4).unwrap()).collect();
    assert_eq!(words, [2, 1, 6, 2, 9, 2, 2, 3]);
    assert_eq!(&gr[32..], b"wheel\0*\0a\0bc\0");

    let serv = answer(RequestType::ServiceByName, &[80], &[b"http", b"tcp", b"www"]);
    assert_eq!(i32_at(&serv, 20), Some(i32::from(80u16.to_be())));
    assert_eq!(&serv[24..], b"http\0tcp\0\x04\0\0\0www\0");

    let ai = answer(RequestType::Addrinfo, &[2, 0x0100_007f, 0, 0, 0, 10, 0, 0, 0, 0x0100_0000], &[b"lo"]);
    assert_eq!(i32_at(&ai, 8), Some(2));
    assert_eq!(i32_at(&ai, 12), Some(20));
    assert_eq!(&ai[24..28], [127, 0, 0, 1]);
    assert_eq!(&ai[44..], b"\x02\x0alo\0");
}

#[test]
fn every_lookup_has_an_answer_for_absent_and_for_not_served() {
    for n in 0..22 {
        let kind = RequestType::numbered(n).unwrap();
        let mut out = Vec::new();
        absent(kind, &mut out);
        assert_eq!(out.len(), kind.answer_header());
        assert_eq!(i32_at(&out, 4), Some(0));
        out.clear();
        unserved(kind, &mut out);
        assert_eq!(i32_at(&out, 4), Some(-1));
    }
}

#[test]
fn a_record_of_another_database_is_refused() {
    let mut record = Vec::new();
    encode(&[], &[b"only"], &mut record).unwrap();
    let record = Record::parse(&record).unwrap();
    for kind in [RequestType::PasswdByName, RequestType::GroupByName, RequestType::ServiceByName] {
        assert_eq!(found(kind, &record, &mut Vec::new()), None);
    }
}
