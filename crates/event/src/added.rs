//! Events that are added at run time, such as those of grammars that a run loads.
//!
//! A name and a number of arguments keep their event number for the life of the process, so that concurrent or
//! consecutive runs agree. Definitions are never freed; equal ones are shared.
use crate::{EVENT_COUNT, EventDef, EventId};
use std::sync::{PoisonError, RwLock};

static ADDED: RwLock<Vec<&'static EventDef>> = RwLock::new(Vec::new());

/// Returns the definition of an event of this name with `args` arguments, and adds it if needed; `None` if no event
/// numbers are left.
pub fn add(name: &str, args: usize) -> Option<&'static EventDef> {
    let mut list = ADDED.write().unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = list.iter().find(|d| d.name == name && d.params.len() == args) {
        return Some(known);
    }
    let number = u16::try_from(EVENT_COUNT + list.len()).ok()?;
    let params: Vec<&str> = (1..=args).map(|n| &*format!("argument {n}").leak()).collect();
    let def = EventDef { id: EventId(number), name: name.to_owned().leak(), params: params.leak() };
    let def = &*Box::leak(Box::new(def));
    list.push(def);
    Some(def)
}

/// The events added so far, in the order of their numbers. The first has the number [`EVENT_COUNT`].
pub fn added() -> Vec<&'static EventDef> {
    ADDED.read().unwrap_or_else(PoisonError::into_inner).clone()
}

/// Whether an event was added at run time. Its arguments must fit the script's parameters exactly.
pub fn is_added(id: EventId) -> bool {
    usize::from(id.0) >= EVENT_COUNT
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_and_a_count_keep_their_number() {
        let a = add("added::one", 2).expect("a number");
        let b = add("added::one", 3).expect("a number");
        assert_ne!(a.id, b.id);
        assert_eq!(add("added::one", 2).expect("a number").id, a.id);
        assert!(is_added(a.id) && added().iter().any(|d| d.id == a.id));
        assert_eq!(crate::def(a.id).map(|d| d.name), Some("added::one"));
    }
}
