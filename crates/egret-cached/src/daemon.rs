//! Starts the daemon: configuration, sockets, rights, threads.
use crate::args::Args;
use crate::connections::{Connections, Protocol, Thread};
use crate::control::Control;
use crate::core::{Core, Mailbox, Shared, now, stamp};
use crate::pool::Pool;
use crate::publisher::Publisher;
use crate::spawner::{RunAs, Spawner};
use crate::sys::{clock, process, seccomp, socket};
use crate::views::Views;
use namecache::{Config, Engine};
use runloop::{Cadence, Loop, PollerKind, Signal, Signals, wake_pair};
use std::collections::VecDeque;
use std::fs;
use std::io::{self, Write};
use std::os::fd::{AsRawFd, OwnedFd};
use std::os::unix::fs::PermissionsExt;
use std::os::unix::net::{UnixDatagram, UnixListener, UnixStream};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The user that the daemon switches to by default.
const DEFAULT_USER: &str = "egret-cached";

/// How long the process of a killed daemon may take to end.
const TEARDOWN: Duration = Duration::from_secs(1);

/// Prefixes an error with its subject.
pub(crate) fn about<T>(what: impl std::fmt::Display, r: io::Result<T>) -> Result<T, String> {
    r.map_err(|e| format!("{what}: {e}"))
}

/// Reads a configuration. The error lists all erroneous lines with file and line number.
pub(crate) fn read_config(path: &Path) -> Result<Config, String> {
    let text = about(path.display(), fs::read_to_string(path))?;
    Config::parse(&text).map_err(|wrong| {
        let lines: Vec<String> = wrong.iter().map(|w| format!("{}:{w}", path.display())).collect();
        lines.join("\n")
    })
}

/// Looks up the uid and gid of a user. Reads /etc/passwd directly, so that no module is loaded into this process.
fn user(name: &str) -> Result<(u32, u32), String> {
    let text = about("/etc/passwd", fs::read_to_string("/etc/passwd"))?;
    let ids = text.lines().find_map(|l| {
        let mut f = l.split(':');
        (f.next() == Some(name)).then(|| (f.nth(1).map(str::parse), f.next().map(str::parse)))
    });
    match ids {
        Some((Some(Ok(uid)), Some(Ok(gid)))) => Ok((uid, gid)),
        _ => Err(format!("{name}: expected a user of /etc/passwd")),
    }
}

/// Returns the user that the daemon switches to: the configured one, or [`DEFAULT_USER`] if root starts the daemon and
/// that user exists.
fn server_user(config: &Config) -> Result<Option<(u32, u32)>, String> {
    match config.server_user.as_deref() {
        Some(name) => user(name).map(Some),
        None if process::effective_uid() == 0 => Ok(user(DEFAULT_USER).ok()),
        None => Ok(None),
    }
}

/// Serves until a signal stops the daemon.
pub(crate) fn run(args: &Args) -> Result<(), String> {
    let config = read_config(&args.config)?;
    for (line, why) in &config.without_effect {
        eprintln!("{}:{line}: {why}", args.config.display());
    }
    process::set_umask();
    process::raise_descriptor_limit();
    let mut parent = if args.foreground { None } else { Some(about("detach", process::detach())?) };
    let served = serve(args, &config, &mut parent);
    if let (Err(e), Some(parent)) = (&served, &mut parent) {
        // The parent exits when it gets the status, so the message comes first.
        eprintln!("egret-cached: {e}");
        let _ = parent.write_all(&[1]);
        std::process::exit(1);
    }
    served
}

