//! This machine's files, clock, environment, processes and network, for scripts.
use crate::hiargs::HiArgs;
use crate::sandbox::Sandbox;
use builtins::{FileKind, ScriptFiles};
use net_types::Addr;
use outside::{
    Child, Clock, Environment, FileStamp, Files, Interface, MetricsDoor, MetricsDoors, NameServers,
    NameService, Pipes, Programs, Readable, StandardStreams, Syslog, ThisMachine, Writable,
};
use runloop::{Signal, Waker};
use std::cell::RefCell;
use std::collections::HashMap;
use std::fs::{self, DirBuilder, File, OpenOptions};
use std::io::{self, BufWriter, ErrorKind, Read, Write};
use std::os::unix::fs::{DirBuilderExt, MetadataExt, OpenOptionsExt};
use std::path::Path;
use std::rc::{Rc, Weak};
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};
use supervisor::NodeConfig;
use value::Output;

mod claims;
mod metrics_door;
mod name_servers;
mod program;

pub(crate) use claims::Claims;
use metrics_door::Door;
use name_servers::Servers;
use program::Launch;

/// The buffer size of a file or of standard output, in bytes.
const BUFFER: usize = 4096;
/// The modes of files and folders that scripts create: owner and group have access.
const FILE_MODE: u32 = 0o640;
const FOLDER_MODE: u32 = 0o750;

type Buffered = RefCell<BufWriter<Box<dyn Write>>>;
type Stream = Rc<Buffered>;

/// This machine, as scripts see it.
pub(crate) struct World {
    stdout: Stream,
    open: Vec<Weak<Buffered>>,
    /// The variables that scripts set. The process's own environment does not change.
    variables: HashMap<String, String>,
    claims: Arc<Claims>,
    sandbox: Arc<Sandbox>,
}

fn stream(to: Box<dyn Write>) -> Stream {
    Rc::new(RefCell::new(BufWriter::with_capacity(BUFFER, to)))
}

impl World {
    /// Creates the world. The whole process shares the claims and the sandbox of `args`.
    pub(crate) fn new(args: &HiArgs) -> Self {
        World {
            stdout: stream(Box::new(io::stdout())),
            open: Vec::new(),
            variables: HashMap::new(),
            claims: Arc::clone(&args.claims),
            sandbox: Arc::clone(&args.sandbox),
        }
    }

    /// Adds a hint to an error about a file if the sandbox caused it.
    fn refused(&self, option: &str, e: io::Error) -> io::Error {
        if self.sandbox.is_on() && e.kind() == ErrorKind::PermissionDenied {
            let why = format!("Permission denied; the sandbox allows more with {option} PATH");
            return io::Error::new(e.kind(), why);
        }
        e
    }

    /// Writes the buffer of standard output.
    fn flush_stdout(&self) -> bool {
        self.stdout.borrow_mut().flush().is_ok()
    }
}

/// An open file of a script.
struct FileOutput {
    to: Stream,
    unbuffered: bool,
    written: u64,
}

impl Output for FileOutput {
    fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.written += bytes.len() as u64;
        let mut to = self.to.borrow_mut();
        to.write_all(bytes)?;
        if self.unbuffered { to.flush() } else { Ok(()) }
    }
    fn flush(&mut self) -> io::Result<()> {
        self.to.borrow_mut().flush()
    }
    fn set_buffered(&mut self, buffered: bool) {
        self.unbuffered = !buffered;
    }
    fn size(&self) -> u64 {
        self.written
    }
}

impl Clock for World {
    fn wall_clock(&self) -> f64 {
        SystemTime::now().duration_since(UNIX_EPOCH).map_or(0.0, |d| d.as_secs_f64())
    }

    fn sleep(&mut self, seconds: f64) -> f64 {
        let before = Instant::now();
        if let Ok(d) = Duration::try_from_secs_f64(seconds) {
            std::thread::sleep(d);
        }
        before.elapsed().as_secs_f64()
    }

    fn ticks(&self) -> u64 {
        static START: std::sync::OnceLock<Instant> = std::sync::OnceLock::new();
        u64::try_from(START.get_or_init(Instant::now).elapsed().as_nanos()).unwrap_or(u64::MAX)
    }
}

impl StandardStreams for World {
    fn print(&mut self, bytes: &[u8]) {
        // A closed pipe must not end the script.
        drop(self.stdout.borrow_mut().write_all(bytes));
    }

    fn print_error(&mut self, bytes: &[u8]) {
        drop(io::stderr().write_all(bytes));
    }
}

