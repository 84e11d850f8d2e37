//! Remote Desktop's transport over UDP, versions 1 to 3 ([MS-RDPEUDP], [MS-RDPEUDP2]).
//!
//! Raises `rdpeudp_syn`, `rdpeudp_synack`, `rdpeudp_established` and `rdpeudp_data`. The analyzer keeps the stage of
//! the handshake and the version of each side.
mod packet;
mod state;
#[cfg(test)]
mod tests;

pub use packet::{Data, Syn, flag};
pub use state::{RdpEudp, maker};
