//! Matches calls with replies.
use super::answer::Answer;
use super::call::{Call, Reply, Status};
use super::program::Program;
use super::{Anomaly, weird};
use event::rpc as ev;
use net_types::Timestamp;
use session::Role;
use session::analyzer::Context;
use std::collections::BTreeMap;
use wire::{ReadResult, Reader};

/// A message, with the times of its first and last byte.
#[derive(Clone, Copy)]
pub(super) struct Seen<'m> {
    pub(super) bytes: &'m [u8],
    pub(super) seen: (Timestamp, Timestamp),
}

/// Stands for the results of a call without a reply: with zeros, optional values are absent and lists are empty.
static NO_RESULTS: [u8; 512] = [0; 512];

/// The calls of a connection that wait for replies, by xid.
#[derive(Default)]
pub(super) struct Exchange {
    calls: BTreeMap<u32, Call>,
    max_pending: usize,
}

impl Exchange {
    pub(super) fn new(max_pending: usize) -> Self {
        Exchange { max_pending, ..Exchange::default() }
    }

    /// Takes a message; false if it is malformed.
    pub(super) fn message(
        &mut self,
        cx: &mut Context<'_, '_>,
        program: &Program,
        from: Role,
        message: Seen<'_>,
    ) -> bool {
        let mut r = Reader::new("RPC message", message.bytes);
        let (Ok(xid), Ok(kind)) = (r.be32(), r.be32()) else { return false };
        let left = match kind {
            0 => self.call(cx, program, from, xid, r.rest(), message),
            1 => self.reply(cx, program, from, xid, r, message).ok(),
            _ => {
                weird(cx, Anomaly::Bad);
                Some(r.rest())
            }
        };
        let Some(left) = left else { return false };
        if left.iter().any(|b| *b != 0) {
            weird(cx, Anomaly::Excess);
        }
        true
    }

    /// Takes a call; returns the bytes after its arguments.
    fn call<'m>(
        &mut self,
        cx: &mut Context<'_, '_>,
        program: &Program,
        from: Role,
        xid: u32,
        bytes: &'m [u8],
        message: Seen<'m>,
    ) -> Option<&'m [u8]> {
        if !from.is_orig() {
            weird(cx, Anomaly::ResponderCall);
        }
        if let Some(again) = self.calls.get_mut(&xid) {
            if again.bytes != bytes {
                weird(cx, Anomaly::RexmitInconsistency);
            }
            again.seen = message.seen;
        } else {
            let Ok(call) = Call::read(bytes, message.seen) else {
                weird(cx, Anomaly::Bad);
                return None;
            };
            if self.max_pending > 0 && self.calls.len() >= self.max_pending {
                weird(cx, Anomaly::PendingDiscarded);
                cx.event(|c| ev::RpcDiscardedPendingCalls { c });
                self.calls.clear();
            }
            self.calls.insert(xid, call);
        }
        let call = self.calls.get_mut(&xid)?;
        let (prog, ver, proc) = (call.program.into(), call.version.into(), call.procedure.into());
        let call_len = call.bytes.len() as u64;
        cx.event(|c| ev::RpcCall { c, xid: xid.into(), prog, ver, proc, call_len });
        let mut r = Reader::new("RPC arguments", bytes.get(call.args_at..)?);
        if program.call(cx, call, &mut r).is_err() {
            weird(cx, Anomaly::Bad);
            return None;
        }
        call.valid = true;
        Some(r.rest())
    }

    /// Takes a reply; returns the bytes after its results, if their end is known.
    fn reply<'m>(
        &mut self,
        cx: &mut Context<'_, '_>,
        program: &Program,
        from: Role,
        xid: u32,
        mut r: Reader<'m>,
        message: Seen<'m>,
    ) -> ReadResult<&'m [u8]> {
        if from.is_orig() {
            weird(cx, Anomaly::OriginatorReply);
        }
        let head = Reply::read(&mut r)?;
        if head.odd {
            weird(cx, Anomaly::Bad);
        }
        let (status, reply_len) = (head.status.0, r.len() as u64);
        cx.event(|c| ev::RpcReply { c, xid: xid.into(), status, reply_len });
        let Some(call) = self.calls.remove(&xid) else {
            weird(cx, Anomaly::Unpaired);
            return Ok(&[]);
        };
        let mut readable = true;
        if call.valid {
            let len = message.bytes.len().saturating_sub(8) as u64;
            let answer = Answer { status: head.status, seen: message.seen, len };
            readable = answered(cx, program, &call, answer, &mut r);
        } else if head.status == Status::SUCCESS {
            weird(cx, Anomaly::SuccessOfInvalid);
        }
        dialogue(cx, &call, head.status, r.len() as u64);
        let known = readable && head.status == Status::SUCCESS;
        Ok(if known { r.rest() } else { &[] })
    }

    /// Ends the connection: reports waiting calls as timed out.
    pub(super) fn end(&mut self, cx: &mut Context<'_, '_>, program: &Program) {
        for call in std::mem::take(&mut self.calls).into_values() {
            dialogue(cx, &call, Status::TIMEOUT, 0);
            if call.valid {
                let now = cx.now();
                let answer = Answer { status: Status::TIMEOUT, seen: (now, now), len: 0 };
                answered(cx, program, &call, answer, &mut Reader::new("RPC results", &[]));
            }
        }
    }
}

/// Passes a call and its reply to the program; false if the program cannot read the results.
fn answered(
    cx: &mut Context<'_, '_>,
    program: &Program,
    call: &Call,
    answer: Answer,
    results: &mut Reader<'_>,
) -> bool {
    let done = if answer.status == Status::SUCCESS {
        program.reply(cx, call, answer, results)
    } else {
        program.reply(cx, call, answer, &mut Reader::new("RPC results", &NO_RESULTS))
    };
    if done.is_err() {
        weird(cx, Anomaly::Bad);
    }
    done.is_ok()
}

fn dialogue(cx: &mut Context<'_, '_>, call: &Call, status: Status, reply_len: u64) {
    cx.event(|c| ev::RpcDialogue {
        c,
        prog: call.program.into(),
        ver: call.version.into(),
        proc: call.procedure.into(),
        status: status.0,
        start_time: call.seen.0,
        call_len: call.bytes.len() as u64,
        reply_len,
    });
}
