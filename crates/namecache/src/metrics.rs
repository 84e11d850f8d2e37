//! What the daemon tells of itself, as Prometheus text.
use crate::engine::Engine;
use crate::store::Store;
use std::fmt::Write;

/// A number of a cache: its name, what it is, its kind, how to read it.
type Figure = (&'static str, &'static str, &'static str, fn(&Store) -> u64);

const FIGURES: &[Figure] = &[
    ("hits_total", "Questions answered from memory that there is one.", "counter", |s| s.counters.hits),
    ("negative_hits_total", "Questions answered from memory that there is none.", "counter", |s| {
        s.counters.negative_hits
    }),
    ("misses_total", "Questions that memory had no answer to.", "counter", |s| s.counters.misses),
    ("joined_total", "Misses that joined a lookup under way.", "counter", |s| s.counters.joined),
    ("failures_total", "Lookups that could not tell, or took too long.", "counter", |s| s.counters.failures),
    ("changes_total", "Times that the sources were seen to have changed.", "counter", |s| s.counters.changes),
    ("lists_total", "Lists made.", "counter", |s| s.counters.lists),
    ("evictions_total", "Entries that had to make room.", "counter", |s| {
        s.positive.evicted() + s.negative.evicted()
    }),
    ("entries", "Entries of answers that are there.", "gauge", |s| s.positive.len() as u64),
    ("negative_entries", "Entries of answers that there is none.", "gauge", |s| s.negative.len() as u64),
];

/// The metrics of every cache. Hits in mapped memory are invisible to the daemon and not in them.
#[must_use]
pub fn text(engine: &Engine) -> String {
    let mut out = String::new();
    for (name, help, kind, read) in FIGURES {
        // Writing to a String does not fail.
        let _ = writeln!(out, "# HELP egret_cached_{name} {help}\n# TYPE egret_cached_{name} {kind}");
        for id in engine.ids() {
            let s = engine.store(id);
            let label = s.settings.name.replace(['\\', '"'], "_");
            let _ = writeln!(out, "egret_cached_{name}{{cache=\"{label}\"}} {}", read(s));
        }
    }
    let _ =
        writeln!(out, "# HELP egret_cached_lookups Lookups under way.\n# TYPE egret_cached_lookups gauge");
    let _ = writeln!(out, "egret_cached_lookups {}", engine.under_way());
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Config;

    #[test]
    fn every_figure_has_help_type_and_a_line_a_cache() {
        let config = Config::parse("enable-cache passwd yes\nenable-cache mine yes").unwrap();
        let text = text(&Engine::new(&config, "", [0, 0]));
        for (name, ..) in FIGURES {
            assert!(text.contains(&format!("# TYPE egret_cached_{name} ")));
            for cache in ["passwd", "mine"] {
                assert!(text.contains(&format!("egret_cached_{name}{{cache=\"{cache}\"}} 0\n")));
            }
        }
    }
}
