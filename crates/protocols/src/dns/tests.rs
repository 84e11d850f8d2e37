use super::*;

/// Builds a message from the counts of the header and the bytes after it.
fn message(counts: [u16; 4], body: &[u8]) -> Vec<u8> {
    let mut m = vec![0x12, 0x34, 0x81, 0x80];
    m.extend(counts.iter().flat_map(|c| c.to_be_bytes()));
    m.extend_from_slice(body);
    m
}

const LIMITS: Limits = Limits { chain_depth: 20, long_labels: false };

fn check_record(rdata: &[u8], rtype: u16, check: impl Fn(Rdata<'_>), weirds: &[Anomaly]) {
    let mut body = b"\x03WWW\x04test\0".to_vec();
    body.extend_from_slice(&rtype.to_be_bytes());
    body.extend_from_slice(&[0, 1, 0, 0, 0, 60]);
    body.extend_from_slice(&(rdata.len() as u16).to_be_bytes());
    body.extend_from_slice(rdata);
    let m = message([0, 1, 0, 0], &body);
    let mut seen = Vec::new();
    let mut weird = |w| seen.push(w);
    let mut c = Cursor::new(&m, LIMITS);
    let head = RecordHead::read(&mut c, &mut weird).expect("a head");
    assert_eq!(head.name.as_bytes(), b"www.test");
    match Rdata::read(&head, &mut c, false, &mut weird) {
        Some(r) => check(r),
        None => check(Rdata::WithoutEvent),
    }
    assert_eq!(seen, weirds);
}

#[test]
fn the_header_has_its_bits() {
    let h = header(&message([1, 2, 3, 4], b"")).unwrap();
    assert_eq!((h.id, h.opcode, h.rcode), (0x1234, 0, 0));
    assert!(h.qr && h.rd && h.ra && !h.aa && !h.tc);
    assert_eq!((h.num_queries, h.num_answers, h.num_auth, h.num_addl), (1, 2, 3, 4));
    assert!(header(&[0; 11]).is_none());
}

#[test]
fn a_question_keeps_its_case() {
    let m = message([1, 0, 0, 0], b"\x03WwW\x07example\x03com\0\0\x01\0\x01");
    let q = Question::read(&mut Cursor::new(&m, LIMITS), &mut |w| panic!("{w}")).unwrap();
    assert_eq!(q.name.as_bytes(), b"WwW.example.com");
    assert_eq!(q.name.lowered().as_bytes(), b"www.example.com");
    assert_eq!((q.qtype, q.qclass), (1, 1));
}

#[test]
fn pointers_are_followed_backwards_only() {
    let check = |body: &[u8], expected: &[u8], weirds: &[Anomaly]| {
        let m = message([1, 0, 0, 0], body);
        let mut seen = Vec::new();
        let mut c = Cursor::new(&m, LIMITS);
        c.take(body.len() - 6);
        let name = c.name(true, &mut |w| seen.push(w));
        assert_eq!(name.as_bytes(), expected);
        assert_eq!(seen, weirds);
    };
    check(b"\x03com\0\x03FOO\xc0\x0c", b"foo.com", &[]);
    check(b"\x03com\0\x03foo\xc0\x15", b"foo", &[Anomaly::ForwardPointer]);
}

#[test]
fn a_chain_of_pointers_ends() {
    let mut body = vec![1, b'a', 0];
    for i in 0..40u16 {
        let to = if i == 0 { 12 } else { 12 + 3 + (i - 1) * 2 };
        body.extend_from_slice(&(0xc000 | to).to_be_bytes());
    }
    let m = message([1, 0, 0, 0], &body);
    let mut c = Cursor::new(&m, LIMITS);
    c.take(body.len() - 2);
    let mut seen = Vec::new();
    c.name(true, &mut |w| seen.push(w));
    assert_eq!(seen, [Anomaly::CompressionTooDeep]);
}

#[test]
fn records_by_type() {
    check_record(
        &[192, 0, 2, 1],
        rtype::A,
        |r| assert!(matches!(r, Rdata::Address(a) if a.to_string() == "192.0.2.1")),
        &[],
    );
    check_record(
        &[0; 5],
        rtype::A,
        |r| assert!(matches!(r, Rdata::WithoutEvent)),
        &[Anomaly::BadRecordLength],
    );
    check_record(
        b"\x05hello\x02hi",
        rtype::TXT,
        |r| assert!(matches!(r, Rdata::Strings(s) if s == [b"hello".as_slice(), b"hi"])),
        &[],
    );
    check_record(
        b"\x00\x0a\x04mail\xc0\x10",
        rtype::MX,
        |r| assert!(matches!(r, Rdata::Mx { preference: 10, name } if name.as_bytes() == b"mail.test")),
        &[],
    );
    check_record(
        b"\x00\x05issueca.example",
        rtype::CAA,
        |r| assert!(matches!(r, Rdata::Caa { flags: 0, tag: b"issue", value: b"ca.example" })),
        &[],
    );
    check_record(
        b"\x09short",
        rtype::TXT,
        |r| assert!(matches!(r, Rdata::Strings(s) if s.is_empty())),
        &[Anomaly::StringPastRecord],
    );
    check_record(b"x", 9999, |r| assert!(matches!(r, Rdata::Unknown)), &[]);
    check_record(
        &[1, 1, 4, 1, 9],
        rtype::DNSKEY,
        |r| assert!(matches!(r, Rdata::Dnskey { flags: 0x0101, protocol: 4, algorithm: 1, key: [9] })),
        &[Anomaly::DnskeyProtocol(4), Anomaly::DnskeyNotRecommended(1)],
    );
}

/// Parsing does not panic on any prefix of the message, nor with any of its bytes changed.
#[test]
fn cut_and_changed_messages_are_survived() {
    let m = message(
        [1, 2, 0, 0],
        b"\x03www\x04test\0\0\x01\0\x01\xc0\x0c\0\x06\0\x01\0\0\0\x3c\0\x1c\x02ns\xc0\x10\xc0\x0c\0\0\0\x01\0\0\0\x02\0\0\0\x03\0\0\0\x04\0\0\0\x05\xc0\x0c\0\x2f\0\x01\0\0\0\x3c\0\x06\xc0\x0c\0\x02\x40\x01",
    );
    let walk = |m: &[u8]| {
        let mut c = Cursor::new(m, LIMITS);
        let mut weird = |_| {};
        _ = Question::read(&mut c, &mut weird);
        for _ in 0..4 {
            let Some(head) = RecordHead::read(&mut c, &mut weird) else { return };
            if Rdata::read(&head, &mut c, false, &mut weird).is_none() {
                return;
            }
        }
    };
    for n in 0..m.len() {
        walk(&m[..n]);
        for b in [0, 0x0c, 0x7f, 0xc0, 0xff] {
            let mut changed = m.clone();
            changed[n] = b;
            walk(&changed);
        }
    }
}
