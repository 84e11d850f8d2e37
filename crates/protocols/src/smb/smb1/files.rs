//! Files: opened, read, written, closed.
use super::{Andx, Message, Text, skip_to};
use crate::smb::anomaly::Anomaly;
use crate::smb::state::State;
use crate::windows::time;
use event::smb::MacTimes;
use event::smb1 as ev;
use session::analyzer::Context;
use wire::{ReadResult, Reader};

pub(super) fn create_directory_request(
    cx: &mut Context<'_, '_>,
    m: &Message,
    r: &mut Reader<'_>,
) -> ReadResult<()> {
    r.skip(4)?;
    let name = Text::read(m, r)?.utf8(cx);
    cx.event(|c| ev::CreateDirectoryRequest { c, hdr: m.header, directory_name: &name });
    Ok(())
}

pub(super) fn create_directory_response(
    cx: &mut Context<'_, '_>,
    m: &Message,
    r: &mut Reader<'_>,
) -> ReadResult<()> {
    r.skip(3)?;
    cx.event(|c| ev::CreateDirectoryResponse { c, hdr: m.header });
    Ok(())
}

pub(super) fn check_directory_request(
    cx: &mut Context<'_, '_>,
    m: &Message,
    r: &mut Reader<'_>,
) -> ReadResult<()> {
    r.skip(4)?;
    let name = Text::read(m, r)?.utf8(cx);
    cx.event(|c| ev::CheckDirectoryRequest { c, hdr: m.header, directory_name: &name });
    Ok(())
}

pub(super) fn check_directory_response(
    cx: &mut Context<'_, '_>,
    m: &Message,
    r: &mut Reader<'_>,
) -> ReadResult<()> {
    r.skip(3)?;
    cx.event(|c| ev::CheckDirectoryResponse { c, hdr: m.header });
    Ok(())
}

pub(super) fn query_information_request(
    cx: &mut Context<'_, '_>,
    m: &Message,
    r: &mut Reader<'_>,
) -> ReadResult<()> {
    r.skip(4)?;
    let name = Text::read(m, r)?.utf8(cx);
    cx.event(|c| ev::QueryInformationRequest { c, hdr: m.header, filename: &name });
    Ok(())
}

pub(super) fn close_request(cx: &mut Context<'_, '_>, m: &Message, r: &mut Reader<'_>) -> ReadResult<()> {
    r.skip(1)?;
    let file_id = r.le16()?.into();
    r.skip(6)?;
    cx.event(|c| ev::CloseRequest { c, hdr: m.header, file_id });
    cx.file_end(m.from, None);
    Ok(())
}

pub(super) fn close_response(cx: &mut Context<'_, '_>, m: &Message, r: &mut Reader<'_>) -> ReadResult<()> {
    r.skip(3)?;
    cx.event(|c| ev::EmptyResponse { c, hdr: m.header });
    Ok(())
}

pub(super) fn locking_andx_request(
    st: &mut State,
    cx: &mut Context<'_, '_>,
    m: &Message,
    r: &mut Reader<'_>,
) -> ReadResult<()> {
    r.skip(1)?;
    let andx = Andx::read(r)?;
    r.skip(8)?;
    let (unlocks, locks) = (r.le16()?, r.le16()?);
    r.skip(2)?;
    // Ranges of 64 bits.
    r.skip(20 * (usize::from(unlocks) + usize::from(locks)))?;
    andx.follow(st, cx, m, r)
}

pub(super) fn create_request(
    st: &mut State,
    cx: &mut Context<'_, '_>,
    m: &Message,
    r: &mut Reader<'_>,
) -> ReadResult<()> {
    r.skip(1)?;
    let andx = Andx::read(r)?;
    // Access, disposition and the like.
    r.skip(1 + 2 + 12 + 8 + 20 + 1 + 2)?;
    let name = Text::read(m, r)?;
    andx.follow(st, cx, m, r)?;
    if !m.is_pipe {
        st.guess_pipe(cx, m.header.tid as u32, name.bytes, name.unicode);
    }
    if cx.wants::<ev::NtCreateAndxRequest<'_>>() {
        let name = name.utf8(cx);
        cx.event(|c| ev::NtCreateAndxRequest { c, hdr: m.header, file_name: &name });
    }
    Ok(())
}

pub(super) fn create_response(
    st: &mut State,
    cx: &mut Context<'_, '_>,
    m: &Message,
    r: &mut Reader<'_>,
) -> ReadResult<()> {
    r.skip(1)?;
    let andx = Andx::read(r)?;
    r.skip(1)?;
    let file_id = r.le16()?.into();
    r.skip(4)?;
    let [created, accessed, modified, changed] = [r.le64()?, r.le64()?, r.le64()?, r.le64()?];
    r.skip(12)?;
    let file_size = r.le64()?;
    r.skip(7)?;
    andx.follow(st, cx, m, r)?;
    let times = times(modified, accessed, created, changed);
    cx.event(|c| ev::NtCreateAndxResponse { c, hdr: m.header, file_id, file_size, times });
    Ok(())
}

