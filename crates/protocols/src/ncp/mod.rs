//! The NetWare Core Protocol over TCP.
//!
//! Raises `ncp_request` and `ncp_reply`. A frame longer than `NCP::max_frame_size` is dropped with the rest of its
//! delivery.
mod anomaly;
mod frame;
mod state;
#[cfg(test)]
mod tests;

pub use anomaly::Anomaly;
pub use frame::{Frame, Head};
pub use state::{Ncp, maker};
