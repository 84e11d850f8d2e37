//! Why a message cannot be read.
use std::fmt;
use wire::ReadError;

/// Why a message cannot be read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Problem {
    /// The message ends within a value.
    Short(ReadError),
    /// A value has an unexpected tag.
    Tag {
        /// The tag that was found.
        got: u8,
        /// The value that was expected.
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
