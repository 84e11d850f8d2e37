//! Commands on files and directories ([MS-CIFS] 2.2.4, [MS-SMB] 2.2.4).
use super::{Andx, Command, Text, skip_to};
use crate::smb::anomaly::Anomaly;
use crate::smb::times;
use event::smb1 as ev;
use std::borrow::Cow;
use wire::{ReadError, ReadResult, Reader};

impl Command<'_, '_, '_> {
    pub(super) fn create_directory_request(&mut self, r: &mut Reader<'_>) -> ReadResult<()> {
        let name = self.path(r)?;
        self.cx.event(|c| ev::CreateDirectoryRequest { c, hdr: self.m.header, directory_name: &name });
        Ok(())
    }

    pub(super) fn create_directory_response(&mut self, r: &mut Reader<'_>) -> ReadResult<()> {
        r.skip(3)?;
        self.cx.event(|c| ev::CreateDirectoryResponse { c, hdr: self.m.header });
        Ok(())
    }

    pub(super) fn check_directory_request(&mut self, r: &mut Reader<'_>) -> ReadResult<()> {
        let name = self.path(r)?;
        self.cx.event(|c| ev::CheckDirectoryRequest { c, hdr: self.m.header, directory_name: &name });
        Ok(())
    }

    pub(super) fn check_directory_response(&mut self, r: &mut Reader<'_>) -> ReadResult<()> {
        r.skip(3)?;
        self.cx.event(|c| ev::CheckDirectoryResponse { c, hdr: self.m.header });
        Ok(())
    }

    pub(super) fn query_information_request(&mut self, r: &mut Reader<'_>) -> ReadResult<()> {
        let name = self.path(r)?;
        self.cx.event(|c| ev::QueryInformationRequest { c, hdr: self.m.header, filename: &name });
        Ok(())
    }

    /// Reads a path, which follows four bytes of parameters and the path's format.
    fn path<'r>(&mut self, r: &mut Reader<'r>) -> ReadResult<Cow<'r, [u8]>> {
        r.skip(4)?;
        Ok(Text::read(self.m.unicode, r)?.utf8(self.cx))
    }

    pub(super) fn close_request(&mut self, r: &mut Reader<'_>) -> ReadResult<()> {
        r.skip(1)?;
        let file_id = r.le16()?.into();
        r.skip(6)?;
        self.cx.event(|c| ev::CloseRequest { c, hdr: self.m.header, file_id });
        self.cx.file_end(self.m.from, None);
        Ok(())
    }

    pub(super) fn close_response(&mut self, r: &mut Reader<'_>) -> ReadResult<()> {
        r.skip(3)?;
        self.cx.event(|c| ev::EmptyResponse { c, hdr: self.m.header });
        Ok(())
    }

    pub(super) fn locking_andx_request(&mut self, r: &mut Reader<'_>) -> ReadResult<()> {
        r.skip(1)?;
        let andx = Andx::read(r)?;
        r.skip(8)?;
        let (unlocks, locks) = (r.le16()?, r.le16()?);
        r.skip(2)?;
        // A range has 20 bytes ([MS-CIFS] 2.2.4.32.1).
        r.skip(20 * (usize::from(unlocks) + usize::from(locks)))?;
        self.follow(&andx, r)
    }

    pub(super) fn create_request(&mut self, r: &mut Reader<'_>) -> ReadResult<()> {
        r.skip(1)?;
        let andx = Andx::read(r)?;
        // Reserved(1) name length(2) flags to access(12) allocation size(8) attributes to impersonation(20) security
        // flags(1) byte count(2).
        r.skip(1 + 2 + 12 + 8 + 20 + 1 + 2)?;
        let name = Text::read(self.m.unicode, r)?;
        self.follow(&andx, r)?;
        if !self.m.is_pipe {
            self.st.guess_pipe(self.cx, self.m.header.tid as u32, name.bytes, name.unicode);
        }
        if self.cx.wants::<ev::NtCreateAndxRequest<'_>>() {
            let name = name.utf8(self.cx);
            self.cx.event(|c| ev::NtCreateAndxRequest { c, hdr: self.m.header, file_name: &name });
        }
        Ok(())
    }

    pub(super) fn create_response(&mut self, r: &mut Reader<'_>) -> ReadResult<()> {
        r.skip(1)?;
        let andx = Andx::read(r)?;
        r.skip(1)?;
        let file_id = r.le16()?.into();
        r.skip(4)?;
        let times = times::read(r)?;
        r.skip(12)?;
        let file_size = r.le64()?;
        r.skip(7)?;
        self.follow(&andx, r)?;
        self.cx.event(|c| ev::NtCreateAndxResponse { c, hdr: self.m.header, file_id, file_size, times });
        Ok(())
    }

    pub(super) fn read_andx_request(&mut self, r: &mut Reader<'_>) -> ReadResult<()> {
        let words = r.u8()?;
        let andx = Andx::read(r)?;
        let file_id = r.le16()?.into();
        let low = r.le32()?;
        let max_low = r.le16()?;
        r.skip(2)?;
        // In both fields u32::MAX stands for 0.
        let max_high = Some(r.le32()?).filter(|&n| n != u32::MAX).unwrap_or(0);
        r.skip(2)?;
        let high = if words == 0x0c { Some(r.le32()?).filter(|&n| n != u32::MAX).unwrap_or(0) } else { 0 };
        r.skip(2)?;
        self.follow(&andx, r)?;
        let offset = u64::from(high) << 32 | u64::from(low);
        let length = (u64::from(max_high) << 16) + u64::from(max_low);
        self.cx.event(|c| ev::ReadAndxRequest { c, hdr: self.m.header, file_id, offset, length });
        if self.st.smb1.reads.len() >= self.st.config.max_pending_messages {
            self.cx.anomaly(Anomaly::TooManyRequests);
            self.st.smb1.reads.clear();
        }
        self.st.smb1.reads.insert(self.m.header.mid, offset);
        Ok(())
    }

    pub(super) fn read_andx_response(&mut self, r: &mut Reader<'_>) -> ReadResult<()> {
        r.skip(1)?;
        let andx = Andx::read(r)?;
        r.skip(6)?;
        let (low, data_offset, high) = (r.le16()?, r.le16()?, r.le16()?);
        r.skip(10)?;
        skip_to(r, data_offset)?;
        let len = usize::from(high) << 16 | usize::from(low);
        let data = r.bytes(len)?;
        self.follow(&andx, r)?;
        if self.m.is_pipe {
            self.st.pipe_data(self.cx, 0, self.m.from, data);
        }
        self.cx.event(|c| ev::ReadAndxResponse { c, hdr: self.m.header, data_len: len as u64 });
        if !self.m.is_pipe && !data.is_empty() {
            let offset = self.st.smb1.reads.remove(&self.m.header.mid).unwrap_or(0);
            self.cx.file_data_at(self.m.from, None, offset, data);
        }
        Ok(())
    }

    pub(super) fn write_andx_request(&mut self, r: &mut Reader<'_>) -> ReadResult<()> {
        let words = r.u8()?;
        let andx = Andx::read(r)?;
        let file_id = r.le16()?.into();
        let low = r.le32()?;
        r.skip(8)?;
        let (len_high, len_low, data_offset) = (r.le16()?, r.le16()?, r.le16()?);
        let high = if words == 0x0e { r.le32()? } else { 0 };
        r.skip(2)?;
        skip_to(r, data_offset)?;
        let (at, there) = (r.offset(), r.len());
        let wanted = usize::from(len_high) << 16 | usize::from(len_low);
        let what = "SMB1_write_andx_request:data";
        let data = r.bytes(wanted).map_err(|_| ReadError::Short { what, at, wanted, there })?;
        self.follow(&andx, r)?;
        if self.m.is_pipe {
            self.st.pipe_data(self.cx, 0, self.m.from, data);
        }
        let offset = u64::from(high) << 32 | u64::from(low);
        let data_len = data.len() as u64;
        self.cx.event(|c| ev::WriteAndxRequest { c, hdr: self.m.header, file_id, offset, data_len });
        if !self.m.is_pipe && !data.is_empty() {
            self.cx.file_data_at(self.m.from, None, offset, data);
        }
        Ok(())
    }

    pub(super) fn write_andx_response(&mut self, r: &mut Reader<'_>) -> ReadResult<()> {
        r.skip(1)?;
        let andx = Andx::read(r)?;
        let low = r.le16()?;
        r.skip(2)?;
        let high = r.le16()?;
        r.skip(4)?;
        self.follow(&andx, r)?;
        let written_bytes = u64::from(high) << 16 | u64::from(low);
        self.cx.event(|c| ev::WriteAndxResponse { c, hdr: self.m.header, written_bytes });
        Ok(())
    }
}
