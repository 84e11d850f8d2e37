//! Every analyzer that is built is in a fuzz target, and in the smoke run of what the targets do.
#![expect(clippy::disallowed_methods, reason = "reads the targets")]
use protocols::registry;
use std::path::Path;

#[test]
fn every_analyzer_is_fuzzed() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let dense = |text: String| text.split_whitespace().collect::<String>();
    let targets: String = std::fs::read_dir(here.join("../../fuzz/fuzz_targets"))
        .expect("the targets")
        .map(|file| dense(std::fs::read_to_string(file.expect("a target").path()).expect("a text")))
        .collect();
    let smoke =
        dense(std::fs::read_to_string(here.join("tests/any_conversation.rs")).expect("the smoke run"));
    for tag in registry::built() {
        let entry = format!("(\"{}\",Port::", registry::name(tag));
        assert!(targets.contains(&entry), "{} is in no target of fuzz/fuzz_targets", registry::name(tag));
        assert!(smoke.contains(&entry), "{} is not in tests/any_conversation.rs", registry::name(tag));
    }
}
