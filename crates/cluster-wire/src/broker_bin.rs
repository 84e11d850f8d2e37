//! The format `broker-bin-v1`: each value is a tag followed by its content.
//!
//! Senders write their own values with [`Encoder`], and receivers read theirs with [`Decoder`], both without building
//! [`Data`].
mod decoder;
mod event;

pub use decoder::{Decoder, Item};
pub use event::{ARGUMENT_DEPTH, EventHead, network_time};

use crate::data::Data;
use crate::reader::Reader;
use crate::{Error, Event, Limits};
use net_types::{Addr, Interval, Port, Subnet, Timestamp};

/// The name of this format in messages.
pub const NAME: &str = "broker-bin-v1";

mod tag {
    pub(super) const NONE: u8 = 0;
    pub(super) const BOOL: u8 = 1;
    pub(super) const COUNT: u8 = 2;
    pub(super) const INT: u8 = 3;
    pub(super) const REAL: u8 = 4;
    pub(super) const STRING: u8 = 5;
    pub(super) const ADDR: u8 = 6;
    pub(super) const SUBNET: u8 = 7;
    pub(super) const PORT: u8 = 8;
    pub(super) const TIME: u8 = 9;
    pub(super) const INTERVAL: u8 = 10;
    pub(super) const ENUM: u8 = 11;
    pub(super) const SET: u8 = 12;
    pub(super) const TABLE: u8 = 13;
    pub(super) const LIST: u8 = 14;
}

/// Writes values one after the other. A container is written as a head with the number of its values, which the caller
/// must then write.
#[derive(Debug)]
pub struct Encoder<'b>(pub &'b mut Vec<u8>);

impl Encoder<'_> {
    fn tagged(&mut self, tag: u8, content: &[u8]) {
        self.0.push(tag);
        self.0.extend_from_slice(content);
    }

    fn sized(&mut self, tag: u8, n: usize) {
        self.0.push(tag);
        let mut n = u32::try_from(n).expect("a message holds fewer than 2^32 bytes");
        while n >= 0x80 {
            self.0.push(n as u8 | 0x80);
            n >>= 7;
        }
        self.0.push(n as u8);
    }

    /// Writes an unset field.
    pub fn none(&mut self) {
        self.0.push(tag::NONE);
    }
    /// Writes a boolean.
    pub fn bool(&mut self, b: bool) {
        self.tagged(tag::BOOL, &[b.into()]);
    }
    /// Writes a count.
    pub fn count(&mut self, n: u64) {
        self.tagged(tag::COUNT, &n.to_be_bytes());
    }
    /// Writes an integer.
    pub fn int(&mut self, n: i64) {
        self.tagged(tag::INT, &n.to_be_bytes());
    }
    /// Writes a double.
    pub fn real(&mut self, n: f64) {
        self.tagged(tag::REAL, &n.to_be_bytes());
    }
    /// Writes a string.
    pub fn string(&mut self, s: &[u8]) {
        self.sized(tag::STRING, s.len());
        self.0.extend_from_slice(s);
    }
    /// Writes an enumerator by name.
    pub fn enumerator(&mut self, name: &[u8]) {
        self.sized(tag::ENUM, name.len());
        self.0.extend_from_slice(name);
    }
    /// Writes an address.
    pub fn addr(&mut self, a: Addr) {
        self.tagged(tag::ADDR, a.octets());
    }
    /// Writes a network.
    pub fn subnet(&mut self, n: Subnet) {
        self.tagged(tag::SUBNET, n.prefix().octets());
        self.0.push(n.len128());
    }
    /// Writes a port.
    pub fn port(&mut self, p: Port) {
        self.tagged(tag::PORT, &p.num.to_be_bytes());
        self.0.push(p.proto as u8);
    }
    /// Writes a point in time.
    pub fn time(&mut self, t: Timestamp) {
        self.tagged(tag::TIME, &t.nanos().to_be_bytes());
    }
    /// Writes a span of time.
    pub fn interval(&mut self, i: Interval) {
        self.tagged(tag::INTERVAL, &i.nanos().to_be_bytes());
    }
    /// Writes the head of a set of `n` values.
    pub fn set(&mut self, n: usize) {
        self.sized(tag::SET, n);
    }
    /// Writes the head of a table of `n` pairs: key, value, key, value.
    pub fn table(&mut self, n: usize) {
        self.sized(tag::TABLE, n);
    }
    /// Writes the head of a list of `n` values.
    pub fn list(&mut self, n: usize) {
        self.sized(tag::LIST, n);
    }

    /// Writes the head of an event. Its `args` values follow, then [`Encoder::metadata`] if `with_metadata`.
    pub fn event(&mut self, name: &str, args: usize, with_metadata: bool) {
        self.list(3);
        self.count(1);
        self.count(1);
        self.list(2 + usize::from(with_metadata));
        self.string(name.as_bytes());
        self.list(args);
    }

    /// Writes the head of an event's metadata. `n` entries follow, each begun with [`Encoder::entry`].
    pub fn metadata(&mut self, n: usize) {
        self.list(n);
    }

    /// Writes the head of a metadata entry. Its value follows.
    pub fn entry(&mut self, id: u64) {
        self.list(2);
        self.count(id);
    }

    /// Writes a value with its elements.
    pub fn data(&mut self, data: &Data<'_>) {
        match data {
            Data::None => self.none(),
            Data::Bool(b) => self.bool(*b),
            Data::Count(n) => self.count(*n),
            Data::Int(n) => self.int(*n),
            Data::Real(n) => self.real(*n),
            Data::String(s) => self.string(s),
            Data::Addr(a) => self.addr(*a),
            Data::Subnet(n) => self.subnet(*n),
            Data::Port(p) => self.port(*p),
            Data::Time(t) => self.time(*t),
            Data::Interval(i) => self.interval(*i),
            Data::Enum(s) => self.enumerator(s),
            Data::Set(values) => {
                self.set(values.len());
                values.iter().for_each(|v| self.data(v));
            }
            Data::List(values) => {
                self.list(values.len());
                values.iter().for_each(|v| self.data(v));
            }
            Data::Table(pairs) => {
                self.table(pairs.len());
                for (key, value) in pairs {
                    self.data(key);
                    self.data(value);
                }
            }
        }
    }
}

