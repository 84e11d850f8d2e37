//! Records: entries of the name service as numbers and strings.
//!
//! ```text
//! 0        2        4            8                8+4n             8+4n+2s   (+2 if s is odd)
//! | nums n | strs s | blob bytes | n numbers u32  | s lengths u16  | strings, each with its NUL |
//! ```
//!
//! Numbers are little-endian. A length includes the NUL. The strings are contiguous, so that a reader copies them into
//! its caller's buffer at once. The numbers and strings of each database:
//!
//! | database | numbers | strings |
//! |---|---|---|
//! | passwd | uid, gid | name, password, gecos, home, shell |
//! | group | gid | name, password, members |
//! | initgroups | gids | user |
//! | services | port (host byte order) | name, protocol, aliases |
//! | protocols, rpc | number | name, aliases |
//! | networks | address family, network (host byte order) | name, aliases |
//! | ethers | six octets | host |
//! | netgroup | none | host, user, domain of each triple |
//! | netgroup (membership of a triple) | 0 or 1 | none |
//! | hosts | family, then 1 or 4 words (network byte order) per address | name, aliases |
//! | hosts (addrinfo) | family and 4 words (network byte order) per address | canonical name |
use crate::bytes::{put, slice_at, u16_at, u32_at};

/// The maximum size of a record in bytes. Larger entries are not cached.
pub const MAX: usize = 1 << 20;

/// The reason why an entry cannot be encoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Unfit {
    /// It has more than 65,535 numbers.
    Numbers,
    /// It has more than 65,535 strings.
    Strings,
    /// It has a string of more than 65,534 bytes.
    LongString,
    /// It has a string that contains a NUL.
    Nul,
    /// It has more than [`MAX`] bytes in total.
    Size,
}

/// A valid record: its lengths add up and each string ends with a NUL.
#[derive(Clone, Copy, Debug)]
pub struct Record<'a> {
    nums: &'a [u8],
    lens: &'a [u8],
    blob: &'a [u8],
    size: usize,
}

impl<'a> Record<'a> {
    /// Parses the record at the start of `bytes`. Returns `None` if it is truncated or its lengths do not add up.
    #[must_use]
    pub fn parse(bytes: &'a [u8]) -> Option<Self> {
        let n = usize::from(u16_at(bytes, 0)?);
        let s = usize::from(u16_at(bytes, 2)?);
        let blob_len = u32_at(bytes, 4)? as usize;
        if blob_len > MAX {
            return None;
        }
        let nums = slice_at(bytes, 8, n * 4)?;
        let lens = slice_at(bytes, 8 + n * 4, s * 2)?;
        let blob_at = 8 + n * 4 + (s + (s & 1)) * 2;
        let blob = slice_at(bytes, blob_at, blob_len)?;
        let mut end = 0usize;
        for i in 0..s {
            let len = usize::from(u16_at(lens, i * 2)?);
            end += len;
            if len == 0 || blob.get(end - 1) != Some(&0) {
                return None;
            }
        }
        (end == blob_len).then_some(Record { nums, lens, blob, size: blob_at + blob_len })
    }

    /// The size of the record in bytes.
    #[must_use]
    pub fn size(&self) -> usize {
        self.size
    }

    /// How many numbers the record has.
    #[must_use]
    pub fn num_count(&self) -> usize {
        self.nums.len() / 4
    }

    /// Returns number `i` of the record.
    #[must_use]
    pub fn num(&self, i: usize) -> Option<u32> {
        u32_at(self.nums, i.checked_mul(4)?)
    }

    /// How many strings the record has.
    #[must_use]
    pub fn string_count(&self) -> usize {
        self.lens.len() / 2
    }

