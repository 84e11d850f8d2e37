//! `egret-lab intensify`: makes a capture of any length from a short one, by the procedure of the published
//! measurement.
//!
//! The seed is split into its flows. Each flow begins once a second, with clients from 16.0.0.1–16.0.0.255 and servers
//! from 48.0.0.1–48.0.255.255 in sequence and a packet every 10 ms, until the requested number of packets is reached.
//! Flows that have not ended by then stay open, as in the publication.
pub(crate) mod play;
pub(crate) mod seed;
#[cfg(test)]
mod tests;

use anyhow::{Context, ensure};
use capture::{PcapWriter, Precision};
use indicatif::{ProgressBar, ProgressStyle};
use play::{Clients, Play};
use seed::Seed;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The options of `intensify`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The capture whose TCP and UDP flows are repeated.
    seed: PathBuf,
    /// The number of packets to write.
    #[arg(long, short = 'n')]
    packets: u64,
    /// The capture to write.
    out: PathBuf,
    /// How often each flow begins per second.
    #[arg(long, default_value_t = Pace::PUBLISHED.rate)]
    rate: f64,
    /// Milliseconds between the packets of a flow.
    #[arg(long, default_value_t = Pace::PUBLISHED.gap.as_secs_f64() * 1000.0)]
    gap: f64,
}

/// The written capture.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Written {
    pub packets: u64,
    pub bytes: u64,
    /// The number of flows that began.
    pub flows: u64,
    /// The time from the first packet to the last.
    pub lasts: Duration,
}

/// Runs the subcommand.
pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    ensure!(args.rate > 0.0 && args.rate.is_finite(), "--rate {}: more than 0 is expected", args.rate);
    ensure!(args.gap >= 0.0 && args.gap.is_finite(), "--gap {}: 0 or more is expected", args.gap);
    let seed = Seed::read(&args.seed)?;
    println!("{}: {seed}", args.seed.display());
    let bar = ProgressBar::new(args.packets).with_style(
        ProgressStyle::with_template("{wide_bar} {human_pos} of {human_len} packets, {eta} left")
            .context("the style of the bar")?,
    );
    let pace = Pace { rate: args.rate, gap: Duration::from_secs_f64(args.gap / 1000.0) };
    let written = write(&seed, args.packets, pace, &args.out, |n| bar.set_position(n))?;
    bar.finish_and_clear();
    println!(
        "{}: {} packets, {} bytes, {} flows begun in {:.1} s of traffic",
        args.out.display(),
        written.packets,
        written.bytes,
        written.flows,
        written.lasts.as_secs_f64()
    );
    Ok(())
}

/// The rate of flows, and of packets within a flow.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pace {
    /// The number of times that each flow begins per second.
    pub rate: f64,
    /// The time between two packets of a flow.
    pub gap: Duration,
}

impl Pace {
    /// One flow of each kind per second, 10 ms between packets.
    pub(crate) const PUBLISHED: Pace = Pace { rate: 1.0, gap: Duration::from_millis(10) };
}

/// Makes a capture of `packets` packets at the published rate.
pub(crate) fn make(from: &Path, packets: u64, to: &Path) -> anyhow::Result<Written> {
    write(&Seed::read(from)?, packets, Pace::PUBLISHED, to, |_| ())
}

/// The number of packets between two updates of the progress bar.
const STEP: u64 = 4096;

fn write(
    seed: &Seed,
    packets: u64,
    pace: Pace,
    to: &Path,
    mut progress: impl FnMut(u64),
) -> anyhow::Result<Written> {
    let mut out = PcapWriter::create(to, Precision::Micros)?;
    let mut play = Play::new(seed, pace, Clients::PUBLISHED);
    let (mut bytes, mut n) = (0, 0);
    while n < packets {
        let frame = play.next_frame();
        bytes += frame.data.len() as u64;
        out.write(&frame)?;
        n += 1;
        if n % STEP == 0 {
            progress(n);
        }
    }
    out.finish()?;
    Ok(Written { packets, bytes, flows: play.flows(), lasts: play.elapsed() })
}
