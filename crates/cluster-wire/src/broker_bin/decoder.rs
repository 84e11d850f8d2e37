//! Reads values one after the other.
use super::tag;
use crate::data::{Data, repeats};
use crate::reader::Reader;
use crate::{Error, Limits, Problem};
use net_types::{Addr, Interval, Port, Timestamp};
use std::borrow::Cow;

/// A value without elements, or the head of a container with the number of elements that follow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Item<'a> {
    /// A value that is no container.
    Plain(Data<'a>),
    /// So many unique values follow.
    Set(u32),
    /// So many pairs of a unique key and a value follow.
    Table(u32),
    /// So many values follow.
    List(u32),
}

impl Item<'_> {
    /// Returns the name of the type, as [`Data::type_name`] does.
    pub fn type_name(&self) -> &'static str {
        match self {
            Item::Plain(data) => data.type_name(),
            Item::Set(_) => Data::Set(Vec::new()).type_name(),
            Item::Table(_) => Data::Table(Vec::new()).type_name(),
            Item::List(_) => Data::List(Vec::new()).type_name(),
        }
    }
}

/// Reads values from the bytes of a message. The caller states the depth of each value: elements are one deeper than
/// their container.
#[derive(Clone, Debug)]
pub struct Decoder<'a, 'l> {
    pub(super) reader: Reader<'a>,
    limits: &'l Limits,
    pub(super) values: u32,
}

impl<'a, 'l> Decoder<'a, 'l> {
    /// Begins with the first value.
    pub fn new(bytes: &'a [u8], limits: &'l Limits) -> Self {
        Decoder { reader: Reader::new(bytes), limits, values: 0 }
    }

    /// Reads a value without elements, or the head of a container. The elements of a set and the keys of a table are
    /// not compared with each other: that is up to the caller.
    ///
    /// # Errors
    /// If the bytes are no value, or exceed the limits.
    #[inline]
    pub fn item(&mut self, depth: u16) -> Result<Item<'a>, Error> {
        let r = &mut self.reader;
        let at = r.at();
        if self.values >= self.limits.values {
            return Reader::error(at, Problem::Many(self.limits.values));
        }
        self.values += 1;
        Ok(Item::Plain(match r.u8()? {
            tag::NONE => Data::None,
            tag::BOOL => Data::Bool(r.bool()?),
            tag::COUNT => Data::Count(r.u64()?),
            tag::INT => Data::Int(r.i64()?),
            tag::REAL => Data::Real(r.f64()?),
            tag::STRING => Data::String(self.text()?),
            tag::ADDR => Data::Addr(Addr::v6(r.array()?)),
            tag::SUBNET => {
                let addr = Addr::v6(r.array()?);
                Data::Subnet(Reader::subnet(at, addr, r.u8()?)?)
            }
            tag::PORT => {
                let num = r.u16()?;
                Data::Port(Port { num, proto: Reader::transport(at, r.u8()?.into())? })
            }
            tag::TIME => Data::Time(Timestamp::from_nanos(r.i64()?)),
            tag::INTERVAL => Data::Interval(Interval::from_nanos(r.i64()?)),
            tag::ENUM => Data::Enum(self.text()?),
            tag::SET => return Ok(Item::Set(self.size(at, depth, 1)?)),
            tag::TABLE => return Ok(Item::Table(self.size(at, depth, 2)?)),
            tag::LIST => return Ok(Item::List(self.size(at, depth, 1)?)),
            other => return Reader::error(at, Problem::Tag(other)),
        }))
    }

    /// Passes over the absence of a value, if that is next. Returns whether it is.
    #[inline]
    pub fn none(&mut self) -> bool {
        let is_none = self.values < self.limits.values && self.reader.skip_past(&[tag::NONE]);
        self.values += u32::from(is_none);
        is_none
    }

    /// Reads a value with its elements.
    ///
    /// # Errors
    /// If the bytes are no value, an element of a set or a key of a table occurs twice, or limits are exceeded.
    pub fn value(&mut self, depth: u16) -> Result<Data<'a>, Error> {
        let at = self.reader.at();
        Ok(match self.item(depth)? {
            Item::Plain(data) => data,
            Item::Set(n) => {
                let values = self.values(n, |d| d.value(depth + 1))?;
                if repeats(&values, |v| v) {
                    return Reader::error(at, Problem::Repeated);
                }
                Data::Set(values)
            }
            Item::Table(n) => {
                let pairs = self.values(n, |d| Ok((d.value(depth + 1)?, d.value(depth + 1)?)))?;
                if repeats(&pairs, |(key, _)| key) {
                    return Reader::error(at, Problem::Repeated);
                }
                Data::Table(pairs)
            }
            Item::List(n) => Data::List(self.values(n, |d| d.value(depth + 1))?),
        })
    }

    /// Passes over a value with its elements. Unlike in [`Decoder::value`], elements may occur twice.
    ///
    /// # Errors
    /// If the bytes are no value, or exceed the limits.
    pub fn skip(&mut self, depth: u16) -> Result<(), Error> {
        let r = &mut self.reader;
        let at = r.at();
        if self.values >= self.limits.values {
            return Reader::error(at, Problem::Many(self.limits.values));
        }
        self.values += 1;
        let elements = match r.u8()? {
            tag::NONE => 0,
            tag::COUNT | tag::INT | tag::REAL | tag::TIME | tag::INTERVAL => r.take(8).map(|_| 0)?,
            tag::STRING | tag::ENUM => self.text().map(|_| 0)?,
            tag::SET | tag::LIST => self.size(at, depth, 1)?.into(),
            tag::TABLE => u64::from(self.size(at, depth, 2)?) * 2,
            // Not all bytes of other values are valid.
            _ => {
                self.reader.back_to(at);
                self.values -= 1;
                self.item(depth).map(|_| 0)?
            }
        };
        (0..elements).try_for_each(|_| self.skip(depth + 1))
    }

    /// Checks that no bytes are left.
    ///
    /// # Errors
    /// If there are.
    pub fn end(&self) -> Result<(), Error> {
        self.reader.end()
    }

    fn text(&mut self) -> Result<Cow<'a, [u8]>, Error> {
        let n = self.reader.varbyte()?;
        Ok(Cow::Borrowed(self.reader.take(n.into())?))
    }

    /// Reads the size of a container that began at `at`. Each element takes at least `least` bytes.
    fn size(&mut self, at: usize, depth: u16, least: u64) -> Result<u32, Error> {
        let n = self.reader.varbyte()?;
        if depth >= self.limits.depth {
            return Reader::error(at, Problem::Deep(self.limits.depth));
        }
        let (wanted, left) = (u64::from(n) * least, self.reader.left());
        if wanted > left as u64 {
            return Reader::error(at, Problem::Short { wanted, left });
        }
        Ok(n)
    }

    fn values<T>(
        &mut self,
        n: u32,
        mut one: impl FnMut(&mut Self) -> Result<T, Error>,
    ) -> Result<Vec<T>, Error> {
        // A container states its size before its elements are read: reserve room for a few and grow as they arrive.
        let mut values = Vec::with_capacity((n as usize).min(64));
        for _ in 0..n {
            values.push(one(self)?);
        }
        Ok(values)
    }
}
