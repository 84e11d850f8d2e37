//! Units of a stream whose length their beginning tells: cut out where they lie whole in what came, gathered where not.
use std::borrow::Cow;

/// One direction's units.
#[derive(Default)]
pub(crate) struct Gather(Vec<u8>);

/// How long the unit is that begins with these bytes; `None` where they are too few to tell.
pub(crate) type Length<'f> = &'f dyn Fn(&[u8]) -> Option<usize>;

impl Gather {
    /// Bytes of a unit that is not complete.
    pub(crate) fn waiting(&self) -> usize {
        self.0.len()
    }

    /// The next unit of what waits and `data`, which is shortened by what is used; `None` where it is not complete.
    /// No unit is empty: one that says so has a byte.
    pub(crate) fn next<'d>(&mut self, data: &mut &'d [u8], length: Length<'_>) -> Option<Cow<'d, [u8]>> {
        if self.0.is_empty()
            && let Some(n) = length(data)
            && let Some((unit, rest)) = data.split_at_checked(n.max(1))
        {
            *data = rest;
            return Some(Cow::Borrowed(unit));
        }
        loop {
            // As long as the length is not known, a byte at a time: it stands at the front.
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

    /// A byte with the length of what follows, twice.
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
            let (mut g, mut seen) = (Gather::default(), Vec::new());
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
