//! A store: its content, and its part in what nodes tell each other of it.
mod hearing;

use super::content::index;
use super::copy::{Copied, Intervals};
use super::held::{Asker, Late};
use super::{Answered, Change, Content, Effect, Held, Maker, Origin, Query, clone_topic, master_topic, text};
use crate::cluster::Bucket;
use cluster_wire::Data;
use std::collections::BTreeMap;

/// The most nodes whose messages a master counts; what others have sent may reach their tables twice.
const MOST_NODES: usize = 10_000;

/// What the carrier says to a master once its bucket has been read.
pub(crate) const LOADED: &str = "loaded";

/// A message to other nodes: a topic, and the arguments of the event.
pub(crate) type Message = (String, Vec<Data<'static>>);

enum Role {
    /// With the number of the last message of each node.
    Master(BTreeMap<String, u64>),
    Clone(Box<Copied>),
}

/// A store.
pub(crate) struct Store {
    pub(crate) name: String,
    pub(crate) content: Content,
    pub(crate) is_closed: bool,
    /// The bindings of the tables whose entries it keeps.
    pub(crate) tables: Vec<u32>,
    /// The node's name in messages.
    node: String,
    role: Role,
    /// For a master whose content a bucket has, until that has been read.
    held: Option<Box<Held>>,
    messages: Vec<Message>,
    effects: Vec<Effect>,
}

impl Store {
    pub(crate) fn master(name: &str, node: &str, content: Content) -> Self {
        Store::of(name, node, content, Role::Master(BTreeMap::new()))
    }

    pub(crate) fn clone_of(name: &str, node: &str, intervals: Intervals) -> Self {
        Store::of(name, node, Content::default(), Role::Clone(Box::new(Copied::new(intervals))))
    }

    fn of(name: &str, node: &str, content: Content, role: Role) -> Self {
        let (name, node) = (name.to_owned(), node.to_owned());
        let (messages, effects, tables) = (Vec::new(), Vec::new(), Vec::new());
        Store { name, content, is_closed: false, tables, node, role, held: None, messages, effects }
    }

    /// A master whose content a bucket has.
    pub(crate) fn held_master(name: &str, node: &str) -> Self {
        Store { held: Some(Box::default()), ..Store::master(name, node, Content::default()) }
    }

    /// Whether it waits for its content.
    pub(crate) fn is_held(&self) -> bool {
        self.held.is_some()
    }

    /// Whether it still needs a bucket.
    pub(crate) fn lacks_bucket(&self) -> bool {
        self.held.as_ref().is_some_and(|held| held.bucket.is_none())
    }

    pub(crate) fn set_bucket(&mut self, bucket: Bucket) {
        if let Some(held) = &mut self.held {
            held.bucket = Some(bucket);
        }
    }

    pub(crate) fn is_master(&self) -> bool {
        matches!(self.role, Role::Master(_))
    }

    /// What other nodes are to be told.
    pub(crate) fn take_messages(&mut self) -> Vec<Message> {
        std::mem::take(&mut self.messages)
    }

    /// What bound tables must follow.
    pub(crate) fn take_effects(&mut self) -> Vec<Effect> {
        std::mem::take(&mut self.effects)
    }

    fn say(&mut self, to_master: bool, kind: &str, more: Vec<Data<'static>>) {
        let topic = if to_master { master_topic(&self.name) } else { clone_topic(&self.name) };
        let args = [text(&self.name), text(kind)].into_iter().chain(more).collect();
        self.messages.push((topic, args));
    }

    fn affects(&mut self, effect: Effect) {
        if !self.tables.is_empty() {
            self.effects.push(effect);
        }
    }

    /// Whether a table of this node has changed a key and the master has not confirmed it: the table keeps its value.
    pub(crate) fn is_unconfirmed(&self, key: &Data<'static>) -> bool {
        matches!(&self.role, Role::Clone(copied) if copied.is_unconfirmed(key))
    }

    /// Carries out a change, or sends it to the master. `None` if the master has the last word.
    ///
    /// # Errors
    /// Why the change does not fit the value that is there.
    pub(crate) fn change(&mut self, change: Change, maker: Maker, now: f64) -> Result<Option<bool>, String> {
        match &mut self.role {
            Role::Clone(copied) => {
                let lost = copied.lose_oldest();
                if let Some((number, change)) = copied.change(change, maker, now) {
                    let node = text(&self.node);
                    self.say(true, "change", vec![change.into_data(), node, Data::Count(number)]);
                }
                lost.map_or(Ok(None), Err)
            }
            Role::Master(_) => {
                if let Some(held) = &mut self.held {
                    let late = Late { change, maker, origin: Origin::default(), asker: Asker::Nobody };
                    return held.push(late).map(|()| None);
                }
                self.apply(change, maker, Origin::default(), now).map(Some)
            }
        }
    }

    /// Changes the master's content, and tells clones what became of the key.
    fn apply(&mut self, change: Change, maker: Maker, origin: Origin, now: f64) -> Result<bool, String> {
        let (key, has_expired) = (change.key().cloned(), change.is_expiry());
        let done = change.apply(&mut self.content, now)?;
        // A clone that made the change waits for the answer even if nothing has changed.
        let is_awaited = !origin.node.is_empty();
        let follows = maker == Maker::Call || self.tables.len() > 1;
        match key {
            Some(key) if done || is_awaited => {
                self.tell_entry(key.clone(), has_expired, origin);
                if follows {
                    self.affects(Effect::Key { key, has_expired });
                }
            }
            Some(_) => {}
            None => {
                self.say(false, "clear", origin.data().into());
                if follows {
                    self.affects(Effect::All);
                }
            }
        }
        Ok(done)
    }

    /// Tells clones what a key holds now.
    fn tell_entry(&mut self, key: Data<'static>, has_expired: bool, origin: Origin) {
        let [node, number] = origin.data();
        match self.content.entry(&key).map(|e| (e.value.clone(), e.expires)) {
            Some((value, expires)) => {
                self.say(false, "set", vec![key, value, Data::Real(expires), node, number]);
            }
            None => self.say(false, "erase", vec![key, Data::Bool(has_expired), node, number]),
        }
    }

    /// Asks the master for a key's first value; the answer comes under a ticket.
    pub(crate) fn ask_unique(&mut self, number: u64, ticket: u64, change: Change) {
        if let Some(held) = &mut self.held {
            let (maker, origin) = (Maker::Call, Origin::default());
            // If too many wait, this question is never answered: the `when` times out.
            drop(held.push(Late { change, maker, origin, asker: Asker::Ticket(ticket) }));
            return;
        }
        if let Role::Clone(copied) = &mut self.role {
            copied.unanswered.insert(number, ticket);
        }
        let node = text(&self.node);
        self.say(true, "unique", vec![change.into_data(), Data::Count(number), node]);
    }

    /// The answer of a query; `None` if it has to wait for content.
    pub(crate) fn answer(&self, query: &Query, now: f64) -> Option<Answered> {
        if let Role::Clone(copied) = &self.role
            && !copied.may_answer(now)
        {
            return None;
        }
        if self.held.is_some() {
            return None;
        }
        Some(match query {
            Query::Get(key) => self.content.entry(key).map(|e| e.value.clone()),
            Query::Exists(key) => Some(Data::Bool(self.content.entry(key).is_some())),
            Query::Keys => Some(Data::Set(self.content.keys())),
            Query::Index(key, at) => self.content.entry(key).and_then(|e| index(&e.value, at)),
        })
    }

    /// A query waits for content.
    pub(crate) fn wait(&mut self, ticket: u64, query: Query) {
        if let Role::Clone(copied) = &mut self.role {
            copied.waiting.push((ticket, query));
        } else if let Some(held) = &mut self.held {
            held.ask(ticket, query);
        }
    }

    /// The number of queries that wait for content.
    pub(crate) fn waiting_queries(&self) -> u64 {
        let copied = if let Role::Clone(copied) = &self.role { copied.waiting.len() } else { 0 };
        (copied + self.held.as_ref().map_or(0, |held| held.queries.len())) as u64
    }

    /// Removes what has expired, and asks for content that is missing.
    pub(crate) fn tick(&mut self, now: f64) {
        match &mut self.role {
            Role::Master(_) => {
                for key in self.content.expired(now) {
                    self.tell_entry(key.clone(), true, Origin::default());
                    self.affects(Effect::Key { key, has_expired: true });
                }
            }
            Role::Clone(copied) => {
                if let Some(number) = copied.tick(now) {
                    let node = text(&self.node);
                    self.say(true, "ask", vec![node, Data::Count(number)]);
                }
            }
        }
    }

    /// A connection to another node is new: a clone may have missed changes.
    pub(crate) fn resync(&mut self, now: f64) {
        if let Role::Clone(copied) = &mut self.role {
            copied.asks_soon(now);
        }
        self.tick(now);
    }

    /// A connection to another node is gone: it may have been the master.
    pub(crate) fn lose_touch(&mut self, now: f64) {
        if let Role::Clone(copied) = &mut self.role {
            copied.lose_touch(now);
        }
    }
}
