//! Tables with `&backend`: what one process changes, the others have; what SQLite keeps, the next run has; and what a
//! manager that was gone has missed reaches it later.
use crate::{Site, ports};
use std::process::{Command, Stdio};

const SCRIPT: &str = r#"
@load base/frameworks/cluster

redef table_expire_interval = 0.1 sec;

module Test;

type Facts: record {
	n: count;
	words: set[string];
};

function say(what: string)
	{
	print what;
	flush_all();
	}

function changed(t: table[string, port] of Facts, what: TableChange, name: string, p: port, facts: Facts)
	{
	say(fmt("%s %s %s %d", what, name, p, facts$n));
	}

function passed(t: set[count], what: TableChange, n: count)
	{
	if ( what == TABLE_ELEMENT_EXPIRED )
		say(fmt("expired %d", n));
	}

global hosts: table[string, port] of Facts &broker_allow_complex_type &backend=Broker::SQLITE &on_change=changed;
global short: set[count] &create_expire=1 sec &backend=Broker::MEMORY &on_change=passed;

event Test::act(step: string)
	{
	switch ( step )
		{
		case "first":
			hosts["a", 1/tcp] = Facts($n=1, $words=set("x"));
			hosts["b", 2/udp] = Facts($n=2, $words=set());
			add short[7];
			break;
		case "second":
			hosts["a", 1/tcp] = Facts($n=3, $words=set("x", "y"));
			delete hosts["b", 2/udp];
			break;
		}
	}

event Broker::announce_masters(masters: set[string])
	{
	say(fmt("masters %d", |masters|));

	if ( Cluster::node == "worker-1" && |hosts| == 0 )
		{
		event Test::act("first");
		schedule 1 sec { Test::act("second") };
		}
	}

event Cluster::node_down(name: string, id: string)
	{
	say(fmt("down %s", name));

	if ( Cluster::node == "worker-1" )
		hosts["c", 3/tcp] = Facts($n=4, $words=set());
	}
"#;

#[test]
fn tables_are_the_same_at_all_nodes() {
    let [manager, one, two] = ports();
    let layout = format!(
        r#"redef Cluster::manager_is_logger = T;
redef Cluster::nodes = {{
	["manager"] = [$node_type=Cluster::MANAGER, $ip=127.0.0.1, $p={manager}/tcp],
	["worker-1"] = [$node_type=Cluster::WORKER, $ip=127.0.0.1, $p={one}/tcp, $manager="manager"],
	["worker-2"] = [$node_type=Cluster::WORKER, $ip=127.0.0.1, $p={two}/tcp, $manager="manager"],
}};"#
    );
    let site = Site::new(&[("test.zeek", SCRIPT), ("cluster-layout.zeek", &layout)]);
    let start = |node: &str| site.start(node, &["-b", "../test.zeek"]);
    let first = start("manager");
    // The other worker is there when the first one begins: an element that lives for a second must reach it in time.
    let _other = start("worker-2");
    site.wait_for("worker-2/out", "masters 2", 1);
    let _worker = start("worker-1");
    for node in ["manager", "worker-1", "worker-2"] {
        let out = format!("{node}/out");
        for line in [
            "TABLE_ELEMENT_NEW a 1/tcp 1",
            "TABLE_ELEMENT_NEW b 2/udp 2",
            "TABLE_ELEMENT_CHANGED a 1/tcp 1",
            "TABLE_ELEMENT_REMOVED b 2/udp 2",
            "expired 7",
        ] {
            site.wait_for(&out, line, 1);
            assert_eq!(site.read(&out).matches(line).count(), 1, "{line} in {out}: {}", site.read(&out));
        }
    }

    // The change that a worker makes while the manager is gone reaches the next manager, which has the rest from its file.
    first.kill();
    site.wait_for("worker-1/out", "TABLE_ELEMENT_NEW c 3/tcp 4", 1);
    let _second = start("manager");
    site.wait_for("manager/out", "TABLE_ELEMENT_NEW c 3/tcp 4", 1);
    site.wait_for("worker-2/out", "TABLE_ELEMENT_NEW c 3/tcp 4", 1);
}

/// Runs a script in a folder; what it prints, and what it reports.
fn run(folder: &std::path::Path, script: &str) -> (String, String, bool) {
    std::fs::write(folder.join("run.zeek"), script).unwrap();
    let done = Command::new(env!("CARGO_BIN_EXE_egret"))
        .args(["-b", "run.zeek"])
        .current_dir(folder)
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (text(done.stdout), text(done.stderr), done.status.success())
}

#[test]
fn tables_outlive_a_run_in_sqlite() {
    let folder = tempfile::tempdir().unwrap();
    let table = "global t: table[count] of string &ordered &backend=Broker::SQLITE;\n";
    let first = format!(
        "{table}event zeek_init() {{ t[1] = \"a\"; t[2] = \"b\"; t[1] = \"c\"; delete t[2]; t[3] = \"d\"; }}"
    );
    assert_eq!(run(folder.path(), &first), (String::new(), String::new(), true));
    let second = format!("{table}event zeek_init() {{ print t; }}");
    assert_eq!(run(folder.path(), &second).0, "{\n[1] = c,\n[3] = d\n}\n");

    let other = "global t: table[string] of string &backend=Broker::SQLITE;";
    let (_, errors, is_sound) = run(folder.path(), other);
    assert!(errors.contains("Failed to convert key 1 while importing"), "{errors}");
    assert!(!is_sound);
}
