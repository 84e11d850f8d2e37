//! Looks up host names and addresses for scripts.
//!
//! An answer is remembered for its time to live. Other questions go to name servers, at most twenty at a time, and
//! equal questions only once. Lookups never block the run, which calls [`Resolver::collect`] between two packets to
//! take the answers that have arrived. Only lookups by loading scripts block ([`Resolver::ask_now`]).
//!
//! This crate knows neither scripts nor sockets. A ticket identifies the caller of a question. Warnings, and changes of
//! mappings for which scripts have events, are kept as [`Notice`]s until the run takes them. Answers match Zeek's: the
//! text of a host is the first string of its first record, and it is empty if an alias precedes that record.
mod changes;
mod issue;
mod lookup;
mod mapping;
mod message;
mod question;
mod system;

pub use mapping::{Kept, Mapping};
pub use message::{Reply, judge};
pub use question::{Found, Question};

use lookup::Lookup;
use mapping::Mappings;
use net_types::Addr;
use outside::{Files, NameServers, Outside};
use runloop::Waker;
use std::io::{self, Read};
use std::time::Duration;
use system::System;

/// The most questions that are in progress at a time.
const PENDING: usize = 20;
/// The most questions that may be queued. Further ones are left unanswered.
const QUEUE: usize = 10_000;
/// How long to wait for name servers. Longer than any one question is in progress.
const PATIENCE: Duration = Duration::from_secs(60);
/// The file that keeps mappings from one run to the next.
const SAVED: &str = ".state/.zeek-dns-cache";
/// The largest size of that file, in bytes.
const SAVED_SIZE: u64 = 64 << 20;

/// The source of names.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum NameMode {
    /// Name servers.
    #[default]
    Ask,
    /// Made-up names; no server is asked (`ZEEK_DNS_FAKE`).
    Fake,
    /// Name servers, which are asked while scripts load; the answers are saved (`-P`).
    Prime,
    /// Saved answers (`-F`).
    Saved,
}

/// A message for scripts or users.
#[derive(Clone, PartialEq, Debug)]
pub enum Notice {
    /// A warning.
    Warning(String),
    /// A mapping changed.
    Changed {
        /// The name of the event.
        event: &'static str,
        /// The question that the mapping answers.
        question: Question,
        /// The event's mappings: one, or the previous and the new mapping.
        mappings: Vec<Mapping>,
        /// The event's sets of addresses: none, or the lost and the new addresses.
        sets: Vec<Vec<Addr>>,
    },
}

/// The error if only saved answers are used and none of them answers the question.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NotSaved;

/// The numbers of questions sent to name servers.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Counts {
    /// All questions.
    pub requests: u64,
    /// Questions that a server answered.
    pub successful: u64,
    /// Questions that no server answered.
    pub failed: u64,
    /// Questions in progress.
    pub pending: u64,
}

/// Looks up names for a run.
pub struct Resolver {
    mode: NameMode,
    mappings: Mappings,
    /// Whether the saved mappings were read.
    saved_are_read: bool,
    system: Option<System>,
    servers: Option<Box<dyn NameServers>>,
    bell: Option<Waker>,
    lookups: Vec<Lookup>,
    /// Answers that wait for their callers, by ticket.
    ready: Vec<(u64, Found)>,
    notices: Vec<Notice>,
    last_query: u64,
    counts: Counts,
}

impl Resolver {
    /// Creates a resolver. `key` keys the table of mappings.
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

    /// Sets a waker that is called whenever an answer arrives.
    pub fn ring(&mut self, bell: Waker) {
        self.bell = Some(bell);
    }

    /// Whether names are made up, so that [`ask`](Self::ask) needs a salt.
    #[must_use]
    pub fn is_fake(&self) -> bool {
        self.mode == NameMode::Fake
    }

    /// Whether an answer waits for its caller or a question is in progress.
    #[inline]
    #[must_use]
    pub fn is_busy(&self) -> bool {
        !self.ready.is_empty() || !self.lookups.is_empty()
    }

    /// Returns the numbers of questions sent to servers.
    #[must_use]
    pub fn counts(&self) -> Counts {
        Counts { pending: self.lookups.iter().filter(|l| l.started).count() as u64, ..self.counts }
    }

    /// Returns the numbers of remembered mappings.
    #[must_use]
    pub fn kept(&self) -> Kept {
        self.mappings.kept()
    }

    /// Takes the messages for scripts and users.
    pub fn take_notices(&mut self) -> Vec<Notice> {
        std::mem::take(&mut self.notices)
    }

    /// Asks a question. [`collect`](Self::collect) later returns the answer with `ticket`. `salt` makes made-up names
    /// differ from site to site.
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

    /// Asks a question and waits for the answer.
    ///
    /// # Errors
    /// [`NotSaved`] if only saved answers are used and none of them answers the question.
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
        // The lookup starts at once, before queued ones.
        if !self.lookups.iter().any(|l| l.question == *q) {
            let mut l = Lookup::new(q.clone(), None);
            let step = self.begin(&mut l, outside);
            self.advance(l, step, outside);
        }
        while self.lookups.iter().any(|l| l.question == *q) {
            match self.next_answer(PATIENCE) {
                Some((id, answer)) => {
                    self.take(id, &answer, outside);
                    // The question may still be queued.
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

    /// Returns the answers that have arrived, with their tickets.
    pub fn collect(&mut self, outside: &mut dyn Outside) -> Vec<(u64, Found)> {
        while let Some((id, answer)) = self.next_answer(Duration::ZERO) {
            self.take(id, &answer, outside);
        }
        self.issue(outside);
        std::mem::take(&mut self.ready)
    }

    /// Waits for an answer, at most `seconds`. Returns false if no question is in progress.
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

    /// Waits for the answers to all questions of the loading scripts and saves them (`-P`).
    ///
    /// # Errors
    /// If the file cannot be written.
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

    /// Returns the answer if no server is needed for it.
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

    /// Returns the last mapping of a question, expired or not.
    fn last(&mut self, q: &Question, outside: &mut dyn Outside) -> Option<Mapping> {
        self.read_saved(outside);
        self.mappings.last(outside.wall_clock(), q)
    }

    /// Reads the mappings that an earlier run saved, the first time it is called.
    fn read_saved(&mut self, files: &dyn Files) {
        if std::mem::replace(&mut self.saved_are_read, true) {
            return;
        }
        // Most runs have no such file.
        let Ok(file) = files.open_to_read(SAVED) else { return };
        let mut text = String::new();
        let read = file.take(SAVED_SIZE).read_to_string(&mut text).map_err(|e| e.to_string());
        let read = read
            .and_then(|_| self.mappings.read(&text).map_err(|line| format!("line {line} is not a mapping")));
        if let Err(e) = read {
            self.notices.push(Notice::Warning(format!("{SAVED}: {e}; what follows is not read")));
        }
    }
}