fn serve(args: &Args, config: &Config, parent: &mut Option<UnixStream>) -> Result<(), String> {
    let server = server_user(config)?;
    let null = parent.is_some().then(process::open_null).transpose();
    let null = about("/dev/null", null)?;
    let stat_uid = config.stat_user.as_deref().map(user).transpose()?.map(|(uid, _)| uid);
    let adopted = about("LISTEN_FDS", adopted())?;
    // Start it before any thread, and before anything is in memory that workers should not see.
    let spawner = about("spawner", Spawner::start(null.as_ref()))?;
    let stop =
        about("signals", Signals::new(&[Signal::Terminate, Signal::Interrupt, Signal::Hangup], on_signal))?;
    about(args.run_dir.display(), directory(&args.run_dir, server))?;
    let mut sockets = Vec::new();
    let mut listeners = Vec::new();
    let own = args.run_dir.join(namecache_wire::root::SOCKET);
    let mut wanted = vec![(Protocol::Own, own)];
    if !args.no_nscd {
        wanted.push((Protocol::Nscd, args.nscd_socket.clone()));
    }
    for (protocol, path) in wanted {
        let listener = match adopted.iter().find(|(_, p)| p == &path) {
            Some((l, _)) => about(path.display(), l.try_clone())?,
            None => {
                sockets.push(path.clone());
                about(path.display(), listen(&path, server))?
            }
        };
        about(path.display(), socket::set_backlog(&listener))?;
        listeners.push((protocol, Arc::new(listener)));
    }
    let home = listeners.first().and_then(|(_, l)| socket::network(l.as_raw_fd()));
    let common: RunAs = if process::effective_uid() == 0 { server } else { None };
    if !args.single
        && let Err(e) = process::run_first()
    {
        eprintln!(
            "egret-cached: no real-time priority ({e}): a busy machine delays the detection of changed files"
        );
    }
    if let Some((uid, gid)) = common {
        about("server-user", process::become_user(uid, gid))?;
    }

    let nsswitch = fs::read_to_string("/etc/nsswitch.conf").unwrap_or_default();
    let engine = Engine::new(config, &nsswitch, [clock::random(), clock::random()]);
    let publisher = about(args.run_dir.display(), Publisher::new(&args.run_dir))?;
    let views = Views::new(publisher.instance());
    let mut core = Core { engine, publisher, views, orders: VecDeque::new(), armed: None };
    let at = now();
    for id in core.engine.ids() {
        let s = core.engine.store(id);
        if s.settings.enabled && !s.settings.precache {
            about("publish", core.publisher.publish(&mut core.engine, id, at))?;
        }
    }
    core.engine.precache(at, stamp);

    let single = args.single;
    let threads = if single { 1 } else { config.threads as usize };
    let mut mail = Vec::new();
    let mut receivers = Vec::new();
    for _ in 0..threads {
        let (waker, receiver) = about("eventfd", wake_pair())?;
        mail.push(Mailbox::new(waker));
        receivers.push(receiver);
    }
    let (control_waker, control_receiver) = about("eventfd", wake_pair())?;
    let shared = Arc::new(Shared::new(core, mail, control_waker, home, args.trace, stat_uid, common));
    shared.with(at, |_| ());
    shared.note_readiness();

    let announce = announcement(parent.take(), null);
    let pool = Pool::new(spawner, config.workers as usize);
    let control = Control::new(Arc::clone(&shared), control_receiver, pool, announce);
    let mut work = about("epoll", Loop::new(PollerKind::Epoll, Cadence::default()))?;
    for (index, receiver) in receivers.into_iter().enumerate() {
        let connections = Connections::new(listeners.clone(), receiver);
        let thread = Thread { index, shared: Arc::clone(&shared) };
        if single {
            about("connections", work.add(Box::new(connections)))?;
        } else {
            about("thread", start(connections, thread))?;
        }
    }
    let mut thread = Thread { index: 0, shared: Arc::clone(&shared) };
    about("control", work.add(Box::new(control)))?;
    about("signals", work.add(Box::new(stop)))?;
    about("seccomp", seccomp::confine())?;
    let ended = work.run(&mut thread);
    shared.with(now(), |core| core.publisher.close());
    for path in sockets {
        let _ = fs::remove_file(path);
    }
    ended.map_err(|e| e.to_string())
}

