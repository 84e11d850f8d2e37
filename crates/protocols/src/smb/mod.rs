//! SMB 1, 2 and 3 over TCP and NetBIOS sessions ([MS-CIFS], [MS-SMB], [MS-SMB2], RFC 1002).
//!
//! Raises the events of `event::smb`, `smb1` and `smb2`. Bytes of files go to the files framework; bytes of pipes and
//! authentication tokens go to the parsers of DCE/RPC, GSS-API and NTLM, which this analyzer holds. Encrypted messages
//! are recognized by their header; compressed ones are skipped.
//!
//! A message that comes in one piece is parsed in place; otherwise it is put together, up to [`MAX_MESSAGE`] bytes.
//!
//! Limits: `SMB::max_pending_messages` requests of each kind that wait for a response; `SMB::max_dce_rpc_analyzers`
//! open pipes, which hold [`MAX_PIPE_BYTES`]; [`MAX_TREES`] connected trees.
mod anomaly;
mod frame;
mod memory;
mod smb1;
mod smb2;
mod state;
#[cfg(test)]
mod tests;
mod times;

pub use anomaly::Anomaly;
pub use memory::Config;
pub use state::{Smb, maker};

/// The longest message that is put together, in bytes. The largest reads and writes have 8 MB.
pub const MAX_MESSAGE: usize = 10 << 20;

/// The most bytes of incomplete calls that the pipes of a connection hold.
pub const MAX_PIPE_BYTES: usize = 16 << 20;

/// The most trees of pipes on a connection.
pub const MAX_TREES: usize = 4096;
