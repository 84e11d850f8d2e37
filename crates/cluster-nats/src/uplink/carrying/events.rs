//! Events: into messages of the server, and out of them.
use super::{Carrying, Event};
use crate::headers::{EventHead, Events};
use crate::packs::{self, Pack};
use crate::{add, subject};
use async_nats::Message;
use cluster::{Body, Format, Keep, NodeId, Sent};
use cluster_wire::broker_bin;
use futures_util::{FutureExt as _, StreamExt as _};
use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

/// How long no event is dropped before the next notice of drops.
const QUIET: Duration = Duration::from_secs(60);

impl Carrying {
    fn events_root(&self) -> String {
        format!("egret.{}.ev", self.settings.cluster)
    }

    /// Adds an event of a node of this process to those that go out next.
    pub(super) fn carry_event(&mut self, topic: Arc<str>, from: NodeId, format: Format, body: Body) {
        self.number += 1;
        if self.pack.as_mut().is_some_and(|pack| pack.add(&topic, &from, format, &body)) {
            return;
        }
        self.send_pack();
        self.pack = Some(Pack::new(topic, from, format, self.number, body));
    }

    /// Sends the events that go out next, if there are any.
    pub(super) fn send_pack(&mut self) {
        let Some(pack) = self.pack.take() else { return };
        let (from, topic) = (pack.from.as_str().into(), (&*pack.topic).into());
        let head = EventHead { number: pack.number, format: pack.format.name(), from, topic };
        let subject = subject::of_topic(&self.events_root(), &head.topic);
        let count = pack.count;
        let headers = head.to_headers(if count == 1 { Events::One } else { Events::Several });
        let publish = self.client.publish_with_headers(subject, headers, pack.into_payload());
        // If the client cannot take it at once, the server is too slow or unreachable. Within the runtime's
        // budget of a turn, it would also refuse after a hundred messages, with a queue that has room.
        let publish = tokio::task::coop::unconstrained(publish);
        if !matches!(publish.now_or_never(), Some(Ok(()))) {
            self.counters.event_drops.fetch_add(count, Ordering::Relaxed);
        }
    }

    /// Subscribes to the fewest patterns that cover all wanted prefixes. New subscriptions begin before old ones end.
    pub(super) fn subscribe(&mut self) {
        let root = self.events_root();
        let wanted =
            self.prefixes.iter().flat_map(|p| subject::of_prefix(&root, p, &self.settings.whole_topics));
        let wanted: BTreeSet<String> = wanted.collect();
        let is_needed = |p: &&String| !wanted.iter().any(|other| other != *p && subject::covers(other, p));
        let needed: BTreeSet<&String> = wanted.iter().filter(is_needed).collect();
        for pattern in &needed {
            if self.patterns.contains_key(*pattern) {
                continue;
            }
            let (client, events, counters) =
                (self.client.clone(), self.events.0.clone(), Arc::clone(&self.counters));
            let subject = (*pattern).clone();
            let listen = async move {
                let Ok(mut messages) = client.subscribe(subject).await else { return };
                while let Some(message) = messages.next().await {
                    if let Err(refused) = events.try_send(Event::Message(message)) {
                        let lost =
                            if let Event::Message(m) = refused.into_inner() { number_of(&m) } else { 0 };
                        counters.event_drops.fetch_add(lost, Ordering::Relaxed);
                    }
                }
            };
            self.patterns.insert((*pattern).clone(), tokio::spawn(listen).abort_handle());
        }
        self.patterns.retain(|pattern, task| {
            let stays = needed.contains(pattern);
            if !stays {
                task.abort();
            }
            stays
        });
    }

    /// Delivers events of another process to their subscribers; `false` if the message is malformed.
    pub(super) fn deliver(&mut self, message: &Message) -> bool {
        let Some((head, events)) = message.headers.as_ref().and_then(EventHead::of) else { return false };
        if head.format != Format::BrokerBin.name() {
            return false;
        }
        let from = NodeId::from(&*head.from);
        if events == Events::One {
            self.deliver_event(&head.topic, &from, head.number, &message.payload);
            return true;
        }
        if packs::count(&message.payload).is_none() {
            return false;
        }
        for (n, event) in (0..).zip(packs::events(&message.payload)) {
            self.deliver_event(&head.topic, &from, head.number.wrapping_add(n), event);
        }
        true
    }

    fn deliver_event(&mut self, topic: &str, from: &NodeId, number: u64, event: &[u8]) {
        if !self.last_events.is_new(from, number) {
            return;
        }
        let keep = broker_bin::event_name(event).map_or(Keep::Droppable, Keep::of_event);
        if self.uplink.deliver(topic, from, keep, Format::BrokerBin, Body::from(event)) != Sent::Queued {
            add(&self.counters.event_drops);
        }
    }

    /// Reports that events are dropped, once until none has been for a while.
    pub(super) fn tell_drops(&mut self) {
        let now = Instant::now();
        let drops = self.counters.event_drops.load(Ordering::Relaxed);
        let (seen, grew) = self.drops;
        if drops == seen {
            return;
        }
        self.drops = (drops, Some(now));
        if grew.is_none_or(|at| now.saturating_duration_since(at) >= QUIET) {
            let why = "events are dropped: a queue between this process's nodes and the server is full";
            self.uplink.trouble("nats", why);
        }
    }
}

/// The number of events in a message.
fn number_of(message: &Message) -> u64 {
    match message.headers.as_ref().and_then(EventHead::of) {
        Some((_, Events::Several)) => packs::count(&message.payload).unwrap_or(1),
        _ => 1,
    }
}
