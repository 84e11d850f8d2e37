//! Answers requests in Egret's own protocol ([`namecache_wire::frame`]).
use super::connection::{Connection, Sessions, Step, Waiting};
use super::{IDLE, SESSION, Thread};
use crate::core::{SERIAL, now, stamp_of};
use crate::sys::socket;
use namecache::engine::{Ask, Outcome};
use namecache_wire::frame::{self, Parsed, Request, Status};
use std::fmt::Write;
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// The maximum size in bytes of a list that a client writes.
const WRITTEN_BYTES: usize = 1 << 20;
/// The maximum number of items of a list that a client writes.
const WRITTEN_ITEMS: usize = 8192;
/// The time until a waiting client is disconnected, in milliseconds; longer than any enumeration takes.
const WAIT: u64 = 61_000;

pub(super) fn step(c: &mut Connection, inbox: &[u8], t: &mut Thread) -> Step {
    match frame::parse(inbox) {
        Parsed::Short(_) => Step::More,
        Parsed::Bad(_) => Step::Refused,
        Parsed::Whole(request, taken) => {
            if t.shared.trace {
                eprintln!("own: uid {} pid {}: {}", c.peer.uid, c.peer.pid, trace_line(&request));
            }
            handle(c, &request, t);
            Step::Took(taken)
        }
    }
}

/// Formats a request as a line of the trace.
fn trace_line(request: &Request<'_>) -> String {
    let text = String::from_utf8_lossy;
    match request {
        Request::Read { name, key } => format!("read {} {:?}", text(name), text(key)),
        Request::Write { name, key, .. } => format!("write {} {:?}", text(name), text(key)),
        Request::Transform { name, everybody } => format!("flush {:?} everybody: {everybody}", text(name)),
        Request::WriteSession { name } => format!("write session {}", text(name)),
        Request::ReadSession { name } => format!("read session {}", text(name)),
        Request::List { name } => format!("list {}", text(name)),
        Request::View { name, key, .. } => format!("view {} {:?}", text(name), text(key)),
        Request::Item(v) => format!("item of {} bytes", v.len()),
        Request::Commit | Request::Abandon | Request::Next | Request::Statistics => format!("{request:?}"),
    }
}

fn status(outcome: &Outcome) -> Status {
    match outcome {
        Outcome::Found(_) => Status::Found,
        Outcome::Absent => Status::Absent,
        Outcome::Unserved => Status::Unserved,
        Outcome::Busy => Status::Busy,
    }
}

/// Queues the answer to a read.
pub(super) fn answer_read(outcome: &Outcome, out: &mut Vec<u8>) {
    let value = if let Outcome::Found(v) = outcome { &v[..] } else { &[] };
    frame::answer(3, status(outcome), value, out);
}

/// Queues the answer to a read in a view. `id` names the view that is sent with it; 0 if none is.
pub(super) fn answer_view(outcome: &Outcome, id: u64, out: &mut Vec<u8>) {
    let value = if let Outcome::Found(v) = outcome { &v[..] } else { &[] };
    frame::answer_view(status(outcome), id, value, out);
}

/// Queues the answer to a request for a list.
pub(super) fn answer_list(outcome: &Outcome, out: &mut Vec<u8>) {
    frame::answer(19, status(outcome), &[], out);
}

fn handle(c: &mut Connection, request: &Request<'_>, t: &mut Thread) {
    let at = now();
    c.deadline =
        at + if c.sessions.writing.is_some() || c.sessions.reading.is_some() { SESSION } else { IDLE };
    let ticket = (t.index as u64) << 56 | (c.serial & SERIAL);
    let (peer, number) = (c.peer, request.number());
    let own_worker = t.shared.is_worker(peer.pid);
    let status = match request {
        Request::Read { .. } | Request::View { .. } | Request::List { .. } if own_worker => Status::Unserved,
        Request::Read { name, key } => {
            let ask = t.shared.ask(at, peer, |e| e.cache_named(name), key, ticket);
            return parked(c, ask, Waiting::Read, at);
        }
        Request::View { name, key, have } => {
            let ask = t.shared.ask(at, peer, |e| e.cache_named(name), key, ticket);
            let Ask::Now(outcome) = ask else { return parked(c, ask, Waiting::View, at) };
            return view(c, name, *have, &outcome, t, at);
        }
        Request::List { name } => {
            let ask = t.shared.with(at, |core| match core.engine.cache_named(name) {
                Some(id) => {
                    let stamp = stamp_of(&core.engine, id);
                    core.engine.want_list(at, id, stamp, ticket)
                }
                None => Ask::Now(Outcome::Unserved),
            });
            return parked(c, ask, Waiting::List, at);
        }
        Request::Write { name, key, value } => t.shared.with(at, |core| {
            let Some(id) = core.engine.cache_named(name) else { return Status::Unserved };
            done(core.engine.write(at, peer, id, key, value))
        }),
        Request::Transform { name, everybody } => t.shared.with(at, |core| {
            let which = core.engine.cache_named(name);
            if which.is_none() && !name.is_empty() {
                return Status::Unserved;
            }
            done(core.engine.flush(at, peer, which, *everybody))
        }),
        Request::WriteSession { name } => match t.shared.with(at, |core| core.engine.cache_named(name)) {
            Some(id) => {
                c.sessions.writing = Some((id, Vec::new(), 0));
                Status::Found
            }
            None => Status::Unserved,
        },
        Request::Item(value) => item(&mut c.sessions, value),
        Request::Commit => match c.sessions.writing.take() {
            Some((id, items, _)) => {
                t.shared.with(at, |core| done(core.engine.write_list(at, peer, id, items)))
            }
            None => Status::Malformed,
        },
        Request::Abandon => match c.sessions.writing.take() {
            Some(_) => Status::Found,
            None => Status::Malformed,
        },
        Request::ReadSession { name } => {
            let items = t.shared.with(at, |core| {
                let id = core.engine.cache_named(name)?;
                core.engine.read_list(at, peer, id)
            });
            c.sessions.reading = items.map(|i| (i, 0));
            if c.sessions.reading.is_some() { Status::Found } else { Status::Unserved }
        }
        Request::Next => match &mut c.sessions.reading {
            Some((items, next)) => match items.get(*next) {
                Some(value) => {
                    *next += 1;
                    return frame::answer(number, Status::Found, value, &mut c.outbox);
                }
                None => Status::Absent,
            },
            None => Status::Malformed,
        },
        Request::Statistics if peer.uid == 0 || t.shared.stat_uid == Some(peer.uid) => {
            return frame::answer(number, Status::Found, statistics(t).as_bytes(), &mut c.outbox);
        }
        Request::Statistics => Status::Denied,
    };
    frame::answer(number, status, &[], &mut c.outbox);
}

