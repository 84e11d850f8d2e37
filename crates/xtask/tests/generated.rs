//! Checks that committed files match their declarations.
use std::collections::BTreeMap;

#[test]
fn generated_files_are_current() {
    let root = xtask::root();
    let files = xtask::generate(&root).unwrap_or_else(|e| panic!("{e:#}"));
    let stale: Vec<_> = files.iter().filter(|f| !f.is_current(&root)).map(|f| f.path.as_str()).collect();
    assert!(stale.is_empty(), "stale; `cargo xtask generate` writes them:\n{}", stale.join("\n"));
}

/// Scripts can see and store these numbers.
#[test]
fn numbers_of_analyzers_never_change() {
    let protocols = xtask::Protocols::read(&xtask::root()).unwrap_or_else(|e| panic!("{e:#}"));
    let now: BTreeMap<&str, u16> = protocols.tags().into_iter().collect();
    let kept = [("SNMP", 1), ("DNS", 11), ("HTTP", 18), ("SSL", 57), ("TCP", 71), ("REDIS", 78)];
    for (name, number) in kept {
        assert_eq!(now.get(name), Some(&number), "{name}");
    }
}

/// The list of built-in declarations loads all of their files.
#[test]
fn plugins_are_all_loaded() {
    let plugins = xtask::root().join("crates/scripts/tree/base/bif/plugins");
    let list = read(&plugins.join("__load__.zeek"));
    let names: Vec<String> = names(&plugins);
    let missing: Vec<&String> = names
        .iter()
        .filter(|n| {
            *n != "__load__.zeek" && !list.contains(&format!("@load ./{}\n", n.trim_end_matches(".zeek")))
        })
        .collect();
    assert!(missing.is_empty(), "base/bif/plugins/__load__.zeek does not load {missing:?}");
}

#[expect(clippy::disallowed_methods, reason = "a test reads the tree")]
fn read(path: &std::path::Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

fn names(dir: &std::path::Path) -> Vec<String> {
    let entries = std::fs::read_dir(dir).unwrap_or_else(|e| panic!("{}: {e}", dir.display()));
    entries.flatten().map(|e| e.file_name().to_string_lossy().into_owned()).collect()
}
