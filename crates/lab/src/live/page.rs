//! `egret-lab live-page`: what the page costs a live run while a browser has it open.
//!
//! The cost is the processor time of all threads that serve the page. They end with each request, so it is computed: the
//! process's time without that of the other threads, which last as long as the run.
use super::monitor::{self, Monitor};
use super::{Namespace, send};
use crate::bars::{self, Bars};
use crate::stats::{median, spread};
use anyhow::{Context, ensure};
use std::fs;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::PathBuf;
use std::process::{ExitCode, Stdio};
use std::time::Duration;

/// The bar: percent of a core.
const MAX_CPU: f64 = 2.0;
/// How often an open page asks for its figures and rows, as its script does.
const EVERY: Duration = Duration::from_secs(2);
/// The kernel's ticks in a second, in which it states the time of a process (`sysconf(_SC_CLK_TCK)`).
const TICKS: f64 = 100.0;

/// The options of `live-page`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The capture to replay
    capture: PathBuf,
    /// The rate in Mb/s; the bar is about 500
    #[arg(long, default_value_t = 500)]
    rate: u32,
    #[command(flatten)]
    rounds: bars::Rounds,
}

/// The options of `page-reader`.
#[derive(clap::Args)]
pub(crate) struct Reader {
    /// The link that the monitor printed
    url: String,
}

/// One replay.
struct Cost {
    /// Percent of a core that the page took.
    page: f64,
    /// Percent of a core that the whole process took.
    all: f64,
    lost: f64,
}

fn measure(args: &Args) -> anyhow::Result<Cost> {
    let net = Namespace::new("page")?;
    net.pair("near", "far")?;
    super::net::run(net.command("ip").args(["link", "set", "lo", "up"]))?;
    let folder = tempfile::tempdir()?;
    let mut command = net.pinned(0, &monitor::egret()?);
    command.args(["-C", "-i", "near", "--page", "127.0.0.1:0"]);
    let monitor = Monitor::start(&mut command, folder.path())?;
    let link = monitor.began().lines().find_map(|l| l.strip_prefix("the page is at "));
    let link = link.with_context(|| format!("no link: {}", monitor.began()))?.to_owned();
    let this = std::env::current_exe()?.display().to_string();
    let mut reader = net.pinned(1, &this).args(["page-reader", &link]).stdout(Stdio::piped()).spawn()?;
    // The first answer: the page is open.
    let mut answer = [0; 1];
    reader
        .stdout
        .as_mut()
        .context("standard output")?
        .read_exact(&mut answer)
        .context("the page's reader")?;
    let before = (whole(monitor.pid())?, others(monitor.pid())?);
    let (sent, _, took) = send(&net, &args.capture, args.rate)?;
    let after = (whole(monitor.pid())?, others(monitor.pid())?);
    drop(reader.kill());
    let mut answers = String::new();
    reader.stdout.take().context("standard output")?.read_to_string(&mut answers)?;
    drop(reader.wait());
    ensure!(
        answers.len() as f64 >= took.as_secs_f64() / EVERY.as_secs_f64() - 2.0,
        "the page stopped answering"
    );
    let said = monitor.end()?;
    let percent = |seconds: f64| seconds * 100.0 / took.as_secs_f64();
    let all = after.0 - before.0;
    Ok(Cost {
        page: percent((all - (after.1 - before.1)).max(0.0)),
        all: percent(all),
        lost: sent.saturating_sub(said.received) as f64 * 100.0 / sent.max(1) as f64,
    })
}

/// Seconds of processor time of a process, threads that ended included.
fn whole(pid: u32) -> anyhow::Result<f64> {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat"))?;
    // Fields 14 and 15; the name before them is in parentheses and may contain spaces (proc_pid_stat(5)).
    let fields = stat.rsplit(')').next().unwrap_or("").split_whitespace();
    let ticks: f64 = fields.skip(11).take(2).filter_map(|f| f.parse::<f64>().ok()).sum();
    Ok(ticks / TICKS)
}

/// Seconds of processor time of its threads that do not serve the page.
fn others(pid: u32) -> anyhow::Result<f64> {
    let mut nanos = 0.0;
    for task in fs::read_dir(format!("/proc/{pid}/task"))? {
        let task = task?.path();
        // A thread that served a request may have ended.
        let (Ok(name), Ok(sched)) =
            (fs::read_to_string(task.join("comm")), fs::read_to_string(task.join("schedstat")))
        else {
            continue;
        };
        if !name.starts_with("page") {
            nanos += sched.split(' ').next().unwrap_or("0").parse::<f64>()?;
        }
    }
    Ok(nanos / 1e9)
}

/// Reads the page as an open browser does: the figures of the run, and the newest rows of conn.log. Prints a dot for each
/// time.
pub(crate) fn read(args: &Reader) -> anyhow::Result<ExitCode> {
    let (address, token) = args
        .url
        .strip_prefix("http://")
        .and_then(|u| u.split_once("/?token="))
        .with_context(|| format!("expected a link, found {}", args.url))?;
    let ask = |path: &str| -> anyhow::Result<String> {
        let mut to = TcpStream::connect(address)?;
        write!(to, "GET {path} HTTP/1.1\r\nHost: {address}\r\nCookie: egret={token}\r\n\r\n")?;
        let mut text = String::new();
        to.read_to_string(&mut text)?;
        Ok(text)
    };
    let first = ask("/")?;
    ensure!(first.starts_with("HTTP/1.1 200"), "{first:.200}");
    loop {
        print!(".");
        std::io::stdout().flush()?;
        std::thread::sleep(EVERY);
        let figures = ask("/now")?;
        ensure!(figures.contains("Packets a second"), "{figures:.200}");
        // There may be no connection yet.
        ask("/log/conn/rows?at=end")?;
    }
}

/// Runs the subcommand.
pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let costs = (0..args.rounds.count()).map(|_| measure(args)).collect::<anyhow::Result<Vec<_>>>()?;
    let of = |f: fn(&Cost) -> f64| costs.iter().map(f).collect::<Vec<_>>();
    let page = of(|c| c.page);
    println!(
        "{} Mb/s: the page {:.2} % of a core, the whole run {:.1} %, {:.3} % of the packets lost",
        args.rate,
        median(&page),
        median(&of(|c| c.all)),
        median(&of(|c| c.lost))
    );
    if !args.rounds.bars {
        return Ok(ExitCode::SUCCESS);
    }
    let mut bars = Bars::default();
    bars.at_most("% of a core for the page", median(&page), spread(&page), MAX_CPU);
    Ok(bars.finish())
}
