//! Names for scripts: `lookup_addr`, `lookup_hostname`, `lookup_hostname_txt`, and the one that waits.
//!
//! A question is answered from what is known, for as long as servers said that it holds; otherwise name servers are
//! asked, twenty questions at a time, equal ones once. Nothing waits for them: the answer arrives between two packets,
//! and the condition of a `when` that asked is tried again. What is asked and remembered follows Zeek, also in that a
//! text is the first string of the first record, and nothing where an alias comes before it.
mod lookup;
mod mapping;
mod message;
mod question;
mod source;
mod system;

use crate::host::Host;
use lookup::{FAILURE, Lookup, Outcome, Step};
use mapping::{Mapping, Mappings};
pub use message::{Reply, judge};
use outside::NameServers;
pub(crate) use question::{Found, Question};
use runloop::Waker;
use script_vm::Machine;
pub use source::NameAnswers;
use std::io::{self, Read};
use std::time::Duration;
use system::System;
use value::{Context, ErrorKind, Level, RuntimeError, Table, Type, Value};

/// Questions that servers work on at a time.
const PENDING: usize = 20;
/// Questions that wait for their turn; more of them have no answer.
const QUEUE: usize = 10_000;
/// Longer than name servers are asked for one question.
const PATIENCE: Duration = Duration::from_secs(60);
/// Where mappings are kept from one run to the next.
const SAVED: &str = ".state/.zeek-dns-cache";
/// A larger file of mappings is none.
const SAVED_SIZE: u64 = 64 << 20;

/// Where names come from.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum NameMode {
    /// Name servers.
    #[default]
    Ask,
    /// Nowhere: they are made up (`ZEEK_DNS_FAKE`).
    Fake,
    /// Name servers are asked what scripts ask when they load, and the answers are saved (`-P`).
    Prime,
    /// What was saved (`-F`).
    Saved,
}

/// The names of a run.
#[derive(Default)]
pub struct Names {
    mode: NameMode,
    mappings: Option<Mappings>,
    system: Option<System>,
    servers: Option<Box<dyn NameServers>>,
    bell: Option<Waker>,
    lookups: Vec<Lookup>,
    /// Answers that wait to be taken, by the ticket of the call.
    ready: Vec<(u64, Found)>,
    last_query: u64,
    counts: Counts,
}

/// How many questions servers were asked.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Counts {
    pub(crate) requests: u64,
    pub(crate) successful: u64,
    pub(crate) failed: u64,
}

impl Names {
    /// From there.
    #[must_use]
    pub fn new(mode: NameMode) -> Self {
        Names { mode, ..Names::default() }
    }

    /// Has answers wake a loop when they come.
    pub fn ring(&mut self, bell: Waker) {
        self.bell = Some(bell);
    }

    /// Whether anything is to be delivered, or under way.
    #[inline]
    pub(crate) fn is_busy(&self) -> bool {
        !self.ready.is_empty() || !self.lookups.is_empty()
    }

    pub(crate) fn counts(&self) -> (Counts, u64, mapping::Kept) {
        let pending = self.lookups.iter().filter(|l| l.started).count() as u64;
        (self.counts, pending, self.mappings.as_ref().map(Mappings::kept).unwrap_or_default())
    }

    /// Waits for an answer, for this many seconds at most. False where none is under way.
    pub(crate) fn wait(&mut self, seconds: f64) -> Option<(u64, io::Result<Vec<u8>>)> {
        let wait = Duration::try_from_secs_f64(seconds).unwrap_or(PATIENCE);
        self.servers.as_mut()?.answer(wait)
    }
}

fn host(cx: &mut dyn Context) -> &mut Host {
    cx.host().downcast_mut().expect("the machine runs with this crate's host")
}

/// Answers a call that can wait: `ticket` is where the answer goes.
pub(crate) fn ask(cx: &mut dyn Context, q: Question, ticket: u64) {
    if let Some(found) = known(cx, &q) {
        host(cx).names.ready.push((ticket, found));
        return;
    }
    let names = &mut host(cx).names;
    if let Some(l) = names.lookups.iter_mut().find(|l| l.question == q) {
        l.tickets.push(ticket);
    } else if names.lookups.len() >= QUEUE {
        names.ready.push((ticket, q.unanswered()));
    } else {
        names.lookups.push(Lookup::new(q, Some(ticket)));
    }
    issue(cx);
}

