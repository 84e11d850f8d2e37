//! Redis: its serialization protocol in versions 2 and 3
//! (<https://redis.io/docs/latest/develop/reference/protocol-spec>).
//!
//! Raises an event for each command, which comes as an array or as a line, and for each reply as text. Scripts match
//! replies with commands.
//!
//! Limits: a string and the number of an array's elements have [`MAX_SIZE`]; a command in a line has [`MAX_INLINE`]
//! bytes; a value as a whole has [`MAX_UNIT`] bytes and [`MAX_DEPTH`] levels.
mod command;
mod scan;
mod state;
#[cfg(test)]
mod tests;
mod text;

pub use state::{Redis, maker};

/// The longest string and the most elements.
const MAX_SIZE: i64 = 1 << 20;
/// The longest command that is a line, in bytes.
const MAX_INLINE: usize = 1024;
/// The longest command or reply, in bytes.
const MAX_UNIT: usize = 1 << 22;
/// How deep values lie in each other.
const MAX_DEPTH: usize = 20;
