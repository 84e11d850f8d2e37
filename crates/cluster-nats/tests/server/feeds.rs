//! Feeds in the object store: tools put them there, nodes have copies.
use crate::process::{Process, wait_until};
use cluster::Inbound;
use cluster_nats::{Copies, Settings, feeds, put_feed, remove_feed};
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::time::Duration;
use tempfile::TempDir;
use test_needs::nats::Server;

const MOST: u64 = 2_000_000;

/// A node with a folder for copies, in which it asks for a feed.
fn reader(server: &Server, name: &str, folder: &Path) -> (Process, PathBuf) {
    let copies = |settings: &mut Settings| {
        settings.copies = Some(Copies { folder: folder.to_owned(), most: MOST });
    };
    let process = Process::start(name, server, copies);
    let path = process.uplink.feed("intel.dat").unwrap();
    (process, path)
}

fn tool(server: &Server) -> Settings {
    Settings::new("test", "tool", vec![server.url()])
}

/// Bytes that differ from chunk to chunk, and from version to version.
fn content(version: u8, bytes: usize) -> Vec<u8> {
    (0..bytes).map(|n| (n / 1000) as u8 ^ n as u8 ^ version).collect()
}

fn put(server: &Server, bytes: &[u8]) {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("file");
    std::fs::write(&path, bytes).unwrap();
    let feed = put_feed(&tool(server), "intel.dat", &path).unwrap();
    assert_eq!((feed.name.as_str(), feed.bytes), ("intel.dat", bytes.len() as u64));
}

fn expect_trouble(process: &mut Process, part: &str) {
    process.expect(part, |item| {
        matches!(item, Inbound::Trouble { message, .. } if message.contains(part)).then_some(())
    });
}

fn fetched(process: &Process) -> u64 {
    process.uplink.counters().feeds_fetched.load(Ordering::Relaxed)
}

#[test]
fn nodes_have_copies_of_feeds_and_of_their_next_versions() {
    let Some(mut server) = Server::start() else { return };
    let folders = [TempDir::new().unwrap(), TempDir::new().unwrap()];
    let (mut a, at_a) = reader(&server, "a", folders[0].path());
    expect_trouble(&mut a, "feed intel.dat: the object store does not have it");
    // More than one chunk, an empty version, and one that comes while the node does not run.
    let has = |path: &Path, expected: &[u8]| {
        wait_until("the copy", || std::fs::read(path).is_ok_and(|found| found == expected));
    };
    for version in [content(1, 1_000_000), content(2, 300), Vec::new()] {
        put(&server, &version);
        has(&at_a, &version);
    }
    drop(a);
    let last = content(3, 500_000);
    put(&server, &last);
    let (a, at_a) = reader(&server, "a", folders[0].path());
    let (b, at_b) = reader(&server, "b", folders[1].path());
    has(&at_a, &last);
    has(&at_b, &last);
    assert_eq!([fetched(&a), fetched(&b)], [1, 1]);
    drop((a, b));
    // A copy that is the store's version is not fetched again, and is there without a server.
    let (a, at_a) = reader(&server, "a", folders[0].path());
    // Until it has certainly looked.
    std::thread::sleep(Duration::from_secs(1));
    server.kill();
    has(&at_a, &last);
    assert_eq!(fetched(&a), 0);
}

#[test]
fn what_is_wrong_with_a_feed_is_told_and_the_copy_stays() {
    let Some(server) = Server::start() else { return };
    let folder = TempDir::new().unwrap();
    let first = content(1, 1000);
    put(&server, &first);
    let (mut node, path) = reader(&server, "a", folder.path());
    wait_until("the copy", || path.exists());
    put(&server, &content(2, MOST as usize + 1));
    expect_trouble(&mut node, "it has 2000001 bytes: expected 2000000 at most; the copy of before stays");
    remove_feed(&tool(&server), "intel.dat").unwrap();
    expect_trouble(&mut node, "the object store does not have it; the copy of before stays");
    assert_eq!(std::fs::read(&path).unwrap(), first);
    // Nothing is left of what was not completed.
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
    // A copy that was damaged meanwhile is replaced at the next start.
    put(&server, &first);
    drop(node);
    std::fs::write(&path, "damaged").unwrap();
    let (_node, _) = reader(&server, "a", folder.path());
    wait_until("the copy", || std::fs::read(&path).is_ok_and(|found| found == first));
}

#[test]
fn a_server_without_room_for_feeds_is_told_of() {
    // The stream of rows may have 8 GiB of them, which leaves too little.
    let Some(server) = Server::with_room(10) else { return };
    let folder = TempDir::new().unwrap();
    let (mut node, _) = reader(&server, "a", folder.path());
    expect_trouble(
        &mut node,
        "feeds cannot be fetched: EGRET_test_files, up to 4294967296 bytes (feeds_max_bytes): ",
    );
    let refused = feeds(&tool(&server)).unwrap_err();
    assert!(refused.contains("(feeds_max_bytes): ") && refused.contains("insufficient"), "{refused}");
}

#[test]
fn a_server_without_room_for_rows_is_told_of() {
    let Some(server) = Server::with_room(1) else { return };
    let mut node = Process::start("a", &server, |_| ());
    expect_trouble(
        &mut node,
        "JetStream cannot be used: EGRET_test_LOGS, up to 8589934592 bytes (stream_max_bytes): ",
    );
}

#[test]
fn tools_list_feeds_and_say_what_is_wrong() {
    let Some(server) = Server::start() else { return };
    let tool = tool(&server);
    assert_eq!(feeds(&tool).unwrap(), []);
    put(&server, b"one");
    put(&server, b"two!");
    let listed = feeds(&tool).unwrap();
    assert!(
        matches!(&listed[..], [one] if one.name == "intel.dat" && one.bytes == 4 && one.put > 1_700_000_000)
    );
    remove_feed(&tool, "intel.dat").unwrap();
    assert_eq!(feeds(&tool).unwrap(), []);
    let wrong = |name: &str, path: &str| put_feed(&tool, name, Path::new(path)).unwrap_err();
    assert!(wrong("a/b", "/dev/null").contains("feed \"a/b\": expected up to 200 letters"));
    assert!(wrong("a", "/nowhere").contains("/nowhere: No such file"));
    assert!(wrong("a", "/tmp").contains("/tmp: expected a file"));
    assert!(remove_feed(&tool, "intel.dat").unwrap_err().contains("the object store does not have it"));
    let nowhere = Settings::new("test", "tool", vec!["nats://127.0.0.1:1".to_owned()]);
    assert!(feeds(&nowhere).unwrap_err().contains("NATS: "));
}
