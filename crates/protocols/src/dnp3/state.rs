//! The analyzer: assembles frames into messages.
use super::anomaly::Anomaly;
use super::link::{self, Frame, HEAD};
use super::message;
use crate::frames::Frames;
use crate::{Maker, Settings};
use event::dnp3 as ev;
use net_types::TransportProto;
use session::Role;
use session::analyzer::{Analyzer, Context, Datagram};
use wire::Anomaly as _;

/// The maximum length of a message, in bytes.
const MAX_MESSAGE: usize = 0x1_0000;

/// Returns the maker of analyzers for TCP connections.
pub fn tcp_maker(_: &dyn Settings) -> Maker {
    Box::new(|conn| {
        (conn.transport() == TransportProto::Tcp).then(|| Box::new(Dnp3::default()) as Box<dyn Analyzer>)
    })
}

/// Returns the maker of analyzers for UDP connections.
pub fn udp_maker(_: &dyn Settings) -> Maker {
    Box::new(|conn| {
        (conn.transport() == TransportProto::Udp).then(|| Box::new(Dnp3::default()) as Box<dyn Analyzer>)
    })
}

/// The state of one direction.
#[derive(Default)]
struct Side {
    frames: Frames,
    /// Whether the header of the current, incomplete frame was checked and reported.
    header_checked: bool,
    /// The message so far; `None` if its first segment was not seen.
    message: Option<Vec<u8>>,
    /// Whether the first link header of the message was reported.
    header_reported: bool,
}

/// Bits of the transport header.
mod transport {
    pub(super) const FIRST: u8 = 0x40;
    pub(super) const LAST: u8 = 0x80;
}

/// The analyzer of a connection.
#[derive(Default)]
pub struct Dnp3 {
    orig: Side,
    resp: Side,
}

impl Dnp3 {
    fn side(&mut self, from: Role) -> &mut Side {
        if from.is_orig() { &mut self.orig } else { &mut self.resp }
    }

    fn bytes(&mut self, cx: &mut Context<'_, '_>, from: Role, data: &[u8]) {
        let mut frames = std::mem::take(&mut self.side(from).frames);
        let mut delivery = frames.deliver(data);
        let mut result = Ok(());
        while let (Ok(()), Some(bytes)) = (result, delivery.next(link::measure)) {
            result = self.frame(cx, from, bytes);
        }
        // Check the header before the rest of its frame arrives.
        let partial = delivery.partial();
        if result.is_ok() && partial.len() >= HEAD && !self.side(from).header_checked {
            result = self.header(cx, from, partial);
        }
        if let Err(anomaly) = result {
            cx.weird(anomaly.weird(), b"");
            if anomaly == Anomaly::HeaderChecksum {
                cx.violate("broken_checksum", None);
            }
            cx.skip_rest();
        }
        self.side(from).frames = frames;
    }

    /// Checks and reports the header at the start of `bytes`.
    fn header(&mut self, cx: &mut Context<'_, '_>, from: Role, bytes: &[u8]) -> Result<(), Anomaly> {
        match link::check(bytes) {
            Some(anomaly @ (Anomaly::NoMagic | Anomaly::HeaderChecksum)) => return Err(anomaly),
            other => {
                cx.confirm();
                other.map_or(Ok(()), Err)?;
            }
        }
        let side = self.side(from);
        side.header_checked = true;
        let Some(frame) = Frame::read(bytes) else { return Ok(()) };
        // A frame of length 5 has no user data, only a link layer function.
        if frame.len == 5 {
            return Ok(());
        }
        let is_orig = from.is_orig();
        if is_orig != (frame.control & 0x80 != 0) {
            cx.weird(Anomaly::Direction.weird(), b"");
        }
        if !std::mem::replace(&mut side.header_reported, true) {
            cx.event(|c| ev::Dnp3HeaderBlock {
                c,
                is_orig,
                len: frame.len.into(),
                ctrl: frame.control.into(),
                dest_addr: frame.destination.into(),
                src_addr: frame.source.into(),
            });
        }
        Ok(())
    }

    /// Takes a complete frame.
    fn frame(&mut self, cx: &mut Context<'_, '_>, from: Role, bytes: &[u8]) -> Result<(), Anomaly> {
        if !self.side(from).header_checked {
            self.header(cx, from, bytes)?;
        }
        let side = self.side(from);
        side.header_checked = false;
        let Some(frame) = Frame::read(bytes) else { return Ok(()) };
        let Some(flags) = frame.transport() else { return Ok(()) };
        let mut message = match side.message.take() {
            Some(m) => m,
            None if flags & transport::FIRST != 0 => Vec::new(),
            None => return Err(Anomaly::NoFirst),
        };
        frame.append_user_data(&mut message)?;
        if message.len() > MAX_MESSAGE {
            return Err(Anomaly::MessageTooLarge);
        }
        if flags & transport::LAST == 0 {
            side.message = Some(message);
            return Ok(());
        }
        side.header_reported = false;
        if let Err(e) = message::message(cx, from.is_orig(), &message) {
            cx.violate(&e.to_string(), None);
            cx.skip_rest();
        }
        Ok(())
    }
}

impl Analyzer for Dnp3 {
    fn stream(&mut self, cx: &mut Context<'_, '_>, from: Role, data: &[u8]) {
        self.bytes(cx, from, data);
    }

    fn packet(&mut self, cx: &mut Context<'_, '_>, from: Role, packet: &Datagram<'_>) {
        self.bytes(cx, from, packet.payload);
    }

    fn undelivered(&mut self, _: &mut Context<'_, '_>, from: Role, _: u64, len: u64) {
        let side = self.side(from);
        side.frames.gap(len, link::measure);
        side.header_checked = false;
    }
}
