//! Script values in the form that nodes of a cluster exchange.
//!
//! [`encode`] writes a value directly into the bytes of a message. [`read`] reads one from there as a value of a given
//! type; data of any other shape is an error that names both. [`decode`] does so for data from elsewhere. [`any`] wraps
//! data for which the receiver has no type: a record `Broker::Data` whose opaque value ([`BrokerData`]) is cast when a
//! script requests a type.
//!
//! Records are sent as lists of all their fields, vectors as lists, patterns as two texts, functions by name. Opaque
//! values are sent as lists of their kind and their state, which their owner writes and reads ([`Peers`]).
//!
//! This crate does not send anything, call scripts or look up names by itself.
#![forbid(unsafe_code)]
mod broker_data;
mod decode;
mod encode;
mod event;

pub use broker_data::{BrokerData, any, describe, opaque};
pub use decode::{Mismatch, Unreadable, decode, decode_index, read};
pub use encode::{Untransportable, data_of, encode, index_data};
pub use event::{Arguments, encode_event};

use cluster_wire::Data;
use value::{Opaque, Value};

/// Program-specific conversions: functions by name, and the states of opaque values.
pub trait Peers {
    /// Returns the function with this full name.
    fn function(&self, name: &str) -> Option<Value>;

    /// Returns the state of an opaque value; `None` for kinds that cannot be sent.
    fn state_of(&self, value: &Opaque) -> Option<Data<'static>>;

    /// Restores an opaque value of a kind from its state; `None` for unknown kinds and invalid states.
    fn opaque(&self, kind: &str, state: &Data<'_>) -> Option<Opaque>;
}

/// A program without functions and opaque values.
#[derive(Clone, Copy, Debug)]
pub struct NoPeers;

impl Peers for NoPeers {
    fn function(&self, _name: &str) -> Option<Value> {
        None
    }
    fn state_of(&self, _value: &Opaque) -> Option<Data<'static>> {
        None
    }
    fn opaque(&self, _kind: &str, _state: &Data<'_>) -> Option<Opaque> {
        None
    }
}

#[cfg(test)]
mod tests;
