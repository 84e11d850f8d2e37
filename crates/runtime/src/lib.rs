//! The run: loads scripts, passes packets through the session, runs handlers.
//!
//! [`load`] finds and loads scripts; [`Prepared`] holds them until they start; [`Run`] passes frames and time through
//! the session and the handlers to the logs; [`Packets`] feeds it from a source in the run loop, and [`Spread`] feeds
//! one run per worker. [`bridge`] makes the values and records of events; [`builtins`] has the built-in functions and
//! their services.
#![cfg_attr(
    not(test),
    deny(clippy::indexing_slicing, clippy::string_slice, reason = "a panic ends the process: panic = abort")
)]

mod answers;
mod capturing;
mod documents;
mod error;
mod figures;
mod frame_handler;
mod globals;
mod handlers;
mod loading;
mod packets;
mod prepared;
mod run;
mod signatures;
mod sink;
mod spread;
mod summary;

pub use answers::NameAnswers;
pub use capturing::Capturing;
pub use error::{RunError, ScriptEnd, StartError};
pub use figures::Figures;
pub use frame_handler::FrameHandler;
pub use loading::{Editor, Kept, Request, is_grammar, load, syntax_errors};
pub use packets::Packets;
pub use prepared::Prepared;
pub use protocols::registry::PLUGINS;
pub use run::Run;
pub use script_docs::{Target, TargetError};
pub use spread::{Resting, Spread, Station, lanes};
pub use summary::Summary;
pub use value::Level;
pub use value::table::{ONLY_ZEEKS_ORDER, TableOrder};

/// Sets the hash key of all script tables and their iteration order. Only the first call has an effect.
pub fn seed_tables(key: [u64; 2], order: TableOrder) {
    value::table::seed_hash(key, order);
}
