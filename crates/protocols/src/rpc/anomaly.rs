//! Violations of RPC and its programs that are reported as weirds.

/// A violation of RPC or of a program; the source of the weird is the program's analyzer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Anomaly {
    /// A message that violates RFC 5531.
    Bad,
    /// The program is not the one that the analyzer parses.
    Program(Option<u32>),
    /// The responder sends a call.
    ResponderCall,
    /// The originator sends a reply.
    OriginatorReply,
    /// A retransmitted call has different bytes.
    RexmitInconsistency,
    /// Calls were dropped because too many wait for replies.
    PendingDiscarded,
    /// A call that could not be read has succeeded.
    SuccessOfInvalid,
    /// A reply without a call.
    Unpaired,
    /// Bytes after a message.
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

wire::anomalies! {
    /// A stream whose messages are too long or incomplete.
    pub enum RecordAnomaly from "" {
        /// A message longer than 64 KiB; the rest is dropped.
        TooLong(len: u64) => "RPC_message_too_long", "{len}",
        /// A message with fewer bytes than stated.
        Partial => "partial_RPC",
    }
}
