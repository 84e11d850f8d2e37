//! Splits streams into units whose length follows from their first bytes. A unit within one delivery is borrowed,
//! others are reassembled.
use std::borrow::Cow;

/// The incomplete unit of one direction.
#[derive(Default)]
pub(crate) struct Units(Vec<u8>);

/// The length of the unit that begins with these bytes; `None` if more bytes are needed to know it.
pub(crate) type Length<'f> = &'f dyn Fn(&[u8]) -> Option<usize>;

impl Units {
    /// The number of buffered bytes.
    pub(crate) fn waiting(&self) -> usize {
        self.0.len()
    }

    /// Takes the next unit off `data`; `None` if it is incomplete. A unit has at least one byte, whatever its length
    /// states.
    pub(crate) fn next<'d>(&mut self, data: &mut &'d [u8], length: Length<'_>) -> Option<Cow<'d, [u8]>> {
        if self.0.is_empty()
            && let Some(n) = length(data)
            && let Some((unit, rest)) = data.split_at_checked(n.max(1))
        {
            *data = rest;
            return Some(Cow::Borrowed(unit));
        }
        loop {
            // Until the length is known, one byte at a time.
            let wanted = match length(&self.0) {
                Some(n) => n.max(1),
                None => self.0.len() + 1,
            };
            let missing = wanted.saturating_sub(self.0.len()).min(data.len());
            let (head, rest) = data.split_at(missing);
            self.0.extend_from_slice(head);
            *data = rest;
            if self.0.len() >= wanted && length(&self.0).is_some_and(|n| n.max(1) <= self.0.len()) {
                return Some(Cow::Owned(std::mem::take(&mut self.0)));
            }
            if data.is_empty() {
                return None;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A unit has two bytes, of which the second is a length, and that many more bytes.
    fn length(b: &[u8]) -> Option<usize> {
        match b {
            [_, n, ..] => Some(2 + usize::from(*n)),
            _ => None,
        }
    }

    #[test]
    fn units_are_found_however_they_are_cut() {
        let stream = b"\x01\x03abc\x02\x00\x03\x02xy";
        for size in 1..stream.len() {
            let (mut g, mut seen) = (Units::default(), Vec::new());
            for chunk in stream.chunks(size) {
                let mut data = chunk;
                while let Some(u) = g.next(&mut data, &length) {
                    seen.push(u.into_owned());
                }
                assert!(data.is_empty());
            }
            assert_eq!(seen, [b"\x01\x03abc".as_slice(), b"\x02\x00", b"\x03\x02xy"], "in pieces of {size}");
            assert_eq!(g.waiting(), 0);
        }
    }
}
