//! Events: a name, arguments, metadata.
use crate::data::Data;
use crate::{Error, Problem};
use net_types::Timestamp;
use std::borrow::Cow;

/// The id of the metadata entry that contains the sender's network time.
pub const NETWORK_TIME: u64 = 1;

/// An event from another node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event<'a> {
    /// The name, `Module::name`.
    pub name: Cow<'a, str>,
    /// The arguments in order.
    pub args: Vec<Data<'a>>,
    /// Values with ids, in addition to the arguments. Receivers skip unknown ids.
    pub metadata: Vec<(u64, Data<'a>)>,
}

impl<'a> Event<'a> {
    /// Creates an event without metadata.
    pub fn new(name: &'a str, args: Vec<Data<'a>>) -> Self {
        Event { name: Cow::Borrowed(name), args, metadata: Vec::new() }
    }

    /// Returns the sender's network time, if the event contains it.
    pub fn network_time(&self) -> Option<Timestamp> {
        self.metadata.iter().find_map(|(id, value)| match value {
            Data::Time(t) if *id == NETWORK_TIME => Some(*t),
            _ => None,
        })
    }

    /// Converts to an owned event.
    pub fn into_owned(self) -> Event<'static> {
        Event {
            name: Cow::Owned(self.name.into_owned()),
            args: self.args.into_iter().map(Data::into_owned).collect(),
            metadata: self.metadata.into_iter().map(|(id, v)| (id, v.into_owned())).collect(),
        }
    }

    /// Returns the value to transmit: `[1, 1, [name, args]]`, or `[1, 1, [name, args, metadata]]`.
    pub fn into_data(self) -> Data<'a> {
        let name = match self.name {
            Cow::Borrowed(s) => Cow::Borrowed(s.as_bytes()),
            Cow::Owned(s) => Cow::Owned(s.into_bytes()),
        };
        let mut parts = vec![Data::String(name), Data::List(self.args)];
        if !self.metadata.is_empty() {
            let entries = self.metadata.into_iter().map(|(id, v)| Data::List(vec![Data::Count(id), v]));
            parts.push(Data::List(entries.collect()));
        }
        Data::List(vec![Data::Count(1), Data::Count(1), Data::List(parts)])
    }

    /// Converts from a value as made by [`Event::into_data`].
    ///
    /// # Errors
    /// If the value has another shape. Offsets in errors are 0, since a value does not know its place.
    pub fn from_data(data: Data<'a>) -> Result<Self, Error> {
        let [format, kind, content] = elements(data, "3")?;
        number(format, Problem::Format)?;
        number(kind, Problem::MessageType)?;
        let mut parts = list(content)?.into_iter();
        let (count, name, args, metadata) = (parts.len(), parts.next(), parts.next(), parts.next());
        let (2 | 3, Some(name), Some(args)) = (count, name, args) else {
            return fail(Problem::Elements { expected: "2 or 3", found: count });
        };
        let name = match name {
            Data::String(Cow::Borrowed(s)) => std::str::from_utf8(s).map(Cow::Borrowed).ok(),
            Data::String(Cow::Owned(s)) => String::from_utf8(s).map(Cow::Owned).ok(),
            other => return wrong_type("string", &other),
        };
        let Some(name) = name else { return fail(Problem::Name) };
        let entries = metadata.map_or(Ok(Vec::new()), list)?;
        let metadata = entries.into_iter().map(entry).collect::<Result<_, _>>()?;
        Ok(Event { name, args: list(args)?, metadata })
    }
}

fn fail<T>(problem: Problem) -> Result<T, Error> {
    Err(Error { at: 0, problem })
}

fn wrong_type<T>(expected: &'static str, found: &Data<'_>) -> Result<T, Error> {
    fail(Problem::Type { expected, found: found.type_name() })
}

fn list(data: Data<'_>) -> Result<Vec<Data<'_>>, Error> {
    match data {
        Data::List(values) => Ok(values),
        other => wrong_type("vector", &other),
    }
}

fn elements<'a, const N: usize>(data: Data<'a>, expected: &'static str) -> Result<[Data<'a>; N], Error> {
    let values = list(data)?;
    values.try_into().or_else(|v: Vec<_>| fail(Problem::Elements { expected, found: v.len() }))
}

/// Checks that a value is the number 1, the format and kind of every message. WebSocket clients may send it as an
/// integer.
fn number(data: Data<'_>, wrong: fn(u64) -> Problem) -> Result<(), Error> {
    match data {
        Data::Count(1) | Data::Int(1) => Ok(()),
        Data::Count(n) => fail(wrong(n)),
        other => wrong_type("count", &other),
    }
}

fn entry(data: Data<'_>) -> Result<(u64, Data<'_>), Error> {
    let [id, value] = elements(data, "2")?;
    match id {
        Data::Count(id) => Ok((id, value)),
        other => wrong_type("count", &other),
    }
}
