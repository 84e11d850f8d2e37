//! The wheel: levels of 256 slots, each slot a chain of chunks of entries in the order in which they were set.
//!
//! There are few levels with many slots: a timer of minutes moves down twice; with 64 slots per level it would move
//! three times, and moving is half of a timer's cost.
use super::NONE;

/// The number of levels: 48 bits of ticks.
pub(super) const LEVELS: usize = 6;
/// log2 of the slots per level.
pub(super) const DIGIT: u32 = 8;
const SLOTS: usize = 1 << DIGIT;
/// Words with one bit per slot of a level.
const WORDS: usize = SLOTS / 64;
/// The number of entries per chunk: with values of four or eight bytes, a chunk takes one and a half kilobytes.
const ROOM: usize = 63;
/// The number of chunks that are kept when the last timer is gone.
const KEPT: usize = 64;

/// A timer in the wheel.
#[derive(Clone, Copy)]
pub(super) struct Entry<T> {
    pub(super) when: u64,
    /// The index in the lower half, the generation in the upper half. A single word, so that an entry moves in
    /// registers: two members would be stored separately and loaded as one, which stalls the processor.
    id: u64,
    pub(super) value: T,
}

impl<T: Copy> Entry<T> {
    pub(super) fn new(when: u64, index: u32, generation: u32, value: T) -> Self {
        Entry { when, id: u64::from(generation) << 32 | u64::from(index), value }
    }
}

impl<T> Entry<T> {
    pub(super) fn index(&self) -> u32 {
        self.id as u32
    }

    pub(super) fn generation(&self) -> u32 {
        (self.id >> 32) as u32
    }
}

struct Chunk<T> {
    used: u32,
    next: u32,
    entries: [Entry<T>; ROOM],
}

impl<T: Copy> Chunk<T> {
    /// Drops entries that are not `alive` and returns their number. Does not branch on the result of `alive`: the
    /// branch would be mispredicted, and without it many entries' generations are loaded in parallel.
    fn drop_stale(&mut self, alive: impl Fn(&Entry<T>) -> bool) -> usize {
        let mut kept = 0;
        let used = ROOM.min(self.used as usize);
        for i in 0..used {
            let e = self.entries[i];
            self.entries[kept] = e;
            kept += usize::from(alive(&e));
        }
        self.used = kept as u32;
        used - kept
    }
}

#[derive(Clone, Copy)]
struct Chain {
    head: u32,
    tail: u32,
}

const EMPTY: Chain = Chain { head: NONE, tail: NONE };

/// The position of the sweep: a slot, the next chunk and the one before it.
#[derive(Clone, Copy)]
struct Sweep {
    slot: usize,
    before: u32,
    at: u32,
}

/// All slots of all levels.
pub(super) struct Slots<T> {
    /// One bit per slot, four words per level.
    occupied: [u64; LEVELS * WORDS],
    chains: Box<[Chain; LEVELS * SLOTS]>,
    chunks: Vec<Chunk<T>>,
    first_free: u32,
    stored: usize,
    sweep: Sweep,
}

impl<T: Copy> Slots<T> {
    pub(super) fn new() -> Self {
        Slots {
            occupied: [0; LEVELS * WORDS],
            chains: Box::new([EMPTY; LEVELS * SLOTS]),
            chunks: Vec::new(),
            first_free: NONE,
            stored: 0,
            sweep: Sweep { slot: 0, before: NONE, at: NONE },
        }
    }

    /// The number of entries in the wheel, including stale ones.
    pub(super) fn stored(&self) -> usize {
        self.stored
    }

    /// Files an entry of `tick`; `now` is the current tick, which is earlier.
    #[inline]
    pub(super) fn push(&mut self, now: u64, tick: u64, entry: Entry<T>) {
        let level = (63 - (now ^ tick).leading_zeros()) / DIGIT;
        let digit = (tick >> (level * DIGIT)) as usize & (SLOTS - 1);
        let slot = level as usize * SLOTS + digit;
        let mut tail = self.chains[slot].tail;
        if tail == NONE || self.chunks[tail as usize].used as usize == ROOM {
            let fresh = self.chunk(entry.value);
            if tail == NONE {
                self.chains[slot].head = fresh;
                self.occupied[slot / 64] |= 1 << (slot % 64);
            } else {
                self.chunks[tail as usize].next = fresh;
            }
            self.chains[slot].tail = fresh;
            tail = fresh;
        }
        let chunk = &mut self.chunks[tail as usize];
        let room = &mut chunk.entries[chunk.used as usize];
        room.when = entry.when;
        room.id = entry.id;
        room.value = entry.value;
        chunk.used += 1;
        self.stored += 1;
    }

    /// Returns the first tick of the first occupied slot: no entry is earlier.
    pub(super) fn floor(&self, now: u64) -> Option<u64> {
        let slot = self.first()?;
        let (level, digit) = (slot / SLOTS, slot % SLOTS);
        let below = (level as u32 + 1) * DIGIT;
        // The digits above the level's are those of `now`.
        let above = if below >= u64::BITS { 0 } else { now >> below << below };
        Some(above | (digit as u64) << (level as u32 * DIGIT))
    }

