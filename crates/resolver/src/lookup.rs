//! A lookup: one question, sent to the cache daemon and then to name servers. Knows no sockets and no clock.
use super::mapping::Mapping;
use super::message::{Records, query, records};
use super::question::{Question, reverse_name};
use super::system::System;
use namecache_wire::key;
use namecache_wire::nscd::{AF_INET, AF_INET6};
use namecache_wire::record::Record;
use net_types::Addr;
use protocols::dns::rtype;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::io;

/// Seconds for which a failure is remembered. Servers specify no time for failures.
pub(super) const FAILURE: u32 = 5;

/// A question, the calls that wait for its answer, and what has arrived so far.
pub(super) struct Lookup {
    pub(super) question: Question,
    /// The tickets of the calls that wait for the answer.
    pub(super) tickets: Vec<u64>,
    pub(super) started: bool,
    /// The names still to ask for, in reverse order.
    names: Vec<String>,
    /// Queries in progress: their numbers and record types; `None` for a query to the daemon.
    waiting: Vec<(u64, Option<u16>)>,
    v4: Vec<Addr>,
    v6: Vec<Addr>,
    got: Records,
    silent: bool,
}

/// A query to send.
pub(super) struct Query {
    pub(super) id: u64,
    pub(super) bytes: Vec<u8>,
}

/// The length of the daemon's longest key, without the part that is not the name.
const KEY: usize = key::MAX - 8;

/// The outcome of a lookup.
#[derive(Debug, PartialEq)]
pub(super) enum Outcome {
    /// Mappings, one for each address family; a later one replaces an earlier one.
    Mappings(Vec<Mapping>),
    /// The servers have no such record.
    Nothing,
    /// No server answered.
    Unanswered,
}

/// The next step of a lookup.
pub(super) enum Step {
    /// Send these queries to name servers.
    Send(Vec<Query>),
    /// Read this key from the daemon's cache of hosts.
    Read(Query),
    /// Wait for answers.
    Wait,
    /// The lookup is over.
    Over(Outcome),
}

impl Lookup {
    pub(super) fn new(question: Question, ticket: Option<u64>) -> Lookup {
        Lookup {
            question,
            tickets: ticket.into_iter().collect(),
            started: false,
            names: Vec::new(),
            waiting: Vec::new(),
            v4: Vec::new(),
            v6: Vec::new(),
            got: Records::default(),
            silent: false,
        }
    }

    /// Starts the lookup. `next_id` numbers queries.
    pub(super) fn start(&mut self, system: &System, now: f64, next_id: &mut u64) -> Step {
        self.started = true;
        self.names = match &self.question {
            Question::Address(a) => vec![reverse_name(*a)],
            Question::Text(name) => vec![name.clone()],
            Question::Host(name) => {
                if let Some(own) = system.own(name) {
                    (self.v4, self.v6) = own.into_iter().partition(|a| a.is_v4());
                    // The file may change, so the answer is not remembered.
                    self.got.ttl = Some(0);
                    return Step::Over(self.outcome(now));
                }
                system.resolv_conf.candidates(name)
            }
        };
        match system.daemon.as_ref().and_then(|_| self.key()) {
            Some(bytes) => {
                *next_id += 1;
                self.waiting.push((*next_id, None));
                Step::Read(Query { id: *next_id, bytes })
            }
            None => self.ask(now, next_id),
        }
    }

    /// Returns the question's key in the daemon's cache of hosts; `None` for texts, which the cache lacks, and for keys
    /// that are too long.
    fn key(&self) -> Option<Vec<u8>> {
        let mut out = Vec::new();
        match &self.question {
            Question::Address(a) => {
                let family = if a.is_v4() { AF_INET } else { AF_INET6 };
                key::host_by_address(family, a.wire_bytes(), &mut out);
            }
            Question::Host(name) => key::addrinfo(name.as_bytes(), &mut out),
            Question::Text(_) => return None,
        }
        (out.len() <= KEY).then_some(out)
    }

    /// Whether the lookup waits for the answer to this query.
    pub(super) fn waits_for(&self, id: u64) -> bool {
        self.waiting.iter().any(|w| w.0 == id)
    }

