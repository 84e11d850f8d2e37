//! Errors in a peer's bytes, and limits on accepted messages.
use thiserror::Error;

/// An error in a peer's bytes, with its offset.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("byte {at}: {problem}")]
pub struct Error {
    /// The offset of the first byte of the invalid item.
    pub at: usize,
    /// The problem with the item.
    pub problem: Problem,
}

/// The reason why bytes were rejected.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Problem {
    /// The bytes end inside an item.
    #[error("{wanted} bytes expected, {left} left")]
    Short {
        /// The number of bytes that the item needs.
        wanted: u64,
        /// The number of available bytes.
        left: usize,
    },
    /// Bytes follow the end of the message.
    #[error("{0} bytes after the end of the message")]
    Surplus(usize),
    /// A variable-length number of more than 32 bits.
    #[error("a length of more than 32 bits")]
    LongVarbyte,
    /// An unknown tag for a value's type.
    #[error("tag {0} names no type of value")]
    Tag(u8),
    /// An unknown number for a field's type.
    #[error("{0} names no type of field")]
    FieldType(u32),
    /// An unknown number for a port's transport protocol.
    #[error("{0} names no transport protocol")]
    Transport(u32),
    /// A port above 65535.
    #[error("port {0} is larger than 65535")]
    Port(u64),
    /// A byte other than 0 or 1.
    #[error("a boolean is 0 or 1, not {0}")]
    Bool(u8),
    /// An address family other than IPv4 and IPv6.
    #[error("an address family is 4 or 6, not {0}")]
    Family(u8),
    /// A prefix that is too long for its address or, for IPv4, shorter than 96 bits.
    #[error("a prefix of {0} of 128 bits is too long or, for IPv4, shorter than 96")]
    Width(u8),
    /// A duplicate element of a set or table.
    #[error("the element occurs twice")]
    Repeated,
    /// Containers nested deeper than [`Limits::depth`].
    #[error("values nest deeper than {0}")]
    Deep(u16),
    /// More values than [`Limits::values`].
    #[error("more than {0} values")]
    Many(u32),
    /// A negative number of elements.
    #[error("{0} elements")]
    NegativeSize(i64),
    /// A value whose type differs from that of its field or column.
    #[error("{expected} expected, found {found}")]
    Type {
        /// The expected type.
        expected: &'static str,
        /// The actual type.
        found: &'static str,
    },
    /// A list with a wrong number of elements.
    #[error("{expected} elements expected, found {found}")]
    Elements {
        /// The expected number.
        expected: &'static str,
        /// The actual number.
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

/// Limits on a peer's message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The greatest depth of nested containers.
    pub depth: u16,
    /// The most values in a message, counting containers and elements.
    pub values: u32,
}

impl Limits {
    /// Limits that allow a million indicators in one message.
    pub const DEFAULT: Limits = Limits { depth: 64, values: 1 << 25 };
}

impl Default for Limits {
    fn default() -> Self {
        Limits::DEFAULT
    }
}
