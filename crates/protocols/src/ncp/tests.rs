use crate::rehearsal::{Said, orig, resp, streams, torment};
use net_types::Port;

fn frame(request: bool, kind: u16, body: &[u8]) -> Vec<u8> {
    let head = if request { 16 } else { 8 };
    let mut f = b"DmdT".to_vec();
    f.extend((head + 6 + body.len() as u32).to_be_bytes());
    f.resize(head as usize, 0);
    f.extend(kind.to_be_bytes());
    f.extend([1, 2, 3, 0]);
    f.extend(body);
    f
}

fn check(said: &[Said<'_>], wanted: &[&str]) {
    assert_eq!(streams("NCP", 524, said), wanted);
}

#[test]
fn replies_go_with_the_request_before_them() {
    let (ask, answer) = (frame(true, 0x2222, b"\x17\x01x"), frame(false, 0x3333, b"\x9c\0yy"));
    let files = frame(true, 0x2222, b"\x57\x06");
    check(
        &[orig(&ask), resp(&answer), orig(&files), resp(&answer)],
        &[
            "ncp_request(8738, 3, 23)",
            "ncp_reply(13107, 4, 8738, 23, 156)",
            "ncp_request(8738, 2, 22278)",
            "ncp_reply(13107, 4, 8738, 22278, 156)",
        ],
    );
}

#[test]
fn too_large_frames_go_with_their_delivery() {
    let mut large = b"DmdT\x7f\xff\xff\xff".to_vec();
    large.extend([0; 50]);
    let ask = frame(true, 0x2222, b"\x17");
    check(
        &[orig(&large), orig(b"noise, not a frame at all"), orig(&ask)],
        &["conn_weird(\"ncp_large_frame\", \"\", \"CONTENTS_NCP\")", "ncp_request(8738, 1, 23)"],
    );
}

#[test]
fn torn_and_changed_frames_are_survived() {
    let (ask, answer) = (frame(true, 0x2222, b"\x17\x01x"), frame(false, 0x3333, b"\x9c\0yy"));
    torment("NCP", Port::tcp(524), &[orig(&ask), resp(&answer)]);
}
