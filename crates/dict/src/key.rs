//! Keys: bytes with their hash, and types that can be encoded as bytes.

/// A key: its bytes and their hash, computed once for all lookups.
///
/// Equal bytes must have equal hashes during a table's life. A bad hash only costs time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Key<'a> {
    bytes: &'a [u8],
    hash: u64,
}

impl<'a> Key<'a> {
    /// Creates a key from bytes and their hash.
    #[inline]
    pub const fn new(bytes: &'a [u8], hash: u64) -> Self {
        Key { bytes, hash }
    }

    /// The bytes.
    #[inline]
    pub const fn bytes(self) -> &'a [u8] {
        self.bytes
    }

    /// The hash. For a key from a table, it is only the part of the caller's hash that the table stores: valid for
    /// another table of the same kind, so that copying hashes nothing, but different from the caller's 64 bits.
    #[inline]
    pub const fn hash(self) -> u64 {
        self.hash
    }
}

/// A type that [`Map`](crate::Map) accepts as a key: it can be encoded as bytes and decoded.
///
/// Two keys are equal exactly if their bytes are. `read(write(k))` returns `k`.
pub trait TableKey {
    /// The encoded key: an array for plain values, a borrow for strings.
    type Bytes<'a>: AsRef<[u8]>
    where
        Self: 'a;

    /// Encodes the key.
    fn write(&self) -> Self::Bytes<'_>;

    /// Decodes the result of [`write`](TableKey::write).
    fn read(bytes: &[u8]) -> Self;
}

macro_rules! integer_keys {
    ($($t:ty),*) => {$(
        impl TableKey for $t {
            type Bytes<'a> = [u8; size_of::<$t>()];

            #[inline]
            fn write(&self) -> Self::Bytes<'_> {
                self.to_le_bytes()
            }

            fn read(bytes: &[u8]) -> Self {
                let mut b = [0; size_of::<$t>()];
                b.copy_from_slice(bytes);
                <$t>::from_le_bytes(b)
            }
        }
    )*};
}
integer_keys!(u8, u16, u32, u64, u128, i8, i16, i32, i64, i128);

impl<const N: usize> TableKey for [u8; N] {
    type Bytes<'a> = &'a [u8; N];

    #[inline]
    fn write(&self) -> &[u8; N] {
        self
    }

    fn read(bytes: &[u8]) -> Self {
        let mut b = [0; N];
        b.copy_from_slice(bytes);
        b
    }
}

impl TableKey for alloc::vec::Vec<u8> {
    type Bytes<'a> = &'a [u8];

    #[inline]
    fn write(&self) -> &[u8] {
        self
    }

    fn read(bytes: &[u8]) -> Self {
        bytes.to_vec()
    }
}

impl TableKey for alloc::string::String {
    type Bytes<'a> = &'a [u8];

    #[inline]
    fn write(&self) -> &[u8] {
        self.as_bytes()
    }

    fn read(bytes: &[u8]) -> Self {
        alloc::string::String::from_utf8_lossy(bytes).into_owned()
    }
}
