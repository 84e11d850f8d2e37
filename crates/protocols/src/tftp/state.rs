//! The analyzer: reports messages as events and passes blocks to a file.
use super::anomaly::Anomaly;
use super::parser::{Message, Options};
use crate::tags::tag;
use crate::{Maker, Settings};
use event::ListOf;
use event::tftp as ev;
use net_types::{Interval, Port};
use session::analyzer::{Analyzer, Context, Datagram, Tag};
use session::{Role, Uid};

/// The analyzer of the connection on which a server replies.
const DATA: Tag = tag("TFTP_DATA");

/// How long a server may take to reply. Clients repeat a request after seconds (RFC 2349: at most 255).
const PATIENCE: Interval = Interval::from_secs(300);

/// The default size of a block, in bytes (RFC 1350).
const BLOCK: u64 = 512;

/// The valid sizes of a block, in bytes (RFC 2348).
const BLOCKS: std::ops::RangeInclusive<u64> = 8..=65_464;

/// Bytes of a data message before the block: opcode and block number.
const HEAD: usize = 4;

/// Makes the analyzers of requests and of replies.
pub fn maker(_: &dyn Settings) -> Maker {
    Box::new(|_| Some(Box::new(Tftp::default())))
}

/// The transfer of a file.
struct Transfer {
    /// The side that sends the file.
    from: Role,
    file: Option<Uid>,
    /// The number of the next block.
    next: u16,
    /// The offset of the next block in the file.
    offset: u64,
    /// The last block has arrived, or the transfer failed.
    over: bool,
}

/// The analyzer of a connection. A connection may carry requests, a transfer, or both.
#[derive(Default)]
pub struct Tftp {
    /// The negotiated block size in bytes; 0 for the default.
    block_size: u64,
    /// The size of the file in bytes, if a server announced it.
    size: Option<u64>,
    transfer: Option<Transfer>,
}

impl Tftp {
    fn request(&mut self, cx: &mut Context<'_, '_>, from: Role, message: &Message<'_>) {
        let Message::Request { write, name, mode, options } = message else { return };
        if !from.is_orig() {
            return cx.anomaly(Anomaly::RequestFromResponder);
        }
        self.end(cx);
        *self = Tftp::default();
        if ![&b"netascii"[..], b"octet", b"mail"].iter().any(|m| mode.eq_ignore_ascii_case(m)) {
            cx.anomaly(Anomaly::UnknownMode);
        }
        let view = cx.conn();
        let (client, server) = (view.port(Role::Orig), view.addr(Role::Resp));
        let client_addr = view.addr(Role::Orig);
        // The server replies from a new port of the same address (RFC 1350, 4).
        cx.expect(Some(server), client_addr, Port::udp(client.num), DATA, PATIENCE);
        cut(cx, options);
        let (shown, is_orig) = (options.shown(), from.is_orig());
        let options = ListOf(&shown);
        if *write {
            cx.event(|c| ev::TftpWriteRequest { c, is_orig, filename: name, mode, options });
        } else {
            cx.event(|c| ev::TftpReadRequest { c, is_orig, filename: name, mode, options });
        }
    }

    fn agreed(&mut self, cx: &mut Context<'_, '_>, from: Role, options: &Options<'_>) {
        cut(cx, options);
        if let Some(size) = options.number("blksize") {
            if BLOCKS.contains(&size) {
                self.block_size = size;
            } else {
                cx.anomaly(Anomaly::BadBlockSize(size));
            }
        }
        self.size = options.number("tsize");
        let shown = options.shown();
        cx.event(|c| ev::TftpOptionAck { c, is_orig: from.is_orig(), options: ListOf(&shown) });
    }

    /// Processes a block of `len` bytes, of which `data` was captured.
    fn block(&mut self, cx: &mut Context<'_, '_>, from: Role, number: u16, data: &[u8], len: u64) {
        cx.event(|c| ev::TftpData { c, is_orig: from.is_orig(), block: number.into(), length: len, data });
        let size = if self.block_size == 0 { BLOCK } else { self.block_size };
        if len > size {
            cx.anomaly(Anomaly::BlockTooLarge(len));
        }
        let told = self.size;
        let mut began = false;
        let t = self.transfer.get_or_insert_with(|| {
            began = true;
            Transfer { from, file: None, next: 1, offset: 0, over: false }
        });
        if t.over || t.from != from {
            return;
        }
        // Some senders continue with 1 after 65,535.
        if t.next == 0 && number == 1 && t.offset > 0 {
            t.next = 1;
        }
        let ahead = number.wrapping_sub(t.next);
        if ahead >= 0x8000 {
            return;
        }
        if let Some(size) = told.filter(|_| began) {
            t.file = cx.file_size(from, t.file, size);
        }
        if ahead > 0 {
            cx.anomaly(Anomaly::MissingBlocks(ahead.into()));
            let missing = u64::from(ahead) * size;
            t.file = cx.file_gap(from, t.file, Some(t.offset), missing);
            t.offset += missing;
        }
        if !data.is_empty() {
            t.file = cx.file_data_at(from, t.file, t.offset, data);
        }
        let lost = len.saturating_sub(data.len() as u64);
        if lost > 0 {
            t.file = cx.file_gap(from, t.file, Some(t.offset + data.len() as u64), lost);
        }
        t.offset += len;
        t.next = number.wrapping_add(1);
        // A short block is the last one.
        if len < size {
            self.end(cx);
        }
    }

    fn end(&mut self, cx: &mut Context<'_, '_>) {
        if let Some(t) = self.transfer.as_mut().filter(|t| !t.over) {
            t.over = true;
            cx.file_end(t.from, t.file);
        }
    }
}

/// Reports that not all options were read.
fn cut(cx: &mut Context<'_, '_>, options: &Options<'_>) {
    if options.cut {
        cx.anomaly(Anomaly::TooManyOptions);
    }
}

impl Analyzer for Tftp {
    fn packet(&mut self, cx: &mut Context<'_, '_>, from: Role, packet: &Datagram<'_>) {
        let message = match Message::read(packet.payload) {
            Ok(message) => message,
            Err(e) => return cx.violate(&e.to_string(), Some(packet.payload)),
        };
        cx.confirm();
        let is_orig = from.is_orig();
        match &message {
            Message::Request { .. } => self.request(cx, from, &message),
            Message::Data { block, data } => {
                let len = packet.len.saturating_sub(HEAD).max(data.len());
                self.block(cx, from, *block, data, len as u64);
            }
            Message::Ack { block } => {
                cx.event(|c| ev::TftpAck { c, is_orig, block: (*block).into() });
            }
            Message::Error { code, text } => {
                cx.event(|c| ev::TftpError { c, is_orig, code: (*code).into(), msg: text });
                self.end(cx);
            }
            Message::OptionAck { options } => self.agreed(cx, from, options),
        }
    }

    fn done(&mut self, cx: &mut Context<'_, '_>) {
        self.end(cx);
    }
}
