//! MPLS label stacks (RFC 3032).
use crate::Fixed;
use crate::anomaly::anomalies;

anomalies! {
    /// Anomalies of a label stack.
    pub enum Malformed from "MPLS" {
        /// The capture ends before the stack does, or nothing follows the stack.
        Truncated => "truncated_link_header",
    }
}

/// One entry of the stack (RFC 3032, 2.1).
///
/// ```text
///  0                   20    23 24      32
/// +--------------------+-----+-+--------+
/// |       label        | TC  |S|  TTL   |
/// +--------------------+-----+-+--------+
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Label {
    /// The label, 20 bits.
    pub label: u32,
    /// True for the last entry.
    pub bottom: bool,
    /// Time to live.
    pub ttl: u8,
}

/// A stack of at least one label with its packet. The stack does not state the packet's protocol; IP is assumed.
#[derive(Clone, Copy, Debug)]
pub struct Stack<'a> {
    labels: &'a [u8],
    payload: &'a [u8],
}

impl<'a> Stack<'a> {
    /// Parses entries up to the one with the bottom bit.
    pub fn parse(bytes: &'a [u8]) -> Result<Self, Malformed> {
        let mut rest = bytes;
        loop {
            match Fixed::<4>::split(rest) {
                Some((entry, after)) if !after.is_empty() => {
                    rest = after;
                    if entry.u8::<2>() & 1 == 1 {
                        let labels = bytes.get(..bytes.len() - rest.len()).unwrap_or(&[]);
                        return Ok(Stack { labels, payload: rest });
                    }
                }
                _ => return Err(Malformed::Truncated),
            }
        }
    }

    /// The entries, outermost first.
    pub fn labels(&self) -> impl Iterator<Item = Label> + 'a {
        let (entries, _) = self.labels.as_chunks::<4>();
        entries.iter().map(|e| {
            let word = u32::from_be_bytes(*e);
            Label { label: word >> 12, bottom: word >> 8 & 1 == 1, ttl: word as u8 }
        })
    }

    /// The bytes after the stack.
    pub fn payload(&self) -> &'a [u8] {
        self.payload
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stack_ends_at_its_bottom() {
        let b = [0, 1, 0x20, 64, 0, 2, 0x31, 63, 0x45];
        let s = Stack::parse(&b).unwrap();
        let labels: Vec<_> = s.labels().map(|l| (l.label, l.bottom, l.ttl)).collect();
        assert_eq!(labels, [(0x12, false, 64), (0x23, true, 63)]);
        assert_eq!(s.payload(), [0x45]);
        assert_eq!(Stack::parse(&b[..8]).unwrap_err(), Malformed::Truncated);
        assert_eq!(Stack::parse(&b[..4]).unwrap_err(), Malformed::Truncated);
    }
}
