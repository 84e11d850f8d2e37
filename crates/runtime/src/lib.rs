//! The bridge: scripts are loaded and run here, with the built-in functions that they call.
//!
//! This crate is the only one that knows both sides: the traffic side emits typed events, the language side runs
//! handlers. It turns one into the other, keeps what built-in functions share ([`Host`]), and decides nothing about
//! protocols.
mod at_hand;
pub mod bif;
mod capturing;
mod drive;
mod exposition;
mod files;
mod host;
mod input;
mod live;
mod log;
mod metrics;
mod names;
mod packets;
pub mod script;
mod scripted;
mod seeds;
mod signatures;
mod spread;
mod storage;
pub mod traffic;
mod uids;

pub use capturing::Capturing;
pub use drive::{Monitor, Nobody, RunError, Summary, Traffic};
pub use exposition::MetricsDoor;
pub use host::{Child, Exit, FileStamp, Host, Outside, PacketSource, Pipe, Pipes, Readable};
pub use live::{Live, Order};
pub use log::JointLogs;
pub use names::{NameAnswers, NameMode, NameServers, Names, Reply, judge};
pub use net_types::Addr;
pub use packets::{Packets, Told};
pub use protocols::files::Output as ExtractOutput;
pub use runloop::Waker;
pub use scripted::{Scripted, StartError};
pub use seeds::{Random, Seeds, SeedsError};
pub use spread::{Begin, Spread, lanes};
pub use uids::Uids;
pub use value::Sink;

/// The version that scripts are told: what they can rely on is what it had.
pub const COMPATIBLE_VERSION: &str = "8.0.9";

/// Keys the hash of all script tables; only the first call counts.
pub fn seed_tables(key: [u64; 2]) {
    value::table::seed_hash(key);
}
