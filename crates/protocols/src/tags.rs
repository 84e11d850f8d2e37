//! Tags of analyzers and their names, as scripts know them.
//!
//! A tag's number is that of the script's `Analyzer::Tag`. Every `protocol.toml` sets its own; `names.rs` is generated
//! from them. The makers of analyzers are in [`registry`](crate::registry).
mod added;
mod names;

pub use added::add;
use names::NAMES;
use session::analyzer::Tag;

/// An analyzer's number and names.
struct Names {
    tag: Tag,
    /// `HTTP`
    name: &'static str,
    /// `Analyzer::ANALYZER_HTTP`
    script: &'static str,
}

/// The tag of an analyzer by its name, `SSL`. Meant for constants: an unknown name does not compile.
#[must_use]
pub const fn tag(name: &str) -> Tag {
    let mut names: &[Names] = NAMES;
    while let [first, rest @ ..] = names {
        if same(first.name.as_bytes(), name.as_bytes()) {
            return first.tag;
        }
        names = rest;
    }
    panic!("no analyzer has this name")
}

const fn same(mut a: &[u8], mut b: &[u8]) -> bool {
    while let ([first, a_rest @ ..], [second, b_rest @ ..]) = (a, b) {
        if *first != *second {
            return false;
        }
        (a, b) = (a_rest, b_rest);
    }
    a.is_empty() && b.is_empty()
}

/// The tag of an analyzer by its name at run time, in any case, because signatures write names in lower case.
pub fn find(name: &str) -> Option<Tag> {
    NAMES.iter().chain(added::all()).find(|n| n.name.eq_ignore_ascii_case(name)).map(|n| n.tag)
}

/// Every analyzer that has a name, whether it can be made or not.
pub fn all() -> impl Iterator<Item = Tag> {
    NAMES.iter().chain(added::all()).map(|n| n.tag)
}

/// The name of an analyzer, `HTTP`; empty for an unknown tag.
pub fn name(tag: Tag) -> &'static str {
    names(tag).map_or("", |n| n.name)
}

/// The enumerator of an analyzer, `Analyzer::ANALYZER_HTTP`; empty for an unknown tag.
pub fn script_name(tag: Tag) -> &'static str {
    names(tag).map_or("", |n| n.script)
}

fn names(tag: Tag) -> Option<&'static Names> {
    match NAMES.binary_search_by_key(&tag, |n| n.tag) {
        Ok(at) => NAMES.get(at),
        Err(_) => added::names(tag),
    }
}
