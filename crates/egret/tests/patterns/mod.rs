//! Patterns of scripts and signatures, compared with texts.
mod binary_signatures;
mod text_signatures;

use crate::program::{egret, said};
use std::fs;
use std::path::Path;

/// Loads scripts, and checks for each row whether the pattern, given as an expression, is found in the text.
#[track_caller]
pub(crate) fn check(loads: &[&str], pattern: &str, rows: &[(&str, bool)]) {
    let folder = tempfile::tempdir().unwrap();
    let mut script: String = loads.iter().map(|path| format!("@load {path}\n")).collect();
    script += &format!("event zeek_init()\n\t{{\n\tlocal sought = {pattern};\n");
    for (text, _) in rows {
        script += &format!("\tprint sought in {};\n", literal(text));
    }
    script += "\t}\n";
    fs::write(folder.path().join("x.zeek"), &script).unwrap();
    let said = said(egret(folder.path()).args(["-b", "x.zeek"]));
    let found: Vec<bool> = said.out.lines().map(|line| line == "T").collect();
    assert_eq!(found.len(), rows.len(), "{script}\n{}\n{}", said.out, said.err);
    let wrong: Vec<_> = rows.iter().zip(&found).filter(|((_, expected), found)| expected != *found).collect();
    assert!(wrong.is_empty(), "{pattern}: {wrong:#?}");
}

/// Writes a text of one-byte characters as a script's string literal.
fn literal(text: &str) -> String {
    let byte = |c: char| u8::try_from(u32::from(c)).expect("a character below 256");
    format!("\"{}\"", text.chars().map(|c| format!("\\x{:02x}", byte(c))).collect::<String>())
}

/// Like [`check`], for the content pattern of a signature, which must match from the beginning of the payload.
#[track_caller]
pub(crate) fn signature(file: &str, id: &str, rows: &[(&str, bool)]) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../scripts/tree").join(file);
    let text = fs::read_to_string(&path).unwrap();
    let rule = text
        .split("\nsignature ")
        .find(|rule| rule.split_whitespace().next() == Some(id))
        .expect("the signature");
    let line = rule.lines().find(|line| line.contains(" /")).expect("a pattern");
    let pattern = line.split_once(" /").unwrap().1;
    let (pattern, flag) = pattern.strip_suffix("/i").map_or((pattern, ""), |p| (p, "i"));
    let pattern = pattern.trim_end_matches('/');
    check(&[], &format!("/^(?s:({}))/{flag}", pattern.trim_start_matches('^')), rows);
}
