//! Reads events: the head, then the arguments as the caller likes, then the metadata.
use super::{Decoder, Item};
use crate::data::Data;
use crate::event::NETWORK_TIME;
use crate::reader::Reader;
use crate::{Error, Limits, Problem};
use net_types::Timestamp;

/// The depth of an event's arguments, for the methods of [`Decoder`].
pub const ARGUMENT_DEPTH: u16 = 3;

/// How senders begin an event: a list of three values, of which the format and the kind come first, both the count 1.
pub(super) const BEGIN: &[u8] = b"\x0e\x03\x02\0\0\0\0\0\0\0\x01\x02\0\0\0\0\0\0\0\x01";
const BEGIN_VALUES: u32 = 3;

/// The beginning of an event. So many arguments follow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EventHead<'a> {
    /// The name, `Module::name`.
    pub name: &'a str,
    /// The number of arguments.
    pub args: u32,
    has_metadata: bool,
}

impl<'a> Decoder<'a, '_> {
    /// Reads up to the arguments of an event.
    ///
    /// # Errors
    /// If the bytes begin no event.
    pub fn event(&mut self) -> Result<EventHead<'a>, Error> {
        // Whatever else begins an event, or is wrong with one, is read piece by piece.
        if self.reader.skip_past(BEGIN) {
            self.values += BEGIN_VALUES;
        } else {
            self.list(0, "3", |n| n == 3)?;
            self.one(Problem::Format)?;
            self.one(Problem::MessageType)?;
        }
        let parts = self.list(1, "2 or 3", |n| n == 2 || n == 3)?;
        let at = self.reader.at();
        let name = match self.item(2)? {
            Item::Plain(Data::String(name)) => name,
            other => return wrong_type(at, "string", &other),
        };
        // Text that was read is borrowed from the message.
        let std::borrow::Cow::Borrowed(name) = name else { return Reader::error(at, Problem::Name) };
        let name = std::str::from_utf8(name).or_else(|_| Reader::error(at, Problem::Name))?;
        let args = self.list(2, "any", |_| true)?;
        Ok(EventHead { name, args, has_metadata: parts == 3 })
    }

    /// Reads what follows the arguments, up to the end. Returns the sender's network time, if the event contains it.
    ///
    /// # Errors
    /// If the bytes are no metadata, or more bytes follow.
    pub fn metadata(&mut self, head: &EventHead<'_>) -> Result<Option<Timestamp>, Error> {
        let mut time = None;
        let entries = if head.has_metadata { self.list(2, "any", |_| true)? } else { 0 };
        for _ in 0..entries {
            self.list(3, "2", |n| n == 2)?;
            let at = self.reader.at();
            let id = match self.item(4)? {
                Item::Plain(Data::Count(id)) => id,
                other => return wrong_type(at, "count", &other),
            };
            match self.value(4)? {
                Data::Time(t) if id == NETWORK_TIME && time.is_none() => time = Some(t),
                _ => {}
            }
        }
        self.end()?;
        Ok(time)
    }

    /// Reads the head of a list.
    fn list(&mut self, depth: u16, expected: &'static str, fits: fn(u32) -> bool) -> Result<u32, Error> {
        let at = self.reader.at();
        match self.item(depth)? {
            Item::List(n) if fits(n) => Ok(n),
            Item::List(n) => Reader::error(at, Problem::Elements { expected, found: n as usize }),
            other => wrong_type(at, "vector", &other),
        }
    }

    /// Reads the number 1, the format and kind of every message.
    fn one(&mut self, wrong: fn(u64) -> Problem) -> Result<(), Error> {
        let at = self.reader.at();
        match self.item(1)? {
            Item::Plain(Data::Count(1) | Data::Int(1)) => Ok(()),
            Item::Plain(Data::Count(n)) => Reader::error(at, wrong(n)),
            other => wrong_type(at, "count", &other),
        }
    }
}

fn wrong_type<T>(at: usize, expected: &'static str, found: &Item<'_>) -> Result<T, Error> {
    Reader::error(at, Problem::Type { expected, found: found.type_name() })
}

/// Returns the network time of an event's sender without reading its arguments; `None` if it is unknown.
pub fn network_time(bytes: &[u8], limits: &Limits) -> Option<Timestamp> {
    let mut from = Decoder::new(bytes, limits);
    let head = from.event().ok()?;
    (0..head.args).try_for_each(|_| from.skip(ARGUMENT_DEPTH)).ok()?;
    from.metadata(&head).ok()?
}
