//! The state of a file that events report.
use event::FileId;
use net_types::Timestamp;
use session::Uid;

/// The properties of a file.
#[derive(Clone, Debug)]
pub struct Facts {
    /// The identifier, which is derived from the file's handle.
    pub id: Uid,
    /// The number by which events refer to it.
    pub number: FileId,
    /// The source: the name of a protocol analyzer, or a name given by a script.
    pub source: Box<str>,
    /// Whether the originator sent the file; `None` if it does not come from a connection.
    pub is_orig: Option<bool>,
    /// The time of the last activity.
    pub last_active: Timestamp,
    /// The number of bytes delivered in order.
    pub seen: u64,
    /// The stated size, if any.
    pub total: Option<u64>,
    /// The number of bytes in gaps.
    pub missing: u64,
    /// The number of bytes dropped because they were out of order and could not be buffered.
    pub overflow: u64,
    /// The nesting depth: the number of files around this one.
    pub depth: u32,
    /// The first bytes, from which the type is detected, once they are complete.
    pub beginning: Option<Box<[u8]>>,
}
