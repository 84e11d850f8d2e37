//! The built-in functions of scripts, and the services that they share.
//!
//! From the ground up: [`Services`] has one small struct a service; [`call`] gives a function its arguments
//! and its services; [`log`], [`names`] and [`inputs`] are the frameworks whose state stands in crates of their own and
//! which call scripts; [`family`] has the functions, one file a family. A module names only modules before it in this
//! list.
//!
//! A function that cannot do what it is asked to reports that in the words of Zeek and goes on with a neutral value: few
//! mistakes of scripts end a handler. Nothing here runs the loop or sees a packet on its way.
#![cfg_attr(
    not(test),
    deny(clippy::indexing_slicing, clippy::string_slice, reason = "a panic ends the process: panic = abort")
)]

mod calendar;
mod call;
pub mod cluster;
mod family;
mod file_analyzers;
pub mod inputs;
pub mod log;
mod machine_host;
pub mod names;
mod packets;
mod places;
mod search;
mod services;
mod signatures;
mod slices;

pub use family::{all, deliver_stored, end_nodes, find, open_metrics_door, serve_metrics, supervise};
pub use packets::{CurrentPacket, Filters, KeptPacket, Packets};
pub use search::{FileKind, Found, PACKED, ScriptFiles, Search, folder_of, in_packed};
pub use services::{
    COMPATIBLE_VERSION, Invocation, PacketSource, Part, Print, ProgramInfo, Randomness, Reporter,
    ReporterMessage, RunState, Services, Telemetry, Traffic,
};
pub use signatures::Signatures;
