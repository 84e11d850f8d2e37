use super::*;
use crate::intensify;

/// What a network with Samba in it needs.
const NEEDS: [&str; 6] = ["ip", "ethtool", "tcpdump", "smbd", "smbpasswd", "smbtorture"];

/// Why nothing can be recorded here.
fn missing() -> Option<String> {
    // Only root makes network namespaces.
    let root = std::fs::read_to_string("/proc/self/status")
        .is_ok_and(|s| s.lines().any(|l| l.starts_with("Uid:\t0\t")));
    if !root {
        return Some("this is not root".to_owned());
    }
    let path = std::env::var_os("PATH").unwrap_or_default();
    let there = |name: &&&str| std::env::split_paths(&path).any(|d| d.join(name).exists());
    let gone = NEEDS.iter().find(|n| !there(n))?;
    Some(format!("{gone} is not installed"))
}

#[test]
fn smbtorture_is_recorded_and_makes_longer_captures() {
    if let Some(why) = missing() {
        eprintln!("skipped: smbtorture is not recorded: {why}");
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
    // Two connections, each of them several times.
    assert!(written.flows > 10, "{written:?}");
}
