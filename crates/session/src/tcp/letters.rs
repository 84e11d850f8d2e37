//! History letters of segments, and events of growing counts.
use super::Tally;
use super::flow::TcpFlow;
use super::segment::Segment;
use event::tcp as events;

/// Segment kinds with a letter. The discriminant is the originator's bit in [`Conn::seen_letters`](crate::conn::Conn);
/// the responder's bit is 16 higher.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u32)]
enum Mark {
    /// `S`, or `H` with an ACK.
    Syn = 0x1,
    Fin = 0x2,
    Rst = 0x4,
    /// FIN and RST together.
    FinRst = 0x8,
    Data = 0x10,
    /// An acknowledgement without data.
    Ack = 0x20,
    /// SYN with FIN or with RST.
    Mixed = 0x40,
}

impl Mark {
    fn of(seg: &Segment<'_>) -> Option<(Mark, u8)> {
        let f = seg.flags;
        Some(match (f.syn(), f.fin(), f.rst()) {
            (false, false, false) if seg.len > 0 => (Mark::Data, b'D'),
            (false, false, false) if f.ack() => (Mark::Ack, b'A'),
            (false, false, false) => return None,
            (true, false, false) => (Mark::Syn, if f.ack() { b'H' } else { b'S' }),
            (false, true, false) => (Mark::Fin, b'F'),
            (false, false, true) => (Mark::Rst, b'R'),
            (_, true, true) => (Mark::FinRst, b'I'),
            (true, ..) => (Mark::Mixed, b'Q'),
        })
    }
}

impl TcpFlow<'_> {
    /// Adds a letter of the endpoint at `place`: upper case for the originator, lower case for the responder.
    fn add_letter(&mut self, place: u8, letter: u8) {
        let letter = if self.role(place).is_orig() { letter } else { letter.to_ascii_lowercase() };
        self.flow().push_letter(letter);
    }

    /// Adds the letter of a segment whose sequence number has offset `offset`. SYN, FIN and RST leave a letter whenever
    /// their offset differs from that of the last one; other kinds leave one once.
    #[inline]
    pub(super) fn note_letter(&mut self, place: u8, seg: &Segment<'_>, offset: i64) {
        let Some((mark, letter)) = Mark::of(seg) else { return };
        if matches!(mark, Mark::Data | Mark::Ack) && self.conn.history.as_bytes() == b"H" {
            self.turn_round();
        }
        let shift = if self.role(place).is_orig() { 0 } else { 16 };
        let bit = (mark as u32) << shift;
        let is_first = self.conn.seen_letters & bit == 0;
        self.conn.seen_letters |= bit;
        let at = match mark {
            Mark::Syn => Some((0, offset)),
            // A FIN follows the data of its segment.
            Mark::Fin => Some((1, offset + i64::from(seg.len))),
            Mark::Rst => Some((2, offset)),
            _ => None,
        };
        let is_elsewhere = at.is_some_and(|(slot, offset)| {
            let last = self.tcp.end_mut(place).letter_at.get_mut(slot);
            last.is_some_and(|last| std::mem::replace(last, offset) != offset)
        });
        if is_first || is_elsewhere {
            self.add_letter(place, letter);
        }
    }

    /// A connection that began with a SYN-ACK continues, so it was not a scan: the SYN was not captured, and the sender
    /// of the SYN-ACK is the responder.
    #[cold]
    fn turn_round(&mut self) {
        self.exchange_roles();
        self.conn.history.replace(b"^h");
        let orig = self.conn.orig;
        self.tcp.end_mut(orig).first_packet_seen = true;
    }

    /// Counts an occurrence that leaves a letter at powers of ten.
    pub(crate) fn tally(&mut self, place: u8, what: Tally) {
        let Some(threshold) = self.tcp.end_mut(place).tally(what) else { return };
        let is_orig = self.role(place).is_orig();
        self.add_letter(place, what.letter());
        if threshold == 1 {
            return;
        }
        let threshold = threshold.into();
        match what {
            Tally::Gap => self.event(|c| events::TcpMultipleGap { c, is_orig, threshold }),
            Tally::Checksum => self.event(|c| events::TcpMultipleChecksumErrors { c, is_orig, threshold }),
            Tally::Rexmit => self.event(|c| events::TcpMultipleRetransmissions { c, is_orig, threshold }),
            Tally::ZeroWindow => self.event(|c| events::TcpMultipleZeroWindows { c, is_orig, threshold }),
        }
    }
}
