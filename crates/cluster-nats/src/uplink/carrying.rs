//! Sends messages to the server and delivers messages from it.
mod events;

use super::at_loggers::AtLoggers;
use super::connect::{self, Stores};
use super::fetching::{Fetching, Known};
use super::keeping::{self, Bell, Wanted};
use super::to_stream::ToStream;
use crate::bucket::Shared;
use crate::feeds::Feeds;
use crate::members::{Entry, Members, RENEW};
use crate::packs::Pack;
use crate::rows::Waiting;
use crate::{Counters, Settings, add, subject};
use async_nats::jetstream::{self, kv};
use async_nats::{Client, Message, RequestErrorKind};
use cluster::{Body, Format, Keep, LastEvents, NodeId, Outbound, Token, Uplink};
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::{Notify, mpsc};
use tokio::task::AbortHandle;

/// How many of the last events are remembered: while one subscription replaces another, both may deliver the same event.
const REMEMBERED: usize = 4096;

/// The most messages waiting between the runtime's tasks.
pub(super) const CHANNEL: usize = 10_000;

/// The most messages sent or handled before other tasks take their turn; far fewer than fit into the client's queue.
const MAIL: usize = 1000;

/// How long waiting messages may take to go out at the end.
const LINGER: Duration = Duration::from_secs(2);

/// Messages from tasks to the main task.
pub(super) enum Event {
    /// A message of a subscription.
    Message(Message),
    /// Rows for a logger of this process.
    Rows(Box<jetstream::Message>),
    /// Subscriptions are in effect.
    Ready(u32, Token),
    /// JetStream can be used.
    Stores(Box<Stores>),
    /// A bucket has been read.
    Bell(Bell),
}

/// What the thread shares with others, and what it begins with.
pub(super) struct Parts {
    pub(super) connected: Arc<Notify>,
    pub(super) counters: Arc<Counters>,
    pub(super) nodes: Arc<Mutex<Vec<Entry>>>,
    pub(super) wanted: Arc<Mutex<Vec<Wanted>>>,
    pub(super) feeds: Arc<Feeds>,
    pub(super) settings: Settings,
    pub(super) rows: Waiting,
    pub(super) troubles: (mpsc::Sender<String>, mpsc::Receiver<String>),
}

/// The thread's state.
pub(super) struct Carrying {
    client: Client,
    /// Notified of each connection.
    connected: Arc<Notify>,
    uplink: Uplink,
    counters: Arc<Counters>,
    nodes: Arc<Mutex<Vec<Entry>>>,
    settings: Settings,
    stores: Option<Stores>,
    /// Buckets that were asked for, and those that are served.
    wanted: Arc<Mutex<Vec<Wanted>>>,
    kept: Vec<Arc<Shared>>,
    feeds: Arc<Feeds>,
    /// Whether feeds are fetched.
    fetches: bool,
    events: (mpsc::Sender<Event>, mpsc::Receiver<Event>),
    watched: mpsc::Receiver<kv::Entry>,
    /// Until entries are watched.
    watching: Option<mpsc::Sender<kv::Entry>>,
    /// Errors of the connection and of buckets.
    trouble: mpsc::Sender<String>,
    troubles: mpsc::Receiver<String>,
    last_trouble: String,
    at_loggers: AtLoggers,
    members: Members,
    renewed: Option<Instant>,
    /// Prefixes that nodes of this process subscribe to.
    prefixes: BTreeSet<Box<str>>,
    /// Patterns subscribed to at the server.
    patterns: BTreeMap<String, AbortHandle>,
    last_events: LastEvents,
    /// The number of the last event.
    number: u64,
    /// The events that go out next.
    pack: Option<Pack>,
    /// Dropped events at the last look, and when their number last grew.
    drops: (u64, Option<Instant>),
    rows: ToStream,
}

impl Carrying {
    pub(super) fn new(client: Client, uplink: Uplink, begins: u64, parts: Parts) -> Self {
        let Parts { connected, counters, nodes, wanted, feeds, settings, rows, troubles } = parts;
        let (trouble, troubles) = troubles;
        let events = mpsc::channel(CHANNEL);
        let (watching, watched) = mpsc::channel(CHANNEL);
        tokio::spawn(connect::stores(client.clone(), settings.clone(), events.0.clone(), trouble.clone()));
        Carrying {
            client,
            connected,
            uplink,
            counters,
            nodes,
            settings,
            stores: None,
            wanted,
            kept: Vec::new(),
            feeds,
            fetches: false,
            events,
            watched,
            watching: Some(watching),
            trouble,
            troubles,
            last_trouble: String::new(),
            at_loggers: AtLoggers::new(),
            members: Members::default(),
            renewed: None,
            prefixes: BTreeSet::new(),
            patterns: BTreeMap::new(),
            last_events: LastEvents::new(REMEMBERED),
            number: begins,
            pack: None,
            drops: (0, None),
            rows: ToStream::new(rows),
        }
    }

