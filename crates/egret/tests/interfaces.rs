//! Names and options of interfaces, as far as they can be tested without an interface or privileges.
#![allow(clippy::disallowed_methods, reason = "a test of a program runs it and reads what it says")]
use std::process::Command;

/// The message of a run that cannot start; `code` is for `-e`.
fn refusal(interface: &str, code: &str) -> String {
    let folder = tempfile::tempdir().expect("a folder");
    let ran = Command::new(env!("CARGO_BIN_EXE_egret"))
        .args(["-b", "-i", interface, "-e", code])
        .current_dir(folder.path())
        .output()
        .expect("egret runs");
    assert!(!ran.status.success(), "{interface}, {code}");
    String::from_utf8_lossy(&ran.stderr).into_owned()
}

#[test]
fn invalid_options_of_interfaces_are_named() {
    let check = |interface: &str, code: &str, says: &[&str]| {
        let said = refusal(interface, code);
        for words in says {
            assert!(said.contains(words), "{interface}, {code}: `{words}` is not in\n{said}");
        }
    };
    let absent = ["problem with interface", "there is no interface of that name"];
    check("egret-none", "", &absent);
    check("af_packet::egret-none", "", &absent);
    check("af_xdp::egret-none", "", &absent);
    check(
        "af_packet::lo",
        "redef AF_Packet::fanout_mode = AF_Packet::FANOUT_EBPF;",
        &["problem with interface af_packet::lo", "AF_Packet::FANOUT_EBPF", "expected", "FANOUT_QM"],
    );
    check("af_packet::lo", "redef AF_Packet::fanout_id = 65536;", &["fanout_id is 65536", "16 bits"]);
    check("af_packet::lo", "redef AF_Packet::buffer_size = 8192;", &["a ring of 8192 bytes", "32768"]);
    // The options of AF_Packet do not apply to a plain name.
    check("lo", "redef Pcap::bufsize = 0;", &["a ring of 0 bytes"]);
    check("egret-none", "redef AF_Packet::fanout_id = 65536;", &absent);
}
