//! The hash of tables, with one key for all tables of the process, and the order in which tables are walked.
use super::layout;
use super::meta::TableMeta;
use dict::{ChosenHash, Key, KeyHash, SipHash24};
use std::sync::OnceLock;

/// The walk order of tables that are not `&ordered`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TableOrder {
    /// The order in which the entries were added.
    #[default]
    Insertion,
    /// The order in which Zeek walks a table with the same seed and history. Each table then costs what Zeek's costs.
    Zeek,
}

/// Whether this build's tables are Zeek's, so it offers no other order.
pub const ONLY_ZEEKS_ORDER: bool = cfg!(feature = "clustered");

struct Hashes {
    own: ChosenHash,
    /// The keyed hash of indices in Zeek's layout, if tables use it.
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

/// Sets the hash key of all tables in the process, from entropy or a seed file, and their walk order. Only the first
/// call counts, and only if no table has held an entry before. Without a call, the key is fixed.
pub fn seed_hash(seed: [u64; 2], order: TableOrder) {
    drop(HASHES.set(Hashes::keyed(seed, order)));
}

#[inline]
fn hashes() -> &'static Hashes {
    HASHES
        .get_or_init(|| Hashes::keyed([0x9e37_79b9_7f4a_7c15, 0xd1b5_4a32_d192_ed03], TableOrder::Insertion))
}

/// Whether tables must be walked in Zeek's order but this build's default table has another.
pub(super) fn asks_for_zeeks_order() -> bool {
    !ONLY_ZEEKS_ORDER && hashes().order == TableOrder::Zeek
}

/// Returns the keyed hash of indices in Zeek's layout, if tables use it.
pub(super) fn zeeks() -> Option<&'static SipHash24> {
    hashes().zeeks.as_ref()
}

/// Hashes bytes with the process's key, for tables that are not script values.
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
