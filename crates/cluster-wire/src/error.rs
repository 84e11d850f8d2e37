//! What can be wrong with bytes of a peer, and how much of them is accepted.
use thiserror::Error;

/// Bytes that are not what they should be: where and why.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("byte {at}: {problem}")]
pub struct Error {
    /// Offset of the first byte of the item that is wrong.
    pub at: usize,
    /// What is wrong with it.
    pub problem: Problem,
}

/// Why bytes were refused.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Problem {
    /// The bytes end inside an item.
    #[error("{wanted} bytes expected, {left} left")]
    Short {
        /// Bytes that the item needs.
        wanted: u64,
        /// Bytes that there are.
        left: usize,
    },
    /// Bytes follow where the message should end.
    #[error("{0} bytes after the end of the message")]
    Surplus(usize),
    /// A varbyte number of more than 32 bits.
    #[error("a length of more than 32 bits")]
    LongVarbyte,
    /// A tag that names no type of value.
    #[error("tag {0} names no type of value")]
    Tag(u8),
    /// A number that names no type of field.
    #[error("{0} names no type of field")]
    FieldType(u32),
    /// A number that names no transport of ports.
    #[error("{0} names no transport protocol")]
    Transport(u32),
    /// A port above 65535.
    #[error("port {0} is larger than 65535")]
    Port(u64),
    /// A byte that should be 0 or 1.
    #[error("a boolean is 0 or 1, not {0}")]
    Bool(u8),
    /// An address of neither family.
    #[error("an address family is 4 or 6, not {0}")]
    Family(u8),
    /// A subnet with more bits than its address has.
    #[error("a prefix of {0} of 128 bits is too long or, for IPv4, shorter than 96")]
    Width(u8),
    /// A set or a table that holds an element twice.
    #[error("the element occurs twice")]
    Repeated,
    /// Containers in containers beyond [`Limits::depth`].
    #[error("values nest deeper than {0}")]
    Deep(u16),
    /// More values than [`Limits::values`].
    #[error("more than {0} values")]
    Many(u32),
    /// A negative number of elements.
    #[error("{0} elements")]
    NegativeSize(i64),
    /// A value whose type is another one than its field's or column's.
    #[error("{expected} expected, found {found}")]
    Type {
        /// What should be here.
        expected: &'static str,
        /// What is here.
        found: &'static str,
    },
    /// A list with another number of elements.
    #[error("{expected} elements expected, found {found}")]
    Elements {
        /// How many there should be.
        expected: &'static str,
        /// How many there are.
        found: usize,
    },
    /// A format number other than 1.
    #[error("message format {0}, expected 1")]
    Format(u64),
    /// A kind of message other than an event.
    #[error("message type {0}, expected 1 (an event)")]
    MessageType(u64),
    /// A name that is not UTF-8.
    #[error("a name that is not UTF-8")]
    Name,
}

/// How much of a peer's message is accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Containers in containers.
    pub depth: u16,
    /// Values in a message, containers and their elements all counted.
    pub values: u32,
}

impl Limits {
    /// Enough for a million indicators in one message.
    pub const DEFAULT: Limits = Limits { depth: 64, values: 1 << 25 };
}

impl Default for Limits {
    fn default() -> Self {
        Limits::DEFAULT
    }
}
