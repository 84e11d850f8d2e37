use super::*;
use crate::intensify;

/// The programs that a network with Samba needs.
const NEEDS: [&str; 6] = ["ip", "ethtool", "tcpdump", "smbd", "smbpasswd", "smbtorture"];

#[test]
fn smbtorture_is_recorded_and_makes_longer_captures() {
    if !test_needs::root() || !test_needs::programs(&NEEDS) {
        return;
    }
    let dir = tempfile::tempdir().unwrap();
    let seed = dir.path().join("short.pcap");
    let scene = Scene {
        name: "short",
        what: "two parts of smbtorture",
        servers: &[servers::smb],
        traffic: |lan| scenes::tortures(lan, &["base.tcon", "smb2.tcon"]),
    };
    record(&scene, &seed).unwrap();
    let long = dir.path().join("long.pcap");
    let written = intensify::make(&seed, 2000, &long).unwrap();
    assert_eq!(written.packets, 2000);
    // There are two connections, each of which is repeated several times.
    assert!(written.flows > 10, "{written:?}");
}
