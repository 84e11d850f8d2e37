//! Broker stores: keys and values that one node (the master) owns and of which other nodes have copies (clones).
//!
//! A master applies changes and tells the clones what became of each key. A clone sends changes to the master and
//! follows what it says; until it has the master's content, queries wait. So they do at a master whose content a bucket of
//! NATS has, until that has been read ([`Held`]). All of it travels as events of the hub, to
//! topics of the store, so that any carrier does. Nothing here sends: what a store has to say is returned
//! ([`Store::take_messages`]), and so is what tables that are bound to it must follow ([`Store::take_effects`]).
mod change;
mod content;
mod copy;
mod held;
mod store;

pub(crate) use change::{Change, What};
pub(crate) use content::{Content, Entry};
pub(crate) use copy::Intervals;
use held::{Held, Origin};
pub(crate) use store::{LOADED, Store};

use cluster_wire::Data;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;
use value::OpaqueState;

/// The name of the event that stores exchange.
pub(crate) const EVENT: &str = "Broker::__store";

/// What a query yields: a status and data.
pub(crate) type Answered = Option<Data<'static>>;

/// A query that waits for a clone's content or for the master.
pub(crate) enum Query {
    Get(Data<'static>),
    Exists(Data<'static>),
    Index(Data<'static>, Data<'static>),
    Keys,
}

/// Who makes a change.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Maker {
    /// A function that a script calls.
    Call,
    /// A table that is bound to the store: it has the change already.
    Table,
}

/// What a table that is bound to a store must follow.
#[derive(Debug, PartialEq)]
pub(crate) enum Effect {
    /// A key's value has changed, or is gone.
    Key {
        /// The key.
        key: Data<'static>,
        /// It is gone because its time was over.
        has_expired: bool,
    },
    /// All keys may have changed.
    All,
}

/// Stores of a run.
#[derive(Default)]
pub struct Stores {
    by_name: BTreeMap<String, Shared>,
    /// Answers that a `when` waits for.
    pub(crate) ready: Vec<(u64, Answered)>,
    /// The tables that are bound to stores; a table's binding is its place in this list, from 1.
    pub(crate) tables: Vec<BoundTable>,
    /// The number of the last question to a master.
    asked: u64,
}

/// A table whose entries a store keeps.
#[derive(Clone)]
pub(crate) struct BoundTable {
    /// The number of its global.
    pub(crate) global: u32,
    /// The name of its store.
    pub(crate) store: String,
}

/// A store that handles share.
pub(crate) type Shared = Rc<RefCell<Store>>;

/// What a script's value holds.
#[derive(Clone)]
pub(crate) struct Handle(pub(crate) Shared);

impl OpaqueState for Handle {
    fn duplicate(&self) -> Option<Box<dyn OpaqueState>> {
        Some(Box::new(self.clone()))
    }
    fn describe(&self, out: &mut Vec<u8>) -> bool {
        let shown = self.0.try_borrow().ok().filter(|s| !s.is_closed).map(|s| s.name.clone());
        out.extend_from_slice(format!("broker::store::{{{}}}", shown.unwrap_or_default()).as_bytes());
        true
    }
}

/// Returns the topic to which a master is subscribed.
pub(crate) fn master_topic(name: &str) -> String {
    format!("egret/store/{name}/master/")
}

/// Returns the topic to which clones are subscribed.
pub(crate) fn clone_topic(name: &str) -> String {
    format!("egret/store/{name}/clone/")
}

fn text(s: &str) -> Data<'static> {
    Data::String(s.to_owned().into_bytes().into())
}

fn text_of(data: &Data<'_>) -> String {
    if let Data::String(s) = data { String::from_utf8_lossy(s).into_owned() } else { String::new() }
}

fn real(data: &Data<'_>) -> f64 {
    if let Data::Real(n) = data { *n } else { 0.0 }
}

fn number(data: &Data<'_>) -> u64 {
    if let Data::Count(n) = data { *n } else { 0 }
}

impl Stores {
    /// Whether there are neither stores nor answers.
    #[must_use]
    pub fn is_unused(&self) -> bool {
        self.by_name.is_empty() && self.ready.is_empty()
    }

    pub(crate) fn find(&self, name: &str) -> Option<Shared> {
        self.by_name.get(name).cloned()
    }

    /// Takes in a store, with the tables that are bound to its name.
    pub(crate) fn add(&mut self, mut store: Store) -> Shared {
        let bound = (1..).zip(&self.tables).filter(|(_, t)| t.store == store.name);
        store.tables = bound.map(|(number, _)| number).collect();
        let (name, shared) = (store.name.clone(), Rc::new(RefCell::new(store)));
        self.by_name.insert(name, Rc::clone(&shared));
        shared
    }

    pub(crate) fn remove(&mut self, name: &str) {
        self.by_name.remove(name);
    }

    pub(crate) fn all(&self) -> Vec<Shared> {
        self.by_name.values().cloned().collect()
    }

    /// A bound table by its binding.
    pub(crate) fn table(&self, binding: u32) -> Option<BoundTable> {
        self.tables.get((binding as usize).checked_sub(1)?).cloned()
    }

    /// A number for a question to a master, which no other question of this process has.
    pub(crate) fn next_question(&mut self) -> u64 {
        self.asked += 1;
        self.asked
    }
}

#[cfg(test)]
mod tests;