impl Files for World {
    fn open(&mut self, path: &str, append: bool) -> io::Result<Box<dyn Output>> {
        let to = match path {
            "-" | "/dev/stdout" => Rc::clone(&self.stdout),
            "/dev/stderr" => stream(Box::new(io::stderr())),
            _ => {
                let mut how = OpenOptions::new();
                how.create(true).append(append).write(true).truncate(!append);
                let file = how.mode(FILE_MODE).open(path);
                stream(Box::new(file.map_err(|e| self.refused("--allow-write", e))?))
            }
        };
        self.open.retain(|w| w.strong_count() > 0);
        self.open.push(Rc::downgrade(&to));
        Ok(Box::new(FileOutput { to, unbuffered: path == "/dev/stderr", written: 0 }))
    }

    fn create(&mut self, path: &str) -> io::Result<Box<dyn Writable>> {
        let mut how = OpenOptions::new();
        let file = how.create(true).write(true).truncate(true).mode(FILE_MODE).open(path);
        Ok(Box::new(file.map_err(|e| self.refused("--allow-write", e))?))
    }

    fn open_to_read(&self, path: &str) -> io::Result<Box<dyn Readable>> {
        let file = File::open(path).map_err(|e| self.refused("--allow-read", e))?;
        // A folder can be opened but not read.
        if file.metadata()?.is_dir() {
            return Err(ErrorKind::IsADirectory.into());
        }
        Ok(Box::new(file))
    }

    fn flush_files(&mut self) -> bool {
        let files = self.open.iter().filter_map(Weak::upgrade);
        files.fold(self.flush_stdout(), |ok, f| f.borrow_mut().flush().is_ok() && ok)
    }

    fn make_folder(&mut self, path: &str) -> io::Result<()> {
        match DirBuilder::new().mode(FOLDER_MODE).create(path) {
            Err(e)
                if e.kind() == ErrorKind::AlreadyExists && fs::metadata(path).is_ok_and(|m| m.is_dir()) =>
            {
                Ok(())
            }
            other => other.map_err(|e| self.refused("--allow-write", e)),
        }
    }

    fn remove_folder(&mut self, path: &str) -> io::Result<()> {
        fs::remove_dir(path)
    }

    fn remove_file(&mut self, path: &str) -> io::Result<()> {
        fs::remove_file(path)
    }

    fn rename(&mut self, from: &str, to: &str) -> io::Result<()> {
        fs::rename(from, to)
    }

    fn file_size(&self, path: &str) -> Option<u64> {
        Some(fs::metadata(path).ok()?.len())
    }

    fn last_change(&self, path: &str) -> Option<f64> {
        let changed = fs::metadata(path).ok()?.modified().ok()?;
        Some(changed.duration_since(UNIX_EPOCH).ok()?.as_secs_f64())
    }

    fn claim_folder(&mut self, path: &str) -> Result<(), String> {
        self.claims.claim(Path::new(path))
    }

    fn stamp(&self, path: &str) -> io::Result<FileStamp> {
        let meta = fs::metadata(path)?;
        Ok(FileStamp { file: (meta.dev(), meta.ino()), changed: meta.mtime() })
    }
}

impl Programs for World {
    fn start(&mut self, command: &str, pipes: Pipes) -> io::Result<Box<dyn Child>> {
        Ok(Box::new(self.launch(command).start(pipes)?))
    }

    fn run_in_background(&mut self, command: &str, env: &[(String, String)]) -> i64 {
        let line = format!("({command}) 1>&2 &");
        let mut launch = self.launch(&line);
        launch.variables.extend(env.iter().map(|(name, value)| (name.as_str(), value.as_str())));
        match launch.run() {
            Ok(status) => status.code().map_or(-1, |c| i64::from(c) << 8),
            Err(e) => {
                eprintln!("cannot run {command:?}: {e}");
                -1
            }
        }
    }

    fn run_with_input(&mut self, command: &str, input: &[u8]) -> io::Result<bool> {
        self.launch(command).run_with_input(input)
    }
}

impl Environment for World {
    fn variable(&self, name: &str) -> Option<Vec<u8>> {
        if let Some(v) = self.variables.get(name) {
            return Some(v.clone().into_bytes());
        }
        std::env::var_os(name).map(std::os::unix::ffi::OsStringExt::into_vec)
    }

    fn set_variable(&mut self, name: &str, value: &str) -> bool {
        let sound = !name.is_empty() && !name.contains('=');
        if sound {
            self.variables.insert(name.to_owned(), value.to_owned());
        }
        sound
    }
}

impl ThisMachine for World {
    fn process_id(&self) -> u32 {
        std::process::id()
    }

    fn host_name(&self) -> String {
        let name = fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default();
        if name.is_empty() { "<unknown>".to_owned() } else { name.trim_end().to_owned() }
    }

    fn is_own_address(&self, a: Addr) -> bool {
        use std::net::{IpAddr, ToSocketAddrs};
        let ip = IpAddr::from(a);
        ip.is_loopback()
            || (self.host_name().as_str(), 0).to_socket_addrs().is_ok_and(|mut own| own.any(|o| o.ip() == ip))
    }

