//! Values by place, a small number that is reused. Values never move, and a chunk takes no memory before its first
//! value.

const CHUNK_BITS: u32 = 8;
const CHUNK: usize = 1 << CHUNK_BITS;

/// Values by place.
pub(super) struct Places<T>(Vec<Box<[Option<T>]>>);

impl<T> Default for Places<T> {
    fn default() -> Self {
        Places(Vec::new())
    }
}

impl<T> Places<T> {
    /// The value at a place.
    pub(super) fn get(&self, at: u32) -> Option<&T> {
        self.0.get((at >> CHUNK_BITS) as usize)?.get(at as usize % CHUNK)?.as_ref()
    }

    /// A place, whether or not it holds a value.
    #[expect(
        clippy::indexing_slicing,
        reason = "the chunk was just made, and has a place for each remainder"
    )]
    pub(super) fn place(&mut self, at: u32) -> &mut Option<T> {
        let chunk = (at >> CHUNK_BITS) as usize;
        if chunk >= self.0.len() {
            self.0.resize_with(chunk + 1, Box::default);
        }
        let chunk = &mut self.0[chunk];
        if chunk.is_empty() {
            *chunk = (0..CHUNK).map(|_| None).collect();
        }
        &mut chunk[at as usize % CHUNK]
    }

    /// Takes the value at a place if `meant` accepts it.
    pub(super) fn take_if(&mut self, at: u32, meant: impl FnOnce(&T) -> bool) -> Option<T> {
        let chunk = self.0.get_mut((at >> CHUNK_BITS) as usize)?;
        chunk.get_mut(at as usize % CHUNK)?.take_if(|value| meant(value))
    }

    /// All values, by place.
    pub(super) fn iter(&self) -> impl Iterator<Item = &T> {
        self.0.iter().flatten().flatten()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_found_where_they_were_put() {
        let mut places = Places::default();
        for at in [0, 255, 256, 70_000] {
            *places.place(at) = Some(at);
        }
        assert_eq!(places.iter().copied().collect::<Vec<u32>>(), [0, 255, 256, 70_000]);
        assert_eq!((places.get(255), places.get(254), places.get(1 << 30)), (Some(&255), None, None));
        assert_eq!((places.take_if(256, |v| *v == 1), places.take_if(256, |v| *v == 256)), (None, Some(256)));
        assert_eq!(places.get(256), None);
        assert_eq!(places.take_if(256, |_| true), None);
    }
}
