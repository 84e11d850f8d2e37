//! The bridge: scripts are loaded and run here, with the built-in functions that they call.
//!
//! This crate is the only one that knows both sides: the traffic side emits typed events, the language side runs
//! handlers. It turns one into the other, keeps what built-in functions share ([`Host`]), and decides nothing about
//! protocols.
mod answers;
mod at_hand;
pub mod bif;
mod capturing;
mod drive;
mod files;
mod host;
mod inputs;
mod live;
mod log;
mod names;
mod packets;
pub mod script;
mod scripted;
mod signatures;
mod spread;
pub mod traffic;

pub use answers::NameAnswers;
pub use capturing::Capturing;
pub use drive::{Monitor, Nobody, RunError, Summary, Traffic};
pub use host::{Host, PacketSource};
pub use live::{Live, Order};
pub use log::JointLogs;
pub use packets::{Packets, Told};
pub use scripted::{Scripted, StartError};
pub use spread::{Begin, Spread, lanes};

/// The version that scripts are told: what they can rely on is what it had.
pub const COMPATIBLE_VERSION: &str = "8.0.9";

/// Keys the hash of all script tables; only the first call counts.
pub fn seed_tables(key: [u64; 2]) {
    value::table::seed_hash(key);
}