    /// All strings, contiguous, each with its NUL.
    #[must_use]
    pub fn blob(&self) -> &'a [u8] {
        self.blob
    }

    /// Returns the length of string `i`, NUL included.
    #[must_use]
    pub fn string_len(&self, i: usize) -> Option<usize> {
        u16_at(self.lens, i.checked_mul(2)?).map(usize::from)
    }

    /// The strings without their NULs.
    pub fn strings(&self) -> impl Iterator<Item = &'a [u8]> + use<'a> {
        let (lens, mut rest) = (self.lens, self.blob);
        (0..lens.len() / 2).map_while(move |i| {
            let len = usize::from(u16_at(lens, i * 2)?);
            let (this, after) = rest.split_at_checked(len)?;
            rest = after;
            this.split_last().map(|(_, s)| s)
        })
    }

    /// Returns string `i` without its NUL. Takes linear time; use [`strings`](Self::strings) for all strings.
    #[must_use]
    pub fn string(&self, i: usize) -> Option<&'a [u8]> {
        self.strings().nth(i)
    }
}

/// Appends a record to `out`.
///
/// # Errors
/// If a count, a string or the record exceeds its limit. Nothing is appended in that case.
pub fn encode(nums: &[u32], strings: &[&[u8]], out: &mut impl Extend<u8>) -> Result<(), Unfit> {
    let n = u16::try_from(nums.len()).map_err(|_| Unfit::Numbers)?;
    let s = u16::try_from(strings.len()).map_err(|_| Unfit::Strings)?;
    let mut blob = 0usize;
    for string in strings {
        if string.len() >= usize::from(u16::MAX) {
            return Err(Unfit::LongString);
        }
        if string.contains(&0) {
            return Err(Unfit::Nul);
        }
        blob += string.len() + 1;
    }
    let lens = strings.len() + (strings.len() & 1);
    if 8 + nums.len() * 4 + lens * 2 + blob > MAX {
        return Err(Unfit::Size);
    }
    put(out, &n.to_le_bytes());
    put(out, &s.to_le_bytes());
    put(out, &(blob as u32).to_le_bytes());
    for v in nums {
        put(out, &v.to_le_bytes());
    }
    for string in strings {
        put(out, &(string.len() as u16 + 1).to_le_bytes());
    }
    if strings.len() & 1 == 1 {
        put(out, &[0, 0]);
    }
    for string in strings {
        put(out, string);
        put(out, &[0]);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn there_and_back(nums: &[u32], strings: &[&[u8]]) {
        let mut out = Vec::new();
        encode(nums, strings, &mut out).unwrap();
        let r = Record::parse(&out).unwrap();
        assert_eq!(r.size(), out.len());
        assert_eq!((0..r.num_count()).filter_map(|i| r.num(i)).collect::<Vec<_>>(), nums);
        assert_eq!(r.strings().collect::<Vec<_>>(), strings);
        for cut in 0..out.len() {
            assert!(Record::parse(&out[..cut]).is_none(), "cut at {cut}");
        }
    }

    #[test]
    fn records_parse_back() {
        there_and_back(&[], &[]);
        there_and_back(&[1, 2], &[b"a"]);
        there_and_back(&[7], &[b"", b"x", b"long string with spaces"]);
    }

    #[test]
    fn lengths_that_do_not_add_up_are_refused() {
        let mut out = Vec::new();
        encode(&[], &[b"ab", b"cd"], &mut out).unwrap();
        for i in 8..12 {
            let mut bad = out.clone();
            bad[i] ^= 1;
            assert!(Record::parse(&bad).is_none());
        }
        let mut unterminated = out.clone();
        unterminated[14] = b'!';
        assert!(Record::parse(&unterminated).is_none());
    }

    #[test]
    fn a_string_of_length_0_is_refused() {
        // Two strings, of 2 and 0 bytes.
        assert!(Record::parse(&[0, 0, 2, 0, 2, 0, 0, 0, 2, 0, 0, 0, b'a', 0]).is_none());
    }

    #[test]
    fn the_error_names_the_limit() {
        let mut out = Vec::new();
        assert_eq!(encode(&[], &[b"a\0b"], &mut out), Err(Unfit::Nul));
        assert_eq!(encode(&[], &[&[b'a'; 65535]], &mut out), Err(Unfit::LongString));
        assert_eq!(encode(&[0; 65536], &[], &mut out), Err(Unfit::Numbers));
        let long = [b'a'; 65534];
        assert_eq!(encode(&[], &[&long[..]; 17], &mut out), Err(Unfit::Size));
        assert!(out.is_empty());
    }
}
