// Written by `cargo xtask generate`; edit its sources instead: crates/scripts/tree/{base/bif/plugins/Zeek_SMB.events.bif.zeek, base/init/smb.zeek}.
//! Common to SMB 1 and SMB 2/3: file times, and events about pipes.
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
    /// A share seems to be the one for pipes, although its connect was not seen.
    PipeConnectHeuristic = "smb_pipe_connect_heuristic" { c: ConnId }
    /// Too many pipes are open; all were discarded.
    DiscardedDceRpcAnalyzers = "smb_discarded_dce_rpc_analyzers" { c: ConnId }
}
