//! A NATS server for tests.
use crate::unmet;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// How long a server may take to start.
const PATIENCE: Duration = Duration::from_secs(40);

/// The gigabytes that the streams of a server may be allowed together. Without a figure it is three quarters of what is free
/// on the disk, and what a test sees would depend on that.
const ROOM: u64 = 64;

/// A server with JetStream on a free port of the loopback interface. It keeps its port and its store when it restarts,
/// and ends with the test.
pub struct Server {
    folder: TempDir,
    program: String,
    process: Child,
    port: u16,
}

impl Server {
    /// Starts a server; `None` (and a note) if the program is not installed. It is the one that `EGRET_NATS_SERVER`
    /// names, one in the search path, or where `go install` puts it.
    #[must_use]
    pub fn start() -> Option<Self> {
        Self::configured(|_| String::new())
    }

    /// Starts a server with a configuration, which may name files of the server's folder. It needs neither an address nor
    /// JetStream's folder.
    ///
    /// # Panics
    /// If the server does not start.
    #[must_use]
    pub fn configured(text: impl FnOnce(&Path) -> String) -> Option<Self> {
        Self::begin(text, &jetstream(ROOM, ""))
    }

    /// Like [`start`](Self::start), for a server with room for so many gigabytes.
    #[must_use]
    pub fn with_room(gigabytes: u64) -> Option<Self> {
        Self::begin(|_| String::new(), &jetstream(gigabytes, ""))
    }

    /// Like [`configured`](Self::configured), with a domain for JetStream.
    #[must_use]
    pub fn in_domain(domain: &str, text: impl FnOnce(&Path) -> String) -> Option<Self> {
        Self::begin(text, &jetstream(ROOM, &format!("domain: {domain}")))
    }

    /// Like [`configured`](Self::configured), for a server that stores nothing.
    #[must_use]
    pub fn without_jetstream(text: impl FnOnce(&Path) -> String) -> Option<Self> {
        Self::begin(text, "")
    }

    fn begin(text: impl FnOnce(&Path) -> String, jetstream: &str) -> Option<Self> {
        let named = std::env::var("EGRET_NATS_SERVER").unwrap_or_default();
        let own = format!("{}/go/bin/nats-server", std::env::var("HOME").unwrap_or_default());
        let runs = |program: &String| {
            let version = Command::new(program.as_str()).arg("--version").stdout(Stdio::null()).status();
            version.is_ok_and(|status| status.success())
        };
        let Some(program) = [named, "nats-server".to_owned(), own].into_iter().find(runs) else {
            unmet("nats-server 2.11 or newer is not installed");
            return None;
        };
        let folder = TempDir::new().expect("a folder");
        // The place of the store is told apart, and counts only for a server with JetStream.
        let text = format!("{}\n{jetstream}", text(folder.path()));
        std::fs::write(folder.path().join("conf"), text).expect("a configuration");
        let process = spawn(&program, folder.path(), "-1");
        let mut server = Server { folder, program, process, port: 0 };
        server.port = server.wait_for_port("client");
        Some(server)
    }

    /// The port for clients.
    #[must_use]
    pub fn port(&self) -> u16 {
        self.port
    }

    /// The address for clients without TLS.
    #[must_use]
    pub fn url(&self) -> String {
        format!("nats://127.0.0.1:{}", self.port)
    }

    /// Waits for the port of a listener: `client` or `leafnode`.
    ///
    /// # Panics
    /// If there is none within 40 seconds.
    #[must_use]
    pub fn wait_for_port(&self, listener: &str) -> u16 {
        let start = Instant::now();
        loop {
            let log = std::fs::read_to_string(self.file("log")).unwrap_or_default();
            if let Some(port) = read_port(&log, listener) {
                return port;
            }
            assert!(start.elapsed() < PATIENCE, "no port for {listener} connections: {log}");
            std::thread::sleep(Duration::from_millis(10));
        }
    }

    /// Kills the server with SIGKILL.
    ///
    /// # Panics
    /// If it has ended before.
    pub fn kill(&mut self) {
        self.process.kill().expect("it runs");
        self.process.wait().expect("it has ended");
    }

    /// Starts it again with the same port and store.
    pub fn restart(&mut self) {
        self.process = spawn(&self.program, self.folder.path(), &self.port.to_string());
    }

    /// The path of a file in the server's folder.
    #[must_use]
    pub fn file(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        drop(self.process.kill());
        drop(self.process.wait());
    }
}

fn jetstream(gigabytes: u64, more: &str) -> String {
    format!("jetstream {{ max_file_store: {gigabytes}GB, {more} }}\n")
}

fn spawn(program: &str, folder: &Path, port: &str) -> Child {
    let mut command = Command::new(program);
    command.args(["-a", "127.0.0.1", "-p", port, "-sd"]).arg(folder.join("store"));
    command.arg("-c").arg(folder.join("conf")).arg("-l").arg(folder.join("log"));
    command.spawn().expect("the server starts")
}

/// The server tells its log at which ports it listens.
fn read_port(log: &str, listener: &str) -> Option<u16> {
    let after = log.split(&format!("Listening for {listener} connections on 127.0.0.1:")).nth(1)?;
    after.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok()
}
