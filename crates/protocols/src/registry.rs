//! All analyzers: their names as scripts know them, and their makers.
//!
//! A tag's number is that of the script's `Analyzer::Tag`. Every `protocol.toml` gives its own; `kinds.rs` is made from
//! them. An analyzer that has a name and no maker makes nothing.
mod kinds;

use crate::{Maker, Settings};
use event::EnumName;
use kinds::{KINDS, NAMES};
use session::ConnView;
use session::analyzer::{Analyzer, Detector, Factory, Tag};

/// An analyzer's number and names.
struct Names {
    tag: Tag,
    /// `HTTP`
    name: &'static str,
    /// `Analyzer::ANALYZER_HTTP`
    script: &'static str,
}

/// Reads the settings of a kind and yields what makes its analyzers.
type Kind = (Tag, fn(&dyn Settings) -> Maker);

/// The tag of a kind by its name, `SSL`. Meant for constants: a name that is not known ends the build.
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

/// The tag of a kind that is known by name alone when the program runs; signatures write it in small letters too.
pub fn find(name: &str) -> Option<Tag> {
    NAMES.iter().find(|n| n.name.eq_ignore_ascii_case(name)).map(|n| n.tag)
}

/// The kinds that are built.
pub fn built() -> impl Iterator<Item = Tag> {
    KINDS.iter().map(|(tag, _)| *tag)
}

/// Every kind that has a name, built or not.
pub fn all() -> impl Iterator<Item = Tag> {
    NAMES.iter().map(|n| n.tag)
}

/// The name of a kind: `HTTP`; empty for a tag that nothing has.
pub fn name(tag: Tag) -> &'static str {
    names(tag).map_or("", |n| n.name)
}

/// The enumerator of a kind: `Analyzer::ANALYZER_HTTP`.
pub fn script_name(tag: Tag) -> &'static str {
    names(tag).map_or("", |n| n.script)
}

fn names(tag: Tag) -> Option<&'static Names> {
    let at = NAMES.binary_search_by_key(&tag, |n| n.tag).ok()?;
    NAMES.get(at)
}

/// Gives a new connection something that looks at its first bytes, where there is any reason to look.
pub type Detect = Box<dyn Fn(&ConnView<'_>) -> Option<Box<dyn Detector>>>;

/// All analyzers, under the settings of a run.
pub struct Protocols {
    makers: Vec<Option<Maker>>,
    detect: Option<Detect>,
}

impl Protocols {
    /// Reads what each kind wants to know.
    pub fn new(settings: &dyn Settings, detect: Option<Detect>) -> Self {
        let mut makers: Vec<Option<Maker>> = Vec::new();
        let numbers = NAMES.last().map_or(0, |n| usize::from(n.tag.0) + 1);
        makers.resize_with(numbers, || None);
        for (tag, kind) in KINDS {
            if let Some(slot) = makers.get_mut(usize::from(tag.0)) {
                *slot = Some(kind(settings));
            }
        }
        Protocols { makers, detect }
    }
}

impl Factory for Protocols {
    fn create(&self, tag: Tag, conn: &ConnView<'_>) -> Option<Box<dyn Analyzer>> {
        self.makers.get(usize::from(tag.0))?.as_ref()?(conn)
    }

    fn name(&self, tag: Tag) -> &'static str {
        name(tag)
    }

    fn script_name(&self, tag: Tag) -> EnumName {
        EnumName(script_name(tag))
    }

    fn detector(&self, conn: &ConnView<'_>) -> Option<Box<dyn Detector>> {
        self.detect.as_ref()?(conn)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_kind_is_found_by_its_name_and_named_by_its_tag() {
        for tag in all() {
            assert_eq!(find(name(tag)), Some(tag));
            assert_eq!(script_name(tag), format!("Analyzer::ANALYZER_{}", name(tag)));
        }
        assert_eq!(tag("DNS"), Tag(11));
        assert_eq!((find("NOTHING"), name(Tag(0)), name(Tag(9999))), (None, "", ""));
    }

    #[test]
    fn no_kind_is_built_twice() {
        let mut tags: Vec<Tag> = KINDS.iter().map(|k| k.0).collect();
        tags.sort_unstable();
        tags.dedup();
        assert_eq!(tags.len(), KINDS.len());
    }
}
