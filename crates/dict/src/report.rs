//! Statistics of a table, and of all tables of a process.
use core::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

/// Statistics of one table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// The number of entries.
    pub len: usize,
    /// The maximum number of entries in the table's life. (A `Dict` that was large and is small again reports at most
    /// 255.)
    pub peak: usize,
    /// Bytes by purpose.
    pub bytes: Bytes,
    /// Peak memory of the table's blocks, including the allocator's headers and rounding; current memory without the
    /// feature `census`. For `Dict`, which returns memory, the currently requested bytes.
    pub peak_bytes: usize,
    /// The same with a pointer for each value, like the published tables, which store values outside. For `Dict`, which
    /// has no published form, equal to [`peak_bytes`](Report::peak_bytes).
    pub published_bytes: usize,
    /// The longest probe of an insertion: in groups of 16 (`Dict`), slots (`ClusteredDict`) or entries of a chain
    /// (`ChainedDict`).
    pub longest_probe: u32,
    /// The number of index rebuilds, to grow or shrink.
    pub migrations: u32,
    /// The number of compactions after removals.
    pub compactions: u32,
    /// The number of switches to the table's own hash because of long probes.
    pub rekeys: u32,
}

/// The bytes of one table as requested from the allocator (without headers and rounding).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Bytes {
    /// The table value itself.
    pub handle: usize,
    /// A small table's block.
    pub small: usize,
    /// Records of a large table; slots of the other tables.
    pub records: usize,
    /// Tags and offsets, buckets and chains, and bookkeeping.
    pub index: usize,
    /// Keys stored outside their entries.
    pub keys: usize,
}

impl Bytes {
    /// The sum.
    pub const fn total(self) -> usize {
        self.handle + self.small + self.records + self.index + self.keys
    }
}

/// The number of classes by peak: 0, 1, … 7 entries, and 8 or more.
pub const PEAK_CLASSES: usize = 9;

/// The tables of a process by peak number of entries, and events of large tables.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Census {
    /// Number of tables by peak: 0, 1, … 7 entries, 8 or more.
    pub by_peak: [u64; PEAK_CLASSES],
    /// Sum of [`peak_bytes`](Report::peak_bytes) by class; zero unless [`count_bytes`](Census::count_bytes) was called.
    pub bytes_by_peak: [u64; PEAK_CLASSES],
    /// Sum of [`published_bytes`](Report::published_bytes) by class; zero in the same case.
    pub published_by_peak: [u64; PEAK_CLASSES],
    /// The number of tables in record fields that were never accessed, so that the tables were never made; zero without
    /// the feature `census`. Not included in [`by_peak`](Census::by_peak).
    pub untouched: u64,
    /// The number of index rebuilds of all tables.
    pub migrations: u64,
    /// The number of compactions of all tables.
    pub compactions: u64,
    /// The number of tables that switched to their own hash.
    pub rekeys: u64,
    /// The longest probe of any table.
    pub longest_probe: u64,
}

impl Census {
    /// Makes the census count the bytes of tables, too, that are dropped from now on. This costs a walk over their
    /// entries.
    pub fn count_bytes() {
        WITH_BYTES.store(true, Relaxed);
    }

    /// Counts a table that never had entries, for owners that make tables only with the first entry.
    pub fn never_made() {
        if WITH_BYTES.load(Relaxed) {
            BY_PEAK[0].fetch_add(1, Relaxed);
        }
    }

    /// Counts tables in fields that are made on first access, for owners that defer them.
    #[cfg(feature = "census")]
    pub fn put_off(tables: u64) {
        UNTOUCHED.fetch_add(tables, Relaxed);
    }

    /// Subtracts deferred tables that are being made.
    #[cfg(feature = "census")]
    pub fn taken_up(tables: u64) {
        UNTOUCHED.fetch_sub(tables, Relaxed);
    }

    /// Returns the statistics of dropped tables.
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

    /// Adds a live table.
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

/// Returns the size of a block in glibc's allocator: a header of 8 bytes, rounded up to multiples of 16, at least 32.
pub(crate) const fn block(bytes: usize) -> usize {
    const HEADER: usize = 8;
    const LEAST: usize = 32;
    match bytes {
        0 => 0,
        _ if bytes + HEADER <= LEAST => LEAST,
        _ => (bytes + HEADER).next_multiple_of(16),
    }
}

/// The peak memory of a table's keys, and the peak memory of a table before it was cleared. Only the two published
/// tables keep it, and only with the feature `census`; otherwise empty.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Held {
    #[cfg(feature = "census")]
    now: usize,
    #[cfg(feature = "census")]
    most: usize,
    /// The peak memory of the whole table, actual and published.
    #[cfg(feature = "census")]
    before: [usize; 2],
}

impl Held {
    /// Records that a key was added that takes this many bytes outside its entry.
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

    /// Records that such a key was removed.
    #[inline]
    pub(crate) fn went(&mut self, bytes: usize) {
        #[cfg(feature = "census")]
        {
            self.now -= block(bytes);
        }
        #[cfg(not(feature = "census"))]
        let _ = bytes;
    }

    /// Records that the table was cleared; `without_keys` is its peak memory without keys, actual and published.
    pub(crate) fn cleared(&mut self, without_keys: impl FnOnce() -> [usize; 2]) {
        #[cfg(feature = "census")]
        {
            *self = Held { now: 0, most: 0, before: self.peak(0, without_keys()) };
        }
        #[cfg(not(feature = "census"))]
        let _ = without_keys;
    }

    /// Returns the peak memory of a table whose keys take `keys` now and whose other blocks took `without_keys`.
    pub(crate) fn peak(self, keys: usize, without_keys: [usize; 2]) -> [usize; 2] {
        #[cfg(feature = "census")]
        return [0, 1].map(|i| (without_keys[i] + self.most.max(keys)).max(self.before[i]));
        #[cfg(not(feature = "census"))]
        without_keys.map(|bytes| bytes + keys)
    }
}

// Written only when a table is dropped, so that counting costs nothing in between.
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

/// Counts a dropped table with this peak; calls `report` only if bytes are counted.
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

/// Adds the events of a dropped table.
pub(crate) fn retire_events(migrations: u32, compactions: u32, rekeys: u32, longest_probe: u32) {
    MIGRATIONS.fetch_add(u64::from(migrations), Relaxed);
    COMPACTIONS.fetch_add(u64::from(compactions), Relaxed);
    REKEYS.fetch_add(u64::from(rekeys), Relaxed);
    LONGEST_PROBE.fetch_max(u64::from(longest_probe), Relaxed);
}
