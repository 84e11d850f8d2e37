//! Parses packets.
//!
//! ```text
//!  type(4 bits) flags(4 bits) remaining length(1 to 4, seven bits each, the lowest first) then the type's fields
//! ```
use event::{Arg, List};
use wire::{ReadError, ReadResult, Reader};

/// Packet types (MQTT 3.1.1, 2.2.1).
mod kind {
    pub(super) const CONNECT: u8 = 1;
    pub(super) const CONNACK: u8 = 2;
    pub(super) const PUBLISH: u8 = 3;
    pub(super) const PUBACK: u8 = 4;
    pub(super) const PUBREC: u8 = 5;
    pub(super) const PUBREL: u8 = 6;
    pub(super) const PUBCOMP: u8 = 7;
    pub(super) const SUBSCRIBE: u8 = 8;
    pub(super) const SUBACK: u8 = 9;
    pub(super) const UNSUBSCRIBE: u8 = 10;
    pub(super) const UNSUBACK: u8 = 11;
    pub(super) const PINGREQ: u8 = 12;
    pub(super) const PINGRESP: u8 = 13;
    pub(super) const DISCONNECT: u8 = 14;
}

/// A complete fixed header (MQTT 3.1.1, 2.2).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Fixed {
    pub(super) first: u8,
    /// The length of the fixed header, in bytes.
    pub(super) head: usize,
    /// The number of bytes after the fixed header.
    pub(super) remaining: u64,
}

/// The result of reading a fixed header.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum FixedHeader {
    /// More bytes are needed.
    Unfinished,
    /// The remaining length has a fifth byte.
    Malformed,
    /// The header is complete.
    Complete(Fixed),
}

impl FixedHeader {
    pub(super) fn read(bytes: &[u8]) -> Self {
        let Some((&first, length)) = bytes.split_first() else { return FixedHeader::Unfinished };
        let mut remaining = 0u64;
        for (at, &byte) in length.iter().take(4).enumerate() {
            remaining |= u64::from(byte & 0x7f) << (7 * at);
            if byte & 0x80 == 0 {
                return FixedHeader::Complete(Fixed { first, head: 2 + at, remaining });
            }
        }
        if length.len() < 4 { FixedHeader::Unfinished } else { FixedHeader::Malformed }
    }
}

impl Fixed {
    /// Whether the packet is a PUBLISH, which is reported even if the end of its payload is missing.
    pub(super) fn is_publish(self) -> bool {
        self.first >> 4 == kind::PUBLISH
    }
}

