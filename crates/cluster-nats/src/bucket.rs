//! Keys and values that outlive this process, in a bucket of the server: one side is the owner's, on its own thread, the
//! other the uplink's.
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::Notify;

/// The most keys, and bytes of keys and values, whose changes wait for the server.
const WAITING: usize = 100_000;
const WAITING_BYTES: usize = 256 << 20;

/// The most bytes of a key as the server sees it: subjects are part of a line of at most 4 KiB.
const KEY: usize = 3000;

/// A key, its value, and the time at which it expires, in seconds since 1970; 0 for never.
pub type Kept = (Vec<u8>, Vec<u8>, f64);

/// A value and its expiration time, or `None` for a key that is gone.
type Change = Option<(Vec<u8>, f64)>;

/// The owner's end. Changes go to the server when it can be reached, in order for each key; of several changes of a key
/// that wait, the last one counts.
pub struct Bucket(Arc<Shared>);

/// What both ends share.
pub(crate) struct Shared {
    pub(crate) name: String,
    state: Mutex<State>,
    /// Notified of changes.
    pub(crate) changed: Notify,
}

#[derive(Default)]
struct State {
    waiting: BTreeMap<Vec<u8>, Change>,
    bytes: usize,
    /// Changes that were taken and that the server has not confirmed.
    in_flight: usize,
    content: Option<Vec<Kept>>,
    is_left: bool,
}

impl Bucket {
    pub(crate) fn new(name: &str) -> (Self, Arc<Shared>) {
        let shared =
            Arc::new(Shared { name: name.to_owned(), state: Mutex::default(), changed: Notify::new() });
        (Bucket(Arc::clone(&shared)), shared)
    }

    /// What the bucket contained when it was opened, once it has been read; after that `None`.
    pub fn content(&self) -> Option<Vec<Kept>> {
        self.0.state().content.take()
    }

    /// Sets the value of a key.
    ///
    /// # Errors
    /// Why the server will not have it: the key is too long, or too many changes wait.
    pub fn put(&self, key: &[u8], value: &[u8], expires: f64) -> Result<(), String> {
        self.change(key, Some((value.to_owned(), expires)))
    }

    /// Removes a key.
    ///
    /// # Errors
    /// As for [`put`](Self::put).
    pub fn erase(&self, key: &[u8]) -> Result<(), String> {
        self.change(key, None)
    }

    fn change(&self, key: &[u8], change: Change) -> Result<(), String> {
        let length = key_name(key).len();
        if length > KEY {
            return Err(format!(
                "a key of {length} bytes does not fit into a bucket of NATS: expected {KEY}"
            ));
        }
        let mut state = self.0.state();
        let bytes = size(key, &change);
        let is_new = !state.waiting.contains_key(key);
        if (is_new && state.waiting.len() >= WAITING) || state.bytes + bytes > WAITING_BYTES {
            return Err("too many changes wait for NATS".to_owned());
        }
        state.bytes += bytes;
        if let Some(earlier) = state.waiting.insert(key.to_owned(), change) {
            state.bytes -= size(key, &earlier);
        }
        drop(state);
        self.0.changed.notify_one();
        Ok(())
    }
}

impl Drop for Bucket {
    fn drop(&mut self) {
        self.0.state().is_left = true;
        self.0.changed.notify_one();
    }
}

fn size(key: &[u8], change: &Change) -> usize {
    key.len() + change.as_ref().map_or(0, |(value, _)| value.len())
}

impl Shared {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Hands over what the bucket contained.
    pub(crate) fn fill(&self, content: Vec<Kept>) {
        self.state().content = Some(content);
    }

    /// Takes up to `most` waiting changes, which count as in flight until [`done`](Self::done).
    pub(crate) fn take(&self, most: usize) -> Vec<(Vec<u8>, Change)> {
        let mut state = self.state();
        let mut taken = Vec::new();
        while taken.len() < most
            && let Some((key, change)) = state.waiting.pop_first()
        {
            state.bytes -= size(&key, &change);
            taken.push((key, change));
        }
        state.in_flight += taken.len();
        taken
    }

    /// The server has confirmed changes, or must get those that failed again, unless later ones replace them.
    pub(crate) fn done(&self, confirmed: usize, failed: Vec<(Vec<u8>, Change)>) {
        let mut state = self.state();
        state.in_flight -= confirmed + failed.len();
        for (key, change) in failed {
            let bytes = size(&key, &change);
            if let std::collections::btree_map::Entry::Vacant(free) = state.waiting.entry(key) {
                free.insert(change);
                state.bytes += bytes;
            }
        }
    }

