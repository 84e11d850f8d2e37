//! A flood of flows stays within the memory budget, and each flow is logged.
use super::*;

/// A capture of flows of two packets each, all within a second or two, so that none times out.
fn flood(folder: &Path, flows: u32) -> Vec<u8> {
    let mut capture = exchanges(folder, 0, flows, true);
    let mut at = 24;
    let mut packet = 0_u32;
    while at < capture.len() {
        let len = u32::from_le_bytes(capture[at + 8..at + 12].try_into().unwrap()) as usize;
        capture[at..at + 4].copy_from_slice(&1_u32.to_le_bytes());
        capture[at + 4..at + 8].copy_from_slice(&(packet * 10).to_le_bytes());
        at += 16 + len;
        packet += 1;
    }
    capture
}

/// What scripts keep of each flow gives way, the oldest first; what is not to expire stays, and so does what its function
/// keeps.
#[test]
fn entries_of_tables_expire_early_where_memory_is_short() {
    const FLOWS: u32 = 60_000;
    const SCRIPT: &str = r#"
        global told = 0;
        function tell(t: table[string] of string, flow: string): interval { ++told; return 0 secs; }
        function keep(t: table[string] of count, flow: string): interval { return 1 hr; }
        global texts: table[string] of string &create_expire=1 hr &expire_func=tell;
        global kept: table[string] of count &create_expire=1 hr &expire_func=keep;
        global forever: set[string] &create_expire=-1 sec;
        global flows = 0;
        global last = "";
        event new_connection(c: connection)
            {
            last = cat(++flows);
            texts[last] = string_fill(1000, last);
            kept[last] = 1;
            add forever[last];
            }
        event zeek_done()
            {
            print flows, flows - |texts| == told, |texts| < 40000, last in texts, "1" in texts, |kept|, |forever|;
            }"#;
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join("x.pcap"), flood(dir.path(), FLOWS)).unwrap();
    let mut run = Run::start(dir.path(), &["-r", "x.pcap", "--memory-budget", "100M", "-e", SCRIPT]);
    assert!(run.wait().success());
    let told = text(&dir.path().join("told"));
    assert!(told.contains(" entries of tables expired early"), "{told}");
    let printed = text(&dir.path().join("printed"));
    assert_eq!(printed, "60000, T, T, T, F, 60000, 60000\n", "{told}");
    assert_eq!(rows(&dir.path().join("conn.log")), FLOWS as usize, "{told}");
}

#[test]
fn a_flood_keeps_to_the_budget_and_every_flow_is_logged() {
    const FLOWS: u32 = 40_000;
    // A connection that a script sees has a record.
    const SEES: &str = "event new_connection(c: connection) { }";
    let dir = tempfile::tempdir().unwrap();
    let capture = flood(dir.path(), FLOWS);
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