/// Appends the bytes of a value.
pub fn encode(data: &Data<'_>, out: &mut Vec<u8>) {
    Encoder(out).data(data);
}

/// Appends the bytes of an event.
pub fn encode_event(event: &Event<'_>, out: &mut Vec<u8>) {
    let mut e = Encoder(out);
    e.event(&event.name, event.args.len(), !event.metadata.is_empty());
    event.args.iter().for_each(|arg| e.data(arg));
    if !event.metadata.is_empty() {
        e.metadata(event.metadata.len());
        for (id, value) in &event.metadata {
            e.entry(*id);
            e.data(value);
        }
    }
}

/// Decodes one value, which must take up all bytes.
///
/// # Errors
/// If the bytes are not a valid value, contain more than one, or exceed `limits`.
pub fn decode<'a>(bytes: &'a [u8], limits: &Limits) -> Result<Data<'a>, Error> {
    let mut d = Decoder::new(bytes, limits);
    let data = d.value(0)?;
    d.end()?;
    Ok(data)
}

/// Decodes an event.
///
/// # Errors
/// If the bytes are not a valid value, or the value is not an event.
pub fn decode_event<'a>(bytes: &'a [u8], limits: &Limits) -> Result<Event<'a>, Error> {
    Event::from_data(decode(bytes, limits)?)
}

/// Returns the name of an event from its first bytes; `None` if they do not begin an event.
pub fn event_name(bytes: &[u8]) -> Option<&[u8]> {
    let parts = bytes.strip_prefix(event::BEGIN)?.strip_prefix(&[tag::LIST])?;
    let rest = parts.get(1..)?.strip_prefix(&[tag::STRING])?;
    let mut reader = Reader::new(rest);
    let size = reader.varbyte().ok()?;
    reader.take(size.into()).ok()
}
