//! The analyzers for datagrams and streams.
use super::anomaly::Anomaly;
use super::keytab::Keytab;
use super::message::Message;
use super::{MAX_MESSAGE, report};
use crate::{Maker, Settings};
use session::Role;
use session::analyzer::{Analyzer, Context, Datagram};
use std::rc::Rc;

/// The analyzer of datagrams and of messages in other protocols. Each delivery is a message.
#[derive(Default)]
pub struct Krb {
    keys: Rc<Keytab>,
}

/// Makes analyzers for UDP connections.
pub fn maker(s: &dyn Settings) -> Maker {
    let keys = Keytab::of(s);
    Box::new(move |_| Some(Box::new(Krb::new(&keys))))
}

/// Makes analyzers for TCP connections.
pub fn tcp_maker(s: &dyn Settings) -> Maker {
    let keys = Keytab::of(s);
    Box::new(move |_| Some(Box::new(KrbTcp { messages: Krb::new(&keys), ..KrbTcp::default() })))
}

impl Krb {
    /// An analyzer that decrypts tickets with these keys.
    #[must_use]
    pub fn new(keys: &Rc<Keytab>) -> Self {
        Krb { keys: Rc::clone(keys) }
    }

    /// Reads one complete message.
    pub fn message(&mut self, cx: &mut Context<'_, '_>, from: Role, bytes: &[u8]) {
        match Message::read(bytes) {
            Ok(m) => report::message(cx, from, &m, &self.keys),
            Err(e) => cx.violate(&e.to_string(), None),
        }
    }
}

impl Analyzer for Krb {
    fn packet(&mut self, cx: &mut Context<'_, '_>, from: Role, packet: &Datagram<'_>) {
        self.message(cx, from, packet.payload);
    }
}

/// The analyzer of streams, in which a length of four bytes precedes each message (RFC 4120, 7.2.2).
#[derive(Default)]
pub struct KrbTcp {
    messages: Krb,
    /// The incomplete message of each side, with its length.
    buffers: [Vec<u8>; 2],
    had_gap: bool,
}

impl KrbTcp {
    /// Reads the first message of `data`, if it is complete, and returns the number of bytes consumed.
    fn one(&mut self, cx: &mut Context<'_, '_>, from: Role, data: &[u8]) -> Option<usize> {
        let (head, rest) = data.split_first_chunk::<4>()?;
        let len = u32::from_be_bytes(*head);
        if len as usize > MAX_MESSAGE {
            cx.anomaly(Anomaly::MessageTooLong(len));
            cx.violate("a message longer than any", None);
            cx.skip_rest();
            return Some(data.len());
        }
        let message = rest.get(..len as usize)?;
        self.messages.message(cx, from, message);
        Some(4 + message.len())
    }

    /// Reads all complete messages and returns the remaining bytes.
    fn all<'a>(&mut self, cx: &mut Context<'_, '_>, from: Role, mut data: &'a [u8]) -> &'a [u8] {
        while let Some(n) = self.one(cx, from, data) {
            data = data.get(n..).unwrap_or_default();
        }
        data
    }
}

impl Analyzer for KrbTcp {
    fn stream(&mut self, cx: &mut Context<'_, '_>, from: Role, data: &[u8]) {
        if cx.is_partial() || self.had_gap {
            return;
        }
        let side = usize::from(!from.is_orig());
        let mut buffer = self.buffers.get_mut(side).map(std::mem::take).unwrap_or_default();
        if buffer.is_empty() {
            // Messages that are complete in this delivery are not copied.
            buffer.extend_from_slice(self.all(cx, from, data));
        } else {
            buffer.extend_from_slice(data);
            let left = self.all(cx, from, &buffer).len();
            buffer.drain(..buffer.len() - left);
        }
        if let Some(kept) = self.buffers.get_mut(side) {
            *kept = buffer;
        }
    }

    fn undelivered(&mut self, _: &mut Context<'_, '_>, _: Role, _: u64, _: u64) {
        self.had_gap = true;
        self.buffers = Default::default();
    }
}