    fn interfaces(&self) -> io::Result<Vec<Interface>> {
        let mut found = crate::sys::interfaces::interfaces()?;
        for one in &mut found {
            // Most interfaces have no alias, and the sandbox may hide it.
            let alias =
                fs::read_to_string(format!("/sys/class/net/{}/ifalias", one.name)).unwrap_or_default();
            one.description = Some(alias.trim_end().to_owned()).filter(|alias| !alias.is_empty());
        }
        Ok(found)
    }

    fn memory_in_use(&self) -> u64 {
        crate::sys::heap::in_use()
    }

    fn processor_time(&self) -> Option<(f64, f64)> {
        crate::sys::usage::processor_time()
    }

    fn is_asked_to_end(&self) -> bool {
        runloop::is_pending(&[Signal::Terminate, Signal::Interrupt])
    }

    fn is_asked_to_rotate(&mut self) -> bool {
        runloop::take_pending(Signal::Hangup)
    }
}

impl NameService for World {
    fn name_servers(&mut self, bell: Option<Waker>) -> Box<dyn NameServers> {
        Box::new(Servers::new(bell))
    }
}

impl MetricsDoors for World {
    fn metrics_door(&mut self, address: &str, port: u16) -> io::Result<Box<dyn MetricsDoor>> {
        Ok(Box::new(Door::open(address, port)?))
    }
}

impl Syslog for World {
    fn syslog(&mut self, message: &str) {
        // Errors cannot be reported anywhere: the machine may lack logger(1), or the run may start no programs.
        let mut launch = self.launch("logger -t egret -- \"$EGRET_MESSAGE\"");
        launch.variables.push(("EGRET_MESSAGE", message));
        drop(launch.run());
    }
}

impl World {
    /// Prepares a shell command, to be started as this process's sandbox requires.
    fn launch<'a>(&'a self, command: &'a str) -> Launch<'a> {
        let variables = self.variables.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
        Launch { starter: self.sandbox.starter(), command, variables }
    }
}

impl Drop for World {
    fn drop(&mut self) {
        self.flush_files();
    }
}

/// The scripts on disk, and the cluster layout that a supervisor provided.
pub(crate) struct Disk {
    layout: Option<String>,
}

/// The paths under which the layout's folder and file appear.
const SUPERVISED: &str = "/supervised";
const LAYOUT: &str = "/supervised/cluster-layout.zeek";
/// The most entries of a folder that are listed to find scripts. In a larger folder, names are looked up singly.
const ENTRIES: usize = 10_000;

impl Disk {
    /// Creates a view of the disk, with the layout of a supervised node.
    pub(crate) fn new(node: Option<&NodeConfig>) -> Self {
        Disk { layout: node.and_then(NodeConfig::layout) }
    }

    /// Returns the folders of scripts, with the layout's folder first.
    pub(crate) fn folders(&self, zeekpath: &str) -> String {
        match &self.layout {
            Some(_) => format!("{SUPERVISED}:{zeekpath}"),
            None => zeekpath.to_owned(),
        }
    }

    /// Returns the layout if `path` is its path.
    fn layout(&self, path: &str) -> Option<&str> {
        self.layout.as_deref().filter(|_| path == LAYOUT)
    }
}

impl ScriptFiles for Disk {
    fn read(&self, path: &str) -> io::Result<Vec<u8>> {
        if let Some(layout) = self.layout(path) {
            return Ok(layout.into());
        }
        let mut text = Vec::new();
        File::open(path)?.read_to_end(&mut text)?;
        Ok(text)
    }

    fn kind(&self, path: &str) -> Option<FileKind> {
        if self.layout(path).is_some() {
            return Some(FileKind::File);
        }
        let meta = fs::metadata(path).ok()?;
        Some(if meta.is_dir() { FileKind::Folder } else { FileKind::File })
    }

    fn identity(&self, path: &str) -> Option<String> {
        if self.layout(path).is_some() {
            return Some(path.to_owned());
        }
        Some(fs::canonicalize(path).ok()?.to_string_lossy().into_owned())
    }

    fn working_folder(&self) -> String {
        std::env::current_dir().map_or_else(|_| ".".to_owned(), |d| d.to_string_lossy().into_owned())
    }

    fn standard_input(&self) -> io::Result<Vec<u8>> {
        let mut text = Vec::new();
        io::stdin().read_to_end(&mut text)?;
        Ok(text)
    }

    fn names(&self, folder: &str) -> Option<Vec<String>> {
        let entries = match fs::read_dir(folder) {
            Ok(entries) => entries,
            Err(e) if matches!(e.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => {
                return Some(Vec::new());
            }
            Err(_) => return None,
        };
        let mut names = Vec::new();
        for entry in entries {
            if names.len() == ENTRIES {
                return None;
            }
            names.push(entry.ok()?.file_name().to_string_lossy().into_owned());
        }
        Some(names)
    }
}
