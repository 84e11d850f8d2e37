//! Sun RPC (RFC 5531) over UDP and TCP, and three programs over it: the port mapper (RFC 1833), NFS 3 and its mount
//! protocol (RFC 1813).
//!
//! A call waits for its reply; then the program reads both and raises one event.
//!
//! Limits: messages are cut at [`MAX_MESSAGE`] bytes; at most `rpc_max_pending_calls` calls wait for replies.
mod anomaly;
mod answer;
mod call;
mod exchange;
mod mount;
mod names;
mod nfs;
mod nfs_types;
mod portmap;
mod program;
mod record;
mod state;
#[cfg(test)]
mod tests;
mod xdr;

pub use anomaly::Anomaly;
pub use call::{Call, Reply, Status};
pub use nfs::Config;
pub use state::{Rpc, mount_maker, nfs_maker, portmap_maker};

/// The longest message, in bytes.
const MAX_MESSAGE: usize = 65_536;

/// Reports an anomaly; the source of the weird is the program's analyzer.
fn weird(cx: &mut session::analyzer::Context<'_, '_>, what: Anomaly) {
    let (name, addl) = what.weird();
    cx.weird(name, addl.as_bytes());
}
