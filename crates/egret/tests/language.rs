//! Runs every case of the documents of the script language in `docs/language`.
#![allow(clippy::disallowed_methods, reason = "a test runs the program")]

#[path = "../../../tests/documents/mod.rs"]
mod documents;

use documents::{Block, Case};
use std::process::Command;

/// Runs a case without the default scripts. Messages are in their one-line form.
fn run(case: &Case) -> Vec<Block> {
    let folder = tempfile::tempdir().expect("a folder for the case");
    for (name, text) in &case.files {
        std::fs::write(folder.path().join(name), text).expect("a file of the case");
    }
    let main = &case.files[0].0;
    let ran = Command::new(env!("CARGO_BIN_EXE_egret"))
        .args(["-b", "--plain-errors"])
        .args(&case.options)
        .arg(main)
        .current_dir(folder.path())
        .env("TZ", "UTC")
        .output()
        .expect("the program runs");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).replace("./t.zeek", "t.zeek");
    let code = match ran.status.code() {
        Some(0) => String::new(),
        Some(code) => format!("{code}\n"),
        None => format!("{}\n", ran.status),
    };
    vec![("output", text(&ran.stdout)), ("errors", text(&ran.stderr)), ("exit", code)]
}

#[test]
fn scripts_do_what_the_documents_say() {
    documents::check("docs/language", &["output", "errors", "exit"], run);
}
