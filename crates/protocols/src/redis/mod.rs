//! Redis: the serialization protocol RESP, versions 2 and 3
//! (<https://redis.io/docs/latest/develop/reference/protocol-spec>).
//!
//! Raises an event for each command, an array or an inline line, and for each reply, as text. Scripts match replies
//! with commands.
//!
//! Limits: a string has at most [`MAX_SIZE`] bytes, an array [`MAX_SIZE`] elements, an inline command [`MAX_INLINE`]
//! bytes, and a command or reply in total [`MAX_UNIT`] bytes and [`MAX_DEPTH`] levels.
mod command;
mod scan;
mod state;
#[cfg(test)]
mod tests;
mod text;

pub use state::{Redis, maker};

/// The maximum length of a string in bytes, and the maximum number of elements of an array.
const MAX_SIZE: i64 = 1 << 20;
/// The longest inline command, in bytes.
const MAX_INLINE: usize = 1024;
/// The longest command or reply, in bytes.
const MAX_UNIT: usize = 1 << 22;
/// The maximum nesting depth of values.
const MAX_DEPTH: usize = 20;
