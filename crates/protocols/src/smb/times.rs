//! The times of a file.
use crate::windows::time;
use event::smb::MacTimes;
use wire::{ReadResult, Reader};

/// Reads the times of creation, last access, last write and change, in the order that all versions of SMB use.
pub(super) fn read(r: &mut Reader<'_>) -> ReadResult<MacTimes> {
    let [created, accessed, modified, changed] = [r.le64()?, r.le64()?, r.le64()?, r.le64()?];
    Ok(MacTimes {
        modified: time(modified),
        modified_raw: modified,
        accessed: time(accessed),
        accessed_raw: accessed,
        created: time(created),
        created_raw: created,
        changed: time(changed),
        changed_raw: changed,
    })
}
