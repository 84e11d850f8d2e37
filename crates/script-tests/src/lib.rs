//! Documents as tests: each block of script in a markdown file is followed by its results.
//!
//! A case begins with a block marked `zeek`, the file `t.zeek`. Further blocks that name a file (`zeek lib.zeek`)
//! belong to the same case. Other words after the mark are options for the program that runs the case. The blocks with
//! other marks that follow directly are the result. [`rewritten`] creates a document anew from its cases: a test
//! compares it with the original; to accept the difference, the test writes it. `egret test` and the tests of docs/ are
//! such programs.
//!
//! This crate runs no scripts and reads no files.
//!
//! ```
//! let text = "# One\n\n```zeek\nprint 1;\n```\n\n```output\n2\n```\n";
//! let mut run = |case: &script_tests::Case| vec![("output", format!("{}\n", case.files.len()))];
//! let made = script_tests::rewritten(text, &["output"], &mut run);
//! assert_eq!(script_tests::difference(text, &made), "-    8 2\n-    9 ```\n+    8 1\n+    9 ```\n");
//! ```
use std::fmt::Write as _;

/// A script in a document, in one or several files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// The names and texts of its files. The first is the one to run.
    pub files: Vec<(String, String)>,
    /// The options: the other words after `zeek`.
    pub options: Vec<String>,
}

/// A block of a result: the mark after its fence, and its text.
pub type Block = (&'static str, String);

/// Returns a document with the current results of its cases. `run` runs a case. `marks` are the marks of all blocks
/// that `run` may return: existing blocks with these marks are replaced. Blocks without text are left out.
pub fn rewritten(text: &str, marks: &[&str], run: &mut dyn FnMut(&Case) -> Vec<Block>) -> String {
    let mut out = String::new();
    let mut case: Option<Case> = None;
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        let Some(info) = line.strip_prefix("```") else {
            // Blank lines within a case are written again with its results.
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

fn finish(case: &mut Option<Case>, run: &mut dyn FnMut(&Case) -> Vec<Block>, out: &mut String) {
    let Some(case) = case.take() else { return };
    for (mark, text) in run(&case) {
        if !text.is_empty() {
            let _ = write!(out, "\n```{mark}\n{text}");
            out.push_str(if text.ends_with('\n') { "```\n" } else { "\n```\n" });
        }
    }
    out.push('\n');
}

/// Returns the first lines in which two texts differ, with their numbers; empty if the texts are equal.
pub fn difference(was: &str, is: &str) -> String {
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
