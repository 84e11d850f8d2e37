//! Commands on files and pipes ([MS-SMB2] 2.2.13 to 2.2.22, 2.2.31, 2.2.32).
use super::{Command, Message, attributes, fid, guid, make_room};
use crate::smb::times;
use crate::windows::text;
use event::smb2 as ev;
use wire::{ReadResult, Reader};

/// The control code that writes to a pipe and reads the answer ([MS-FSCC] 2.3).
const FSCTL_PIPE_TRANSCEIVE: u32 = 0x0011_c017;

impl Command<'_, '_, '_, '_> {
    pub(super) fn create_request(&mut self, r: &mut Reader<'_>) -> ReadResult<()> {
        r.skip(36)?;
        let (disposition, create_options) = (r.le32()?, r.le32()?);
        let (name_offset, name_len) = (r.le16()?, r.le16()?);
        let (context_offset, context_len) = (r.le32()?, r.le32()?);
        self.m.skip_to(r, name_offset.into())?;
        let name = r.bytes(name_len.into())?;
        self.m.skip_to(r, context_offset)?;
        r.skip(context_len as usize)?;
        if !self.m.is_pipe {
            self.st.guess_pipe(self.cx, self.m.tree(), name, true);
        }
        if self.cx.wants::<ev::CreateRequestSeen<'_>>() {
            let filename = text(self.cx, name);
            self.cx.event(|c| ev::CreateRequestSeen {
                c,
                hdr: self.m.header,
                request: ev::CreateRequest {
                    filename: &filename,
                    disposition: disposition.into(),
                    create_options: create_options.into(),
                },
            });
        }
        Ok(())
    }

    pub(super) fn create_response(&mut self, r: &mut Reader<'_>) -> ReadResult<()> {
        r.skip(4)?;
        let create_action = r.le32()?.into();
        let times = times::read(r)?;
        r.skip(8)?;
        let size = r.le64()?;
        let attrs = attributes(r)?;
        r.skip(4)?;
        let file_id = guid(r)?;
        let (context_offset, context_len) = (r.le32()?, r.le32()?);
        self.m.skip_to(r, context_offset)?;
        r.skip(context_len as usize)?;
        self.st.smb2.names.remove(&fid(file_id));
        let response = ev::CreateResponse { file_id, size, times, attrs, create_action };
        self.cx.event(|c| ev::CreateResponseSeen { c, hdr: self.m.header, response });
        Ok(())
    }

    pub(super) fn close_request(&mut self, r: &mut Reader<'_>) -> ReadResult<()> {
        r.skip(8)?;
        let file_id = guid(r)?;
        self.cx.event(|c| ev::CloseRequest { c, hdr: self.m.header, file_id });
        let fid = fid(file_id);
        let name = self.st.smb2.names.remove(&fid);
        self.cx.file_end(self.m.from, name);
        self.st.close_pipe(fid);
        Ok(())
    }

    pub(super) fn close_response(&mut self, r: &mut Reader<'_>) -> ReadResult<()> {
        r.skip(8)?;
        let times = times::read(r)?;
        let (alloc_size, eof) = (r.le64()?, r.le64()?);
        let attrs = attributes(r)?;
        let response = ev::CloseResponse { alloc_size, eof, times, attrs };
        self.cx.event(|c| ev::CloseResponseSeen { c, hdr: self.m.header, response });
        Ok(())
    }

    pub(super) fn read_request(&mut self, r: &mut Reader<'_>) -> ReadResult<()> {
        r.skip(4)?;
        let length = r.le32()?.into();
        let offset = r.le64()?;
        let file_id = guid(r)?;
        r.skip(12)?;
        let (info_offset, info_len) = (r.le16()?, r.le16()?);
        self.m.skip_to(r, info_offset.into())?;
        r.skip(info_len.into())?;
        self.cx.event(|c| ev::ReadRequest { c, hdr: self.m.header, file_id, offset, length });
        make_room(&mut self.st.smb2.reads, self.st.config.max_pending_messages, self.cx, "read");
        self.st.smb2.reads.insert(self.m.header.message_id, (offset, fid(file_id)));
        Ok(())
    }

    pub(super) fn read_response(&mut self, r: &mut Reader<'_>) -> ReadResult<()> {
        r.skip(2)?;
        let data_offset = r.u8()?;
        r.skip(1)?;
        let len = r.le32()?;
        r.skip(8)?;
        self.m.skip_to(r, data_offset.into())?;
        let data = r.bytes(len as usize)?;
        let id = &self.m.header.message_id;
        let read = if self.m.is_final() {
            self.st.smb2.reads.remove(id)
        } else {
            self.st.smb2.reads.get(id).copied()
        };
        let (offset, fid) = read.unwrap_or_default();
        if self.m.is_pipe {
            self.st.pipe_data(self.cx, fid, self.m.from, data);
        } else {
            self.file_data(fid, offset, data);
        }
        Ok(())
    }

    /// Passes bytes of a file to the files framework. `fid` is 0 if the request was not seen.
    fn file_data(&mut self, fid: u64, offset: u64, data: &[u8]) {
        if data.is_empty() {
            return;
        }
        let known = self.st.smb2.names.get(&fid).copied();
        let name = self.cx.file_data_at(self.m.from, known, offset, data);
        if let (None, Some(name), true) = (known, name, fid != 0) {
            if self.st.smb2.names.len() >= self.st.config.max_pending_messages {
                // Scripts are asked again for the names that are still in use.
                self.st.smb2.names.clear();
            }
            self.st.smb2.names.insert(fid, name);
        }
    }

    pub(super) fn write_request(&mut self, r: &mut Reader<'_>) -> ReadResult<()> {
        r.skip(2)?;
        let (data_offset, len, offset) = (r.le16()?, r.le32()?, r.le64()?);
        let file_id = guid(r)?;
        r.skip(16)?;
        self.m.skip_to(r, data_offset.into())?;
        let data = r.bytes(len as usize)?;
        let fid = fid(file_id);
        if self.m.is_pipe {
            self.st.pipe_data(self.cx, fid, self.m.from, data);
        }
        self.cx.event(|c| ev::WriteRequest { c, hdr: self.m.header, file_id, offset, length: len.into() });
        if !self.m.is_pipe {
            self.file_data(fid, offset, data);
        }
        Ok(())
    }

    pub(super) fn write_response(&mut self, r: &mut Reader<'_>) -> ReadResult<()> {
        r.skip(4)?;
        let length = r.le32()?.into();
        r.skip(8)?;
        self.cx.event(|c| ev::WriteResponse { c, hdr: self.m.header, length });
        Ok(())
    }

    pub(super) fn ioctl_request(&mut self, r: &mut Reader<'_>) -> ReadResult<()> {
        let b = Buffers::read(&self.m, r)?;
        if b.code == FSCTL_PIPE_TRANSCEIVE {
            self.st.pipe_data(self.cx, b.fid, self.m.from, b.input);
        }
        make_room(&mut self.st.smb2.ioctls, self.st.config.max_pending_messages, self.cx, "ioctl");
        self.st.smb2.ioctls.insert(self.m.header.message_id, b.fid);
        Ok(())
    }

    pub(super) fn ioctl_response(&mut self, r: &mut Reader<'_>) -> ReadResult<()> {
        let b = Buffers::read(&self.m, r)?;
        let fid = self.st.smb2.ioctls.remove(&self.m.header.message_id).unwrap_or(0);
        if b.code == FSCTL_PIPE_TRANSCEIVE {
            self.st.pipe_data(self.cx, fid, self.m.from, b.output);
        }
        Ok(())
    }
}

/// The buffers of a control request or response ([MS-SMB2] 2.2.31, 2.2.32).
struct Buffers<'a> {
    code: u32,
    fid: u64,
    input: &'a [u8],
    output: &'a [u8],
}

impl<'a> Buffers<'a> {
    fn read(m: &Message<'_>, r: &mut Reader<'a>) -> ReadResult<Self> {
        r.skip(4)?;
        let code = r.le32()?;
        let fid = fid(guid(r)?);
        let (input_offset, input_len) = (r.le32()?, r.le32()?);
        if m.from.is_orig() {
            r.skip(4)?;
        }
        let (output_offset, output_len) = (r.le32()?, r.le32()?);
        r.skip(if m.from.is_orig() { 12 } else { 8 })?;
        m.skip_to(r, input_offset)?;
        let input = r.bytes(input_len as usize)?;
        m.skip_to(r, output_offset)?;
        let output = r.bytes(output_len as usize)?;
        Ok(Buffers { code, fid, input, output })
    }
}