/// The record of a file's times.
pub(in crate::smb) fn times(modified: u64, accessed: u64, created: u64, changed: u64) -> MacTimes {
    MacTimes {
        modified: time(modified),
        modified_raw: modified,
        accessed: time(accessed),
        accessed_raw: accessed,
        created: time(created),
        created_raw: created,
        changed: time(changed),
        changed_raw: changed,
    }
}

pub(super) fn read_andx_request(
    st: &mut State,
    cx: &mut Context<'_, '_>,
    m: &Message,
    r: &mut Reader<'_>,
) -> ReadResult<()> {
    let words = r.u8()?;
    let andx = Andx::read(r)?;
    let file_id = r.le16()?.into();
    let low = r.le32()?;
    let max_low = r.le16()?;
    r.skip(2)?;
    // All ones stand for nothing in both of these.
    let max_high = Some(r.le32()?).filter(|&n| n != u32::MAX).unwrap_or(0);
    r.skip(2)?;
    let high = if words == 0x0c { Some(r.le32()?).filter(|&n| n != u32::MAX).unwrap_or(0) } else { 0 };
    r.skip(2)?;
    andx.follow(st, cx, m, r)?;
    let offset = u64::from(high) << 32 | u64::from(low);
    let length = (u64::from(max_high) << 16) + u64::from(max_low);
    cx.event(|c| ev::ReadAndxRequest { c, hdr: m.header, file_id, offset, length });
    if st.smb1.reads.len() >= st.config.max_pending_messages {
        cx.anomaly(Anomaly::TooManyRequests);
        st.smb1.reads.clear();
    }
    st.smb1.reads.insert(m.header.mid, offset);
    Ok(())
}

pub(super) fn read_andx_response(
    st: &mut State,
    cx: &mut Context<'_, '_>,
    m: &Message,
    r: &mut Reader<'_>,
) -> ReadResult<()> {
    r.skip(1)?;
    let andx = Andx::read(r)?;
    r.skip(6)?;
    let (low, data_offset, high) = (r.le16()?, r.le16()?, r.le16()?);
    r.skip(10)?;
    skip_to(r, data_offset)?;
    let len = usize::from(high) << 16 | usize::from(low);
    let data = r.bytes(len)?;
    andx.follow(st, cx, m, r)?;
    if m.is_pipe {
        st.pipe_data(cx, 0, m.from, data);
    }
    cx.event(|c| ev::ReadAndxResponse { c, hdr: m.header, data_len: len as u64 });
    if !m.is_pipe && !data.is_empty() {
        let offset = st.smb1.reads.remove(&m.header.mid).unwrap_or(0);
        cx.file_data_at(m.from, None, offset, data);
    }
    Ok(())
}

pub(super) fn write_andx_request(
    st: &mut State,
    cx: &mut Context<'_, '_>,
    m: &Message,
    r: &mut Reader<'_>,
) -> ReadResult<()> {
    let words = r.u8()?;
    let andx = Andx::read(r)?;
    let file_id = r.le16()?.into();
    let low = r.le32()?;
    r.skip(8)?;
    let (len_high, len_low, data_offset) = (r.le16()?, r.le16()?, r.le16()?);
    let high = if words == 0x0e { r.le32()? } else { 0 };
    r.skip(2)?;
    skip_to(r, data_offset)?;
    let data = r.bytes(usize::from(len_high) << 16 | usize::from(len_low))?;
    andx.follow(st, cx, m, r)?;
    if m.is_pipe {
        st.pipe_data(cx, 0, m.from, data);
    }
    let offset = u64::from(high) << 32 | u64::from(low);
    let data_len = data.len() as u64;
    cx.event(|c| ev::WriteAndxRequest { c, hdr: m.header, file_id, offset, data_len });
    if !m.is_pipe && !data.is_empty() {
        cx.file_data_at(m.from, None, offset, data);
    }
    Ok(())
}

pub(super) fn write_andx_response(
    st: &mut State,
    cx: &mut Context<'_, '_>,
    m: &Message,
    r: &mut Reader<'_>,
) -> ReadResult<()> {
    r.skip(1)?;
    let andx = Andx::read(r)?;
    let low = r.le16()?;
    r.skip(2)?;
    let high = r.le16()?;
    r.skip(4)?;
    andx.follow(st, cx, m, r)?;
    let written_bytes = u64::from(high) << 16 | u64::from(low);
    cx.event(|c| ev::WriteAndxResponse { c, hdr: m.header, written_bytes });
    Ok(())
}
