//! pcapng (draft-ietf-opsawg-pcapng): sections of blocks that describe interfaces and hold their packets.
use super::pcap::without_fcs;
use super::{MAX_FRAME, Progress, u16_at, u32_at};
use crate::Record;
use crate::error::Corruption;
use net_types::{LinkType, Timestamp};

pub(super) const SECTION_HEADER: u32 = 0x0a0d_0d0a;
const INTERFACE: u32 = 1;
/// The "packet block", superseded by the enhanced one.
const OBSOLETE_PACKET: u32 = 2;
const SIMPLE_PACKET: u32 = 3;
const ENHANCED_PACKET: u32 = 6;

const BYTE_ORDER_MARK: u32 = 0x1a2b_3c4d;

/// Length of a block's header and trailer: type and length before the body, length again after it.
const HEADER: usize = 8;
const FRAME: u32 = 12;

/// The longest accepted block: the limit of tcpdump's own reader.
const MAX_BLOCK: u32 = 16 << 20;
/// Maximum number of interfaces in a section.
const MAX_INTERFACES: usize = 65_536;

/// An interface's unit of time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Clock {
    /// Units per second: a power of 10 or of 2.
    per_second: u64,
    /// Seconds to add.
    offset: i64,
}

impl Clock {
    const MICROS: Clock = Clock { per_second: 1_000_000, offset: 0 };

    /// The units per second of option `if_tsresol`: a power of 2 if the top bit is set, else of 10.
    fn resolution(byte: u8) -> Result<u64, Corruption> {
        let exponent = u32::from(byte & 0x7f);
        let units = if byte & 0x80 == 0 { 10u64.checked_pow(exponent) } else { 1u64.checked_shl(exponent) };
        units.ok_or(Corruption::Resolution(byte))
    }

    #[inline]
    fn time(self, high: u32, low: u32) -> Timestamp {
        let units = u64::from(high) << 32 | u64::from(low);
        let seconds = i64::try_from(units / self.per_second).unwrap_or(i64::MAX).saturating_add(self.offset);
        let rest = u128::from(units % self.per_second) * 1_000_000_000 / u128::from(self.per_second);
        // The rest is less than a second, so it fits.
        Timestamp::from_parts(seconds, rest as i64)
    }
}

#[derive(Clone, Copy, Debug)]
struct Interface {
    link: LinkType,
    snaplen: u32,
    fcs: u32,
    clock: Clock,
}

#[derive(Default, Debug)]
pub(super) struct Pcapng {
    big: bool,
    interfaces: Vec<Interface>,
}

impl Pcapng {
    /// The link type of the section's first interface.
    pub(super) fn first_link(&self) -> Option<LinkType> {
        self.interfaces.first().map(|i| i.link)
    }

    pub(super) fn blocks(
        &mut self,
        window: &[u8],
        limit: usize,
        out: &mut Vec<Record>,
    ) -> Result<Progress, (usize, Corruption)> {
        let mut at = 0;
        let full = out.len() + limit;
        loop {
            let rest = window.get(at..).unwrap_or(&[]);
            if rest.len() < HEADER || out.len() >= full {
                return Ok(Progress { consumed: at, wanted: HEADER, what: "block header" });
            }
            // The section header's type reads the same in both byte orders; its byte-order magic gives the order from
            // here on.
            if u32_at(rest, 0, true) == SECTION_HEADER {
                if rest.len() < HEADER + 4 {
                    return Ok(Progress { consumed: at, wanted: HEADER + 4, what: "section header" });
                }
                self.big = byte_order(rest).map_err(|c| (at, c))?;
            }
            let (kind, len) = (u32_at(rest, 0, self.big), u32_at(rest, 4, self.big));
            let padded = padded_len(kind, len).map_err(|c| (at, c))?;
            let Some(block) = rest.get(..padded) else {
                return Ok(Progress { consumed: at, wanted: padded, what: "block" });
            };
            let last = u32_at(block, padded - 4, self.big);
            if last != len {
                return Err((at, Corruption::BlockLengths { first: len, last }));
            }
            let body = block.get(HEADER..padded - 4).unwrap_or(&[]);
            let found = self.block(kind, len, body).map_err(|c| (at, c))?;
            if let Some(mut record) = found {
                record.at += at + HEADER;
                out.push(record);
            }
            at += padded;
        }
    }

