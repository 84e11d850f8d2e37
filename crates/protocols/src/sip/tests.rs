use super::*;

#[test]
fn first_lines_of_requests() {
    let r = request(b"INVITE sip:bob@biloxi.test;x=y SIP/2.0").unwrap();
    assert_eq!(
        (r.junk, r.method, r.uri, r.version),
        (&b""[..], &b"INVITE"[..], &b"sip:bob@biloxi.test;x=y"[..], &b"2.0"[..])
    );
    assert_eq!(request(b"\0\x01BYE sip:x SIP/2.0").unwrap().junk, b"\0\x01");
    assert_eq!(request(b"   "), Err(Error::Method));
    assert_eq!(request(b"BYE"), Err(Error::Uri));
    assert_eq!(request(b"GET / HTTP/1.1"), Err(Error::Version));
}

#[test]
fn first_lines_of_responses() {
    let r = reply(b"SIP/2.0 486 Busy Here").unwrap();
    assert_eq!((r.version, r.code, r.reason), (&b"2.0"[..], 486, &b"Busy Here"[..]));
    assert_eq!(reply(b"SIP/2.0 200").unwrap().reason, b"");
    assert_eq!(reply(b"SIP/2.0 20"), Err(Error::Code));
    assert_eq!(reply(b"SIP/2 200 OK"), Err(Error::Version));
}

#[test]
fn fields_have_names() {
    let f = Field::read(b"Content-Length : 42").unwrap();
    assert_eq!((f.name, f.value, f.content_length()), (&b"Content-Length"[..], &b"42"[..], Some(42)));
    assert_eq!(Field::read(b"Via: x: y").unwrap().value, b"x: y");
    assert_eq!(Field::read(b": x"), Err(Error::Field));
    assert_eq!(Field::read(b"no field"), Err(Error::Field));
}

#[test]
fn lines_end_in_three_ways() {
    let mut l = Lines::new(b"a\r\nb\nc\rd");
    assert_eq!(
        (l.next_line(), l.next_line(), l.next_line()),
        (Some(&b"a"[..]), Some(&b"b"[..]), Some(&b"c"[..]))
    );
    assert_eq!((l.next_line(), l.rest()), (None, &b"d"[..]));
}
