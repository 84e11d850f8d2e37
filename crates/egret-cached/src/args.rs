//! The command line.
use clap::Parser;
use std::path::PathBuf;

/// The name-service cache daemon.
///
/// Answers programs that use glibc or musl through nscd's socket and mapped databases, which needs no configuration, and
/// programs whose nsswitch.conf names `egret` through libnss_egret.so.2.
#[derive(Parser, Debug)]
#[command(name = "egret-cached", version)]
pub(crate) struct Args {
    /// Stay in the foreground and write messages to standard error. In the background, messages after the start are
    /// discarded.
    #[arg(short = 'n')]
    pub(crate) foreground: bool,
    /// Use one event thread, whatever the configuration says.
    #[arg(short = 's')]
    pub(crate) single: bool,
    /// Write each request to standard error (with -n).
    #[arg(short = 't')]
    pub(crate) trace: bool,
    /// Print the statistics of the running daemon in Prometheus' text format.
    #[arg(short = 'd', group = "client")]
    pub(crate) statistics: bool,
    /// Flush your own entries in the cache NAME of the running daemon, or in `all` caches.
    #[arg(short = 'i', value_name = "NAME", group = "client")]
    pub(crate) flush: Option<String>,
    /// Flush the cache NAME of the running daemon, or `all` caches. Only root may do this.
    #[arg(short = 'I', value_name = "NAME", group = "client")]
    pub(crate) flush_everybody: Option<String>,
    /// The configuration file.
    #[arg(short = 'f', long = "config", value_name = "FILE", default_value = "/etc/egret-cached.conf")]
    pub(crate) config: PathBuf,
    /// Check the configuration and report errors.
    #[arg(long, group = "client")]
    pub(crate) check_config: bool,
    /// The directory of the socket and the mapped files for libnss_egret.so.2, which only looks in the default directory.
    #[arg(long, value_name = "DIR", default_value = namecache_wire::root::DIRECTORY)]
    pub(crate) run_dir: PathBuf,
    /// The socket for the clients in glibc and musl.
    #[arg(long, value_name = "PATH", default_value = "/var/run/nscd/socket")]
    pub(crate) nscd_socket: PathBuf,
    /// Do not replace nscd: serve libnss_egret.so.2 only.
    #[arg(long)]
    pub(crate) no_nscd: bool,
    /// Print the manual page or completions for a shell.
    #[arg(long, value_name = "PAGE", hide = true)]
    pub(crate) generate: Option<cli_pages::Page>,
}
