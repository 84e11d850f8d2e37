//! pcap, the classic format (draft-ietf-opsawg-pcap).
use super::{MAX_FRAME, Progress, u16_at, u32_at};
use crate::Record;
use crate::error::Corruption;
use net_types::{LinkType, Timestamp};

/// The file header.
///
/// ```text
///  0       4     6     8      12      16        20          24
/// +-------+-----+-----+------+-------+---------+-----------+
/// | magic |major|minor| zone |sigfigs| snaplen | FCS, link |
/// +-------+-----+-----+------+-------+---------+-----------+
/// ```
mod field {
    pub(super) const MAJOR: usize = 4;
    pub(super) const MINOR: usize = 6;
    pub(super) const SNAPLEN: usize = 16;
    pub(super) const LINK: usize = 20;
    pub(super) const END: usize = 24;
}

/// A record's header: seconds, fraction, captured and original length.
mod record {
    pub(super) const SECONDS: usize = 0;
    pub(super) const FRACTION: usize = 4;
    pub(super) const CAPTURED: usize = 8;
    pub(super) const ORIGINAL: usize = 12;
    pub(super) const END: usize = 16;
    /// The length in the modified format, whose header ends with interface, protocol and packet type.
    pub(super) const END_MODIFIED: usize = 24;
}

const MICROS: u32 = 0xa1b2_c3d4;
const NANOS: u32 = 0xa1b2_3c4d;
/// Alexey Kuznetzov's modified format, written by some old kernels' tcpdump.
const MODIFIED: u32 = 0xa1b2_cd34;

/// The order of a record's two lengths; versions before 2.4 disagree on it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Lengths {
    Captured,
    Original,
    /// The smaller one is the captured length.
    Either,
}

#[derive(Debug)]
pub(super) struct Pcap {
    big: bool,
    /// Nanoseconds of one unit of a record's fraction.
    unit: i64,
    record_len: usize,
    lengths: Lengths,
    snaplen: u32,
    link: LinkType,
    /// Length of the check sequence at the end of each frame.
    fcs: u32,
}

/// Whether these are the first bytes of a pcap file.
pub(super) fn is_magic(first: [u8; 4]) -> bool {
    let known = |n: u32| matches!(n, MICROS | NANOS | MODIFIED);
    known(u32::from_le_bytes(first)) || known(u32::from_be_bytes(first))
}

impl Pcap {
    /// Parses the file header; `Ok(Err(n))` if it needs `n` bytes.
    pub(super) fn header(bytes: &[u8]) -> Result<Result<(Self, usize), usize>, Corruption> {
        let Some(&magic) = bytes.first_chunk::<4>() else { return Ok(Err(field::END)) };
        let little = u32::from_le_bytes(magic);
        let big = !matches!(little, MICROS | NANOS | MODIFIED);
        let (unit, record_len) = match if big { little.swap_bytes() } else { little } {
            MICROS => (1000, record::END),
            NANOS => (1, record::END),
            MODIFIED => (1000, record::END_MODIFIED),
            _ => return Err(Corruption::UnknownFormat(magic)),
        };
        if bytes.len() < field::END {
            return Ok(Err(field::END));
        }
        let version = (u16_at(bytes, field::MAJOR, big), u16_at(bytes, field::MINOR, big));
        let lengths = match version {
            (2, ..3) => Lengths::Original,
            (2, 3) => Lengths::Either,
            (2, 4) | (543, 0) => Lengths::Captured,
            _ => return Err(Corruption::Version { format: "pcap", version }),
        };
        let snaplen = match u32_at(bytes, field::SNAPLEN, big) {
            // Some writers use zero or nonsense for "unlimited".
            0 | 0x8000_0000.. => MAX_FRAME,
            n => n,
        };
        let network = u32_at(bytes, field::LINK, big);
        // Bit 26 means that bits 28 to 31 contain the check sequence's length in units of two bytes.
        let fcs = if network & 0x0400_0000 != 0 { (network >> 28) * 2 } else { 0 };
        let link = LinkType(network & 0x03ff_ffff);
        Ok(Ok((Pcap { big, unit, record_len, lengths, snaplen, link, fcs }, field::END)))
    }

    pub(super) fn link(&self) -> LinkType {
        self.link
    }

    pub(super) fn snaplen(&self) -> u32 {
        self.snaplen
    }

    pub(super) fn records(
        &self,
        window: &[u8],
        start: usize,
        limit: usize,
        out: &mut Vec<Record>,
    ) -> Result<Progress, (usize, Corruption)> {
        let mut at = start;
        let full = out.len() + limit;
        loop {
            let header = window.get(at..at + self.record_len);
            let Some(header) = header.filter(|_| out.len() < full) else {
                return Ok(Progress { consumed: at, wanted: self.record_len, what: "packet header" });
            };
            let (captured, original) = self.lengths(header);
            if captured > MAX_FRAME {
                let (len, max) = (captured.into(), MAX_FRAME.into());
                return Err((at, Corruption::TooLong { what: "packet", len, max }));
            }
            let whole = self.record_len + captured as usize;
            if window.len() - at < whole {
                return Ok(Progress { consumed: at, wanted: whole, what: "packet" });
            }
            out.push(self.record(header, at + self.record_len, captured, original));
            at += whole;
        }
    }

    #[inline]
    fn lengths(&self, header: &[u8]) -> (u32, u32) {
        let (a, b) = (u32_at(header, record::CAPTURED, self.big), u32_at(header, record::ORIGINAL, self.big));
        match self.lengths {
            Lengths::Captured => (a, b),
            Lengths::Original => (b, a),
            Lengths::Either => (a.min(b), a.max(b)),
        }
    }

    #[inline]
    fn record(&self, header: &[u8], at: usize, captured: u32, original: u32) -> Record {
        let seconds = i64::from(u32_at(header, record::SECONDS, self.big));
        let fraction = i64::from(u32_at(header, record::FRACTION, self.big));
        let (len, wire_len) = without_fcs(self.fcs, captured.min(self.snaplen), original);
        let ts = Timestamp::from_parts(seconds, fraction * self.unit);
        Record { ts, at, len, wire_len, link: self.link }
    }
}

/// Removes a check sequence of `fcs` bytes, or the captured part of it, from a frame.
#[inline]
pub(super) fn without_fcs(fcs: u32, captured: u32, original: u32) -> (u32, u32) {
    let original = original.saturating_sub(fcs);
    (if fcs == 0 { captured } else { captured.min(original) }, original)
}

#[cfg(test)]
mod tests;
