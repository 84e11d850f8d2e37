//! Feeds: files that are put once into the object store `EGRET_CLUSTER_files`, and copied to the nodes that ask for them.
//! This side names feeds and their copies; [`crate::feed_store`] puts them there, the uplink's thread fetches them.
use sha2::{Digest as _, Sha256};
use std::collections::BTreeSet;
use std::fs::File;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use tokio::sync::Notify;

/// The most feeds of a node, and bytes of a name.
const MOST: usize = 1000;
const NAME: usize = 200;

/// Where a node keeps its copies.
#[derive(Clone, Debug)]
pub struct Copies {
    /// The folder, which no other process uses.
    pub folder: PathBuf,
    /// The most bytes of a feed; a larger one is not fetched.
    pub most: u64,
}

impl Copies {
    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    /// The file that a copy is written to until it is complete. No feed has such a name.
    pub(crate) fn partial(&self, name: &str) -> PathBuf {
        self.folder.join(format!(".{name}.part"))
    }
}

/// Checks the name of a feed, which is also that of a file.
///
/// # Errors
/// If it has other characters, begins with a dot, or is too long.
pub(crate) fn check_name(name: &str) -> Result<(), String> {
    let fits = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
    if name.is_empty() || name.len() > NAME || name.starts_with('.') || !name.chars().all(fits) {
        return Err(format!(
            "feed {name:?}: expected up to {NAME} letters, digits, - _ and ., and no dot at the start"
        ));
    }
    Ok(())
}

/// The object store of a cluster's feeds.
pub(crate) fn store_name(cluster: &str) -> String {
    format!("EGRET_{cluster}_files")
}

/// The feeds that this process's nodes have asked for.
#[derive(Default)]
pub(crate) struct Feeds {
    wanted: Mutex<BTreeSet<String>>,
    /// Notified when a feed is added.
    pub(crate) changed: Notify,
}

impl Feeds {
    /// Asks for a feed.
    ///
    /// # Errors
    /// If the name is malformed, or there are too many feeds.
    pub(crate) fn want(&self, name: &str) -> Result<(), String> {
        check_name(name)?;
        let mut wanted = self.wanted.lock().unwrap_or_else(PoisonError::into_inner);
        if wanted.len() >= MOST && !wanted.contains(name) {
            return Err(format!("feed {name}: a node may have {MOST} feeds"));
        }
        if wanted.insert(name.to_owned()) {
            self.changed.notify_one();
        }
        Ok(())
    }

    pub(crate) fn wanted(&self) -> BTreeSet<String> {
        self.wanted.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

/// The digest of a file in the form of object stores: `SHA-256=` and base64 with `-`, `_` and padding.
///
/// # Errors
/// If the file cannot be read.
#[expect(clippy::disallowed_methods, reason = "copies are files that this crate has written")]
pub(crate) fn digest(path: &Path) -> io::Result<String> {
    let (mut file, mut state) = (File::open(path)?, Sha256::new());
    let mut piece = vec![0; 1 << 16];
    loop {
        match file.read(&mut piece) {
            Ok(0) => break,
            Ok(n) => state.update(piece.get(..n).unwrap_or_default()),
            Err(e) if e.kind() == io::ErrorKind::Interrupted => {}
            Err(e) => return Err(e),
        }
    }
    Ok(format!("SHA-256={}", base64(&state.finalize())))
}

fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    let mut text = String::new();
    for three in bytes.chunks(3) {
        let byte = |at: usize| u32::from(three.get(at).copied().unwrap_or(0));
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        for at in 0..4 {
            let digit = DIGITS.get((bits >> (18 - 6 * at) & 63) as usize).map_or('=', |d| char::from(*d));
            text.push(if at <= three.len() { digit } else { '=' });
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_those_of_files() {
        for good in ["intel.dat", "a", "A-1_b..c", &"x".repeat(NAME)] {
            assert_eq!(check_name(good), Ok(()), "{good}");
        }
        for bad in ["", ".", "..", ".hidden", "a/b", "a b", "é", "a\0", &"x".repeat(NAME + 1)] {
            assert!(check_name(bad).is_err(), "{bad}");
        }
    }

    #[test]
    #[expect(clippy::disallowed_methods, reason = "a file to take the digest of")]
    fn digests_have_the_form_of_object_stores() {
        // RFC 4648, section 10.
        for (bytes, text) in [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg==")]
        {
            assert_eq!(base64(bytes.as_bytes()), text);
        }
        assert_eq!(base64(&[0xff, 0xef, 0xbe]), "_---");
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("abc");
        std::fs::write(&path, "abc").unwrap();
        // FIPS 180-2, appendix B.1: ba7816bf…
        assert_eq!(digest(&path).unwrap(), "SHA-256=ungWv48Bz-pBQUDeXa4iI7ADYaOWF3qctBD_YfIAFa0=");
        assert!(digest(&folder.path().join("none")).is_err());
    }

    #[test]
    fn what_is_wanted_has_a_cap() {
        let feeds = Feeds::default();
        (0..MOST).for_each(|n| feeds.want(&n.to_string()).unwrap());
        feeds.want("7").unwrap();
        assert!(feeds.want("more").unwrap_err().contains("1000"));
        assert_eq!(feeds.wanted().len(), MOST);
    }
}
