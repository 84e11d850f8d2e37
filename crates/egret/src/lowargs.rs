//! The command line as typed. `hiargs` resolves it.
use crate::sandbox::Wanted;
use crate::table_order::TableOrder;
use clap::{ArgAction, Parser};
use std::net::SocketAddr;
use std::path::PathBuf;

/// Watches network traffic, from captures and interfaces, and writes logs.
#[derive(Parser, Clone, Debug, Default)]
#[command(
    name = "egret",
    version,
    disable_version_flag = true,
    args_override_self = true,
    infer_long_args = true,
    override_usage = "egret [OPTIONS] [SCRIPT | VAR=VALUE]...",
    after_help = "Tools (egret TOOL --help): fmt lays out scripts, lsp serves editors, site checks and applies a site's file, test runs tests of scripts, view shows logs as a page.\n\
                  Scripts are looked for along ZEEKPATH, then among the built-in ones. Without ZEEKPATH, they are looked for in the current directory and in the installation's site folder. A lone - reads a script from standard input.\n\
                  Environment: ZEEKPATH, ZEEK_PREFIXES, ZEEK_SEED_FILE, ZEEK_LOG_SUFFIX, ZEEK_DNS_FAKE, ZEEK_DNS_RESOLVER, ZEEK_ALLOW_INIT_ERRORS, ZEEK_SUPERVISOR_NO_SIGKILL, ZEEK_PROFILER_FILE"
)]
pub(crate) struct LowArgs {
    /// Check the scripts and exit
    #[arg(short = 'a', long)]
    pub parse_only: bool,
    /// Do not load the default scripts
    #[arg(short, long, overrides_with = "bare_mode")]
    pub bare_mode: bool,
    /// Accepted for compatibility; ignored
    #[arg(short = 'B', long, value_name = "STREAMS")]
    pub debug: Option<String>,
    /// Print the documentation of a function, event, type or global
    #[arg(long, value_name = "NAME")]
    pub doc: Option<String>,
    /// Print a script as it would be loaded, such as base/protocols/http/main
    #[arg(long, value_name = "NAME")]
    pub print_script: Option<String>,
    /// Write packets that no analyzer processed to FILE
    #[arg(short, long, value_name = "FILE")]
    pub capture_unprocessed: Option<PathBuf>,
    /// Run CODE as a script (may be repeated)
    #[arg(short, long = "exec", value_name = "CODE")]
    pub exec: Vec<String>,
    /// Keep only packets that match the filter (tcpdump's language)
    #[arg(short, long, value_name = "FILTER")]
    pub filter: Option<String>,
    /// Watch an interface (may be repeated)
    #[arg(short, long = "iface", value_name = "INTERFACE")]
    pub iface: Vec<String>,
    /// Supervise the nodes that scripts create with Supervisor::create
    #[arg(short = 'j', long)]
    pub jobs: bool,
    /// Also load files PREFIX.SCRIPT for each script SCRIPT (may be repeated)
    #[arg(short, long, value_name = "PREFIX")]
    pub prefix: Vec<String>,
    /// Read a capture; - is standard input
    #[arg(short, long, value_name = "FILE")]
    pub readfile: Option<PathBuf>,
    /// Load signatures from FILE (may be repeated)
    #[arg(short = 's', long, value_name = "FILE")]
    pub rulefile: Vec<PathBuf>,
    /// Write each statement of scripts that runs to FILE (- for the terminal)
    #[arg(short, long, value_name = "FILE")]
    pub tracefile: Option<PathBuf>,
    /// Report variables that are used before they are set, and unused ones (twice for more)
    #[arg(short, long, action = ArgAction::Count)]
    pub usage_issues: u8,
    /// Write the packets that were read to FILE
    #[arg(short, long, value_name = "FILE")]
    pub writefile: Option<PathBuf>,
    /// Do not verify checksums
    #[arg(short = 'C', long)]
    pub no_checksums: bool,
    /// Use fixed random seeds, so that runs are repeatable
    #[arg(short = 'D', long)]
    pub deterministic: bool,
    /// Write the events that packets raise to FILE (- for the terminal), as a script that raises them again
    #[arg(short = 'E', long, value_name = "FILE")]
    pub event_trace: Option<PathBuf>,
    /// Resolve host names in scripts from the addresses that -P has saved
    #[arg(short = 'F', long)]
    pub force_dns: bool,
    /// Take the random seeds from FILE
    #[arg(short = 'G', long, value_name = "FILE")]
    pub load_seeds: Option<PathBuf>,
    /// Write the random seeds to FILE
    #[arg(short = 'H', long, value_name = "FILE")]
    pub save_seeds: Option<PathBuf>,
    /// Print the value of a global identifier
    #[arg(short = 'I', long, value_name = "ID")]
    pub print_id: Option<String>,
    /// Print the analyzers, readers, writers and other parts as plugins, or those named; twice: with what each brings
    #[arg(short = 'N', long, action = ArgAction::Count)]
    pub print_plugins: u8,
    /// Accepted for compatibility; ignored: scripts are always compiled
    #[arg(short = 'O', long, value_name = "OPTION")]
    pub optimize: Vec<String>,
    /// Accepted for compatibility; ignored
    #[arg(short = '0', long, value_name = "PATTERN")]
    pub optimize_files: Vec<String>,
    /// Accepted for compatibility; ignored
    #[arg(long, value_name = "PATTERN")]
    pub no_optimize_files: Vec<String>,
    /// Accepted for compatibility; ignored
    #[arg(short = 'o', long, value_name = "PATTERN")]
    pub optimize_funcs: Vec<String>,
    /// Accepted for compatibility; ignored
    #[arg(long, value_name = "PATTERN")]
    pub no_optimize_funcs: Vec<String>,
    /// Look up the host names in scripts, save their addresses in .state/.zeek-dns-cache, and exit
    #[arg(short = 'P', long)]
    pub prime_dns: bool,
    /// Print at the end what handlers, functions and lines of scripts took
    #[arg(long)]
    pub profile: bool,
    /// Print time and memory at the end
    #[arg(short = 'Q', long)]
    pub time: bool,
    /// Print at the end how many tables there were, by peak number of entries, and their bytes
    #[arg(long)]
    pub dict_stats: bool,
    /// Accepted for compatibility; ignored
    #[arg(short = 'S', long)]
    pub debug_rules: bool,
    /// Accepted for compatibility; ignored
    #[arg(short = 'T', long, value_name = "LEVEL")]
    pub re_level: Option<u32>,
    /// Write the process's state to FILE
    #[arg(short = 'U', long, value_name = "FILE")]
    pub status_file: Option<PathBuf>,
    /// Accepted for compatibility; ignored
    #[arg(short = 'W', long)]
    pub watchdog: bool,
    /// Write documents about the loaded scripts, as reStructuredText, and exit. Lines of FILE say which: KIND PATTERN FILE,
    /// where KIND is identifier, script, script_index, script_summary, package or package_index
    #[arg(short = 'X', long, value_name = "FILE")]
    pub zeekygen: Option<PathBuf>,
    /// Do not warn about unused variables and functions
    #[arg(long)]
    pub no_unused_warnings: bool,
    /// Replay a capture at its original speed, or SPEED times as fast
    #[arg(long, value_name = "SPEED", num_args = 0..=1, default_missing_value = "1", require_equals = true)]
    pub pseudo_realtime: Option<f64>,
    /// Print errors in scripts on one line each
    #[arg(long)]
    pub plain_errors: bool,
    /// Only parse each script and exit; names and types are not checked
    #[arg(long)]
    pub syntax_only: bool,
    /// Add the site's own networks, listed in FILE one per line, to Site::local_nets
    #[arg(long, value_name = "FILE")]
    pub networks: Option<PathBuf>,
    /// How the run loop waits: auto, epoll, poll, select, io_uring, or busy (for measurements)
    #[arg(long = "loop", value_name = "NAME", default_value = "auto")]
    pub poller: String,
    /// Spread the traffic over N threads, which form a cluster and share the logs
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub workers: usize,
    /// Serve a page about the run and its logs, such as 127.0.0.1:8470; the link to it is printed
    #[arg(long, value_name = "ADDRESS")]
    pub page: Option<SocketAddr>,
    /// Restrict the process's files, system calls and privileges
    #[arg(long, value_name = "WHEN", value_enum, default_value_t)]
    pub sandbox: Wanted,
    /// Switch to this user once privileges are no longer needed
    #[arg(long, value_name = "NAME")]
    pub user: Option<String>,
    /// The order in which scripts walk tables and sets that are not &ordered
    #[arg(long, value_name = "ORDER", value_enum, default_value_t)]
    pub table_order: TableOrder,
    /// In the sandbox, let scripts read files below PATH (may be repeated)
    #[arg(long, value_name = "PATH")]
    pub allow_read: Vec<PathBuf>,
    /// In the sandbox, let scripts read and write files below PATH (may be repeated)
    #[arg(long, value_name = "PATH")]
    pub allow_write: Vec<PathBuf>,
    /// Do not let scripts start programs
    #[arg(long)]
    pub no_programs: bool,
    /// Limit the memory that traffic can use: 512M, 2G, a share of the machine's or control group's memory such as 60%,
    /// or none [default: 75%]
    #[arg(long, value_name = "SIZE")]
    pub memory_budget: Option<String>,
    /// Write logs into a folder even if another egret writes there; each overwrites the other's logs
    #[arg(long)]
    pub share_log_dir: bool,
    /// Print the version and exit
    #[arg(short = 'v', long, action = ArgAction::Version)]
    pub version: Option<bool>,
    /// Print how this binary was built, as JSON, and exit
    #[arg(short = 'V', long)]
    pub build_info: bool,
    /// Print the manual page or completions for a shell
    #[arg(long, value_name = "PAGE", hide = true)]
    pub generate: Option<cli_pages::Page>,
    /// Scripts, and values of global variables as VAR=VALUE or VAR+=VALUE
    #[arg(value_name = "SCRIPT | VAR=VALUE")]
    pub positional: Vec<String>,
    /// The arguments that scripts see
    #[arg(last = true, hide = true)]
    pub script_args: Vec<String>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    fn parse(args: &[&str]) -> LowArgs {
        LowArgs::try_parse_from([&["egret"], args].concat()).unwrap()
    }

    #[test]
    fn the_definition_is_sound() {
        LowArgs::command().debug_assert();
    }

    #[test]
    fn options_cluster_and_may_follow_files() {
        let a = parse(&["-bCr", "x.pcap", "local.zeek", "-e", "print 1;", "-uu"]);
        assert!(a.bare_mode && a.no_checksums);
        assert_eq!(a.readfile, Some("x.pcap".into()));
        assert_eq!(a.positional, ["local.zeek"]);
        assert_eq!((a.exec.len(), a.usage_issues), (1, 2));
    }

    #[test]
    fn a_dash_is_a_file() {
        let a = parse(&["-r", "-", "-"]);
        assert_eq!(a.readfile, Some("-".into()));
        assert_eq!(a.positional, ["-"]);
    }

    #[test]
    fn pseudo_realtime_may_have_a_speed() {
        assert_eq!(parse(&["--pseudo-realtime", "x"]).pseudo_realtime, Some(1.0));
        assert_eq!(parse(&["--pseudo-realtime=2.5"]).pseudo_realtime, Some(2.5));
        assert_eq!(parse(&[]).pseudo_realtime, None);
    }
}
