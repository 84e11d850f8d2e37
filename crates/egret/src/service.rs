//! Reports to the service manager (sd_notify(3)) that the run is ready, alive, reloading or ending.
use std::os::unix::net::UnixDatagram;
use std::time::Duration;

/// The service manager that started this process, if any.
#[derive(Default)]
pub(crate) struct Manager {
    socket: Option<UnixDatagram>,
    /// The time without a message after which the manager kills the service.
    deadline: Option<Duration>,
}

impl Manager {
    /// Returns the manager that NOTIFY_SOCKET and WATCHDOG_USEC describe.
    pub(crate) fn from_environment() -> Self {
        let number = |name| std::env::var(name).ok().and_then(|n| n.parse::<u64>().ok());
        let meant = number("WATCHDOG_PID").is_none_or(|pid| pid == u64::from(std::process::id()));
        let deadline = number("WATCHDOG_USEC").filter(|n| meant && *n > 0).map(Duration::from_micros);
        Manager { socket: std::env::var_os("NOTIFY_SOCKET").and_then(|path| connect(&path)), deadline }
    }

    /// Returns how often to report that the process is alive: twice per deadline.
    pub(crate) fn heartbeat(&self) -> Option<Duration> {
        self.socket.as_ref().and(self.deadline).map(|d| d / 2)
    }

    /// Sends assignments such as `READY=1`. A failure to send is ignored, as sd_notify(3) recommends.
    pub(crate) fn tell(&self, state: &str) {
        if let Some(socket) = &self.socket {
            drop(socket.send(state.as_bytes()));
        }
    }
}

fn connect(path: &std::ffi::OsStr) -> Option<UnixDatagram> {
    use std::os::linux::net::SocketAddrExt;
    use std::os::unix::ffi::OsStrExt;
    let socket = UnixDatagram::unbound().ok()?;
    match path.as_bytes().strip_prefix(b"@") {
        Some(name) => {
            let address = std::os::unix::net::SocketAddr::from_abstract_name(name).ok()?;
            socket.connect_addr(&address).ok()?;
        }
        None => socket.connect(path).ok()?,
    }
    // A manager that does not read must not stop the run.
    socket.set_nonblocking(true).ok()?;
    Some(socket)
}
