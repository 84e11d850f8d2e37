//! Faults reported by scripts at the end of a run, and scripts that exclude each other.
use super::*;

#[test]
fn statistics_never_wrap_at_the_end_of_a_run() {
    let dir = tempfile::tempdir().unwrap();
    // Handlers of files run in the middle of a packet, reports among them.
    let capture = concat!(env!("CARGO_MANIFEST_DIR"), "/../../samples/office.pcap");
    for interval in ["1min", "1sec", "200msec"] {
        let set = format!("Stats::report_interval={interval}");
        let mut run = Run::start(dir.path(), &["-r", capture, "misc/stats", &set]);
        assert!(run.wait().success(), "{}", text(&dir.path().join("told")));
        let log = text(&dir.path().join("stats.log"));
        let reports = log.lines().filter(|l| !l.starts_with('#')).collect::<Vec<_>>();
        assert!(!reports.is_empty(), "{interval}");
        for row in &reports {
            for cell in row.split('\t') {
                let big = cell.parse::<u64>().is_ok_and(|n| n > 1 << 40);
                assert!(!big && !cell.starts_with("-0") && cell != "-1", "{interval}: {row}");
            }
        }
        let packets: u64 =
            reports.iter().map(|r| r.split('\t').nth(3).unwrap().parse::<u64>().unwrap()).sum();
        assert!(packets <= 2270, "{interval}: {packets} packets");
        assert!(!text(&dir.path().join("told")).contains("underflow"), "{interval}");
    }
}

#[test]
fn both_detectors_of_sql_load_together() {
    let dir = tempfile::tempdir().unwrap();
    let pair = ["protocols/http/detect-sqli", "protocols/http/detect-sql-injection"];
    for scripts in [vec![pair[0], pair[1]], vec![pair[1], pair[0]], vec![pair[0]], vec![pair[1]]] {
        let print =
            "event zeek_init() { print HTTP::match_sql_injection_uri in \"/?a=1' UNION SELECT 0,1\"; }";
        let mut run = Run::start(dir.path(), &[&scripts[..], &["-e", print]].concat());
        assert!(run.wait().success(), "{scripts:?}: {}", text(&dir.path().join("told")));
        assert_eq!(text(&dir.path().join("printed")), "T\n", "{scripts:?}");
    }
}
