use super::*;

/// Records the parts of a message.
#[derive(Default)]
struct Notes(Vec<String>);

impl Output for Notes {
    fn begin(&mut self, depth: usize) {
        self.0.push(format!("{depth} begin"));
    }
    fn header(&mut self, depth: usize, h: &Header<'_>) {
        self.0.push(format!(
            "{depth} {}: {}",
            String::from_utf8_lossy(h.name),
            String::from_utf8_lossy(h.value)
        ));
    }
    fn headers_done(&mut self, depth: usize, c: &ContentType) -> Body {
        self.0.push(format!("{depth} {}", String::from_utf8_lossy(&c.ty)));
        Body::Lines
    }
    fn data(&mut self, depth: usize, data: &[u8]) {
        self.0.push(format!("{depth} {:?}", String::from_utf8_lossy(data)));
    }
    fn end(&mut self, depth: usize) {
        self.0.push(format!("{depth} end"));
    }
    fn trouble(&mut self, what: Trouble, text: &str) {
        self.0.push(format!("{what:?} {text}"));
    }
}

fn check(limits: Limits, lines: &[&str], expected: &[&str]) {
    let mut notes = Notes::default();
    let mut m = Message::new(limits, &mut notes);
    for l in lines {
        m.deliver(l.as_bytes(), true, &mut notes);
    }
    m.end(&mut notes);
    assert_eq!(notes.0, expected);
}

#[test]
fn a_plain_message() {
    check(
        Limits::default(),
        &["Subject: folded", "  on", "To: x", "", "body"],
        &["0 begin", "0 Subject: folded  on", "0 To: x", "0 TEXT", "0 \"body\\r\\n\"", "0 end"],
    );
}

#[test]
fn parts_lose_the_line_end_before_the_boundary() {
    check(
        Limits::default(),
        &[
            "Content-Type: multipart/mixed; boundary=b",
            "",
            "preamble",
            "--b",
            "",
            "one",
            "two",
            "--b",
            "X: y",
            "",
            "--b--",
            "epilogue",
        ],
        &[
            "0 begin",
            "0 Content-Type: multipart/mixed; boundary=b",
            "0 MULTIPART",
            "1 begin",
            "1 TEXT",
            "1 \"one\"",
            "1 \"\\r\\ntwo\"",
            "1 end",
            "1 begin",
            "1 X: y",
            "1 TEXT",
            "1 end",
            "0 end",
        ],
    );
}

#[test]
fn a_message_in_a_message_decodes() {
    check(
        Limits::default(),
        &["Content-Type: message/rfc822", "", "Content-Transfer-Encoding: base64", "", "aGk="],
        &[
            "0 begin",
            "0 Content-Type: message/rfc822",
            "0 MESSAGE",
            "1 begin",
            "1 Content-Transfer-Encoding: base64",
            "1 TEXT",
            "1 \"hi\"",
            "1 end",
            "0 end",
        ],
    );
}

#[test]
fn what_is_missing_is_said() {
    check(
        Limits::default(),
        &["Content-Type: multipart/x; boundary=b", "", "--b", "A: b"],
        &[
            "0 begin",
            "0 Content-Type: multipart/x; boundary=b",
            "0 MULTIPART",
            "1 begin",
            "Format multipart closing boundary delimiter missing",
            "1 A: b",
            "1 TEXT",
            "Format entity body missing",
            "1 end",
            "0 end",
        ],
    );
}

#[test]
fn nesting_has_a_floor() {
    let limits = Limits { max_depth: 2, ..Limits::default() };
    let mut lines = Vec::new();
    for _ in 0..50 {
        lines.extend(["Content-Type: message/rfc822", ""]);
    }
    let mut notes = Notes::default();
    let mut m = Message::new(limits, &mut notes);
    for l in lines {
        m.deliver(l.as_bytes(), true, &mut notes);
    }
    assert_eq!(m.depth(), 2);
    assert!(notes.0.contains(&"Cap(\"exceeded_mime_max_depth\", 2) ".to_owned()));
}

#[test]
fn a_field_folded_without_end_stops_growing() {
    let limits = Limits { max_header_bytes: 100, ..Limits::default() };
    let mut notes = Notes::default();
    let mut m = Message::new(limits, &mut notes);
    m.deliver(b"A: b", true, &mut notes);
    for _ in 0..1000 {
        m.deliver(b" more and more", true, &mut notes);
    }
    m.end(&mut notes);
    assert!(notes.0.iter().all(|n| n.len() < 200));
    assert!(notes.0.iter().any(|n| n.starts_with("Cap(\"exceeded_mime_max_header_bytes\"")));
}
