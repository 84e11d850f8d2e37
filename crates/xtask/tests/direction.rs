//! Checks which crates depend on which (ARCHITECTURE.md, "Direction"), using `cargo metadata`.
use cargo_metadata::{DependencyKind, MetadataCommand};
use std::collections::{BTreeMap, BTreeSet};

/// The workspace crates that each crate may depend on directly. A crate that is missing in this table fails the test.
const ALLOWED: &[(&str, &[&str])] = &[
    ("net-types", &[]),
    ("pattern", &[]),
    ("dict", &[]),
    ("runloop", &[]),
    ("namecache-wire", &[]),
    ("cli-pages", &[]),
    ("syscall-filter", &[]),
    ("cluster-wire", &["net-types"]),
    ("cluster", &["cluster-wire", "runloop"]),
    ("cluster-nats", &["cluster", "cluster-wire", "runloop"]),
    ("supervisor", &["net-types"]),
    ("cluster-values", &["cluster-wire", "net-types", "value"]),
    ("event", &["net-types"]),
    ("wire", &["net-types"]),
    ("capture", &["net-types", "wire"]),
    ("session", &["net-types", "wire", "event", "dict"]),
    ("protocols", &["net-types", "pattern", "wire", "event", "dict", "session"]),
    ("spicy-syntax", &[]),
    ("spicy-sema", &["spicy-syntax"]),
    ("spicy-vm", &["pattern", "spicy-syntax", "spicy-sema"]),
    (
        "spicy-analyzers",
        &["event", "net-types", "protocols", "session", "spicy-syntax", "spicy-sema", "spicy-vm"],
    ),
    ("value", &["net-types", "dict", "pattern"]),
    ("script-syntax", &["net-types"]),
    ("script-docs", &["net-types", "script-syntax", "value"]),
    ("script-sema", &["net-types", "dict", "value", "script-syntax"]),
    ("script-vm", &["net-types", "dict", "value", "script-syntax", "script-sema"]),
    ("script-format", &["script-syntax"]),
    ("language-server", &["script-format", "script-sema", "script-syntax", "value"]),
    ("http-door", &[]),
    ("site-file", &["net-types"]),
    ("script-tests", &[]),
    ("page", &["http-door"]),
    // The build script parses scripts.
    ("scripts", &["script-syntax"]),
    ("logging", &["net-types"]),
    ("outside", &["net-types", "runloop", "supervisor", "value"]),
    ("seeds", &["dict"]),
    ("inputs", &["dict", "net-types", "outside", "script-sema", "seeds", "value"]),
    ("log-framework", &["logging", "net-types", "value"]),
    ("metrics", &[]),
    ("resolver", &["namecache", "namecache-wire", "net-types", "outside", "protocols", "runloop", "session"]),
    ("storage", &["value"]),
    ("namecache", &["namecache-wire", "dict", "runloop"]),
    ("egret-cached", &["cli-pages", "namecache", "namecache-wire", "dict", "runloop", "syscall-filter"]),
    ("nss-egret", &["namecache-wire"]),
    ("egret-cut", &["cli-pages", "logging"]),
    ("test-needs", &[]),
    // The generators parse scripts.
    ("xtask", &["script-syntax"]),
];

/// Crates that may depend on all others: the bridge and the crates above it, including the binary and the lab.
const FREE: &[&str] = &["bridge", "builtins", "runtime", "egret", "lab"];

#[test]
fn crates_depend_only_downwards() {
    let meta = MetadataCommand::new().no_deps().exec().expect("cargo metadata");
    let ours: BTreeSet<&str> = meta.packages.iter().map(|p| p.name.as_str()).collect();
    let allowed: BTreeMap<&str, &[&str]> = ALLOWED.iter().copied().collect();
    let mut wrong = Vec::new();
    for p in &meta.packages {
        let name = p.name.as_str();
        if FREE.contains(&name) {
            continue;
        }
        let Some(may) = allowed.get(name) else {
            wrong.push(format!("{name}: not in the table of tests/direction.rs"));
            continue;
        };
        for d in p.dependencies.iter().filter(|d| d.kind != DependencyKind::Development) {
            if ours.contains(d.name.as_str()) && !may.contains(&d.name.as_str()) {
                wrong.push(format!("{name} must not depend on {}", d.name));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
