//! Built-in functions: one file a family, each function under the name that its declaration in the prelude has.
//!
//! A function takes a [`Call`](crate::call::Call) and yields a value.
mod addresses;
mod analyzers;
mod base64;
mod bloom;
mod c_number;
mod cardinality;
mod certificates;
mod connections;
mod containers;
mod dropping;
mod encoding;
mod entropy;
mod file_analysis;
mod files;
mod filters;
mod groups;
mod hashing;
mod http;
mod input;
mod introspection;
mod json;
mod logs;
mod mail;
mod matching;
mod names;
mod numbers;
mod options;
mod packet;
mod paraglob;
mod places;
mod process;
mod random;
mod sampling;
mod ssl;
mod stats;
mod storage;
mod strings;
mod supervision;
mod telemetry;
mod text;
mod times;
mod topk;
mod traces;
mod wire_texts;
mod x509;

pub use storage::deliver_stored;
pub use supervision::{end_nodes, supervise};
pub use telemetry::{open_metrics_door, serve_metrics};

use std::collections::HashMap;
use std::sync::OnceLock;
use value::{Builtin, BuiltinFn};

/// Every built-in function.
pub fn all() -> impl Iterator<Item = Builtin> {
    [
        addresses::FAMILY,
        analyzers::FAMILY,
        bloom::FAMILY,
        cardinality::FAMILY,
        certificates::FAMILY,
        connections::FAMILY,
        containers::FAMILY,
        dropping::FAMILY,
        encoding::FAMILY,
        entropy::FAMILY,
        file_analysis::FAMILY,
        files::FAMILY,
        filters::FAMILY,
        groups::FAMILY,
        hashing::FAMILY,
        input::FAMILY,
        http::FAMILY,
        introspection::FAMILY,
        json::FAMILY,
        logs::FAMILY,
        mail::FAMILY,
        matching::FAMILY,
        names::FAMILY,
        numbers::FAMILY,
        options::FAMILY,
        packet::FAMILY,
        paraglob::FAMILY,
        places::FAMILY,
        process::FAMILY,
        random::FAMILY,
        sampling::FAMILY,
        ssl::FAMILY,
        stats::FAMILY,
        storage::FAMILY,
        supervision::FAMILY,
        strings::FAMILY,
        telemetry::FAMILY,
        text::FAMILY,
        times::FAMILY,
        topk::FAMILY,
        traces::FAMILY,
        wire_texts::FAMILY,
        x509::FAMILY,
    ]
    .into_iter()
    .flatten()
    .copied()
}

/// A built-in function, by its full name. The machine calls `assert`, which no function can be named, for assertions.
#[must_use]
pub fn find(name: &str) -> Option<BuiltinFn> {
    static BY_NAME: OnceLock<HashMap<&'static str, BuiltinFn>> = OnceLock::new();
    BY_NAME
        .get_or_init(|| all().chain([traces::ASSERT]).map(|b| (b.name, b.run)).collect())
        .get(name)
        .copied()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    #[test]
    fn every_function_is_declared_and_built_once() {
        let declared: BTreeSet<&str> = scripts::files()
            .filter(|(path, _)| path.starts_with("base/bif/"))
            .flat_map(|(_, text)| text.lines())
            .filter_map(|l| l.trim().strip_prefix("global ")?.split_once(": function(").map(|(name, _)| name))
            .collect();
        let mut built = BTreeSet::new();
        for b in super::all() {
            assert!(declared.contains(b.name), "{} is not declared", b.name);
            assert!(built.insert(b.name), "{} is built twice", b.name);
        }
    }
}
