//! `egret -j`: supervisors, stems and nodes as real processes.
#![expect(clippy::disallowed_methods, reason = "tests start processes and wait for them")]
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;
use tempfile::TempDir;

const PATIENCE: Duration = Duration::from_secs(60);

/// A supervisor in its own folder. Its script also runs on its nodes.
struct Supervisor {
    folder: TempDir,
    process: Child,
}

impl Supervisor {
    fn start(script: &str) -> Self {
        Self::start_with(&[("test.zeek", script)], ".")
    }

    fn start_with(files: &[(&str, &str)], zeekpath: &str) -> Self {
        let folder = TempDir::new().unwrap();
        for (name, text) in files {
            let path = folder.path().join(name);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, text).unwrap();
        }
        let output = |name: &str| std::fs::File::create(folder.path().join(name)).unwrap();
        let process = Command::new(env!("CARGO_BIN_EXE_egret"))
            .args(["-j", "-b", "test.zeek"])
            .current_dir(folder.path())
            .env("ZEEKPATH", zeekpath)
            .stdin(Stdio::null())
            .stdout(output("out"))
            .stderr(output("err"))
            .spawn()
            .unwrap();
        Supervisor { folder, process }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.path(name)).unwrap_or_default()
    }

    /// Waits until a file has `n` lines.
    fn lines(&self, name: &str, n: usize) -> Vec<String> {
        wait_until(&format!("{n} lines in {name}; {}", self.read("err")), || {
            self.read(name).lines().count() >= n
        });
        self.read(name).lines().map(str::to_owned).collect()
    }

    /// Waits for the end, which must be a success.
    fn end(&mut self) {
        let mut status = None;
        wait_until("the supervisor's end", || {
            status = self.process.try_wait().unwrap();
            status.is_some()
        });
        assert!(status.unwrap().success(), "{}", self.read("err"));
    }
}

impl Drop for Supervisor {
    fn drop(&mut self) {
        drop(self.process.kill());
        drop(self.process.wait());
    }
}

fn wait_until(what: &str, done: impl FnMut() -> bool) {
    test_needs::wait_until(what, PATIENCE, done);
}

fn runs(pid: &str) -> bool {
    // A zombie has no command line.
    std::fs::read(Path::new("/proc").join(pid).join("cmdline")).is_ok_and(|line| !line.is_empty())
}

/// Creates a node named n and keeps it running. What a node does last, before it may be ended, it does in a scheduled
/// event: SIGTERM ends a node cleanly, with all that it printed, only after its zeek_init.
const NODE: &str = r#"
redef exit_only_after_terminate = T;
global statuses = 0;

event zeek_init()
	{
	if ( ! Supervisor::is_supervisor() )
		return;

	local problem = Supervisor::create([$name="n"]);

	if ( problem != "" )
		print problem;
	}
"#;

#[test]
fn a_node_is_what_its_configuration_says() {
    let script = r#"
redef exit_only_after_terminate = T;
global extra = "no" &redef;

event look()
	{
	if ( file_size("below/it/done") > 0 )
		terminate();
	else
		schedule 50msec { look() };
	}

event tell()
	{
	local done = open("done");
	print done, "done";
	close(done);
	}

event zeek_init()
	{
	print Supervisor::is_supervisor(), Supervisor::is_supervised();

	if ( Supervisor::is_supervisor() )
		{
		local n = Supervisor::NodeConfig($name="n", $directory="below/it", $stdout_file="out", $bare_mode=F,
		    $addl_base_scripts=vector("before.zeek"), $addl_user_scripts=vector("after"),
		    $env=table(["GREETING"] = "hello = there"), $cpu_affinity=0);
		n$cluster["n"] = [$role=Supervisor::MANAGER, $host=127.0.0.1, $p=0/tcp];
		print Supervisor::create(n), |Supervisor::status()$nodes|;
		event look();
		return;
		}

	print getenv("GREETING"), extra, Supervisor::node()$env, Supervisor::node()$cluster["n"]$role;

@ifdef ( Conn::LOG )
	print "default scripts";
@endif
	schedule 0sec { tell() };
	}
"#;
    let files = [
        ("test.zeek", script),
        ("before.zeek", "global before = \"yes\";"),
        ("library/after.zeek", "redef extra = before;"),
    ];
    let mut supervisor = Supervisor::start_with(&files, "library:.");
    supervisor.end();
    assert_eq!(supervisor.read("out"), "T, F\n, 1\n", "{}", supervisor.read("err"));
    let expected =
        "F, T\nhello = there, yes, {\n[GREETING] = hello = there\n}, Supervisor::MANAGER\ndefault scripts\n";
    assert_eq!(supervisor.read("below/it/out"), expected, "{}", supervisor.read("err"));
}

#[test]
fn what_cannot_be_is_refused() {
    let script = r#"
event zeek_init()
	{
	print Supervisor::create([$name="n", $interface="lo", $pcap_file="/dev/null"]);
	print Supervisor::create([$name=""]);
	print Supervisor::create([$name="n"]);
	print Supervisor::create([$name="n"]);
	print Supervisor::restart("m"), Supervisor::destroy("m"), Supervisor::destroy("n"), Supervisor::destroy();
	print |Supervisor::status()$nodes|;
	terminate();
	}
"#;
    let mut supervisor = Supervisor::start(script);
    supervisor.end();
    let expected = "node with name 'n' has interface and pcap_file set\n\
        a node needs a name\n\nnode with name 'n' already exists\nF, F, T, T\n0\n";
    assert_eq!(supervisor.read("out"), expected, "{}", supervisor.read("err"));
}

