//! `egret-cut`: prints columns of logs. It has zeek-cut's options, reads standard input and writes standard output.
#![allow(clippy::disallowed_methods, reason = "a binary reads the environment")]
#![allow(clippy::print_stderr, reason = "a binary writes to its terminal")]

mod cut;
mod json;
mod when;

use clap::{CommandFactory, Parser};
use cut::{Cutter, HeaderMode};
use std::io::{self, BufRead, BufWriter, Write};
use std::process::ExitCode;
use when::TimeFormat;

/// Prints columns of the logs on standard input. Without columns, prints all of them.
#[derive(Parser)]
#[command(name = "egret-cut", version)]
struct Args {
    /// Include the first header block
    #[arg(short = 'c')]
    header: bool,
    /// Include every header block
    #[arg(short = 'C')]
    headers: bool,
    /// Include the column names of the first header block, on one line
    #[arg(short = 'm')]
    minimal: bool,
    /// Include the column names of every header block, on one line each
    #[arg(short = 'M')]
    minimals: bool,
    /// Show times as local time
    #[arg(short = 'd')]
    local: bool,
    /// Show times as local time in this format (strftime)
    #[arg(short = 'D', value_name = "FORMAT")]
    local_format: Option<String>,
    /// Show times as UTC
    #[arg(short = 'u')]
    utc: bool,
    /// Show times as UTC in this format (strftime)
    #[arg(short = 'U', value_name = "FORMAT")]
    utc_format: Option<String>,
    /// Print SEPARATOR between columns (default: the log's own)
    #[arg(short = 'F', value_name = "SEPARATOR")]
    separator: Option<String>,
    /// Print all columns except those named
    #[arg(short = 'n')]
    not: bool,
    /// Print the manual page or completions for a shell
    #[arg(long, value_name = "PAGE", hide = true)]
    generate: Option<cli_pages::Page>,
    /// The columns, in the order to print them; one argument may hold several, separated by spaces
    columns: Vec<String>,
}

impl Args {
    fn header_mode(&self) -> HeaderMode {
        match (self.headers, self.header, self.minimals, self.minimal) {
            (true, ..) => HeaderMode::All,
            (_, true, ..) => HeaderMode::First,
            (_, _, true, _) => HeaderMode::AllMinimal,
            (.., true) => HeaderMode::FirstMinimal,
            _ => HeaderMode::None,
        }
    }

    fn time_format(&self) -> Option<TimeFormat> {
        let default =
            || std::env::var("ZEEK_CUT_TIMEFMT").unwrap_or_else(|_| "%Y-%m-%dT%H:%M:%S%z".to_owned());
        if let Some(f) = &self.utc_format {
            return Some(TimeFormat::utc(f.clone()));
        }
        if self.utc {
            return Some(TimeFormat::utc(default()));
        }
        if let Some(f) = &self.local_format {
            return Some(TimeFormat::local(f.clone()));
        }
        self.local.then(|| TimeFormat::local(default()))
    }
}

fn main() -> ExitCode {
    match run(&Args::parse()) {
        Ok(None) => ExitCode::SUCCESS,
        Ok(Some(missing)) => {
            eprintln!("egret-cut: {missing}");
            ExitCode::FAILURE
        }
        Err(e) => {
            eprintln!("egret-cut: {e:#}");
            ExitCode::FAILURE
        }
    }
}

/// Cuts standard input. Returns what to say about columns that no log had.
fn run(args: &Args) -> anyhow::Result<Option<String>> {
    if let Some(kind) = args.generate {
        let text = cli_pages::page(Args::command(), cli_pages::Section::Programs, kind)?;
        io::stdout().write_all(&text)?;
        return Ok(None);
    }
    let columns =
        args.columns.iter().flat_map(|c| c.split_whitespace()).map(|c| c.as_bytes().to_vec()).collect();
    let separator = args.separator.as_ref().map(|s| s.as_bytes().to_vec());
    let mut cutter = Cutter::new(columns, args.not, args.header_mode(), separator, args.time_format());
    let mut input = io::stdin().lock();
    let mut output = BufWriter::new(io::stdout().lock());
    let mut line = Vec::new();
    while {
        line.clear();
        input.read_until(b'\n', &mut line)? > 0
    } {
        if line.last() == Some(&b'\n') {
            line.pop();
        }
        match cutter.line(&line, &mut output) {
            Ok(()) => {}
            // The reader wants no more, as in `egret-cut ts | head`.
            Err(e) if e.kind() == io::ErrorKind::BrokenPipe => return Ok(None),
            Err(e) => return Err(e.into()),
        }
    }
    match output.flush() {
        Err(e) if e.kind() != io::ErrorKind::BrokenPipe => Err(e.into()),
        // Tools that know Zeek's program by its name get empty cells, as from that.
        _ => Ok(cutter.missing().filter(|_| !is_zeeks_name())),
    }
}

/// Whether the program was started as `zeek-cut`.
fn is_zeeks_name() -> bool {
    let name = std::env::args_os().next();
    name.is_some_and(|n| std::path::Path::new(&n).file_name().is_some_and(|f| f == "zeek-cut"))
}
