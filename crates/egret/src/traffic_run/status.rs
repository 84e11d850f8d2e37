//! Says how a live run is doing: a line that is drawn anew each second on a terminal, a dated line a minute as a service,
//! samples for the page.
use super::Driven;
use capture::Counters;
use page::{Live, Sample};
use runloop::{IoSource, Next, Time, Turn};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::io::{self, IsTerminal, Write};
use std::rc::Rc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// How often a terminal's line is drawn and a sample is taken.
const STEP: Duration = Duration::from_secs(1);
/// How often a service writes a line.
const LINE: u32 = 60;

/// Counts of the interfaces so far, by name.
#[derive(Clone, Default)]
pub(super) struct Seen(Rc<RefCell<BTreeMap<String, Counters>>>);

impl Seen {
    pub(super) fn note(&self, name: &str, counters: Counters) {
        self.0.borrow_mut().insert(name.to_owned(), counters);
    }

    fn total(&self) -> Counters {
        self.0.borrow().values().fold(Counters::default(), |mut all, c| {
            all.received += c.received;
            all.bytes += c.bytes;
            all.dropped += c.dropped;
            all
        })
    }
}

/// What a run says of itself.
#[derive(Clone, Debug, Default)]
pub(super) struct Figures {
    /// Open connections; `None` if they are in other threads.
    pub connections: Option<u64>,
    /// Rows of notice.log.
    pub notices: Option<u64>,
    /// Packets of each worker.
    pub workers: Vec<u64>,
}

/// Who reads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Reader {
    Terminal,
    /// A service manager's journal.
    Journal,
    Nobody,
}

/// The source in the run loop.
pub(super) struct Status {
    seen: Seen,
    live: Option<Live>,
    reader: Reader,
    due: Option<Time>,
    before: Option<(Time, Counters)>,
    steps: u32,
    /// The last line of a service: when, and the counts then.
    line: Option<(Time, Counters)>,
    drawn: bool,
}

impl Status {
    /// Says nothing of a capture, and nothing to a file or pipe unless a service manager started the process.
    pub(super) fn new(is_live: bool, seen: Seen, live: Option<Live>) -> Self {
        let service = ["JOURNAL_STREAM", "NOTIFY_SOCKET"].iter().any(|n| std::env::var_os(n).is_some());
        let reader = match (is_live, io::stderr().is_terminal(), service) {
            (false, ..) => Reader::Nobody,
            (true, true, _) => Reader::Terminal,
            (true, false, true) => Reader::Journal,
            (true, false, false) => Reader::Nobody,
        };
        Status { seen, live, reader, due: None, before: None, steps: 0, line: None, drawn: false }
    }

    fn is_idle(&self) -> bool {
        self.reader == Reader::Nobody && self.live.is_none()
    }

    fn step(&mut self, now: Time, figures: Figures) {
        let total = self.seen.total();
        let memory = crate::sys::heap::in_use();
        let wall = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0.0, |d| d.as_secs_f64());
        if let Some(live) = &self.live {
            live.push(Sample {
                ts: wall,
                packets: total.received,
                bytes: total.bytes,
                dropped: total.dropped,
                connections: figures.connections.unwrap_or(0),
                memory,
                workers: figures.workers.clone(),
            });
        }
        self.steps = self.steps.wrapping_add(1);
        let last = self.before.replace((now, total));
        match self.reader {
            Reader::Terminal => {
                if let Some((then, before)) = last {
                    let text = line(now.since(then), total.since(before), memory, &figures);
                    // A terminal that went away stops nothing.
                    drop(write!(io::stderr(), "\r\x1b[K{text}"));
                    self.drawn = true;
                }
            }
            Reader::Journal if self.steps.is_multiple_of(LINE) => {
                let (then, before) = self.line.unwrap_or((now, Counters::default()));
                let passed = if self.line.is_some() { now.since(then) } else { STEP * LINE };
                self.line = Some((now, total));
                let date = jiff::Timestamp::from_second(wall as i64).map_or(String::new(), |t| t.to_string());
                eprintln!("{date} {}", line(passed, total.since(before), memory, &figures));
            }
            _ => {}
        }
    }
}

/// `1,234 packets/s, 56.7 Mb/s, 0 lost (0.00 %), 89 connections, 210 MB, 3 notices`
fn line(passed: Duration, more: Counters, memory: u64, figures: &Figures) -> String {
    let seconds = passed.as_secs_f64().max(1e-3);
    let share = if more.dropped == 0 {
        0.0
    } else {
        more.dropped as f64 * 100.0 / (more.received + more.dropped) as f64
    };
    let mut text = format!(
        "{:.0} packets/s, {:.1} Mb/s, {} lost ({share:.2} %)",
        more.received as f64 / seconds,
        more.bytes as f64 * 8.0 / 1e6 / seconds,
        more.dropped
    );
    if let Some(n) = figures.connections {
        text.push_str(&format!(", {n} connections"));
    }
    text.push_str(&format!(", {} MB", memory / 1_000_000));
    if let Some(n) = figures.notices {
        text.push_str(&format!(", {n} notices"));
    }
    text
}

impl<T: Driven> IoSource<T> for Status {
    fn name(&self) -> &'static str {
        "status"
    }

    fn keeps_loop_alive(&self) -> bool {
        false
    }

    fn next_timeout(&mut self, now: Time) -> Option<Duration> {
        if self.is_idle() {
            return None;
        }
        let due = *self.due.get_or_insert(now + STEP);
        Some(due.since(now))
    }

    fn turn(&mut self, traffic: &mut T, turn: &mut Turn<'_, T>) -> io::Result<Next> {
        if turn.timed_out() {
            self.due = None;
            let figures = traffic.figures();
            self.step(turn.now(), figures);
        }
        Ok(Next::Idle)
    }

    fn finish(&mut self, _: &mut T) -> io::Result<()> {
        if self.drawn {
            drop(write!(io::stderr(), "\r\x1b[K"));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_says_all_that_matters() {
        let more = Counters { received: 5000, bytes: 1_250_000, link: 0, dropped: 5 };
        let figures = Figures { connections: Some(7), notices: Some(1), workers: Vec::new() };
        assert_eq!(
            line(Duration::from_secs(5), more, 12_345_678, &figures),
            "1000 packets/s, 2.0 Mb/s, 5 lost (0.10 %), 7 connections, 12 MB, 1 notices"
        );
    }
}
