//! What tables say about themselves, and the counts over all tables of a process.
use core::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

/// One table's figures.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// Entries now.
    pub len: usize,
    /// The most entries at one time since the table was new. (A `Dict` that was large and is small again says 255 at most.)
    pub peak: usize,
    /// Bytes by what they are for.
    pub bytes: Bytes,
    /// All bytes at the time when keys and entries took most; the bytes now where the table does not remember that
    /// (`Dict`, which gives memory back, and the others without the feature `census`).
    pub peak_bytes: usize,
    /// The longest way from an entry's home that an insertion has met: groups of 16 (`Dict`), slots (`ClusteredDict`),
    /// entries of a chain (`ChainedDict`).
    pub longest_probe: u32,
    /// Index rebuilds begun, to grow and to shrink.
    pub migrations: u32,
    /// Times that the records were moved together after removals.
    pub compactions: u32,
    /// Times that the table took a hash of its own because probes grew too long.
    pub rekeys: u32,
}

/// Bytes of one table, as asked of the allocator (its own headers and rounding not counted).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Bytes {
    /// The table value itself.
    pub handle: usize,
    /// A small table's one block.
    pub small: usize,
    /// Records of a large table; slots of the others.
    pub records: usize,
    /// What finds the records: tags and offsets, buckets and chains, the table's own bookkeeping.
    pub index: usize,
    /// Keys that lie apart from their entries.
    pub keys: usize,
}

impl Bytes {
    /// All of them.
    pub const fn total(self) -> usize {
        self.handle + self.small + self.records + self.index + self.keys
    }
}

/// The classes by peak: 0, 1, … 7 entries, and 8 and more.
pub const PEAK_CLASSES: usize = 9;

/// The tables of a process by the most entries that each ever held, and what happened to the large ones.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Census {
    /// Tables by peak: 0, 1, … 7 entries, 8 and more.
    pub by_peak: [u64; PEAK_CLASSES],
    /// The sum of their [`peak_bytes`](Report::peak_bytes), in the same classes; zero unless
    /// [`count_bytes`](Census::count_bytes) was called before.
    pub bytes_by_peak: [u64; PEAK_CLASSES],
    /// Index rebuilds of all of them.
    pub migrations: u64,
    /// Compactions of all of them.
    pub compactions: u64,
    /// Tables that had to take a hash of their own.
    pub rekeys: u64,
    /// The longest probe of any.
    pub longest_probe: u64,
}

impl Census {
    /// From now on the bytes of tables are counted too as they are dropped, which costs a walk over their entries.
    pub fn count_bytes() {
        WITH_BYTES.store(true, Relaxed);
    }

    /// Counts a table that never held anything, for owners that make theirs when the first entry comes.
    pub fn never_made() {
        if WITH_BYTES.load(Relaxed) {
            BY_PEAK[0].fetch_add(1, Relaxed);
        }
    }

    /// The tables that are gone: each was counted as it was dropped.
    pub fn of_dropped() -> Self {
        Census {
            by_peak: core::array::from_fn(|i| BY_PEAK[i].load(Relaxed)),
            bytes_by_peak: core::array::from_fn(|i| BYTES[i].load(Relaxed)),
            migrations: MIGRATIONS.load(Relaxed),
            compactions: COMPACTIONS.load(Relaxed),
            rekeys: REKEYS.load(Relaxed),
            longest_probe: LONGEST_PROBE.load(Relaxed),
        }
    }

    /// Adds a table that still lives.
    pub fn include(&mut self, table: &Report) {
        self.by_peak[class(table.peak)] += 1;
        self.bytes_by_peak[class(table.peak)] += table.peak_bytes as u64;
        self.migrations += u64::from(table.migrations);
        self.compactions += u64::from(table.compactions);
        self.rekeys += u64::from(table.rekeys);
        self.longest_probe = self.longest_probe.max(u64::from(table.longest_probe));
    }
}

/// Bytes that come and go with a table's entries, now and at the most. Only the two tables that measurements compare keep
/// it, and only with the feature `census`; else it is nothing.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Held {
    #[cfg(feature = "census")]
    now: usize,
    #[cfg(feature = "census")]
    most: usize,
}

impl Held {
    /// An entry came that takes so many.
    #[inline]
    pub(crate) fn came(&mut self, bytes: usize) {
        #[cfg(feature = "census")]
        {
            self.now += bytes;
            self.most = self.most.max(self.now);
        }
        #[cfg(not(feature = "census"))]
        let _ = bytes;
    }

    /// An entry went that took so many.
    #[inline]
    pub(crate) fn went(&mut self, bytes: usize) {
        #[cfg(feature = "census")]
        {
            self.now -= bytes;
        }
        #[cfg(not(feature = "census"))]
        let _ = bytes;
    }

    /// Bytes of a table at its peak that has `total` now.
    pub(crate) fn peak(self, total: usize) -> usize {
        #[cfg(feature = "census")]
        return total + self.most - self.now;
        #[cfg(not(feature = "census"))]
        total
    }
}

// Written when a table ends, read when somebody asks: the ways between cost nothing.
static BY_PEAK: [AtomicU64; PEAK_CLASSES] = [const { AtomicU64::new(0) }; PEAK_CLASSES];
static BYTES: [AtomicU64; PEAK_CLASSES] = [const { AtomicU64::new(0) }; PEAK_CLASSES];
static WITH_BYTES: AtomicBool = AtomicBool::new(false);
static MIGRATIONS: AtomicU64 = AtomicU64::new(0);
static COMPACTIONS: AtomicU64 = AtomicU64::new(0);
static REKEYS: AtomicU64 = AtomicU64::new(0);
static LONGEST_PROBE: AtomicU64 = AtomicU64::new(0);

fn class(peak: usize) -> usize {
    peak.min(PEAK_CLASSES - 1)
}

/// Counts a table that ends with this peak; `bytes` is asked for only where somebody wants to know.
#[inline]
pub(crate) fn retire(peak: usize, bytes: impl FnOnce() -> usize) {
    let class = class(peak);
    BY_PEAK[class].fetch_add(1, Relaxed);
    if WITH_BYTES.load(Relaxed) {
        BYTES[class].fetch_add(bytes() as u64, Relaxed);
    }
}

/// Adds what a table that ends went through.
pub(crate) fn retire_events(migrations: u32, compactions: u32, rekeys: u32, longest_probe: u32) {
    MIGRATIONS.fetch_add(u64::from(migrations), Relaxed);
    COMPACTIONS.fetch_add(u64::from(compactions), Relaxed);
    REKEYS.fetch_add(u64::from(rekeys), Relaxed);
    LONGEST_PROBE.fetch_max(u64::from(longest_probe), Relaxed);
}
