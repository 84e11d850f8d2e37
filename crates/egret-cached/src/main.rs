//! `egret-cached`: the name-service cache daemon.
//!
//! Two doors, one publisher. Through door A stock glibc and musl ask, at nscd's socket and in nscd's mapped databases.
//! Through door B `libnss_egret.so.2` asks. What is known lies in memory that clients read without asking anybody; a
//! socket is for what is not known yet.
//!
//! The process that serves runs no module of the name service. Lookups run in worker processes, forked by a spawner
//! that was forked before everything else; a worker that hangs or dies costs its question and nothing more. Every
//! event thread has its own poller and owns the connections that it accepted; the first thread, which has no
//! connections, sees to files, workers and time, with a priority that lets it see a changed file before any process
//! that is started afterwards (`-s` puts everything into one thread). The caches and what is published of them
//! stand under one lock, held for less than a microsecond a hit; publishing happens under it too, so that a flush
//! that has been answered is one that nobody can read behind.
#![allow(clippy::disallowed_methods, reason = "a daemon reads files, its environment and the clock")]
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "it talks to its terminal and to the journal")]

mod args;
mod client;
mod control;
mod core;
mod daemon;
mod doors;
mod pool;
mod publisher;
mod spawner;
mod sys;
mod views;
mod worker;

use args::Args;
use clap::Parser;
use std::process::ExitCode;

fn main() -> ExitCode {
    let args = Args::parse();
    match act(&args) {
        Ok(()) => ExitCode::SUCCESS,
        Err(e) => {
            eprintln!("egret-cached: {e}");
            ExitCode::FAILURE
        }
    }
}

fn act(args: &Args) -> Result<(), String> {
    if args.check_config {
        let config = daemon::read_config(&args.config)?;
        for (line, why) in &config.without_effect {
            println!("{}:{line}: {why}", args.config.display());
        }
        println!("{}: {} caches", args.config.display(), config.caches.len());
        return Ok(());
    }
    if let Some(name) = &args.flush {
        return client::flush(&args.run_dir, name, false);
    }
    if let Some(name) = &args.flush_everybody {
        return client::flush(&args.run_dir, name, true);
    }
    if args.statistics {
        print!("{}", client::statistics(&args.run_dir)?);
        return Ok(());
    }
    daemon::run(args)
}
