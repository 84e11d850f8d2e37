//! Looks up names of hosts and addresses for scripts.
//!
//! A question is answered from memory for as long as servers said that the answer holds. Otherwise name servers are
//! asked: twenty questions at a time, equal questions once. Nothing waits for them: [`Resolver::collect`] takes what
//! has arrived, and the run calls it between two packets.
//!
//! This crate knows neither scripts nor sockets. Callers identify themselves by a ticket. Warnings, and changes of
//! mappings that scripts have events for, are left as [`Notice`]s. Questions and memory follow Zeek, also in that the
//! text of a host is the first string of its first record, and empty if an alias comes before it.
mod lookup;
mod mapping;
mod message;
mod question;
mod system;

pub use mapping::{Kept, Mapping};
pub use message::{Reply, judge};
pub use question::{Found, Question};

use lookup::{FAILURE, Lookup, Outcome, Step};
use mapping::Mappings;
use net_types::Addr;
use outside::{Files, NameServers, Outside};
use runloop::Waker;
use std::io::{self, Read};
use std::time::Duration;
use system::System;

/// Questions that servers work on at a time.
const PENDING: usize = 20;
/// Questions that wait for their turn. Further ones get no answer.
const QUEUE: usize = 10_000;
/// Longer than name servers are asked for one question.
const PATIENCE: Duration = Duration::from_secs(60);
/// The file that keeps mappings from one run to the next.
const SAVED: &str = ".state/.zeek-dns-cache";
/// The largest such file that is read, in bytes.
const SAVED_SIZE: u64 = 64 << 20;

/// Where names come from.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum NameMode {
    /// From name servers.
    #[default]
    Ask,
    /// From nowhere: they are made up (`ZEEK_DNS_FAKE`).
    Fake,
    /// From name servers, which are asked while scripts load; the answers are saved (`-P`).
    Prime,
    /// From the saved answers (`-F`).
    Saved,
}

/// Something that scripts or people are told.
#[derive(Clone, PartialEq, Debug)]
pub enum Notice {
    /// A warning.
    Warning(String),
    /// A mapping changed.
    Changed {
        /// The event for it.
        event: &'static str,
        /// The question that the mapping answers.
        question: Question,
        /// The mappings that the event takes: one, or the previous and the new one.
        mappings: Vec<Mapping>,
        /// The sets of addresses that the event takes: none, or the lost and the new ones.
        sets: Vec<Vec<Addr>>,
    },
}

/// The question was not among the saved ones.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NotSaved;

/// How many questions name servers were asked.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Counts {
    /// All.
    pub requests: u64,
    /// Those that a server answered.
    pub successful: u64,
    /// Those that no server answered.
    pub failed: u64,
    /// Those under way.
    pub pending: u64,
}

/// The names of a run.
pub struct Resolver {
    mode: NameMode,
    mappings: Mappings,
    /// The saved mappings were read.
    saved_are_read: bool,
    system: Option<System>,
    servers: Option<Box<dyn NameServers>>,
    bell: Option<Waker>,
    lookups: Vec<Lookup>,
    /// Answers that wait to be taken, by ticket.
    ready: Vec<(u64, Found)>,
    notices: Vec<Notice>,
    last_query: u64,
    counts: Counts,
}

impl Resolver {
    /// `key` keys the table of mappings.
    #[must_use]
    pub fn new(mode: NameMode, key: [u64; 2]) -> Self {
        Resolver {
            mode,
            mappings: Mappings::new(key),
            saved_are_read: false,
            system: None,
            servers: None,
            bell: None,
            lookups: Vec::new(),
            ready: Vec::new(),
            notices: Vec::new(),
            last_query: 0,
            counts: Counts::default(),
        }
    }

    /// Has answers ring this bell when they arrive.
    pub fn ring(&mut self, bell: Waker) {
        self.bell = Some(bell);
    }

    /// Whether names are made up, so that questions need a salt.
    #[must_use]
    pub fn is_fake(&self) -> bool {
        self.mode == NameMode::Fake
    }

    /// Whether an answer waits to be taken, or a question is under way.
    #[inline]
    #[must_use]
    pub fn is_busy(&self) -> bool {
        !self.ready.is_empty() || !self.lookups.is_empty()
    }

    /// How many questions servers were asked.
    #[must_use]
    pub fn counts(&self) -> Counts {
        Counts { pending: self.lookups.iter().filter(|l| l.started).count() as u64, ..self.counts }
    }

    /// How many mappings are remembered.
    #[must_use]
    pub fn kept(&self) -> Kept {
        self.mappings.kept()
    }

    /// Takes what scripts and people are to be told.
    pub fn take_notices(&mut self) -> Vec<Notice> {
        std::mem::take(&mut self.notices)
    }

