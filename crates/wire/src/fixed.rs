//! The fixed part of a header, with its length in the type.
#![expect(
    clippy::indexing_slicing,
    reason = "every index is a constant that a const assertion checks against N"
)]

/// A view of exactly `N` bytes. Fields are read at constant offsets, and an offset beyond `N` does not compile, so
/// reads cannot panic.
///
/// ```
/// use wire::Fixed;
/// let (header, payload) = Fixed::<4>::split(&[0x12, 0x34, 0, 5, 6]).unwrap();
/// assert_eq!(header.be16::<0>(), 0x1234);
/// assert_eq!(payload, [6]);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fixed<'a, const N: usize>(&'a [u8; N]);

impl<'a, const N: usize> Fixed<'a, N> {
    /// The first `N` bytes and the rest; `None` if `bytes` is shorter.
    #[inline]
    pub const fn split(bytes: &'a [u8]) -> Option<(Self, &'a [u8])> {
        match bytes.split_first_chunk::<N>() {
            Some((head, rest)) => Some((Fixed(head), rest)),
            None => None,
        }
    }

    /// The first `N` bytes of `bytes`.
    #[inline]
    pub const fn of(bytes: &'a [u8]) -> Option<Self> {
        match bytes.first_chunk::<N>() {
            Some(head) => Some(Fixed(head)),
            None => None,
        }
    }

    /// The bytes.
    #[inline]
    pub const fn bytes(self) -> &'a [u8; N] {
        self.0
    }

    /// The byte at `AT`.
    #[inline]
    pub const fn u8<const AT: usize>(self) -> u8 {
        const { assert!(AT < N, "the field lies beyond the header") };
        self.0[AT]
    }

    /// Two bytes at `AT` in network order.
    #[inline]
    pub const fn be16<const AT: usize>(self) -> u16 {
        u16::from_be_bytes(self.array::<AT, 2>())
    }

    /// Three bytes at `AT` in network order.
    #[inline]
    pub const fn be24<const AT: usize>(self) -> u32 {
        let [a, b, c] = self.array::<AT, 3>();
        u32::from_be_bytes([0, a, b, c])
    }

    /// Four bytes at `AT` in network order.
    #[inline]
    pub const fn be32<const AT: usize>(self) -> u32 {
        u32::from_be_bytes(self.array::<AT, 4>())
    }

    /// Eight bytes at `AT` in network order.
    #[inline]
    pub const fn be64<const AT: usize>(self) -> u64 {
        u64::from_be_bytes(self.array::<AT, 8>())
    }

    /// Two bytes at `AT`, little-endian.
    #[inline]
    pub const fn le16<const AT: usize>(self) -> u16 {
        u16::from_le_bytes(self.array::<AT, 2>())
    }

    /// Four bytes at `AT`, little-endian.
    #[inline]
    pub const fn le32<const AT: usize>(self) -> u32 {
        u32::from_le_bytes(self.array::<AT, 4>())
    }

    /// `LEN` bytes at `AT`.
    #[inline]
    pub const fn array<const AT: usize, const LEN: usize>(self) -> [u8; LEN] {
        const { assert!(AT + LEN <= N, "the field lies beyond the header") };
        let mut out = [0; LEN];
        let mut i = 0;
        while i < LEN {
            out[i] = self.0[AT + i];
            i += 1;
        }
        out
    }
}
