//! The peer protocol: each peer sends a handshake of 68 bytes, then messages `length(4) type(1) …`.
use super::MAX_MESSAGE;
use crate::frames::Frames;
use crate::{Maker, Settings};
use event::bittorrent as ev;
use net_types::Port;
use session::Role;
use session::analyzer::{Analyzer, Context};
use wire::{ReadResult, Reader};

/// Returns a maker of one analyzer per connection.
pub fn maker(_: &dyn Settings) -> Maker {
    Box::new(|_| Some(Box::<Peer>::default()))
}

/// The first bytes of a handshake: the length of the protocol's name, then the name.
const NAME: &[u8] = b"\x13BitTorrent protocol";
const HANDSHAKE: usize = 68;
/// The number of bytes read of a piece message: length, type, index and begin. The block after them is skipped.
const PIECE_HEAD: usize = 13;
const PIECE: u8 = 7;

/// A message (BEP 3, "peer protocol"; type 9 is BEP 5).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Message<'a> {
    /// A message of length 0.
    KeepAlive,
    /// Types 0 to 3: choke, unchoke, interested and not interested.
    State(u8),
    /// The index of a piece that the sender has downloaded.
    Have(u32),
    /// The pieces that the sender has, one bit each.
    Bitfield(&'a [u8]),
    /// A requested block: index of the piece, offset in it, and length.
    Request(u32, u32, u32),
    /// A sent block: index of the piece, offset in it, and length.
    Piece(u32, u32, u32),
    /// A canceled request, with the parameters of `Request`.
    Cancel(u32, u32, u32),
    /// The sender's port for the distributed hash table.
    Port(u16),
    /// Any other type.
    Unknown(u8, &'a [u8]),
}

impl<'a> Message<'a> {
    /// Reads a message. The first [`PIECE_HEAD`] bytes of a piece message suffice.
    pub fn read(bytes: &'a [u8]) -> ReadResult<Self> {
        let mut r = Reader::new("BitTorrent message", bytes);
        let len = r.be32()?;
        if len == 0 {
            return Ok(Message::KeepAlive);
        }
        Ok(match r.u8()? {
            state @ 0..=3 => Message::State(state),
            4 => Message::Have(r.be32()?),
            5 => Message::Bitfield(r.rest()),
            6 => Message::Request(r.be32()?, r.be32()?, r.be32()?),
            PIECE => Message::Piece(r.be32()?, r.be32()?, len.saturating_sub(9)),
            8 => Message::Cancel(r.be32()?, r.be32()?, r.be32()?),
            9 => Message::Port(r.be16()?),
            other => Message::Unknown(other, r.rest()),
        })
    }
}

#[derive(Default)]
struct Side {
    frames: Frames,
    handshake_seen: bool,
    over: bool,
}

/// The analyzer of a connection.
#[derive(Default)]
pub struct Peer {
    sides: [Side; 2],
}

/// The length prefix of a message, if it is complete.
fn stated_length(head: &[u8]) -> Option<u32> {
    head.first_chunk().map(|len| u32::from_be_bytes(*len))
}

/// The number of bytes that [`Frames`] collects before it returns the message that begins with `head`.
fn measure(head: &[u8]) -> usize {
    match (stated_length(head), head.get(4)) {
        (None, _) => 4,
        (Some(0), _) => 4,
        // Too long: the caller gets only the prefix and gives up.
        (Some(len), _) if len > MAX_MESSAGE => 4,
        (Some(_), None) => 5,
        (Some(len), Some(&PIECE)) => PIECE_HEAD.min(4 + len as usize),
        (Some(len), Some(_)) => 4 + len as usize,
    }
}

impl Peer {
    fn stop(&mut self, cx: &mut Context<'_, '_>, from: Role, why: &str) {
        let msg = format!("Stopping BitTorrent analysis: protocol violation ({why})");
        cx.event(|c| ev::PeerWeird { c, is_orig: from.is_orig(), msg: msg.as_bytes() });
        let [orig, resp] = &mut self.sides;
        let side = if from.is_orig() { orig } else { resp };
        side.over = true;
        side.frames.clear();
        if self.sides.iter().all(|s| s.over) {
            cx.violate("BitTorrent: content gap and/or protocol violation", None);
        }
    }
}

fn report(cx: &mut Context<'_, '_>, is_orig: bool, message: Message<'_>) {
    match message {
        Message::KeepAlive => cx.event(|c| ev::PeerKeepAlive { c, is_orig }),
        Message::State(0) => cx.event(|c| ev::PeerChoke { c, is_orig }),
        Message::State(1) => cx.event(|c| ev::PeerUnchoke { c, is_orig }),
        Message::State(2) => cx.event(|c| ev::PeerInterested { c, is_orig }),
        Message::State(_) => cx.event(|c| ev::PeerNotInterested { c, is_orig }),
        Message::Have(n) => cx.event(|c| ev::PeerHave { c, is_orig, piece_index: n.into() }),
        Message::Bitfield(bitfield) => cx.event(|c| ev::PeerBitfield { c, is_orig, bitfield }),
        Message::Request(index, begin, length) => {
            let (index, begin, length) = (index.into(), begin.into(), length.into());
            cx.event(|c| ev::PeerRequest { c, is_orig, index, begin, length });
        }
        Message::Piece(index, begin, length) => {
            let (index, begin, piece_length) = (index.into(), begin.into(), length.into());
            cx.event(|c| ev::PeerPiece { c, is_orig, index, begin, piece_length });
        }
        Message::Cancel(index, begin, length) => {
            let (index, begin, length) = (index.into(), begin.into(), length.into());
            cx.event(|c| ev::PeerCancel { c, is_orig, index, begin, length });
        }
        Message::Port(port) => cx.event(|c| ev::PeerPort { c, is_orig, listen_port: Port::tcp(port) }),
        Message::Unknown(kind, data) => {
            cx.event(|c| ev::PeerUnknown { c, is_orig, message_id: kind.into(), data });
        }
    }
}

impl Analyzer for Peer {
    fn stream(&mut self, cx: &mut Context<'_, '_>, from: Role, data: &[u8]) {
        let is_orig = from.is_orig();
        let [orig, resp] = &mut self.sides;
        let side = if is_orig { orig } else { resp };
        if side.over || cx.is_partial() {
            return;
        }
        let mut frames = std::mem::take(&mut side.frames);
        let mut handshake_seen = side.handshake_seen;
        let mut delivery = frames.deliver(data);
        let mut problem = None;
        loop {
            if !handshake_seen {
                let Some(hello) = delivery.next(|_| HANDSHAKE) else { break };
                let Some(rest) = hello.strip_prefix(NAME) else {
                    // Another protocol, which is not reported as a violation.
                    return cx.remove_self();
                };
                let (reserved, rest) = rest.split_at(8);
                let (info_hash, peer_id) = rest.split_at(20);
                cx.event(|c| ev::PeerHandshake { c, is_orig, reserved, info_hash, peer_id });
                cx.confirm();
                handshake_seen = true;
                continue;
            }
            let Some(bytes) = delivery.next(measure) else { break };
            let len = stated_length(bytes).unwrap_or_default();
            if len > MAX_MESSAGE {
                problem = Some(format!("message length prefix exceeds limit: {len} > {MAX_MESSAGE}"));
                break;
            }
            let passed = (4 + len as usize).saturating_sub(bytes.len());
            match Message::read(bytes) {
                Ok(message) => report(cx, is_orig, message),
                Err(e) => {
                    problem = Some(e.to_string());
                    break;
                }
            }
            if passed > 0 {
                delivery.pass_over(passed as u64);
            }
        }
        let [orig, resp] = &mut self.sides;
        let side = if is_orig { orig } else { resp };
        (side.frames, side.handshake_seen) = (frames, handshake_seen);
        if let Some(why) = problem {
            self.stop(cx, from, &why);
        }
    }

    fn undelivered(&mut self, cx: &mut Context<'_, '_>, from: Role, _: u64, len: u64) {
        let [orig, resp] = &mut self.sides;
        let side = if from.is_orig() { orig } else { resp };
        if !side.over && !side.frames.gap(len, |head| measure(head).max(head.len())) {
            self.stop(cx, from, "cannot recover from content gap");
        }
    }
}
