use crate::rehearsal::{Said, orig, resp, streams};

const HANDSHAKE: [(session::Role, &[u8]); 2] = [
    (session::Role::Orig, b"GET /ws HTTP/1.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n"),
    (session::Role::Resp, b"HTTP/1.1 101 Switching\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n"),
];

#[test]
fn an_upgrade_brings_the_analyzer() {
    let mut said: Vec<Said<'_>> = HANDSHAKE.to_vec();
    said.extend([orig(b"\x81\x82\x01\x02\x03\x04ik"), resp(b"\x88\x02\x03\xe8")]);
    let lines = streams("HTTP", 80, &said);
    assert!(lines.iter().any(|l| l.starts_with("websocket_established")), "{lines:?}");
    assert!(lines.iter().any(|l| l.starts_with("http_connection_upgrade")), "{lines:?}");
    // Scripts have not configured it, so it reads nothing.
    assert!(!lines.iter().any(|l| l.starts_with("websocket_frame")), "{lines:?}");
}
