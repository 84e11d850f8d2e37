//! Stands for the carrier over NATS in programs without the feature `nats`: there is none, and the message says how to
//! get one.
use crate::call::Call;
use cluster::NodeId;
use std::convert::Infallible;

/// Never made.
pub struct Nats(Infallible);

/// A key, its value, and the time at which it expires.
pub(crate) type Kept = (Vec<u8>, Vec<u8>, f64);

/// Never made.
pub(crate) struct Bucket(Infallible);

impl Bucket {
    pub(crate) fn content(&self) -> Option<Vec<Kept>> {
        match self.0 {}
    }

    pub(crate) fn put(&self, _: &[u8], _: &[u8], _: f64) -> Result<(), String> {
        match self.0 {}
    }

    pub(crate) fn erase(&self, _: &[u8]) -> Result<(), String> {
        match self.0 {}
    }
}

/// # Errors
/// Always.
pub(super) fn start(_: &mut Call<'_>) -> Result<Nats, String> {
    Err("this program was built without it: use a release package, or build with --features nats".to_owned())
}

impl Nats {
    pub(super) fn announce(&self, _: &NodeId) {
        match self.0 {}
    }

    pub(crate) fn keep(&self, _: &str, _: &str, _: Vec<u8>) -> Bucket {
        match self.0 {}
    }

    pub(super) fn feed(&self, _: &str) -> Result<String, String> {
        match self.0 {}
    }

    pub(super) fn figures(&self) -> Vec<(&'static str, &'static str, f64)> {
        match self.0 {}
    }
}
