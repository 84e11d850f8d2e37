//! A flood of flows stays within the memory budget, and each flow is logged.
use super::*;

#[test]
fn a_flood_keeps_to_the_budget_and_every_flow_is_logged() {
    const FLOWS: u32 = 40_000;
    // A connection that a script sees has a record.
    const SEES: &str = "event new_connection(c: connection) { }";
    let dir = tempfile::tempdir().unwrap();
    // All within a second or two, so none times out.
    let mut capture = exchanges(dir.path(), 0, FLOWS, true);
    let mut at = 24;
    let mut packet = 0_u32;
    while at < capture.len() {
        let len = u32::from_le_bytes(capture[at + 8..at + 12].try_into().unwrap()) as usize;
        capture[at..at + 4].copy_from_slice(&1_u32.to_le_bytes());
        capture[at + 4..at + 8].copy_from_slice(&(packet * 10).to_le_bytes());
        at += 16 + len;
        packet += 1;
    }
    fs::write(dir.path().join("x.pcap"), capture).unwrap();
    for workers in ["1", "2"] {
        let args = ["--workers", workers, "-r", "x.pcap", "--memory-budget", "80M", "-e", SEES];
        let mut run = Run::start(dir.path(), &args);
        assert!(run.wait().success());
        let told = text(&dir.path().join("told"));
        assert!(
            told.contains("the memory budget of 80 MB is used: the longest silent connections end"),
            "{told}"
        );
        assert!(told.contains("memory is within its budget again"), "{told}");
        assert_eq!(rows(&dir.path().join("conn.log")), FLOWS as usize, "{workers} workers: {told}");
        let weird = text(&dir.path().join("weird.log"));
        for name in ["memory_budget_nearly_used", "memory_budget_used"] {
            assert!(weird.contains(name), "{workers} workers: {weird}");
        }
    }
    // If the budget is not reached, nothing is reported.
    let mut run = Run::start(dir.path(), &["-r", "x.pcap", "-e", SEES]);
    assert!(run.wait().success());
    assert!(!text(&dir.path().join("told")).contains("memory"), "{}", text(&dir.path().join("told")));
    assert_eq!(rows(&dir.path().join("conn.log")), FLOWS as usize);
}
