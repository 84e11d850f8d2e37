//! Lookups in progress: asks servers, processes their answers and remembers them.
use crate::changes::compare;
use crate::lookup::{FAILURE, Lookup, Outcome, Step};
use crate::system::System;
use crate::{Found, Mapping, Notice, PENDING, Question, Resolver};
use outside::{NameServers, Outside};
use std::io;
use std::time::Duration;

impl Resolver {
    pub(super) fn next_answer(&mut self, wait: Duration) -> Option<(u64, io::Result<Vec<u8>>)> {
        self.servers.as_mut()?.answer(wait)
    }

    /// Starts queued lookups until [`PENDING`] are in progress.
    pub(super) fn issue(&mut self, outside: &mut dyn Outside) {
        while self.lookups.iter().filter(|l| l.started).count() < PENDING {
            let Some(at) = self.lookups.iter().position(|l| !l.started) else { return };
            let mut l = self.lookups.remove(at);
            let step = self.begin(&mut l, outside);
            self.advance(l, step, outside);
        }
    }

    pub(super) fn begin(&mut self, l: &mut Lookup, outside: &mut dyn Outside) -> Step {
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

    /// Processes an answer from a server.
    pub(super) fn take(&mut self, id: u64, answer: &io::Result<Vec<u8>>, outside: &mut dyn Outside) {
        let Some(at) = self.lookups.iter().position(|l| l.waits_for(id)) else { return };
        let mut l = self.lookups.remove(at);
        let step = l.take(id, answer, outside.wall_clock(), &mut self.last_query);
        self.advance(l, step, outside);
    }

    /// Carries out a lookup's next step.
    pub(super) fn advance(&mut self, l: Lookup, step: Step, outside: &mut dyn Outside) {
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

    /// Returns the client of name servers, and the system's configuration, which names the servers.
    fn reach_servers(&mut self, outside: &mut dyn Outside) -> (&mut dyn NameServers, &System) {
        let bell = &self.bell;
        let servers = self.servers.get_or_insert_with(|| outside.name_servers(bell.clone()));
        let system = self.system.as_ref().expect("a lookup begins with the system");
        (&mut **servers, system)
    }

    /// Remembers the outcome of a lookup and reports changes.
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
