//! The hash of tables, one key for all tables of the process, and the order in which they are walked.
use super::layout;
use super::meta::TableMeta;
use dict::{ChosenHash, Key, KeyHash, SipHash24};
use std::sync::OnceLock;

/// The order in which tables are walked that are not `&ordered`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TableOrder {
    /// As their entries were added.
    #[default]
    Insertion,
    /// As Zeek's tables are walked with the same seed and the same history. Each table then costs what Zeek's costs.
    Zeek,
}

/// Whether this build's tables are Zeek's, so that it can offer no other order.
pub const ONLY_ZEEKS_ORDER: bool = cfg!(feature = "clustered");

struct Hashes {
    own: ChosenHash,
    /// The hash of an index in Zeek's layout, if tables hash that.
    zeeks: Option<SipHash24>,
    order: TableOrder,
}

impl Hashes {
    fn keyed(seed: [u64; 2], order: TableOrder) -> Self {
        let published = cfg!(any(feature = "clustered", feature = "chained"));
        let zeeks = (published || order == TableOrder::Zeek).then(|| SipHash24::keyed(seed));
        Hashes { own: ChosenHash::keyed(seed), zeeks, order }
    }
}

static HASHES: OnceLock<Hashes> = OnceLock::new();

/// Sets the key of the hash of all tables in the process, from entropy or a seed file, and the order of their walks.
/// Only the first call counts, and only before any table has held an entry. Without a call the key is fixed.
pub fn seed_hash(seed: [u64; 2], order: TableOrder) {
    drop(HASHES.set(Hashes::keyed(seed, order)));
}

#[inline]
fn hashes() -> &'static Hashes {
    HASHES
        .get_or_init(|| Hashes::keyed([0x9e37_79b9_7f4a_7c15, 0xd1b5_4a32_d192_ed03], TableOrder::Insertion))
}

/// Whether tables must be walked in Zeek's order and this build's own table has another.
pub(super) fn asks_for_zeeks_order() -> bool {
    !ONLY_ZEEKS_ORDER && hashes().order == TableOrder::Zeek
}

/// The hash of an index in Zeek's layout, if tables hash that.
pub(super) fn zeeks() -> Option<&'static SipHash24> {
    hashes().zeeks.as_ref()
}

/// The hash of bytes under the process's key, for tables outside of scripts.
pub fn hash_of(bytes: &[u8]) -> u64 {
    let hashes = hashes();
    hashes.zeeks.as_ref().map_or_else(|| hashes.own.hash(bytes), |zeeks| zeeks.hash(bytes))
}

#[inline]
pub(super) fn hashed<'a>(meta: &TableMeta, bytes: &'a [u8]) -> Key<'a> {
    let hashes = hashes();
    match &hashes.zeeks {
        None => Key::new(bytes, hashes.own.hash(bytes)),
        Some(zeeks) => zeeks_key(zeeks, meta, bytes),
    }
}

#[cold]
#[inline(never)]
fn zeeks_key<'a>(zeeks: &SipHash24, meta: &TableMeta, bytes: &'a [u8]) -> Key<'a> {
    Key::new(bytes, zeeks.hash(&layout::of_key(zeeks, &meta.ty, bytes)))
}
