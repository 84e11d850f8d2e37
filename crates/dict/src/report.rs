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
    /// What the table's blocks took of the allocator, its headers and rounding with them, when it held most; what they
    /// take now without the feature `census`. Of `Dict`, which gives memory back, the bytes now, as asked for.
    pub peak_bytes: usize,
    /// The same with a pointer for each value, as the published tables had it: what a value takes beyond that is not the
    /// table's. Of `Dict`, which has no published form, as [`peak_bytes`](Report::peak_bytes).
    pub published_bytes: usize,
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
    /// The sum of their [`published_bytes`](Report::published_bytes), likewise.
    pub published_by_peak: [u64; PEAK_CLASSES],
    /// Tables in fields of records that nobody looked at, which were therefore never made; zero without the feature
    /// `census`. Not among those [`by_peak`](Census::by_peak).
    pub untouched: u64,
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

    /// Counts tables of fields that are made when they are first looked at, for owners that put them off.
    #[cfg(feature = "census")]
    pub fn put_off(tables: u64) {
        UNTOUCHED.fetch_add(tables, Relaxed);
    }

    /// So many of those that were put off are made now.
    #[cfg(feature = "census")]
    pub fn taken_up(tables: u64) {
        UNTOUCHED.fetch_sub(tables, Relaxed);
    }

    /// The tables that are gone: each was counted as it was dropped.
    pub fn of_dropped() -> Self {
        Census {
            by_peak: core::array::from_fn(|i| BY_PEAK[i].load(Relaxed)),
            bytes_by_peak: core::array::from_fn(|i| BYTES[i].load(Relaxed)),
            published_by_peak: core::array::from_fn(|i| PUBLISHED[i].load(Relaxed)),
            untouched: UNTOUCHED.load(Relaxed),
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
        self.published_by_peak[class(table.peak)] += table.published_bytes as u64;
        self.migrations += u64::from(table.migrations);
        self.compactions += u64::from(table.compactions);
        self.rekeys += u64::from(table.rekeys);
        self.longest_probe = self.longest_probe.max(u64::from(table.longest_probe));
    }
}

/// What a block of so many bytes takes of glibc's allocator: a header of 8, multiples of 16, 32 at least.
pub(crate) const fn block(bytes: usize) -> usize {
    const HEADER: usize = 8;
    const LEAST: usize = 32;
    match bytes {
        0 => 0,
        _ if bytes + HEADER <= LEAST => LEAST,
        _ => (bytes + HEADER).next_multiple_of(16),
    }
}

/// What the keys of a table took when they took most, and what a table that was cleared took before. Only the two tables
/// that measurements compare keep it, and only with the feature `census`; else it is nothing.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Held {
    #[cfg(feature = "census")]
    now: usize,
    #[cfg(feature = "census")]
    most: usize,
    /// Of the whole table, as allocated and as published.
    #[cfg(feature = "census")]
    before: [usize; 2],
}

impl Held {
    /// A key came that takes so many bytes apart from its entry.
    #[inline]
    pub(crate) fn came(&mut self, bytes: usize) {
        #[cfg(feature = "census")]
        {
            self.now += block(bytes);
            self.most = self.most.max(self.now);
        }
        #[cfg(not(feature = "census"))]
        let _ = bytes;
    }

    /// A key went that took so many.
    #[inline]
    pub(crate) fn went(&mut self, bytes: usize) {
        #[cfg(feature = "census")]
        {
            self.now -= block(bytes);
        }
        #[cfg(not(feature = "census"))]
        let _ = bytes;
    }

    /// The table gives all back; `without_keys` is what it took at its peak, but for keys, as allocated and as published.
    pub(crate) fn cleared(&mut self, without_keys: impl FnOnce() -> [usize; 2]) {
        #[cfg(feature = "census")]
        {
            *self = Held { now: 0, most: 0, before: self.peak(0, without_keys()) };
        }
        #[cfg(not(feature = "census"))]
        let _ = without_keys;
    }

    /// What a table took at its peak whose keys take `keys` now and whose other blocks took `without_keys`.
    pub(crate) fn peak(self, keys: usize, without_keys: [usize; 2]) -> [usize; 2] {
        #[cfg(feature = "census")]
        return [0, 1].map(|i| (without_keys[i] + self.most.max(keys)).max(self.before[i]));
        #[cfg(not(feature = "census"))]
        without_keys.map(|bytes| bytes + keys)
    }
}

// Written when a table ends, read when somebody asks: the ways between cost nothing.
static BY_PEAK: [AtomicU64; PEAK_CLASSES] = [const { AtomicU64::new(0) }; PEAK_CLASSES];
static BYTES: [AtomicU64; PEAK_CLASSES] = [const { AtomicU64::new(0) }; PEAK_CLASSES];
static PUBLISHED: [AtomicU64; PEAK_CLASSES] = [const { AtomicU64::new(0) }; PEAK_CLASSES];
static UNTOUCHED: AtomicU64 = AtomicU64::new(0);
static WITH_BYTES: AtomicBool = AtomicBool::new(false);
static MIGRATIONS: AtomicU64 = AtomicU64::new(0);
static COMPACTIONS: AtomicU64 = AtomicU64::new(0);
static REKEYS: AtomicU64 = AtomicU64::new(0);
static LONGEST_PROBE: AtomicU64 = AtomicU64::new(0);

fn class(peak: usize) -> usize {
    peak.min(PEAK_CLASSES - 1)
}

/// Counts a table that ends with this peak; `report` is asked for only where somebody wants to know its bytes.
#[inline]
pub(crate) fn retire(peak: usize, report: impl FnOnce() -> Report) {
    let class = class(peak);
    BY_PEAK[class].fetch_add(1, Relaxed);
    if WITH_BYTES.load(Relaxed) {
        let report = report();
        BYTES[class].fetch_add(report.peak_bytes as u64, Relaxed);
        PUBLISHED[class].fetch_add(report.published_bytes as u64, Relaxed);
    }
}

/// Adds what a table that ends went through.
pub(crate) fn retire_events(migrations: u32, compactions: u32, rekeys: u32, longest_probe: u32) {
    MIGRATIONS.fetch_add(u64::from(migrations), Relaxed);
    COMPACTIONS.fetch_add(u64::from(compactions), Relaxed);
    REKEYS.fetch_add(u64::from(rekeys), Relaxed);
    LONGEST_PROBE.fetch_max(u64::from(longest_probe), Relaxed);
}