/// Answers a read in a view, and sends the view if it has entries that the client's view lacks.
fn view(c: &mut Connection, name: &[u8], have: u64, outcome: &Outcome, t: &mut Thread, at: u64) {
    let known = matches!(outcome, Outcome::Found(_) | Outcome::Absent);
    if !known || !c.outbox.is_empty() {
        return answer_view(outcome, 0, &mut c.outbox);
    }
    t.shared.with(at, |core| {
        let id = core.engine.cache_named(name).filter(|id| !core.engine.store(*id).is_common());
        match id.and_then(|id| core.views.hand_out(&core.engine, id, c.peer, have, at)) {
            Some((id, fd)) => {
                let mut out = Vec::new();
                answer_view(outcome, id, &mut out);
                // The descriptor is sent with the first byte. Unsent bytes are queued; writing them also detects a
                // client that has hung up.
                let sent = socket::send_with(&c.stream, &out, fd).unwrap_or(0);
                c.outbox.extend_from_slice(out.get(sent..).unwrap_or_default());
            }
            None => answer_view(outcome, 0, &mut c.outbox),
        }
    });
}

fn done(allowed: bool) -> Status {
    if allowed { Status::Found } else { Status::Denied }
}

/// Queues an immediate outcome, or makes the connection wait.
fn parked(c: &mut Connection, ask: Ask, waiting: Waiting, at: u64) {
    match (ask, waiting) {
        (Ask::Now(outcome), Waiting::View) => answer_view(&outcome, 0, &mut c.outbox),
        (Ask::Now(outcome), Waiting::List) => answer_list(&outcome, &mut c.outbox),
        (Ask::Now(outcome), _) => answer_read(&outcome, &mut c.outbox),
        (Ask::Parked, waiting) => {
            c.waiting = Some(waiting);
            c.deadline = at + WAIT;
        }
    }
}

/// Adds an item to the list that the client is writing.
fn item(sessions: &mut Sessions, value: &[u8]) -> Status {
    let Some((_, items, bytes)) = &mut sessions.writing else { return Status::Malformed };
    *bytes += value.len();
    if *bytes > WRITTEN_BYTES || items.len() >= WRITTEN_ITEMS {
        sessions.writing = None;
        return Status::Denied;
    }
    items.push(Arc::from(value));
    Status::Found
}

fn statistics(t: &Thread) -> String {
    let (mut text, published, bytes) = t.shared.with(now(), |core| {
        (namecache::metrics::text(&core.engine), core.publisher.published, core.publisher.bytes)
    });
    let counted = &t.shared.counted;
    let figures = [
        ("connections_total", "Connections accepted.", counted.accepted.load(Ordering::Relaxed)),
        ("refused_total", "Connections refused because of a limit.", counted.refused.load(Ordering::Relaxed)),
        (
            "malformed_total",
            "Connections closed after a protocol violation.",
            counted.malformed.load(Ordering::Relaxed),
        ),
        ("late_total", "Connections closed after a timeout.", counted.late.load(Ordering::Relaxed)),
        ("publications_total", "Updates of mapped memory.", published),
    ];
    for (name, help, n) in figures {
        // Writing to a String cannot fail.
        let _ = writeln!(text, "# HELP egret_cached_{name} {help}\n# TYPE egret_cached_{name} counter");
        let _ = writeln!(text, "egret_cached_{name} {n}");
    }
    let _ =
        writeln!(text, "# HELP egret_cached_bytes Bytes of mapped memory.\n# TYPE egret_cached_bytes gauge");
    for db in namecache_wire::Database::ALL {
        let (image, segment) = bytes[db as usize];
        let _ = writeln!(text, "egret_cached_bytes{{cache=\"{}\",door=\"nscd\"}} {image}", db.name());
        let _ = writeln!(text, "egret_cached_bytes{{cache=\"{}\",door=\"own\"}} {segment}", db.name());
    }
    text
}
