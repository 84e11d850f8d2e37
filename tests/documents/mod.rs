//! Runs documents as tests (`script_tests`). To accept what the program does now, set `EGRET_REWRITE_DOCUMENTS=1`, run the
//! test, and read the difference.
#![allow(
    clippy::disallowed_methods,
    unreachable_pub,
    reason = "tests of several crates include this file, and it reads and writes the repository's documents"
)]
pub use script_tests::{Block, Case};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// Compares every document in `folder` (from the repository's root) with what `run` makes of its cases.
///
/// Blocks without text are left out. `marks` are those that `run` may give; blocks of these marks are replaced.
pub fn check(folder: &str, marks: &[&str], mut run: impl FnMut(&Case) -> Vec<Block>) {
    let root =
        Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).expect("a crate lies two below the root");
    let mut paths: Vec<PathBuf> = std::fs::read_dir(root.join(folder))
        .expect("the folder of documents")
        .map(|e| e.expect("an entry of it").path())
        .filter(|p| p.extension().is_some_and(|e| e == "md"))
        .collect();
    paths.sort();
    assert!(!paths.is_empty(), "no document in {folder}");
    let rewrite = std::env::var_os("EGRET_REWRITE_DOCUMENTS").is_some();
    let mut wrong = String::new();
    for path in paths {
        let text = std::fs::read_to_string(&path).expect("a document");
        let made = script_tests::rewritten(&text, marks, &mut run);
        if made == text {
            continue;
        }
        if rewrite {
            std::fs::write(&path, made).expect("a document can be written");
        } else {
            let _ = writeln!(wrong, "{}:\n{}", path.display(), script_tests::difference(&text, &made));
        }
    }
    assert!(wrong.is_empty(), "{wrong}\nEGRET_REWRITE_DOCUMENTS=1 accepts this");
}
