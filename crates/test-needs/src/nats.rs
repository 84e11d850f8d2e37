//! A NATS server for tests.
use crate::unmet;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// How long a server may take to start.
const PATIENCE: Duration = Duration::from_secs(40);

/// A server with JetStream on a free port of the loopback interface. It keeps its port and its store when it restarts,
/// and ends with the test.
pub struct Server {
    folder: TempDir,
    program: String,
    has_jetstream: bool,
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
        Self::begin(text, true)
    }

    /// Like [`configured`](Self::configured), for a server that stores nothing.
    #[must_use]
    pub fn without_jetstream(text: impl FnOnce(&Path) -> String) -> Option<Self> {
        Self::begin(text, false)
    }

    fn begin(text: impl FnOnce(&Path) -> String, has_jetstream: bool) -> Option<Self> {
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
        std::fs::write(folder.path().join("conf"), text(folder.path())).expect("a configuration");
        let process = spawn(&program, folder.path(), has_jetstream, "-1");
        let mut server = Server { folder, program, has_jetstream, process, port: 0 };
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
        self.process = spawn(&self.program, self.folder.path(), self.has_jetstream, &self.port.to_string());
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

fn spawn(program: &str, folder: &Path, has_jetstream: bool, port: &str) -> Child {
    let mut command = Command::new(program);
    command.args(["-a", "127.0.0.1", "-p", port]);
    if has_jetstream {
        command.args(["-js", "-sd"]).arg(folder.join("store"));
    }
    command.arg("-c").arg(folder.join("conf")).arg("-l").arg(folder.join("log"));
    command.spawn().expect("the server starts")
}

/// The server tells its log at which ports it listens.
fn read_port(log: &str, listener: &str) -> Option<u16> {
    let after = log.split(&format!("Listening for {listener} connections on 127.0.0.1:")).nth(1)?;
    after.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok()
}
