//! Sequence numbers (RFC 9293, 3.4).
//!
//! On the wire they have 32 bits and wrap. Here each direction counts in 64 bits from its initial number: offset 0 is
//! the SYN, offset 1 the first data byte. A number from the wire maps to the offset nearest to a known one.

/// `a - b` for numbers less than half of the 32-bit circle apart.
#[inline]
pub(super) fn delta(a: u32, b: u32) -> i32 {
    a.wrapping_sub(b) as i32
}

/// The progress of one direction.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Progress {
    /// The number at offset 0 (ISS).
    first: u32,
    /// The offset after the highest sent byte (SND.NXT).
    sent: u64,
    /// The offset up to which the peer has acknowledged (SND.UNA).
    acked: u64,
}

impl Progress {
    /// A direction with initial number `first` that has sent everything before `next`.
    pub(super) fn starting(first: u32, next: u32) -> Self {
        Progress { first, sent: next.wrapping_sub(first).into(), acked: 0 }
    }

    /// The initial number.
    #[inline]
    pub(super) fn first(&self) -> u32 {
        self.first
    }

    /// The offset after the highest sent byte.
    #[inline]
    pub(super) fn sent(&self) -> u64 {
        self.sent
    }

    /// The sequence number after the highest sent byte.
    pub(super) fn next(&self) -> u32 {
        self.number(self.sent)
    }

    /// The sequence number at an offset.
    #[inline]
    fn number(&self, offset: u64) -> u32 {
        self.first.wrapping_add(offset as u32)
    }

    /// Distance from the sent offset to `seq`; negative if `seq` lies before it.
    #[inline]
    pub(super) fn beyond_sent(&self, seq: u32) -> i32 {
        delta(seq, self.number(self.sent))
    }

    /// Distance from the acknowledged offset to `ack`; negative if `ack` lies before it.
    #[inline]
    pub(super) fn beyond_acked(&self, ack: u32) -> i32 {
        delta(ack, self.number(self.acked))
    }

    /// The offset of a sequence number from the sender; negative before the initial number.
    #[inline]
    pub(super) fn offset_of_seq(&self, seq: u32) -> i64 {
        self.sent as i64 + i64::from(self.beyond_sent(seq))
    }

    /// The offset of an acknowledgement number from the peer; negative before the initial number.
    #[inline]
    pub(super) fn offset_of_ack(&self, ack: u32) -> i64 {
        self.acked as i64 + i64::from(self.beyond_acked(ack))
    }

    /// True if `ack` lies between the initial number and the sent offset.
    pub(super) fn covers(&self, ack: u32) -> bool {
        ack.wrapping_sub(self.first) <= self.sent as u32
    }

    /// Raises the sent offset to a number.
    #[inline]
    pub(super) fn send_to(&mut self, next: u32) {
        self.sent += u64::from(next.wrapping_sub(self.number(self.sent)));
    }

    /// Raises the acknowledged offset to a number.
    #[inline]
    pub(super) fn ack_to(&mut self, ack: u32) {
        self.acked += u64::from(ack.wrapping_sub(self.number(self.acked)));
    }

    /// True until data is acknowledged; an acknowledged SYN does not count.
    pub(super) fn no_data_acked(&self) -> bool {
        self.acked <= 1
    }

    /// The number of data bytes that were sent or at least acknowledged. SYN and FIN occupy one offset each.
    pub(super) fn data_len(&self, has_fin: bool) -> u64 {
        self.sent.max(self.acked).saturating_sub(1).saturating_sub(has_fin.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn differences_wrap() {
        assert_eq!(delta(2, u32::MAX), 3);
        assert_eq!(delta(u32::MAX, 2), -3);
    }

    #[test]
    fn offsets_go_on_where_numbers_wrap() {
        let mut p = Progress::starting(u32::MAX, 0);
        assert_eq!((p.sent(), p.offset_of_seq(0), p.offset_of_seq(9)), (1, 1, 10));
        for step in 1..=9 {
            // Steps of just under half the circle, several times around.
            let next = u32::MAX.wrapping_add(1).wrapping_add(0x7fff_ffff_u32.wrapping_mul(step));
            assert_eq!(p.beyond_sent(next), 0x7fff_ffff);
            p.send_to(next);
            p.ack_to(next);
        }
        assert_eq!(p.sent(), 1 + 9 * 0x7fff_ffff);
        assert_eq!(p.data_len(true), 9 * 0x7fff_ffff - 1);
    }

    #[test]
    fn numbers_before_the_first_have_negative_offsets() {
        let p = Progress::starting(100, 101);
        assert_eq!((p.offset_of_seq(99), p.offset_of_ack(98)), (-1, -2));
        assert!(p.no_data_acked() && p.data_len(false) == 0);
    }

    #[test]
    fn an_acknowledgement_is_covered_from_the_first_number_to_the_next() {
        let p = Progress::starting(u32::MAX, 5);
        assert!([u32::MAX, 0, 5].into_iter().all(|n| p.covers(n)));
        assert!(!p.covers(6) && !p.covers(u32::MAX - 1));
    }
}
