//! NetWare Core Protocol over TCP.
//!
//! Raises `ncp_request` and `ncp_reply`. A frame longer than `NCP::max_frame_size` is dropped with the rest of its
//! delivery.
mod frame;
mod state;
#[cfg(test)]
mod tests;

pub use frame::{Frame, Head};
pub use state::{Ncp, maker};

wire::anomalies! {
    /// A stream that does not consist of frames.
    pub enum Anomaly from "CONTENTS_NCP" {
        /// A frame longer than `NCP::max_frame_size`, or shorter than its own header.
        LargeFrame => "ncp_large_frame",
    }
}
