//! Crashes and full disks: logs end in complete lines, and lost rows are reported.
use super::*;

/// The logs of a folder whose names begin with `stem`, with their rows.
fn logs(folder: &Path, stem: &str) -> Vec<(String, usize)> {
    let names = fs::read_dir(folder).unwrap().map(|e| e.unwrap().file_name().to_string_lossy().into_owned());
    let mut found: Vec<String> = names.filter(|n| n.starts_with(stem) && n.ends_with(".log")).collect();
    found.sort();
    found.into_iter().map(|n| (n.clone(), rows(&folder.join(n)))).collect()
}

#[test]
fn after_kill_9_the_next_start_rotates_whole_lines() {
    let dir = tempfile::tempdir().unwrap();
    let args = ["-r", "-", "LogAscii::enable_leftover_log_rotation=T", "Log::default_rotation_interval=1day"];
    let mut expected = 0;
    for crash in 0..3u32 {
        let script = "event new_connection(c: connection) { Reporter::info(cat(c$id$orig_h)); }";
        let mut run = Run::start(dir.path(), &[&args[..], &["-e", script]].concat());
        run.feed(&exchanges(dir.path(), crash * 50, 50, true));
        // The log of the previous crash may still exist, with its incomplete line.
        let last = format!("10.0.0.{}", crash * 50 + 49);
        until("the last row", || text(&dir.path().join("reporter.log")).contains(&last));
        run.end(Signal::KILL);
        // Leaves an incomplete line, as a kill in the middle of a write does.
        let mut log = fs::OpenOptions::new().append(true).open(dir.path().join("reporter.log")).unwrap();
        log.write_all(b"1.0\tReporter::INFO\thalf a li").unwrap();
        fs::write(dir.path().join(".tmp.shadow.weird.log"), ".lo").unwrap();
        expected += 50;
    }
    let mut run = Run::start(dir.path(), &args);
    run.feed(&exchanges(dir.path(), 0, 7, true));
    drop(run.0.stdin.take());
    assert!(run.wait().success(), "{}", text(&dir.path().join("told")));
    // Files rotated within the same second have numbers; none overwrote another.
    let rotated: usize = logs(dir.path(), "reporter").iter().map(|(_, rows)| rows).sum();
    assert!(rotated >= expected, "{rotated}: {:?}", logs(dir.path(), "reporter"));
    assert!(!dir.path().join(".tmp.shadow.weird.log").exists());
    let conns: usize = logs(dir.path(), "conn").iter().map(|(_, rows)| rows).sum();
    assert_eq!(conns, 7, "{:?}", logs(dir.path(), "conn"));
}

/// On a full disk, the rows written and the rows reported as lost add up to all rows.
#[test]
fn a_full_disk_loses_only_rows_that_are_counted() {
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join("x.pcap"), exchanges(dir.path(), 0, 10_000, true)).unwrap();
    let small = dir.path().join("small");
    fs::create_dir(&small).unwrap();
    // A rotation while the disk is full must not replace the file that could not be rotated.
    let cases = [("1", "0sec"), ("2", "0sec"), ("1", "1sec"), ("2", "1sec")];
    for (workers, interval) in cases {
        // The mount is private and ends with the process.
        let script = format!(
            "mount -t tmpfs -o size=256k none {0} || exit 77; cd {0}; {1} -C --workers {2} -r ../x.pcap Log::default_rotation_interval={3}; code=$?; cat conn*.log; exit $code",
            small.display(),
            env!("CARGO_BIN_EXE_egret"),
            workers,
            interval
        );
        let ran = match Command::new("unshare").args(["-m", "sh", "-c", &script]).output() {
            Ok(ran) if ran.status.code() != Some(77) => ran,
            other => {
                test_needs::unmet(format_args!("no mount of its own: {other:?}"));
                return;
            }
        };
        let (log, told) = (String::from_utf8_lossy(&ran.stdout), String::from_utf8_lossy(&ran.stderr));
        assert_eq!(ran.status.code(), Some(1), "{told}");
        assert!(log.ends_with('\n'), "the last line is whole");
        let written = log.lines().filter(|l| !l.starts_with('#')).count();
        let lost = told
            .lines()
            .find_map(|l| l.strip_suffix(" rows were lost")?.split_once("conn.log: ")?.1.parse().ok());
        let lost: usize = lost.unwrap_or_else(|| panic!("{told}"));
        assert_eq!(written + lost, 10_000, "{workers} workers, rotation {interval}: {told}");
        assert!(written > 1000);
    }
}
