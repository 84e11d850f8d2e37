//! Resolves the command line: checks it, and completes it from the environment.
use crate::lowargs::LowArgs;
use crate::memory_budget;
use crate::plugins;
use crate::sandbox::Sandbox;
use crate::site;
use crate::world::Claims;
use anyhow::{Context, bail};
use builtins::Part;
use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::Arc;
use supervisor::NodeConfig;

/// The source of packets.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Source {
    /// No packets: only scripts run.
    None,
    /// A capture file, or `-`.
    File(PathBuf),
    /// Interfaces.
    Live(Vec<String>),
}

/// A global set on the command line.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Setting {
    /// The variable's name.
    pub name: String,
    /// Whether the sign is `+=`.
    pub add: bool,
    /// The value as typed.
    pub value: String,
}

/// The resolved command line.
#[derive(Clone, Debug)]
pub(crate) struct HiArgs {
    /// The source of packets.
    pub source: Source,
    /// The script files in order; `-` is standard input.
    pub scripts: Vec<String>,
    /// Spicy grammars, .evt files and .hlto archives.
    pub grammars: Vec<String>,
    /// Plugins by name: `Zeek::AsciiWriter`.
    pub plugins: Vec<String>,
    /// Globals set on the command line.
    pub settings: Vec<Setting>,
    /// The seed file to read, from `-G` or ZEEK_SEED_FILE.
    pub seeds: Option<PathBuf>,
    /// The file that the counts of statements are added to, from ZEEK_PROFILER_FILE.
    pub coverage_file: Option<String>,
    /// The folders of scripts, separated by colons: ZEEKPATH, or those of the installation.
    pub zeekpath: String,
    /// The configuration of the node that this process runs, if a supervisor started it.
    pub node: Option<Arc<NodeConfig>>,
    /// All words of the command line, unchanged.
    pub words: Vec<OsString>,
    /// The log folders that this process has claimed.
    pub claims: Arc<Claims>,
    /// The sandbox of this process.
    pub sandbox: Arc<Sandbox>,
    /// The memory budget in bytes; `None` if unlimited.
    pub memory_budget: Option<u64>,
    /// The other options, as typed.
    pub low: LowArgs,
}

impl HiArgs {
    /// Whether packets come from interfaces.
    pub(crate) fn is_live(&self) -> bool {
        matches!(self.source, Source::Live(_))
    }

    /// Adds the configuration of a supervised node.
    pub(crate) fn with_node(self, node: Arc<NodeConfig>) -> Self {
        HiArgs { node: Some(node), ..self }
    }

    /// Returns the role of this process among others that were started with it.
    pub(crate) fn part(&self) -> Part {
        match &self.node {
            Some(node) => Part::Node(Arc::clone(node)),
            None if self.low.jobs => Part::Supervisor,
            None => Part::Alone,
        }
    }

    /// Resolves the parsed options. `words` is the command line that they were parsed from; `env` looks up environment
    /// variables.
    pub(crate) fn new(
        mut low: LowArgs,
        words: Vec<OsString>,
        env: impl Fn(&str) -> Option<OsString>,
    ) -> anyhow::Result<Self> {
        if low.readfile.is_some() && !low.iface.is_empty() {
            bail!("-r and -i exclude each other: packets come from a capture or from interfaces");
        }
        if low.jobs && (low.readfile.is_some() || !low.iface.is_empty() || low.workers != 1) {
            bail!("-j excludes -r, -i and --workers: nodes get their packets by Supervisor::NodeConfig");
        }
        if low.profile && low.workers != 1 {
            bail!("--profile excludes --workers: it is about one run of the scripts");
        }
        if (low.tracefile.is_some() || low.event_trace.is_some()) && low.workers != 1 {
            bail!("-t and -E exclude --workers: they are about one run of the scripts");
        }
        if low.profile && low.tracefile.is_some() {
            bail!("--profile excludes -t, which would be measured, too");
        }
        if low.event_trace.is_some() && low.readfile.is_none() && low.iface.is_empty() {
            bail!("-E needs -r or -i: it writes the events that packets raise");
        }
        let coverage_file = env("ZEEK_PROFILER_FILE").map(|f| f.to_string_lossy().into_owned());
        let coverage_file = coverage_file.filter(|f| !f.is_empty());
        if coverage_file.is_some() && low.workers != 1 {
            bail!("ZEEK_PROFILER_FILE excludes --workers: it is about one run of the scripts");
        }
        if low.workers == 0 || low.workers > 1024 {
            bail!("--workers: expected 1 to 1024, found {}", low.workers);
        }
        if let Some(speed) = low.pseudo_realtime
            && !(speed.is_finite() && speed > 0.0)
        {
            bail!("--pseudo-realtime: expected a speed above 0, found {speed}");
        }
        let source = match (low.readfile.take(), std::mem::take(&mut low.iface)) {
            (Some(file), _) => Source::File(file),
            (None, ifaces) if ifaces.is_empty() => Source::None,
            (None, ifaces) => Source::Live(ifaces),
        };
        // After `--` come a script and its arguments.
        if low.positional.is_empty() && !low.script_args.is_empty() {
            low.positional.push(low.script_args.remove(0));
        }
        let (mut scripts, mut settings, mut named) = (Vec::new(), Vec::new(), Vec::new());
        for arg in std::mem::take(&mut low.positional) {
            match setting(&arg).with_context(|| format!("argument {arg:?}"))? {
                Some(s) => settings.push(s),
                // A plugin's name turns it on; those that are built in always are.
                None if arg.starts_with("Zeek::") && (low.print_plugins > 0 || plugins::is_one(&arg)) => {
                    named.push(arg);
                }
                None => scripts.push(arg),
            }
        }
        let seeds = low.load_seeds.take().or_else(|| env("ZEEK_SEED_FILE").map(PathBuf::from));
        let (grammars, scripts) = scripts.into_iter().partition(|s: &String| runtime::is_grammar(s));
        let zeekpath = env("ZEEKPATH")
            .map_or_else(site::default_folders, |folders| folders.to_string_lossy().into_owned());
        let claims = Arc::new(Claims::new(low.share_log_dir));
        let sandbox = Arc::new(Sandbox::new(&low, source != Source::None)?);
        let memory_budget = memory_budget::of(low.memory_budget.as_deref())?;
        Ok(HiArgs {
            source,
            scripts,
            grammars,
            plugins: named,
            settings,
            seeds,
            coverage_file,
            zeekpath,
            node: None,
            words,
            claims,
            sandbox,
            memory_budget,
            low,
        })
    }

