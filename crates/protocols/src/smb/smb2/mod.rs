//! SMB 2 and 3 ([MS-SMB2]): headers, compounded messages, and the dispatch of commands.
mod files;
mod negotiate;
mod set_info;
mod trees;

use super::memory::{Map, State};
use event::smb2 as ev;
use session::Role;
use session::analyzer::Context;
use wire::{ReadError, ReadResult, Reader};

/// Bytes of the header, including the protocol identifier.
const HEADER: usize = 64;

/// Status codes that do not simply mean a failure ([MS-ERREF] 2.3.1).
mod status {
    pub(super) const PENDING: u32 = 0x0000_0103;
    pub(super) const NOTIFY_ENUM_DIR: u32 = 0x0000_010c;
    pub(super) const BUFFER_OVERFLOW: u32 = 0x8000_0005;
    pub(super) const INVALID_PARAMETER: u32 = 0xc000_000d;
    pub(super) const MORE_PROCESSING_REQUIRED: u32 = 0xc000_0016;
}

/// Commands ([MS-SMB2] 2.2.1).
mod cmd {
    pub(super) const NEGOTIATE: u16 = 0;
    pub(super) const SESSION_SETUP: u16 = 1;
    pub(super) const TREE_CONNECT: u16 = 3;
    pub(super) const TREE_DISCONNECT: u16 = 4;
    pub(super) const CREATE: u16 = 5;
    pub(super) const CLOSE: u16 = 6;
    pub(super) const READ: u16 = 8;
    pub(super) const WRITE: u16 = 9;
    pub(super) const IOCTL: u16 = 11;
    pub(super) const CHANGE_NOTIFY: u16 = 15;
    pub(super) const QUERY_INFO: u16 = 16;
    pub(super) const SET_INFO: u16 = 17;
}

/// A message.
#[derive(Clone, Copy)]
struct Message<'a> {
    header: ev::Header<'a>,
    from: Role,
    status: u32,
    /// The files of the tree are pipes.
    is_pipe: bool,
    /// The stated length of the header.
    head_len: u16,
}

impl Message<'_> {
    fn tree(&self) -> u32 {
        self.header.tree_id as u32
    }

    /// True for the final response to a request, false for an interim one.
    fn is_final(&self) -> bool {
        self.status != status::PENDING
    }

    /// Reads an offset from the start of the header and a length, then the bytes that they describe.
    fn buffer<'r>(&self, r: &mut Reader<'r>) -> ReadResult<&'r [u8]> {
        let (offset, len) = (r.le16()?, r.le16()?);
        self.skip_to(r, offset.into())?;
        r.bytes(len.into())
    }

    /// Skips to an offset from the start of the header; does nothing if the reader is beyond it.
    fn skip_to(&self, r: &mut Reader<'_>, offset: u32) -> ReadResult<()> {
        let target = (offset as usize).saturating_sub(self.head_len.into());
        r.skip(target.saturating_sub(r.offset()))
    }
}

/// Reads a message whose protocol identifier was read. Returns the offset of the next message of a compound, 0 after
/// the last.
pub(super) fn message(
    st: &mut State,
    cx: &mut Context<'_, '_>,
    from: Role,
    bytes: &[u8],
) -> ReadResult<usize> {
    let mut r = Reader::new("SMB 2 message", bytes);
    let (head_len, credit_charge, status, number) = (r.le16()?, r.le16()?, r.le32()?, r.le16()?);
    let (credits, flags, next) = (r.le16()?, r.le32()?, r.le32()?);
    let (message_id, process_id, tree_id, session_id) = (r.le64()?, r.le32()?, r.le32()?, r.le64()?);
    let header = ev::Header {
        credit_charge: credit_charge.into(),
        status: status.into(),
        command: number.into(),
        credits: credits.into(),
        flags: flags.into(),
        message_id,
        process_id: process_id.into(),
        tree_id: tree_id.into(),
        session_id,
        signature: r.bytes(16)?,
    };
    let known_tree = match from {
        Role::Orig => tree_id,
        Role::Resp => st.smb2.trees.get(&message_id).copied().unwrap_or(0),
    };
    let m = Message { header, from, status, is_pipe: st.is_pipe(known_tree), head_len };
    remember(st, cx, &m);
    cx.event(|c| ev::Message { c, hdr: header, is_orig: from.is_orig() });

    let body = &mut Reader::new("SMB 2 command", r.rest());
    if is_error(&m, number) {
        body.skip(4)?;
        let len = body.le32()?;
        body.skip(len as usize)?;
        forget(st, &m);
    } else {
        Command { st, cx, m }.read(number, body)?;
    }
    if next == 0 {
        return Ok(0);
    }
    // The next message must not overlap this one.
    let next = next as usize;
    let end = HEADER + body.offset();
    if next < end {
        return Err(ReadError::Short { what: "SMB 2 message in a chain", at: 0, wanted: end, there: next });
    }
    Ok(next - 4)
}

/// Keeps the tree of a request until the final response.
fn remember(st: &mut State, cx: &mut Context<'_, '_>, m: &Message<'_>) {
    let id = m.header.message_id;
    if m.from.is_orig() {
        make_room(&mut st.smb2.trees, st.config.max_pending_messages, cx, "tree");
        st.smb2.trees.insert(id, m.tree());
    } else if m.is_final() {
        st.smb2.trees.remove(&id);
    }
}

