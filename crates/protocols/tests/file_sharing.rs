//! smbclient at Samba (samples/smb.pcap): what the analyzers make of real messages.
#![expect(clippy::disallowed_methods, reason = "samples are files")]
mod rehearsal;

use net_types::Port;
use std::path::Path;

fn lines() -> Vec<String> {
    let sample = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../samples/smb.pcap");
    rehearsal::replay("SMB", Port::tcp(445), &std::fs::read(sample).expect("the sample"))
}

/// How many events have this name.
fn count(lines: &[String], name: &str) -> usize {
    lines.iter().filter(|l| l.split('(').next() == Some(name)).count()
}

#[test]
fn every_command_is_read() {
    let lines = lines();
    for (name, wanted) in [
        ("smb2_create_request", 26),
        ("smb2_close_request", 26),
        ("smb2_tree_connect_request", 9),
        ("smb2_tree_disconnect_request", 9),
        ("smb2_session_setup_request", 16),
        ("smb2_negotiate_response", 6),
        ("smb2_read_request", 2),
        ("smb2_write_request", 2),
        ("smb1_session_setup_andx_request", 2),
        ("smb1_tree_connect_andx_response", 2),
        ("smb1_transaction2_request", 4),
        ("smb1_nt_create_andx_response", 1),
        ("smb1_read_andx_response", 1),
        ("analyzer_violation_info", 0),
        ("conn_weird", 0),
    ] {
        assert_eq!(count(&lines, name), wanted, "{name}");
    }
}

#[test]
fn names_are_those_that_were_used() {
    let all = lines().join("\n");
    for part in [
        r#""\\\\10.77.0.1\\share""#,
        r#"filename="plans\\floor.bin""#,
        r#"filename="minutes.txt""#,
        r#", "moved.txt")"#,
        "gssapi_neg_result(0)",
        "ntlm_authenticate(",
        "dialect_revision=785",
    ] {
        assert!(all.contains(part), "{part}");
    }
}

#[test]
fn calls_on_a_pipe_are_read() {
    let lines = lines();
    assert!(count(&lines, "dce_rpc_bind") >= 1, "no binding");
    assert!(lines.iter().any(|l| l.starts_with("dce_rpc_request(") && l.contains(", 15, ")), "NetrShareEnum");
}
