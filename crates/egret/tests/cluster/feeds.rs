//! Feeds: a tool puts a file into the object store, and nodes read it like any file, again whenever it changes.
use crate::nats::{LAYOUT, script};
use crate::{HEAD, Site};
use std::process::Command;
use test_needs::nats::Server;

/// The manager reads indicators; each worker has the hosts in a table.
const READING: &str = r#"
@load base/frameworks/input
@load base/frameworks/intel

redef Threading::heartbeat_interval = 0.1 sec;
redef Intel::read_files += { "nats:intel.dat" };
# Feeds are not below it.
redef Intel::path_prefix = "/nowhere";

type Index: record { host: addr; };

global hosts: set[addr];

event zeek_init()
	{
	if ( Cluster::local_node_type() == Cluster::WORKER )
		Input::add_table([$source="nats:hosts", $name="hosts", $idx=Index, $destination=hosts, $mode=Input::REREAD]);
	}

event Input::end_of_data(name: string, source: string) { say(fmt("%s of %s: %d", name, source, |hosts|)); }

event Intel::read_entry(desc: Input::EventDescription, tpe: Input::Event, item: Intel::Item)
	{
	say(fmt("%s from %s", item$indicator, desc$source));
	}

event Cluster::Backend::error(tag: string, message: string) { say(fmt("%s: %s", tag, message)); }
"#;

/// Runs `egret cluster feed` with these words. Returns what it prints.
#[track_caller]
fn feed(site: &Site, words: &[&str], succeeds: bool) -> String {
    let ended = Command::new(env!("CARGO_BIN_EXE_egret"))
        .args(["cluster", "feed"])
        .args(words)
        .current_dir(site.path("."))
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&[ended.stdout, ended.stderr].concat()).into_owned();
    assert_eq!(ended.status.success(), succeeds, "{words:?}: {text}");
    text
}

#[test]
fn nodes_read_feeds_and_their_next_versions() {
    let Some(server) = Server::start() else { return };
    let test = format!("{}{HEAD}{READING}", script(&server));
    let description = format!(
        "backend = \"nats\"\nservers = [\"{}\"]\n[globals]\n\"Cluster::Backend::NATS::feeds_max_bytes\" = \"100000000\"\n\
         [nodes.manager]\nrole = \"manager\"\nhost = \"127.0.0.1\"\n",
        server.url()
    );
    let intel = "#fields\tindicator\tindicator_type\tmeta.source\n192.0.2.1\tIntel::ADDR\ttest\n";
    let site = Site::new(&[
        ("test.zeek", &test),
        ("cluster-layout.zeek", LAYOUT),
        ("cluster.toml", &description),
        ("intel.dat", intel),
        ("one", "#fields\thost\n192.0.2.1\n"),
        ("two", "#fields\thost\n192.0.2.1\n192.0.2.2\n"),
    ]);
    let start = |node: &str| site.start(node, &["-b", "../test.zeek"]);
    let _nodes = ["manager", "worker-1"].map(start);
    // What is not there yet is told, and comes once it is there.
    site.wait_for("worker-1/out", "nats: feed hosts: the object store does not have it", 1);
    let put = feed(&site, &["put", "cluster.toml", "intel.dat"], true);
    assert_eq!(put, format!("intel.dat: {} bytes; scripts read it as \"nats:intel.dat\"\n", intel.len()));
    site.wait_for("manager/out", "192.0.2.1 from nats:intel.dat", 1);
    for (file, hosts) in [("one", 1), ("two", 2), ("one", 1)] {
        let before = site.read("worker-1/out").matches(&format!("hosts of nats:hosts: {hosts}")).count();
        feed(&site, &["put", "cluster.toml", file, "--name", "hosts"], true);
        site.wait_for("worker-1/out", &format!("hosts of nats:hosts: {hosts}"), before + 1);
    }
    // No reader looked for a file that was not there yet.
    for node in ["manager", "worker-1"] {
        assert!(!site.read(&format!("{node}/err")).contains("cannot open"), "{}", site.read("manager/err"));
    }
    let listed = feed(&site, &["list", "cluster.toml"], true);
    assert!(listed.starts_with("hosts\t") && listed.contains("\nintel.dat\t"), "{listed}");
    feed(&site, &["remove", "cluster.toml", "hosts"], true);
    let gone = feed(&site, &["remove", "cluster.toml", "hosts"], false);
    assert!(gone.contains("feed hosts: the object store does not have it"), "{gone}");
}

#[test]
fn feeds_without_nats_say_what_is_missing() {
    let description = "[nodes.manager]\nrole = \"manager\"\nhost = \"127.0.0.1\"\n";
    let test = format!(
        "{HEAD}redef exit_only_after_terminate = F;\n@load base/frameworks/intel\nredef Intel::read_files += {{ \"nats:a\" }};\n"
    );
    let site = Site::new(&[("cluster.toml", description), ("file", ""), ("test.zeek", &test)]);
    let said = feed(&site, &["put", "cluster.toml", "file"], false);
    assert!(said.contains("feeds need backend = \"nats\""), "{said}");
    let _alone = site.start("", &["-b", "test.zeek"]);
    site.wait_for("err", "source nats:a: this node is not connected by NATS", 1);
}
