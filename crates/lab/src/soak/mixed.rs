//! `egret-lab mixed`: ordinary traffic beside each kind of flood, under a memory budget.
//!
//! Each flow of the ordinary traffic must have the rows that it has without a flood, each flow of the flood a row in
//! conn.log, and the peak of memory must stay near the budget.
use super::ordinary::Ordinary;
use super::rows::FIRST;
use super::{expected, logs};
use crate::bars::Bars;
use crate::flood::{Kind, framed, peak};
use crate::live::monitor::egret;
use anyhow::{Context, ensure};
use capture::{Frame, PcapWriter, Precision};
use net_types::{LinkType, Timestamp};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::time::Duration;

/// The options of `mixed`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The captures of ordinary traffic; downloads of 4 MB are added
    #[arg(required = true)]
    captures: Vec<PathBuf>,
    /// The rate of ordinary traffic in Mb/s
    #[arg(long, default_value_t = 40.0)]
    rate: f64,
    /// The memory budget in MB
    #[arg(long, default_value_t = 512)]
    budget: u64,
    /// The kinds of floods
    #[arg(long = "kind")]
    kinds: Vec<Kind>,
    /// Shrink each flood to a share of its size, for a quick look; not for bars
    #[arg(long, default_value_t = 1.0)]
    share: f64,
    /// More arguments of the monitor
    #[arg(last = true)]
    monitor: Vec<String>,
}

/// The time at which floods begin: some ordinary flows are under way.
const BEGINS: Duration = Duration::from_secs(3);
/// The duration of a flood.
const FLOOD: Duration = Duration::from_secs(2);
/// The time until which ordinary flows begin.
const ENDS: Duration = Duration::from_secs(8);
/// The peak may be this share of the budget above it.
const ABOVE: f64 = 1.10;

/// The flows of a flood of each kind.
const fn flows_of(kind: Kind) -> u32 {
    match kind {
        Kind::Udp | Kind::Dns => 1_000_000,
        Kind::Syn | Kind::Gre => 300_000,
        Kind::Scan => 500_000,
        Kind::Http => 100_000,
    }
}

/// Runs the subcommand.
pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    ensure!(args.rate > 0.0 && args.rate.is_finite(), "--rate {}: more than 0 is expected", args.rate);
    ensure!(
        args.share > 0.0 && args.share <= 1.0,
        "--share {}: more than 0, at most 1 is expected",
        args.share
    );
    let ordinary = Ordinary::read(&args.captures, args.rate)?;
    let options = [&["-C".to_owned()][..], &args.monitor].concat();
    let kinds = if args.kinds.is_empty() { &Kind::ALL[..] } else { args.kinds.as_slice() };
    let mut bars = Bars::default();
    for &kind in kinds {
        let flows = ((f64::from(flows_of(kind)) * args.share) as u32).max(1);
        let mut rows = expected(&ordinary, &options, |_| Ok(()))?;
        let folder = tempfile::tempdir()?;
        let mixed = write(&ordinary, kind, flows, &folder.path().join("mixed.pcap"))?;
        let mut command = Command::new(egret()?);
        command
            .args(["-Q", "-r", "mixed.pcap", "--memory-budget", &format!("{}M", args.budget)])
            .args(&options);
        let ran = command.current_dir(folder.path()).stdin(Stdio::null()).output()?;
        let said = String::from_utf8_lossy(&ran.stderr);
        ensure!(ran.status.success(), "{kind:?}: {}: {said}", ran.status);
        let peak = peak(&said).with_context(|| format!("{kind:?}: no peak of memory: {said}"))?;
        for log in logs(folder.path())? {
            rows.take(&log)?;
        }
        let differ = (0..mixed).filter(|&f| !rows.whole.contains(&f) && !rows.expected(f).is_empty());
        let differ: Vec<u64> = differ.collect();
        let missing = (FIRST..FIRST + flows).filter(|n| !rows.floods.contains_key(n)).count() as f64;
        println!("{kind:?}: {flows} flows beside {mixed} ordinary ones, peak {peak} MB");
        for flow in differ.iter().take(5) {
            println!(
                "      flow {flow}: {:?} of {:?} rows of {:?}",
                rows.open.get(flow),
                rows.expected(*flow),
                rows.logs()
            );
        }
        let mut at_most =
            |what: &str, n: f64, limit: f64| bars.at_most(&format!("{kind:?}: {what}"), n, (n, n), limit);
        at_most("ordinary flows with other rows than without the flood", differ.len() as f64, 0.0);
        at_most("flows of the flood without a row", missing, 0.0);
        at_most("peak, MB", peak as f64, args.budget as f64 * ABOVE);
    }
    Ok(bars.finish())
}

/// Writes ordinary traffic with a flood in the middle. Returns the number of ordinary flows.
fn write(ordinary: &Ordinary, kind: Kind, flows: u32, to: &Path) -> anyhow::Result<u64> {
    let mut out = PcapWriter::create(to, Precision::Nanos)?;
    let mut play = ordinary.play();
    let (mut next, mut begun) = (0, None);
    loop {
        let frame = if play.elapsed() < ENDS { Some(play.next_frame()) } else { play.remaining_frame() };
        let Some(frame) = frame else { break };
        let (ts, data) = (frame.ts, frame.data.to_vec());
        let now = play.elapsed();
        let zero = *begun.get_or_insert(ts);
        let due = f64::from(flows) * now.saturating_sub(BEGINS).as_secs_f64() / FLOOD.as_secs_f64();
        while next < flows && f64::from(next) < due {
            let at = BEGINS + FLOOD * next / flows;
            let ts = Timestamp::from_nanos(zero.nanos() + i64::try_from(at.as_nanos())?);
            for packet in kind.packets(FIRST + next) {
                put(&mut out, ts, &framed(&packet))?;
            }
            next += 1;
        }
        put(&mut out, ts, &data)?;
    }
    ensure!(next == flows, "the ordinary traffic ended before the flood: raise --rate");
    out.finish()?;
    Ok(play.flows())
}

fn put(out: &mut PcapWriter, ts: Timestamp, data: &[u8]) -> anyhow::Result<()> {
    let wire_len = u32::try_from(data.len())?;
    Ok(out.write(&Frame { ts, link: LinkType::ETHERNET, wire_len, data })?)
}
