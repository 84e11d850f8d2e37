//! Splits streams into messages whose headers state their length.
//!
//! A message that is complete in one delivery is borrowed from it. Only a message that spans deliveries is copied to a
//! buffer.

/// One direction of a stream.
#[derive(Default, Debug)]
pub struct Frames {
    /// The beginning of an incomplete message.
    partial: Vec<u8>,
    /// The number of bytes to skip next.
    skip: u64,
}

/// A delivery, which [`next`](Self::next) splits into messages.
#[derive(Debug)]
pub struct Delivery<'f, 'd> {
    frames: &'f mut Frames,
    data: &'d [u8],
    /// Whether the buffered message was returned; the next call drops it.
    handed_out: bool,
}

impl Frames {
    /// Takes the next bytes of the stream.
    pub fn deliver<'f, 'd>(&'f mut self, data: &'d [u8]) -> Delivery<'f, 'd> {
        let skipped = usize::try_from(self.skip).unwrap_or(usize::MAX).min(data.len());
        self.skip -= skipped as u64;
        Delivery { frames: self, data: data.get(skipped..).unwrap_or_default(), handed_out: false }
    }

    /// The bytes of the incomplete message.
    pub fn partial(&self) -> &[u8] {
        &self.partial
    }

    /// Accounts for a gap of `len` bytes: the message in which it begins is lost. `measure` works as in
    /// [`Delivery::next`]. Returns true if the start of the next message is known.
    pub fn gap(&mut self, len: u64, measure: impl Fn(&[u8]) -> usize) -> bool {
        let lost = match self.partial.len() {
            0 => self.skip,
            // Before the header is complete, `measure` returns the length of the header alone.
            have => (measure(&self.partial) - have) as u64,
        };
        self.partial.clear();
        self.skip = lost.saturating_sub(len);
        lost >= len && lost > 0
    }

    /// Drops the incomplete message.
    pub fn clear(&mut self) {
        self.partial.clear();
        self.skip = 0;
    }
}

impl<'d> Delivery<'_, 'd> {
    /// Returns the next complete message. `measure` takes the first bytes of a message and returns the message's length
    /// or, if they are too few to tell, the number of bytes that it needs. It must not return 0.
    pub fn next(&mut self, measure: impl Fn(&[u8]) -> usize) -> Option<&[u8]> {
        let partial = &mut self.frames.partial;
        if std::mem::take(&mut self.handed_out) {
            partial.clear();
        }
        if partial.is_empty() {
            if self.data.is_empty() {
                return None;
            }
            let wanted = measure(self.data);
            if let Some((message, rest)) = self.data.split_at_checked(wanted) {
                self.data = rest;
                return Some(message);
            }
            partial.extend_from_slice(std::mem::take(&mut self.data));
            return None;
        }
        loop {
            let wanted = measure(partial);
            if partial.len() >= wanted {
                self.handed_out = true;
                return Some(partial);
            }
            if self.data.is_empty() {
                return None;
            }
            let (more, rest) = self.data.split_at(self.data.len().min(wanted - partial.len()));
            partial.extend_from_slice(more);
            self.data = rest;
        }
    }

    /// The bytes of the incomplete message. Call it after [`next`](Self::next) has returned `None`.
    pub fn partial(&self) -> &[u8] {
        &self.frames.partial
    }

    /// The first byte after the messages returned so far.
    pub fn peek(&self) -> Option<u8> {
        let partial = if self.handed_out { None } else { self.frames.partial.first() };
        partial.or(self.data.first()).copied()
    }

    /// Takes the rest of the delivery, which the caller does not read as messages. Drops the buffered part of an
    /// incomplete message.
    pub fn rest(&mut self) -> &'d [u8] {
        self.handed_out = false;
        self.frames.partial.clear();
        std::mem::take(&mut self.data)
    }

    /// Drops the rest of the delivery and the incomplete message.
    pub fn discard(&mut self) {
        self.data = &[];
        self.handed_out = false;
        self.frames.partial.clear();
    }

    /// Skips the `len` bytes after the messages returned so far, in this delivery and the next ones. Drops the buffered
    /// part of an incomplete message.
    pub fn pass_over(&mut self, len: u64) {
        self.handed_out = false;
        self.frames.partial.clear();
        let here = usize::try_from(len).unwrap_or(usize::MAX).min(self.data.len());
        self.data = self.data.get(here..).unwrap_or_default();
        self.frames.skip = len - here as u64;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Messages begin with a length byte, which counts the whole message of at least two bytes.
    fn measure(head: &[u8]) -> usize {
        if head.len() < 2 { 2 } else { usize::from(head[0]).max(2) }
    }

    fn all(frames: &mut Frames, data: &[u8]) -> Vec<Vec<u8>> {
        let mut out = Vec::new();
        let mut delivery = frames.deliver(data);
        while let Some(m) = delivery.next(measure) {
            out.push(m.to_vec());
        }
        out
    }

    #[test]
    fn messages_come_out_whole_however_they_are_cut() {
        let stream = [3, 1, 2, 2, 9, 5, 1, 2, 3, 4, 2, 7];
        let want: Vec<Vec<u8>> = vec![vec![3, 1, 2], vec![2, 9], vec![5, 1, 2, 3, 4], vec![2, 7]];
        for size in 1..=stream.len() {
            let mut frames = Frames::default();
            let got: Vec<_> = stream.chunks(size).flat_map(|c| all(&mut frames, c)).collect();
            assert_eq!(got, want, "in pieces of {size}");
            assert!(frames.partial().is_empty() || frames.partial() == [2, 7]);
        }
    }

    #[test]
    fn a_gap_within_a_message_loses_that_message_alone() {
        let mut frames = Frames::default();
        assert_eq!(all(&mut frames, &[5, 1]), Vec::<Vec<u8>>::new());
        assert!(frames.gap(2, measure));
        assert_eq!(all(&mut frames, &[4, 2, 7]), [vec![2, 7]]);
    }

    #[test]
    fn a_gap_beyond_it_loses_the_place() {
        let mut frames = Frames::default();
        all(&mut frames, &[5, 1]);
        assert!(!frames.gap(4, measure));
        assert!(frames.partial().is_empty());
        assert!(!Frames::default().gap(1, measure));
    }

    #[test]
    fn a_message_can_be_passed_over() {
        let mut frames = Frames::default();
        let mut delivery = frames.deliver(&[9, 1]);
        assert!(delivery.next(measure).is_none());
        delivery.pass_over(7);
        assert_eq!(all(&mut frames, &[0, 0, 0, 0, 0, 0, 0, 2, 7]), [vec![2, 7]]);
    }
}
