//! The faults of a soak: each happens while ordinary traffic goes on, and ends by itself.
use super::rows::FIRST;
use super::stage::{Stage, write_config, write_intel};
use crate::flood::Kind;
use crate::live::net;
use crate::random::Random;
use anyhow::{Context, ensure};
use clap::ValueEnum as _;
use rustix::fs::statvfs;
use std::fs::{self, File};
use std::io::Write as _;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// A fault.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Fault {
    /// A flood of flows, more than the budget has room for.
    Flood(Kind),
    /// The folder of logs is moved away; the monitor makes it again.
    FolderGone,
    /// The disk is full for two seconds.
    DiskFull,
    /// The interface is down for a second.
    LinkDown,
    /// SIGHUP: all logs rotate.
    Hangup,
    /// The monitor does not run for a quarter of a second.
    Pause,
    /// An option changes.
    Config,
    /// A file of indicators changes.
    Intel,
}

/// The faults of a round, in the seed's order: one flood, and each of the others.
pub(super) fn round(number: usize, random: &mut Random) -> Vec<Fault> {
    let flood = Fault::Flood(Kind::ALL[number % Kind::ALL.len()]);
    let mut deck = vec![
        flood,
        Fault::FolderGone,
        Fault::DiskFull,
        Fault::LinkDown,
        Fault::Hangup,
        Fault::Pause,
        Fault::Config,
        Fault::Intel,
    ];
    for n in (1..deck.len()).rev() {
        deck.swap(n, random.below(n + 1));
    }
    deck
}

/// How often each fault has happened, and what must follow from it.
#[derive(Default)]
pub(super) struct Happened {
    pub(super) faults: usize,
    pub(super) configs: usize,
    pub(super) intels: usize,
    pub(super) links: usize,
    pub(super) floods: usize,
    /// The number of the next flow of a flood.
    pub(super) next: u32,
    /// Folders of logs that were moved away, with the time.
    pub(super) away: Vec<(PathBuf, Instant)>,
}

impl Happened {
    pub(super) fn new() -> Self {
        Happened { next: FIRST, ..Happened::default() }
    }

    /// Lets a fault happen. `flows` and `rate` are the size of a flood, and its flows a second.
    pub(super) fn happen(
        &mut self,
        fault: Fault,
        stage: &mut Stage,
        (flows, rate): (u32, f64),
    ) -> anyhow::Result<()> {
        self.faults += 1;
        match fault {
            Fault::Flood(kind) => {
                let name = kind.to_possible_value().context("a kind without a name")?;
                // Endpoints of floods never repeat.
                ensure!(self.next + flows < 1 << 24, "too many floods: choose fewer flows or less time");
                stage.command(&format!("flood {} {} {flows} {rate}", name.get_name(), self.next))?;
                self.next += flows;
                self.floods += 1;
            }
            Fault::FolderGone => {
                let away = stage.disk.join(format!("away-{}", self.faults));
                fs::rename(stage.disk.join("logs"), &away)?;
                self.away.push((away, Instant::now()));
            }
            Fault::DiskFull => fill(stage)?,
            Fault::LinkDown => {
                stage.command("down")?;
                let up = "the interface is up again";
                let before = stage.told()?.matches(up).count();
                net::run(stage.net.command("ip").args(["link", "set", "near", "down"]))?;
                wait(1000);
                net::run(stage.net.command("ip").args(["link", "set", "near", "up"]))?;
                // A monitor that is behind with its packets does not notice that the interface was down.
                let begun = Instant::now();
                while stage.told()?.matches(up).count() == before && begun.elapsed() < Duration::from_secs(2)
                {
                    wait(20);
                }
                wait(200);
                stage.command("up")?;
                self.links += 1;
            }
            Fault::Hangup => stage.signal("HUP")?,
            Fault::Pause => {
                stage.signal("STOP")?;
                wait(250);
                stage.signal("CONT")?;
            }
            Fault::Config => {
                self.configs += 1;
                write_config(&stage.disk, self.configs)?;
            }
            Fault::Intel => {
                self.intels += 1;
                write_intel(&stage.disk, self.intels)?;
            }
        }
        Ok(())
    }
}

fn wait(millis: u64) {
    std::thread::sleep(Duration::from_millis(millis));
}

/// Fills the disk for two seconds.
fn fill(stage: &Stage) -> anyhow::Result<()> {
    let path = stage.disk.join("full");
    let mut file = File::create(&path)?;
    let until = Instant::now() + Duration::from_secs(2);
    let block = vec![0; 1 << 20];
    while Instant::now() < until {
        let free = statvfs(&stage.disk)?;
        if free.f_bfree > 0 {
            // It fails when nothing is left.
            let bytes = usize::try_from(free.f_bfree * free.f_frsize)?.min(block.len());
            let _ = file.write_all(&block[..bytes]);
        } else {
            wait(1);
        }
    }
    drop(file);
    fs::remove_file(path).context("the file that filled the disk")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_round_has_each_fault_once_and_a_seed_determines_the_order() {
        let all = |seed| round(0, &mut Random(seed));
        assert_eq!(all(1), all(1));
        assert_ne!(all(1), all(2));
        for fault in [Fault::FolderGone, Fault::DiskFull, Fault::LinkDown, Fault::Flood(Kind::Udp)] {
            assert_eq!(all(3).iter().filter(|f| **f == fault).count(), 1, "{fault:?}");
        }
    }
}
