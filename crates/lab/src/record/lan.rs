//! A network of two hosts in network namespaces, with real programs on both.
use anyhow::{Context, bail};
use std::fs;
use std::io::{BufRead, BufReader};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// The address of the servers.
pub(crate) const SERVER: &str = "10.77.0.1";
pub(crate) const SERVER6: &str = "fd77::1";
/// The address of the clients.
const CLIENT: &str = "10.77.0.2";
const CLIENT6: &str = "fd77::2";
/// The zone that the name server serves.
pub(crate) const DOMAIN: &str = "office.example";

/// The time limit for a server to listen, and for a client to finish.
const PATIENCE: Duration = Duration::from_secs(30);

/// Two namespaces connected by a pair of virtual Ethernet devices, both called `eth0`, and a temporary folder. Dropping
/// the network ends the process groups that were started in it.
pub(crate) struct Lan {
    server: String,
    client: String,
    /// The folder with configuration, keys and served files.
    pub dir: PathBuf,
    _scratch: tempfile::TempDir,
    daemons: Vec<Daemon>,
}

/// A server that runs in the foreground, in its own process group.
struct Daemon {
    name: String,
    child: Child,
}

impl Lan {
    /// Creates the network. Needs root.
    pub(crate) fn new() -> anyhow::Result<Self> {
        let id = std::process::id();
        let scratch = tempfile::Builder::new().prefix("egret-record").tempdir()?;
        // Servers that drop their privileges must be able to enter the folder.
        sh(&format!("chmod 755 {}", scratch.path().display()))?;
        let lan = Lan {
            server: format!("egret-s{id}"),
            client: format!("egret-c{id}"),
            dir: scratch.path().to_owned(),
            _scratch: scratch,
            daemons: Vec::new(),
        };
        let (s, c) = (&lan.server, &lan.client);
        sh(&format!(
            "ip netns add {s} && ip netns add {c} \
             && ip -n {s} link add eth0 type veth peer name eth0 netns {c}"
        ))?;
        for (ns, v4, v6) in [(s, SERVER, SERVER6), (c, CLIENT, CLIENT6)] {
            // With offloads, checksums would be missing and segments would have 64 KiB, unlike on a real link.
            sh(&format!(
                "ip -n {ns} link set lo up && ip -n {ns} addr add {v4}/24 dev eth0 \
                 && ip -n {ns} addr add {v6}/64 dev eth0 nodad && ip -n {ns} link set eth0 up \
                 && ip netns exec {ns} ethtool -K eth0 tx off rx off tso off gso off gro off > /dev/null"
            ))?;
            // `ip netns exec` mounts these files over those in /etc.
            let etc = Path::new("/etc/netns").join(ns);
            fs::create_dir_all(&etc)?;
            fs::write(etc.join("resolv.conf"), format!("search {DOMAIN}\nnameserver {SERVER}\n"))?;
        }
        Ok(lan)
    }

    /// Writes a file in the temporary folder and returns its path.
    pub(crate) fn file(&self, name: &str, content: impl AsRef<[u8]>) -> anyhow::Result<String> {
        let path = self.dir.join(name);
        if let Some(parent) = path.parent() {
            fs::create_dir_all(parent)?;
        }
        fs::write(&path, content).with_context(|| path.display().to_string())?;
        Ok(path.display().to_string())
    }

    fn within(&self, ns: &str, command: &str) -> Command {
        let mut c = Command::new("ip");
        c.args(["netns", "exec", ns, "sh", "-c"]).arg(format!("exec {command}"));
        c.current_dir(&self.dir).stdin(Stdio::null()).process_group(0);
        c
    }

    /// Starts a server in the foreground and waits until `ss`, which sends no packet, shows that it listens on `port`.
    pub(crate) fn serve(&mut self, name: &str, port: u16, command: &str) -> anyhow::Result<()> {
        let log = fs::File::create(self.dir.join(format!("{name}.log")))?;
        let child = self
            .within(&self.server, command)
            .stdout(log.try_clone()?)
            .stderr(log)
            .spawn()
            .with_context(|| command.to_owned())?;
        self.daemons.push(Daemon { name: name.to_owned(), child });
        let begun = Instant::now();
        while begun.elapsed() < PATIENCE {
            if let Some(d) = self.daemons.last_mut()
                && let Some(status) = d.child.try_wait()?
            {
                bail!("{name} ended with {status}: {}", self.log_of(name));
            }
            let listening = self.within(&self.server, "ss -Hlntu").output()?;
            let listening = String::from_utf8_lossy(&listening.stdout).into_owned();
            if listening.split_whitespace().any(|w| w.ends_with(&format!(":{port}"))) {
                return Ok(());
            }
            std::thread::sleep(Duration::from_millis(50));
        }
        bail!("{name} does not listen on port {port}: {}", self.log_of(name))
    }

