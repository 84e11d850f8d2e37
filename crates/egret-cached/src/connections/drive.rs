//! Drives a connection: reads requests, gets them answered, and writes the answers.
use super::connection::{Connection, Step, Waiting};
use super::{IDLE, Protocol, Thread, nscd, own};
use crate::core::now;
use namecache::engine::Outcome;
use namecache_wire::nscd::{RequestType, unserved};
use std::io::{self, Write};
use std::sync::atomic::Ordering;

/// The event that a connection waits for.
pub(super) enum Then {
    /// More input.
    Read,
    /// Space in the socket's buffer.
    Write,
    /// The outcome of a lookup.
    Wait,
    /// None: the connection is finished.
    End,
}

impl Connection {
    /// Reads, answers and writes until the connection has to wait.
    pub(super) fn drive(&mut self, t: &mut Thread) -> Then {
        loop {
            if !self.outbox.is_empty() {
                match self.stream.write(&self.outbox) {
                    Ok(n) if n == self.outbox.len() => self.outbox.clear(),
                    Ok(n) => {
                        self.outbox.drain(..n);
                        continue;
                    }
                    Err(e) if e.kind() == io::ErrorKind::WouldBlock => return Then::Write,
                    Err(_) => return Then::End,
                }
            }
            if self.last || self.waiting.is_some() {
                // Closing a socket with unread bytes would reset the connection before the client has read the answer.
                if self.take_out().is_err() {
                    return Then::End;
                }
                return if self.last { Then::End } else { Then::Wait };
            }
            let inbox = std::mem::take(&mut self.inbox);
            let step = match self.protocol {
                Protocol::Nscd => nscd::step(self, &inbox, t),
                Protocol::Own => own::step(self, &inbox, t),
            };
            self.inbox = inbox;
            match step {
                Step::Took(n) => {
                    self.inbox.drain(..n);
                }
                Step::Refused => {
                    t.shared.counted.malformed.fetch_add(1, Ordering::Relaxed);
                    self.last = true;
                }
                Step::More => match self.fill_inbox() {
                    Ok(0) => return Then::End,
                    Ok(_) => self.reads_left = 0,
                    Err(e) if e.kind() == io::ErrorKind::WouldBlock => match self.reads_left.checked_sub(1) {
                        Some(less) => self.reads_left = less,
                        None => return Then::Read,
                    },
                    Err(e) if e.kind() == io::ErrorKind::Interrupted => {}
                    Err(_) => return Then::End,
                },
            }
        }
    }

    /// Tells a client that exceeds its user's limit that it is not served.
    pub(super) fn refuse(&self) {
        if self.protocol == Protocol::Nscd {
            let mut out = Vec::new();
            unserved(RequestType::PasswdByName, &mut out);
            // The client may have hung up already.
            let _ = (&self.stream).write(&out);
        }
    }

    /// Queues the outcome that the connection waits for.
    pub(super) fn deliver(&mut self, outcome: &Outcome) {
        match self.waiting.take() {
            Some(Waiting::Nscd(kind)) => {
                nscd::answer(kind, outcome, &mut self.outbox);
                self.last = true;
            }
            Some(Waiting::Read) => own::answer_read(outcome, &mut self.outbox),
            // The view does not contain the new entry yet.
            Some(Waiting::View) => own::answer_view(outcome, 0, &mut self.outbox),
            Some(Waiting::List) => own::answer_list(outcome, &mut self.outbox),
            Some(Waiting::Image(..)) | None => {}
        }
        self.deadline = now() + IDLE;
    }

    /// Sends the image, if the connection waits for one.
    pub(super) fn hand_over(&mut self, t: &mut Thread) {
        if let Some(Waiting::Image(db, key)) = self.waiting.take_if(|w| matches!(w, Waiting::Image(..))) {
            nscd::hand_over(self, db, &key, t);
            self.last = true;
        }
    }
}
