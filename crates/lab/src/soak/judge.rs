//! The verdict of a soak.
use super::Args;
use super::faults::Happened;
use super::memory::Course;
use super::rows::{FIRST, Rows};
use super::sender::Sent;
use crate::bars::Bars;
use std::fmt::Write as _;
use std::process::{ExitCode, ExitStatus};

/// The largest deviation of a round's memory, in percent.
const FLAT: f64 = 5.0;

/// All that is judged.
pub(super) struct Judge<'a> {
    pub(super) args: &'a Args,
    pub(super) sent: &'a Sent,
    pub(super) rows: &'a Rows,
    pub(super) happened: &'a Happened,
    pub(super) course: &'a Course,
    /// The monitor's messages.
    pub(super) told: &'a str,
    pub(super) status: ExitStatus,
}

/// What the monitor told of losses.
#[derive(Debug, Default, PartialEq, Eq)]
struct Told {
    received: u64,
    dropped: u64,
    /// Rows lost, of all logs.
    rows: u64,
}

impl Told {
    fn read(told: &str) -> Self {
        let mut all = Told::default();
        for line in told.lines() {
            let words: Vec<&str> = line.split_whitespace().collect();
            let number = |at: usize| words.get(at).and_then(|w| w.parse::<u64>().ok());
            if let Some(at) = words.windows(2).position(|w| w == ["packets", "received"]).filter(|&at| at > 0)
            {
                all.received += number(at - 1).unwrap_or(0);
                all.dropped += number(at + 5).unwrap_or(0);
            }
            if line.ends_with(" rows were lost") {
                all.rows += words.len().checked_sub(4).and_then(number).unwrap_or(0);
            }
        }
        all
    }
}

impl Judge<'_> {
    /// Prints what happened and the bars; the exit code is 1 if one is not met.
    pub(super) fn judge(&self) -> anyhow::Result<ExitCode> {
        let told = Told::read(self.told);
        let (sent, happened) = (self.sent, self.happened);
        println!(
            "{} packets, {:.1} GB, {} ordinary flows, {} flows of {} floods; {} faults; late by {:.1} s",
            sent.packets,
            sent.bytes as f64 / 1e9,
            sent.flows,
            happened.next - FIRST,
            happened.floods,
            happened.faults,
            sent.late
        );
        println!(
            "the monitor: {}; {} packets received, {} dropped, {} rows lost",
            self.status, told.received, told.dropped, told.rows
        );
        for (log, rows) in &self.rows.all {
            println!("      {log}: {rows} rows");
        }
        let medians: Vec<String> = self.course.medians.iter().map(|mb| format!("{mb:.0}")).collect();
        println!("      resident MB by round after the warm-up: {}", medians.join(" "));
        let (fewer, more) = self.differing()?;
        let floods = self.floods();
        let lost = told.dropped + told.rows;
        println!(
            "      ordinary flows with rows missing {fewer}, with too many {more}; harmed on purpose {}; flows of floods missing {floods}",
            sent.harmed.len()
        );
        let mut bars = Bars::default();
        let mut none = |what: &str, n: u64| bars.at_most(what, n as f64, (n as f64, n as f64), 0.0);
        none("packets dropped", told.dropped);
        none("rows lost", told.rows);
        // A packet that was dropped may have been a flow's only one.
        none("ordinary flows without their rows, beyond losses told", (fewer + more).saturating_sub(lost));
        none("flows of floods without a row, beyond losses told", floods.saturating_sub(lost));
        none("rows about flows that were not sent", self.rows.strange);
        none("panics", self.told.matches("panicked").count() as u64);
        none("failed exits", u64::from(!self.status.success()));
        let row = |log: &str| self.rows.all.get(log).copied().unwrap_or(0);
        none("changes of an option without a row", (happened.configs as u64).saturating_sub(row("config")));
        let reads = happened.configs + happened.intels;
        none("changed files that were not read", (reads as u64).saturating_sub(row("reporter")));
        none(
            "descriptors more than after the warm-up",
            (self.course.open.1.saturating_sub(self.course.open.0)) as u64,
        );
        let deviation = self.course.deviation();
        bars.at_most("memory: % from the middle round", deviation, (0.0, deviation), FLAT);
        Ok(bars.finish())
    }

    /// Counts the ordinary flows with missing rows and with too many, and keeps a list of them.
    fn differing(&self) -> anyhow::Result<(u64, u64)> {
        let (mut fewer, mut more, mut list) = (0, 0, String::new());
        let n = |of: &[u16], at: usize| of.get(at).copied().unwrap_or(0);
        for flow in (0..self.sent.flows).filter(|f| !self.sent.harmed.contains(f)) {
            let expected = self.rows.expected(flow);
            if self.rows.whole.contains(&flow) || expected.is_empty() {
                continue;
            }
            let rows = self.rows.open.get(&flow).map_or(&[][..], |rows| rows);
            let all = 0..self.rows.logs().len();
            if all.clone().any(|at| n(rows, at) > n(expected, at)) {
                more += 1;
            } else {
                fewer += 1;
            }
            for at in all.filter(|&at| n(rows, at) != n(expected, at)) {
                writeln!(list, "{flow} {} {} of {}", self.rows.logs()[at], n(rows, at), n(expected, at))?;
            }
        }
        if let Some(folder) = &self.args.keep {
            std::fs::write(folder.join("differing"), list)?;
        }
        Ok((fewer, more))
    }

    /// Counts the flows of floods without a row.
    fn floods(&self) -> u64 {
        (FIRST..self.happened.next)
            .filter(|n| !self.rows.floods.contains_key(n) && !self.sent.harmed_floods.contains(n))
            .count() as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn losses_are_read_from_messages() {
        let told = "listening on near\n\
                    1700000000.1 near: the interface is down; waiting for it\n\
                    1700000009.5 2000 packets received on interface near, 7 (0.35%) dropped, 0 (0.00%) not processed\n\
                    logs/conn.log: 12 rows were lost\nlogs/dns.log: 3 rows were lost\n";
        assert_eq!(Told::read(told), Told { received: 2000, dropped: 7, rows: 15 });
    }
}
