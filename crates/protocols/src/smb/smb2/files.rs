//! Files: opened, read, written, closed, and calls on pipes.
use super::{Message, attributes, fid, guid, make_room, times};
use crate::smb::state::State;
use crate::windows::text;
use event::smb2 as ev;
use session::Role;
use session::analyzer::Context;
use wire::{ReadResult, Reader};

/// A call on a pipe and its answer in one exchange ([MS-FSCC] 2.3).
const FSCTL_PIPE_TRANSCEIVE: u32 = 0x0011_c017;

pub(super) fn create_request(
    st: &mut State,
    cx: &mut Context<'_, '_>,
    m: &Message<'_>,
    r: &mut Reader<'_>,
) -> ReadResult<()> {
    r.skip(36)?;
    let (disposition, create_options) = (r.le32()?, r.le32()?);
    let (name_offset, name_len) = (r.le16()?, r.le16()?);
    let (context_offset, context_len) = (r.le32()?, r.le32()?);
    m.skip_to(r, name_offset.into())?;
    let name = r.bytes(name_len.into())?;
    m.skip_to(r, context_offset)?;
    r.skip(context_len as usize)?;
    if !m.is_pipe {
        st.guess_pipe(cx, m.tree(), name, true);
    }
    if cx.wants::<ev::CreateRequestSeen<'_>>() {
        let filename = text(cx, name);
        cx.event(|c| ev::CreateRequestSeen {
            c,
            hdr: m.header,
            request: ev::CreateRequest {
                filename: &filename,
                disposition: disposition.into(),
                create_options: create_options.into(),
            },
        });
    }
    Ok(())
}

pub(super) fn create_response(
    st: &mut State,
    cx: &mut Context<'_, '_>,
    m: &Message<'_>,
    r: &mut Reader<'_>,
) -> ReadResult<()> {
    r.skip(4)?;
    let create_action = r.le32()?.into();
    let times = times(r)?;
    r.skip(8)?;
    let size = r.le64()?;
    let attrs = attributes(r)?;
    r.skip(4)?;
    let file_id = guid(r)?;
    let (context_offset, context_len) = (r.le32()?, r.le32()?);
    m.skip_to(r, context_offset)?;
    r.skip(context_len as usize)?;
    st.smb2.names.remove(&fid(file_id));
    let response = ev::CreateResponse { file_id, size, times, attrs, create_action };
    cx.event(|c| ev::CreateResponseSeen { c, hdr: m.header, response });
    Ok(())
}

pub(super) fn close_request(
    st: &mut State,
    cx: &mut Context<'_, '_>,
    m: &Message<'_>,
    r: &mut Reader<'_>,
) -> ReadResult<()> {
    r.skip(8)?;
    let file_id = guid(r)?;
    cx.event(|c| ev::CloseRequest { c, hdr: m.header, file_id });
    let fid = fid(file_id);
    let name = st.smb2.names.remove(&fid);
    cx.file_end(m.from, name);
    st.close_pipe(fid);
    Ok(())
}

pub(super) fn close_response(
    cx: &mut Context<'_, '_>,
    m: &Message<'_>,
    r: &mut Reader<'_>,
) -> ReadResult<()> {
    r.skip(8)?;
    let times = times(r)?;
    let (alloc_size, eof) = (r.le64()?, r.le64()?);
    let attrs = attributes(r)?;
    let response = ev::CloseResponse { alloc_size, eof, times, attrs };
    cx.event(|c| ev::CloseResponseSeen { c, hdr: m.header, response });
    Ok(())
}

pub(super) fn read_request(
    st: &mut State,
    cx: &mut Context<'_, '_>,
    m: &Message<'_>,
    r: &mut Reader<'_>,
) -> ReadResult<()> {
    r.skip(4)?;
    let length = r.le32()?.into();
    let offset = r.le64()?;
    let file_id = guid(r)?;
    r.skip(12)?;
    let (info_offset, info_len) = (r.le16()?, r.le16()?);
    m.skip_to(r, info_offset.into())?;
    r.skip(info_len.into())?;
    cx.event(|c| ev::ReadRequest { c, hdr: m.header, file_id, offset, length });
    make_room(&mut st.smb2.reads, st.config.max_pending_messages, cx, "read");
    st.smb2.reads.insert(m.header.message_id, (offset, fid(file_id)));
    Ok(())
}