    /// Writes the state of the process to the file of `-U`.
    pub(crate) fn tell_status(&self, status: &str) {
        let Some(path) = &self.low.status_file else { return };
        if let Err(e) = std::fs::write(path, format!("{status}\n")) {
            let word = status.split(' ').next().unwrap_or_default();
            let number = e.raw_os_error().unwrap_or(0);
            eprintln!("Failed to open process status file '{}': {number} [{word}]", path.display());
        }
    }

    /// Whether to print a summary table at the end, as for a run of the default scripts alone.
    pub(crate) fn says_what_it_saw(&self) -> bool {
        self.scripts.is_empty() && self.low.exec.is_empty() && !self.low.bare_mode
    }
}

/// Parses `VAR=VALUE` and `VAR+=VALUE`. Returns `None` for a script, whose path may contain `=` after a `/` or `.`.
fn setting(arg: &str) -> anyhow::Result<Option<Setting>> {
    let Some((left, value)) = arg.split_once('=') else { return Ok(None) };
    let (name, add) = left.trim_end().strip_suffix('+').map_or((left, false), |n| (n, true));
    let (name, value) = (name.trim_end(), value.trim_start());
    let word = |w: &str| {
        w.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
            && w.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
    };
    if name.split("::").all(word) {
        return Ok(Some(Setting { name: name.to_owned(), add, value: value.to_owned() }));
    }
    if left.contains('/') || left.contains('.') {
        return Ok(None);
    }
    bail!("expected VAR=VALUE with a variable's name before the sign, found {left:?}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;

    fn parse(args: &[&str]) -> anyhow::Result<HiArgs> {
        let low = LowArgs::try_parse_from([&["egret"], args].concat()).unwrap();
        HiArgs::new(low, Vec::new(), |name| (name == "ZEEK_SEED_FILE").then(|| "seeds".into()))
    }

    #[test]
    fn settings_are_distinguished_from_scripts() {
        let a = parse(&["a.zeek", "x=3", "M::y += 4", "dir/a=b.zeek"]).unwrap();
        assert_eq!(a.scripts, ["a.zeek", "dir/a=b.zeek"]);
        let [x, y] = &a.settings[..] else { panic!("{:?}", a.settings) };
        assert_eq!((x.name.as_str(), x.add, x.value.as_str()), ("x", false, "3"));
        assert_eq!((y.name.as_str(), y.add, y.value.as_str()), ("M::y", true, "4"));
    }

    #[test]
    fn one_kind_of_source() {
        assert_eq!(parse(&["-r", "x"]).unwrap().source, Source::File("x".into()));
        assert_eq!(
            parse(&["-i", "a", "-i", "b"]).unwrap().source,
            Source::Live(vec!["a".into(), "b".into()])
        );
        assert!(parse(&["-r", "x", "-i", "a"]).unwrap_err().to_string().contains("exclude each other"));
    }

    #[test]
    fn seeds_come_from_the_option_before_the_environment() {
        assert_eq!(parse(&["-G", "mine"]).unwrap().seeds, Some("mine".into()));
        assert_eq!(parse(&[]).unwrap().seeds, Some("seeds".into()));
    }

    #[test]
    fn nonsense_is_refused_with_what_was_expected() {
        assert!(parse(&["-j", "-i", "lo"]).unwrap_err().to_string().contains("-j excludes"));
        assert!(parse(&["--workers", "0"]).unwrap_err().to_string().contains("expected 1 to 1024"));
        assert!(parse(&["--pseudo-realtime=0"]).unwrap_err().to_string().contains("above 0"));
        assert!(format!("{:#}", parse(&["3x=1"]).unwrap_err()).contains("variable's name"));
    }
}
