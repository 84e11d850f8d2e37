//! A connection's history: one letter per kind of packet, in order of first appearance. Upper case stands for the
//! originator, lower case for the responder, `^` for an exchange of roles.

/// Number of letters stored inline.
const INLINE: usize = 14;

/// The letters.
#[derive(Clone, Debug)]
pub struct History(Letters);

#[derive(Clone, Debug)]
enum Letters {
    Short {
        len: u8,
        bytes: [u8; INLINE],
    },
    #[expect(
        clippy::box_collection,
        reason = "keeps the struct at 16 bytes: few connections have so many letters"
    )]
    Long(Box<Vec<u8>>),
}

impl Default for History {
    fn default() -> Self {
        History(Letters::Short { len: 0, bytes: [0; INLINE] })
    }
}

impl History {
    /// The letters.
    pub fn as_bytes(&self) -> &[u8] {
        match &self.0 {
            Letters::Short { len, bytes } => bytes.get(..usize::from(*len)).unwrap_or_default(),
            Letters::Long(v) => v,
        }
    }

    /// Appends a letter; false if the history already has `cap` letters.
    pub(crate) fn push(&mut self, letter: u8, cap: usize) -> bool {
        match &mut self.0 {
            Letters::Short { len, bytes } => {
                if let Some(slot) = bytes.get_mut(usize::from(*len)) {
                    *slot = letter;
                    *len += 1;
                } else {
                    let mut v = Vec::with_capacity(2 * INLINE);
                    v.extend_from_slice(bytes);
                    v.push(letter);
                    self.0 = Letters::Long(Box::new(v));
                }
            }
            Letters::Long(v) => {
                if v.len() >= cap {
                    return false;
                }
                v.push(letter);
            }
        }
        true
    }

    /// Replaces the history.
    pub(crate) fn replace(&mut self, letters: &[u8]) {
        *self = History::default();
        for l in letters {
            self.push(*l, usize::MAX);
        }
    }
}

/// A count that adds a letter at 1, 10, 100 and so on, so the number of letters is logarithmic.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Scaled {
    count: u32,
    /// Exponent of the next threshold.
    step: u8,
}

impl Scaled {
    /// Adds one. Returns the threshold if it was reached.
    pub(crate) fn count(&mut self) -> Option<u32> {
        let threshold = Self::threshold(self.step);
        self.count = self.count.wrapping_add(1);
        if self.count != threshold {
            return None;
        }
        if Self::threshold(self.step + 1) <= threshold {
            self.count = 0;
        } else {
            self.step += 1;
        }
        Some(threshold)
    }

    /// Ten to the power of `step`, wrapping at 32 bits.
    fn threshold(step: u8) -> u32 {
        10u32.wrapping_pow(step.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_spill_and_are_capped() {
        let mut h = History::default();
        for i in 0..30 {
            assert_eq!(h.push(b'a' + i % 26, 20), i < 20, "{i}");
        }
        assert_eq!(h.as_bytes(), b"abcdefghijklmnopqrst");
        h.replace(b"^h");
        assert_eq!(h.as_bytes(), b"^h");
    }

    #[test]
    fn scaled_counts_speak_at_powers_of_ten() {
        let mut s = Scaled::default();
        let spoke: Vec<u32> = (1..=1000).filter_map(|_| s.count()).collect();
        assert_eq!(spoke, [1, 10, 100, 1000]);
    }
}