pub(super) fn read_response(
    st: &mut State,
    cx: &mut Context<'_, '_>,
    m: &Message<'_>,
    r: &mut Reader<'_>,
) -> ReadResult<()> {
    r.skip(2)?;
    let data_offset = r.u8()?;
    r.skip(1)?;
    let len = r.le32()?;
    r.skip(8)?;
    m.skip_to(r, data_offset.into())?;
    let data = r.bytes(len as usize)?;
    let id = &m.header.message_id;
    let read = if m.is_final() { st.smb2.reads.remove(id) } else { st.smb2.reads.get(id).copied() };
    let (offset, fid) = read.unwrap_or_default();
    if m.is_pipe {
        st.pipe_data(cx, fid, m.from, data);
    } else {
        file_data(st, cx, m.from, fid, offset, data);
    }
    Ok(())
}

/// Bytes of a file, to whoever follows files. `fid` is 0 where the request was not seen.
fn file_data(st: &mut State, cx: &mut Context<'_, '_>, from: Role, fid: u64, offset: u64, data: &[u8]) {
    if data.is_empty() {
        return;
    }
    let known = st.smb2.names.get(&fid).copied();
    let name = cx.file_data_at(from, known, offset, data);
    if let (None, Some(name), true) = (known, name, fid != 0) {
        if st.smb2.names.len() >= st.config.max_pending_messages {
            // They are asked for again.
            st.smb2.names.clear();
        }
        st.smb2.names.insert(fid, name);
    }
}

pub(super) fn write_request(
    st: &mut State,
    cx: &mut Context<'_, '_>,
    m: &Message<'_>,
    r: &mut Reader<'_>,
) -> ReadResult<()> {
    r.skip(2)?;
    let (data_offset, len, offset) = (r.le16()?, r.le32()?, r.le64()?);
    let file_id = guid(r)?;
    r.skip(16)?;
    m.skip_to(r, data_offset.into())?;
    let data = r.bytes(len as usize)?;
    let fid = fid(file_id);
    if m.is_pipe {
        st.pipe_data(cx, fid, m.from, data);
    }
    cx.event(|c| ev::WriteRequest { c, hdr: m.header, file_id, offset, length: len.into() });
    if !m.is_pipe {
        file_data(st, cx, m.from, fid, offset, data);
    }
    Ok(())
}

pub(super) fn write_response(
    cx: &mut Context<'_, '_>,
    m: &Message<'_>,
    r: &mut Reader<'_>,
) -> ReadResult<()> {
    r.skip(4)?;
    let length = r.le32()?.into();
    r.skip(8)?;
    cx.event(|c| ev::WriteResponse { c, hdr: m.header, length });
    Ok(())
}

/// A control request's or response's buffers, each at an offset, or absent where that is 0.
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

pub(super) fn ioctl_request(
    st: &mut State,
    cx: &mut Context<'_, '_>,
    m: &Message<'_>,
    r: &mut Reader<'_>,
) -> ReadResult<()> {
    let b = Buffers::read(m, r)?;
    if b.code == FSCTL_PIPE_TRANSCEIVE {
        st.pipe_data(cx, b.fid, m.from, b.input);
    }
    make_room(&mut st.smb2.ioctls, st.config.max_pending_messages, cx, "ioctl");
    st.smb2.ioctls.insert(m.header.message_id, b.fid);
    Ok(())
}

pub(super) fn ioctl_response(
    st: &mut State,
    cx: &mut Context<'_, '_>,
    m: &Message<'_>,
    r: &mut Reader<'_>,
) -> ReadResult<()> {
    let b = Buffers::read(m, r)?;
    let fid = st.smb2.ioctls.remove(&m.header.message_id).unwrap_or(0);
    if b.code == FSCTL_PIPE_TRANSCEIVE {
        st.pipe_data(cx, fid, m.from, b.output);
    }
    Ok(())
}
