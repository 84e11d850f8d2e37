//! The run: scripts are loaded, packets come, handlers run.
//!
//! From the ground up: [`script`] loads scripts and runs them; `signatures` reads signature files for them; `sink` takes
//! the session's events to them; [`Scripted`] joins scripts and session; [`Monitor`] takes frames through both; [`Packets`]
//! feeds it from a source in the run loop, and [`Spread`] feeds many of it, one a worker. Values and records of events come
//! from [`bridge`], built-in functions and what they share from [`builtins`].
mod answers;
mod capturing;
mod drive;
mod packets;
pub mod script;
mod scripted;
mod signatures;
mod sink;
mod spread;

pub use answers::NameAnswers;
pub use capturing::Capturing;
pub use drive::{Monitor, Nobody, RunError, Summary, Traffic};
pub use packets::{Packets, Told};
pub use scripted::{Scripted, StartError};
pub use spread::{Begin, Spread, lanes};

/// Keys the hash of all script tables; only the first call counts.
pub fn seed_tables(key: [u64; 2]) {
    value::table::seed_hash(key);
}