/// Answers a call that waits.
///
/// # Errors
/// Names come from what was saved, and this one was not.
pub(crate) fn ask_now(cx: &mut dyn Context, q: Question) -> value::Result<Found> {
    if let Some(found) = known(cx, &q) {
        return Ok(found);
    }
    let Question::Host(name) = &q else { return Ok(q.nothing()) };
    let names = &mut host(cx).names;
    match names.mode {
        NameMode::Saved => {
            cx.report(Level::Fatal, &format!("can't find DNS entry for {name} in cache"), None);
            return Err(RuntimeError::of(ErrorKind::Exit(1), "no such name is saved"));
        }
        NameMode::Prime => {
            if names.lookups.len() < QUEUE && !names.lookups.iter().any(|l| l.question == q) {
                names.lookups.push(Lookup::new(q.clone(), None));
            }
            return Ok(q.nothing());
        }
        NameMode::Ask | NameMode::Fake => {}
    }
    // It goes before those that wait.
    if !names.lookups.iter().any(|l| l.question == q) {
        let mut l = Lookup::new(q.clone(), None);
        let step = begin(cx, &mut l);
        go_on(cx, l, step);
    }
    while host(cx).names.lookups.iter().any(|l| l.question == q) {
        match host(cx).names.wait(PATIENCE.as_secs_f64()) {
            Some((id, answer)) => {
                take(cx, id, &answer);
                // It may be one of those that wait for their turn.
                issue(cx);
            }
            None => break,
        }
    }
    let now = host(cx).wall_clock();
    let m = mappings(cx).last(now, &q);
    match m.filter(|m| m.valid) {
        Some(m) => Ok(m.found(&q)),
        None => {
            cx.report(Level::Warning, &format!("Can't resolve host: {name}"), None);
            Ok(q.nothing())
        }
    }
}

/// What is known without asking anybody.
fn known(cx: &mut dyn Context, q: &Question) -> Option<Found> {
    let mode = host(cx).names.mode;
    if mode == NameMode::Fake {
        let loading = host(cx).loading;
        let salt = cx.global_id("digest_salt").and_then(|id| cx.global(id)).filter(|_| !loading);
        return Some(q.fake(salt.as_ref().and_then(Value::as_string).map(|s| &s[..])));
    }
    let now = host(cx).wall_clock();
    let m = match mode {
        NameMode::Prime => return None,
        NameMode::Saved => mappings(cx).last(now, q),
        _ => mappings(cx).fresh(now, q),
    };
    m.map(|m| m.found(q))
}

/// The mappings; what an earlier run has saved is among them.
fn mappings(cx: &mut dyn Context) -> &mut Mappings {
    if host(cx).names.mappings.is_none() {
        let h = host(cx);
        let mut fresh = Mappings::new(h.seeds.siphash_key());
        let mut text = String::new();
        let opened = h.outside().open_to_read(SAVED);
        // Most runs have none.
        if let Ok(file) = opened {
            let read = file.take(SAVED_SIZE).read_to_string(&mut text).map_err(|e| e.to_string());
            let read =
                read.and_then(|_| fresh.read(&text).map_err(|line| format!("line {line} is no mapping")));
            if let Err(e) = read {
                cx.report(Level::Warning, &format!("{SAVED}: {e}; what follows is not read"), None);
            }
        }
        host(cx).names.mappings = Some(fresh);
    }
    host(cx).names.mappings.as_mut().expect("they were made above")
}

/// Starts lookups as long as servers may be asked more.
fn issue(cx: &mut dyn Context) {
    loop {
        let names = &mut host(cx).names;
        if names.lookups.iter().filter(|l| l.started).count() >= PENDING {
            return;
        }
        let Some(at) = names.lookups.iter().position(|l| !l.started) else { return };
        let mut l = names.lookups.remove(at);
        let step = begin(cx, &mut l);
        go_on(cx, l, step);
    }
}

