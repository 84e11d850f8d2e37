//! The hash of tables: one key for all tables of the process.
#[cfg(any(feature = "clustered", feature = "chained"))]
use super::layout;
use super::meta::TableMeta;
use dict::{ChosenHash, Key, KeyHash};
use std::sync::OnceLock;

static SEED: OnceLock<ChosenHash> = OnceLock::new();

/// Sets the key of the hash of all tables in the process, from entropy or a seed file. Only the first call counts, and
/// only before any table has held an entry. Without a call the key is fixed.
pub fn seed_hash(seed: [u64; 2]) {
    drop(SEED.set(ChosenHash::keyed(seed)));
}

#[inline]
pub(super) fn hash() -> &'static ChosenHash {
    SEED.get_or_init(|| ChosenHash::keyed([0x9e37_79b9_7f4a_7c15, 0xd1b5_4a32_d192_ed03]))
}

/// The hash of bytes under the process's key, for tables outside of scripts.
pub fn hash_of(bytes: &[u8]) -> u64 {
    hash().hash(bytes)
}

#[cfg(not(any(feature = "clustered", feature = "chained")))]
#[inline]
pub(super) fn hashed<'a>(_: &TableMeta, bytes: &'a [u8]) -> Key<'a> {
    Key::new(bytes, hash().hash(bytes))
}

#[cfg(any(feature = "clustered", feature = "chained"))]
pub(super) fn hashed<'a>(meta: &TableMeta, bytes: &'a [u8]) -> Key<'a> {
    Key::new(bytes, hash().hash(&layout::of_key(hash(), &meta.ty, bytes)))
}
