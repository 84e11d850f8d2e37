//! A slab: state in numbered slots. It grows by chunks of fixed size, so values never move.

const CHUNK_BITS: u32 = 8;
const CHUNK: usize = 1 << CHUNK_BITS;

/// A slab. Freed slots are reused.
pub(crate) struct Slab<T> {
    chunks: Vec<Box<[Option<T>]>>,
    free: Vec<u32>,
    next: u32,
}

impl<T> Slab<T> {
    pub(crate) fn new() -> Self {
        Slab { chunks: Vec::new(), free: Vec::new(), next: 0 }
    }

    fn slot(&mut self, at: u32) -> Option<&mut Option<T>> {
        self.chunks.get_mut((at >> CHUNK_BITS) as usize)?.get_mut(at as usize % CHUNK)
    }

    /// Stores a value and returns its slot.
    pub(crate) fn insert(&mut self, value: T) -> u32 {
        let at = self.free.pop().unwrap_or_else(|| {
            let at = self.next;
            if (at >> CHUNK_BITS) as usize == self.chunks.len() {
                self.chunks.push((0..CHUNK).map(|_| None).collect());
            }
            self.next += 1;
            at
        });
        if let Some(slot) = self.slot(at) {
            *slot = Some(value);
        }
        at
    }

    /// The value in a slot.
    #[inline]
    pub(crate) fn get(&self, at: u32) -> Option<&T> {
        self.chunks.get((at >> CHUNK_BITS) as usize)?.get(at as usize % CHUNK)?.as_ref()
    }

    /// The value in a slot, mutably.
    #[inline]
    pub(crate) fn get_mut(&mut self, at: u32) -> Option<&mut T> {
        self.slot(at)?.as_mut()
    }

    /// Removes the value in a slot.
    pub(crate) fn remove(&mut self, at: u32) -> Option<T> {
        let value = self.slot(at)?.take()?;
        self.free.push(at);
        Some(value)
    }

    /// Drops the value in a slot. Large values are not moved.
    pub(crate) fn discard(&mut self, at: u32) {
        if let Some(slot) = self.slot(at).filter(|slot| slot.is_some()) {
            *slot = None;
            self.free.push(at);
        }
    }

    /// The slots in use, in ascending order.
    pub(crate) fn places(&self) -> Vec<u32> {
        self.iter().map(|(at, _)| at).collect()
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = (u32, &T)> {
        let all = self.chunks.iter().flatten().zip(0u32..);
        all.filter_map(|(v, at)| v.as_ref().map(|v| (at, v)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_used_again() {
        let mut s = Slab::new();
        let at: Vec<u32> = (0..600).map(|n| s.insert(n)).collect();
        assert_eq!(s.remove(at[300]), Some(300));
        assert_eq!(s.remove(at[300]), None);
        assert_eq!(s.insert(7), at[300]);
        assert_eq!((s.get(at[300]), s.get(at[599]), s.get(9999)), (Some(&7), Some(&599), None));
        assert_eq!(s.iter().count(), 600);
        [at[5], at[5], 9999].into_iter().for_each(|at| s.discard(at));
        assert_eq!(s.get(at[5]), None);
        assert_eq!((s.insert(8), s.insert(9)), (at[5], 600));
    }
}
