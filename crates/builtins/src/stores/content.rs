//! The content of a store: in memory, and also in a database or a bucket of NATS if it is to persist.
use crate::cluster::{Bucket, Kept};
use cluster_wire::{Data, Limits, broker_bin};
use net_types::Timestamp;
use std::collections::{BTreeMap, BTreeSet};
use storage::Sqlite;

/// A value, and its expiration time.
#[derive(Clone, Debug)]
pub(crate) struct Entry {
    pub(crate) value: Data<'static>,
    /// Seconds since 1970; 0 if the value never expires.
    pub(crate) expires: f64,
}

impl Entry {
    /// When it expires, in nanoseconds since 1970.
    fn due(&self) -> Option<i64> {
        (self.expires > 0.0).then(|| nanos(self.expires))
    }
}

fn nanos(seconds: f64) -> i64 {
    Timestamp::from_secs_f64(seconds).nanos()
}

/// Where content outlives its process.
#[derive(Default)]
enum Keeper {
    #[default]
    Nothing,
    Database(Sqlite),
    Bucket(Bucket),
}

/// Keys with their values.
#[derive(Default)]
pub(crate) struct Content {
    entries: BTreeMap<Data<'static>, Entry>,
    /// The keys that expire, by the time in nanoseconds.
    due: BTreeSet<(i64, Data<'static>)>,
    keeper: Keeper,
    /// The keeper's error at the last change, until it is reported.
    pub(crate) trouble: Option<String>,
}

impl Content {
    /// Reads the content of a database. Changes are also written to the database.
    ///
    /// # Errors
    /// Why the database cannot be read.
    pub(crate) fn in_database(database: Sqlite, now: f64) -> Result<Self, String> {
        let mut content = Content::default();
        let words = |f: storage::Failure| f.text.unwrap_or_default();
        for (key, value, expires) in database.entries().map_err(words)? {
            if expires > 0.0 && expires <= now {
                database.erase(&key).map_err(words)?;
                continue;
            }
            content.take_in(decoded(&key)?, Entry { value: decoded(&value)?, expires });
        }
        content.keeper = Keeper::Database(database);
        Ok(content)
    }

    /// Takes in the content of a bucket that has been read. Changes are also written to the bucket from then on.
    ///
    /// # Errors
    /// Why an entry is left out.
    pub(crate) fn take_from(&mut self, bucket: Bucket, content: Vec<Kept>, now: f64) -> Result<(), String> {
        let mut all = Ok(());
        for (key, value, expires) in content {
            if expires > 0.0 && expires <= now {
                bucket.erase(&key)?;
                continue;
            }
            match (decoded(&key), decoded(&value)) {
                (Ok(key), Ok(value)) => self.take_in(key, Entry { value, expires }),
                (Err(why), _) | (_, Err(why)) => {
                    all = Err(format!("an entry of its bucket is malformed: {why}"));
                }
            }
        }
        self.keeper = Keeper::Bucket(bucket);
        all
    }

    pub(crate) fn entry(&self, key: &Data<'static>) -> Option<&Entry> {
        self.entries.get(key)
    }

    pub(crate) fn entries(&self) -> impl Iterator<Item = (&Data<'static>, &Entry)> {
        self.entries.iter()
    }

    pub(crate) fn keys(&self) -> Vec<Data<'static>> {
        self.entries.keys().cloned().collect()
    }

    pub(crate) fn put(&mut self, key: Data<'static>, entry: Entry) {
        self.trouble = match &self.keeper {
            Keeper::Nothing => None,
            Keeper::Database(database) => {
                let (key, value) = (encoded(&key), encoded(&entry.value));
                database.put(&key, &value, true, entry.expires, 0.0).err().and_then(|f| f.text)
            }
            Keeper::Bucket(bucket) => bucket.put(&encoded(&key), &encoded(&entry.value), entry.expires).err(),
        };
        self.take_in(key, entry);
    }

    fn take_in(&mut self, key: Data<'static>, entry: Entry) {
        if let Some(at) = entry.due() {
            self.due.insert((at, key.clone()));
        }
        let now = entry.due();
        let old = self.entries.insert(key.clone(), entry);
        if let Some(at) = old.and_then(|e| e.due()).filter(|at| Some(*at) != now) {
            self.due.remove(&(at, key));
        }
    }

    /// Removes a key. Returns whether it existed.
    pub(crate) fn erase(&mut self, key: &Data<'static>) -> bool {
        self.trouble = match &self.keeper {
            Keeper::Nothing => None,
            Keeper::Database(database) => database.erase(&encoded(key)).err().and_then(|f| f.text),
            Keeper::Bucket(bucket) => bucket.erase(&encoded(key)).err(),
        };
        let Some(old) = self.entries.remove(key) else { return false };
        if let Some(at) = old.due() {
            self.due.remove(&(at, key.clone()));
        }
        true
    }

    pub(crate) fn clear(&mut self) {
        for key in self.keys() {
            self.erase(&key);
        }
    }

    /// Removes expired entries. Returns their keys.
    pub(crate) fn expired(&mut self, now: f64) -> Vec<Data<'static>> {
        let until = nanos(now);
        let due: Vec<_> =
            self.due.iter().take_while(|(at, _)| *at <= until).map(|(_, key)| key.clone()).collect();
        for key in &due {
            self.erase(key);
        }
        due
    }
}

fn encoded(data: &Data<'_>) -> Vec<u8> {
    let mut bytes = Vec::new();
    broker_bin::encode(data, &mut bytes);
    bytes
}

fn decoded(bytes: &[u8]) -> Result<Data<'static>, String> {
    broker_bin::decode(bytes, &Limits::DEFAULT).map(Data::into_owned).map_err(|e| e.to_string())
}

/// Returns an element of a value: of a table by its key, of a vector by its index; for a set, whether it contains the
/// element.
pub(super) fn index(value: &Data<'static>, index: &Data<'_>) -> Option<Data<'static>> {
    match (value, index) {
        (Data::Table(all), key) => all.iter().find(|(k, _)| k == key).map(|(_, v)| v.clone()),
        (Data::Set(all), key) => Some(Data::Bool(all.contains(key))),
        (Data::List(all), Data::Count(at)) => all.get(usize::try_from(*at).ok()?).cloned(),
        (Data::List(all), Data::Int(at)) => all.get(usize::try_from(*at).ok()?).cloned(),
        _ => None,
    }
}
