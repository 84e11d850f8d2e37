//! Remote Desktop's transport over UDP, versions 1 to 3 ([MS-RDPEUDP], [MS-RDPEUDP2]).
//!
//! Emits `rdpeudp_syn`, `rdpeudp_synack`, `rdpeudp_established` and `rdpeudp_data`. It remembers how far the two have
//! come and which version each speaks.
mod packet;
mod state;
#[cfg(test)]
mod tests;

pub use packet::{Data, Syn, flag};
pub use state::{RdpEudp, maker};
