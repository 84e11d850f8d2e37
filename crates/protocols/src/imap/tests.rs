use super::Line;

#[test]
fn a_line_has_a_tag_and_a_word() {
    let l = Line::parse(b"a1 STARTTLS").unwrap();
    assert_eq!((l.tag, l.word, l.rest), (b"a1".as_slice(), b"STARTTLS".as_slice(), b"".as_slice()));
    let l = Line::parse(b"* CAPABILITY IMAP4rev1 IDLE").unwrap();
    assert_eq!(l.rest, b" IMAP4rev1 IDLE");
    assert_eq!((Line::parse(b"alone"), Line::parse(b"\x01\x02")), (None, None));
}
