//! The makers of all analyzers, by tag.
//!
//! Every `protocol.toml` names its makers; `kinds.rs` is generated from them. An analyzer may have a name but no maker.
mod kinds;
mod plugins;

pub use crate::settings::Detect;
pub use crate::tags::{add, all, find, name, script_name, tag};
use crate::{Maker, Settings};
use event::EnumName;
use kinds::KINDS;
pub use plugins::PLUGINS;
use session::ConnView;
use session::analyzer::{Analyzer, Detector, Factory, Tag};

/// Reads the settings of an analyzer and returns its maker.
type Kind = (Tag, fn(&dyn Settings) -> Maker);

/// A protocol as `-N` lists it.
pub struct Plugin {
    /// The name behind `Zeek::`.
    pub name: &'static str,
    /// What the protocol is, in a few words.
    pub about: &'static str,
    /// Names of its analyzers: `DNS`.
    pub analyzers: &'static [&'static str],
}

/// The analyzers that can be made.
pub fn built() -> impl Iterator<Item = Tag> {
    KINDS.iter().map(|(tag, _)| *tag)
}

/// All analyzers, under the settings of a run.
pub struct Protocols {
    makers: Vec<Option<Maker>>,
    detect: Option<Detect>,
    /// Pairs of an analyzer and its replacement.
    replaced: Vec<(Tag, Tag)>,
}

impl Protocols {
    /// Reads the settings of each analyzer.
    pub fn new(settings: &dyn Settings, detect: Option<Detect>) -> Self {
        let mut makers: Vec<Option<Maker>> = Vec::new();
        let numbers = all().last().map_or(0, |tag| usize::from(tag.0) + 1);
        makers.resize_with(numbers, || None);
        for (tag, kind) in KINDS {
            if let Some(slot) = makers.get_mut(usize::from(tag.0)) {
                *slot = Some(kind(settings));
            }
        }
        Protocols { makers, detect, replaced: Vec::new() }
    }

    /// Adds the maker of an analyzer, replacing an earlier one for its tag.
    pub fn add(&mut self, tag: Tag, maker: Maker) {
        let at = usize::from(tag.0);
        if self.makers.len() <= at {
            self.makers.resize_with(at + 1, || None);
        }
        if let Some(slot) = self.makers.get_mut(at) {
            *slot = Some(maker);
        }
    }

    /// Makes an analyzer replace another one wherever that would be created. It then appears under the other's tag.
    pub fn replace(&mut self, replaced: Tag, by: Tag) {
        self.replaced.push((replaced, by));
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

    fn counter(&self) -> Option<Tag> {
        const COUNTER: Tag = tag("CONNSIZE");
        Some(COUNTER)
    }

    fn stand_ins(&self, tag: Tag, enabled: &dyn Fn(Tag) -> bool) -> (Tag, Tag) {
        for &(replaced, by) in &self.replaced {
            if tag == by || (tag == replaced && enabled(by)) {
                return (replaced, by);
            }
        }
        (tag, tag)
    }

    fn detector(&self, conn: &ConnView<'_>) -> Option<Box<dyn Detector>> {
        (self.detect.as_ref()?.make)(conn)
    }

    fn detects_by_payload(&self) -> bool {
        self.detect.as_ref().is_some_and(|d| d.by_payload)
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
