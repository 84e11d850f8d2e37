//! Checks the contents of source files.
#![expect(clippy::disallowed_methods, reason = "a tidy test reads the tree")]
use std::fs;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .ancestors()
        .nth(2)
        .expect("crates/xtask lies two below the root")
        .into()
}

fn walk(dir: &Path, f: &mut dyn FnMut(&Path)) {
    for e in fs::read_dir(dir).unwrap().flatten() {
        let p = e.path();
        let name = e.file_name();
        if name == "target" || name.to_string_lossy().starts_with('.') {
            continue;
        }
        if p.is_dir() {
            walk(&p, f);
        } else {
            f(&p);
        }
    }
}

#[test]
fn files_do_one_thing() {
    let mut wrong = Vec::new();
    walk(&root().join("crates"), &mut |p| {
        if p.extension().is_none_or(|e| e != "rs") {
            return;
        }
        let stem = p.file_stem().unwrap().to_string_lossy();
        if ["utils", "util", "helpers", "helper", "misc", "manager", "common"].contains(&&*stem) {
            wrong.push(format!("{}: a name that says nothing", p.display()));
        }
        let text = fs::read_to_string(p).unwrap();
        let lines = text.lines().count();
        if lines > 1500 {
            wrong.push(format!("{}: {lines} lines; what are the two things in it?", p.display()));
        }
        for (i, l) in text.lines().enumerate() {
            if l.trim_start().starts_with("pub fn get_") && l.contains("(&self)") {
                wrong.push(format!("{}:{}: a getter needs no `get_`", p.display(), i + 1));
            }
        }
    });
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// ARCHITECTURE.md lists every crate, and no crate that does not exist.
#[test]
fn the_map_is_true() {
    let map = fs::read_to_string(root().join("ARCHITECTURE.md")).expect("ARCHITECTURE.md");
    let mut wrong = Vec::new();
    for e in fs::read_dir(root().join("crates")).unwrap().flatten() {
        let name = e.file_name().to_string_lossy().into_owned();
        if !map.contains(&format!("`{name}`")) {
            wrong.push(format!("crates/{name} is not on the map"));
        }
    }
    for l in map.lines().filter(|l| l.starts_with("| `")) {
        let name = l.trim_start_matches("| `").split('`').next().unwrap_or("");
        if !root().join("crates").join(name).is_dir() {
            wrong.push(format!("the map names {name}, which is not there"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
