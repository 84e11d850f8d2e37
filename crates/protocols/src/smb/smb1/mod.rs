//! SMB 1 ([MS-CIFS], [MS-SMB]): headers, AndX chains, and the dispatch of commands.
mod files;
mod sessions;
mod text;
mod transaction;
mod transaction2;

use super::memory::State;
use event::smb1 as ev;
use session::Role;
use session::analyzer::Context;
use text::Text;
use wire::{ReadError, ReadResult, Reader};

/// Bytes of the header, including the protocol identifier.
const HEADER: usize = 32;

/// The maximum number of commands in one message. Clients chain three or four.
const MAX_CHAIN: u8 = 32;

/// The context of a command: its message, and its position there.
#[derive(Clone, Copy)]
struct Message {
    header: ev::Header,
    from: Role,
    unicode: bool,
    /// The files of the tree are pipes.
    is_pipe: bool,
    /// The offset of the command in the message.
    start: usize,
    /// The number of commands before it in the chain.
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

/// Reads a message whose protocol identifier was read. `len` is the message's length, including the identifier.
pub(super) fn message(
    st: &mut State,
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
    Command { st, cx, m }.read(header.command as u8, r.rest())
}

/// A command that is being read, with the state that it may change.
struct Command<'a, 'c, 'f> {
    st: &'a mut State,
    cx: &'a mut Context<'c, 'f>,
    m: Message,
}

impl Command<'_, '_, '_> {
    fn read(&mut self, number: u8, bytes: &[u8]) -> ReadResult<()> {
        let r = &mut Reader::new("SMB 1 command", bytes);
        match (number, self.m.from) {
            (0x00, Role::Orig) => self.create_directory_request(r),
            (0x00, Role::Resp) => self.create_directory_response(r),
            (0x04, Role::Orig) => self.close_request(r),
            (0x04, Role::Resp) => self.close_response(r),
            (0x08, Role::Orig) => self.query_information_request(r),
            (0x10, Role::Orig) => self.check_directory_request(r),
            (0x10, Role::Resp) => self.check_directory_response(r),
            (0x24, Role::Orig) => self.locking_andx_request(r),
            (0x25, Role::Orig) => self.transaction_request(r),
            (0x25, Role::Resp) => self.transaction_response(r),
            (0x26, Role::Orig) => self.transaction_secondary(r),
            (0x2b, _) => self.echo(r),
            (0x2e, Role::Orig) => self.read_andx_request(r),
            (0x2e, Role::Resp) => self.read_andx_response(r),
            (0x2f, Role::Orig) => self.write_andx_request(r),
            (0x2f, Role::Resp) => self.write_andx_response(r),
            (0x32, Role::Orig) => self.transaction2_request(r),
            (0x33, Role::Orig) => self.transaction2_secondary(r),
            (0x71, _) => self.tree_disconnect(r),
            (0x72, Role::Orig) => self.negotiate_request(r),
            (0x72, Role::Resp) => self.negotiate_response(r),
            (0x73, Role::Orig) => self.setup_request(r),
            (0x73, Role::Resp) => self.setup_response(r),
            (0x74, _) => self.logoff_andx(r),
            (0x75, Role::Orig) => self.tree_connect_request(r),
            (0x75, Role::Resp) => self.tree_connect_response(r),
            (0xa2, Role::Orig) => self.create_request(r),
            (0xa2, Role::Resp) => self.create_response(r),
            (0xa4, Role::Orig) => self.cancel(r),
            // The other commands have no events: NT transactions, locks, commands of older dialects.
            _ => Ok(()),
        }
    }

    /// Reads the next command of an AndX chain, if there is one. Its events come before those of the current command.
    fn follow(&mut self, andx: &Andx, r: &mut Reader<'_>) -> ReadResult<()> {
        let here = self.m.start + r.offset();
        // Only distances that padding can explain are accepted.
        if andx.offset != 0 && andx.offset < here + 2 {
            match andx.offset.checked_sub(here) {
                Some(pad) => r.skip(pad)?,
                None => return Err(misplaced("SMB 1 command that follows", here)),
            }
        }
        if andx.command == 0xff {
            return Ok(());
        }
        if self.m.depth >= MAX_CHAIN {
            return Err(misplaced("SMB 1 chain longer than any", here));
        }
        let m = Message { start: self.m.start + r.offset(), depth: self.m.depth + 1, ..self.m };
        Command { st: self.st, cx: self.cx, m }.read(andx.command, r.rest())
    }
}

/// The next command of an AndX chain, and its offset.
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
}

#[cold]
fn misplaced(what: &'static str, at: usize) -> ReadError {
    ReadError::Invalid { what, at }
}

/// Skips to an offset from the start of the message; does nothing if the reader is beyond it.
fn skip_to(r: &mut Reader<'_>, offset: u16) -> ReadResult<()> {
    let target = usize::from(offset).saturating_sub(HEADER);
    r.skip(target.saturating_sub(r.offset()))
}
