//! The bytes that nodes of a cluster exchange.
//!
//! - [`broker_bin`]: values and events as `broker-bin-v1` writes them,
//! - [`rows`]: batches of log rows as `zeek-bin-serializer` writes them,
//! - [`json`]: values and messages of WebSocket clients (`/v1/messages/json`),
//! - [`zmtp`]: ZeroMQ's protocol, version 3.1, with NULL and CURVE.
//!
//! [`data`] holds the values that the first and the third of these write, [`event`] the messages made of them.
//!
//! Everything here takes bytes and yields bytes: no sockets, no clock, no threads, no randomness of its own. Whatever a
//! peer sends is an error with its place ([`Error`]) or a value; [`Limits`] cap depth and counts, and no length that a
//! peer claims is allocated before its bytes are there.
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
