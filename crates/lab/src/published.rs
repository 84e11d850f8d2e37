//! The published figures, for comparison.

/// Names of the three captures.
pub(crate) const CAPTURES: [(&str, u64); 3] = [("10K", 10_000), ("100K", 100_000), ("1M", 1_000_000)];

/// Dictionaries by their maximum number of entries (0, 1, … 7, 8 and more), for each capture (2019).
pub(crate) const POPULATION: [[u32; 9]; 3] = [
    [37_991, 15_576, 201, 26, 17, 14, 12, 6, 90],
    [318_045, 128_566, 1896, 30, 18, 13, 22, 6, 105],
    [424_433, 303_966, 31_444, 8227, 775, 957, 319, 27, 315],
];

/// Megabytes of all dictionaries for each capture: chained, clustered.
pub(crate) const DICTIONARY_MB: [[f64; 3]; 2] = [[13.0, 104.0, 252.0], [4.0, 32.0, 62.0]];

/// Megabytes of the application for each capture: chained, clustered.
pub(crate) const APPLICATION_MB: [[f64; 3]; 2] = [[144.0, 816.0, 1672.0], [135.0, 749.0, 1499.0]];

/// Seconds of the application for each capture: chained, clustered.
pub(crate) const APPLICATION_S: [[f64; 3]; 2] = [[0.25, 2.13, 13.23], [0.24, 2.02, 12.41]];

/// The sizes of single dictionaries; the last is all keys.
pub(crate) const SIZES: [&str; 7] = ["1", "10", "100", "1000", "10000", "100000", "all"];

/// Bytes per entry by size (none published for all keys): chained, clustered.
pub(crate) const BYTES: [[f64; 6]; 2] =
    [[496.0, 217.0, 125.0, 131.0, 139.0, 130.0], [136.0, 73.0, 73.0, 89.0, 79.0, 102.0]];

/// The four operations in the order of the other tables.
pub(crate) const OPERATIONS: [(&str, &str); 4] =
    [("insert", "insertion"), ("hit", "successful lookup"), ("miss", "failed lookup"), ("remove", "removal")];

/// ns per operation by size: chained, clustered.
pub(crate) const NS: [[[f64; 7]; 2]; 4] = [
    [[186.0, 135.0, 105.0, 151.0, 277.0, 440.0, 599.0], [73.0, 95.0, 97.0, 156.0, 189.0, 336.0, 329.0]],
    [[21.0, 28.0, 22.0, 33.0, 61.0, 185.0, 243.0], [12.0, 13.0, 19.0, 33.0, 52.0, 211.0, 175.0]],
    [[24.0, 25.0, 23.0, 28.0, 48.0, 75.0, 100.0], [14.0, 14.0, 18.0, 28.0, 37.0, 73.0, 62.0]],
    [[29.0, 30.0, 24.0, 36.0, 71.0, 303.0, 530.0], [15.0, 16.0, 19.0, 36.0, 57.0, 274.0, 309.0]],
];

/// Rounds of the series at 100 entries, in thousands.
pub(crate) const ROUNDS: [usize; 7] = [1, 10, 100, 200, 400, 600, 800];

/// ns per operation at 100 entries by rounds: chained, clustered.
pub(crate) const NS_BY_ROUNDS: [[[f64; 7]; 2]; 4] = [
    [[106.0, 118.0, 105.0, 108.0, 152.0, 186.0, 256.0], [104.0, 106.0, 97.0, 97.0, 99.0, 158.0, 205.0]],
    [[19.0, 22.0, 24.0, 22.0, 267.0, 404.0, 484.0], [21.0, 16.0, 17.0, 16.0, 17.0, 126.0, 200.0]],
    [[34.0, 21.0, 22.0, 22.0, 25.0, 435.0, 527.0], [20.0, 19.0, 15.0, 18.0, 16.0, 18.0, 17.0]],
    [[24.0, 23.0, 24.0, 24.0, 26.0, 486.0, 594.0], [21.0, 18.0, 17.0, 17.0, 18.0, 19.0, 17.0]],
];

