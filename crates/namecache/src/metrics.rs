//! The daemon's metrics, in Prometheus' text format.
use crate::engine::Engine;
use crate::store::Store;
use std::fmt::Write;

/// A metric of a cache: its name, help text and type, and the function that reads it.
type Metric = (&'static str, &'static str, &'static str, fn(&Store) -> u64);

const METRICS: &[Metric] = &[
    ("hits_total", "Questions answered from the cache with an entry.", "counter", |s| s.counters.hits),
    ("negative_hits_total", "Questions answered from the cache: the entry does not exist.", "counter", |s| {
        s.counters.negative_hits
    }),
    ("misses_total", "Questions that the cache could not answer.", "counter", |s| s.counters.misses),
    ("joined_total", "Misses that joined a running lookup.", "counter", |s| s.counters.joined),
    ("failures_total", "Lookups that failed or timed out.", "counter", |s| s.counters.failures),
    ("changes_total", "Detected changes of the source file.", "counter", |s| s.counters.changes),
    ("lists_total", "Completed enumerations.", "counter", |s| s.counters.lists),
    ("evictions_total", "Evicted entries.", "counter", |s| s.positive.evicted() + s.negative.evicted()),
    ("entries", "Positive entries.", "gauge", |s| s.positive.len() as u64),
    ("negative_entries", "Negative entries.", "gauge", |s| s.negative.len() as u64),
];

/// Returns the metrics of all caches. They do not count reads of mapped memory, which the daemon cannot see.
#[must_use]
pub fn text(engine: &Engine) -> String {
    let mut out = String::new();
    for (name, help, kind, read) in METRICS {
        // Writing to a String cannot fail.
        let _ = writeln!(out, "# HELP egret_cached_{name} {help}\n# TYPE egret_cached_{name} {kind}");
        for id in engine.ids() {
            let s = engine.store(id);
            let label = s.settings.name.replace(['\\', '"'], "_");
            let _ = writeln!(out, "egret_cached_{name}{{cache=\"{label}\"}} {}", read(s));
        }
    }
    let _ = writeln!(out, "# HELP egret_cached_lookups Running lookups.\n# TYPE egret_cached_lookups gauge");
    let _ = writeln!(out, "egret_cached_lookups {}", engine.under_way());
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Config;

    #[test]
    fn every_metric_has_a_type_and_a_line_per_cache() {
        let config = Config::parse("enable-cache passwd yes\nenable-cache mine yes").unwrap();
        let text = text(&Engine::new(&config, "", [0, 0]));
        for (name, ..) in METRICS {
            assert!(text.contains(&format!("# TYPE egret_cached_{name} ")));
            for cache in ["passwd", "mine"] {
                assert!(text.contains(&format!("egret_cached_{name}{{cache=\"{cache}\"}} 0\n")));
            }
        }
    }
}