    /// Asks for an answer that [`collect`](Self::collect) yields later, under `ticket`. `salt` makes faked names differ
    /// from site to site.
    pub fn ask(&mut self, q: Question, ticket: u64, salt: Option<&[u8]>, outside: &mut dyn Outside) {
        if let Some(found) = self.known(&q, salt, outside) {
            self.ready.push((ticket, found));
            return;
        }
        if let Some(l) = self.lookups.iter_mut().find(|l| l.question == q) {
            l.tickets.push(ticket);
        } else if self.lookups.len() >= QUEUE {
            self.ready.push((ticket, q.unanswered()));
        } else {
            self.lookups.push(Lookup::new(q, Some(ticket)));
        }
        self.issue(outside);
    }

    /// Asks and waits for the answer.
    ///
    /// # Errors
    /// Names come from the saved answers, and this one is not among them.
    pub fn ask_now(
        &mut self,
        q: &Question,
        salt: Option<&[u8]>,
        outside: &mut dyn Outside,
    ) -> Result<Found, NotSaved> {
        if let Some(found) = self.known(q, salt, outside) {
            return Ok(found);
        }
        let Question::Host(name) = q else { return Ok(q.nothing()) };
        match self.mode {
            NameMode::Saved => return Err(NotSaved),
            NameMode::Prime => {
                if self.lookups.len() < QUEUE && !self.lookups.iter().any(|l| l.question == *q) {
                    self.lookups.push(Lookup::new(q.clone(), None));
                }
                return Ok(q.nothing());
            }
            NameMode::Ask | NameMode::Fake => {}
        }
        // It goes before those that wait for their turn.
        if !self.lookups.iter().any(|l| l.question == *q) {
            let mut l = Lookup::new(q.clone(), None);
            let step = self.begin(&mut l, outside);
            self.advance(l, step, outside);
        }
        while self.lookups.iter().any(|l| l.question == *q) {
            match self.next_answer(PATIENCE) {
                Some((id, answer)) => {
                    self.take(id, &answer, outside);
                    // It may still wait for its turn.
                    self.issue(outside);
                }
                None => break,
            }
        }
        let mapping = self.last(q, outside);
        match mapping.filter(|m| m.valid) {
            Some(m) => Ok(m.found(q)),
            None => {
                self.notices.push(Notice::Warning(format!("Can't resolve host: {name}")));
                Ok(q.nothing())
            }
        }
    }

    /// Takes what servers have answered: the answers to questions, by ticket.
    pub fn collect(&mut self, outside: &mut dyn Outside) -> Vec<(u64, Found)> {
        while let Some((id, answer)) = self.next_answer(Duration::ZERO) {
            self.take(id, &answer, outside);
        }
        self.issue(outside);
        std::mem::take(&mut self.ready)
    }

    /// Waits for an answer, at most this many seconds. Returns false if none is under way.
    pub fn wait(&mut self, seconds: f64, outside: &mut dyn Outside) -> bool {
        if self.servers.is_none() || !self.lookups.iter().any(|l| l.started) {
            return false;
        }
        if let Some((id, answer)) = self.next_answer(Duration::try_from_secs_f64(seconds).unwrap_or(PATIENCE))
        {
            self.take(id, &answer, outside);
        }
        true
    }