fn begin(cx: &mut dyn Context, l: &mut Lookup) -> Step {
    let h = host(cx);
    h.names.counts.requests += 1;
    let now = h.wall_clock();
    let mut wrong = None;
    let mut system = match h.names.system.take() {
        Some(system) => system,
        None => {
            let (system, w) = System::new(h.outside());
            wrong = w;
            system
        }
    };
    system.refresh(h.outside());
    let step = l.start(&system, now, &mut h.names.last_query);
    h.names.system = Some(system);
    if let Some(text) = wrong {
        cx.report(Level::Warning, &text, None);
    }
    step
}

fn take(cx: &mut dyn Context, id: u64, answer: &io::Result<Vec<u8>>) {
    let h = host(cx);
    let now = h.wall_clock();
    let Some(at) = h.names.lookups.iter().position(|l| l.waits_for(id)) else { return };
    let mut l = h.names.lookups.remove(at);
    let step = l.take(id, answer, now, &mut h.names.last_query);
    go_on(cx, l, step);
}

fn go_on(cx: &mut dyn Context, l: Lookup, step: Step) {
    match step {
        Step::Wait => host(cx).names.lookups.push(l),
        Step::Send(queries) => {
            let (servers, system) = asked(host(cx));
            for q in queries {
                servers.ask(q.id, &system.resolver.servers, q.bytes);
            }
            host(cx).names.lookups.push(l);
        }
        Step::Read(q) => {
            let (servers, system) = asked(host(cx));
            servers.read(q.id, system.daemon.as_deref().unwrap_or_default(), q.bytes);
            host(cx).names.lookups.push(l);
        }
        Step::Over(outcome) => {
            let found = complete(cx, &l.question, outcome);
            let names = &mut host(cx).names;
            names.ready.extend(l.tickets.into_iter().map(|t| (t, found.clone())));
        }
    }
}

/// Who is asked, and what the system says about whom to ask.
fn asked(h: &mut Host) -> (&mut dyn NameServers, &System) {
    if h.names.servers.is_none() {
        let bell = h.names.bell.clone();
        h.names.servers = Some(h.outside().name_servers(bell));
    }
    match (&mut h.names.servers, &h.names.system) {
        (Some(servers), Some(system)) => (&mut **servers, system),
        _ => unreachable!("a lookup begins with the system, and the servers were made above"),
    }
}

/// Keeps what a lookup came to, and tells scripts what has changed by it.
fn complete(cx: &mut dyn Context, q: &Question, outcome: Outcome) -> Found {
    let created = host(cx).wall_clock();
    let failure = || vec![Mapping { created, ttl: FAILURE, valid: false, name: None, addrs: Vec::new() }];
    let (all, unanswered) = match outcome {
        Outcome::Mappings(all) => (all, false),
        Outcome::Nothing => (failure(), false),
        Outcome::Unanswered => (failure(), true),
    };
    let counts = &mut host(cx).names.counts;
    *(if unanswered { &mut counts.failed } else { &mut counts.successful }) += 1;
    let found = all.last().map_or_else(|| q.nothing(), |m| m.found(q));
    for m in all {
        let before = mappings(cx).last(created, q);
        // A failure takes nothing away that was known.
        if m.valid || !before.as_ref().is_some_and(|b| b.valid) {
            mappings(cx).put(q, &m);
        }
        if let (Some(before), false) = (before, matches!(q, Question::Text(_))) {
            compare(cx, q, &before, &m);
        }
    }
    if unanswered { q.unanswered() } else { found }
}

/// Raises the events about what has changed.
fn compare(cx: &mut dyn Context, q: &Question, before: &Mapping, now: &Mapping) {
    match (before.valid, now.valid) {
        (false, false) => return,
        (false, true) => return raise(cx, "dns_mapping_valid", q, &[now], &[]),
        (true, false) => return raise(cx, "dns_mapping_unverified", q, &[before], &[]),
        (true, true) => {}
    }
    match (&before.name, &now.name) {
        (None, Some(_)) => raise(cx, "dns_mapping_new_name", q, &[now], &[]),
        (Some(_), None) => raise(cx, "dns_mapping_lost_name", q, &[before], &[]),
        (a, b) if a != b => raise(cx, "dns_mapping_name_changed", q, &[before, now], &[]),
        _ => {}
    }
    let without =
        |a: &Mapping, b: &Mapping| a.addrs.iter().filter(|x| !b.addrs.contains(x)).copied().collect();
    let (lost, new): (Vec<_>, Vec<_>) = (without(before, now), without(now, before));
    if !(lost.is_empty() && new.is_empty()) {
        raise(cx, "dns_mapping_altered", q, &[now], &[lost, new]);
    }
}