#[test]
fn only_a_supervisor_supervises() {
    let run = |args: &[&str]| {
        let ran = Command::new(env!("CARGO_BIN_EXE_egret")).args(args).output().unwrap();
        String::from_utf8_lossy(&ran.stderr).into_owned()
    };
    let alone = run(&["-b", "-e", "print Supervisor::create([$name=\"n\"]);"]);
    assert!(alone.contains("only a supervisor can do this"), "{alone}");
    let alone = run(&["-b", "-e", "print Supervisor::node();"]);
    assert!(alone.contains("only a supervised node has a configuration"), "{alone}");
    let both = run(&["-j", "-i", "lo"]);
    assert!(both.contains("-j excludes -r, -i and --workers"), "{both}");
}

#[test]
fn what_nodes_print_has_their_names_and_passes_the_hooks() {
    let script = NODE.to_owned()
        + r#"
hook Supervisor::stdout_hook(node: string, msg: string)
	{
	if ( msg == "secret" )
		break;
	}

hook Supervisor::stderr_hook(node: string, msg: string)
	{
	if ( msg == "the end" )
		terminate();
	}

event tell()
	{
	print open("/dev/stderr"), "the end";
	}

event zeek_init()
	{
	if ( Supervisor::is_supervisor() )
		return;

	print "first";
	print "secret";
	print string_cat("last ", sub_bytes(gsub("x", /x/, "yyyy"), 1, 2));
	flush_all();
	schedule 0sec { tell() };
	}

event zeek_done()
	{
	if ( Supervisor::is_supervised() )
		print "done";
	}
"#;
    let mut supervisor = Supervisor::start(&script);
    supervisor.end();
    let out = supervisor.read("out");
    let prefix = "[supervisor:STDOUT] [n] ";
    assert_eq!(out, format!("{prefix}first\n{prefix}last yy\n{prefix}done\n"), "{}", supervisor.read("err"));
    assert!(supervisor.read("err").contains("[supervisor:STDERR] [n] the end\n"));
}

#[test]
fn a_node_that_dies_is_revived_and_one_that_is_restarted_gets_a_new_process() {
    let script = NODE.to_owned()
        + r#"
event Supervisor::node_status(node: string, pid: count)
	{
	print node, Supervisor::status(node)$nodes[node]$pid == pid;

	switch ( ++statuses )
		{
		case 1: system(fmt("kill -9 %s", pid)); break;
		case 2: Supervisor::restart(node); break;
		case 3: Supervisor::restart(); break;
		case 4: terminate(); break;
		}
	}
"#;
    let mut supervisor = Supervisor::start(&script);
    supervisor.end();
    assert_eq!(supervisor.read("out"), "n, T\n".repeat(4));
    let err = supervisor.read("err");
    assert!(err.matches("[supervisor:STDERR] [n] ended: signal: 9 (SIGKILL)").count() == 1, "{err}");
}

#[test]
fn a_stem_that_dies_takes_its_nodes_along_and_is_replaced() {
    let script = NODE.to_owned()
        + r#"
event Supervisor::node_status(node: string, pid: count)
	{
	print pid;

	if ( ++statuses == 1 )
		system(fmt("kill -9 %s", Supervisor::__stem_pid()));
	else
		terminate();
	}
"#;
    let mut supervisor = Supervisor::start(&script);
    supervisor.end();
    let pids = supervisor.lines("out", 2);
    assert!(pids.len() == 2 && pids[0] != pids[1], "{pids:?}");
    wait_until("the end of all nodes", || !pids.iter().any(|pid| runs(pid)));
    assert!(supervisor.read("err").contains("[supervisor] the stem ended"));
}

#[test]
fn nothing_is_left_of_a_supervisor_that_dies() {
    let script = NODE.to_owned()
        + r#"
event Supervisor::node_status(node: string, pid: count)
	{
	local f = open("pids");
	print f, Supervisor::__stem_pid();
	print f, pid;
	close(f);
	}
"#;
    let supervisor = Supervisor::start(&script);
    let pids = supervisor.lines("pids", 2);
    assert!(pids.iter().all(|pid| runs(pid)));
    Command::new("kill").args(["-9", &supervisor.process.id().to_string()]).status().unwrap();
    wait_until("the end of stem and node", || !pids.iter().any(|pid| runs(pid)));
}

#[test]
fn sigterm_ends_the_supervisor_and_its_nodes_in_order() {
    let script = NODE.to_owned()
        + r#"
event tell()
	{
	local f = open("ready");
	print f, getpid();
	close(f);
	}

event zeek_init()
	{
	if ( Supervisor::is_supervised() )
		schedule 0sec { tell() };
	}

event zeek_done()
	{
	print Supervisor::is_supervisor();
	}
"#;
    let mut supervisor = Supervisor::start(&script);
    let pid = supervisor.lines("ready", 1).remove(0);
    Command::new("kill").arg(supervisor.process.id().to_string()).status().unwrap();
    supervisor.end();
    assert_eq!(supervisor.read("out"), "T\n[supervisor:STDOUT] [n] F\n", "{}", supervisor.read("err"));
    assert!(!runs(&pid));
}
