//! Nodes connected by a real server of NATS.
use crate::{Running, Site, scan, together, wait_until};
use std::path::Path;
use std::process::{Command, Stdio};
use tempfile::TempDir;

/// Manager, logger and two workers.
pub(crate) const LAYOUT: &str = r#"redef Cluster::manager_is_logger = F;
redef Cluster::nodes = {
	["manager"] = [$node_type=Cluster::MANAGER, $ip=127.0.0.1],
	["logger"] = [$node_type=Cluster::LOGGER, $ip=127.0.0.1],
	["worker-1"] = [$node_type=Cluster::WORKER, $ip=127.0.0.1],
	["worker-2"] = [$node_type=Cluster::WORKER, $ip=127.0.0.1],
};"#;

/// A server with JetStream, which keeps its port and its store when it starts again.
struct Server {
    folder: TempDir,
    program: String,
    running: Option<Running>,
    port: u16,
}

impl Server {
    /// `None` (and a note) if the program is not installed.
    fn start() -> Option<Self> {
        let named = std::env::var("EGRET_NATS_SERVER").unwrap_or_default();
        let own = format!("{}/go/bin/nats-server", std::env::var("HOME").unwrap_or_default());
        let runs = |program: &&String| {
            let version = Command::new(program.as_str()).arg("--version").stdout(Stdio::null()).status();
            version.is_ok_and(|status| status.success())
        };
        let Some(program) = [named, "nats-server".to_owned(), own].iter().find(runs).cloned() else {
            test_needs::unmet("nats-server 2.11 or newer is not installed");
            return None;
        };
        let folder = TempDir::new().unwrap();
        let running = Some(spawn(&program, folder.path(), "-1"));
        let mut port = None;
        wait_until(
            || {
                port = read_port(folder.path());
                port.is_some()
            },
            || "the server's port".to_owned(),
        );
        Some(Server { folder, program, running, port: port.unwrap() })
    }

    fn kill(&mut self) {
        self.running.take().unwrap().kill();
    }

    fn start_again(&mut self) {
        self.running = Some(spawn(&self.program, self.folder.path(), &self.port.to_string()));
    }

    fn script(&self) -> String {
        format!(
            r#"@load policy/frameworks/cluster/backend/nats/connect
redef Cluster::Backend::NATS::servers = vector("nats://127.0.0.1:{}");
"#,
            self.port
        )
    }
}

fn spawn(program: &str, folder: &Path, port: &str) -> Running {
    let mut command = Command::new(program);
    command.args(["-a", "127.0.0.1", "-p", port, "-js", "-sd"]);
    command.arg(folder.join("store")).arg("--ports_file_dir").arg(folder).stderr(Stdio::null());
    Running(command.spawn().unwrap())
}

/// The server writes its address to a file in this folder.
fn read_port(folder: &Path) -> Option<u16> {
    let files = std::fs::read_dir(folder).ok()?.flatten();
    let file = files.map(|f| f.path()).find(|p| p.extension().is_some_and(|e| e == "ports"))?;
    let text = std::fs::read_to_string(file).ok()?;
    let after = text.split("nats://127.0.0.1:").nth(1)?;
    after.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok()
}

#[test]
fn processes_are_a_cluster_over_nats() {
    let Some(server) = Server::start() else { return };
    together::check(&server.script(), LAYOUT, &["manager", "logger", "worker-1"]);
}

#[test]
fn a_scan_over_two_workers_is_one_notice_over_nats() {
    let Some(server) = Server::start() else { return };
    scan::check(&server.script(), LAYOUT);
}

/// Each worker numbers its rows, ten a tenth of a second.
const COUNTING: &str = r#"
redef Log::default_rotation_interval = 0 secs;
redef Log::flush_interval = 0.1 sec;

module Test;

export {
	redef enum Log::ID += { LOG };
	type Row: record { node: string &log; n: count &log; };
	const most = 400 &redef;
}

global n = 0;

event more()
	{
	local end = n + 10;

	while ( n < end )
		Log::write(Test::LOG, [$node=Cluster::node, $n=++n]);

	if ( n < most )
		schedule 0.1 sec { more() };
	else
		{
		print "all written";
		flush_all();
		}
	}

event zeek_init()
	{
	Log::create_stream(Test::LOG, [$columns=Row, $path="test"]);

	if ( Cluster::local_node_type() == Cluster::WORKER )
		schedule 0.1 sec { more() };
	}

event Cluster::node_up(name: string, id: string) { print fmt("up %s", name); flush_all(); }
event Cluster::node_down(name: string, id: string) { print fmt("down %s", name); flush_all(); }
event Cluster::Backend::error(tag: string, message: string) { print fmt("%s: %s", tag, message); flush_all(); }
"#;

/// The rows of all files of the logger that have them, by worker and number.
fn rows(site: &Site) -> Vec<String> {
    let files = std::fs::read_dir(site.path("logger")).unwrap().flatten().map(|f| f.path());
    let logs = files.filter(|f| f.file_name().unwrap().to_string_lossy().starts_with("test"));
    let text: String = logs.map(|f| std::fs::read_to_string(f).unwrap_or_default()).collect();
    let mut rows: Vec<String> = text.lines().filter(|l| !l.starts_with('#')).map(str::to_owned).collect();
    rows.sort();
    rows
}

