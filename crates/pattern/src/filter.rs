//! Finds places where a word may occur. Each word has a window of a few bytes, and a bit table tells whether the bytes
//! at a place have the same hash as any window. Few places pass, and words are compared only there.
use std::collections::HashMap;

/// Makes the upper and lower case of a letter hash alike. Some other bytes then collide, too, which costs one more
/// comparison.
const SMALL: u32 = 0x2020_2020;
/// The minimum number of table bits per window: one place in this many passes by chance.
const ROOM: usize = 24;
/// The sizes of the smallest and the largest table in bits, as powers of two. The largest takes 64 KiB.
const TABLES: std::ops::RangeInclusive<u32> = 9..=19;

/// A filter by windows of `WIDTH` bytes. It checks every `stride`-th place, so each word has `stride` adjacent windows.
pub(crate) struct Filter<const WIDTH: usize> {
    stride: usize,
    bits: Box<[u64]>,
    shift: u32,
    /// For each window, its words and its offset in each of them.
    windows: HashMap<u32, Vec<(u32, u8)>, foldhash::fast::RandomState>,
}

impl<const WIDTH: usize> Filter<WIDTH> {
    /// Creates a filter for words with their numbers. Each word must have at least `WIDTH + stride - 1` bytes.
    pub(crate) fn new(words: &[(u32, &[u8])], stride: usize) -> Self {
        let mut frequency: HashMap<u32, u32, foldhash::fast::RandomState> = HashMap::default();
        for window in words.iter().flat_map(|(_, w)| windows_of::<WIDTH>(w)) {
            *frequency.entry(key(window)).or_default() += 1;
        }
        let mut windows: HashMap<u32, Vec<(u32, u8)>, _> = HashMap::default();
        for &(number, word) in words {
            let run = WIDTH + stride - 1;
            // Choose the run of windows that are rarest in other words. Windows of one repeated byte come last, since
            // traffic is full of them.
            let cost = |run: &[u8]| -> u64 {
                let of = |w: &[u8; WIDTH]| {
                    let same = w.iter().all(|&b| Some(&b) == w.first());
                    u64::from(frequency.get(&key(w)).copied().unwrap_or(0)) + if same { 1 << 32 } else { 0 }
                };
                windows_of(run).map(of).sum()
            };
            let best = word.windows(run).enumerate().min_by_key(|(_, r)| cost(r)).map_or(0, |(at, _)| at);
            for at in best..best + stride {
                let Some(window) = word.get(at..).and_then(|w| w.first_chunk()) else { continue };
                windows.entry(key::<WIDTH>(window)).or_default().push((number, at as u8));
            }
        }
        let room = (windows.len() * ROOM).max(1).next_power_of_two().trailing_zeros();
        let log = room.clamp(*TABLES.start(), *TABLES.end());
        let mut filter =
            Filter { stride, bits: vec![0; 1 << (log - 6)].into(), shift: u32::BITS - log, windows };
        for &window in filter.windows.keys() {
            let (word, bit) = place(window, filter.shift);
            if let Some(w) = filter.bits.get_mut(word) {
                *w |= 1 << bit;
            }
        }
        filter
    }

    /// Calls `may_stand` with each word that may occur, and the offset of its first byte, which may be negative.
    #[inline]
    pub(crate) fn scan(&self, text: &[u8], may_stand: &mut dyn FnMut(u32, isize)) {
        let mut at = 0;
        while let Some(window) = text.get(at..).and_then(|t| t.first_chunk::<WIDTH>()) {
            let window = key(window);
            let (word, bit) = place(window, self.shift);
            if self.bits.get(word).is_some_and(|w| w >> bit & 1 != 0) {
                for &(number, offset) in self.windows.get(&window).map_or(&[][..], |w| w) {
                    may_stand(number, at as isize - isize::from(offset));
                }
            }
            at += self.stride;
        }
    }

    /// The size of the tables in bytes.
    pub(crate) fn memory(&self) -> usize {
        let lists: usize = self.windows.values().map(|w| size_of_val(&w[..])).sum();
        size_of_val(&*self.bits) + self.windows.capacity() * size_of::<(u32, Vec<(u32, u8)>)>() + lists
    }
}

fn windows_of<const WIDTH: usize>(text: &[u8]) -> impl Iterator<Item = &[u8; WIDTH]> {
    text.windows(WIDTH).filter_map(|w| w.first_chunk())
}

/// Returns the bytes of a window as a number.
#[inline]
fn key<const WIDTH: usize>(window: &[u8; WIDTH]) -> u32 {
    let bytes = match *window.as_slice() {
        [a, b, c, d] => [a, b, c, d],
        [a, b, c] => [a, b, c, 0],
        [a, b] => [a, b, 0, 0],
        [a] => [a, 0, 0, 0],
        _ => [0; 4],
    };
    u32::from_le_bytes(bytes) | SMALL
}

/// Returns the table's word and bit for a window.
#[inline]
fn place(window: u32, shift: u32) -> (usize, u32) {
    let hash = window.wrapping_mul(0x9e37_79b1) >> shift;
    (hash as usize / 64, hash % 64)
}
