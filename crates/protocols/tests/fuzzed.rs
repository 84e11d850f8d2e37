//! Every analyzer that can be made is in a fuzz target.
#![expect(clippy::disallowed_methods, reason = "reads the targets")]
#[rustfmt::skip]
mod conversations;

use protocols::registry;
use std::path::Path;

#[test]
fn every_analyzer_is_fuzzed() {
    let targets = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/fuzz_targets");
    for (target, _) in conversations::ALL {
        let text = std::fs::read_to_string(targets.join(format!("{target}.rs"))).unwrap_or_default();
        let list = format!("conversations::{}", target.to_uppercase());
        assert!(text.contains(&list), "fuzz/fuzz_targets/{target}.rs does not run {list}");
    }
    for tag in registry::built() {
        let name = registry::name(tag);
        let mut all = conversations::ALL.iter().flat_map(|(_, list)| *list);
        assert!(all.any(|(n, ..)| *n == name), "{name} has no conversation in its protocol.toml");
    }
}
