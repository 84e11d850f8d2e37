//! SMB 1, 2 and 3 over TCP and NetBIOS sessions ([MS-CIFS], [MS-SMB], [MS-SMB2], RFC 1002).
//!
//! Raises the events of `event::smb`, `smb1` and `smb2`. Bytes of files go to the files framework; bytes of pipes and
//! authentication tokens go to parsers of DCE/RPC, GSS-API and NTLM, which this analyzer owns. Of encrypted messages
//! only the header is read; compressed ones are skipped.
//!
//! A message within one delivery is parsed in place; others are reassembled, up to [`MAX_MESSAGE`] bytes.
//!
//! Limits: `SMB::max_pending_messages` pending requests of each kind; `SMB::max_dce_rpc_analyzers` open pipes, which
//! buffer [`MAX_PIPE_BYTES`] in total; [`MAX_TREES`] trees of pipes.
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

/// The longest message that is reassembled, in bytes. The largest reads and writes have 8 MiB.
pub const MAX_MESSAGE: usize = 10 << 20;

/// The maximum number of bytes of incomplete calls that all pipes of a connection buffer.
pub const MAX_PIPE_BYTES: usize = 16 << 20;

/// The maximum number of trees of pipes of a connection.
pub const MAX_TREES: usize = 4096;
