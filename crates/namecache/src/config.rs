//! The configuration file. Options and meanings are those of FreeBSD's nscd.conf(5), extended by some of glibc's.
//!
//! A line consists of an option and its arguments; `#` begins a comment. The first argument of a cache's option is its
//! name:
//!
//! | option | value | default |
//! |---|---|---|
//! | `threads` | event threads, 1 to 64 | 8 |
//! | `workers` | worker processes for lookups, at most, 1 to 64 | 4 |
//! | `lookup-timeout` | seconds until a lookup times out, 1 to 4 (glibc waits 5) | 4 |
//! | `server-user` | the user that the daemon runs as once its sockets are open | `egret-cached` if that user exists, else the user who started it |
//! | `stat-user` | a user besides root who may read the statistics | none |
//! | `enable-cache NAME` | yes, no | no |
//! | `positive-time-to-live NAME`, `negative-time-to-live NAME` | seconds, from 1 | 3600, 60 |
//! | `positive-policy NAME`, `negative-policy NAME` | fifo, lru, lfu | lru, fifo |
//! | `positive-confidence-threshold NAME`, `negative-…` | equal results in a row before one is used, from 1 | 1 |
//! | `suggested-size NAME` | hash buckets of the nscd image, at least | 257 |
//! | `keep-hot-count NAME` | positive entries at most, and as many negative ones; 0: no limit | 2048 |
//! | `perform-actual-lookups NAME` | yes: the daemon looks up, and all users share the entries; no: each user has their own entries, looked up with their rights | yes |
//! | `precache NAME` | yes: enumerate the database at start, before the daemon reports that it is ready | no |
//! | `check-files NAME` | yes: forget the cache as soon as its source file changes | yes |
//! | `shared NAME` | yes: clients may map the entries; no: they use the socket | yes |
//! | `max-db-size NAME` | bytes of an image or segment, at most | 33554432 |
//! | `serve-stale NAME` | seconds for which an expired answer is still served if the sources fail | 0 |
//!
//! Any NAME creates a cache. A cache that is not a database of nsswitch.conf is filled by its clients only. Policies
//! count only the uses that reach the daemon, not reads of mapped memory.
use namecache_wire::Database;
use std::fmt;

/// The rule that selects which entry a full cache evicts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Policy {
    /// The oldest entry.
    Fifo,
    /// The least recently used entry.
    Lru,
    /// The least frequently used entry; among equals, the least recently used.
    Lfu,
}

/// The settings of the positive or the negative entries of a cache.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Polarity {
    /// The time to live in seconds.
    pub ttl: u32,
    /// The eviction policy.
    pub policy: Policy,
    /// The number of equal results in a row before one is used.
    pub threshold: u32,
}

/// The settings of one cache.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Its name.
    pub name: String,
    /// The database of nsswitch.conf with that name, if there is one.
    pub database: Option<Database>,
    /// Whether it is enabled.
    pub enabled: bool,
    /// Its positive entries.
    pub positive: Polarity,
    /// Its negative entries.
    pub negative: Polarity,
    /// The minimum number of hash buckets of the nscd image.
    pub suggested_size: u32,
    /// The maximum number of positive entries, and of negative ones; 0 means no limit.
    pub keep_hot_count: u32,
    /// Whether the daemon looks up with its own rights and all users share the entries.
    pub actual_lookups: bool,
    /// Whether the database is enumerated before the daemon reports that it is ready.
    pub precache: bool,
    /// Whether a change of the source file empties the cache.
    pub check_files: bool,
    /// Whether clients may map its entries.
    pub shared: bool,
    /// The maximum size of an image or segment in bytes.
    pub max_db_size: u32,
    /// The time in seconds for which an expired answer is still served if the sources fail.
    pub serve_stale: u32,
}

impl Settings {
    fn new(name: &str) -> Settings {
        let database = Database::named(name.as_bytes());
        Settings {
            name: name.to_owned(),
            database,
            enabled: false,
            positive: Polarity { ttl: 3600, policy: Policy::Lru, threshold: 1 },
            negative: Polarity { ttl: 60, policy: Policy::Fifo, threshold: 1 },
            suggested_size: 257,
            keep_hot_count: 2048,
            actual_lookups: database.is_some(),
            precache: false,
            check_files: true,
            shared: true,
            max_db_size: 32 << 20,
            serve_stale: 0,
        }
    }
}

