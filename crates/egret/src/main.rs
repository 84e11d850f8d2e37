//! `egret`: the monitor. Options are read in two stages: as typed (`lowargs`), then resolved (`hiargs`).
#![allow(clippy::disallowed_methods, reason = "a binary reads clocks, files and the environment")]
#![allow(clippy::print_stderr, clippy::print_stdout, reason = "a binary writes to its terminal")]

mod build_info;
mod dict_stats;
mod documents;
mod hiargs;
mod lowargs;
mod memory_budget;
mod networks;
mod page_door;
mod plugins;
mod sandbox;
mod scripts;
mod service;
mod site;
mod spicy;
mod supervise;
mod sys;
mod table_order;
mod tools;
mod traces;
mod traffic_run;
mod under_zeeks_name;
mod world;

use clap::CommandFactory;
use hiargs::{HiArgs, Source};
use lowargs::LowArgs;
use std::ffi::OsString;
use std::io::Write;
use std::process::ExitCode;
use std::time::Instant;
use supervise::Supervised;

#[global_allocator]
static HEAP: sys::heap::Heap = sys::heap::Heap;

fn main() -> ExitCode {
    sys::heap::keep_small_blocks();
    let words: Vec<OsString> = std::env::args_os().collect();
    if let Some(code) = spicy::by_name(&words) {
        return code;
    }
    if let Some(code) = supervise::answer(&words).or_else(|| tools::answer(&words)) {
        return code;
    }
    let ended = arguments(words).and_then(|args| {
        args.tell_status("INITIALIZING [main]");
        let ended = run(&args);
        args.tell_status("TERMINATED [atexit]");
        ended
    });
    match ended {
        Ok(code) => code,
        // As a signal would have ended it.
        Err(e) if lost_its_reader(&e) => ExitCode::from(128 + libc::SIGPIPE as u8),
        Err(e) => {
            eprintln!("fatal error: {e:#}");
            ExitCode::FAILURE
        }
    }
}

/// Resolves the options of the command line and, for a supervised node, those of its supervisor.
fn arguments(words: Vec<OsString>) -> anyhow::Result<HiArgs> {
    let mut words = unpacked(words);
    let node = Supervised::from_words(&mut words)?;
    let mut low = under_zeeks_name::parse(words.clone());
    match node {
        None => HiArgs::new(low, words, |name| std::env::var_os(name)),
        Some(node) => {
            node.apply(&mut low)?;
            let args = HiArgs::new(low, words, |name| node.variable(name))?;
            Ok(args.with_node(node.config))
        }
    }
}

/// Whether nobody reads the standard output any more (`egret -N | head -1`).
fn lost_its_reader(e: &anyhow::Error) -> bool {
    let is_bare = e.chain().len() == 1;
    is_bare && e.downcast_ref::<std::io::Error>().is_some_and(|e| e.kind() == std::io::ErrorKind::BrokenPipe)
}

/// Splits the options of a script's first line (`#!/usr/bin/egret -b --`), which the kernel passes as one argument.
fn unpacked(mut args: Vec<OsString>) -> Vec<OsString> {
    let packed = args.get(1).and_then(|a| a.to_str()).filter(|a| a.starts_with('-') && a.ends_with(" --"));
    let words: Option<Vec<OsString>> = packed.map(|p| p.split_whitespace().map(OsString::from).collect());
    if let Some(words) = words {
        args.splice(1..2, words);
    }
    args
}

fn run(args: &HiArgs) -> anyhow::Result<ExitCode> {
    let started = Instant::now();
    if args.low.build_info {
        writeln!(std::io::stdout(), "{:#}", build_info::json())?;
        return Ok(ExitCode::SUCCESS);
    }
    if let Some(name) = &args.low.print_script {
        std::io::stdout().write_all(&scripts::text_of(args, name)?)?;
        return Ok(ExitCode::SUCCESS);
    }
    if let Some(kind) = args.low.generate {
        let text = cli_pages::page(LowArgs::command(), cli_pages::Section::Programs, kind)?;
        std::io::stdout().write_all(&text)?;
        return Ok(ExitCode::SUCCESS);
    }
    if args.low.print_plugins > 0 {
        return plugins::list(args);
    }
    if let Some(name) = &args.low.doc {
        let entries: Vec<String> = ::scripts::doc::find(name)?.iter().map(ToString::to_string).collect();
        write!(std::io::stdout(), "{}", entries.join("\n"))?;
        return Ok(ExitCode::SUCCESS);
    }
    if args.low.syntax_only {
        return scripts::syntax_only(args);
    }
    if args.low.dict_stats {
        dict::Census::count_bytes();
    }
    let ended = if args.source != Source::None && !args.low.parse_only {
        traffic_run::run(args, started)
    } else {
        scripts::run(args)
    };
    if args.low.dict_stats {
        eprint!("{}", dict_stats::table(&dict::Census::of_dropped()));
    }
    ended
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_line_of_a_script_is_taken_apart() {
        let args = |a: &[&str]| a.iter().map(OsString::from).collect::<Vec<_>>();
        assert_eq!(
            unpacked(args(&["egret", "-b -C --", "x.zeek", "-d"])),
            args(&["egret", "-b", "-C", "--", "x.zeek", "-d"])
        );
        assert_eq!(unpacked(args(&["egret", "-e", "print 1; --"])), args(&["egret", "-e", "print 1; --"]));
    }
}