/// Runs a loop with its own poller in a new thread. Threads share only the queues of the listening sockets.
fn start(connections: Connections, mut thread: Thread) -> io::Result<()> {
    let name = format!("events-{}", thread.index);
    let run = move || {
        let mut work = Loop::new(PollerKind::Epoll, Cadence::default()).map_err(|e| e.to_string())?;
        work.add(Box::new(connections)).map_err(|e| e.to_string())?;
        work.run(&mut thread).map_err(|e| e.to_string())
    };
    let reported = move || {
        if let Err(e) = run() {
            eprintln!("egret-cached: event thread: {e}");
        }
    };
    std::thread::Builder::new().name(name).stack_size(256 << 10).spawn(reported).map(|_| ())
}

fn on_signal(signal: Signal, t: &mut Thread, turn: &mut runloop::Turn<'_, Thread>) -> io::Result<()> {
    if signal == Signal::Hangup {
        let at = now();
        let root = namecache::Peer::new(0, 0, 0);
        t.shared.with(at, |core| core.engine.flush(at, root, None, true));
    } else {
        turn.stop();
    }
    Ok(())
}

/// Creates a directory that everyone may read, owned by `owner`.
fn directory(dir: &Path, owner: Option<(u32, u32)>) -> io::Result<()> {
    fs::create_dir_all(dir)?;
    fs::set_permissions(dir, fs::Permissions::from_mode(0o755))?;
    match owner {
        Some((uid, gid)) if process::effective_uid() == 0 => process::chown(dir, uid, gid),
        _ => Ok(()),
    }
}

/// Listens at `path`. Replaces the socket of a daemon that was killed, and fails if another daemon answers there.
fn listen(path: &Path, owner: Option<(u32, u32)>) -> io::Result<UnixListener> {
    if let Some(dir) = path.parent() {
        directory(dir, owner)?;
    }
    // The socket of a killed daemon stays until the kernel has torn the daemon down.
    let deadline = Instant::now() + TEARDOWN;
    while UnixStream::connect(path).is_ok() {
        if Instant::now() > deadline {
            return Err(io::Error::new(io::ErrorKind::AddrInUse, "another daemon answers at this socket"));
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    let _ = fs::remove_file(path);
    let listener = UnixListener::bind(path)?;
    fs::set_permissions(path, fs::Permissions::from_mode(0o666))?;
    Ok(listener)
}

/// Returns the sockets that the service manager has opened (sd_listen_fds(3)), and their paths.
fn adopted() -> io::Result<Vec<(UnixListener, PathBuf)>> {
    let number = |name| std::env::var(name).ok().and_then(|v| v.parse::<u32>().ok());
    if number("LISTEN_PID") != Some(std::process::id()) {
        return Ok(Vec::new());
    }
    let mut all = Vec::new();
    for fd in 3..3 + number("LISTEN_FDS").unwrap_or(0).min(16).cast_signed() {
        let listener = socket::adopt(fd)?;
        let path = listener.local_addr()?.as_pathname().map(Path::to_owned);
        all.push((listener, path.unwrap_or_default()));
    }
    Ok(all)
}

/// Returns a function that tells the service manager (sd_notify(3)) and the waiting parent that the daemon is ready.
/// Opens the socket now, because the confined daemon may not. In the background, the function first replaces standard
/// error by `null`.
fn announcement(mut parent: Option<UnixStream>, null: Option<OwnedFd>) -> crate::control::Announce {
    let notify = std::env::var_os("NOTIFY_SOCKET").and_then(|path| {
        let socket = UnixDatagram::unbound().ok()?;
        let bytes = std::os::unix::ffi::OsStrExt::as_bytes(path.as_os_str()).to_vec();
        match bytes.strip_prefix(b"@") {
            Some(name) => {
                use std::os::linux::net::SocketAddrExt;
                let address = std::os::unix::net::SocketAddr::from_abstract_name(name).ok()?;
                socket.connect_addr(&address).ok()?;
            }
            None => socket.connect(&path).ok()?,
        }
        Some(socket)
    });
    Box::new(move || {
        if let Some(socket) = notify {
            let _ = socket.send(b"READY=1\nSTATUS=serving");
        }
        if let Some(null) = null
            && let Err(e) = process::leave_stderr(&null)
        {
            eprintln!("egret-cached: standard error stays open: {e}");
        }
        if let Some(parent) = &mut parent {
            let _ = parent.write_all(&[0]);
        }
    })
}