fn raise(
    cx: &mut dyn Context,
    event: &str,
    q: &Question,
    mappings: &[&Mapping],
    sets: &[Vec<net_types::Addr>],
) {
    let Some(id) = cx.global_id(event).filter(|&id| cx.has_bodies(id)) else { return };
    let mut args: Vec<Value> = mappings.iter().filter_map(|m| record(cx, q, m)).collect();
    args.extend(sets.iter().filter_map(|s| value_of(cx, &Found::Addrs(s.clone()))));
    if args.len() == mappings.len() + sets.len() {
        cx.raise(id, args);
    }
}

/// A `dns_mapping`.
fn record(cx: &mut dyn Context, q: &Question, m: &Mapping) -> Option<Value> {
    let Some(Type::Record(ty)) = cx.named_type("dns_mapping") else { return None };
    let r = cx.record(&ty).ok()?;
    let (asked, addr) = match q {
        Question::Address(a) => (String::new(), *a),
        Question::Host(name) | Question::Text(name) => (name.clone(), net_types::Addr::v6([0; 16])),
    };
    r.set_named("creation_time", Value::Time(m.created));
    r.set_named("req_host", asked);
    r.set_named("req_addr", Value::addr(addr));
    r.set_named("valid", m.valid);
    let name = m.name.as_deref().filter(|_| m.valid).unwrap_or(b"<none>");
    r.set_named("hostname", Value::string(name));
    r.set_named("addrs", value_of(cx, &Found::Addrs(m.addrs.clone()))?);
    Some(r.into())
}

/// What scripts get; `None` where the prelude has no `addr_set`.
pub(crate) fn value_of(cx: &mut dyn Context, found: &Found) -> Option<Value> {
    match found {
        Found::Name(name) => Some(Value::string(name)),
        Found::Addrs(addrs) => {
            let Some(Type::Table(ty)) = cx.named_type("addr_set") else { return None };
            let set = Table::of(ty);
            for a in addrs {
                let key = set.key(&[Value::addr(*a)]).ok()?;
                set.insert_raw(key.bytes(), None);
            }
            Some(set.into())
        }
    }
}

/// Takes what servers have answered, and gives it to those who wait for it. Whether there was anything.
pub(crate) fn deliver(machine: &mut Machine) -> bool {
    if !host(machine).names.is_busy() {
        return false;
    }
    while let Some((id, answer)) = host(machine).names.wait(0.0) {
        take(machine, id, &answer);
    }
    issue(machine);
    let ready = std::mem::take(&mut host(machine).names.ready);
    let any = !ready.is_empty();
    for (ticket, found) in ready {
        let v = value_of(machine, &found);
        machine.answer(ticket, v);
    }
    any
}

/// Waits for answers, at most this many seconds; false where none are under way.
pub(crate) fn wait(machine: &mut Machine, seconds: f64) -> bool {
    let names = &mut host(machine).names;
    if names.servers.is_none() || !names.lookups.iter().any(|l| l.started) {
        return false;
    }
    if let Some((id, answer)) = names.wait(seconds) {
        take(machine, id, &answer);
    }
    true
}

/// `-P`: has all questions of the loading scripts answered, and saves the answers.
///
/// # Errors
/// They could not be saved.
pub(crate) fn prime(machine: &mut Machine) -> io::Result<()> {
    mappings(machine);
    issue(machine);
    while wait(machine, PATIENCE.as_secs_f64()) {
        issue(machine);
    }
    let text = mappings(machine).to_text();
    let mut file = host(machine).outside().open(SAVED, false)?;
    file.write(text.as_bytes())?;
    file.flush()
}
