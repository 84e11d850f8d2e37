//! Which of the built-in events nothing raises.
#![expect(clippy::disallowed_methods, reason = "a test reads the tree")]
use std::collections::HashSet;
use std::fs;
use std::path::Path;
use xtask::{Declarations, root};

/// Events that nothing raises, with the reason.
const NEVER: &[(&str, &str)] = &[
    ("Broker::internal_log_event", "messages about peerings are events of their own, and rows of broker.log"),
    ("Broker::status", "each change of a peering has an event of its own"),
    ("conn_stats", "no statistics of the two ends are kept for scripts"),
    ("event_queue_flush_point", "scripts raise it themselves to mark a place in the queue"),
    ("mount_proc_umnt_all", "its call has no arguments (RFC 1813, appendix I, 5.2.4), but the event has"),
    ("profiling_update", "no file of profiling information is written"),
    ("tcp_rexmit", "retransmissions are told by conn.log's history, its counts and `rexmit_inconsistency`"),
];

/// The Rust sources that could raise an event, without their tests.
fn sources() -> Vec<String> {
    fn walk(dir: &Path, found: &mut Vec<String>) {
        for entry in fs::read_dir(dir).expect("a folder of sources").flatten() {
            let path = entry.path();
            let name = entry.file_name().to_string_lossy().into_owned();
            if path.is_dir() && name != "tests" {
                walk(&path, found);
            } else if name.ends_with(".rs") && name != "tests.rs" {
                let text = fs::read_to_string(&path).expect("a source");
                found.push(text.split("#[cfg(test)]\nmod ").next().unwrap_or_default().to_owned());
            }
        }
    }
    let mut found = Vec::new();
    for one in fs::read_dir(root().join("crates")).expect("crates").flatten() {
        if !["event", "xtask", "lab"].contains(&&*one.file_name().to_string_lossy()) {
            walk(&one.path().join("src"), &mut found);
        }
    }
    found
}

/// The module and the type of an event that parsers raise.
fn typed(modules: &[(String, String)], event: &str) -> Option<(String, String)> {
    let declared = format!(" = \"{event}\" {{");
    modules.iter().find_map(|(module, text)| {
        let line = text.lines().find_map(|l| l.split_once(&declared).map(|(name, _)| name))?;
        let name = line.trim().trim_end_matches("<'a>");
        Some((module.clone(), name.to_owned()))
    })
}

/// What the sources say: names of types that are made or asked, with the module that the file names, and quoted names.
#[derive(Default)]
struct Said {
    types: HashSet<(String, String)>,
    quoted: HashSet<String>,
}

impl Said {
    fn of(sources: &[String], modules: &[(String, String)]) -> Self {
        let mut said = Said::default();
        let is_word = |c: char| c.is_alphanumeric() || c == '_';
        for text in sources {
            said.quoted.extend(text.split('"').map(str::to_owned));
            let words: HashSet<&str> = text.split(|c| !is_word(c)).collect();
            let made = text.match_indices(['{', ':']).filter_map(|(at, _)| {
                let before = text[..at].trim_end();
                before.rsplit(|c| !is_word(c)).next().filter(|w| w.starts_with(char::is_uppercase))
            });
            let made: HashSet<&str> = made.collect();
            for (module, _) in modules.iter().filter(|(module, _)| words.contains(&**module)) {
                said.types.extend(made.iter().map(|name| (module.clone(), (*name).to_owned())));
            }
        }
        said
    }

    fn raises(&self, event: &str, modules: &[(String, String)]) -> bool {
        typed(modules, event).map_or_else(|| self.quoted.contains(event), |found| self.types.contains(&found))
    }
}

#[test]
fn events_that_nothing_raises_are_listed_with_the_reason() {
    let declared = Declarations::read(&root().join("crates/scripts/tree")).expect("declarations");
    let sources = sources();
    let modules: Vec<_> = fs::read_dir(root().join("crates/event/src"))
        .expect("the crate event")
        .flatten()
        .map(|e| {
            let module = e.path().file_stem().unwrap_or_default().to_string_lossy().into_owned();
            (module, fs::read_to_string(e.path()).expect("a module"))
        })
        .collect();
    let said = Said::of(&sources, &modules);
    let mut events: Vec<_> =
        declared.events.iter().filter(|e| e.file.starts_with("base/bif/")).map(|e| &*e.name).collect();
    events.sort_unstable();
    assert!(events.len() > 600, "{} built-in events", events.len());
    let never: Vec<_> = events.into_iter().filter(|e| !said.raises(e, &modules)).collect();
    let listed: Vec<_> = NEVER.iter().map(|(event, _)| *event).collect();
    assert_eq!(never, listed);
    let page = fs::read_to_string(root().join("docs/from-zeek.md")).expect("the page about differences");
    assert!(
        listed.iter().all(|event| page.contains(&format!("`{event}`"))),
        "docs/from-zeek.md names them all"
    );
}
