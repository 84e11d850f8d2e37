//! What is set about files and file systems ([MS-SMB2] 2.2.39, [MS-FSCC] 2.4 and 2.5).
use super::{Message, attributes, fid, guid, times};
use crate::smb::state::State;
use crate::windows::text;
use event::ListOf;
use event::smb2 as ev;
use session::analyzer::Context;
use wire::{ReadResult, Reader};

/// Of a file.
const INFO_FILE: u8 = 1;
/// Of a file system.
const INFO_FILESYSTEM: u8 = 2;

pub(super) fn request(
    st: &mut State,
    cx: &mut Context<'_, '_>,
    m: &Message<'_>,
    r: &mut Reader<'_>,
) -> ReadResult<()> {
    r.skip(2)?;
    let (class, level) = (r.u8()?, r.u8()?);
    r.skip(4)?;
    let offset = r.le16()?;
    r.skip(6)?;
    let file_id = guid(r)?;
    m.skip_to(r, offset.into())?;
    match class {
        INFO_FILE => of_file(st, cx, m.header, file_id, level, r),
        INFO_FILESYSTEM => of_file_system(cx, m.header, file_id, level, r),
        _ => Ok(()),
    }
}

/// A name with its length before it.
fn name<'a>(r: &mut Reader<'a>) -> ReadResult<&'a [u8]> {
    let len = r.le32()?;
    r.bytes(len as usize)
}

/// A name to link or rename to: behind a flag and the directory that it counts from.
fn target<'a>(r: &mut Reader<'a>) -> ReadResult<(u64, &'a [u8])> {
    r.skip(8)?;
    Ok((r.le64()?, name(r)?))
}

fn of_file(
    st: &mut State,
    cx: &mut Context<'_, '_>,
    hdr: ev::Header<'_>,
    file_id: ev::Guid,
    level: u8,
    r: &mut Reader<'_>,
) -> ReadResult<()> {
    match level {
        4 => {
            let (times, attrs) = (times(r)?, attributes(r)?);
            cx.event(|c| ev::FileSattr { c, hdr, file_id, times, attrs });
        }
        10 => {
            // Scripts may call it otherwise now.
            st.smb2.names.remove(&fid(file_id));
            let (_, name) = target(r)?;
            let dst_filename = text(cx, name);
            cx.event(|c| ev::FileRename { c, hdr, file_id, dst_filename: &dst_filename });
        }
        11 => {
            let (root_directory, name) = target(r)?;
            let file_name = text(cx, name);
            cx.event(|c| ev::FileLink { c, hdr, file_id, root_directory, file_name: &file_name });
        }
        13 => {
            let delete_pending = r.u8()? > 0;
            cx.event(|c| ev::FileDelete { c, hdr, file_id, delete_pending });
        }
        14 => {
            let current_byte_offset = r.le64()?.cast_signed();
            cx.event(|c| ev::FilePosition { c, hdr, file_id, current_byte_offset });
        }
        15 => extended_attributes(cx, hdr, file_id, r)?,
        16 => {
            let mode = r.le32()?.into();
            cx.event(|c| ev::FileMode { c, hdr, file_id, mode });
        }
        19 => {
            let alloc_size = r.le64()?.cast_signed();
            cx.event(|c| ev::FileAllocation { c, hdr, file_id, alloc_size });
        }
        20 => {
            let end_of_file = r.le64()?.cast_signed();
            cx.event(|c| ev::FileEndoffile { c, hdr, file_id, end_of_file });
        }
        24 => {
            let (read_mode, completion_mode) = (r.le32()?.into(), r.le32()?.into());
            cx.event(|c| ev::FilePipe { c, hdr, file_id, read_mode, completion_mode });
        }
        39 => {
            let valid_data_length = r.le64()?.cast_signed();
            cx.event(|c| ev::FileValiddatalength { c, hdr, file_id, valid_data_length });
        }
        40 => {
            let file_name = text(cx, name(r)?);
            cx.event(|c| ev::FileShortname { c, hdr, file_id, file_name: &file_name });
        }
        _ => {}
    }
    Ok(())
}

fn extended_attributes(
    cx: &mut Context<'_, '_>,
    hdr: ev::Header<'_>,
    file_id: ev::Guid,
    r: &mut Reader<'_>,
) -> ReadResult<()> {
    let mut all = Vec::new();
    loop {
        let start = r.offset();
        let next = r.le32()?;
        r.skip(1)?;
        let (name_len, value_len) = (r.u8()?, r.le16()?);
        let (name, value) = (r.bytes(name_len.into())?, r.bytes(value_len.into())?);
        all.push((text(cx, name), text(cx, value)));
        if next == 0 {
            break;
        }
        r.skip((next as usize).saturating_sub(r.offset() - start))?;
    }
    let eas: Vec<_> = all.iter().map(|(name, value)| ev::FileEa { ea_name: name, ea_value: value }).collect();
    cx.event(|c| ev::FileFullea { c, hdr, file_id, file_eas: ListOf(&eas) });
    Ok(())
}

fn of_file_system(
    cx: &mut Context<'_, '_>,
    hdr: ev::Header<'_>,
    file_id: ev::Guid,
    level: u8,
    r: &mut Reader<'_>,
) -> ReadResult<()> {
    match level {
        6 => {
            let [start, threshold, stop] = [r.le64()?, r.le64()?, r.le64()?].map(u64::cast_signed);
            let (quota_threshold, quota_limit, flags) = (r.le64()?, r.le64()?, r.le32()?);
            r.skip(4)?;
            let fs_control = ev::Fscontrol {
                free_space_start_filtering: start,
                free_space_threshold: threshold,
                free_space_stop_filtering: stop,
                delete_quota_threshold: quota_threshold,
                default_quota_limit: quota_limit,
                fs_control_flags: flags.into(),
            };
            cx.event(|c| ev::FileFscontrol { c, hdr, file_id, fs_control });
        }
        8 => {
            let object_id = guid(r)?;
            let info = text(cx, r.bytes(48)?);
            cx.event(|c| ev::FileFsobjectid { c, hdr, file_id, object_id, extended_info: &info });
        }
        _ => {}
    }
    Ok(())
}
