//! Analyzers that a run loads: their tags follow the built-in ones.
//!
//! A name keeps its number for the life of the process, so that runs in several threads, or one after the other, agree.
use super::Names;
use super::names::NAMES;
use session::analyzer::Tag;
use std::sync::{Mutex, OnceLock, PoisonError};

/// The maximum number of analyzers that can be added to one process.
const MOST: usize = 4096;

/// The number of the first added analyzer. Built-in analyzers, packet analyzers and file analyzers have lower numbers,
/// with room for more.
const FIRST: u16 = 1000;

/// The added analyzers. Each slot is written once, in order; reading takes no lock.
static ADDED: [OnceLock<Names>; MOST] = [const { OnceLock::new() }; MOST];
static ADDING: Mutex<()> = Mutex::new(());

/// The tag of an analyzer by its name in capital letters, `SPICY_TFTP`; a new tag if the name is new. `None` if there
/// are too many.
pub fn add(name: &str) -> Option<Tag> {
    if let Some(known) = super::find(name) {
        return Some(known);
    }
    let _one_at_a_time = ADDING.lock().unwrap_or_else(PoisonError::into_inner);
    for (at, slot) in ADDED.iter().enumerate() {
        let tag = Tag(FIRST + at as u16);
        let names = slot.get_or_init(|| Names {
            tag,
            name: name.to_owned().leak(),
            script: format!("Analyzer::ANALYZER_{name}").leak(),
        });
        if names.name == name {
            return Some(tag);
        }
    }
    None
}

pub(super) fn all() -> impl Iterator<Item = &'static Names> {
    ADDED.iter().map_while(OnceLock::get)
}

pub(super) fn names(tag: Tag) -> Option<&'static Names> {
    ADDED.get(usize::from(tag.0.checked_sub(FIRST)?))?.get()
}

// Built-in numbers are lower than `FIRST`.
const _: () = {
    let mut names: &[Names] = NAMES;
    while let [first, rest @ ..] = names {
        assert!(first.tag.0 < FIRST);
        names = rest;
    }
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_keeps_its_number() {
        let a = add("SPICY_ADDED_ONE").expect("a tag");
        let b = add("SPICY_ADDED_TWO").expect("a tag");
        assert_eq!((add("SPICY_ADDED_ONE"), a != b), (Some(a), true));
        assert_eq!(crate::registry::find("spicy_added_two"), Some(b));
        assert_eq!(crate::registry::script_name(a), "Analyzer::ANALYZER_SPICY_ADDED_ONE");
        assert_eq!(add("DNS"), Some(Tag(11)));
    }
}
