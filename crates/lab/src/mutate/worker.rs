//! The worker process, which runs damaged captures through capture, wire and session and reads every event.
use super::damage;
use anyhow::Context;
use capture::FileSource;
use event::{Arg, Event, EventId};
use session::{ConnView, Frame, Keys, Options, Role, Session};
use std::fs;
use std::hint::black_box;
use std::io::{self, Write};
use std::ops::Range;
use std::path::PathBuf;

/// Handles every event and reads all its fields, like a script that handles everything.
#[derive(Default)]
struct Reads {
    events: u64,
}

impl event::Sink for Reads {
    fn wants(&self, _: EventId) -> bool {
        true
    }
    fn take(&mut self, event: &dyn Event) {
        self.events += 1;
        event.args(&mut |_, arg| read(arg));
    }
}

impl session::Sink for Reads {
    fn about(&mut self, conn: &ConnView<'_>) {
        black_box((conn.port(Role::Orig), conn.port(Role::Resp)));
    }
}

fn read(arg: Arg<'_>) {
    match arg {
        Arg::Record(r) | Arg::Packet(r, _) => r.each(&mut |_, field| read(field)),
        Arg::List(l) => l.each(&mut read),
        Arg::Table(t) => t.each(&mut |key, value| {
            read(key);
            read(value);
        }),
        Arg::Str(bytes) | Arg::Certificate(bytes) => {
            black_box(bytes.iter().fold(0u8, |all, b| all ^ b));
        }
        _ => (),
    }
}

/// Prints each number before running its capture, and a note if the run took too much memory.
pub(super) fn run(captures: &[PathBuf], numbers: Range<u64>, mebibytes: u64) -> anyhow::Result<()> {
    let mut out = io::stdout().lock();
    let mut events = 0;
    for number in numbers {
        writeln!(out, "{number}")?;
        out.flush()?;
        let (_, bytes) = damage::capture(captures, number)?;
        forget_peak()?;
        events += one(bytes, number);
        let peak = peak()?;
        if peak > mebibytes * 1024 {
            writeln!(out, "{number} took {} MiB", peak / 1024)?;
            out.flush()?;
        }
    }
    black_box(events);
    Ok(())
}

/// Runs one capture and returns the number of events.
fn one(bytes: Vec<u8>, number: u64) -> u64 {
    // Verify checksums for half of the captures. Without verification, damage reaches deeper layers.
    let options = Options { ignore_checksums: number.is_multiple_of(2), ..Options::default() };
    let mut session = Session::new(options, &Keys { sip: [1, 2], fixed: true }, None);
    let mut reads = Reads::default();
    let Ok(mut source) = FileSource::from_reader("damaged", io::Cursor::new(bytes)) else { return 0 };
    while let Ok(Some(batch)) = source.next_batch() {
        for f in batch.iter() {
            let frame = Frame { ts: f.ts, link: f.link, data: f.data, wire_len: f.wire_len as usize };
            session.handle_frame(&frame, &mut reads);
        }
    }
    session.finish(&mut reads);
    reads.events
}

/// Returns the peak resident memory since the last reset, in KiB (proc(5)).
fn peak() -> anyhow::Result<u64> {
    let status = fs::read_to_string("/proc/self/status")?;
    let line = status.lines().find_map(|l| l.strip_prefix("VmHWM:")).context("VmHWM in /proc/self/status")?;
    line.trim().trim_end_matches(" kB").parse().with_context(|| line.to_owned())
}

fn forget_peak() -> anyhow::Result<()> {
    fs::write("/proc/self/clear_refs", "5").context("/proc/self/clear_refs")
}
