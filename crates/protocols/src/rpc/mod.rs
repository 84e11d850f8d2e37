//! Sun RPC (RFC 5531) over UDP and TCP, and three programs over it: the port mapper (RFC 1833), NFS 3 and its mount
//! protocol (RFC 1813).
//!
//! A call waits for its reply; then the program reads both and raises one event.
//!
//! Limits: messages are cut at [`MAX_MESSAGE`] bytes; at most `rpc_max_pending_calls` calls wait for replies.
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

pub use call::{Call, Reply, Status};
pub use nfs::Config;
pub use state::{Rpc, mount_maker, nfs_maker, portmap_maker};

/// The longest message, in bytes.
const MAX_MESSAGE: usize = 65_536;

/// What can be wrong with RPC; the source that weird.log shows is the program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Anomaly {
    /// A message that violates RFC 5531.
    Bad,
    /// The program is not the one that the analyzer is for.
    Program(Option<u32>),
    /// The responder sends a call.
    ResponderCall,
    /// The originator sends a reply.
    OriginatorReply,
    /// A retransmitted call has other bytes.
    RexmitInconsistency,
    /// Calls were dropped because too many wait for replies.
    PendingDiscarded,
    /// A call that could not be read has succeeded.
    SuccessOfInvalid,
    /// A reply without a call.
    Unpaired,
    /// Bytes behind a message.
    Excess,
    /// An unknown procedure of the mount protocol.
    UnknownMount(u32),
    /// An unknown procedure of NFS.
    UnknownNfs(u32),
    /// A list of authentication flavors is too long.
    ExcessiveFlavors,
}

impl Anomaly {
    /// The weird's name and its `addl`.
    pub fn weird(self) -> (&'static str, String) {
        let (name, addl) = match self {
            Anomaly::Bad => ("bad_RPC", None),
            Anomaly::Program(n) => ("bad_RPC_program", n),
            Anomaly::ResponderCall => ("responder_RPC_call", None),
            Anomaly::OriginatorReply => ("originator_RPC_reply", None),
            Anomaly::RexmitInconsistency => ("RPC_rexmit_inconsistency", None),
            Anomaly::PendingDiscarded => ("RPC_pending_calls_discarded", None),
            Anomaly::SuccessOfInvalid => ("successful_RPC_reply_to_invalid_request", None),
            Anomaly::Unpaired => ("unpaired_RPC_response", None),
            Anomaly::Excess => ("excess_RPC", None),
            Anomaly::UnknownMount(n) => ("unknown_MOUNT_request", Some(n)),
            Anomaly::UnknownNfs(n) => ("unknown_NFS_request", Some(n)),
            Anomaly::ExcessiveFlavors => ("excessive_MNT_auth_flavors", None),
        };
        (name, addl.map(|n| n.to_string()).unwrap_or_default())
    }
}

/// Reports an anomaly; the source of the weird is the program's analyzer.
fn weird(cx: &mut session::analyzer::Context<'_, '_>, what: Anomaly) {
    let (name, addl) = what.weird();
    cx.weird(name, addl.as_bytes());
}
