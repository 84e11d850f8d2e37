//! Stands for the carrier over NATS in programs without the feature `nats`: there is none, and the message says how to
//! get one.
use crate::call::Call;
use cluster::NodeId;
use std::convert::Infallible;

/// Never made.
pub struct Nats(Infallible);

/// # Errors
/// Always.
pub(super) fn start(_: &mut Call<'_>) -> Result<Nats, String> {
    Err("this program was built without it: use a release package, or build with --features nats".to_owned())
}

impl Nats {
    pub(super) fn announce(&self, _: &NodeId) {
        match self.0 {}
    }

    pub(super) fn figures(&self) -> Vec<(&'static str, &'static str, f64)> {
        match self.0 {}
    }
}
