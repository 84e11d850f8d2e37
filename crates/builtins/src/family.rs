//! Built-in functions: one file per family. Each function has the name of its declaration in the prelude.
//!
//! A function takes a [`Call`](crate::call::Call) and returns a value.
mod addresses;
mod analyzers;
pub(crate) mod anonymization;
mod base64;
mod bloom;
mod broker;
pub(crate) mod broker_data;
mod c_number;
mod cardinality;
mod certificates;
mod clusters;
mod connections;
mod containers;
mod documentation;
mod dropping;
mod encoding;
mod entropy;
mod file_analysis;
mod files;
mod filters;
mod geneve;
mod groups;
mod hashing;
mod http;
mod input;
mod interfaces;
mod introspection;
mod json;
mod logins;
mod logs;
mod mail;
mod matching;
mod names;
mod numbers;
pub(crate) mod opaque_states;
mod options;
mod packet;
mod paraglob;
mod places;
mod process;
mod random;
mod sampling;
mod signature_matching;
mod spicy;
mod ssl;
mod stats;
mod storage;
pub(crate) mod stores;
mod strings;
mod supervision;
mod telemetry;
mod text;
mod times;
mod topk;
mod traces;
mod tunnels;
mod wire_texts;
mod x509;

pub use packet::tell_unprocessed;
pub use storage::deliver_stored;
pub use stores::{bind_tables, tend_stores};
pub use supervision::{end_nodes, supervise};
pub use telemetry::{open_metrics_door, serve_metrics};

use std::collections::HashMap;
use std::sync::OnceLock;
use value::{Builtin, BuiltinFn};

/// Returns every built-in function.
pub fn all() -> impl Iterator<Item = Builtin> {
    [
        addresses::FAMILY,
        analyzers::FAMILY,
        anonymization::FAMILY,
        bloom::FAMILY,
        cardinality::FAMILY,
        broker::FAMILY,
        broker_data::FAMILY,
        certificates::FAMILY,
        clusters::FAMILY,
        connections::FAMILY,
        containers::FAMILY,
        documentation::FAMILY,
        dropping::FAMILY,
        encoding::FAMILY,
        entropy::FAMILY,
        file_analysis::FAMILY,
        files::FAMILY,
        filters::FAMILY,
        geneve::FAMILY,
        groups::FAMILY,
        hashing::FAMILY,
        input::FAMILY,
        http::FAMILY,
        interfaces::FAMILY,
        introspection::FAMILY,
        json::FAMILY,
        logins::FAMILY,
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
        signature_matching::FAMILY,
        spicy::FAMILY,
        ssl::FAMILY,
        stats::FAMILY,
        storage::FAMILY,
        stores::FAMILY,
        supervision::FAMILY,
        strings::FAMILY,
        telemetry::FAMILY,
        text::FAMILY,
        times::FAMILY,
        topk::FAMILY,
        traces::FAMILY,
        tunnels::FAMILY,
        wire_texts::FAMILY,
        x509::FAMILY,
    ]
    .into_iter()
    .flatten()
    .copied()
}

/// Finds a built-in function by its full name. The machine calls `assert`, a reserved word, for assertions.
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

    fn declared() -> BTreeSet<&'static str> {
        scripts::files()
            .filter(|(path, _)| path.starts_with("base/bif/"))
            .flat_map(|(_, text)| text.lines())
            .filter_map(|l| l.trim().strip_prefix("global ")?.split_once(": function(").map(|(name, _)| name))
            .collect()
    }

    #[test]
    fn every_declared_function_has_a_body() {
        let built: BTreeSet<&str> = super::all().map(|b| b.name).collect();
        let missing: Vec<&str> = declared().difference(&built).copied().collect();
        assert!(missing.is_empty(), "without a body: {missing:?}");
    }

    #[test]
    fn every_function_is_declared_and_built_once() {
        let declared = declared();
        let mut built = BTreeSet::new();
        for b in super::all() {
            assert!(declared.contains(b.name), "{} is not declared", b.name);
            assert!(built.insert(b.name), "{} is built twice", b.name);
        }
    }
}
