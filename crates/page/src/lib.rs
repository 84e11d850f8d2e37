//! The page that shows a run, or a folder of logs: `egret --page`, `egret view`.
//!
//! A [`Viewer`] answers requests: an overview (traffic over time, top hosts, ports and services, notices), a browser of
//! every log with filters by column and time, and a search for a value through all logs. It only reads. Logs may be TSV
//! or JSON, rotated, and compressed by gzip or zstd.
//!
//! While logs are read for the first time, an index is made: what the overview shows, and for each quarter of a megabyte
//! the number of its rows and their times. Rows are not kept: a filter reads the files again, with a search for bytes
//! first, so memory does not grow with rows. A request that comes more than a second after the last one reads what was
//! added in between; without requests, nothing runs.
//!
//! Every string of a log may come from an attacker. Only [`html`] makes HTML; it escapes all text, and
//! the answers forbid every script but ours (Content-Security-Policy).
#![expect(clippy::disallowed_methods, reason = "an edge: it reads files that other processes write")]
#![cfg_attr(
    not(test),
    deny(clippy::indexing_slicing, clippy::string_slice, reason = "a panic ends the process: panic = abort")
)]

mod browse;
mod chart;
mod door;
mod filter;
mod find;
mod format;
mod html;
mod index;
mod live;
mod log_file;
mod overview;
mod row;
mod search;
mod summary;
mod top;

pub use door::{Viewer, token};
pub use filter::Filter;
pub use index::Index;
pub use live::{Live, Sample, Worker};
pub use search::{Found, Wanted};
