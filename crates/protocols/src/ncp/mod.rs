//! NetWare Core Protocol over TCP.
//!
//! Raises `ncp_request` and `ncp_reply`. Frames are put together from their pieces; one longer than
//! `NCP::max_frame_size` is dropped with the rest of its delivery.
mod frame;
mod state;
#[cfg(test)]
mod tests;

pub use frame::{Frame, Head};
pub use state::{Ncp, maker};

wire::anomalies! {
    /// A stream that is not of frames.
    pub enum Anomaly from "CONTENTS_NCP" {
        /// A frame longer than the cap, or shorter than its own head.
        LargeFrame => "ncp_large_frame",
    }
}
