//! The built-in functions of scripts, and the services that they share.
//!
//! From the bottom up: [`Services`] has one small struct per service; [`call`] gives a function its arguments and its
//! services; [`log`], [`names`] and [`inputs`] are frameworks that call scripts and whose state is in separate crates;
//! [`family`] has the functions, one file per family. A module uses only modules before it in this list.
//!
//! A function that fails reports Zeek's message and returns a neutral value: few script errors end a handler. Nothing
//! here runs the main loop or processes packets.
#![cfg_attr(
    not(test),
    deny(clippy::indexing_slicing, clippy::string_slice, reason = "a panic ends the process: panic = abort")
)]

mod calendar;
mod call;
pub mod cluster;
mod coverage;
mod elements;
mod family;
mod file_analyzers;
pub mod inputs;
pub mod log;
mod machine_host;
pub mod names;
mod packets;
mod places;
mod profile;
mod search;
mod services;
mod signatures;
mod slices;
mod statement_trace;
mod stores;

pub use coverage::{Coverage, Statements};
pub use family::{
    all, bind_tables, deliver_stored, end_nodes, find, open_metrics_door, serve_metrics, supervise,
    tell_unprocessed, tend_stores,
};
pub use packets::{CurrentPacket, Filters, KeptPacket, Packets};
pub use profile::Profile;
pub use search::{FileKind, Found, PACKED, Prefixed, ScriptFiles, Search, folder_of, in_packed};
pub use services::{
    COMPATIBLE_VERSION, Invocation, PacketSource, Part, Print, ProgramInfo, Randomness, Reporter,
    ReporterMessage, RunState, Services, Telemetry, Traffic,
};
pub use signatures::Signatures;
pub use statement_trace::StatementTrace;
pub use stores::Stores;
