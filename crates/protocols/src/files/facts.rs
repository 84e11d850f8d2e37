//! The state of a file that events show.
use event::FileId;
use net_types::Timestamp;
use session::Uid;

/// What is known about a file.
#[derive(Clone, Debug)]
pub struct Facts {
    /// Its identifier, which follows from its handle.
    pub id: Uid,
    /// The number by which events refer to it.
    pub number: FileId,
    /// Its source: the name of a protocol analyzer, or a name that a script gave.
    pub source: Box<str>,
    /// Whether the originator sent it; `None` if it does not come from a connection.
    pub is_orig: Option<bool>,
    /// The time of its last activity.
    pub last_active: Timestamp,
    /// Bytes that came in order.
    pub seen: u64,
    /// Its size, if that was stated.
    pub total: Option<u64>,
    /// Bytes in gaps.
    pub missing: u64,
    /// Bytes that were dropped because too many waited for those before them.
    pub overflow: u64,
    /// How many files it lies in.
    pub depth: u32,
    /// The bytes that its type is detected by, once they are complete.
    pub beginning: Option<Box<[u8]>>,
}