/// Drops the state of a request that failed.
fn forget(st: &mut State, m: &Message<'_>) {
    if m.is_final() {
        let id = m.header.message_id;
        match m.header.command as u16 {
            cmd::READ => drop(st.smb2.reads.remove(&id)),
            cmd::IOCTL => drop(st.smb2.ioctls.remove(&id)),
            _ => {}
        }
    }
}

/// Empties a map that has reached its limit.
fn make_room<V>(map: &mut Map<V>, max: usize, cx: &mut Context<'_, '_>, state: &str) {
    if map.len() >= max {
        cx.event(|c| ev::DiscardedMessagesState { c, state });
        map.clear();
    }
}

/// True for a response with the body of an error ([MS-SMB2] 3.3.4.4).
fn is_error(m: &Message<'_>, number: u16) -> bool {
    if m.from.is_orig() {
        // In requests the status field has another meaning.
        return false;
    }
    match m.status {
        0 => false,
        status::BUFFER_OVERFLOW => !matches!(number, cmd::IOCTL | cmd::QUERY_INFO | cmd::READ),
        status::INVALID_PARAMETER => number != cmd::IOCTL,
        status::MORE_PROCESSING_REQUIRED => number != cmd::SESSION_SETUP,
        status::NOTIFY_ENUM_DIR => number != cmd::CHANGE_NOTIFY,
        _ => true,
    }
}

/// A command that is being read, with the state that it may change.
struct Command<'a, 'm, 'c, 'f> {
    st: &'a mut State,
    cx: &'a mut Context<'c, 'f>,
    m: Message<'m>,
}

impl Command<'_, '_, '_, '_> {
    fn read(&mut self, number: u16, r: &mut Reader<'_>) -> ReadResult<()> {
        match (number, self.m.from) {
            (cmd::NEGOTIATE, Role::Orig) => self.negotiate_request(r),
            (cmd::NEGOTIATE, Role::Resp) => self.negotiate_response(r),
            (cmd::SESSION_SETUP, Role::Orig) => self.session_setup_request(r),
            (cmd::SESSION_SETUP, Role::Resp) => self.session_setup_response(r),
            (cmd::TREE_CONNECT, Role::Orig) => self.tree_connect_request(r),
            (cmd::TREE_CONNECT, Role::Resp) => self.tree_connect_response(r),
            (cmd::TREE_DISCONNECT, Role::Orig) => self.tree_disconnect_request(r),
            (cmd::TREE_DISCONNECT, Role::Resp) => self.tree_disconnect_response(r),
            (cmd::CREATE, Role::Orig) => self.create_request(r),
            (cmd::CREATE, Role::Resp) => self.create_response(r),
            (cmd::CLOSE, Role::Orig) => self.close_request(r),
            (cmd::CLOSE, Role::Resp) => self.close_response(r),
            (cmd::READ, Role::Orig) => self.read_request(r),
            (cmd::READ, Role::Resp) => self.read_response(r),
            (cmd::WRITE, Role::Orig) => self.write_request(r),
            (cmd::WRITE, Role::Resp) => self.write_response(r),
            (cmd::IOCTL, Role::Orig) => self.ioctl_request(r),
            (cmd::IOCTL, Role::Resp) => self.ioctl_response(r),
            (cmd::SET_INFO, Role::Orig) => self.set_info_request(r),
            // The other commands have no events.
            _ => Ok(()),
        }
    }
}

/// Reads the header of an encrypted message whose protocol identifier was read.
pub(super) fn transform_header(cx: &mut Context<'_, '_>, bytes: &[u8]) -> ReadResult<()> {
    let mut r = Reader::new("SMB 3 encryption", bytes);
    let (signature, nonce) = (r.bytes(16)?, r.bytes(16)?);
    let size = r.le32()?;
    r.skip(2)?;
    let (flags, session_id) = (r.le16()?, r.le64()?);
    let (orig_msg_size, flags) = (size.into(), flags.into());
    let hdr = ev::TransformHeader { signature, nonce, orig_msg_size, flags, session_id };
    cx.event(|c| ev::TransformHeaderSeen { c, hdr });
    Ok(())
}

fn guid(r: &mut Reader<'_>) -> ReadResult<ev::Guid> {
    Ok(ev::Guid { persistent: r.le64()?, volatile: r.le64()? })
}

/// Combines the two parts of a file identifier.
fn fid(guid: ev::Guid) -> u64 {
    guid.persistent.wrapping_add(guid.volatile)
}

fn attributes(r: &mut Reader<'_>) -> ReadResult<ev::FileAttrs> {
    let bits = r.le32()?;
    let has = |n: u32| bits >> n & 1 != 0;
    Ok(ev::FileAttrs {
        read_only: has(0),
        hidden: has(1),
        system: has(2),
        directory: has(4),
        archive: has(5),
        normal: has(7),
        temporary: has(8),
        sparse_file: has(9),
        reparse_point: has(10),
        compressed: has(11),
        offline: has(12),
        not_content_indexed: has(13),
        encrypted: has(14),
        integrity_stream: has(15),
        no_scrub_data: has(17),
    })
}
