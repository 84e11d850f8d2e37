//! Nodes of a cluster as processes, over loopback.
#![expect(clippy::disallowed_methods, reason = "tests start processes and wait for them")]
mod feed;
#[cfg(feature = "nats")]
mod feeds;
#[cfg(feature = "nats")]
mod nats;
mod python;
mod rows;
mod scan;
mod tables;
mod together;
mod tool;

use std::fs::File;
use std::net::{Ipv4Addr, TcpListener};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use tempfile::TempDir;

const PATIENCE: Duration = Duration::from_secs(60);

/// The start of scripts: rows go out soon, and nodes tell who comes and goes. The rest is in the module `Test`, too.
const HEAD: &str = r#"
redef Log::default_rotation_interval = 0 secs;
redef Log::flush_interval = 0.1 sec;
redef Broker::log_batch_interval = 0.1 sec;

module Test;

function say(text: string)
	{
	print text;
	flush_all();
	}

event Cluster::node_up(name: string, id: string) { say(fmt("up %s %s", name, id)); }
event Cluster::node_down(name: string, id: string) { say(fmt("down %s %s", name, id)); }
"#;

/// A folder with the scripts of a cluster, and a folder for each of its nodes below it.
struct Site(TempDir);

impl Site {
    fn new(files: &[(&str, &str)]) -> Self {
        let folder = TempDir::new().unwrap();
        for (name, text) in files {
            std::fs::write(folder.path().join(name), text).unwrap();
        }
        Site(folder)
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.path(name)).unwrap_or_default()
    }

    /// Starts a node with these arguments; it writes into its folder.
    fn start(&self, node: &str, args: &[&str]) -> Running {
        let folder = self.path(node);
        std::fs::create_dir_all(&folder).unwrap();
        let output = |name: &str| File::options().create(true).append(true).open(folder.join(name)).unwrap();
        let process = Command::new(env!("CARGO_BIN_EXE_egret"))
            .args(args)
            .current_dir(&folder)
            .env("ZEEKPATH", "..")
            .env("CLUSTER_NODE", node)
            .stdin(Stdio::null())
            .stdout(output("out"))
            .stderr(output("err"))
            .spawn()
            .unwrap();
        Running(process)
    }

    /// Waits until a file has this text so many times.
    fn wait_for(&self, file: &str, text: &str, times: usize) {
        let all = || {
            let files = std::fs::read_dir(self.0.path()).unwrap().flatten();
            let nodes = files.filter(|f| f.path().is_dir()).map(|f| f.file_name().into_string().unwrap());
            nodes
                .map(|n| {
                    format!(
                        "{n}: {}\n",
                        ["out", "err", "python"].map(|f| self.read(&format!("{n}/{f}"))).concat()
                    )
                })
                .collect::<String>()
        };
        wait_until(
            || self.read(file).matches(text).count() >= times,
            || format!("{times} times {text:?} in {file}\n{}", all()),
        );
    }
}

/// A process that ends with its test.
struct Running(Child);

impl Running {
    /// Ends it without any warning.
    fn kill(mut self) {
        self.0.kill().unwrap();
        self.0.wait().unwrap();
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        drop(self.0.kill());
        drop(self.0.wait());
    }
}

fn wait_until(mut done: impl FnMut() -> bool, what: impl FnOnce() -> String) {
    let start = Instant::now();
    while !done() {
        assert!(start.elapsed() <= PATIENCE, "did not happen in time: {}", what());
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// Ports that were free a moment ago.
fn ports<const N: usize>() -> [u16; N] {
    let held = [(); N].map(|()| TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap());
    held.map(|listener| listener.local_addr().unwrap().port())
}

/// The lines that have nodes meet over ZeroMQ at these ports of the proxy.
fn zeromq(publishers: u16, subscribers: u16) -> String {
    format!(
        r#"@load policy/frameworks/cluster/backend/zeromq/connect
redef Cluster::Backend::ZeroMQ::listen_xsub_endpoint = "tcp://127.0.0.1:{publishers}";
redef Cluster::Backend::ZeroMQ::connect_xpub_endpoint = "tcp://127.0.0.1:{publishers}";
redef Cluster::Backend::ZeroMQ::listen_xpub_endpoint = "tcp://127.0.0.1:{subscribers}";
redef Cluster::Backend::ZeroMQ::connect_xsub_endpoint = "tcp://127.0.0.1:{subscribers}";
"#
    )
}
