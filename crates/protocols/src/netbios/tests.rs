use crate::rehearsal::{self, Said, orig, resp};
use net_types::Port;

fn heard(said: &[Said<'_>]) -> Vec<String> {
    let mut lines = rehearsal::streams("NETBIOSSSN", 139, said);
    lines.retain(|l| l.starts_with("netbios") || l.starts_with("conn_weird"));
    lines
}

#[test]
fn a_session_is_asked_for_and_given() {
    // The name HERON, two letters for each byte.
    let request = b"\x81\0\0\x0b\x0aEIEFFCEPEO";
    let conversation = [orig(request), resp(b"\x82\0\0\0"), orig(b"\x85\0\0\0")];
    let lines = heard(&conversation);
    assert_eq!(
        lines,
        [
            "netbios_session_message(T, 129, 11)",
            r#"netbios_session_request("HERON")"#,
            "netbios_session_message(F, 130, 0)",
            r#"netbios_session_accepted("")"#,
            "netbios_session_message(T, 133, 0)",
            r#"netbios_session_keepalive("")"#,
        ]
    );
    rehearsal::torment("NETBIOSSSN", Port::tcp(139), &conversation);
}

#[test]
fn types_that_are_not_assigned_are_odd() {
    assert!(heard(&[orig(b"\x42\0\0\x01x")]).iter().any(|l| l.contains("unknown_netbios_type")));
}

#[test]
fn a_datagram_may_lie_about_its_length() {
    let mut d = vec![0x11, 2, 0, 1, 10, 0, 0, 1, 0, 138, 0, 200, 0, 0];
    d.extend(b"short");
    let lines = rehearsal::datagrams("NETBIOSSSN", 138, &[orig(&d), orig(b"tiny")]);
    assert!(lines.iter().any(|l| l.contains("excess_netbios_hdr_len")), "{lines:?}");
    assert!(lines.iter().any(|l| l.starts_with("analyzer_violation_info")), "{lines:?}");
    rehearsal::torment("NETBIOSSSN", Port::udp(138), &[orig(&d)]);
}