    fn log_of(&self, name: &str) -> String {
        fs::read_to_string(self.dir.join(format!("{name}.log"))).unwrap_or_default()
    }

    /// Runs a client in a shell and returns its output; a failure is an error.
    pub(crate) fn client(&self, command: &str) -> anyhow::Result<String> {
        let command = format!("timeout {} {command}", PATIENCE.as_secs());
        let out = self.within(&self.client, &command).output().with_context(|| command.clone())?;
        if !out.status.success() {
            bail!("`{command}` ended with {}: {}", out.status, String::from_utf8_lossy(&out.stderr));
        }
        Ok(String::from_utf8_lossy(&out.stdout).into_owned())
    }

    /// Like [`client`](Self::client), but the client must fail: a refused login, a missing page.
    pub(crate) fn client_fails(&self, command: &str) -> anyhow::Result<()> {
        match self.client(command) {
            Ok(_) => bail!("`{command}` was meant to fail"),
            Err(_) => Ok(()),
        }
    }

    /// Records the packets at the server's interface while `traffic` runs.
    pub(crate) fn record(
        &self,
        path: &Path,
        traffic: impl FnOnce(&Lan) -> anyhow::Result<()>,
    ) -> anyhow::Result<()> {
        let path = std::path::absolute(path)?;
        let command = format!("tcpdump -Z root -i eth0 -s 0 --immediate-mode -U -w {}", path.display());
        let mut tcpdump =
            self.within(&self.server, &command).stdout(Stdio::null()).stderr(Stdio::piped()).spawn()?;
        let stderr = tcpdump.stderr.take().context("tcpdump's stderr")?;
        let mut lines = BufReader::new(stderr).lines();
        loop {
            let line = lines.next().context("tcpdump did not begin to listen")??;
            if line.contains("listening on") {
                break;
            }
        }
        let result = traffic(self);
        // Wait for late packets, such as those of servers after clients have ended.
        std::thread::sleep(Duration::from_millis(700));
        end(&mut tcpdump, "INT");
        result
    }
}

impl Drop for Lan {
    fn drop(&mut self) {
        while let Some(mut d) = self.daemons.pop() {
            if !end(&mut d.child, "TERM") {
                eprintln!("egret-lab: {} did not end when told to, and was killed", d.name);
            }
        }
        for ns in [&self.server, &self.client] {
            // End processes that have outlived the leaders of their groups. Only this program starts processes in the
            // namespaces.
            let _ = sh(&format!("for p in $(ip netns pids {ns}); do kill -KILL $p; done 2> /dev/null"));
            let _ = fs::remove_dir_all(Path::new("/etc/netns").join(ns));
            if let Err(e) = sh(&format!("ip netns del {ns}")) {
                eprintln!("egret-lab: {e:#}");
            }
        }
    }
}

/// Ends a process group with `signal`. If its leader is still running after five seconds, sends SIGKILL and returns
/// false.
fn end(child: &mut Child, signal: &str) -> bool {
    let group = child.id();
    // Not every shell's built-in `kill` supports process groups, but the program does.
    let send = |signal: &str| {
        let _ = Command::new("kill").args(["-s", signal, "--", &format!("-{group}")]).status();
    };
    send(signal);
    let begun = Instant::now();
    while begun.elapsed() < Duration::from_secs(5) {
        if !matches!(child.try_wait(), Ok(None)) {
            return true;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    send("KILL");
    let _ = child.wait();
    false
}

/// Runs a shell command outside the namespaces.
pub(crate) fn sh(line: &str) -> anyhow::Result<()> {
    let out = Command::new("sh").args(["-c", line]).output()?;
    if !out.status.success() {
        bail!("`{line}` ended with {}: {}", out.status, String::from_utf8_lossy(&out.stderr).trim());
    }
    Ok(())
}
