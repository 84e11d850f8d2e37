//! `egret-cached`: the name-service cache daemon.
//!
//! The daemon serves two protocols. Stock glibc and musl use nscd's: its socket and its mapped databases.
//! `libnss_egret.so.2` uses Egret's own. Clients read known entries from mapped memory without a request; they use a
//! socket for entries that the cache does not know yet.
//!
//! The serving process loads no modules of the name service. Lookups run in worker processes that a spawner forks; the
//! daemon forks the spawner before doing anything else. If a worker hangs or crashes, only its lookup fails. Each event
//! thread has its own poller and owns the connections that it has accepted. The first thread has no connections: it
//! handles files, workers and timers, with a real-time priority, because glibc's client sees a changed file only once
//! this thread has run (`-s` puts everything into one thread). One lock protects the caches and their published memory; a hit
//! holds it for less than a microsecond. The daemon publishes under the lock, so no client can read flushed entries
//! once the flush has been answered.
#![allow(clippy::disallowed_methods, reason = "a daemon reads files, its environment and the clock")]
#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "writes to its terminal or to the service manager's log"
)]

mod args;
mod client;
mod connections;
mod control;
mod core;
mod daemon;
mod pool;
mod publisher;
mod spawner;
mod sys;
mod views;
mod worker;

use args::Args;
use clap::{CommandFactory, Parser};
use std::io::Write as _;
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
    if let Some(kind) = args.generate {
        let text = cli_pages::page(Args::command(), cli_pages::Section::Daemons, kind);
        return text.and_then(|t| std::io::stdout().write_all(&t)).map_err(|e| e.to_string());
    }
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
