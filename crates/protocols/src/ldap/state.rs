//! The analyzer: splits streams and datagrams into messages, and handles TLS and SASL layers around them.
use super::anomaly::Anomaly;
use super::message::{Message, Operation, op};
use super::problem::Problem;
use super::{report, wrap};
use crate::asn1::tag;
use crate::frames::Frames;
use crate::{Maker, Settings, tags};
use event::ldap as ev;
use net_types::TransportProto;
use session::Role;
use session::analyzer::{Analyzer, Context, Datagram};

/// The maximum length of a message, in bytes.
const MAX_MESSAGE: usize = 0x10_0000;

/// The extended request StartTLS (RFC 4511, 4.14).
const START_TLS: &[u8] = b"1.3.6.1.4.1.1466.20037";

/// Returns the maker of analyzers for TCP connections.
pub fn tcp_maker(_: &dyn Settings) -> Maker {
    Box::new(|conn| of(conn.transport() == TransportProto::Tcp))
}

/// Returns the maker of analyzers for UDP connections.
pub fn udp_maker(_: &dyn Settings) -> Maker {
    Box::new(|conn| of(conn.transport() == TransportProto::Udp))
}

fn of(wanted: bool) -> Option<Box<dyn Analyzer>> {
    wanted.then(|| Box::new(Ldap::default()) as Box<dyn Analyzer>)
}

/// The layer between messages and the transport.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
enum Layer {
    /// No layer.
    #[default]
    None,
    /// A SASL bind has succeeded; the next byte shows whether it established a security layer.
    Undecided,
    /// A SASL security layer.
    Sasl,
    /// TLS.
    Tls,
}

/// The analyzer of a connection.
#[derive(Default)]
pub struct Ldap {
    layer: Layer,
    /// Whether the client's last bind used SASL.
    sasl: bool,
    /// Whether the client has requested StartTLS.
    wants_tls: bool,
    frames: [Frames; 2],
}

impl Ldap {
    fn frames(&mut self, from: Role) -> &mut Frames {
        let [orig, resp] = &mut self.frames;
        if from.is_orig() { orig } else { resp }
    }

    /// Takes a complete plain message.
    fn message(&mut self, cx: &mut Context<'_, '_>, bytes: &[u8]) -> Result<(), Problem> {
        let m = Message::read(bytes)?;
        report::message(cx, &m);
        cx.confirm();
        match &m.operation {
            Operation::Bind(b) => self.sasl = b.auth == 3,
            Operation::Response(o) if m.opcode == op::BIND_RESPONSE && o.code == Some(0) && self.sasl => {
                self.layer = Layer::Undecided;
            }
            Operation::Extended(name, _) if *name == START_TLS => self.wants_tls = true,
            Operation::ExtendedResponse(o, ..) if self.wants_tls && o.code == Some(0) => {
                self.layer = Layer::Tls;
                cx.event(|c| ev::LdapStarttls { c });
                cx.add_child(tags::tag("SSL"));
            }
            _ => {}
        }
        Ok(())
    }

    /// Takes consecutive plain messages.
    fn messages(&mut self, cx: &mut Context<'_, '_>, mut bytes: &[u8]) -> Result<(), Problem> {
        while !bytes.is_empty() {
            let len = Message::length(bytes).and_then(|n| usize::try_from(n).ok()).unwrap_or(usize::MAX);
            let (message, rest) = bytes.split_at(len.min(bytes.len()));
            self.message(cx, message)?;
            bytes = rest;
        }
        Ok(())
    }

    /// Takes a complete message, or a token of the current layer.
    fn message_or_token(&mut self, cx: &mut Context<'_, '_>, bytes: &[u8]) -> Result<(), Problem> {
        match self.layer {
            Layer::Sasl => match wrap::content(bytes) {
                Some(content) => self.messages(cx, content),
                None => Ok(()),
            },
            _ => self.message(cx, bytes),
        }
    }
}

/// The stated length of the next message or token; `None` if its length field is incomplete.
fn stated_length(layer: Layer, bytes: &[u8]) -> Option<u64> {
    match layer {
        Layer::Sasl => wrap::length(bytes),
        _ => Message::length(bytes),
    }
}

/// The number of bytes of a message or token to collect.
fn measure(layer: Layer, bytes: &[u8]) -> usize {
    // A length field of more than 8 bytes is not LDAP. `Message::read` reports the error.
    const LONGEST_HEAD: usize = 10;
    if layer != Layer::Sasl && bytes.first().is_some_and(|&b| b != tag::SEQUENCE) {
        return 1;
    }
    match stated_length(layer, bytes) {
        Some(n) => usize::try_from(n).unwrap_or(MAX_MESSAGE).clamp(2, MAX_MESSAGE),
        None if bytes.len() >= LONGEST_HEAD => LONGEST_HEAD,
        None => bytes.len() + 1,
    }
}

impl Analyzer for Ldap {
    fn stream(&mut self, cx: &mut Context<'_, '_>, from: Role, data: &[u8]) {
        if self.layer == Layer::Tls {
            return cx.forward_stream(from, data);
        }
        let mut frames = std::mem::take(self.frames(from));
        let mut delivery = frames.deliver(data);
        loop {
            if self.layer == Layer::Undecided {
                match delivery.peek() {
                    None => break,
                    // A sequence is a plain message.
                    Some(tag::SEQUENCE) => self.layer = Layer::None,
                    Some(_) => self.layer = Layer::Sasl,
                }
                self.sasl = false;
            }
            let layer = self.layer;
            let Some(bytes) = delivery.next(|b| measure(layer, b)) else { break };
            let missing = stated_length(layer, bytes).unwrap_or(0).saturating_sub(bytes.len() as u64);
            if missing > 0 {
                cx.anomaly(Anomaly::MessageTooLarge(missing + bytes.len() as u64));
                delivery.pass_over(missing);
                continue;
            }
            if let Err(e) = self.message_or_token(cx, bytes) {
                cx.violate(&e.to_string(), None);
                delivery.discard();
                break;
            }
            if self.layer == Layer::Tls {
                cx.forward_stream(from, delivery.rest());
                break;
            }
        }
        *self.frames(from) = frames;
    }

    fn packet(&mut self, cx: &mut Context<'_, '_>, _: Role, packet: &Datagram<'_>) {
        if let Err(e) = self.messages(cx, packet.payload) {
            cx.violate(&e.to_string(), Some(packet.payload));
        }
    }

    fn undelivered(&mut self, cx: &mut Context<'_, '_>, from: Role, seq: u64, len: u64) {
        if self.layer == Layer::Tls {
            return cx.forward_undelivered(from, seq, len);
        }
        let layer = self.layer;
        self.frames(from).gap(len, |b| measure(layer, b));
    }

    fn end_of_stream(&mut self, cx: &mut Context<'_, '_>, from: Role) {
        if self.layer == Layer::Tls {
            cx.forward_end_of_stream(from);
        }
    }
}
