//! Loads, starts and runs scripts as the command line says.
use crate::documents;
use crate::hiargs::{HiArgs, Source};
use crate::networks;
use crate::sandbox::{Capture, Folders, folder_of};
use crate::supervise::StemLink;
use crate::table_order;
use crate::traces;
use crate::world::{Disk, World};
use anyhow::{Context, bail};
use builtins::{FileKind, Invocation, PacketSource, Search, Services};
use cluster::{Caps, Hub, NodeId, Seat};
use outside::system_error;
use resolver::{NameMode, Resolver};
use runloop::{Signal, Signals};
use runtime::{Prepared, Request, Run, ScriptEnd, StartError, Station, load, syntax_errors};
use seeds::{Seeds, SeedsError};
use session::{Keys, Options};
use std::fs::{self, File};
use std::io::{IsTerminal, Read, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::rc::Rc;

/// Loads the scripts and runs them without packets.
pub(crate) fn run(args: &HiArgs) -> anyhow::Result<ExitCode> {
    let seeds = seeds(args)?;
    enter_sandbox(args)?;
    // The run polls for signals: SIGHUP rotates the logs, the first of which zeek_init may open; SIGTERM and SIGINT end
    // the run cleanly, with complete logs, but a zeek_init that never returns at once.
    let _rotates = Signals::new(&[Signal::Hangup], ()).context("taking over signals")?;
    let run = match start(args, seeds, None, Options::default())? {
        Started::Run(run) => run,
        Started::Over(code) => return Ok(code),
    };
    let _ends = Signals::new(&[Signal::Terminate, Signal::Interrupt], ()).context("taking over signals")?;
    args.tell_status("RUNNING [run_loop]");
    let ended = run.without_packets();
    args.tell_status("TERMINATING [terminate]");
    Ok(ended.map_or_else(|e| ExitCode::from(e.status()), |()| ExitCode::SUCCESS))
}

/// Takes the first step of the sandbox. No other thread may exist yet.
pub(crate) fn enter_sandbox(args: &HiArgs) -> anyhow::Result<()> {
    let capture = match &args.source {
        Source::Live(names) if names.iter().any(|n| n.starts_with("af_xdp::")) => Capture::Xdp,
        Source::Live(_) => Capture::Interface,
        Source::None | Source::File(_) => Capture::File,
    };
    args.sandbox.enter(capture, &named_folders(args))
}

/// Returns the folders that the command line and the environment name.
fn named_folders(args: &HiArgs) -> Folders {
    Folders::of(args)
}

/// Script options that name files and folders to read.
const READ: [&str; 8] = [
    "Cluster::Backend::NATS::ca_file",
    "Cluster::Backend::NATS::cert_file",
    "Cluster::Backend::NATS::credentials_file",
    "Cluster::Backend::NATS::key_file",
    "Config::config_files",
    "Intel::read_files",
    "mmdb_dir",
    "Site::zones_files",
];

/// Takes the second step of the sandbox for the calling thread: restricts files, now that the scripts' options are
/// known.
fn confine_files(args: &HiArgs, scripts: &mut Prepared) {
    if !args.sandbox.is_on() {
        return;
    }
    let mut folders = named_folders(args);
    for name in READ {
        folders.read.extend(scripts.texts(name).iter().map(PathBuf::from));
    }
    // Signatures, and files beside scripts, are read later.
    folders.read.extend(scripts.folders().into_iter().map(PathBuf::from));
    // The names of extracted files begin with this prefix; zeek_init creates its folder.
    let prefixes = scripts.texts("FileExtract::prefix");
    folders.write.extend(prefixes.iter().map(|p| folder_of(Path::new(p.trim_end_matches('/')))));
    let written = [
        "Log::default_logdir",
        "Cluster::Backend::NATS::spill_folder",
        "Cluster::Backend::NATS::feeds_folder",
    ];
    folders.write.extend(written.iter().flat_map(|name| scripts.texts(name)).map(PathBuf::from));
    args.sandbox.confine_files(folders);
}

/// The result of a start.
pub(crate) enum Started {
    /// `zeek_init` has run.
    Run(Box<Run>),
    /// The run has ended before its first packet.
    Over(ExitCode),
}

/// Loads the scripts and starts them. `source` is the source of packets.
pub(crate) fn start(
    args: &HiArgs,
    seeds: Seeds,
    source: Option<PacketSource>,
    options: Options,
) -> anyhow::Result<Started> {
    match load_all(args, seeds, source, None)? {
        Loaded::Scripts(scripts) => begin(args, scripts, options),
        Loaded::Over(code) => Ok(Started::Over(code)),
    }
}

/// Starts loaded scripts.
pub(crate) fn begin(args: &HiArgs, (mut scripts, keys): Ready, options: Options) -> anyhow::Result<Started> {
    let started = match initialize(args, &mut scripts) {
        Ok(()) => {
            confine_files(args, &mut scripts);
            scripts.start(options, &keys)
        }
        Err(e) => Err(StartError::Scripts(e)),
    };
    match started {
        Ok(run) => Ok(Started::Run(Box::new(run))),
        Err(StartError::Scripts(e)) => Ok(Started::Over(ExitCode::from(e.status()))),
        Err(StartError::Event(e)) => bail!(e),
    }
}

/// `--print-script`: returns the text of the script that a name loads. Also accepts names in the form that messages
/// show (`/packed/base/…`).
pub(crate) fn text_of(args: &HiArgs, name: &str) -> anyhow::Result<Vec<u8>> {
    let disk = Disk::new(args.node.as_deref());
    let folders = disk.folders(&args.zeekpath);
    let search = Search::new(Box::new(disk), Some(&folders));
    let found = search.script(name, None).and_then(|found| match found.kind {
        FileKind::File => Some(found),
        FileKind::Folder => search.package(&found.path),
    });
    let Some(found) = found else {
        let names: Vec<&str> = ::scripts::files().map(|(file, _)| file.trim_end_matches(".zeek")).collect();
        let close = script_syntax::suggest(name, names.iter().copied());
        let hint = close.map_or(String::new(), |c| format!("; did you mean {c}?"));
        bail!("no script {name} along {folders} or among the built-in ones{hint}");
    };
    Ok(search.read(&found.path).with_context(|| found.path.clone())?.to_vec())
}

/// `--syntax-only`: parses each script of the command line separately.
pub(crate) fn syntax_only(args: &HiArgs) -> anyhow::Result<ExitCode> {
    let mut sound = true;
    for path in &args.scripts {
        let text = fs::read(path).with_context(|| path.clone())?;
        for message in syntax_errors(path, text.into(), args.low.plain_errors) {
            sound = false;
            eprint!("{message}");
        }
    }
    Ok(if sound { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Scripts that can be started, and the keys of their hashes.
type Ready = (Box<Prepared>, Keys);

/// The result of loading.
pub(crate) enum Loaded {
    /// Scripts that can be started.
    Scripts(Ready),
    /// Nothing to run: an error was reported, or `-a` was given.
    Over(ExitCode),
}

/// Initializes globals and sets those of the command line. `-I`, `-P` and `-X` end the run here.
fn initialize(args: &HiArgs, scripts: &mut Prepared) -> Result<(), ScriptEnd> {
    scripts.initialize()?;
    scripts.set_texts("zeek_script_args", &args.low.script_args);
    if args.low.no_checksums {
        // -C overrides scripts that set the option.
        scripts.set_flag("ignore_checksums", true);
    }
    if let Some(targets) = &args.low.zeekygen {
        return Err(ScriptEnd::Exit(write_documents(scripts, targets)));
    }
    match &args.low.print_id {
        Some(name) => Err(ScriptEnd::Exit(print_id(scripts, name))),
        None if args.low.prime_dns => {
            scripts.prime_names()?;
            Err(ScriptEnd::Exit(0))
        }
        None => Ok(()),
    }
}

/// Loads the scripts. `source` is the source of packets. `node` is set if this is one of several nodes.
pub(crate) fn load_all(
    args: &HiArgs,
    seeds: Seeds,
    source: Option<PacketSource>,
    node: Option<&Station>,
) -> anyhow::Result<Loaded> {
    let keys = Keys { sip: seeds.siphash_key(), fixed: seeds.is_deterministic() };
    let variable = |name: &str| std::env::var(name).ok();
    let names = match (args.low.force_dns, args.low.prime_dns) {
        (true, true) => {
            bail!("-F and -P exclude each other: -F uses saved names, -P looks them up and saves them")
        }
        (true, false) => NameMode::Saved,
        (false, true) => NameMode::Prime,
        (false, false) if std::env::var_os("ZEEK_DNS_FAKE").is_some() => NameMode::Fake,
        (false, false) => NameMode::Ask,
    };
    runtime::seed_tables(seeds.siphash_key(), table_order::of(args, seeds.were_given())?);
    let disk = Disk::new(args.node.as_deref());
    let folders = disk.folders(&args.zeekpath);
    let search = Rc::new(Search::new(Box::new(disk), Some(&folders)));
    let services = || {
        let mut services = Services::new(seeds.clone(), Box::new(World::new(args)));
        services.invocation = Invocation {
            bare_mode: args.low.bare_mode,
            profile: args.low.profile,
            coverage_file: args.coverage_file.clone(),
            args: args.words.iter().map(|word| word.to_string_lossy().into_owned()).collect(),
            part: args.part(),
            ..Invocation::default()
        };
        services.names = Resolver::new(names, seeds.siphash_key());
        if let Some(node) = node {
            services.outside().set_variable("CLUSTER_NODE", &node.name);
        }
        services.program.search = Some(Rc::clone(&search));
        let rules = args.low.rulefile.iter();
        services.signatures.files = rules.map(|f| (f.to_string_lossy().into_owned(), None)).collect();
        services
    };
    refuse_captures(args)?;
    let mut request = request(args, variable("ZEEK_PREFIXES"));
    if let Some(file) = &args.low.networks {
        let networks = networks::script_of(file)?;
        request.code.get_or_insert_default().push_str(&format!("\n{networks}"));
    }
    let number = node.map_or(0, |n| n.number);
    if number > 0 {
        // Warnings of this node would not be shown.
        (request.usage, request.no_unused_warnings) = (0, true);
    }
    request.layout = node.map(Station::layout);
    // All nodes load the same scripts: the first reports their errors.
    let mut tell = |text: &str| {
        if number == 0 {
            drop(std::io::stderr().write_all(text.as_bytes()));
        }
    };
    let loaded = loop {
        request.grammars = match crate::spicy::attached::of_run(args, &request.loaded_grammars) {
            Ok(grammars) => grammars,
            Err(messages) => {
                for m in messages {
                    tell(&format!("{m}\n"));
                }
                return Ok(Loaded::Over(ExitCode::FAILURE));
            }
        };
        let mut asked = Vec::new();
        let loaded = load(&search, &request, &mut || services(), &mut tell, &mut asked);
        if asked.is_empty() {
            break loaded;
        }
        request.loaded_grammars.append(&mut asked);
    };
    if loaded.errors > 0 {
        return Ok(Loaded::Over(ExitCode::FAILURE));
    }
    if args.low.parse_only {
        // Signatures can mention globals, so globals must be initialized.
        let signatures = !args.low.rulefile.is_empty() || !loaded.signatures.is_empty();
        let sound = !signatures || {
            let mut scripts = Prepared::new(loaded, services(), true);
            scripts.initialize().and_then(|()| scripts.check_signatures()).is_ok()
        };
        return Ok(Loaded::Over(if sound { ExitCode::SUCCESS } else { ExitCode::FAILURE }));
    }
    let mut services = services();
    services.invocation.source = source;
    services.invocation.worker = number;
    services.invocation.workers = args.low.workers;
    services.invocation.memory_budget = args.memory_budget;
    services.trace_to = args.low.tracefile.as_deref().map(traces::statements).transpose()?;
    services.logs.joint = node.map(|n| n.logs.clone());
    if let Some(node) = node {
        let (host, pid) = (services.outside().host_name(), std::process::id());
        services.cluster.node = Some(node.join(&host, pid)?);
        services.cluster.name.clone_from(&node.name);
    } else {
        join_alone(&mut services)?;
    }
    if args.low.jobs {
        let link = StemLink::start(args.words.clone()).context("starting the supervisor's stem")?;
        services.supervision.keeper = Some(Box::new(link));
    }
    let scripts = Prepared::new(loaded, services, variable("ZEEK_ALLOW_INIT_ERRORS").is_some());
    let scripts = match request.grammars.is_empty() {
        true => scripts,
        false => scripts.with_grammars(request.grammars, std::env::vars().collect()),
    };
    scripts.leak_program();
    Ok(Loaded::Scripts((Box::new(scripts), keys)))
}

/// Joins a hub of its own. If scripts ask for it, other processes are reached through that hub.
fn join_alone(services: &mut Services) -> anyhow::Result<()> {
    let name = std::env::var("CLUSTER_NODE").unwrap_or_default();
    let (host, pid) = (services.outside().host_name(), std::process::id());
    let [salt, _] = services.randomness.seeds.siphash_key();
    let shown = if name.is_empty() { "egret" } else { &name };
    let id = NodeId::local(shown, &host, pid, salt & 0xffff);
    let bell = services.cluster.bell.clone();
    let seat = Seat::new(shown, id, Caps::LIVE).takes_rows().wake(Box::new(move || bell.ring()));
    services.cluster.node = Some(Hub::new(1).join(seat)?);
    services.cluster.is_member = !name.is_empty();
    services.cluster.name = name;
    Ok(())
}

/// `-X`: writes the documents that a file requests. Returns the exit status.
fn write_documents(scripts: &mut Prepared, targets: &Path) -> u8 {
    match documents::write(scripts, targets) {
        Ok(()) => 0,
        Err(e) => {
            eprintln!("fatal error: -X {}: {e:#}", targets.display());
            1
        }
    }
}

/// `-I`: prints a global. Returns the exit status.
fn print_id(scripts: &mut Prepared, name: &str) -> u8 {
    match scripts.describe(name) {
        Some(text) => {
            scripts.services().outside().print(format!("{text}\n").as_bytes());
            0
        }
        None => {
            eprintln!("fatal error: No such ID: {name}");
            1
        }
    }
}

/// Rejects captures among the scripts: they are meant for `-r`.
fn refuse_captures(args: &HiArgs) -> anyhow::Result<()> {
    for name in args.scripts.iter().filter(|s| *s != "-") {
        let mut first = [0; 4];
        let read = File::open(name).and_then(|mut f| f.read_exact(&mut first));
        if read.is_ok() && capture::is_magic(first) {
            let scripts = args.scripts.iter().filter(|s| *s != name).map(|s| format!(" {s}"));
            bail!("{name} is a capture; read it with -r: egret -r {name}{}", scripts.collect::<String>());
        }
    }
    Ok(())
}

fn request(args: &HiArgs, prefixes: Option<String>) -> Request {
    let low = &args.low;
    let mut files = args.scripts.clone();
    let nothing_else = args.settings.is_empty()
        && args.grammars.is_empty()
        && low.exec.is_empty()
        && low.print_id.is_none()
        && args.source == Source::None;
    if files.is_empty() && nothing_else {
        files.push("-".to_owned());
    }
    let more = prefixes.unwrap_or_default();
    let settings =
        args.settings.iter().map(|s| format!("{}{}={}", s.name, if s.add { "+" } else { "" }, s.value));
    // Scripts install the filter of -f, which they read from this option.
    let filter = low.filter.iter().map(|f| format!("cmd_line_bpf_filter={f}"));
    let unchecked = low.no_checksums.then(|| "ignore_checksums=T".to_owned());
    let asked = std::env::var("ZEEK_USAGE_ISSUES").ok().and_then(|n| n.trim().parse::<u8>().ok());
    Request {
        bare: low.bare_mode,
        files,
        settings: settings.chain(filter).chain(unchecked).collect(),
        code: (!low.exec.is_empty()).then(|| low.exec.join("\n")),
        signatures: low.rulefile.iter().map(|f| f.to_string_lossy().into_owned()).collect(),
        prefixes: low.prefix.iter().map(String::as_str).chain(more.split(':')).map(str::to_owned).collect(),
        usage: low.usage_issues.max(asked.unwrap_or(0)),
        no_unused_warnings: low.no_unused_warnings,
        plain: is_plain(args),
        color: std::io::stderr().is_terminal(),
        grammars: Vec::new(),
        loaded_grammars: Vec::new(),
        layout: None,
    }
}

/// Returns the seeds or an error. With plain errors, its message is Zeek's; otherwise it also says why the seeds are
/// invalid.
fn no_seeds(
    args: &HiArgs,
    seeds: Option<Result<Seeds, SeedsError>>,
    what: impl FnOnce() -> String,
) -> anyhow::Result<Seeds> {
    match seeds {
        Some(Ok(seeds)) => Ok(seeds),
        Some(Err(e)) if !is_plain(args) => Err(anyhow::Error::new(e).context(what())),
        _ => bail!(what()),
    }
}

/// Whether errors have Zeek's wording, for tools that compare them.
pub(crate) fn is_plain(args: &HiArgs) -> bool {
    args.low.plain_errors || std::env::var_os("ZEEK_ALLOW_INIT_ERRORS").is_some()
}

/// Returns the seeds of this run: from a file, from the environment, all zero with `-D`, otherwise random.
pub(crate) fn seeds(args: &HiArgs) -> anyhow::Result<Seeds> {
    let values = std::env::var("ZEEK_SEED_VALUES").ok().filter(|v| !v.is_empty());
    let file = args.seeds.as_deref().filter(|f| !f.as_os_str().is_empty());
    let seeds = match (file, values) {
        (Some(_), Some(_)) => bail!("can't use ZEEK_SEED_VALUES together with ZEEK_SEED_FILE or -G"),
        (Some(file), None) => {
            let text = fs::read_to_string(file).inspect_err(|e| {
                eprintln!("warning: Could not open seed file '{}': {}", file.display(), system_error(e));
            });
            let seeds = text.ok().map(|t| Seeds::parse(&t));
            no_seeds(args, seeds, || format!("Could not load seeds from file '{}'.", file.display()))?
        }
        (None, Some(values)) => {
            no_seeds(args, Some(Seeds::parse(&values)), || "Could not load seeds from string".to_owned())?
        }
        (None, None) if args.low.deterministic => Seeds::zero(),
        (None, None) => {
            let mut bytes = [0; 80];
            File::open("/dev/urandom").and_then(|mut f| f.read_exact(&mut bytes)).context("/dev/urandom")?;
            Seeds::from_entropy(&bytes)
        }
    };
    let Some(save) = &args.low.save_seeds else { return Ok(seeds) };
    fs::write(save, seeds.to_text()).with_context(|| format!("seed file {}", save.display()))?;
    Ok(seeds.repeatable())
}
