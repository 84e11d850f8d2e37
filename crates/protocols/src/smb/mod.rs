//! SMB 1, 2 and 3 over TCP and NetBIOS sessions ([MS-CIFS], [MS-SMB], [MS-SMB2], RFC 1002).
//!
//! Emits the events of `event::smb`, `smb1` and `smb2`; what is read from and written to files goes to whoever follows
//! files; pipes go to DCE/RPC's analyzer and what proves who a client is to GSS-API's and NTLM's, all carried by this
//! one. Encrypted messages are told from plain ones by their header, compressed ones are passed over.
//!
//! A message that comes in one piece is parsed where it lies; otherwise it is put together, up to [`MAX_MESSAGE`] bytes.
//! Requests are remembered until they are answered, `SMB::max_pending_messages` of each kind; pipes until they are
//! closed, `SMB::max_dce_rpc_analyzers` of them with [`MAX_PIPE_BYTES`]; trees until they are left, [`MAX_TREES`] of them.
mod anomaly;
mod frame;
mod smb1;
mod smb2;
mod state;
#[cfg(test)]
mod tests;

pub use anomaly::Anomaly;
pub use state::{Config, Smb, maker};

/// The longest message that is put together. The largest reads and writes have 8 MB.
pub const MAX_MESSAGE: usize = 10 << 20;

/// Bytes that all pipes of a connection hold of calls that are not whole.
pub const MAX_PIPE_BYTES: usize = 16 << 20;

/// Trees that are known to be pipes on a connection.
pub const MAX_TREES: usize = 4096;
