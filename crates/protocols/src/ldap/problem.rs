//! The reason why a message cannot be read.
use wire::ReadError;

/// The reason why a message cannot be read.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Problem {
    /// The message ends within a value.
    #[error(transparent)]
    Short(#[from] ReadError),
    /// A value has an unexpected tag.
    #[error("LDAP message: {wanted} wanted, tag {got:#04x} there")]
    Tag {
        /// The actual tag.
        got: u8,
        /// The expected value.
        wanted: &'static str,
    },
    /// Filters are nested too deeply.
    #[error("LDAP exceeded max filter recursion depth")]
    TooDeep,
}

/// The result of a read.
pub(super) type Read<T> = Result<T, Problem>;
