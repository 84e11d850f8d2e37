//! Writes the table of every file below `tree/`, sorted by path, and their parsed forms in the same order.
#![expect(clippy::disallowed_methods, reason = "a build script reads folders and writes the table")]

use script_syntax::{Packer, SourceMap};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

include!("src/early.rs");

fn main() -> io::Result<()> {
    let root = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets it")).join("tree");
    let mut files = Vec::new();
    walk(&root, &mut files)?;
    let mut named: Vec<_> = files.iter().map(|file| (name(file, &root), file)).collect();
    named.sort();

    let mut table = String::from("static FILES: &[(&str, &str)] = &[\n");
    let mut sources = SourceMap::new();
    let mut packer = Packer::new(EARLY);
    for (name, file) in named {
        let script = if name.ends_with(".zeek") { fs::read(file)? } else { Vec::new() };
        packer.add(&sources.add(&name, "", script).map_err(io::Error::other)?);
        writeln!(table, "    ({name:?}, include_str!({file:?})),").expect("a String takes it");
    }
    table.push_str("];\n");
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets it"));
    fs::write(out.join("parsed.bin"), packer.finish())?;
    fs::write(out.join("files.rs"), table)
}

/// The path below the root, its steps parted by `/` on every system.
fn name(file: &Path, root: &Path) -> String {
    let below = file.strip_prefix(root).expect("below the root");
    below.to_str().expect("names are UTF-8").replace('\\', "/")
}

fn walk(dir: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    println!("cargo::rerun-if-changed={}", dir.display());
    for entry in fs::read_dir(dir)? {
        let path = entry?.path();
        if path.is_dir() {
            walk(&path, files)?;
        } else {
            files.push(path);
        }
    }
    Ok(())
}
