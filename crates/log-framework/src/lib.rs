//! The parts of the logging framework that run no scripts: streams, filters, open logs, rows, delayed records.
//!
//! A stream takes records of one type from scripts; a filter says which of their fields go where. A filter is compiled
//! once into a flat list of field paths and columns. To write a record, [`RecordRow`] walks that list and passes each
//! value to a writer of the [`logging`] crate, which formats it into its buffer at once. No field allocates memory.
//!
//! Hooks, path functions and postprocessors are scripts: they may write, add filters and remove streams during a write.
//! The built-in functions that call them are in a crate above this one. So everything here has reference-counted
//! handles, and callers hold no borrow while a script runs.
mod both;
mod delays;
mod filter;
mod joint;
mod open_log;
mod row;
mod streams;

pub use delays::{ActiveWrite, DelayToken, Delayed, Delays};
pub use filter::{FieldPath, Filter, function_in, is_loggable, string_in};
pub use joint::{JointLogs, RotationTurns, Share};
pub use open_log::{OpenLog, Rotated, Target};
pub use row::RecordRow;
pub use streams::{Constants, Logs, Stream, StreamCount, WriterCount, Written};
