use super::{Next, Tags};
use crate::rehearsal::{streams, torment};
use net_types::Port;
use session::Role;

#[test]
fn tags_have_names() {
    let text = b"<?xml version='1.0'?> <stream:stream to='x'>text</a:b><empty/>< >";
    for size in [1, 3, 100] {
        let (mut tags, mut seen) = (Tags::default(), Vec::new());
        for chunk in text.chunks(size) {
            let mut data = chunk;
            while !data.is_empty() {
                match tags.next(&mut data) {
                    Next::More => {}
                    Next::Name(n) => seen.push(String::from_utf8(n).unwrap()),
                    other => seen.push(format!("{other:?}")),
                }
            }
        }
        assert_eq!(seen, ["?xml", "stream:stream", "/a:b", "empty", "Nameless"], "in pieces of {size}");
    }
}

#[test]
fn a_tag_without_end_is_dropped() {
    let mut tags = Tags::default();
    let chunk = vec![b'<'; 1 << 16];
    let mut last = Next::More;
    for _ in 0..3 {
        let mut data = &chunk[..];
        last = tags.next(&mut data);
        if last == Next::TooLong {
            break;
        }
    }
    assert_eq!(last, Next::TooLong);
}

const TLS: &[(Role, &[u8])] = &[
    (Role::Orig, b"<?xml version='1.0'?><stream:stream to='x'>"),
    (Role::Resp, b"<stream:features><starttls/></stream:features>"),
    (Role::Orig, b"<starttls xmlns='y'/>"),
    (Role::Resp, b"<proceed xmlns='y'/>"),
    (Role::Orig, b"\x16\x03\x01"),
];

#[test]
fn tls_begins_when_the_server_agrees() {
    assert_eq!(
        streams("XMPP", 5222, TLS),
        ["analyzer_confirmation_info(Analyzer::ANALYZER_XMPP, [aid=3])", "xmpp_starttls()"]
    );
}

#[test]
fn a_stream_is_survived_however_it_is_changed() {
    torment("XMPP", Port::tcp(5222), TLS);
}
