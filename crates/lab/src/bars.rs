//! Bars: what a measurement must reach. One line each, and a last line that counts them.
use std::process::ExitCode;

/// The bars of one measurement, printed as they are judged.
#[derive(Default)]
pub(crate) struct Bars {
    held: u32,
    short: u32,
}

impl Bars {
    /// Judges `measured <= limit`; `spread` is the smallest and the largest of the runs behind the median.
    pub(crate) fn at_most(&mut self, name: &str, measured: f64, spread: (f64, f64), limit: f64) {
        self.line(name, "<=", measured, spread, limit, measured <= limit);
    }

    /// Judges `measured >= limit`.
    pub(crate) fn at_least(&mut self, name: &str, measured: f64, spread: (f64, f64), limit: f64) {
        self.line(name, ">=", measured, spread, limit, measured >= limit);
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

    /// Prints the count; the exit code is 1 where a bar is short.
    pub(crate) fn finish(self) -> ExitCode {
        println!("bars: {} held, {} short", self.held, self.short);
        ExitCode::from(u8::from(self.short > 0))
    }
}
