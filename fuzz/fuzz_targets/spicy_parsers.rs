//! Feeds arbitrary input to grammars in pieces of arbitrary sizes. Oracle: the pieces make no difference.
//!
//! Grammars are those of the tests, or the files that `EGRET_GRAMMARS` names, separated by colons. `tests/spicy/fuzz` runs
//! this target on packages, with what their captures contain as seeds.
#![no_main]
use libfuzzer_sys::fuzz_target;
use rehearsal::Grammars;
use std::sync::OnceLock;

#[path = "../../crates/spicy-vm/tests/rehearsal/mod.rs"]
mod rehearsal;

/// The grammars of the tests.
const OWN: [&str; 3] = ["tftp", "lines", "tlv"];

static GRAMMARS: OnceLock<Grammars> = OnceLock::new();

fn grammars() -> Grammars {
    let files = match std::env::var("EGRET_GRAMMARS") {
        Ok(paths) => rehearsal::read(&paths.split(':').collect::<Vec<_>>()),
        Err(_) => {
            let path = |n: &str| format!("{}/../crates/spicy-vm/tests/grammars/{n}.spicy", env!("CARGO_MANIFEST_DIR"));
            rehearsal::read(&OWN.map(path))
        }
    };
    Grammars::of(&files).unwrap_or_else(|e| panic!("{e}"))
}

fuzz_target!(|data: &[u8]| GRAMMARS.get_or_init(grammars).parse(data));