    pub(super) async fn run(mut self, ending: &Notify, woken: &Notify) {
        let mut tick = tokio::time::interval(Duration::from_millis(250));
        let mut deadline = None;
        let mut came = Vec::new();
        loop {
            let has_more = self.take_mail();
            if let Some(stores) = &self.stores {
                self.rows.send(&stores.context);
            }
            self.keep();
            self.fetch();
            let is_done = !has_more && self.rows.is_empty() && self.kept.iter().all(|b| b.is_idle());
            if deadline.is_some_and(|deadline| is_done || Instant::now() >= deadline) {
                break;
            }
            tokio::select! {
                // The connection's task shares this thread, and must send before its queue is full.
                () = tokio::task::yield_now(), if has_more => {}
                () = woken.notified() => {}
                () = ending.notified(), if deadline.is_none() => deadline = Some(Instant::now() + LINGER),
                _ = self.events.1.recv_many(&mut came, MAIL) => came.drain(..).for_each(|event| self.handle(event)),
                Some(entry) = self.watched.recv() => self.watched(&entry),
                Some(note) = self.at_loggers.note() => self.at_loggers.handle(note),
                Some(trouble) = self.troubles.recv() => self.report(trouble),
                Some(sent) = self.rows.next() => self.rows.handle(sent, &self.counters),
                _ = tick.tick() => {
                    self.tell_drops();
                    self.renew();
                }
            }
        }
        self.say_goodbye().await;
    }

    /// Sends a part of the mail of this process's nodes. Returns whether more may wait.
    fn take_mail(&mut self) -> bool {
        let mut out = VecDeque::new();
        self.uplink.take(MAIL, &mut out);
        let has_more = out.len() == MAIL;
        out.drain(..).for_each(|item| self.carry(item));
        self.send_pack();
        has_more
    }

    /// Begins to serve buckets that were asked for, once JetStream can be used.
    fn keep(&mut self) {
        let Some(stores) = &self.stores else { return };
        for wanted in self.wanted.lock().unwrap_or_else(PoisonError::into_inner).drain(..) {
            self.kept.retain(|bucket| !bucket.is_over());
            self.kept.push(Arc::clone(&wanted.shared));
            let server = (stores.context.clone(), self.client.clone());
            let (settings, events) = (self.settings.clone(), self.events.0.clone());
            tokio::spawn(keeping::keep(server, settings, wanted, events, self.trouble.clone()));
        }
    }

    /// Begins to fetch feeds once a node has asked for one and JetStream can be used.
    fn fetch(&mut self) {
        let (Some(stores), Some(copies), false) = (&self.stores, &self.settings.copies, self.fetches) else {
            return;
        };
        if self.feeds.wanted().is_empty() {
            return;
        }
        self.fetches = true;
        let fetching = Fetching {
            server: (stores.context.clone(), self.client.clone()),
            settings: self.settings.clone(),
            copies: copies.clone(),
            feeds: Arc::clone(&self.feeds),
            counters: Arc::clone(&self.counters),
            connected: Arc::clone(&self.connected),
            troubles: self.trouble.clone(),
            known: Known::default(),
        };
        tokio::spawn(fetching.run());
    }

    /// The largest message in bytes that the server accepts; known once connected.
    fn max_payload(&self) -> usize {
        match self.client.server_info().max_payload {
            0 => usize::MAX,
            known => known,
        }
    }

    /// Sends a message of a node of this process.
    fn carry(&mut self, item: Outbound) {
        // The order stays.
        if !matches!(item, Outbound::Event { .. }) {
            self.send_pack();
        }
        match item {
            Outbound::Event { topic, from, format, body } => self.carry_event(topic, from, format, body),
            Outbound::Rows { stream, path, from, body, .. } => {
                let [node, stream, path] = [&*self.settings.node, &*stream, &*path].map(subject::token);
                let subject = format!("egret.{}.log.{node}.{stream}.{path}", self.settings.cluster);
                let most = self.max_payload();
                if let Some(why) = self.rows.push(from, subject, body, most, &self.counters) {
                    self.uplink.trouble("nats", &why);
                }
            }
            Outbound::Subscribed(prefix) => {
                self.prefixes.insert(prefix);
                self.subscribe();
            }
            Outbound::Unsubscribed(prefix) => {
                self.prefixes.remove(&prefix);
                self.subscribe();
            }
            Outbound::Ready { node, token } => {
                let (client, events) = (self.client.clone(), self.events.0.clone());
                let nobodys = format!("egret.{}.ready", self.settings.cluster);
                tokio::spawn(async move {
                    if is_heard(&client, nobodys).await {
                        drop(events.send(Event::Ready(node, token)).await);
                    }
                });
            }
        }
    }

