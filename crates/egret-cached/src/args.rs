//! The command line.
use clap::Parser;
use std::path::PathBuf;

/// The name-service cache daemon.
///
/// Answers programs that use glibc or musl through the socket and the mapped databases of nscd, with nothing installed,
/// and those whose nsswitch.conf names `egret` through libnss_egret.so.2.
#[derive(Parser, Debug)]
#[command(name = "egret-cached", version)]
pub(crate) struct Args {
    /// Stay in the foreground.
    #[arg(short = 'n')]
    pub(crate) foreground: bool,
    /// One event thread, whatever the configuration says.
    #[arg(short = 's')]
    pub(crate) single: bool,
    /// Write every request to standard error (with -n).
    #[arg(short = 't')]
    pub(crate) trace: bool,
    /// Print the statistics of the running daemon, as Prometheus text, and end.
    #[arg(short = 'd', group = "client")]
    pub(crate) statistics: bool,
    /// Have the running daemon forget what it keeps for you alone in the cache NAME, or in `all`, and end.
    #[arg(short = 'i', value_name = "NAME", group = "client")]
    pub(crate) flush: Option<String>,
    /// Have the running daemon forget everything in the cache NAME, or in `all`, and end. For root.
    #[arg(short = 'I', value_name = "NAME", group = "client")]
    pub(crate) flush_everybody: Option<String>,
    /// The configuration.
    #[arg(short = 'f', long = "config", value_name = "FILE", default_value = "/etc/egret-cached.conf")]
    pub(crate) config: PathBuf,
    /// Read the configuration, say what is wrong with it, and end.
    #[arg(long, group = "client")]
    pub(crate) check_config: bool,
    /// Where the socket and the mapped files of libnss_egret.so.2 are. The module looks nowhere else than in the
    /// default.
    #[arg(long, value_name = "DIR", default_value = namecache_wire::root::DIRECTORY)]
    pub(crate) run_dir: PathBuf,
    /// The socket that glibc and musl ask.
    #[arg(long, value_name = "PATH", default_value = "/var/run/nscd/socket")]
    pub(crate) nscd_socket: PathBuf,
    /// Do not stand in for nscd: libnss_egret.so.2 only.
    #[arg(long)]
    pub(crate) no_nscd: bool,
}
