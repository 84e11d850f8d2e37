//! Our own `.zeek` tree, packed into the program: the prelude, the declarations of everything built in, small libraries.
//!
//! The files stand below `tree/` under the names that scripts load them by (`@load base/utils/urls` is
//! `tree/base/utils/urls.zeek`). A folder on ZEEKPATH that holds a file of the same name replaces it; the tree is what
//! is left when nothing else answers, so one program file is enough to run. Names, types, defaults and record fields are
//! those of the reference version; nothing here may depend on the machine.
//!
//! ```
//! let prelude = scripts::file("base/init-bare.zeek").unwrap();
//! assert!(prelude.contains("@load base/init/connections"));
//! assert!(scripts::is_folder("base/utils"));
//! assert!(scripts::file("base/utils").is_none());
//! ```

pub mod doc;

include!("early.rs");
include!(concat!(env!("OUT_DIR"), "/files.rs"));

/// The parsed forms of all files, in their order, as the parser's crate packs them (`parsed::Image`).
pub static PARSED: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/parsed.bin"));

/// The text of a file, by its path below the tree's root.
pub fn file(path: &str) -> Option<&'static str> {
    number(path).map(|i| FILES[i].1)
}

/// The place of a file in the order of all.
pub fn number(path: &str) -> Option<usize> {
    FILES.binary_search_by_key(&path, |(name, _)| name).ok()
}

/// Whether files stand below this path.
pub fn is_folder(path: &str) -> bool {
    let from = FILES.partition_point(|(name, _)| *name < path);
    FILES[from..]
        .iter()
        .take_while(|(name, _)| name.starts_with(path))
        .any(|(name, _)| name.as_bytes().get(path.len()) == Some(&b'/'))
}

/// Every file with its text, sorted by path.
pub fn files() -> impl Iterator<Item = (&'static str, &'static str)> {
    FILES.iter().copied()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    /// Where `@load NAME` in file `from` leads, by the rules of the loader.
    fn target(from: &str, name: &str) -> Option<String> {
        let dir = from.rsplit_once('/').map_or("", |(dir, _)| dir);
        let base = match name.strip_prefix("./") {
            Some(rest) => format!("{dir}/{rest}"),
            None if name.starts_with("../") => {
                let (mut dir, mut rest) = (dir, name);
                while let Some(up) = rest.strip_prefix("../") {
                    dir = dir.rsplit_once('/').map_or("", |(up, _)| up);
                    rest = up;
                }
                format!("{dir}/{rest}")
            }
            None => name.to_owned(),
        };
        let roots = [base.clone(), format!("policy/{base}")];
        let names = roots.iter().flat_map(|b| [b.clone(), format!("{b}.zeek"), format!("{b}/__load__.zeek")]);
        names.into_iter().find(|p| file(p).is_some())
    }

    #[test]
    fn every_script_of_policy_is_named_in_test_all_policy() {
        let all = file("test-all-policy.zeek").expect("it is packed");
        let named: BTreeSet<&str> =
            all.lines().filter_map(|l| l.trim_start_matches("# ").strip_prefix("@load ")).collect();
        let there: BTreeSet<&str> = files()
            .filter_map(|(path, _)| path.strip_prefix("policy/"))
            .filter(|path| path.ends_with(".zeek"))
            .collect();
        assert_eq!(named, there);
    }

    #[test]
    fn every_load_leads_somewhere() {
        for (path, text) in files() {
            for line in text.lines() {
                if let Some(name) = line.strip_prefix("@load ") {
                    // A site has this file, or the run that a node belongs to makes it.
                    if name.trim() == "cluster-layout" {
                        continue;
                    }
                    assert!(target(path, name.trim()).is_some(), "{path}: {line}");
                }
            }
        }
    }

    #[test]
    fn every_framework_has_a_row_in_its_page() {
        let page = include_str!("../../../docs/frameworks.md");
        let rows: BTreeSet<&str> =
            page.lines().filter_map(|l| l.strip_prefix("| ")?.split(' ').next()).skip(1).collect();
        let there: BTreeSet<&str> = files()
            .filter_map(|(path, _)| {
                path.strip_prefix("base/frameworks/")?.split_once('/').map(|(name, _)| name)
            })
            .collect();
        assert_eq!(rows, there);
    }

    #[test]
    fn folders_are_told_from_files_with_the_same_beginning() {
        assert!(is_folder("base"));
        assert!(is_folder("base/bif/plugins"));
        assert!(!is_folder("base/bi"));
        assert!(!is_folder("base/init-bare.zeek"));
    }

    #[test]
    fn built_in_functions_and_events_are_declared_once() {
        let mut seen = std::collections::BTreeMap::new();
        for (path, text) in files().filter(|(p, _)| p.starts_with("base/bif/")) {
            for line in text.lines().filter_map(|l| l.trim().strip_prefix("global ")) {
                let name = line.split(": ").next().unwrap_or(line);
                if line.contains(": function(") {
                    assert_eq!(seen.insert(name, path), None, "{name} in {path}");
                }
            }
        }
        assert_eq!(seen.len(), 570);
    }
}
