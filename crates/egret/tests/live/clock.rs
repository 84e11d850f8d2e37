//! Steps of the wall clock. A time namespace has no wall clock of its own, so a library that is loaded before libc adds
//! the steps to the kernel's clock.
use super::*;
use std::fs::{self, File};
use std::path::PathBuf;
use std::time::Instant;

/// Adds the seconds in a mapped file to the wall clock.
const LIBRARY: &str = r#"
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static volatile const int64_t *ahead;

__attribute__((constructor)) static void map(void) {
    const char *path = getenv("AHEAD");
    int fd = path ? open(path, O_RDONLY) : -1;
    if (fd >= 0) {
        void *at = mmap(0, sizeof *ahead, PROT_READ, MAP_SHARED, fd, 0);
        if (at != MAP_FAILED) ahead = at;
        close(fd);
    }
}

int clock_gettime(clockid_t id, struct timespec *t) {
    long failed = syscall(SYS_clock_gettime, id, t);
    if (!failed && id == CLOCK_REALTIME && ahead) t->tv_sec += *ahead;
    return (int)failed;
}
"#;

/// Counts the seconds of network time.
const TICKS: &str = "global n = 0; \
    event tick() { ++n; print fmt(\"tick %d\", n); flush_all(); schedule 1sec { tick() }; } \
    event zeek_init() { schedule 1sec { tick() }; }";

/// A monitor whose clock can be set.
struct Clocked {
    folder: tempfile::TempDir,
    child: Child,
}

impl Drop for Clocked {
    fn drop(&mut self) {
        // Both fail if it has ended.
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

impl Clocked {
    fn start(net: &Net) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        fs::write(at("clock.c"), LIBRARY).unwrap();
        let built = Command::new("cc")
            .args(["-shared", "-fPIC", "-o", "clock.so", "clock.c"])
            .current_dir(folder.path())
            .output()
            .expect("cc(1) runs");
        assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
        fs::write(at("ahead"), 0_i64.to_ne_bytes()).unwrap();
        let mut command = net.command("env");
        command.arg(format!("LD_PRELOAD={}", at("clock.so").display()));
        command.arg(format!("AHEAD={}", at("ahead").display())).arg(env!("CARGO_BIN_EXE_egret"));
        command.args(["-C", "-i", "near", "-e", TICKS, "Log::default_rotation_interval=1min"]);
        command.current_dir(folder.path()).stdout(File::create(at("printed")).unwrap());
        let (child, said) = listening(&mut command);
        assert_eq!(said, "listening on near\n");
        Clocked { folder, child }
    }

    /// Sets the clock forward by so many seconds, as seen from the kernel's.
    fn set(&self, ahead: i64) {
        use std::os::unix::fs::FileExt as _;
        let file = File::options().write(true).open(self.folder.path().join("ahead")).unwrap();
        file.write_all_at(&ahead.to_ne_bytes(), 0).unwrap();
    }

    fn ticks(&self) -> usize {
        fs::read_to_string(self.folder.path().join("printed")).unwrap().matches("tick").count()
    }

    /// Waits for a number of ticks.
    fn until(&self, ticks: usize) {
        let begun = Instant::now();
        while self.ticks() < ticks {
            assert!(begun.elapsed() < Duration::from_secs(60), "{} of {ticks} ticks", self.ticks());
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// The logs whose names begin with `stem`.
    fn logs(&self, stem: &str) -> Vec<PathBuf> {
        let all = fs::read_dir(self.folder.path()).unwrap().map(|e| e.unwrap().path());
        let is = |p: &PathBuf| {
            let name = p.file_name().unwrap().to_string_lossy().into_owned();
            name.starts_with(stem) && name.ends_with(".log")
        };
        all.filter(is).collect()
    }

    /// The rows of conn.log and its rotated files.
    fn rows(&self) -> usize {
        let rows = |p: PathBuf| {
            let text = fs::read_to_string(p).unwrap();
            text.lines().filter(|l| !l.starts_with('#')).count()
        };
        self.logs("conn.").into_iter().map(rows).sum()
    }
}

#[test]
fn a_clock_that_jumps_fires_each_timer_once_and_loses_no_rows() {
    const DAY: i64 = 86_400;
    if !test_needs::programs(&["cc"]) {
        return;
    }
    let Some(net) = Net::new("clock") else { return };
    for (step, message) in
        [(DAY, "the clock was set forward by 864"), (-DAY, "the clock was set back by 864")]
    {
        let mut run = Clocked::start(&net);
        let (one, two) = (run.folder.path().join("1.pcap"), run.folder.path().join("2.pcap"));
        exchanges(&one, 0, 40);
        exchanges(&two, 1000, 50);
        net.send(&one);
        run.until(2);
        let before = run.ticks();
        run.set(step);
        std::thread::sleep(Duration::from_secs(4));
        // A storm would be a tick for each of the 86,400 seconds that never passed.
        let during = run.ticks() - before;
        assert!(during <= 8, "{step}: {during} ticks in four seconds");
        net.send(&two);
        std::thread::sleep(Duration::from_millis(500));
        // Back to the right time.
        run.set(0);
        std::thread::sleep(Duration::from_secs(3));
        assert!(run.ticks() - before <= 16, "{step}: {} ticks", run.ticks() - before);
        signal(&run.child, "TERM");
        let status = run.child.wait().expect("it ends");
        let mut said = String::new();
        run.child.stderr.take().expect("standard error").read_to_string(&mut said).expect("text");
        assert!(status.success(), "{said}");
        assert!(said.contains(message), "{step}: {said}");
        assert!(said.contains("180 packets received"), "{step}: {said}");
        // The kernel stamps packets by its own clock, which has not jumped. While network time is a day ahead of them,
        // an exchange may time out between its two packets.
        let rows = run.rows();
        assert!(
            if step < 0 { rows == 90 } else { (90..=140).contains(&rows) },
            "{step}: {rows} rows: {said}"
        );
        // One rotation for the step, not one for each of its minutes.
        assert!(run.logs("conn.").len() <= 4, "{step}: {:?}", run.logs("conn."));
    }
}
