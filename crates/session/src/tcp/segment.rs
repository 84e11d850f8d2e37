//! A segment as the state machine sees it.

use crate::analyzer::FirstHeaders;

/// The control bits.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Flags(pub(crate) u8);

impl Flags {
    #[inline]
    pub(crate) const fn fin(self) -> bool {
        self.0 & 0x01 != 0
    }
    #[inline]
    pub(crate) const fn syn(self) -> bool {
        self.0 & 0x02 != 0
    }
    #[inline]
    pub(crate) const fn rst(self) -> bool {
        self.0 & 0x04 != 0
    }
    #[inline]
    pub(crate) const fn ack(self) -> bool {
        self.0 & 0x10 != 0
    }
    #[inline]
    pub(crate) const fn urg(self) -> bool {
        self.0 & 0x20 != 0
    }

    /// The letters that scripts see: `S F R A P U`.
    pub(crate) fn letters(self, out: &mut [u8; 6]) -> &str {
        let mut n = 0;
        for (bit, letter) in
            [(0x02, b'S'), (0x01, b'F'), (0x04, b'R'), (0x10, b'A'), (0x08, b'P'), (0x20, b'U')]
        {
            if self.0 & bit != 0
                && let Some(slot) = out.get_mut(n)
            {
                *slot = letter;
                n += 1;
            }
        }
        out.get(..n).and_then(|b| std::str::from_utf8(b).ok()).unwrap_or_default()
    }
}

/// A segment.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Segment<'a> {
    pub(crate) flags: Flags,
    pub(crate) seq: u32,
    pub(crate) ack: u32,
    pub(crate) window: u16,
    pub(crate) options: wire::tcp::Options<'a>,
    /// Payload length by the IP header.
    pub(crate) len: u32,
    /// The captured part of the payload.
    pub(crate) payload: &'a [u8],
    /// Facts of the IP header for `connection_SYN_packet`.
    pub(crate) ip: IpFacts,
    /// The headers as captured, for signatures.
    pub(crate) headers: FirstHeaders<'a>,
}

/// Facts of the IP header that are shown with a SYN.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct IpFacts {
    pub(crate) df: bool,
    pub(crate) ttl: u8,
    pub(crate) total_len: u32,
}

impl Segment<'_> {
    /// True if the capture truncated the payload.
    pub(crate) fn is_cut(&self) -> bool {
        self.payload.len() < self.len as usize
    }

    /// Sequence numbers it occupies: payload, SYN and FIN. A RST's payload is not part of the stream.
    pub(crate) fn seq_len(&self) -> u32 {
        let payload = if self.flags.rst() { 0 } else { self.len };
        payload + u32::from(self.flags.syn()) + u32::from(self.flags.fin())
    }
}
