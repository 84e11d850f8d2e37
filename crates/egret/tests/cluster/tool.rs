//! `egret cluster`: nodes of a description, started, shown and ended.
use crate::{Site, wait_until};
use std::net::{Ipv4Addr, TcpListener};
use std::process::{Command, Output};

/// A description in the folder of its site, and the nodes that it may have started.
struct Described(Site);

impl Described {
    fn run(&self, words: &[&str]) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_egret"));
        command.arg("cluster").args(words).args(["--state", "state"]).current_dir(self.0.path("."));
        command.env_remove("ZEEKPATH").env_remove("CLUSTER_NODE").output().unwrap()
    }

    /// Runs a command and checks its success and a part of what it prints.
    #[track_caller]
    fn check(&self, words: &[&str], succeeds: bool, parts: &[&str]) -> String {
        let ended = self.run(words);
        let text = [ended.stdout, ended.stderr].concat();
        let text = String::from_utf8_lossy(&text).into_owned();
        assert_eq!(ended.status.success(), succeeds, "{words:?}: {text}{}", self.0.read("state/cluster.log"));
        for part in parts {
            assert!(text.contains(part), "{words:?}: {part:?} in {text}");
        }
        text
    }
}

impl Drop for Described {
    fn drop(&mut self) {
        self.run(&["down", "cluster.toml"]);
    }
}

/// The first of so many ports in a row that were free a moment ago.
fn ports_in_a_row(n: u16) -> u16 {
    loop {
        let first = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap().local_addr().unwrap().port();
        let is_free = |port: u16| TcpListener::bind((Ipv4Addr::LOCALHOST, port)).is_ok();
        if first < 60000 && (first..first + n).all(is_free) {
            return first;
        }
    }
}

fn pid(site: &Site, node: &str) -> Option<i32> {
    let report = site.read(&format!("state/{node}/status.json"));
    let after = report.split("\"pid\":").nth(1)?;
    after.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok()
}

fn is_alive(pid: i32) -> bool {
    std::path::Path::new(&format!("/proc/{pid}")).exists()
}

#[test]
fn nodes_are_started_shown_and_ended() {
    if !rustix::process::geteuid().is_root() {
        return test_needs::unmet("capturing takes root");
    }
    let description = format!(
        "port = {}\nscripts = [\"own.zeek\"]\n[globals]\n\"Own::text\" = \"from the description\"\n\
         [nodes.manager]\nrole = \"manager\"\nhost = \"127.0.0.1\"\n[nodes.logger]\nrole = \"logger\"\nhost = \"127.0.0.1\"\n\
         [nodes.worker]\nrole = \"worker\"\nhost = \"127.0.0.1\"\ninterface = \"lo\"\nprocesses = 2\n",
        ports_in_a_row(8)
    );
    let script = r#"module Own;
export { const text = "" &redef; }
redef Log::default_rotation_interval = 0 secs;
event zeek_init() { Reporter::info(fmt("says %s", text)); }
event zeek_done() { Reporter::info(fmt("%s ends", Cluster::node)); }
"#;
    let site = Site::new(&[("cluster.toml", &description), ("own.zeek", script)]);
    let cluster = Described(site);
    let file = "cluster.toml";
    cluster.check(&["check", file], true, &["no mistakes; 4 nodes, 4 of them on this machine"]);
    cluster.check(&["status", file], false, &["no node of this machine runs"]);
    let table =
        cluster.check(&["up", file], true, &["packets/s", "manager", "logger", "worker-1", "worker-2"]);
    assert_eq!(table.matches(" up ").count(), 4, "{table}");
    assert_eq!(table.matches(" 3/3 ").count(), 4, "{table}");
    cluster.check(&["up", file], false, &["nodes of this machine run already"]);
    // Rows go to the logger.
    cluster.0.wait_for("state/logger/reporter.log", "says from the description", 4);
    // A node that is killed comes back and meets the others again.
    let first = pid(&cluster.0, "worker-2").unwrap();
    rustix::process::kill_process(
        rustix::process::Pid::from_raw(first).unwrap(),
        rustix::process::Signal::KILL,
    )
    .unwrap();
    wait_until(|| pid(&cluster.0, "worker-2") != Some(first), || "another process".to_owned());
    wait_until(|| cluster.run(&["status", file]).status.success(), || cluster.0.read("state/cluster.log"));
    let pids = ["manager", "logger", "worker-1", "worker-2"].map(|node| pid(&cluster.0, node).unwrap());
    cluster.check(&["down", file], true, &["the nodes of this machine have ended"]);
    assert!(!pids.into_iter().any(is_alive), "{pids:?}");
    // The last rows of workers still reach the logger.
    let log = cluster.0.read("state/logger/reporter.log");
    assert!(log.contains("worker-1 ends") && log.contains("worker-2 ends"), "{log}");
    cluster.check(&["status", file], false, &["no node of this machine runs"]);
}

#[test]
fn mistakes_of_descriptions_are_told_with_their_lines() {
    let cases = [
        ("cluster.toml", "[nodes.a]\nrole = \"boss\"\n", "cluster.toml, line 2: role: expected \"manager\""),
        ("node.cfg", "[w]\ntype=worker\nhost=localhost\n", "node.cfg, line 2: w: no interface"),
        (
            "node.cfg",
            "[m]\ntype=manager\nhost=no.such.host.invalid\n",
            "node.cfg, line 2: m: host no.such.host.invalid",
        ),
        (
            "cluster.toml",
            "scripts = [\"broken.zeek\"]\n[nodes.m]\nrole = \"manager\"\nhost = \"localhost\"\n",
            "broken.zeek",
        ),
    ];
    for (name, text, message) in cases {
        let site = Site::new(&[(name, text), ("broken.zeek", "event zeek_init() { no_such(); }\n")]);
        Described(site).check(&["check", name], false, &[message]);
    }
}
