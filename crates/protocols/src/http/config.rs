//! The options of the HTTP analyzer.
use crate::tags::{self, tag};
use crate::{Settings, mime};
use session::analyzer::Tag;

/// Options, by their names in scripts.
#[derive(Clone, Debug)]
pub struct Config {
    /// `http_entity_data_delivery_size`: the maximum number of bytes in an `http_entity_data`.
    pub delivery_size: usize,
    /// `skip_http_data`: whether bodies are skipped.
    pub skip_data: bool,
    /// `truncate_http_URI`: the number of bytes to which longer URIs are cut. `None`, a negative value in scripts,
    /// means no limit.
    pub truncate_uri: Option<usize>,
    /// `HTTP::upgrade_analyzers`: the names of protocols to which a connection may be upgraded, with their analyzers.
    pub upgrades: Vec<(Vec<u8>, Tag)>,
    /// `MIME::max_depth` and `MIME::max_header_bytes`.
    pub mime: mime::Limits,
}

impl Default for Config {
    fn default() -> Self {
        Config {
            delivery_size: 1500,
            skip_data: false,
            truncate_uri: None,
            upgrades: vec![(b"websocket".to_vec(), tag("WEBSOCKET"))],
            mime: mime::Limits::default(),
        }
    }
}

impl Config {
    /// Reads the options of a run.
    pub(super) fn of(s: &dyn Settings) -> Self {
        let d = Config::default();
        let size = |n: u64| usize::try_from(n).unwrap_or(usize::MAX);
        let delivery = s.int("http_entity_data_delivery_size").and_then(|n| u64::try_from(n).ok());
        let delivery = delivery.or_else(|| s.count("http_entity_data_delivery_size"));
        let upgrades = s.pairs("HTTP::upgrade_analyzers").map(|pairs| {
            let known = |(name, tag): (Vec<u8>, Vec<u8>)| {
                let tag = std::str::from_utf8(&tag).ok()?.strip_prefix("Analyzer::ANALYZER_")?;
                Some((name, tags::find(tag)?))
            };
            pairs.into_iter().filter_map(known).collect()
        });
        Config {
            delivery_size: delivery.filter(|n| *n > 0).map_or(d.delivery_size, size),
            skip_data: s.bool("skip_http_data").unwrap_or(d.skip_data),
            truncate_uri: s.int("truncate_http_URI").and_then(|n| usize::try_from(n).ok()),
            upgrades: upgrades.unwrap_or(d.upgrades),
            mime: mime::Limits {
                max_depth: s.count("MIME::max_depth").map_or(d.mime.max_depth, size),
                max_header_bytes: s.count("MIME::max_header_bytes").map_or(d.mime.max_header_bytes, size),
            },
        }
    }
}