    /// Returns the exact time and index of the first live entry. Empties slots without a live entry on the way.
    pub(super) fn earliest(&mut self, now: u64, alive: impl Fn(&Entry<T>) -> bool) -> Option<(u64, u32)> {
        debug_assert!(self.floor(now).is_none_or(|t| t > now), "the current tick is not in the wheel");
        loop {
            let slot = self.first()?;
            let mut best: Option<(u64, u32)> = None;
            let mut at = self.chains[slot].head;
            while at != NONE {
                let chunk = &self.chunks[at as usize];
                for e in chunk.entries.iter().take(chunk.used as usize) {
                    if best.is_none_or(|(b, _)| e.when < b) && alive(e) {
                        best = Some((e.when, e.index()));
                    }
                }
                at = chunk.next;
            }
            if best.is_some() {
                return best;
            }
            let mut at = self.detach(slot);
            while at != NONE {
                self.stored -= self.chunks[at as usize].used as usize;
                at = self.release(at);
            }
        }
    }

    /// Empties the slot that begins with tick `now`: entries of that tick go to `due`, the others further down.
    ///
    /// Stale entries are dropped on the way into the lowest level. That reads many generations in a row, which memory
    /// serves in parallel, and leaves them in the cache for when the timers fire soon after. On higher levels it would
    /// not pay off.
    pub(super) fn take(
        &mut self,
        now: u64,
        due: &mut Vec<Entry<T>>,
        tick_bits: u32,
        alive: impl Fn(&Entry<T>) -> bool,
    ) {
        let Some(slot) = self.first() else { return };
        let mut at = self.detach(slot);
        while at != NONE {
            if slot / SLOTS == 1 {
                self.stored -= self.chunks[at as usize].drop_stale(&alive);
            }
            let used = self.chunks[at as usize].used as usize;
            self.stored -= used;
            for i in 0..used {
                let e = self.chunks[at as usize].entries[i];
                let tick = e.when >> tick_bits;
                if tick == now {
                    due.push(e);
                } else {
                    self.push(now, tick, e);
                }
            }
            at = self.release(at);
        }
    }

    /// Drops the stale entries of one chunk, and merges it with the previous chunk if both fit into one.
    pub(super) fn sweep(&mut self, alive: impl Fn(&Entry<T>) -> bool) {
        if self.sweep.at == NONE {
            let Some(slot) = self.next_occupied(self.sweep.slot) else { return };
            self.sweep = Sweep { slot, before: NONE, at: self.chains[slot].head };
        }
        let Sweep { slot, before, at } = self.sweep;
        self.stored -= self.chunks[at as usize].drop_stale(alive);
        let chunk = &self.chunks[at as usize];
        let (kept, next) = (chunk.used as usize, chunk.next);
        let room = if before == NONE { 0 } else { ROOM - self.chunks[before as usize].used as usize };
        if kept > room {
            self.sweep = Sweep { slot, before: at, at: next };
            return;
        }
        // The entries move to the previous chunk, and this one is freed (an empty first chunk is just freed).
        for i in 0..kept {
            let e = self.chunks[at as usize].entries[i];
            let into = &mut self.chunks[before as usize];
            into.entries[into.used as usize] = e;
            into.used += 1;
        }
        if before == NONE {
            self.chains[slot].head = next;
        } else {
            self.chunks[before as usize].next = next;
        }
        if next == NONE {
            self.chains[slot].tail = before;
            if before == NONE {
                self.occupied[slot / 64] &= !(1 << (slot % 64));
            }
        }
        self.release(at);
        self.sweep = Sweep { slot, before, at: next };
    }

    /// Drops all entries and most of the memory.
    pub(super) fn clear(&mut self) {
        while let Some(slot) = self.first() {
            let mut at = self.detach(slot);
            while at != NONE {
                at = self.release(at);
            }
        }
        self.stored = 0;
        if self.chunks.len() > KEPT {
            self.chunks = Vec::new();
            self.first_free = NONE;
        }
    }

    /// Returns the first occupied slot: in the lowest level that has one, that with the lowest digit.
    fn first(&self) -> Option<usize> {
        let word = self.occupied.iter().position(|&o| o != 0)?;
        Some(word * 64 + self.occupied[word].trailing_zeros() as usize)
    }

    /// Returns the first occupied slot after `slot`, wrapping around.
    fn next_occupied(&self, slot: usize) -> Option<usize> {
        let (from, bit) = (slot / 64, slot % 64);
        let later = self.occupied[from] & (!0 << bit) & !(1 << bit);
        if later != 0 {
            return Some(from * 64 + later.trailing_zeros() as usize);
        }
        let words = self.occupied.len();
        (1..=words).map(|i| (from + i) % words).find_map(|at| {
            let word = self.occupied[at];
            (word != 0).then(|| at * 64 + word.trailing_zeros() as usize)
        })
    }

    /// Detaches the chain of a slot and returns its first chunk.
    fn detach(&mut self, slot: usize) -> u32 {
        self.occupied[slot / 64] &= !(1 << (slot % 64));
        if self.sweep.slot == slot {
            self.sweep = Sweep { slot, before: NONE, at: NONE };
        }
        std::mem::replace(&mut self.chains[slot], EMPTY).head
    }

    /// Returns an empty chunk; a new one is filled with `filler`, which is never read.
    fn chunk(&mut self, filler: T) -> u32 {
        if self.first_free == NONE {
            let at = u32::try_from(self.chunks.len()).expect("fewer than 2^32 timers");
            let entries = [Entry::new(0, NONE, 0, filler); ROOM];
            self.chunks.push(Chunk { used: 0, next: NONE, entries });
            return at;
        }
        let at = self.first_free;
        let chunk = &mut self.chunks[at as usize];
        self.first_free = chunk.next;
        chunk.used = 0;
        chunk.next = NONE;
        at
    }

    /// Frees a chunk and returns the next one.
    fn release(&mut self, at: u32) -> u32 {
        let chunk = &mut self.chunks[at as usize];
        let next = std::mem::replace(&mut chunk.next, self.first_free);
        self.first_free = at;
        next
    }
}
