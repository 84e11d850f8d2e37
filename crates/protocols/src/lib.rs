//! Protocol analyzers: bytes of a connection in, typed events out.
//!
//! One folder a protocol, always of the same shape: `anomaly.rs` (what can be wrong, as one enum), the parser (bytes
//! in, structs out, no state), the state of a connection, and `tests.rs`. Parsers read through `wire`, never by index,
//! and every list, buffer and depth has a cap with a named anomaly behind it.
pub mod dns;
pub mod lines;
pub mod mime;
pub mod registry;
mod settings;
pub mod signature;

pub use registry::Protocols;
pub use settings::{Defaults, Maker, Settings};
