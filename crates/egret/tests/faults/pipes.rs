//! Captures from pipes: opened once, and signals interrupt every wait.
use super::*;
use flate2::Compression;
use flate2::write::GzEncoder;
use rustix::fs::{CWD, FileType, Mode, mknodat};
use std::os::unix::process::ExitStatusExt as _;

const SIGNALS: [Signal; 2] = [Signal::TERM, Signal::INT];

fn fifo_at(path: &Path) {
    mknodat(CWD, path, FileType::Fifo, Mode::from_raw_mode(0o600), 0).unwrap();
}

#[test]
fn a_pipe_that_never_said_anything_ends_with_a_signal() {
    for signal in SIGNALS {
        for workers in ["1", "2"] {
            let dir = tempfile::tempdir().unwrap();
            let fifo = dir.path().join("fifo");
            fifo_at(&fifo);
            for source in ["-", "fifo"] {
                let mut run = Run::start(dir.path(), &["--workers", workers, "-r", source]);
                thread::sleep(Duration::from_millis(300));
                let status = run.end(signal);
                // The run has not begun, so the signal has its default effect.
                assert_eq!(
                    status.signal(),
                    Some(signal.as_raw()),
                    "{source}: {}",
                    text(&dir.path().join("told"))
                );
            }
        }
    }
}

#[test]
fn a_pipe_that_falls_silent_ends_with_a_signal_and_complete_logs() {
    for signal in SIGNALS {
        for workers in ["1", "2"] {
            let dir = tempfile::tempdir().unwrap();
            let mut run = Run::start(dir.path(), &["--workers", workers, "-r", "-", "-e", COUNT]);
            run.feed(&exchanges(dir.path(), 0, 100, true));
            let seen = || text(&dir.path().join("printed")).matches("seen").count();
            until("100 connections", || seen() == 100);
            // Silent for a while, then there is more.
            thread::sleep(Duration::from_millis(300));
            run.feed(&exchanges(dir.path(), 100, 23, false));
            until("123 connections", || seen() == 123);
            let status = run.end(signal);
            let told = text(&dir.path().join("told"));
            assert!(status.success() && told.contains("received termination signal"), "{status}: {told}");
            assert_eq!(rows(&dir.path().join("conn.log")), 123, "{workers} workers");
            assert!(text(&dir.path().join("conn.log")).lines().last().unwrap().starts_with("#close"));
        }
    }
}

#[test]
fn a_silent_pipe_delays_no_scripts() {
    let dir = tempfile::tempdir().unwrap();
    let script = "type W: record { w: string; }; \
                  event line(d: Input::EventDescription, t: Input::Event, w: string) { print w; flush_all(); } \
                  event zeek_init() { Input::add_event([$source=\"echo a; sleep 1; echo bee |\", $name=\"w\", $fields=W, \
                  $ev=line, $want_record=F, $reader=Input::READER_RAW, $mode=Input::STREAM]); }";
    let mut run =
        Run::start(dir.path(), &["-b", "-r", "-", "-e", "@load base/frameworks/input", "-e", script]);
    run.feed(&exchanges(dir.path(), 0, 1, true));
    until("both lines", || text(&dir.path().join("printed")) == "a\nbee\n");
    assert!(run.end(Signal::TERM).success());
}

#[test]
fn a_capture_from_a_fifo_or_a_process_is_read_once() {
    let dir = tempfile::tempdir().unwrap();
    let capture = exchanges(dir.path(), 0, 500, true);
    let mut packed = GzEncoder::new(Vec::new(), Compression::default());
    packed.write_all(&capture).unwrap();
    let packed = packed.finish().unwrap();
    fs::write(dir.path().join("x.pcap.gz"), &packed).unwrap();
    for bytes in [capture, packed] {
        let fifo = dir.path().join("fifo");
        fifo_at(&fifo);
        let mut run = Run::start(dir.path(), &["-r", "fifo"]);
        let writer = thread::spawn({
            let fifo = fifo.clone();
            move || fs::write(fifo, bytes)
        });
        assert!(run.wait().success(), "{}", text(&dir.path().join("told")));
        writer.join().unwrap().unwrap();
        assert_eq!(rows(&dir.path().join("conn.log")), 500);
        fs::remove_file(fifo).unwrap();
    }
    if !test_needs::programs(&["bash", "zcat"]) {
        return;
    }
    let line = format!("{} -C -r <(zcat x.pcap.gz)", env!("CARGO_BIN_EXE_egret"));
    let ran = Command::new("bash").args(["-c", &line]).current_dir(dir.path()).output().unwrap();
    assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
    assert_eq!(rows(&dir.path().join("conn.log")), 500);
}

#[test]
fn a_pipe_that_ends_within_a_packet_is_named_and_the_rest_is_logged() {
    let dir = tempfile::tempdir().unwrap();
    let mut run = Run::start(dir.path(), &["-r", "-"]);
    let mut capture = exchanges(dir.path(), 0, 10, true);
    capture.truncate(capture.len() - 7);
    run.feed(&capture);
    drop(run.0.stdin.take());
    assert!(!run.wait().success());
    assert!(
        text(&dir.path().join("told")).contains("reading the capture"),
        "{}",
        text(&dir.path().join("told"))
    );
    assert_eq!(rows(&dir.path().join("conn.log")), 10);
}