fn all_rows() -> Vec<String> {
    let of = |worker: &str| (1..=400).map(|n| format!("{worker}\t{n}")).collect::<Vec<_>>();
    let mut all = [of("worker-1"), of("worker-2")].concat();
    all.sort();
    all
}

#[test]
fn rows_outlive_the_server_and_arrive_once() {
    let Some(mut server) = Server::start() else { return };
    let script = format!("{}{COUNTING}", server.script());
    let site = Site::new(&[("test.zeek", &script), ("cluster-layout.zeek", LAYOUT)]);
    let _nodes = start_all(&site);
    site.wait_for("manager/out", "up ", 3);
    wait_until(|| rows(&site).len() > 50, || "the first rows".to_owned());
    server.kill();
    // Without a server, all others count as down, and the user is told.
    site.wait_for("manager/out", "down ", 3);
    site.wait_for("worker-1/out", "nats: the connection is lost; rows wait", 1);
    server.start_again();
    site.wait_for("manager/out", "up ", 6);
    for worker in ["worker-1", "worker-2"] {
        site.wait_for(&format!("{worker}/out"), "all written", 1);
    }
    wait_for_all_rows(&site);
}

fn start_all(site: &Site) -> [Running; 4] {
    ["manager", "logger", "worker-1", "worker-2"].map(|node| site.start(node, &["-b", "../test.zeek"]))
}

fn wait_for_all_rows(site: &Site) {
    let errors = || site.read("logger/err");
    wait_until(|| rows(site).len() >= 800, || format!("{} rows of 800\n{}", rows(site).len(), errors()));
    assert_eq!(rows(site), all_rows());
}

/// Rows that it had written and not acknowledged come again. Its next run removes them from its logs first.
#[test]
fn a_logger_that_is_killed_writes_no_row_twice() {
    let Some(server) = Server::start() else { return };
    let script = format!("{}{COUNTING}", server.script());
    let site = Site::new(&[("test.zeek", &script), ("cluster-layout.zeek", LAYOUT)]);
    let [_manager, mut logger, _one, _two] = start_all(&site);
    for enough in [50, 200, 400] {
        wait_until(|| rows(&site).len() > enough, || format!("{enough} rows"));
        logger.kill();
        logger = site.start("logger", &["-b", "../test.zeek"]);
    }
    wait_for_all_rows(&site);
    assert!(site.path("logger/test-interrupted.log").exists(), "{}", site.read("logger/err"));
}

/// Without a server, rows wait in memory, then on disk; once there is no room, one notice tells that they are dropped.
#[test]
fn rows_wait_for_a_server_until_there_is_no_room() {
    for (options, expects_all) in [
        ("redef Cluster::Backend::NATS::rows_max_bytes = 2000;\n", true),
        (
            "redef Cluster::Backend::NATS::rows_max_bytes = 2000;\nredef Cluster::Backend::NATS::spill_folder = \"\";\n",
            false,
        ),
    ] {
        let Some(mut server) = Server::start() else { return };
        server.kill();
        let script = format!("{}{options}{COUNTING}", server.script());
        let site = Site::new(&[("test.zeek", &script), ("cluster-layout.zeek", LAYOUT)]);
        let _nodes = start_all(&site);
        for worker in ["worker-1", "worker-2"] {
            site.wait_for(&format!("{worker}/out"), "all written", 1);
        }
        let is_on_disk = site.path("worker-1/spill-worker-1").exists();
        assert_eq!(is_on_disk, expects_all);
        server.start_again();
        if expects_all {
            wait_for_all_rows(&site);
        } else {
            wait_until(|| !rows(&site).is_empty(), || "rows".to_owned());
            site.wait_for("manager/out", "up worker-1", 1);
            let notices = site.read("worker-1/out").matches("nats: rows are dropped: what may wait").count();
            assert!(rows(&site).len() < 800 && notices == 1, "{notices}: {}", site.read("worker-1/out"));
        }
    }
}

#[test]
fn wrong_options_say_what_was_expected() {
    let cases = [
        (
            r#"servers = vector("127.0.0.1:4222")"#,
            "NATS: Cluster::Backend::NATS::servers: expected nats://HOST:PORT",
        ),
        ("servers = vector()", "servers is empty: expected addresses such as nats://HOST:PORT"),
        (r#"cluster_name = "a b""#, "cluster \"a b\": expected letters, digits, - and _"),
        (r#"key_file = "k""#, "Cluster::Backend::NATS::key_file needs Cluster::Backend::NATS::cert_file"),
        (r#"credentials_file = "/nowhere""#, "NATS: /nowhere: loading creds file"),
        ("replicas = 9", "Cluster::Backend::NATS::replicas is 9: expected 1 to 5"),
    ];
    let scripts = cases.map(|(option, _)| {
        format!(
            "@load policy/frameworks/cluster/backend/nats/connect\nredef Cluster::Backend::NATS::{option};\n"
        )
    });
    for ((option, message), script) in cases.iter().zip(scripts) {
        let site = Site::new(&[("test.zeek", &script), ("cluster-layout.zeek", LAYOUT)]);
        let _node = site.start("manager", &["-b", "../test.zeek"]);
        site.wait_for("manager/err", message, 1);
        site.wait_for("manager/err", "the NATS backend did not start", 1);
        assert!(!option.is_empty());
    }
}
