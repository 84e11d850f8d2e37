//! `egret view`: a page over a folder of logs.
use crate::page_door;
use anyhow::Result;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::ExitCode;

#[derive(clap::Args, Debug)]
pub(super) struct Options {
    /// The folder: logs of any run, as TSV or JSON, rotated, compressed, in folders below
    #[arg(default_value = ".")]
    folder: PathBuf,
    /// Where to listen; port 0 takes a free one
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:8470")]
    listen: SocketAddr,
}

pub(super) fn run(options: &Options) -> Result<ExitCode> {
    let opened = page_door::open(options.listen, &options.folder, None)?;
    let rows: u64 = opened.logs.iter().map(|l| l.1).sum();
    eprintln!("{rows} rows of {} logs below {}", opened.logs.len(), options.folder.display());
    println!("{}", opened.url);
    loop {
        // Until a signal ends the process: it has nothing to complete.
        std::thread::park();
    }
}