    /// Decodes a block: a record, with its offset from the start of the body, or a fact about the section.
    fn block(&mut self, kind: u32, len: u32, body: &[u8]) -> Result<Option<Record>, Corruption> {
        let short = |needs: usize| {
            if body.len() < needs { Err(Corruption::ShortBlock { kind, len }) } else { Ok(()) }
        };
        match kind {
            SECTION_HEADER => {
                short(16)?;
                let version = (u16_at(body, 4, self.big), u16_at(body, 6, self.big));
                if version.0 != 1 {
                    return Err(Corruption::Version { format: "pcapng", version });
                }
                self.interfaces.clear();
                Ok(None)
            }
            INTERFACE => {
                short(8)?;
                if self.interfaces.len() == MAX_INTERFACES {
                    return Err(Corruption::TooManyInterfaces(MAX_INTERFACES));
                }
                let interface = self.interface(body)?;
                self.interfaces.push(interface);
                Ok(None)
            }
            ENHANCED_PACKET => {
                short(20)?;
                self.packet(kind, len, body, u32_at(body, 0, self.big)).map(Some)
            }
            // Like the enhanced block, but with a 16-bit interface followed by a drop count.
            OBSOLETE_PACKET => {
                short(20)?;
                self.packet(kind, len, body, u16_at(body, 0, self.big).into()).map(Some)
            }
            SIMPLE_PACKET => {
                short(4)?;
                let interface = self.by_number(0)?;
                let original = u32_at(body, 0, self.big);
                // The captured length is not stored; it is the original length limited by the snap length.
                let captured = original.min(interface.snaplen);
                if body.len() - 4 < captured as usize {
                    return Err(Corruption::ShortBlock { kind, len });
                }
                let (len, wire_len) = without_fcs(interface.fcs, captured.min(MAX_FRAME), original);
                // No time is stored either; tcpdump's own reader also uses 0.
                Ok(Some(Record { ts: Timestamp::ZERO, at: 4, len, wire_len, link: interface.link }))
            }
            _ => Ok(None),
        }
    }

    fn by_number(&self, n: u32) -> Result<Interface, Corruption> {
        let unknown = Corruption::UnknownInterface { interface: n, known: self.interfaces.len() };
        self.interfaces.get(n as usize).copied().ok_or(unknown)
    }

    fn packet(&self, kind: u32, len: u32, body: &[u8], interface: u32) -> Result<Record, Corruption> {
        let interface = self.by_number(interface)?;
        let word = |at| u32_at(body, at, self.big);
        let (captured, original) = (word(12), word(16));
        if captured > MAX_FRAME {
            let (len, max) = (captured.into(), MAX_FRAME.into());
            return Err(Corruption::TooLong { what: "packet", len, max });
        }
        if body.len() - 20 < captured as usize {
            return Err(Corruption::ShortBlock { kind, len });
        }
        let ts = interface.clock.time(word(4), word(8));
        let (len, wire_len) = without_fcs(interface.fcs, captured, original);
        Ok(Record { ts, at: 20, len, wire_len, link: interface.link })
    }

    fn interface(&self, body: &[u8]) -> Result<Interface, Corruption> {
        const END: u16 = 0;
        const TIME_RESOLUTION: u16 = 9;
        const FCS_LENGTH: u16 = 13;
        const TIME_OFFSET: u16 = 14;
        let snaplen = match u32_at(body, 4, self.big) {
            0 => u32::MAX,
            n => n,
        };
        let link = LinkType(u16_at(body, 0, self.big).into());
        let mut found = Interface { link, snaplen, fcs: 0, clock: Clock::MICROS };
        let mut rest = body.get(8..).unwrap_or(&[]);
        while rest.len() >= 4 {
            let (code, len) = (u16_at(rest, 0, self.big), usize::from(u16_at(rest, 2, self.big)));
            let Some((value, after)) = rest.get(4..).and_then(|r| r.split_at_checked(len)) else { break };
            match (code, value) {
                (END, _) => break,
                (TIME_RESOLUTION, [r, ..]) => found.clock.per_second = Clock::resolution(*r)?,
                // Nearly all writers state it in bits. The check sequence itself has whole bytes.
                (FCS_LENGTH, [bits, ..]) => found.fcs = u32::from(bits / 8),
                (TIME_OFFSET, [_, _, _, _, _, _, _, _]) => {
                    let (first, second) = (u32_at(value, 0, self.big), u32_at(value, 4, self.big));
                    let (high, low) = if self.big { (first, second) } else { (second, first) };
                    found.clock.offset = (u64::from(high) << 32 | u64::from(low)).cast_signed();
                }
                _ => (),
            }
            rest = after.get(len.next_multiple_of(4) - len..).unwrap_or(&[]);
        }
        Ok(found)
    }
}

/// True if the section that begins here is big-endian.
fn byte_order(section: &[u8]) -> Result<bool, Corruption> {
    match u32_at(section, HEADER, true) {
        BYTE_ORDER_MARK => Ok(true),
        mark if mark.swap_bytes() == BYTE_ORDER_MARK => Ok(false),
        mark => Err(Corruption::ByteOrder(mark)),
    }
}

/// Length of a block including padding. Lengths should be multiples of four, but some writers do not count the padding.
fn padded_len(kind: u32, len: u32) -> Result<usize, Corruption> {
    if len < FRAME {
        return Err(Corruption::ShortBlock { kind, len });
    }
    if len > MAX_BLOCK {
        return Err(Corruption::TooLong { what: "block", len: len.into(), max: MAX_BLOCK.into() });
    }
    Ok(len.next_multiple_of(4) as usize)
}

#[cfg(test)]
mod tests;
