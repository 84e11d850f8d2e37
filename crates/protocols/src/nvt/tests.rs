use super::*;

fn read(end: LineEnd, chunks: &[(usize, &[u8])]) -> Vec<String> {
    let mut nvt = Nvt::new(end);
    let mut seen = Vec::new();
    for (side, chunk) in chunks {
        let mut data = *chunk;
        loop {
            let mut notes = Vec::new();
            let line = nvt.next(*side, &mut data, &mut |h| notes.push(format!("{h:?}")));
            let line = line.map(|l| format!("{side} {}", String::from_utf8_lossy(l)));
            seen.append(&mut notes);
            match line {
                Some(l) => seen.push(l),
                None => break,
            }
        }
    }
    seen
}

#[track_caller]
fn check(end: LineEnd, chunks: &[(usize, &[u8])], expected: &[&str]) {
    assert_eq!(read(end, chunks), expected);
}

#[test]
fn lines_of_a_control_connection() {
    check(
        LineEnd::Lf,
        &[(0, b"USER a\r\nPASS b\nSY"), (0, b"ST\r"), (0, b"\n")],
        &["0 USER a", "0 PASS b", "0 SYST"],
    );
    check(LineEnd::Lf, &[(0, b"a\rb\n")], &["Anomaly(SingleCr)", "0 a\rb"]);
    check(LineEnd::Either, &[(0, b"a\rb\r\nc\n\r\0d\r")], &["0 a", "0 b", "0 c", "0 ", "0 d"]);
}

#[test]
fn a_nul_is_reported_once_and_dropped() {
    check(LineEnd::Lf, &[(0, b"a\0b\0\r\n")], &["Anomaly(Nul)", "0 ab\0"]);
}

#[test]
fn options_stand_between_the_bytes_of_a_line() {
    check(LineEnd::Lf, &[(0, b"US\xff\xfd\x01ER\xff\xff\xff\xf1\r\n")], &["0 USER\u{fffd}"]);
    check(
        LineEnd::Either,
        &[(0, b"\xff\xfa\x18\0vt100\xff\xf0x\r")],
        &["Terminal([118, 116, 49, 48, 48])", "0 x"],
    );
    check(
        LineEnd::Either,
        &[(0, b"\xff\xfa\x18\0v\xff\xff\xff\xf1x\r")],
        &["BadTermination", "Terminal([118, 255])", "0 x"],
    );
}

#[test]
fn variables_come_in_pairs() {
    check(
        LineEnd::Either,
        &[(0, b"\xff\xfa\x27\0\0TERM\x01x\x02\x01y\xff\xf0")],
        &["Env([84, 69, 82, 77], [120, 1, 121])"],
    );
    check(LineEnd::Either, &[(0, b"\xff\xfa\x27\0\0TERM\xff\xf0")], &["Bad"]);
}

#[test]
fn encryption_ends_what_can_be_read() {
    let dialog: &[(usize, &[u8])] = &[
        (1, b"\xff\xfd\x26"),
        (0, b"\xff\xfb\x26"),
        (1, b"\xff\xfb\x26\xff\xfa\x26\x05\xff\xf0"),
        (0, b"\xff\xfd\x26\xff\xfa\x26\x03\xff\xf0secret\r"),
        (1, b"open\r"),
    ];
    let seen = read(LineEnd::Either, dialog);
    assert!(seen.contains(&"1 open".to_string()), "{seen:?}");
    assert!(!seen.iter().any(|s| s.contains("secret")), "{seen:?}");
}

/// Parsing does not panic on any bytes in any pieces.
#[test]
fn hostile_bytes_are_survived() {
    let mut rng = fastrand::Rng::with_seed(1);
    let mut nvt = Nvt::new(LineEnd::Either);
    for round in 0..20_000 {
        let bytes: Vec<u8> = (0..8)
            .map(|_| {
                let b = rng.u8(..);
                if b < 90 {
                    [255, 250, 240, 251, 253, 24, 37, 38, 39, 0, 1, 2][usize::from(b) % 12]
                } else {
                    b
                }
            })
            .collect();
        let mut data = &bytes[..];
        while nvt.next(round % 2, &mut data, &mut |_| {}).is_some() {}
        assert!(data.is_empty());
        if nvt.is_encrypted(0) || nvt.is_encrypted(1) {
            nvt = Nvt::new(LineEnd::Lf);
        }
    }
}
