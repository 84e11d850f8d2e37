//! SMB 1 ([MS-CIFS], [MS-SMB]): headers, and which command is read by whom.
mod files;
mod sessions;
mod text;
mod transaction;
mod transaction2;

use super::state::Map;
use event::smb1 as ev;
pub(in crate::smb) use files::times;
use session::Role;
use session::analyzer::Context;
use text::Text;
use wire::{ReadError, ReadResult, Reader};

/// Bytes of the header, with the protocol's name.
const HEADER: usize = 32;

/// Commands in one message. Clients chain three or four.
const MAX_CHAIN: u8 = 32;

/// What is remembered between messages.
#[derive(Default)]
pub(super) struct State {
    /// Where a read begins, by its message.
    reads: Map<u64>,
    /// Transactions on pipes, by their message.
    pipe_transactions: Map<()>,
}

/// A message, or one command of it.
#[derive(Clone, Copy)]
struct Message {
    header: ev::Header,
    from: Role,
    unicode: bool,
    /// The tree's files are pipes.
    is_pipe: bool,
    /// Where in the message the command begins.
    start: usize,
    /// How many commands stood before it.
    depth: u8,
}

fn header(r: &mut Reader<'_>) -> ReadResult<ev::Header> {
    let (command, status, flags, flags2) = (r.u8()?, r.le32()?, r.u8()?, r.le16()?);
    let pid_high = r.le16()?;
    r.skip(10)?;
    let (tid, pid_low, uid, mid) = (r.le16()?, r.le16()?, r.le16()?, r.le16()?);
    Ok(ev::Header {
        command: command.into(),
        status: status.into(),
        flags: flags.into(),
        flags2: flags2.into(),
        tid: tid.into(),
        pid: u64::from(pid_high) << 16 | u64::from(pid_low),
        uid: uid.into(),
        mid: mid.into(),
    })
}

/// One message, without the protocol's name at its beginning; `len` is its length with it.
pub(super) fn message(
    st: &mut super::state::State,
    cx: &mut Context<'_, '_>,
    from: Role,
    bytes: &[u8],
    len: usize,
) -> ReadResult<()> {
    let mut r = Reader::new("SMB 1 message", bytes);
    let header = header(&mut r)?;
    let m = Message {
        header,
        from,
        unicode: header.flags2 & 0x8000 != 0,
        is_pipe: st.is_pipe(header.tid as u32),
        start: HEADER,
        depth: 0,
    };
    let is_orig = from.is_orig();
    cx.event(|c| ev::Message { c, hdr: header, is_orig });
    if len == HEADER + 3 {
        // No parameters and no data.
        if header.status == 0 {
            cx.event(|c| ev::EmptyResponse { c, hdr: header });
        } else {
            cx.event(|c| ev::Error { c, hdr: header, is_orig });
        }
        return Ok(());
    }
    command(st, cx, &m, header.command as u8, r.rest())
}

fn command(
    st: &mut super::state::State,
    cx: &mut Context<'_, '_>,
    m: &Message,
    command: u8,
    bytes: &[u8],
) -> ReadResult<()> {
    let r = &mut Reader::new("SMB 1 command", bytes);
    match (command, m.from) {
        (0x00, Role::Orig) => files::create_directory_request(cx, m, r),
        (0x00, Role::Resp) => files::create_directory_response(cx, m, r),
        (0x04, Role::Orig) => files::close_request(cx, m, r),
        (0x04, Role::Resp) => files::close_response(cx, m, r),
        (0x08, Role::Orig) => files::query_information_request(cx, m, r),
        (0x10, Role::Orig) => files::check_directory_request(cx, m, r),
        (0x10, Role::Resp) => files::check_directory_response(cx, m, r),
        (0x24, Role::Orig) => files::locking_andx_request(st, cx, m, r),
        (0x25, Role::Orig) => transaction::request(st, cx, m, r),
        (0x25, Role::Resp) => transaction::response(st, cx, m, r),
        (0x26, Role::Orig) => transaction::secondary(cx, m, r),
        (0x2b, from) => sessions::echo(cx, from, r),
        (0x2e, Role::Orig) => files::read_andx_request(st, cx, m, r),
        (0x2e, Role::Resp) => files::read_andx_response(st, cx, m, r),
        (0x2f, Role::Orig) => files::write_andx_request(st, cx, m, r),
        (0x2f, Role::Resp) => files::write_andx_response(st, cx, m, r),
        (0x32, Role::Orig) => transaction2::request(cx, m, r),
        (0x33, Role::Orig) => transaction2::secondary(cx, m, r),
        (0x71, _) => sessions::tree_disconnect(cx, m, r),
        (0x72, Role::Orig) => sessions::negotiate_request(cx, m, r),
        (0x72, Role::Resp) => sessions::negotiate_response(st, cx, m, r),
        (0x73, Role::Orig) => sessions::setup_request(st, cx, m, r),
        (0x73, Role::Resp) => sessions::setup_response(st, cx, m, r),
        (0x74, _) => sessions::logoff_andx(st, cx, m, r),
        (0x75, Role::Orig) => sessions::tree_connect_request(st, cx, m, r),
        (0x75, Role::Resp) => sessions::tree_connect_response(st, cx, m, r),
        (0xa2, Role::Orig) => files::create_request(st, cx, m, r),
        (0xa2, Role::Resp) => files::create_response(st, cx, m, r),
        (0xa4, Role::Orig) => sessions::cancel(cx, m, r),
        // Others have no event of their own: NT transactions, locks, what is left of older dialects.
        _ => Ok(()),
    }
}

/// The command that follows in the same message.
struct Andx {
    command: u8,
    offset: usize,
}

impl Andx {
    fn read(r: &mut Reader<'_>) -> ReadResult<Self> {
        let command = r.u8()?;
        r.skip(1)?;
        Ok(Andx { command, offset: r.le16()?.into() })
    }

    /// Reads the command that follows, where there is one. It comes before what the one at hand says of itself.
    fn follow(
        &self,
        st: &mut super::state::State,
        cx: &mut Context<'_, '_>,
        m: &Message,
        r: &mut Reader<'_>,
    ) -> ReadResult<()> {
        let here = m.start + r.offset();
        // An offset that leads further than padding could is none that is believed.
        if self.offset != 0 && self.offset < here + 2 {
            match self.offset.checked_sub(here) {
                Some(pad) => r.skip(pad)?,
                None => return Err(misplaced("SMB 1 command that follows", here)),
            }
        }
        if self.command == 0xff {
            return Ok(());
        }
        if m.depth >= MAX_CHAIN {
            return Err(misplaced("SMB 1 chain longer than any", here));
        }
        let next = Message { start: m.start + r.offset(), depth: m.depth + 1, ..*m };
        command(st, cx, &next, self.command, r.rest())
    }
}

#[cold]
fn misplaced(what: &'static str, at: usize) -> ReadError {
    ReadError::Invalid { what, at }
}

/// Passes over what stands before an offset from the beginning of the message; nothing where that was passed.
fn skip_to(r: &mut Reader<'_>, offset: u16) -> ReadResult<()> {
    let target = usize::from(offset).saturating_sub(HEADER);
    r.skip(target.saturating_sub(r.offset()))
}