    /// Processes an answer, or the error that occurred instead.
    pub(super) fn take(
        &mut self,
        id: u64,
        answer: &io::Result<Vec<u8>>,
        now: f64,
        next_id: &mut u64,
    ) -> Step {
        let Some(at) = self.waiting.iter().position(|w| w.0 == id) else { return Step::Wait };
        let (_, wanted) = self.waiting.swap_remove(at);
        match (answer, wanted) {
            (Ok(message), Some(wanted)) => self.read(records(message, wanted), wanted),
            (Ok(record), None) => {
                // The daemon has asked every server, so its answer is final even without a record.
                self.names.clear();
                self.read_record(record);
            }
            (Err(e), Some(_)) => self.silent |= e.kind() == io::ErrorKind::TimedOut,
            // Name servers may have an answer if the daemon fails.
            (Err(_), None) => {}
        }
        if !self.waiting.is_empty() {
            return Step::Wait;
        }
        let over = match self.question {
            Question::Host(_) => !(self.v4.is_empty() && self.v6.is_empty()),
            _ => self.got.ttl.is_some(),
        };
        if over { Step::Over(self.outcome(now)) } else { self.ask(now, next_id) }
    }

    fn read(&mut self, r: Records, wanted: u16) {
        match wanted {
            rtype::A => self.v4 = r.addrs,
            rtype::AAAA => self.v6 = r.addrs,
            _ => {
                self.got = r;
                return;
            }
        }
        // The name and time to live are those of the answer for IPv4, if there is one.
        let counts = self.got.ttl.is_none() || wanted == rtype::A;
        if r.name.is_some() && counts {
            (self.got.ttl, self.got.name) = (r.ttl, r.name);
        }
    }

    /// Reads a record from the daemon's cache of hosts. An empty one means that the host does not exist. The daemon
    /// caches the record, so its time to live here is zero.
    fn read_record(&mut self, bytes: &[u8]) {
        let Some(r) = Record::parse(bytes) else { return };
        let Some(name) = r.string(0) else { return };
        (self.got.ttl, self.got.name) = (Some(0), Some(name.to_vec()));
        // A host's record contains its addresses, five numbers each.
        let addrs = if matches!(self.question, Question::Host(_)) { r.num_count() } else { 0 };
        for i in (0..addrs).step_by(5) {
            let word = |n: usize| r.num(i + n).map(u32::to_le_bytes);
            match (r.num(i), [1, 2, 3, 4].map(word)) {
                (Some(AF_INET), [Some(a), ..]) => self.v4.push(Addr::v4(a)),
                (Some(AF_INET6), [Some(a), Some(b), Some(c), Some(d)]) => {
                    let mut octets = [0; 16];
                    octets.as_chunks_mut::<4>().0.copy_from_slice(&[a, b, c, d]);
                    self.v6.push(Addr::v6(octets));
                }
                _ => {}
            }
        }
    }

    /// Asks for the next name, if one is left.
    fn ask(&mut self, now: f64, next_id: &mut u64) -> Step {
        let types: &[u16] = match self.question {
            Question::Host(_) => &[rtype::A, rtype::AAAA],
            Question::Address(_) => &[rtype::PTR],
            Question::Text(_) => &[rtype::TXT],
        };
        while let Some(name) = self.names.pop() {
            let mut queries = Vec::new();
            for &t in types {
                // An invalid domain name is invalid for the other type too.
                let Some(bytes) = query(unpredictable(), &name, t) else { break };
                *next_id += 1;
                self.waiting.push((*next_id, Some(t)));
                queries.push(Query { id: *next_id, bytes });
            }
            if !queries.is_empty() {
                return Step::Send(queries);
            }
        }
        Step::Over(self.outcome(now))
    }

    fn outcome(&mut self, created: f64) -> Outcome {
        let (v4, v6) = (std::mem::take(&mut self.v4), std::mem::take(&mut self.v6));
        let Some(ttl) = self.got.ttl else {
            return if self.silent { Outcome::Unanswered } else { Outcome::Nothing };
        };
        let asked = match &self.question {
            Question::Address(_) => None,
            Question::Host(name) | Question::Text(name) => Some(name.clone().into_bytes()),
        };
        let name = self.got.name.take().or(asked);
        let mapping = |addrs| Mapping { created, ttl, valid: true, name: name.clone(), addrs };
        Outcome::Mappings(match (v4.is_empty(), v6.is_empty()) {
            (_, true) => vec![mapping(v4)],
            (true, false) => vec![mapping(v6)],
            (false, false) => {
                let both = [v6, v4.clone()].concat();
                vec![mapping(v4), mapping(both)]
            }
        })
    }
}

/// Returns a query id that outsiders cannot guess.
fn unpredictable() -> u16 {
    RandomState::new().build_hasher().finish() as u16
}
