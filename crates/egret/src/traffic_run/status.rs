//! Reports the state of a live run: on a terminal with a line that is redrawn every second, as a service with a dated
//! line every minute, and for the page with samples.
use super::Driven;
use capture::Counters;
use page::{Live, Sample, Worker};
use runloop::{IoSource, Next, Time, Turn};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::io::{self, IsTerminal, Write};
use std::rc::Rc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// The interval at which the terminal's line is drawn and a sample is taken.
const STEP: Duration = Duration::from_secs(1);
/// The interval between the lines of a service, in steps.
const LINE: u32 = 60;

/// The counts of the interfaces so far, by name.
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

/// The figures that a run reports about itself.
#[derive(Clone, Debug, Default)]
pub(super) struct Figures {
    /// The run, or all nodes of this process together.
    pub all: runtime::Figures,
    /// The workers of `--workers`.
    pub workers: Vec<Worker>,
}

/// What the line compares with: counts at a time.
#[derive(Clone, Copy)]
struct Moment {
    at: Time,
    counters: Counters,
    events: u64,
}

/// The reader of the lines.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Reader {
    Terminal,
    /// The journal of a service manager.
    Journal,
    Nobody,
}

/// The source in the run loop that prints the lines and takes the samples.
pub(super) struct Status {
    seen: Seen,
    live: Option<Live>,
    reader: Reader,
    due: Option<Time>,
    /// The last step.
    before: Option<Moment>,
    steps: u32,
    /// The last line of a service.
    line: Option<Moment>,
    drawn: bool,
}

impl Status {
    /// Creates the source. It prints nothing for a capture, and nothing to a file or pipe unless a service manager
    /// started the process.
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
                connections: figures.all.connections,
                memory,
                workers: figures.workers.clone(),
            });
        }
        self.steps = self.steps.wrapping_add(1);
        let moment = Moment { at: now, counters: total, events: figures.all.events };
        let last = self.before.replace(moment);
        match self.reader {
            Reader::Terminal => {
                if let Some(last) = last {
                    let text = line(moment, last, memory, &figures);
                    // Without wrapping, a narrow terminal shows the line's beginning and never scrolls. A terminal that
                    // went away stops nothing.
                    drop(write!(io::stderr(), "\r\x1b[K\x1b[?7l{text}\x1b[?7h"));
                    self.drawn = true;
                }
            }
            Reader::Journal if self.steps.is_multiple_of(LINE) => {
                let began = || Moment { at: now - STEP * LINE, counters: Counters::default(), events: 0 };
                let last = self.line.replace(moment).unwrap_or_else(began);
                let date = jiff::Timestamp::from_second(wall as i64).map_or(String::new(), |t| t.to_string());
                eprintln!("{date} {}", line(moment, last, memory, &figures));
            }
            _ => {}
        }
    }
}

/// `1234 packets/s, 56.7 Mb/s, 0 lost (0.00 %), 89 connections, 4321 events/s, 210 MB, 3 notices`
fn line(now: Moment, last: Moment, memory: u64, figures: &Figures) -> String {
    let seconds = now.at.since(last.at).as_secs_f64().max(1e-3);
    let more = now.counters.since(last.counters);
    let share = if more.dropped == 0 {
        0.0
    } else {
        more.dropped as f64 * 100.0 / (more.received + more.dropped) as f64
    };
    let all = &figures.all;
    format!(
        "{:.0} packets/s, {:.1} Mb/s, {} lost ({share:.2} %), {} connection{}, {:.0} events/s, {} MB, {} notice{}",
        more.received as f64 / seconds,
        more.bytes as f64 * 8.0 / 1e6 / seconds,
        more.dropped,
        all.connections,
        plural(all.connections),
        now.events.saturating_sub(last.events) as f64 / seconds,
        memory / 1_000_000,
        all.notices,
        plural(all.notices),
    )
}

fn plural(n: u64) -> &'static str {
    if n == 1 { "" } else { "s" }
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
        let start = Time::from_nanos(100_000_000_000);
        let check = |seconds, received, bytes, dropped, (connections, events, notices), expected: &str| {
            let last = Moment { at: start, counters: Counters::default(), events: 1000 };
            let counters = Counters { received, bytes, link: 0, dropped };
            let now = Moment { at: start + Duration::from_secs(seconds), counters, events };
            let all = runtime::Figures { connections, events, notices };
            assert_eq!(line(now, last, 12_345_678, &Figures { all, workers: Vec::new() }), expected);
        };
        check(
            5,
            5000,
            1_250_000,
            5,
            (7, 2000, 1),
            "1000 packets/s, 2.0 Mb/s, 5 lost (0.10 %), 7 connections, 200 events/s, 12 MB, 1 notice",
        );
        check(
            60,
            0,
            0,
            0,
            (1, 1000, 0),
            "0 packets/s, 0.0 Mb/s, 0 lost (0.00 %), 1 connection, 0 events/s, 12 MB, 0 notices",
        );
    }
}