/// ns per packet, overhead and processing, for big flows and for small ones (2017).
pub(crate) const LOOPS: [(&str, [f64; 4]); 8] = [
    ("poll, every 1", [1018.9, 11664.4, 1403.9, 22203.0]),
    ("poll, every 25", [772.6, 11504.2, 1156.1, 22113.9]),
    ("epoll, every 1", [1114.2, 11680.6, 1470.1, 22210.3]),
    ("epoll, every 25", [814.5, 11547.1, 1192.4, 22000.2]),
    ("actor, every 1", [1515.9, 11914.9, 2405.1, 23401.7]),
    ("actor, every 25", [847.7, 11681.4, 1441.6, 22658.5]),
    ("select, every 1", [1792.8, 11863.3, 2305.6, 22549.3]),
    ("select, every 25", [855.2, 11585.1, 1269.1, 22017.9]),
];

/// Processor use in percent without traffic (2020): the busy loop, and the waiting one.
pub(crate) const IDLE: [(&str, f64); 2] = [("busy", 14.0), ("epoll", 0.3)];

/// Counters of a replay at 500 Mb/s (2020): the busy loop (3.0), and the waiting one (3.1).
pub(crate) const LIVE: [(&str, [f64; 2]); 8] = [
    ("packets lost, %", [0.0, 0.0]),
    ("task clock, s", [98.433, 101.785]),
    ("% of a processor", [56.9, 56.9]),
    ("context switches", [1_077_751.0, 306_675.0]),
    ("page faults", [2_119_545.0, 3_340_496.0]),
    ("cycles", [283_888_577_871.0, 293_898_075_195.0]),
    ("instructions", [274_225_123_031.0, 293_748_675_220.0]),
    ("peak RSS, MB", [2304.488, 2271.148]),
];

/// ms per getent process: all 23 users, a service by name; without and with a cache (2006; midpoints of the published
/// ranges, over 8,192 and 3,954 processes).
pub(crate) const GETENT: [(&str, &str, [f64; 2]); 2] = [
    ("all users", "getent passwd", [4.663, 5.261]),
    ("a service", "getent services service-$((n % 159))", [6.373, 6.219]),
];

/// µs of CPU time of the first and the second query of a process (2006): mean, median, standard deviation, minimum,
/// maximum.
pub(crate) const NAMES: [(&str, [f64; 5]); 16] = [
    ("passwd, off, first", [3603.76, 3551.0, 278.66, 3200.0, 5782.0]),
    ("passwd, off, second", [44.88, 47.0, 13.39, 27.0, 157.0]),
    ("services, off, first", [4077.76, 5163.0, 662.35, 3100.0, 22_805.0]),
    ("services, off, second", [552.98, 1069.0, 492.91, 30.0, 1209.0]),
    ("passwd, one thread, first", [3533.01, 3520.0, 131.42, 3317.0, 5405.0]),
    ("passwd, one thread, second", [102.72, 100.0, 21.58, 71.0, 197.0]),
    ("services, one thread, first", [3508.19, 3586.0, 136.52, 3228.0, 10_474.0]),
    ("services, one thread, second", [101.04, 169.0, 22.31, 71.0, 214.0]),
    ("passwd, threads, first", [3565.03, 3493.0, 122.95, 3361.0, 4358.0]),
    ("passwd, threads, second", [124.15, 150.0, 27.58, 78.0, 232.0]),
    ("services, threads, first", [3550.96, 3466.0, 207.83, 3298.0, 19_709.0]),
    ("services, threads, second", [121.32, 137.0, 28.25, 80.0, 257.0]),
    ("passwd, flushed each time, first", [3681.77, 3608.0, 96.18, 3370.0, 4169.0]),
    ("passwd, flushed each time, second", [205.72, 167.0, 27.16, 79.0, 380.0]),
    ("services, flushed each time, first", [3846.72, 4658.0, 497.23, 3264.0, 6305.0]),
    ("services, flushed each time, second", [513.89, 1343.0, 540.94, 69.0, 1479.0]),
];