/// A valid configuration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Config {
    /// The number of event threads.
    pub threads: u32,
    /// The maximum number of worker processes for lookups.
    pub workers: u32,
    /// The time in seconds until a lookup times out.
    pub lookup_timeout: u32,
    /// The user that the daemon runs as once its sockets are open.
    pub server_user: Option<String>,
    /// A user besides root who may read the statistics.
    pub stat_user: Option<String>,
    /// The caches, in the order of their first mention.
    pub caches: Vec<Settings>,
    /// Lines that are valid but have no effect in this daemon, with the reason.
    pub without_effect: Vec<(u32, String)>,
}

impl Default for Config {
    fn default() -> Self {
        Config {
            threads: 8,
            workers: 4,
            lookup_timeout: 4,
            server_user: None,
            stat_user: None,
            caches: Vec::new(),
            without_effect: Vec::new(),
        }
    }
}

/// An error in one line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wrong {
    /// The line's number, from 1.
    pub line: u32,
    /// What was expected.
    pub expected: String,
    /// What the line has instead.
    pub found: String,
}

impl fmt::Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: expected {}, found {}", self.line, self.expected, self.found)
    }
}

/// Options of glibc's nscd.conf that have no effect in this daemon: name, number of arguments, reason.
const WITHOUT_EFFECT: &[(&str, usize, &str)] = &[
    ("logfile", 1, "messages go to standard error, which the service manager logs"),
    ("debug-level", 1, "use -t to trace requests"),
    ("max-threads", 1, "event threads never block; see workers"),
    ("reload-count", 1, "a precached database is enumerated again before it expires"),
    ("paranoia", 1, "lookups run in worker processes, which are replaced when they fail"),
    ("restart-interval", 1, "lookups run in worker processes, which are replaced when they fail"),
    ("persistent", 2, "precache fills a database within milliseconds"),
    ("auto-propagate", 2, "only the key that was asked is cached, because several users may share a uid"),
];

impl Config {
    /// Parses a configuration.
    ///
    /// # Errors
    /// The errors of all erroneous lines.
    pub fn parse(text: &str) -> Result<Config, Vec<Wrong>> {
        let mut config = Config::default();
        let mut wrong = Vec::new();
        for (i, line) in text.lines().enumerate() {
            let words: Vec<&str> = line.split('#').next().unwrap_or("").split_whitespace().collect();
            let Some((option, words)) = words.split_first() else { continue };
            let at = i as u32 + 1;
            if let Err((expected, found)) = config.line(at, option, words) {
                wrong.push(Wrong { line: at, expected, found });
            }
        }
        if wrong.is_empty() { Ok(config) } else { Err(wrong) }
    }

    /// Returns the settings of a cache that the file mentions.
    #[must_use]
    pub fn cache(&self, name: &str) -> Option<&Settings> {
        self.caches.iter().find(|c| c.name == name)
    }

    fn line(&mut self, at: u32, option: &str, words: &[&str]) -> Result<(), (String, String)> {
        match option {
            "threads" => self.threads = number(one(option, words)?, 1, 64)?,
            "workers" => self.workers = number(one(option, words)?, 1, 64)?,
            "lookup-timeout" => self.lookup_timeout = number(one(option, words)?, 1, 4)?,
            "server-user" => self.server_user = Some(one(option, words)?.to_owned()),
            "stat-user" => self.stat_user = Some(one(option, words)?.to_owned()),
            _ => match WITHOUT_EFFECT.iter().find(|(name, ..)| *name == option) {
                Some((name, count, why)) => {
                    if words.len() != *count {
                        let words_expected = if *count == 1 { "one word" } else { "two words" };
                        return Err((format!("{words_expected} after {name}"), listing(words)));
                    }
                    self.without_effect.push((at, format!("{name} has no effect here: {why}")));
                }
                None => return self.cache_line(option, words),
            },
        }
        Ok(())
    }

