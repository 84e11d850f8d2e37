//! Answers requests in nscd's protocol: from the clients in glibc and musl, and from `nscd -i`.
use super::Thread;
use super::connection::{Connection, Step, Waiting};
use crate::core::{SERIAL, now};
use crate::sys::socket;
use namecache::engine::{Ask, Engine, Outcome};
use namecache_wire::Database;
use namecache_wire::nscd::{self, Parsed, Request, RequestType};
use namecache_wire::record::Record;

/// The time until a waiting client is disconnected, in milliseconds; longer than any lookup takes.
const WAIT: u64 = 10_000;
/// The time that a client waits for an image that is being filled, in milliseconds.
const FILLING: u64 = 1_000;

pub(super) fn step(c: &mut Connection, inbox: &[u8], t: &mut Thread) -> Step {
    match nscd::parse(inbox) {
        Parsed::Short(_) => Step::More,
        Parsed::Bad(_) => Step::Refused,
        Parsed::Whole(request) => {
            if t.shared.trace {
                let key = String::from_utf8_lossy(request.key);
                eprintln!("nscd: uid {} pid {}: {:?} {key:?}", c.peer.uid, c.peer.pid, request.kind);
            }
            handle(c, &request, t);
            // A connection carries one request; bytes after it are ignored.
            Step::Took(inbox.len())
        }
    }
}

fn handle(c: &mut Connection, request: &Request<'_>, t: &mut Thread) {
    c.last = true;
    match request.kind {
        RequestType::Invalidate => invalidate(c, request, t),
        // The daemon is stopped by a signal, and its statistics have another format (`egret-cached -d`).
        RequestType::Shutdown | RequestType::Statistics => nscd::unserved(request.kind, &mut c.outbox),
        kind if kind.wants_descriptor() => descriptor(c, request, t),
        kind => look_up(c, kind, request, t),
    }
}

fn look_up(c: &mut Connection, kind: RequestType, request: &Request<'_>, t: &mut Thread) {
    let mut key = Vec::with_capacity(64);
    let Some(db) = kind.database() else { return };
    if nscd::canonical_key(request, &mut key).is_none() {
        return nscd::absent(kind, &mut c.outbox);
    }
    if t.shared.is_worker(c.peer.pid) {
        return nscd::unserved(kind, &mut c.outbox);
    }
    let (at, ticket) = (now(), (t.index as u64) << 56 | (c.serial & SERIAL));
    // Views of single users are served only by Egret's own protocol.
    let common = |e: &Engine| e.cache_of(db).filter(|id| e.store(*id).is_common());
    let ask = t.shared.ask(at, c.peer, common, &key, ticket);
    match ask {
        Ask::Now(outcome) => answer(kind, &outcome, &mut c.outbox),
        Ask::Parked => {
            c.last = false;
            c.waiting = Some(Waiting::Nscd(kind));
            c.deadline = at + WAIT;
        }
    }
}

/// Queues an outcome as the answer to a request of type `kind`.
pub(super) fn answer(kind: RequestType, outcome: &Outcome, out: &mut Vec<u8>) {
    match outcome {
        Outcome::Found(value) => {
            if Record::parse(value).and_then(|r| nscd::found(kind, &r, out)).is_none() {
                out.clear();
                nscd::unserved(kind, out);
            }
        }
        Outcome::Absent => nscd::absent(kind, out),
        // The client then asks its own sources.
        Outcome::Unserved | Outcome::Busy => nscd::unserved(kind, out),
    }
}

fn descriptor(c: &mut Connection, request: &Request<'_>, t: &mut Thread) {
    let Some(db) = request.kind.database() else { return };
    if db == Database::Hosts && c.peer.foreign || t.shared.is_worker(c.peer.pid) {
        return;
    }
    // A client that gets no image never asks for one again, so it waits while the databases are being filled.
    if !hand_over(c, db, request.key, t) && !t.shared.is_ready() {
        c.last = false;
        c.waiting = Some(Waiting::Image(db, request.key.to_vec()));
        c.deadline = now() + FILLING;
    }
}

/// Sends the image of a database. Returns false if there is none.
pub(super) fn hand_over(c: &mut Connection, db: Database, key: &[u8], t: &mut Thread) -> bool {
    t.shared.with(now(), |core| {
        let Some((fd, size)) = core.publisher.image(db) else { return false };
        let mut out = key.to_vec();
        out.extend_from_slice(&size.to_ne_bytes());
        // The client may have hung up already.
        let _ = socket::send_with(&c.stream, &out, fd);
        true
    })
}

fn invalidate(c: &mut Connection, request: &Request<'_>, t: &mut Thread) {
    let at = now();
    let error = t.shared.with(at, |core| {
        if c.peer.uid != 0 {
            return libc::EACCES;
        }
        let name = request.key.strip_suffix(b"\0").unwrap_or(request.key);
        let Some(db) = Database::named(name) else { return libc::EINVAL };
        for db in namecache::publish::image_databases(db) {
            if let Some(id) = core.engine.cache_of(*db) {
                core.engine.flush(at, c.peer, Some(id), true);
            }
        }
        0
    });
    // The flushed state has been published by now.
    c.outbox.extend_from_slice(&error.to_ne_bytes());
}
