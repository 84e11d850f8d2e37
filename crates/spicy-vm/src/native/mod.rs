//! Operations that one instruction carries out.
mod bytes;
mod container;
mod library;
mod pack;
mod stream;
mod text;
mod time;
mod unit;

use crate::bytecode::Reg;
use crate::error::{Error, Outcome};
use crate::value::Value;
use crate::world::World;
use spicy_sema::hir::Op;
use std::net::IpAddr;
use std::rc::Rc;

pub(crate) use container::{begin, map_element};
pub(crate) use library::external;

/// The arguments of an operation, by place and kind.
pub(crate) struct Args<'a> {
    values: &'a [Value],
    /// Which of the values the arguments are; without it, all of them.
    places: Option<&'a [Reg]>,
}

impl<'a> Args<'a> {
    /// Arguments in a list.
    pub(crate) fn listed(values: &'a [Value]) -> Self {
        Args { values, places: None }
    }

    /// Arguments in registers.
    pub(crate) fn in_registers(values: &'a [Value], places: &'a [Reg]) -> Self {
        Args { values, places: Some(places) }
    }

    fn get(&self, i: usize) -> Option<&'a Value> {
        const NOTHING: &Value = &Value::Unset;
        match self.places {
            None => self.values.get(i),
            Some(places) => Some(self.values.get(usize::from(*places.get(i)?)).unwrap_or(NOTHING)),
        }
    }

    /// Copies of the arguments from a place on.
    pub(crate) fn from(&self, first: usize) -> Vec<Value> {
        (first..).map_while(|i| self.get(i)).cloned().collect()
    }

    pub(crate) fn at(&self, i: usize) -> &Value {
        static_null(self.get(i))
    }

    pub(crate) fn has(&self, i: usize) -> bool {
        self.get(i).is_some()
    }

    pub(crate) fn uint(&self, i: usize) -> Outcome<u64> {
        match self.get(i) {
            Some(Value::Uint(n)) => Ok(*n),
            Some(Value::Int(n)) if *n >= 0 => Ok(*n as u64),
            _ => Err(Error::internal("an unsigned number was expected")),
        }
    }

    pub(crate) fn bytes(&self, i: usize) -> Outcome<&crate::bytes::Bytes> {
        match self.get(i) {
            Some(Value::Bytes(b)) => Ok(b),
            _ => Err(Error::internal("bytes were expected")),
        }
    }

    pub(crate) fn str(&self, i: usize) -> Outcome<&Rc<str>> {
        match self.get(i) {
            Some(Value::Str(s) | Value::Error(s)) => Ok(s),
            _ => Err(Error::internal("a string was expected")),
        }
    }

    pub(crate) fn list(&self, i: usize) -> Outcome<&crate::value::List> {
        match self.get(i) {
            Some(Value::List(l)) => Ok(l),
            _ => Err(Error::internal("a vector was expected")),
        }
    }

    pub(crate) fn unit(&self, i: usize) -> Outcome<&Rc<crate::unit::Unit>> {
        match self.get(i) {
            Some(Value::Unit(u)) => Ok(u),
            Some(Value::Null | Value::Unset) => {
                Err(Error::new(crate::error::ErrorKind::NullReference, "attempt to access null reference"))
            }
            _ => Err(Error::internal("a unit was expected")),
        }
    }

    /// The number of an enum's label.
    pub(crate) fn label(&self, i: usize, otherwise: i64) -> i64 {
        match self.get(i) {
            Some(Value::Enum(n)) => *n,
            _ => otherwise,
        }
    }

    pub(crate) fn little(&self, i: usize) -> bool {
        matches!(self.label(i, 2), 0) || (self.label(i, 2) == 3 && cfg!(target_endian = "little"))
    }
}

fn static_null(v: Option<&Value>) -> &Value {
    const NULL: &Value = &Value::Null;
    v.unwrap_or(NULL)
}

/// An address with the bits behind the prefix cleared.
pub(crate) fn masked(a: IpAddr, width: u8) -> IpAddr {
    match a {
        IpAddr::V4(v4) => {
            let mask = u32::MAX.checked_shl(32 - u32::from(width.min(32))).unwrap_or(0);
            IpAddr::from((u32::from(v4) & mask).to_be_bytes())
        }
        IpAddr::V6(v6) => {
            // A prefix of an IPv4 address in IPv6 form counts from the IPv4 part.
            let width = if v6.segments()[..6] == [0; 6] && width <= 32 && v6.segments()[6] != 0 {
                width + 96
            } else {
                width
            };
            let mask = u128::MAX.checked_shl(128 - u32::from(width.min(128))).unwrap_or(0);
            let masked = std::net::Ipv6Addr::from(u128::from(v6) & mask);
            if width > 96 && v6.segments()[..6] == [0; 6] {
                return IpAddr::from((u128::from(masked) as u32).to_be_bytes());
            }
            IpAddr::V6(masked)
        }
    }
}

pub(crate) fn native(world: &mut World<'_>, op: Op, a: &Args<'_>) -> Outcome<Value> {
    let name = op as u16;
    match name {
        n if n <= Op::BytesAppendView as u16 => bytes::run(world, op, a),
        n if (Op::SinkClose as u16..=Op::SinkSize as u16).contains(&n) => unit::sink(world, op, a),
        n if (Op::StreamAt as u16..=Op::ViewToBytes as u16).contains(&n) => stream::run(world, op, a),
        n if (Op::StrEncode as u16..=Op::StrSum as u16).contains(&n) => text::run(world, op, a),
        n if (Op::UnitBacktrack as u16..=Op::UnitStream as u16).contains(&n) => unit::run(world, op, a),
        n if (Op::PackInt as u16..=Op::UnpackReal as u16).contains(&n) => pack::run(world, op, a),
        _ => match op {
            Op::BitNot
            | Op::EnumHasLabel
            | Op::ErrorDescription
            | Op::IntervalNanoseconds
            | Op::IntervalSeconds
            | Op::TimeNanoseconds
            | Op::TimeSeconds
            | Op::TimeAdd
            | Op::TimeSub
            | Op::TimeDiff
            | Op::IntervalAdd
            | Op::IntervalSub
            | Op::IntervalMulInt
            | Op::IntervalMulReal
            | Op::IntervalNs
            | Op::TimeNs
            | Op::NetFamily
            | Op::NetLength
            | Op::NetPrefix
            | Op::NetIn
            | Op::PortProtocol
            | Op::PortMake
            | Op::ResultError => time::run(world, op, a),
            _ => container::run(world, op, a),
        },
    }
}