    fn cache_line(&mut self, option: &str, words: &[&str]) -> Result<(), (String, String)> {
        if !CACHE_OPTIONS.contains(&option) {
            return Err(("an option of egret-cached.conf".into(), format!("`{option}`")));
        }
        let &[name, value] = words else {
            return Err((format!("`{option} NAME VALUE`"), format!("{} words after it", words.len())));
        };
        if name.len() > namecache_wire::frame::MAX_NAME {
            return Err(("a name of at most 64 bytes".into(), format!("{} bytes", name.len())));
        }
        let cache = match self.caches.iter().position(|c| c.name == name) {
            Some(i) => &mut self.caches[i],
            None => {
                if self.caches.len() == 64 {
                    return Err(("at most 64 caches".into(), format!("`{name}`")));
                }
                self.caches.push(Settings::new(name));
                self.caches.last_mut().expect("just pushed")
            }
        };
        match option {
            "enable-cache" => cache.enabled = yes_or_no(value)?,
            "positive-time-to-live" => cache.positive.ttl = number(value, 1, MAX_TTL)?,
            "negative-time-to-live" => cache.negative.ttl = number(value, 1, MAX_TTL)?,
            "positive-policy" => cache.positive.policy = policy(value)?,
            "negative-policy" => cache.negative.policy = policy(value)?,
            "positive-confidence-threshold" => cache.positive.threshold = number(value, 1, 1000)?,
            "negative-confidence-threshold" => cache.negative.threshold = number(value, 1, 1000)?,
            "suggested-size" => cache.suggested_size = number(value, 1, 1 << 24)?,
            "keep-hot-count" => cache.keep_hot_count = number(value, 0, 1 << 24)?,
            "perform-actual-lookups" => {
                cache.actual_lookups = yes_or_no(value)?;
                if cache.actual_lookups && cache.database.is_none() {
                    return Err(("a database of nsswitch.conf".into(), format!("`{name}`")));
                }
            }
            "precache" => {
                cache.precache = yes_or_no(value)?;
                if cache.precache && !cache.database.is_some_and(Database::can_be_listed) {
                    return Err(("a database that can be listed".into(), format!("`{name}`")));
                }
            }
            "check-files" => cache.check_files = yes_or_no(value)?,
            "shared" => cache.shared = yes_or_no(value)?,
            "max-db-size" => cache.max_db_size = number(value, 4096, 1 << 30)?,
            "serve-stale" => cache.serve_stale = number(value, 0, MAX_TTL)?,
            other => unreachable!("{other} is in CACHE_OPTIONS"),
        }
        Ok(())
    }
}

const CACHE_OPTIONS: &[&str] = &[
    "enable-cache",
    "positive-time-to-live",
    "negative-time-to-live",
    "positive-policy",
    "negative-policy",
    "positive-confidence-threshold",
    "negative-confidence-threshold",
    "suggested-size",
    "keep-hot-count",
    "perform-actual-lookups",
    "precache",
    "check-files",
    "shared",
    "max-db-size",
    "serve-stale",
];

/// The maximum time to live: ten years, in seconds.
const MAX_TTL: u32 = 315_360_000;

fn listing(words: &[&str]) -> String {
    if words.is_empty() { "nothing".into() } else { format!("`{}`", words.join(" ")) }
}

fn one<'a>(option: &str, words: &[&'a str]) -> Result<&'a str, (String, String)> {
    match words {
        [word] => Ok(word),
        _ => Err((format!("one word after {option}"), listing(words))),
    }
}

fn number(word: &str, least: u32, most: u32) -> Result<u32, (String, String)> {
    match word.parse() {
        Ok(n) if (least..=most).contains(&n) => Ok(n),
        _ => Err((format!("a number from {least} to {most}"), format!("`{word}`"))),
    }
}

fn yes_or_no(word: &str) -> Result<bool, (String, String)> {
    match word {
        "yes" => Ok(true),
        "no" => Ok(false),
        _ => Err(("yes or no".into(), format!("`{word}`"))),
    }
}

fn policy(word: &str) -> Result<Policy, (String, String)> {
    match word {
        "fifo" => Ok(Policy::Fifo),
        "lru" => Ok(Policy::Lru),
        "lfu" => Ok(Policy::Lfu),
        _ => Err(("fifo, lru or lfu".into(), format!("`{word}`"))),
    }
}

#[cfg(test)]
mod tests;
