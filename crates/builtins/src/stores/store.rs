//! A store: its content, and its part in what nodes tell each other of it.
use super::content::index;
use super::copy::{Copied, Intervals};
use super::{
    Answered, Change, Content, Effect, Entry, Maker, Query, clone_topic, master_topic, number, real, text,
    text_of,
};
use cluster_wire::Data;
use std::collections::BTreeMap;

/// The most nodes whose messages a master counts; what others have sent may reach their tables twice.
const MOST_NODES: usize = 10_000;

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
    messages: Vec<Message>,
    effects: Vec<Effect>,
}

/// Who changed a key, for clones to know their own changes: a node, and the number of its message.
struct Origin {
    node: String,
    number: u64,
}

impl Origin {
    fn data(self) -> [Data<'static>; 2] {
        [text(&self.node), Data::Count(self.number)]
    }
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
        Store { name, content, is_closed: false, tables, node, role, messages, effects }
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
                let origin = Origin { node: String::new(), number: 0 };
                self.apply(change, maker, origin, now).map(Some)
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
        }
    }

    /// Removes what has expired, and asks for content that is missing.
    pub(crate) fn tick(&mut self, now: f64) {
        match &mut self.role {
            Role::Master(_) => {
                for key in self.content.expired(now) {
                    let origin = Origin { node: String::new(), number: 0 };
                    self.tell_entry(key.clone(), true, origin);
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

    /// Takes what another node said. Returns answers to queries that waited.
    ///
    /// # Errors
    /// Why the message is malformed.
    pub(crate) fn hear(
        &mut self,
        kind: &str,
        args: Vec<Data<'static>>,
        now: f64,
    ) -> Result<Vec<(u64, Answered)>, String> {
        let mut args = args.into_iter();
        let mut next = || args.next().ok_or_else(|| format!("a message {kind} is too short"));
        if self.is_master() {
            self.hear_clone(kind, &mut next, now)?;
            return Ok(Vec::new());
        }
        self.hear_master(kind, &mut next)
    }

    /// What a clone says.
    fn hear_clone(
        &mut self,
        kind: &str,
        next: &mut dyn FnMut() -> Result<Data<'static>, String>,
        now: f64,
    ) -> Result<(), String> {
        match kind {
            "ask" => {
                let node = text_of(&next()?);
                self.count(&node, number(&next()?));
                self.tell_all();
            }
            "change" => {
                let change = Change::from_data(next()?)?;
                let origin = Origin { node: text_of(&next()?), number: number(&next()?) };
                self.count(&origin.node, origin.number);
                self.apply(change, Maker::Call, origin, now)?;
            }
            "unique" => {
                let change = Change::from_data(next()?)?;
                let (number, asker) = (next()?, next()?);
                let origin = Origin { node: String::new(), number: 0 };
                let done = self.apply(change, Maker::Call, origin, now)?;
                self.say(false, "answer", vec![number, asker, Data::Bool(done)]);
            }
            _ => {}
        }
        Ok(())
    }

    /// Notes the number of a node's last message.
    fn count(&mut self, node: &str, number: u64) {
        let Role::Master(heard) = &mut self.role else { return };
        if heard.len() < MOST_NODES || heard.contains_key(node) {
            heard.insert(node.to_owned(), number);
        }
    }

    /// Tells clones the whole content, and which of their messages it includes.
    fn tell_all(&mut self) {
        let Role::Master(heard) = &self.role else { return };
        let heard = heard.iter().map(|(node, number)| (text(node), Data::Count(*number))).collect();
        let all = self
            .content
            .entries()
            .map(|(key, e)| (key.clone(), Data::List(vec![e.value.clone(), Data::Real(e.expires)])));
        let all = Data::Table(all.collect());
        self.say(false, "content", vec![all, Data::Table(heard)]);
    }

    /// What the master says.
    fn hear_master(
        &mut self,
        kind: &str,
        next: &mut dyn FnMut() -> Result<Data<'static>, String>,
    ) -> Result<Vec<(u64, Answered)>, String> {
        match kind {
            "set" => {
                let (key, value, expires) = (next()?, next()?, real(&next()?));
                self.content.put(key.clone(), Entry { value, expires });
                self.followed(key, false, &next()?, &next()?);
            }
            "erase" => {
                let (key, has_expired) = (next()?, matches!(next()?, Data::Bool(true)));
                self.content.erase(&key);
                self.followed(key, has_expired, &next()?, &next()?);
            }
            "clear" => {
                self.content.clear();
                let (node, number) = (next()?, number(&next()?));
                if let Role::Clone(copied) = &mut self.role
                    && node == text(&self.node)
                {
                    copied.confirm_clear(number);
                }
                self.affects(Effect::All);
            }
            "content" => return self.fill(next()?, &next()?),
            "answer" => {
                let (number, asker, done) = (number(&next()?), next()?, next()?);
                if let Role::Clone(copied) = &mut self.role
                    && asker == text(&self.node)
                    && let Some(ticket) = copied.unanswered.remove(&number)
                {
                    return Ok(vec![(ticket, Some(done))]);
                }
            }
            _ => {}
        }
        Ok(Vec::new())
    }

    /// A clone's content has followed a change of a key, which the message `sent` of `node` brought about.
    fn followed(&mut self, key: Data<'static>, has_expired: bool, node: &Data<'_>, sent: &Data<'_>) {
        if let Role::Clone(copied) = &mut self.role
            && *node == text(&self.node)
        {
            copied.confirm(&key, number(sent));
        }
        self.affects(Effect::Key { key, has_expired });
    }

    /// Takes the master's whole content, then sends it the changes that were kept for it.
    fn fill(&mut self, all: Data<'static>, heard: &Data<'_>) -> Result<Vec<(u64, Answered)>, String> {
        let Data::Table(all) = all else { return Err("the content of a store is no table".to_owned()) };
        self.content.clear();
        for (key, entry) in all {
            let Data::List(parts) = entry else { return Err("an entry of a store is no list".to_owned()) };
            let [value, expires] = <[_; 2]>::try_from(parts)
                .map_err(|_| "an entry of a store has other parts than 2".to_owned())?;
            self.content.put(key, Entry { value, expires: real(&expires) });
        }
        let included = match heard {
            Data::Table(heard) => {
                heard.iter().find(|(node, _)| *node == text(&self.node)).map(|(_, n)| number(n))
            }
            _ => None,
        };
        let Role::Clone(copied) = &mut self.role else { return Ok(Vec::new()) };
        let (kept, waiting) = copied.filled(included.unwrap_or(0));
        for (number, change) in kept {
            let node = text(&self.node);
            self.say(true, "change", vec![change.into_data(), node, Data::Count(number)]);
        }
        self.affects(Effect::All);
        let answer = |query: &Query| self.answer(query, 0.0).flatten();
        Ok(waiting.into_iter().map(|(ticket, query)| (ticket, answer(&query))).collect())
    }
}
