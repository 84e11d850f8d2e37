//! Compares the checker's messages with the documents in `docs/diagnostics`.
#[path = "../support/mod.rs"]
mod support;

#[path = "../../../../tests/documents/mod.rs"]
mod documents;
mod messages;

use documents::{Block, Case};
use script_sema::Options;
use script_sema::load::{Input, Loader};
use support::Memory;

const FOLDER: &str = "docs/diagnostics";

/// Loads a case. Its options: `-u` and `-uu` act as on the command line, `first-only` selects the program's plain
/// style, `NAME=VALUE` is an assignment of the command line, `unreadable:NAME` a file that cannot be opened, `run:PATH`
/// another first script; `looks-up-hosts` gives host names an address, `fails-to-evaluate` makes the evaluation of
/// conditions fail.
fn load(case: &Case) -> Memory {
    let files = case.files.iter().map(|(name, text)| (name.clone(), text.clone().into_bytes()));
    let has = |option: &str| case.options.iter().any(|o| o == option);
    let fails_to_evaluate = has("fails-to-evaluate");
    let mut memory = Memory { files: files.collect(), fails_to_evaluate, ..Memory::default() };
    let usage = if has("-uu") { 2 } else { u8::from(has("-u")) };
    let options = Options { first_only: has("first-only"), usage, ..Options::default() };
    let mut loader = Loader::new(options, Box::new(|n| n == "fmt" || n == "cat"));
    for option in &case.options {
        if let Some(name) = option.strip_prefix("unreadable:") {
            memory.unreadable.push(name.into());
        } else if option == "looks-up-hosts" {
            memory.host = "192.0.2.1".parse().ok();
        } else if option.contains('=') {
            loader.assign(option);
        }
    }
    let first = case.options.iter().find_map(|o| o.strip_prefix("run:")).unwrap_or(&case.files[0].0);
    loader.add(Input::Script(first.into()));
    loader.run(&mut memory);
    memory
}

/// Beginnings of texts in the sources that no message shows, each with the reason.
const NO_MESSAGE: &[(&str, &str)] = &[
    ("a length of 0 fits", "the reason of an `expect`"),
    ("hexadecimal count", "the name of a token that nothing expects"),
    ("<command line>", "the name of a file"),
    (" type {t} as {n}", "a part of a case's text"),
];

/// Texts that are only parts of messages.
const PARTS: &[&str] = &[
    "the current folder",
    " from command line arguments",
    "global sets/tables",
    "an enum argument",
    "a string argument",
    "\"when\" statement",
];

/// The checker's messages equal the documents, and every text in the sources of parser and checker that looks like a
/// message occurs in a case.
#[test]
fn documents_hold_and_say_every_message() {
    let mut said = Vec::new();
    documents::check(FOLDER, &["plain", "rendered"], |case| -> Vec<Block> {
        let memory = load(case);
        said.extend(memory.said);
        vec![("plain", memory.plain), ("rendered", memory.rich)]
    });
    let mut unsaid = Vec::new();
    let mut exceptions: Vec<&str> = NO_MESSAGE.iter().map(|e| e.0).collect();
    for (place, text) in messages::in_sources() {
        let pieces = messages::pieces(&text);
        // The parser's expectation is part of a longer message.
        let part = place.contains("script-syntax") || PARTS.contains(&text.as_str());
        let inside = |s: &String| part && s.contains(&text);
        if said.iter().any(|s| messages::fits(&pieces, s) || inside(s)) {
            continue;
        }
        if NO_MESSAGE.iter().any(|(start, _)| text.starts_with(start)) {
            exceptions.retain(|start| !text.starts_with(start));
        } else {
            unsaid.push(format!("{place}: {text:?}"));
        }
    }
    assert!(unsaid.is_empty(), "no case says:\n{}", unsaid.join("\n"));
    assert!(exceptions.is_empty(), "exceptions without a text: {exceptions:?}");
}
