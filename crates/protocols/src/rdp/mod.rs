//! Remote Desktop over TCP, up to its encryption ([MS-RDPBCGR] 2.2.1; T.123, X.224, T.125, T.124).
//!
//! Raises an `rdp_…` event for each step of the connection sequence, `rdp_begin_encryption` and
//! `rdp_native_encrypted_data`. X.509 certificates become files. After TLS was negotiated, the stream goes to TLS. A
//! packet has at most 64 KiB.
mod blocks;
mod packet;
mod state;
#[cfg(test)]
mod tests;

pub use blocks::{Block, Blocks, Certificate, Channel, ClientCore};
pub use packet::{Confirm, Packet, Request};
pub use state::{Rdp, maker};