    /// `-P`: has all questions of the loading scripts answered and saves the answers.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn prime(&mut self, outside: &mut dyn Outside) -> io::Result<()> {
        self.read_saved(outside);
        self.issue(outside);
        while self.wait(PATIENCE.as_secs_f64(), outside) {
            self.issue(outside);
        }
        let text = self.mappings.to_text();
        let mut file = outside.open(SAVED, false)?;
        file.write(text.as_bytes())?;
        file.flush()
    }

    fn next_answer(&mut self, wait: Duration) -> Option<(u64, io::Result<Vec<u8>>)> {
        self.servers.as_mut()?.answer(wait)
    }

    /// The answer that needs no server.
    fn known(&mut self, q: &Question, salt: Option<&[u8]>, outside: &mut dyn Outside) -> Option<Found> {
        let mapping = match self.mode {
            NameMode::Fake => return Some(q.fake(salt)),
            NameMode::Prime => return None,
            NameMode::Saved => self.last(q, outside),
            NameMode::Ask => {
                self.read_saved(outside);
                self.mappings.fresh(outside.wall_clock(), q)
            }
        };
        mapping.map(|m| m.found(q))
    }

    /// The last mapping of a question, expired or not.
    fn last(&mut self, q: &Question, outside: &mut dyn Outside) -> Option<Mapping> {
        self.read_saved(outside);
        self.mappings.last(outside.wall_clock(), q)
    }

    /// Reads the mappings that an earlier run saved, once.
    fn read_saved(&mut self, files: &dyn Files) {
        if std::mem::replace(&mut self.saved_are_read, true) {
            return;
        }
        // Most runs have none.
        let Ok(file) = files.open_to_read(SAVED) else { return };
        let mut text = String::new();
        let read = file.take(SAVED_SIZE).read_to_string(&mut text).map_err(|e| e.to_string());
        let read =
            read.and_then(|_| self.mappings.read(&text).map_err(|line| format!("line {line} is no mapping")));
        if let Err(e) = read {
            self.notices.push(Notice::Warning(format!("{SAVED}: {e}; what follows is not read")));
        }
    }

    /// Starts lookups as long as servers may be asked more.
    fn issue(&mut self, outside: &mut dyn Outside) {
        while self.lookups.iter().filter(|l| l.started).count() < PENDING {
            let Some(at) = self.lookups.iter().position(|l| !l.started) else { return };
            let mut l = self.lookups.remove(at);
            let step = self.begin(&mut l, outside);
            self.advance(l, step, outside);
        }
    }

    fn begin(&mut self, l: &mut Lookup, outside: &mut dyn Outside) -> Step {
        self.counts.requests += 1;
        let mut wrong = None;
        let system = self.system.get_or_insert_with(|| {
            let (system, w) = System::new(outside);
            wrong = w;
            system
        });
        system.refresh(outside);
        let step = l.start(system, outside.wall_clock(), &mut self.last_query);
        self.notices.extend(wrong.map(Notice::Warning));
        step
    }

    /// Takes an answer of a server.
    fn take(&mut self, id: u64, answer: &io::Result<Vec<u8>>, outside: &mut dyn Outside) {
        let Some(at) = self.lookups.iter().position(|l| l.waits_for(id)) else { return };
        let mut l = self.lookups.remove(at);
        let step = l.take(id, answer, outside.wall_clock(), &mut self.last_query);
        self.advance(l, step, outside);
    }

    /// Takes a lookup's next step.
    fn advance(&mut self, l: Lookup, step: Step, outside: &mut dyn Outside) {
        match step {
            Step::Wait => self.lookups.push(l),
            Step::Send(queries) => {
                let (servers, system) = self.reach_servers(outside);
                for q in queries {
                    servers.ask(q.id, &system.resolv_conf.servers, q.bytes);
                }
                self.lookups.push(l);
            }
            Step::Read(q) => {
                let (servers, system) = self.reach_servers(outside);
                servers.read(q.id, system.daemon.as_deref().unwrap_or_default(), q.bytes);
                self.lookups.push(l);
            }
            Step::Over(outcome) => {
                let found = self.complete(&l.question, outcome, outside);
                self.ready.extend(l.tickets.into_iter().map(|t| (t, found.clone())));
            }
        }
    }

    /// The client of name servers, and the system's word on which servers to ask.
    fn reach_servers(&mut self, outside: &mut dyn Outside) -> (&mut dyn NameServers, &System) {
        let bell = &self.bell;
        let servers = self.servers.get_or_insert_with(|| outside.name_servers(bell.clone()));
        let system = self.system.as_ref().expect("a lookup begins with the system");
        (&mut **servers, system)
    }

    /// Remembers the outcome of a lookup and notes what changed by it.
    fn complete(&mut self, q: &Question, outcome: Outcome, outside: &mut dyn Outside) -> Found {
        self.read_saved(outside);
        let created = outside.wall_clock();
        let failure = || vec![Mapping { created, ttl: FAILURE, valid: false, name: None, addrs: Vec::new() }];
        let (all, unanswered) = match outcome {
            Outcome::Mappings(all) => (all, false),
            Outcome::Nothing => (failure(), false),
            Outcome::Unanswered => (failure(), true),
        };
        *(if unanswered { &mut self.counts.failed } else { &mut self.counts.successful }) += 1;
        let found = all.last().map_or_else(|| q.nothing(), |m| m.found(q));
        for m in all {
            let before = self.mappings.last(created, q);
            // A failure does not replace a valid mapping.
            if m.valid || !before.as_ref().is_some_and(|b| b.valid) {
                self.mappings.put(q, &m);
            }
            if let (Some(before), false) = (before, matches!(q, Question::Text(_))) {
                compare(q, before, m, &mut self.notices);
            }
        }
        if unanswered { q.unanswered() } else { found }
    }
}

/// Notes what changed from one mapping to the next.
fn compare(q: &Question, before: Mapping, now: Mapping, notices: &mut Vec<Notice>) {
    let mut note = |event, mappings: Vec<Mapping>, sets| {
        notices.push(Notice::Changed { event, question: q.clone(), mappings, sets });
    };
    match (before.valid, now.valid) {
        (false, false) => return,
        (false, true) => return note("dns_mapping_valid", vec![now], Vec::new()),
        (true, false) => return note("dns_mapping_unverified", vec![before], Vec::new()),
        (true, true) => {}
    }
    let missing = |from: &Mapping, to: &Mapping| -> Vec<Addr> {
        from.addrs.iter().filter(|x| !to.addrs.contains(x)).copied().collect()
    };
    let sets = vec![missing(&before, &now), missing(&now, &before)];
    match (&before.name, &now.name) {
        (None, Some(_)) => note("dns_mapping_new_name", vec![now.clone()], Vec::new()),
        (Some(_), None) => note("dns_mapping_lost_name", vec![before], Vec::new()),
        (a, b) if a != b => note("dns_mapping_name_changed", vec![before, now.clone()], Vec::new()),
        _ => {}
    }
    if sets.iter().any(|s| !s.is_empty()) {
        note("dns_mapping_altered", vec![now], sets);
    }
}
