//! `egret-lab view`: the cost of the page over the logs of a capture: the time until it is open, the time of a filter
//! over all rows, and memory.
use crate::app::product;
use crate::bars::{self, Bars};
use crate::stats::{median, spread};
use anyhow::{Context, ensure};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitCode, Stdio};
use std::time::Instant;

/// The bars: seconds until the page is open, seconds for a filter, megabytes.
const MAX_OPEN: f64 = 1.0;
const MAX_FILTER: f64 = 0.2;
const MAX_MB: f64 = 150.0;

/// Filters over all rows of conn.log: by a cell, by a number, by a text anywhere; few rows pass some filters, many pass
/// others.
const FILTERS: [&str; 4] = ["service=dns", "resp_bytes%3E1000", "nowhere", "id.orig_h~1"];

/// The options of `view`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The capture whose logs are shown; bars are about one of a million packets
    capture: PathBuf,
    #[command(flatten)]
    rounds: bars::Rounds,
}

/// A running server of the page.
struct Served {
    child: Child,
    address: String,
    token: String,
}

impl Served {
    fn start(folder: &Path) -> anyhow::Result<Self> {
        let mut child = Command::new(product()?)
            .args(["view", "--listen", "127.0.0.1:0"])
            .arg(folder)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()?;
        let mut line = String::new();
        BufReader::new(child.stdout.take().context("standard output")?).read_line(&mut line)?;
        let parts = line.trim().strip_prefix("http://").and_then(|l| l.split_once("/?token="));
        let (address, token) = parts.with_context(|| format!("expected a link, found {line:?}"))?;
        Ok(Served { address: address.to_owned(), token: token.to_owned(), child })
    }

    /// Requests a page; returns the seconds until it has arrived.
    fn ask(&self, path: &str) -> anyhow::Result<f64> {
        let began = Instant::now();
        let mut to = TcpStream::connect(&self.address)?;
        write!(to, "GET {path} HTTP/1.1\r\nHost: {}\r\nCookie: egret={}\r\n\r\n", self.address, self.token)?;
        let mut text = String::new();
        to.read_to_string(&mut text)?;
        ensure!(text.starts_with("HTTP/1.1 200") && !text.contains("role=\"alert\""), "{path}: {text:.200}");
        Ok(began.elapsed().as_secs_f64())
    }

    /// The peak memory of the server in megabytes.
    fn peak(&self) -> anyhow::Result<f64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id()))?;
        let line = status.lines().find_map(|l| l.strip_prefix("VmHWM:")).context("VmHWM")?;
        Ok(line.trim().trim_end_matches(" kB").parse::<f64>()? / 1024.0)
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        // This fails only if it has already ended.
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

/// Runs the subcommand.
pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let folder = tempfile::tempdir()?;
    let capture = std::path::absolute(&args.capture)?;
    let made =
        Command::new(product()?).args(["-C", "-r"]).arg(&capture).current_dir(folder.path()).status()?;
    ensure!(made.success(), "egret on {}: {made}", capture.display());
    let bytes =
        std::fs::read_dir(folder.path())?.flatten().filter_map(|e| e.metadata().ok()).map(|m| m.len());
    println!("logs of {}: {:.1} MB", args.capture.display(), bytes.sum::<u64>() as f64 / 1e6);
    let (mut open, mut filter, mut mb) = (Vec::new(), vec![Vec::new(); FILTERS.len()], Vec::new());
    for _ in 0..args.rounds.count() {
        let began = Instant::now();
        let served = Served::start(folder.path())?;
        served.ask("/")?;
        open.push(began.elapsed().as_secs_f64());
        for (text, times) in FILTERS.iter().zip(&mut filter) {
            times.push(served.ask(&format!("/log/conn?q={text}"))?);
        }
        served.ask("/find?v=CHhAvVGS1DHFjwGM9")?;
        mb.push(served.peak()?);
    }
    println!("open {:.3} s", median(&open));
    for (text, times) in FILTERS.iter().zip(&filter) {
        println!("filter {text}: {:.3} s", median(times));
    }
    println!("memory {:.1} MB", median(&mb));
    if !args.rounds.bars {
        return Ok(ExitCode::SUCCESS);
    }
    let mut bars = Bars::default();
    bars.at_most("seconds until the page is open", median(&open), spread(&open), MAX_OPEN);
    for (text, times) in FILTERS.iter().zip(&filter) {
        bars.at_most(&format!("seconds of the filter {text}"), median(times), spread(times), MAX_FILTER);
    }
    bars.at_most("megabytes", median(&mb), spread(&mb), MAX_MB);
    Ok(bars.finish())
}
