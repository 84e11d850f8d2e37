//! The names of scripts in documents, and patterns for names.

/// Returns the name of a script in documents: its path relative to the ZEEKPATH folder that contains it.
pub fn documented(path: &str, folders: &[&str]) -> String {
    let below = |folder: &str| path.strip_prefix(folder)?.strip_prefix('/');
    let folders = folders.iter().map(|f| f.trim_end_matches('/')).filter(|f| !f.is_empty());
    let found = ["/packed", "."].into_iter().chain(folders).find_map(below);
    found.unwrap_or(path).to_owned()
}

/// Whether a name matches a pattern, in which `*` matches any text.
pub(crate) fn fits(pattern: &str, name: &str) -> bool {
    let mut parts = pattern.split('*');
    let Some(mut rest) = parts.next().and_then(|first| name.strip_prefix(first)) else { return false };
    let mut parts: Vec<&str> = parts.collect();
    let Some(last) = parts.pop() else { return rest.is_empty() };
    for part in parts {
        match rest.find(part) {
            Some(at) => rest = rest.get(at + part.len()..).unwrap_or_default(),
            None => return false,
        }
    }
    rest.ends_with(last)
}

/// Returns a line of `mark`s as long as the text above it.
pub(crate) fn underline(text: &str, mark: &str) -> String {
    mark.repeat(text.chars().count())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_star_stands_for_any_text() {
        for (pattern, name) in
            [("a*", "abc"), ("*", ""), ("a::*", "a::b::c"), ("*c*", "abcd"), ("abc", "abc")]
        {
            assert!(fits(pattern, name), "{pattern} {name}");
        }
        for (pattern, name) in [("a", "ab"), ("a*b", "a"), ("ab*ba", "aba"), ("b*", "ab")] {
            assert!(!fits(pattern, name), "{pattern} {name}");
        }
    }

    #[test]
    fn scripts_are_named_below_the_folder_that_holds_them() {
        assert_eq!(documented("/packed/base/init-bare.zeek", &[]), "base/init-bare.zeek");
        assert_eq!(documented("./x.zeek", &[]), "x.zeek");
        assert_eq!(documented("/opt/site/a/b.zeek", &["/opt", "/opt/site"]), "site/a/b.zeek");
        assert_eq!(documented("/home/x.zeek", &["/opt", ""]), "/home/x.zeek");
    }
}
