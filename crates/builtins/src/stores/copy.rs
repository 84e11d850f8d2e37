//! What a clone knows of its master, and the changes that the master has not confirmed.
//!
//! Each message to the master has a number. The master names the message in what it says of the change, and with its whole
//! content the last message that this includes. So a clone knows whether a key's value is older than its own change, and a
//! change that was lost with a connection is forgotten with the next content.
use super::{Change, Maker, Query};
use cluster_wire::Data;
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// How often a clone asks for content that it expects soon, in seconds.
const ASK_EVERY: f64 = 0.5;

/// How long it does so after a new connection, in seconds; later it asks at its own interval.
const SOON: f64 = 10.0;

/// The most changes that are kept for a master that cannot be reached.
const MOST_KEPT: usize = 100_000;

/// The number of a change that was not sent yet.
const UNSENT: u64 = u64::MAX;

/// How a clone bears the absence of its master, in seconds.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Intervals {
    /// How often it asks for content.
    pub(crate) resync: f64,
    /// How long it answers queries; negative: for ever.
    pub(crate) stale: f64,
    /// How long it keeps changes for the master; 0 or negative: not at all.
    pub(crate) buffer: f64,
}

/// A clone's state.
pub(crate) struct Copied {
    intervals: Intervals,
    has_content: bool,
    /// The content has followed the master since it was last asked for.
    in_touch: bool,
    /// Since when it is out of touch.
    lost_at: f64,
    expects_content: bool,
    /// When content was last asked for, and until when that is done often.
    asked: f64,
    soon_until: f64,
    pub(super) waiting: Vec<(u64, Query)>,
    /// Tickets of questions to the master, by number.
    pub(super) unanswered: BTreeMap<u64, u64>,
    /// The number of the last message.
    sent: u64,
    /// The keys that tables have changed, with the number of the last change.
    unconfirmed: BTreeMap<Data<'static>, u64>,
    /// Likewise for a change of all keys.
    cleared: Option<u64>,
    /// Changes for a master that is out of reach, with their times.
    kept: VecDeque<Kept>,
}

/// What the master's content sets free: changes to be sent now, with their numbers, and queries with their tickets.
pub(super) type Released = (Vec<(u64, Change)>, Vec<(u64, Query)>);

struct Kept {
    at: f64,
    change: Change,
    maker: Maker,
}

impl Copied {
    pub(super) fn new(intervals: Intervals) -> Self {
        Copied {
            intervals,
            has_content: false,
            in_touch: false,
            lost_at: f64::NEG_INFINITY,
            expects_content: true,
            asked: f64::NEG_INFINITY,
            soon_until: f64::INFINITY,
            waiting: Vec::new(),
            unanswered: BTreeMap::new(),
            sent: 0,
            unconfirmed: BTreeMap::new(),
            cleared: None,
            kept: VecDeque::new(),
        }
    }

    fn next_number(&mut self) -> u64 {
        self.sent += 1;
        self.sent
    }

    /// Takes a change: with its number if it is to be sent now.
    pub(super) fn change(&mut self, change: Change, maker: Maker, now: f64) -> Option<(u64, Change)> {
        let sends = self.in_touch || self.intervals.buffer <= 0.0;
        let number = if sends { self.next_number() } else { UNSENT };
        self.note(&change, maker, number);
        if sends {
            return Some((number, change));
        }
        self.kept.push_back(Kept { at: now, change, maker });
        None
    }

    /// Makes room for a change that has to be kept. Returns the message about one that is lost for that.
    pub(super) fn lose_oldest(&mut self) -> Option<String> {
        if self.kept.len() < MOST_KEPT {
            return None;
        }
        self.kept.pop_front();
        Some(format!("more than {MOST_KEPT} changes wait for the master: the oldest is lost"))
    }

    fn note(&mut self, change: &Change, maker: Maker, number: u64) {
        if maker != Maker::Table {
            return;
        }
        match change.key() {
            Some(key) => {
                self.unconfirmed.insert(key.clone(), number);
            }
            None => {
                self.unconfirmed.clear();
                self.cleared = Some(number);
            }
        }
    }

    pub(super) fn is_unconfirmed(&self, key: &Data<'static>) -> bool {
        self.cleared.is_some() || self.unconfirmed.contains_key(key)
    }

    /// The master has carried out a message.
    pub(super) fn confirm(&mut self, key: &Data<'static>, number: u64) {
        if self.unconfirmed.get(key).is_some_and(|&last| last <= number) {
            self.unconfirmed.remove(key);
        }
    }

    pub(super) fn confirm_clear(&mut self, number: u64) {
        self.cleared = self.cleared.filter(|&last| last > number);
    }

    /// The master's content is there; it includes all messages up to a number. Returns the changes to be sent now, with
    /// their numbers, and the queries that waited.
    pub(super) fn filled(&mut self, included: u64) -> Released {
        (self.has_content, self.in_touch, self.expects_content) = (true, true, false);
        self.unconfirmed.retain(|_, number| *number > included && *number != UNSENT);
        self.cleared = self.cleared.filter(|&last| last > included && last != UNSENT);
        let mut sent = Vec::new();
        for Kept { change, maker, .. } in std::mem::take(&mut self.kept) {
            let number = self.next_number();
            self.note(&change, maker, number);
            sent.push((number, change));
        }
        (sent, std::mem::take(&mut self.waiting))
    }

    pub(super) fn may_answer(&self, now: f64) -> bool {
        let stale = self.intervals.stale;
        self.has_content && (self.in_touch || stale < 0.0 || now - self.lost_at < stale)
    }

    pub(super) fn asks_soon(&mut self, now: f64) {
        self.expects_content = true;
        self.asked = f64::NEG_INFINITY;
        self.soon_until = now + SOON;
    }

    pub(super) fn lose_touch(&mut self, now: f64) {
        if self.in_touch {
            (self.in_touch, self.lost_at) = (false, now);
        }
        self.asks_soon(now);
    }

    /// Forgets changes that were kept for too long. If it is time to ask for content: the message's number.
    pub(super) fn tick(&mut self, now: f64) -> Option<u64> {
        self.forget_old(now);
        let every =
            if now < self.soon_until { self.intervals.resync.min(ASK_EVERY) } else { self.intervals.resync };
        let asks = self.expects_content && (now - self.asked >= every || now < self.asked);
        if asks {
            self.asked = now;
        }
        asks.then(|| self.next_number())
    }

    /// Drops kept changes that are too old. Tables keep their values until the master's next word.
    fn forget_old(&mut self, now: f64) {
        let mut old = Vec::new();
        while self.kept.front().is_some_and(|k| now - k.at > self.intervals.buffer) {
            old.extend(self.kept.pop_front());
        }
        if old.is_empty() {
            return;
        }
        if old.iter().any(|k| k.change.key().is_none()) {
            self.cleared = self.cleared.filter(|&number| number != UNSENT);
        }
        let newer: BTreeSet<&Data<'static>> = self.kept.iter().filter_map(|k| k.change.key()).collect();
        for key in old.iter().filter_map(|k| k.change.key()).filter(|key| !newer.contains(key)) {
            if self.unconfirmed.get(key) == Some(&UNSENT) {
                self.unconfirmed.remove(key);
            }
        }
    }
}
