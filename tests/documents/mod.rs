//! Runs documents as tests: each block of script in a markdown file is followed by its result.
//!
//! A case begins with a block marked `zeek`, the file `t.zeek`; further blocks that name a file (`zeek lib.zeek`)
//! belong to it. Other words after the mark are options for the test that runs the case. The blocks of other marks that
//! follow directly are the result. A test renders every document from its cases and compares. To accept the current
//! results, run the test with `EGRET_REWRITE_DOCUMENTS=1` and review the diff.
#![allow(
    clippy::disallowed_methods,
    unreachable_pub,
    reason = "tests of several crates include this file, and it reads and writes the repository's documents"
)]
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// A script, perhaps in several files, that a document shows.
pub struct Case {
    /// Names and texts of its files; the first is the one to run.
    pub files: Vec<(String, String)>,
    /// The other words after `zeek`.
    pub options: Vec<String>,
}

/// A block of a result: the word after its fence, and its lines.
pub type Block = (&'static str, String);

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
        let made = rewritten(&text, marks, &mut run);
        if made == text {
            continue;
        }
        if rewrite {
            std::fs::write(&path, made).expect("a document can be written");
        } else {
            let _ = writeln!(wrong, "{}:\n{}", path.display(), difference(&text, &made));
        }
    }
    assert!(wrong.is_empty(), "{wrong}\nEGRET_REWRITE_DOCUMENTS=1 accepts this");
}

/// A document with the current results of its cases.
fn rewritten(text: &str, marks: &[&str], run: &mut impl FnMut(&Case) -> Vec<Block>) -> String {
    let mut out = String::new();
    let mut case: Option<Case> = None;
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        let Some(info) = line.strip_prefix("```") else {
            // Blank lines within a case come back with its results.
            if line.is_empty() && case.is_some() {
                continue;
            }
            finish(&mut case, run, &mut out);
            let _ = writeln!(out, "{line}");
            continue;
        };
        let mut body = String::new();
        for l in lines.by_ref().take_while(|l| *l != "```") {
            let _ = writeln!(body, "{l}");
        }
        let mut words = info.split_whitespace();
        let mark = words.next().unwrap_or("");
        if mark == "zeek" {
            let named = words.clone().find(|w| w.contains('.') && !w.contains('=') && !w.contains(':'));
            if named.is_none() {
                finish(&mut case, run, &mut out);
            }
            let case = case.get_or_insert_with(|| Case { files: Vec::new(), options: Vec::new() });
            if !case.files.is_empty() {
                out.push('\n');
            }
            let _ = write!(out, "```{info}\n{body}```\n");
            case.options.extend(words.filter(|w| Some(*w) != named).map(str::to_string));
            case.files.push((named.unwrap_or("t.zeek").into(), body));
        } else if !(case.is_some() && marks.contains(&mark)) {
            finish(&mut case, run, &mut out);
            let _ = write!(out, "```{info}\n{body}```\n");
        }
    }
    finish(&mut case, run, &mut out);
    out.truncate(out.trim_end().len());
    out.push('\n');
    out
}

fn finish(case: &mut Option<Case>, run: &mut impl FnMut(&Case) -> Vec<Block>, out: &mut String) {
    let Some(case) = case.take() else { return };
    for (mark, text) in run(&case) {
        if !text.is_empty() {
            let _ = write!(out, "\n```{mark}\n{text}");
            out.push_str(if text.ends_with('\n') { "```\n" } else { "\n```\n" });
        }
    }
    out.push('\n');
}

/// The first lines where two texts differ, with their numbers.
fn difference(was: &str, is: &str) -> String {
    let mut out = String::new();
    let (was, is): (Vec<&str>, Vec<&str>) = (was.lines().collect(), is.lines().collect());
    let same = was.iter().zip(&is).take_while(|(a, b)| a == b).count();
    for (sign, lines) in [('-', &was), ('+', &is)] {
        for (i, line) in lines.iter().enumerate().skip(same).take(12) {
            let _ = writeln!(out, "{sign}{:5} {line}", i + 1);
        }
    }
    out
}
