//! Why a message cannot be read.
use std::fmt;
use wire::ReadError;

/// Why bytes are not a message.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Problem {
    /// They end too early.
    Short(ReadError),
    /// A value has another tag than its place allows.
    Tag {
        /// The tag of the value.
        got: u8,
        /// The value that belongs there.
        wanted: &'static str,
    },
    /// Filters are nested too deeply.
    TooDeep,
}

impl From<ReadError> for Problem {
    fn from(e: ReadError) -> Self {
        Problem::Short(e)
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Problem::Short(e) => e.fmt(f),
            Problem::Tag { got, wanted } => write!(f, "LDAP message: {wanted} wanted, tag {got:#04x} there"),
            Problem::TooDeep => f.write_str("LDAP exceeded max filter recursion depth"),
        }
    }
}

/// The result of a read.
pub(super) type Read<T> = Result<T, Problem>;
