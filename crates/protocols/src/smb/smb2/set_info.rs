//! SET_INFO requests, which set information about files and file systems ([MS-SMB2] 2.2.39, [MS-FSCC] 2.4 and 2.5).
use super::{Command, attributes, fid, guid};
use crate::smb::times;
use crate::windows::text;
use event::ListOf;
use event::smb2 as ev;
use wire::{ReadResult, Reader};

/// The information type of files.
const INFO_FILE: u8 = 1;
/// The information type of file systems.
const INFO_FILESYSTEM: u8 = 2;

impl Command<'_, '_, '_, '_> {
    pub(super) fn set_info_request(&mut self, r: &mut Reader<'_>) -> ReadResult<()> {
        r.skip(2)?;
        let (class, level) = (r.u8()?, r.u8()?);
        r.skip(4)?;
        let offset = r.le16()?;
        r.skip(6)?;
        let file_id = guid(r)?;
        self.m.skip_to(r, offset.into())?;
        match class {
            INFO_FILE => self.file_info(file_id, level, r),
            INFO_FILESYSTEM => self.file_system_info(file_id, level, r),
            _ => Ok(()),
        }
    }

    fn file_info(&mut self, file_id: ev::Guid, level: u8, r: &mut Reader<'_>) -> ReadResult<()> {
        let hdr = self.m.header;
        match level {
            4 => {
                let (times, attrs) = (times::read(r)?, attributes(r)?);
                self.cx.event(|c| ev::FileSattr { c, hdr, file_id, times, attrs });
            }
            10 => {
                // Scripts may name the file differently after the rename.
                self.st.smb2.names.remove(&fid(file_id));
                let (_, name) = target(r)?;
                let dst_filename = text(self.cx, name);
                self.cx.event(|c| ev::FileRename { c, hdr, file_id, dst_filename: &dst_filename });
            }
            11 => {
                let (root_directory, name) = target(r)?;
                let file_name = text(self.cx, name);
                self.cx.event(|c| ev::FileLink { c, hdr, file_id, root_directory, file_name: &file_name });
            }
            13 => {
                let delete_pending = r.u8()? > 0;
                self.cx.event(|c| ev::FileDelete { c, hdr, file_id, delete_pending });
            }
            14 => {
                let current_byte_offset = r.le64()?.cast_signed();
                self.cx.event(|c| ev::FilePosition { c, hdr, file_id, current_byte_offset });
            }
            15 => self.extended_attributes(file_id, r)?,
            16 => {
                let mode = r.le32()?.into();
                self.cx.event(|c| ev::FileMode { c, hdr, file_id, mode });
            }
            19 => {
                let alloc_size = r.le64()?.cast_signed();
                self.cx.event(|c| ev::FileAllocation { c, hdr, file_id, alloc_size });
            }
            20 => {
                let end_of_file = r.le64()?.cast_signed();
                self.cx.event(|c| ev::FileEndoffile { c, hdr, file_id, end_of_file });
            }
            24 => {
                let (read_mode, completion_mode) = (r.le32()?.into(), r.le32()?.into());
                self.cx.event(|c| ev::FilePipe { c, hdr, file_id, read_mode, completion_mode });
            }
            39 => {
                let valid_data_length = r.le64()?.cast_signed();
                self.cx.event(|c| ev::FileValiddatalength { c, hdr, file_id, valid_data_length });
            }
            40 => {
                let file_name = text(self.cx, name(r)?);
                self.cx.event(|c| ev::FileShortname { c, hdr, file_id, file_name: &file_name });
            }
            _ => {}
        }
        Ok(())
    }

    fn extended_attributes(&mut self, file_id: ev::Guid, r: &mut Reader<'_>) -> ReadResult<()> {
        let hdr = self.m.header;
        let mut all = Vec::new();
        loop {
            let start = r.offset();
            let next = r.le32()?;
            r.skip(1)?;
            let (name_len, value_len) = (r.u8()?, r.le16()?);
            let (name, value) = (r.bytes(name_len.into())?, r.bytes(value_len.into())?);
            all.push((text(self.cx, name), text(self.cx, value)));
            if next == 0 {
                break;
            }
            r.skip((next as usize).saturating_sub(r.offset() - start))?;
        }
        let eas: Vec<_> =
            all.iter().map(|(name, value)| ev::FileEa { ea_name: name, ea_value: value }).collect();
        self.cx.event(|c| ev::FileFullea { c, hdr, file_id, file_eas: ListOf(&eas) });
        Ok(())
    }

    fn file_system_info(&mut self, file_id: ev::Guid, level: u8, r: &mut Reader<'_>) -> ReadResult<()> {
        let hdr = self.m.header;
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
                self.cx.event(|c| ev::FileFscontrol { c, hdr, file_id, fs_control });
            }
            8 => {
                let object_id = guid(r)?;
                let info = text(self.cx, r.bytes(48)?);
                self.cx.event(|c| ev::FileFsobjectid { c, hdr, file_id, object_id, extended_info: &info });
            }
            _ => {}
        }
        Ok(())
    }
}

/// Reads a name, which follows its length.
fn name<'a>(r: &mut Reader<'a>) -> ReadResult<&'a [u8]> {
    let len = r.le32()?;
    r.bytes(len as usize)
}

/// Reads the target of a link or rename: flag and padding(8), root directory(8), and the name.
fn target<'a>(r: &mut Reader<'a>) -> ReadResult<(u64, &'a [u8])> {
    r.skip(8)?;
    Ok((r.le64()?, name(r)?))
}
