//! Programs that scripts start while packets are processed.
#![expect(clippy::disallowed_methods, reason = "a test reads what a program wrote")]
use std::process::Command;

#[test]
fn a_program_receives_every_signal() {
    let folder = tempfile::tempdir().expect("a folder");
    let sample = concat!(env!("CARGO_MANIFEST_DIR"), "/../../samples/office.pcap");
    let code = "global asked = F; event new_connection(c: connection) { if ( asked ) return; asked = T; \
                system(\"grep SigBlk /proc/self/status > blocked.tmp; mv blocked.tmp blocked\"); }";
    let ran = Command::new(env!("CARGO_BIN_EXE_egret"))
        .args(["-b", "-C", "-r", sample, "-e", code])
        .current_dir(folder.path())
        .output()
        .expect("egret runs");
    assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
    // The program runs in the background and may end after egret.
    let blocked = (0..500).find_map(|_| {
        std::thread::sleep(std::time::Duration::from_millis(10));
        std::fs::read_to_string(folder.path().join("blocked")).ok()
    });
    assert_eq!(blocked.as_deref(), Some("SigBlk:\t0000000000000000\n"));
}