    fn handle(&mut self, event: Event) {
        match event {
            Event::Message(message) => {
                if !self.deliver(&message) {
                    add(&self.counters.message_errors);
                }
            }
            Event::Rows(message) => self.at_loggers.deliver(message, &mut self.uplink, &self.counters),
            Event::Ready(node, token) => self.uplink.ready(node, token),
            Event::Stores(stores) => {
                self.stores = Some(*stores);
                self.renew();
            }
            Event::Bell(Bell { topic, body }) => {
                let body = Body::from(body);
                self.uplink.deliver(&topic, &NodeId::from("nats"), Keep::Always, Format::BrokerBin, body);
            }
        }
    }

    /// Reports an error of the connection, unless it is the same as the last one.
    fn report(&mut self, trouble: String) {
        if self.last_trouble != trouble {
            self.uplink.trouble("nats", &trouble);
            self.last_trouble = trouble;
        }
    }

    fn watched(&mut self, entry: &kv::Entry) {
        let own = self.nodes.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let changes = match entry.operation {
            kv::Operation::Put => match serde_json::from_slice::<Entry>(&entry.value) {
                Ok(found) if !own.contains(&found) => {
                    self.members.heard(entry.key.clone(), found, Instant::now())
                }
                Ok(_) => Vec::new(),
                Err(_) => {
                    add(&self.counters.message_errors);
                    Vec::new()
                }
            },
            kv::Operation::Delete | kv::Operation::Purge => {
                self.members.left(&entry.key).into_iter().collect()
            }
        };
        changes.iter().for_each(|change| self.uplink.link(change));
    }

    /// Renews the entries of this process's nodes, and removes silent nodes of others.
    fn renew(&mut self) {
        let now = Instant::now();
        self.members.expire(now).iter().for_each(|change| self.uplink.link(change));
        let Some(stores) = &self.stores else { return };
        let has_nodes = !self.nodes.lock().unwrap_or_else(PoisonError::into_inner).is_empty();
        if let Some(watching) = self.watching.take_if(|_| has_nodes) {
            let (context, cluster) = (stores.context.clone(), self.settings.cluster.clone());
            tokio::spawn(connect::watch(context, cluster, watching, Arc::clone(&self.connected)));
        }
        if self.renewed.is_some_and(|at| now.saturating_duration_since(at) < RENEW) {
            return;
        }
        self.renewed = Some(now);
        for node in self.nodes.lock().unwrap_or_else(PoisonError::into_inner).iter() {
            let Ok(value) = serde_json::to_vec(node) else { continue };
            let (bucket, key) = (stores.nodes.clone(), connect::key(&node.name));
            tokio::spawn(async move { drop(bucket.put(key, value.into()).await) });
        }
    }

    /// Keeps rows for the next run, and deletes the entries, so that others need not wait until they expire.
    async fn say_goodbye(mut self) {
        while self.take_mail() {}
        let dropped = self.rows.keep();
        self.counters.row_drops.fetch_add(dropped, Ordering::Relaxed);
        if dropped > 0 {
            let (what, them, they) = match dropped {
                1 => ("1 batch of rows is".to_owned(), "it", "it"),
                n => (format!("{n} batches of rows are"), "them", "they"),
            };
            let why = format!(
                "{what} dropped: the server did not take {them} before this process ended, and {they} cannot wait on \
                 disk"
            );
            self.uplink.trouble("nats", &why);
        }
        self.at_loggers.end().await;
        let Some(stores) = &self.stores else { return };
        let nodes = self.nodes.lock().unwrap_or_else(PoisonError::into_inner).clone();
        for node in nodes {
            let delete = stores.nodes.delete(connect::key(&node.name));
            drop(tokio::time::timeout(Duration::from_millis(500), delete).await);
        }
        drop(tokio::time::timeout(Duration::from_millis(500), self.client.flush()).await);
    }
}

/// Waits until the server has carried out all that was sent before, subscriptions among it: it then says that nobody answers
/// to this subject. A flush ends as soon as the bytes are in the socket. Returns `false` if the client has ended.
async fn is_heard(client: &Client, nobodys: String) -> bool {
    loop {
        match client.request(nobodys.clone(), Vec::new().into()).await.map_err(|e| e.kind()) {
            Ok(_) | Err(RequestErrorKind::NoResponders) => return true,
            // There is no connection yet.
            Err(RequestErrorKind::TimedOut) => {}
            Err(_) => return false,
        }
    }
}
