//! The wire formats of messages between nodes of a cluster.
//!
//! - [`broker_bin`]: values and events in the format `broker-bin-v1`,
//! - [`rows`]: batches of log rows in the format `zeek-bin-serializer`,
//! - [`json`]: values and messages of WebSocket clients (`/v1/messages/json`),
//! - [`zmtp`]: ZeroMQ's protocol, version 3.1, with NULL and CURVE.
//!
//! [`data`] contains the values of the first and the third format, [`event`] the messages made of them.
//!
//! Everything here takes bytes and returns bytes: no sockets, clocks, threads or random numbers. A peer's bytes yield a
//! value, or an [`Error`] with its offset. [`Limits`] cap depth and counts, and memory is allocated only for bytes that
//! have arrived, not for lengths that a peer claims.
//!
//! ```
//! use cluster_wire::{broker_bin, Data, Event, Limits};
//! let hello = Event::new("Cluster::hello", vec![Data::string("worker-1"), Data::string("zeromq_w1")]);
//! let mut bytes = Vec::new();
//! broker_bin::encode_event(&hello, &mut bytes);
//! assert_eq!(broker_bin::decode_event(&bytes, &Limits::DEFAULT).unwrap(), hello);
//! ```
#![forbid(unsafe_code)]

pub mod broker_bin;
pub mod data;
mod error;
pub mod event;
pub mod json;
mod reader;
pub mod rows;
pub mod zmtp;

pub use data::Data;
pub use error::{Error, Limits, Problem};
pub use event::Event;
