// Written by `cargo xtask generate`; edit its sources instead: crates/scripts/tree/{base/bif/plugins/Zeek_SMB.events.bif.zeek, base/init/smb.zeek}.
//! What both generations of SMB share: file times, and events about pipes.
use crate::arg::{ConnId, Moment};
use crate::declare::{events, records};

records! {
    /// The four times of a file, each also in the protocol's form: units of 100 ns since 1601.
    MacTimes = "SMB::MACTimes" {
        modified: Moment, modified_raw: u64, accessed: Moment, accessed_raw: u64, created: Moment, created_raw: u64,
        changed: Moment, changed_raw: u64
    }
}

events! { in smb;
    /// A share looks like that of pipes, though its connect was not seen.
    PipeConnectHeuristic = "smb_pipe_connect_heuristic" { c: ConnId }
    /// More pipes are open than are followed; all were forgotten.
    DiscardedDceRpcAnalyzers = "smb_discarded_dce_rpc_analyzers" { c: ConnId }
}
