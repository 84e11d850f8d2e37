//! Script values as nodes of a cluster exchange them.
//!
//! [`encode`] writes a value straight into the bytes of a message. [`decode`] turns received data into a value of a
//! declared type; data of any other shape is an error that names both. [`any`] wraps what the receiver has no type for:
//! a record `Broker::Data` whose opaque value ([`BrokerData`]) is cast when a script asks for a type.
//!
//! Records travel as lists of all their fields, vectors as lists, patterns as two texts, functions by name. Opaque values
//! travel as lists of their kind and their state, which their owner writes and reads ([`Peers`]).
//!
//! This crate sends nothing, calls no script and looks nothing up by itself.
#![forbid(unsafe_code)]
mod broker_data;
mod decode;
mod encode;
mod event;

pub use broker_data::{BrokerData, any, describe, opaque};
pub use decode::{Mismatch, decode, decode_index};
pub use encode::{Untransportable, data_of, encode, index_data};
pub use event::{Arguments, encode_event};

use cluster_wire::Data;
use value::{Opaque, Value};

/// Program-specific conversions: functions by name, and the states of opaque values.
pub trait Peers {
    /// The function with this full name.
    fn function(&self, name: &str) -> Option<Value>;

    /// The state of an opaque value; `None` for kinds that cannot be sent.
    fn state_of(&self, value: &Opaque) -> Option<Data<'static>>;

    /// The opaque value of a kind with this state; `None` for unknown kinds and invalid states.
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
