//! Scripts that extend others by their name (`@prefixes`).
//!
//! Each loaded script may have an extension, but hardly any has one. So the folders are listed once for each prefix, and
//! only names that occur in them are searched for.
use super::{Found, Search};
use std::collections::{HashMap, HashSet};

/// Finds the extensions of the scripts of one load.
#[derive(Default)]
pub struct Prefixed {
    /// By prefix: the names that begin with it in any of the folders; `None` if a folder could not be listed.
    names: HashMap<String, Option<HashSet<String>>>,
}

impl Prefixed {
    /// Finds the script that `prefix` adds to the script at `path`: `PREFIX.a.b.zeek` for `a/b.zeek` and
    /// `a/b/__load__.zeek`.
    pub fn find(&mut self, search: &Search, path: &str, prefix: &str) -> Option<Found> {
        if !self.names.contains_key(prefix) {
            self.names.insert(prefix.to_owned(), search.names_with(prefix));
        }
        let names = self.names.get(prefix)?.as_ref();
        if names.is_some_and(HashSet::is_empty) {
            return None;
        }
        let below = search.below(path);
        let flat = below.strip_suffix("/__load__.zeek").unwrap_or(&below).replace('/', ".");
        let name = format!("{prefix}.{flat}");
        let is_there = names.is_none_or(|n| n.contains(&name) || n.contains(&format!("{name}.zeek")));
        is_there.then(|| search.script(&name, None))?
    }
}

impl Search {
    /// Returns the names that begin with a prefix and a dot, in all folders in which a name of the command line is
    /// searched; `None` if they are not known.
    fn names_with(&self, prefix: &str) -> Option<HashSet<String>> {
        // Such a prefix names other folders.
        if prefix.contains('/') {
            return None;
        }
        let start = format!("{prefix}.");
        let mut all: HashSet<String> = HashSet::new();
        for folder in self.folders.iter().map(String::as_str).chain(["."]) {
            all.extend(self.files.names(folder)?.into_iter().filter(|name| name.starts_with(&start)));
        }
        let packed = scripts::files().filter_map(|(path, _)| path.rsplit('/').next());
        all.extend(packed.filter(|name| name.starts_with(&start)).map(str::to_owned));
        Some(all)
    }
}
