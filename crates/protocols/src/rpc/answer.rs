//! The reply that programs get, and the errors that they return.
use super::call::Status;
use net_types::Timestamp;
use wire::{ReadError, Reader};

/// A reply, apart from its results.
#[derive(Clone, Copy)]
pub(super) struct Answer {
    pub(super) status: Status,
    pub(super) seen: (Timestamp, Timestamp),
    /// The length of the message after xid and message type.
    pub(super) len: u64,
}

impl Answer {
    /// The program's own status, with which its results begin: 0 for a call that failed, [`UNKNOWN`] if it is missing.
    pub(super) fn program_status(&self, results: &mut Reader<'_>) -> u32 {
        if self.status == Status::SUCCESS { results.be32().unwrap_or(UNKNOWN) } else { 0 }
    }
}

/// Stands for a missing status of a program.
const UNKNOWN: u32 = u32::MAX;

/// Whether a program could read arguments or results.
pub(super) type Outcome = Result<(), Unreadable>;

/// Arguments or results that the program cannot read.
pub(super) struct Unreadable;

impl From<ReadError> for Unreadable {
    fn from(_: ReadError) -> Self {
        Unreadable
    }
}

/// Builds the event record about a call and its reply: `$record` with its status and the fields that all programs
/// share.
macro_rules! reply_info {
    ($record:ident, $status:ident: $value:expr, $call:expr, $answer:expr) => {
        ev::$record {
            rpc_stat: $answer.status.0,
            $status: $value,
            req_start: $call.seen.0,
            req_dur: $call.seen.1 - $call.seen.0,
            req_len: $call.bytes.len() as u64,
            rep_start: $answer.seen.0,
            rep_dur: $answer.seen.1 - $answer.seen.0,
            rep_len: $answer.len,
            rpc_uid: $call.uid.into(),
            rpc_gid: $call.gid.into(),
            rpc_stamp: $call.stamp.into(),
            rpc_machine_name: &$call.machine,
            rpc_auxgids: ListOf(&$call.groups),
        }
    };
}
pub(super) use reply_info;
