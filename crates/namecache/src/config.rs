//! The configuration file: FreeBSD's options with FreeBSD's meanings, and those of nscd.conf that say more.
//!
//! A line is an option and its words; `#` begins a comment. Options of one cache name it first:
//!
//! | option | value | default |
//! |---|---|---|
//! | `threads` | event threads, 1 to 64 | 8 |
//! | `workers` | lookup processes at a time, 1 to 64 | 4 |
//! | `lookup-timeout` | seconds until a lookup is given up, 1 to 4 (glibc waits 5) | 4 |
//! | `server-user` | the user that the daemon becomes | stays who it is |
//! | `stat-user` | who may ask for statistics besides root | nobody |
//! | `enable-cache NAME` | yes, no | no |
//! | `positive-time-to-live NAME`, `negative-time-to-live NAME` | seconds, from 1 | 3600, 60 |
//! | `positive-policy NAME`, `negative-policy NAME` | fifo, lru, lfu | lru, fifo |
//! | `positive-confidence-threshold NAME`, `negative-…` | equal results until one counts, from 1 | 1 |
//! | `suggested-size NAME` | buckets of the image, from 1 | 257 |
//! | `keep-hot-count NAME` | entries of each polarity at most, exactly; 0: no limit | 2048 |
//! | `perform-actual-lookups NAME` | yes: we look up, once for all; no: as each user, in a view of their own | yes |
//! | `precache NAME` | yes: list the database at start, before we call ourselves ready | no |
//! | `check-files NAME` | yes: a changed source file empties the cache at once | yes |
//! | `shared NAME` | yes: clients may map the image; no: socket only | yes |
//! | `max-db-size NAME` | bytes of an image at most | 33554432 |
//! | `serve-stale NAME` | seconds for which an expired answer stands in where the sources fail | 0 |
//!
//! Any NAME makes a cache. Those that are not databases of nsswitch.conf are filled by their clients alone. Policies
//! judge what the daemon sees: a hit in mapped memory is invisible to it.
use namecache_wire::Database;
use std::fmt;

/// What makes room when a cache is full.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Policy {
    /// The entry that came first goes first.
    Fifo,
    /// The entry that was used the longest ago goes first.
    Lru,
    /// The entry that was used the least often goes first; among equals the one used the longest ago.
    Lfu,
}

/// What holds for one polarity of a cache.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Polarity {
    /// Seconds to live.
    pub ttl: u32,
    /// Who makes room.
    pub policy: Policy,
    /// Equal results until one counts.
    pub threshold: u32,
}

/// What holds for one cache.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Its name.
    pub name: String,
    /// The database of nsswitch.conf that it is for.
    pub database: Option<Database>,
    /// Whether it is on.
    pub enabled: bool,
    /// Answers that are there.
    pub positive: Polarity,
    /// Answers that there is none.
    pub negative: Polarity,
    /// Buckets of the image at least.
    pub suggested_size: u32,
    /// Entries of each polarity at most; 0: no limit.
    pub keep_hot_count: u32,
    /// Whether the daemon looks up by itself, once for all.
    pub actual_lookups: bool,
    /// Whether it is filled before the daemon is ready.
    pub precache: bool,
    /// Whether the source files are watched.
    pub check_files: bool,
    /// Whether clients may map it.
    pub shared: bool,
    /// Bytes of an image at most.
    pub max_db_size: u32,
    /// Seconds for which an expired answer may stand in where the sources fail.
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

/// A configuration that makes sense.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Config {
    /// Event threads.
    pub threads: u32,
    /// Lookup processes at a time.
    pub workers: u32,
    /// Seconds until a lookup is given up.
    pub lookup_timeout: u32,
    /// Whom to become.
    pub server_user: Option<String>,
    /// Who may ask for statistics besides root.
    pub stat_user: Option<String>,
    /// The caches, in the order in which the file names them first.
    pub caches: Vec<Settings>,
    /// Lines that were understood and have no effect here, with the reason.
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

/// A line that is not as it should be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wrong {
    /// Counted from 1.
    pub line: u32,
    /// What should stand there.
    pub expected: String,
    /// What stands there.
    pub found: String,
}

impl fmt::Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: expected {}, found {}", self.line, self.expected, self.found)
    }
}

/// Options of nscd.conf that this daemon has no use for, and why.
const WITHOUT_EFFECT: &[(&str, usize, &str)] = &[
    ("logfile", 1, "messages go to standard error and from there to the journal"),
    ("debug-level", 1, "tracing is switched on with -t"),
    ("max-threads", 1, "threads do not block here; see workers"),
    ("reload-count", 1, "a precached database is listed anew before it expires"),
    ("paranoia", 1, "lookups run in worker processes that are replaced when they fail"),
    ("restart-interval", 1, "lookups run in worker processes that are replaced when they fail"),
    ("persistent", 2, "precache fills a database in milliseconds"),
    ("auto-propagate", 2, "only what was asked is cached, since another user may share the uid"),
];

impl Config {
    /// Reads a configuration.
    ///
    /// # Errors
    /// Every wrong line.
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

    /// What holds for a cache that the file named.
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
                        return Err((format!("{count} words after {name}"), listing(words)));
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
            return Err(("an option of egret-cached.conf(5)".into(), format!("`{option}`")));
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
                    return Err((
                        "a database of nsswitch.conf, for which we can look up".into(),
                        format!("`{name}`"),
                    ));
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

/// Ten years in seconds.
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
