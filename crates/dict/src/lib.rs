//! The monitor's hash tables. Of the tables in a run over SMB traffic, 55 % never contained an entry, 39 % contained
//! one, and 99.96 % at most seven; the rest grow to a hundred thousand and more. This crate has a table for that
//! distribution and the two tables that published measurements compare, behind one trait:
//!
//! - [`Dict`], the product: an 8-byte handle that is null while empty, one block for up to 16 entries, records under a
//!   chunked index beyond, no operation that stalls, insertion order;
//! - [`ClusteredDict`], Zeek's table since 2020, which iterates in Zeek's order for the same hashes and the same
//!   history;
//! - [`ChainedDict`], the table that Zeek used before.
//!
//! Keys are bytes with a hash that the caller computes once ([`Key`]); [`Map`] adds typed keys. The monitor uses
//! [`Chosen`] and [`ChosenHash`], which the features `clustered` and `chained` change for a whole build. These aliases
//! are the only place where the choice is made.
//!
//! ```
//! use dict::{Chosen, ChosenHash, Key, KeyHash, Order, Table};
//!
//! let hash = ChosenHash::keyed([0x1234, 0x5678]); // entropy comes from the caller
//! let mut seen: Chosen<u64> = Chosen::new(Order::Any);
//! for host in ["10.0.0.1", "10.0.0.2", "10.0.0.1"] {
//!     let key = Key::new(host.as_bytes(), hash.hash(host.as_bytes()));
//!     *seen.find_or_insert_with(key, || 0).0 += 1;
//! }
//! let counts: Vec<u64> = seen.iter().map(|(_, n)| *n).collect();
//! assert_eq!(counts.len(), 2);
//! assert_eq!(counts.iter().sum::<u64>(), 3);
//! ```
//!
//! This crate must never know packets or scripts, read a clock or entropy, take time in proportion to the table (except
//! in `clear`, `clone` and drop), or keep memory that its entries no longer need.
#![no_std]

extern crate alloc;
#[cfg(test)]
extern crate std;

mod chained;
mod clustered;
mod dict;
mod hash;
mod key;
mod map;
mod prefetch;
mod report;
mod stored;
mod table;

pub use chained::{ChainedDict, Iter as ChainedIter};
pub use clustered::{ClusteredDict, Iter as ClusteredIter};
pub use dict::{Dict, Iter as DictIter};
pub use hash::{FoldHash, KeyHash, SipHash24, seed_tables};
pub use key::{Key, TableKey};
pub use map::{Hashed, Map};
pub use report::{Bytes, Census, PEAK_CLASSES, Report};
pub use stored::StoredKey;
pub use table::{Cursor, Order, Table};

/// The table that this build of the monitor uses.
#[cfg(not(any(feature = "chained", feature = "clustered")))]
pub type Chosen<V> = Dict<V>;
/// The table that this build of the monitor uses.
#[cfg(all(feature = "chained", not(feature = "clustered")))]
pub type Chosen<V> = ChainedDict<V>;
/// The table that this build of the monitor uses.
#[cfg(feature = "clustered")]
pub type Chosen<V> = ClusteredDict<V>;

/// The name of the chosen table.
pub const CHOSEN: &str = if cfg!(feature = "clustered") {
    "clustered"
} else if cfg!(feature = "chained") {
    "chained"
} else {
    "Dict"
};

/// The hash of the chosen table.
#[cfg(not(any(feature = "chained", feature = "clustered")))]
pub type ChosenHash = FoldHash;
/// The hash of the chosen table: Zeek's.
#[cfg(any(feature = "chained", feature = "clustered"))]
pub type ChosenHash = SipHash24;
