//! SMB 2 and 3 ([MS-SMB2]): headers, and which command is read by whom.
mod files;
mod negotiate;
mod set_info;
mod trees;

use super::state::Map;
use event::smb2 as ev;
use session::analyzer::Context;
use session::{Role, Uid};
use wire::{ReadError, ReadResult, Reader};

/// Bytes of the header, with the protocol's name.
const HEADER: usize = 64;

/// Statuses that mean more than that something failed ([MS-ERREF] 2.3.1).
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

/// What is remembered between messages, by message where nothing else is said.
#[derive(Default)]
pub(super) struct State {
    /// The tree of a request: not every response repeats it.
    trees: Map<u32>,
    /// Where a read begins, and of which file.
    reads: Map<(u64, u64)>,
    /// The file of a control request.
    ioctls: Map<u64>,
    /// What scripts named a file, by the file's number: they need not be asked at every read and write.
    names: Map<Uid>,
}

/// A message.
#[derive(Clone, Copy)]
struct Message<'a> {
    header: ev::Header<'a>,
    from: Role,
    status: u32,
    /// The tree's files are pipes.
    is_pipe: bool,
    /// What offsets count before the command begins.
    head_len: u16,
}

impl Message<'_> {
    fn tree(&self) -> u32 {
        self.header.tree_id as u32
    }

    /// Nothing more comes in answer to the request.
    fn is_final(&self) -> bool {
        self.status != status::PENDING
    }

    /// Passes over what stands before an offset from the beginning of the header; nothing where that was passed.
    fn skip_to(&self, r: &mut Reader<'_>, offset: u32) -> ReadResult<()> {
        let target = (offset as usize).saturating_sub(self.head_len.into());
        r.skip(target.saturating_sub(r.offset()))
    }
}

/// One message, without the protocol's name at its beginning. Returns after how many bytes the next begins, 0 where none
/// follows.
pub(super) fn message(
    st: &mut super::state::State,
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
        command(st, cx, &m, number, body)?;
    }
    if next == 0 {
        return Ok(0);
    }
    // What was read must end before the next begins.
    let next = next as usize;
    let end = HEADER + body.offset();
    if next < end {
        return Err(ReadError::Short { what: "SMB 2 message in a chain", at: 0, wanted: end, there: next });
    }
    Ok(next - 4)
}

/// Remembers the tree of a request until it is answered.
fn remember(st: &mut super::state::State, cx: &mut Context<'_, '_>, m: &Message<'_>) {
    let id = m.header.message_id;
    if m.from.is_orig() {
        make_room(&mut st.smb2.trees, st.config.max_pending_messages, cx, "tree");
        st.smb2.trees.insert(id, m.tree());
    } else if m.is_final() {
        st.smb2.trees.remove(&id);
    }
}

/// Forgets a request that failed.
fn forget(st: &mut super::state::State, m: &Message<'_>) {
    if m.is_final() {
        let id = m.header.message_id;
        match m.header.command as u16 {
            cmd::READ => drop(st.smb2.reads.remove(&id)),
            cmd::IOCTL => drop(st.smb2.ioctls.remove(&id)),
            _ => {}
        }
    }
}

/// Forgets all where nothing more may be remembered.
fn make_room<V>(map: &mut Map<V>, max: usize, cx: &mut Context<'_, '_>, state: &str) {
    if map.len() >= max {
        cx.event(|c| ev::DiscardedMessagesState { c, state });
        map.clear();
    }
}

/// True for a response that has an error's body ([MS-SMB2] 3.3.4.4).
fn is_error(m: &Message<'_>, number: u16) -> bool {
    if m.from.is_orig() {
        // There the field holds something else.
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

fn command(
    st: &mut super::state::State,
    cx: &mut Context<'_, '_>,
    m: &Message<'_>,
    number: u16,
    r: &mut Reader<'_>,
) -> ReadResult<()> {
    match (number, m.from) {
        (cmd::NEGOTIATE, Role::Orig) => negotiate::request(cx, m, r),
        (cmd::NEGOTIATE, Role::Resp) => negotiate::response(st, cx, m, r),
        (cmd::SESSION_SETUP, Role::Orig) => trees::setup_request(st, cx, m, r),
        (cmd::SESSION_SETUP, Role::Resp) => trees::setup_response(st, cx, m, r),
        (cmd::TREE_CONNECT, Role::Orig) => trees::connect_request(cx, m, r),
        (cmd::TREE_CONNECT, Role::Resp) => trees::connect_response(st, cx, m, r),
        (cmd::TREE_DISCONNECT, Role::Orig) => trees::disconnect_request(st, cx, m, r),
        (cmd::TREE_DISCONNECT, Role::Resp) => trees::disconnect_response(cx, m, r),
        (cmd::CREATE, Role::Orig) => files::create_request(st, cx, m, r),
        (cmd::CREATE, Role::Resp) => files::create_response(st, cx, m, r),
        (cmd::CLOSE, Role::Orig) => files::close_request(st, cx, m, r),
        (cmd::CLOSE, Role::Resp) => files::close_response(cx, m, r),
        (cmd::READ, Role::Orig) => files::read_request(st, cx, m, r),
        (cmd::READ, Role::Resp) => files::read_response(st, cx, m, r),
        (cmd::WRITE, Role::Orig) => files::write_request(st, cx, m, r),
        (cmd::WRITE, Role::Resp) => files::write_response(cx, m, r),
        (cmd::IOCTL, Role::Orig) => files::ioctl_request(st, cx, m, r),
        (cmd::IOCTL, Role::Resp) => files::ioctl_response(st, cx, m, r),
        (cmd::SET_INFO, Role::Orig) => set_info::request(st, cx, m, r),
        // Others have no event of their own.
        _ => Ok(()),
    }
}

/// What stands before an encrypted message, without the protocol's name at its beginning.
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

/// One number out of the two of a file.
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

/// Times of creation, last access, last write and change.
fn times(r: &mut Reader<'_>) -> ReadResult<event::smb::MacTimes> {
    let [created, accessed, modified, changed] = [r.le64()?, r.le64()?, r.le64()?, r.le64()?];
    Ok(super::smb1::times(modified, accessed, created, changed))
}
