//! Stores of Broker's: keys and values that one node owns (the master) and others have copies of (clones).
//!
//! A master applies changes and tells the clones what became of each key. A clone sends changes to the master and follows
//! what it says; until it has the master's content, queries wait. All of it travels as events of the hub, to topics of the
//! store, so that any carrier does. Nothing here sends: what a store has to say is returned ([`Store::take_messages`]).
mod change;
mod content;

pub(crate) use change::{Change, What};
pub(crate) use content::{Content, Entry};

use cluster_wire::Data;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;
use value::OpaqueState;

/// The name of the events that stores exchange.
pub(crate) const EVENT: &str = "Broker::__store";

/// How often a clone without content asks for it, in seconds.
const ASK_EVERY: f64 = 0.5;

/// Stores of a run.
#[derive(Default)]
pub struct Stores {
    by_name: BTreeMap<String, Shared>,
    /// Answers that a `when` waits for.
    pub(crate) ready: Vec<(u64, Answered)>,
    /// The number of the last question to a master.
    asked: u64,
}

/// A store that handles share.
pub(crate) type Shared = Rc<RefCell<Store>>;

/// What a query yields: a status and data.
pub(crate) type Answered = Option<Data<'static>>;

/// A question that waits for a clone's content, or for the master.
pub(crate) enum Query {
    Get(Data<'static>),
    Exists(Data<'static>),
    Index(Data<'static>, Data<'static>),
    Keys,
}

/// Whether a store is its own, or another node's.
pub(crate) enum Role {
    Master,
    Clone {
        has_content: bool,
        /// When it last asked for it.
        asked: f64,
        waiting: Vec<(u64, Query)>,
        /// Tickets of questions to the master, by number.
        unanswered: BTreeMap<u64, u64>,
    },
}

/// A store.
pub(crate) struct Store {
    pub(crate) name: String,
    pub(crate) role: Role,
    pub(crate) content: Content,
    pub(crate) is_closed: bool,
    /// What other nodes are to be told: a topic, and the arguments of the event.
    messages: Vec<(String, Vec<Data<'static>>)>,
}

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

/// The topic that a master listens to.
pub(crate) fn master_topic(name: &str) -> String {
    format!("egret/store/{name}/master/")
}

/// The topic that clones listen to.
pub(crate) fn clone_topic(name: &str) -> String {
    format!("egret/store/{name}/clone/")
}

fn text(s: &str) -> Data<'static> {
    Data::String(s.to_owned().into_bytes().into())
}

impl Stores {
    /// Whether there are none.
    #[must_use]
    pub fn is_unused(&self) -> bool {
        self.by_name.is_empty() && self.ready.is_empty()
    }

    pub(crate) fn find(&self, name: &str) -> Option<Shared> {
        self.by_name.get(name).cloned()
    }

    pub(crate) fn add(&mut self, store: Store) -> Shared {
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

    /// A number for a question to a master, which no other question of this process has.
    pub(crate) fn next_question(&mut self) -> u64 {
        self.asked += 1;
        self.asked
    }
}

impl Store {
    pub(crate) fn master(name: &str, content: Content) -> Self {
        let (name, role) = (name.to_owned(), Role::Master);
        Store { name, role, content, is_closed: false, messages: Vec::new() }
    }

    pub(crate) fn clone_of(name: &str) -> Self {
        let role = Role::Clone {
            has_content: false,
            asked: f64::NEG_INFINITY,
            waiting: Vec::new(),
            unanswered: BTreeMap::new(),
        };
        let (name, content) = (name.to_owned(), Content::default());
        Store { name, role, content, is_closed: false, messages: Vec::new() }
    }

    /// What other nodes are to be told.
    pub(crate) fn take_messages(&mut self) -> Vec<(String, Vec<Data<'static>>)> {
        std::mem::take(&mut self.messages)
    }

    fn say(&mut self, to_master: bool, kind: &str, more: Vec<Data<'static>>) {
        let topic = if to_master { master_topic(&self.name) } else { clone_topic(&self.name) };
        let args = [text(&self.name), text(kind)].into_iter().chain(more).collect();
        self.messages.push((topic, args));
    }

    /// Carries out a change, or sends it to the master. An error says why it does not fit the value that is there.
    pub(crate) fn change(&mut self, change: Change, now: f64) -> Result<Option<bool>, String> {
        match &self.role {
            Role::Clone { .. } => {
                self.say(true, "change", vec![change.into_data()]);
                Ok(None)
            }
            Role::Master => {
                let is_clear = matches!(change, Change::Clear);
                let key = change.key().cloned();
                let done = change.apply(&mut self.content, now)?;
                match key {
                    Some(key) if done => self.tell_entry(key),
                    None if is_clear => self.say(false, "clear", Vec::new()),
                    _ => {}
                }
                Ok(Some(done))
            }
        }
    }

    /// Tells clones what a key holds now.
    fn tell_entry(&mut self, key: Data<'static>) {
        match self.content.entry(&key).map(|e| (e.value.clone(), e.expires)) {
            Some((value, expires)) => self.say(false, "set", vec![key, value, Data::Real(expires)]),
            None => self.say(false, "erase", vec![key]),
        }
    }

    /// Asks the master for a key's first value; the answer comes under a ticket.
    pub(crate) fn ask_unique(&mut self, number: u64, node: &str, ticket: u64, change: Change) {
        if let Role::Clone { unanswered, .. } = &mut self.role {
            unanswered.insert(number, ticket);
        }
        self.say(true, "unique", vec![change.into_data(), Data::Count(number), text(node)]);
    }

    /// The answer of a query; `None` if it has to wait for content.
    pub(crate) fn answer(&self, query: &Query) -> Option<Answered> {
        if let Role::Clone { has_content: false, .. } = self.role {
            return None;
        }
        Some(match query {
            Query::Get(key) => self.content.entry(key).map(|e| e.value.clone()),
            Query::Exists(key) => Some(Data::Bool(self.content.entry(key).is_some())),
            Query::Keys => Some(Data::Set(self.content.keys())),
            Query::Index(key, index) => self.content.entry(key).and_then(|e| content::index(&e.value, index)),
        })
    }

    /// A query waits for content.
    pub(crate) fn wait(&mut self, ticket: u64, query: Query) {
        if let Role::Clone { waiting, .. } = &mut self.role {
            waiting.push((ticket, query));
        }
    }

    /// Removes what has expired, and asks for content that is missing.
    pub(crate) fn tick(&mut self, now: f64) {
        let is_master = match &mut self.role {
            Role::Master => true,
            Role::Clone { has_content: false, asked, .. } if now - *asked >= ASK_EVERY || now < *asked => {
                *asked = now;
                self.say(true, "ask", Vec::new());
                false
            }
            Role::Clone { .. } => false,
        };
        if is_master {
            for key in self.content.expired(now) {
                self.say(false, "erase", vec![key]);
            }
        }
    }

    /// The connection to another node is new: a clone may have missed changes.
    pub(crate) fn resync(&mut self) {
        if let Role::Clone { .. } = self.role {
            self.say(true, "ask", Vec::new());
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
        node: &str,
    ) -> Result<Vec<(u64, Answered)>, String> {
        let mut args = args.into_iter();
        let mut next = || args.next().ok_or_else(|| format!("a message {kind} is too short"));
        if let Role::Master = self.role {
            match kind {
                "ask" => {
                    let all = self.content.entries().map(|(key, e)| {
                        (key.clone(), Data::List(vec![e.value.clone(), Data::Real(e.expires)]))
                    });
                    let all = Data::Table(all.collect());
                    self.say(false, "content", vec![all]);
                }
                "change" => {
                    self.change(Change::from_data(next()?)?, now)?;
                }
                "unique" => {
                    let change = Change::from_data(next()?)?;
                    let (number, asker) = (next()?, next()?);
                    let done = self.change(change, now)?.unwrap_or(false);
                    self.say(false, "answer", vec![number, asker, Data::Bool(done)]);
                }
                _ => {}
            }
            return Ok(Vec::new());
        }
        match kind {
            "set" => {
                let (key, value, expires) = (next()?, next()?, real(&next()?));
                self.content.put(key, Entry { value, expires });
            }
            "erase" => {
                self.content.erase(&next()?);
            }
            "clear" => self.content.clear(),
            "content" => return self.fill(next()?),
            "answer" => {
                let (number, asker, done) = (next()?, next()?, next()?);
                if let (Data::Count(number), Role::Clone { unanswered, .. }) = (number, &mut self.role)
                    && asker == text(node)
                    && let Some(ticket) = unanswered.remove(&number)
                {
                    return Ok(vec![(ticket, Some(done))]);
                }
            }
            _ => {}
        }
        Ok(Vec::new())
    }

    fn fill(&mut self, all: Data<'static>) -> Result<Vec<(u64, Answered)>, String> {
        let Data::Table(all) = all else { return Err("the content of a store is no table".to_owned()) };
        self.content.clear();
        for (key, entry) in all {
            let Data::List(parts) = entry else { return Err("an entry of a store is no list".to_owned()) };
            let [value, expires] = <[_; 2]>::try_from(parts)
                .map_err(|_| "an entry of a store has other parts than 2".to_owned())?;
            self.content.put(key, Entry { value, expires: real(&expires) });
        }
        let Role::Clone { has_content, waiting, .. } = &mut self.role else { return Ok(Vec::new()) };
        *has_content = true;
        let waiting = std::mem::take(waiting);
        Ok(waiting.into_iter().map(|(ticket, query)| (ticket, self.answer(&query).flatten())).collect())
    }
}

fn real(data: &Data<'_>) -> f64 {
    if let Data::Real(n) = data { *n } else { 0.0 }
}
