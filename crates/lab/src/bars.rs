//! Bars: limits that measurements must meet. Prints a line per bar, and a summary.
use std::process::ExitCode;

/// The options of a measurement that alternates runs in rounds.
#[derive(clap::Args)]
pub(crate) struct Rounds {
    /// Check the bars
    #[arg(long)]
    pub(crate) bars: bool,
    /// Do one round, for a quick look; not for bars
    #[arg(long)]
    quick: bool,
    /// The number of rounds; medians count
    #[arg(long, default_value_t = 5)]
    rounds: usize,
}

impl Rounds {
    /// The number of rounds to run.
    pub(crate) fn count(&self) -> usize {
        if self.quick { 1 } else { self.rounds.max(1) }
    }
}

/// The bars of one measurement, printed as they are checked.
#[derive(Default)]
pub(crate) struct Bars {
    held: u32,
    short: u32,
}

impl Bars {
    /// Checks `measured <= limit`. `spread` has the smallest and the largest run.
    pub(crate) fn at_most(&mut self, name: &str, measured: f64, spread: (f64, f64), limit: f64) {
        self.line(name, "<=", measured, spread, limit, measured <= limit);
    }

    /// Checks `measured >= limit`.
    pub(crate) fn at_least(&mut self, name: &str, measured: f64, spread: (f64, f64), limit: f64) {
        self.line(name, ">=", measured, spread, limit, measured >= limit);
    }

    /// Counts a bar as not met because its measurement failed.
    pub(crate) fn missing(&mut self, name: &str, why: &str) {
        println!("{name}: not measured ({why}) short");
        self.short += 1;
    }

    fn line(&mut self, name: &str, op: &str, measured: f64, (lo, hi): (f64, f64), limit: f64, holds: bool) {
        let verdict = if holds { "held" } else { "short" };
        println!("{name}: demanded {op} {limit:.4}, measured {measured:.4} ({lo:.4} to {hi:.4}) {verdict}");
        if holds {
            self.held += 1;
        } else {
            self.short += 1;
        }
    }

    /// Prints the summary. The exit code is 1 if a bar is not met.
    pub(crate) fn finish(self) -> ExitCode {
        println!("bars: {} held, {} short", self.held, self.short);
        ExitCode::from(u8::from(self.short > 0))
    }
}