/// A packet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Packet<'a> {
    /// A client's request to open a session.
    Connect(Connect<'a>),
    /// The server's answer to CONNECT.
    Connack {
        /// Whether the server has kept the client's last session.
        session_present: bool,
        /// 0 if accepted, otherwise the reason.
        return_code: u8,
    },
    /// An application message.
    Publish(Publish<'a>),
    /// The receiver has received the message (QoS 1).
    Puback(u16),
    /// The receiver has received the message (QoS 2, step 1).
    Pubrec(u16),
    /// The sender releases the message (QoS 2, step 2).
    Pubrel(u16),
    /// The receiver has also released the message (QoS 2, step 3).
    Pubcomp(u16),
    /// A client's request to subscribe to topics.
    Subscribe(u16, Subscriptions<'a>),
    /// The server grants the first subscription with this QoS.
    Suback(u16, u8),
    /// A client's request to unsubscribe from topics.
    Unsubscribe(u16, Topics<'a>),
    /// The server's answer to UNSUBSCRIBE.
    Unsuback(u16),
    /// A client's check of the connection.
    Pingreq,
    /// The server's answer to PINGREQ.
    Pingresp,
    /// A client closes the session.
    Disconnect,
    /// A type without an event.
    Other,
}

/// CONNECT (MQTT 3.1.1, 3.1).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Connect<'a> {
    /// The protocol name: MQTT, or MQIsdp before 3.1.1.
    pub protocol: &'a [u8],
    /// The protocol level: 3 for 3.1, 4 for 3.1.1, 5 for 5.0.
    pub level: u8,
    /// The connect flags, see [`connect_flag`].
    pub flags: u8,
    /// The maximum time between packets, in seconds.
    pub keep_alive: u16,
    /// The client identifier.
    pub client: &'a [u8],
    /// The topic and payload of the will, the message that the server publishes if the client disappears.
    pub will: Option<(&'a [u8], &'a [u8])>,
    /// The user's name.
    pub user: Option<&'a [u8]>,
    /// The user's password.
    pub password: Option<&'a [u8]>,
}

/// PUBLISH (MQTT 3.1.1, 3.3).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Publish<'a> {
    /// Whether the message may have been sent before.
    pub dup: bool,
    /// The quality of service: 0 at most once, 1 at least once, 2 exactly once.
    pub qos: u8,
    /// Whether the server keeps the message for later subscribers.
    pub retain: bool,
    /// The topic.
    pub topic: &'a [u8],
    /// The packet identifier; 0 with QoS 0.
    pub id: u16,
    /// The reassembled part of the payload.
    pub payload: &'a [u8],
    /// The length of the complete payload, in bytes.
    pub payload_len: u64,
}

impl<'a> Packet<'a> {
    /// Reads a packet after its fixed header. The end of a PUBLISH may be missing.
    pub(super) fn read(fixed: Fixed, bytes: &'a [u8]) -> ReadResult<Self> {
        let mut r = Reader::new("MQTT packet", bytes);
        let r = &mut r;
        Ok(match fixed.first >> 4 {
            kind::CONNECT => Packet::Connect(Connect::read(r)?),
            kind::CONNACK => {
                let [flags, return_code] = r.array()?;
                Packet::Connack { session_present: flags & 1 != 0, return_code }
            }
            kind::PUBLISH => Packet::Publish(Publish::read(fixed, r)?),
            kind::PUBACK => Packet::Puback(r.be16()?),
            kind::PUBREC => Packet::Pubrec(r.be16()?),
            kind::PUBREL => Packet::Pubrel(r.be16()?),
            kind::PUBCOMP => Packet::Pubcomp(r.be16()?),
            kind::SUBSCRIBE => Packet::Subscribe(r.be16()?, Subscriptions::check(r)?),
            kind::SUBACK => Packet::Suback(r.be16()?, r.u8()?),
            kind::UNSUBSCRIBE => Packet::Unsubscribe(r.be16()?, Topics::check(r)?),
            kind::UNSUBACK => Packet::Unsuback(r.be16()?),
            kind::PINGREQ => Packet::Pingreq,
            kind::PINGRESP => Packet::Pingresp,
            kind::DISCONNECT => Packet::Disconnect,
            _ => Packet::Other,
        })
    }
}

/// Bits of the connect flags (MQTT 3.1.1, 3.1.2.3).
pub(super) mod connect_flag {
    pub(super) const USER: u8 = 0x80;
    pub(super) const PASSWORD: u8 = 0x40;
    pub(in super::super) const WILL_RETAIN: u8 = 0x20;
    pub(super) const WILL: u8 = 0x04;
    pub(in super::super) const CLEAN: u8 = 0x02;
}

impl<'a> Connect<'a> {
    fn read(r: &mut Reader<'a>) -> ReadResult<Self> {
        let protocol = string(r)?;
        let [level, flags] = r.array()?;
        let keep_alive = r.be16()?;
        let client = string(r)?;
        let will = if flags & connect_flag::WILL != 0 { Some((string(r)?, string(r)?)) } else { None };
        let user = if flags & connect_flag::USER != 0 { Some(string(r)?) } else { None };
        let password = if flags & connect_flag::PASSWORD != 0 { Some(string(r)?) } else { None };
        Ok(Connect { protocol, level, flags, keep_alive, client, will, user, password })
    }
}

impl<'a> Publish<'a> {
    fn read(fixed: Fixed, r: &mut Reader<'a>) -> ReadResult<Self> {
        let qos = fixed.first >> 1 & 3;
        let topic = string(r)?;
        let id = if qos == 0 { 0 } else { r.be16()? };
        Ok(Publish {
            dup: fixed.first & 8 != 0,
            qos,
            retain: fixed.first & 1 != 0,
            topic,
            id,
            payload_len: fixed.remaining.saturating_sub(r.offset() as u64),
            payload: r.rest(),
        })
    }
}

/// A list of topics with a QoS each, decoded when a handler reads it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Subscriptions<'a>(&'a [u8]);

impl<'a> Subscriptions<'a> {
    fn check(r: &mut Reader<'a>) -> ReadResult<Self> {
        let all = r.peek();
        while !r.is_empty() {
            string(r)?;
            r.u8()?;
        }
        Ok(Subscriptions(all))
    }

    /// Iterates over topics and their QoS.
    pub fn iter(&self) -> impl Iterator<Item = (&'a [u8], u8)> + use<'a> {
        let mut r = Reader::new("MQTT subscriptions", self.0);
        std::iter::from_fn(move || Some((string(&mut r).ok()?, r.u8().ok()?)))
    }
}

/// The topics of subscriptions.
pub(super) struct SubscribedTopics<'a>(pub(super) Subscriptions<'a>);

impl List for SubscribedTopics<'_> {
    fn count(&self) -> usize {
        self.0.iter().count()
    }
    fn each(&self, f: &mut dyn FnMut(Arg<'_>)) {
        self.0.iter().for_each(|(topic, _)| f(Arg::Str(topic)));
    }
}

/// The requested QoS of each subscription.
pub(super) struct SubscribedLevels<'a>(pub(super) Subscriptions<'a>);

impl List for SubscribedLevels<'_> {
    fn count(&self) -> usize {
        self.0.iter().count()
    }
    fn each(&self, f: &mut dyn FnMut(Arg<'_>)) {
        self.0.iter().for_each(|(_, qos)| f(Arg::Count(qos.into())));
    }
}

/// A list of topics, decoded when a handler reads it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Topics<'a>(&'a [u8]);

impl<'a> Topics<'a> {
    fn check(r: &mut Reader<'a>) -> ReadResult<Self> {
        let all = r.peek();
        while !r.is_empty() {
            string(r)?;
        }
        Ok(Topics(all))
    }
}

impl List for Topics<'_> {
    fn count(&self) -> usize {
        let mut n = 0;
        self.each(&mut |_| n += 1);
        n
    }
    fn each(&self, f: &mut dyn FnMut(Arg<'_>)) {
        let mut r = Reader::new("MQTT topics", self.0);
        while let Ok(topic) = string(&mut r) {
            f(Arg::Str(topic));
        }
    }
}

/// Reads a length of two bytes, then a string of that length (MQTT 3.1.1, 1.5.3).
fn string<'a>(r: &mut Reader<'a>) -> Result<&'a [u8], ReadError> {
    let len = r.be16()?;
    r.bytes(len.into())
}