    /// Whether the server has all changes.
    pub(crate) fn is_idle(&self) -> bool {
        self.state().is_idle()
    }

    /// Whether the owner is gone and the server has all its changes.
    pub(crate) fn is_over(&self) -> bool {
        let state = self.state();
        state.is_left && state.is_idle()
    }
}

impl State {
    fn is_idle(&self) -> bool {
        self.waiting.is_empty() && self.in_flight == 0
    }
}

/// The name of a key at the server: letters, digits, `-` and `_`, and other bytes as `=XX`.
pub(crate) fn key_name(key: &[u8]) -> String {
    escaped(key, "-_", '=')
}

/// The name of a bucket: letters, digits and `_`, and other bytes as `-XX`.
pub(crate) fn bucket_name(cluster: &str, store: &str) -> String {
    format!("EGRET_{cluster}_store_{}", escaped(store.as_bytes(), "_", '-'))
}

fn escaped(bytes: &[u8], also: &str, escape: char) -> String {
    let mut name = String::new();
    for &byte in bytes {
        if byte.is_ascii_alphanumeric() || also.as_bytes().contains(&byte) {
            name.push(byte.into());
        } else {
            let _ = write!(name, "{escape}{byte:02X}");
        }
    }
    name
}

/// A value as the server keeps it: its expiration time, the length of its key, its key, and itself. Numbers are
/// big-endian.
pub(crate) fn packed(key: &[u8], value: &[u8], expires: f64) -> Vec<u8> {
    let mut packed = expires.to_be_bytes().to_vec();
    packed.extend_from_slice(&u32::try_from(key.len()).unwrap_or(u32::MAX).to_be_bytes());
    packed.extend_from_slice(key);
    packed.extend_from_slice(value);
    packed
}

/// What [`packed`] made; `None` for anything else.
pub(crate) fn unpacked(bytes: &[u8]) -> Option<Kept> {
    let (expires, rest) = bytes.split_first_chunk::<8>()?;
    let (length, rest) = rest.split_first_chunk::<4>()?;
    let (key, value) = rest.split_at_checked(usize::try_from(u32::from_be_bytes(*length)).ok()?)?;
    Some((key.to_owned(), value.to_owned(), f64::from_be_bytes(*expires)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_have_their_keys_and_times() {
        let whole = packed(b"key", b"value", 1.5);
        assert_eq!(unpacked(&whole), Some((b"key".to_vec(), b"value".to_vec(), 1.5)));
        for end in 0..15 {
            assert_eq!(unpacked(&whole[..end]), None);
        }
        assert_eq!(key_name(b"a-_=.\xff"), "a-_=3D=2E=FF");
        assert_eq!(bucket_name("c", "a-b/::x"), "EGRET_c_store_a-2Db-2F-3A-3Ax");
    }

    #[test]
    fn the_last_change_of_a_key_counts() {
        let (bucket, shared) = Bucket::new("b");
        let put = |key: &[u8], value: &[u8]| bucket.put(key, value, 0.0).unwrap();
        put(b"a", b"1");
        put(b"a", b"2");
        put(b"b", b"1");
        let one = |key: &[u8], value: &[u8]| (key.to_vec(), Some((value.to_vec(), 0.0)));
        let taken = shared.take(10);
        assert_eq!(taken, [one(b"a", b"2"), one(b"b", b"1")]);
        // One was confirmed; of the other, a later change waits.
        bucket.erase(b"b").unwrap();
        shared.done(1, vec![one(b"b", b"1")]);
        assert!(!shared.is_idle() && !shared.is_over());
        assert_eq!(shared.take(10), [(b"b".to_vec(), None)]);
        shared.done(1, Vec::new());
        assert!(shared.is_idle());
        drop(bucket);
        assert!(shared.is_over());
    }

    #[test]
    fn what_waits_has_caps() {
        let (bucket, shared) = Bucket::new("b");
        assert!(bucket.put(&[b'a'; KEY + 1], b"", 0.0).is_err());
        let large = vec![0; WAITING_BYTES / 2];
        bucket.put(b"a", &large, 0.0).unwrap();
        assert!(bucket.put(b"b", &large, 0.0).unwrap_err().contains("too many"));
        assert_eq!(shared.take(10).len(), 1);
        bucket.put(b"b", &large, 0.0).unwrap();
    }
}
