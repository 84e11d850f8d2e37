//! The sources of a database, from nsswitch.conf.
use namecache_wire::Database;

/// The name of this cache's source in nsswitch.conf.
pub const OWN_NAME: &str = "egret";

/// The sources of one database.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sources {
    /// The line without `egret`: the sources that a worker asks.
    pub others: String,
    /// Whether the line names `egret`.
    pub named: bool,
    /// Whether glibc asks no other source after `egret` has reported that an entry does not exist.
    pub last: bool,
    /// Whether the sources enumerate all their entries, so that an entry that is not in the list does not exist.
    pub complete: bool,
    /// Whether a lookup may merge the answers of several sources. If so, a list does not contain the result of a
    /// lookup.
    pub merged: bool,
}

impl Sources {
    /// Returns glibc's default, for a database without a line in nsswitch.conf.
    fn default_of(db: Database) -> &'static str {
        match db {
            Database::Hosts => "dns [!UNAVAIL=return] files",
            Database::Netgroup => "nis",
            _ => "files",
        }
    }

    /// Parses the line of a database in the text of nsswitch.conf.
    #[must_use]
    pub fn of(db: Database, nsswitch: &str) -> Sources {
        let line = |name: &str| {
            nsswitch.lines().find_map(|l| {
                let l = l.split('#').next().unwrap_or("");
                let (key, rest) = l.split_once(':')?;
                (key.trim() == name).then(|| rest.trim())
            })
        };
        let own = line(db.name());
        // If initgroups has no line of its own, it follows group.
        let text = match (db, own) {
            (Database::Initgroups, None) => line(Database::Group.name()),
            (_, own) => own,
        };
        let mut sources = Sources::parse(text.unwrap_or(Sources::default_of(db)));
        if db == Database::Initgroups && own.is_none() && sources.others.split_whitespace().count() > 1 {
            // glibc then asks all sources of `group` and merges their answers.
            sources.merged = true;
        }
        sources
    }

    fn parse(line: &str) -> Sources {
        let spaced = line.replace('[', " [").replace(']', "] ");
        let mut others = Vec::new();
        let mut names = Vec::new();
        let (mut named, mut last, mut merged) = (false, false, false);
        let mut after_own = false;
        let mut inside: Option<String> = None;
        for word in spaced.split_whitespace() {
            // An action may contain spaces inside its brackets.
            let word = match inside.take() {
                Some(begun) => format!("{begun} {word}"),
                None => word.to_owned(),
            };
            if word.starts_with('[') && !word.ends_with(']') {
                inside = Some(word);
                continue;
            }
            if word.starts_with('[') {
                let action = word.to_ascii_lowercase();
                merged |= action.contains("merge");
                if after_own {
                    last |= action.contains("notfound=return");
                } else {
                    others.push(word);
                }
            } else if word == OWN_NAME {
                named = true;
                after_own = true;
            } else {
                after_own = false;
                names.push(word.clone());
                others.push(word);
            }
        }
        if names.is_empty() {
            others = vec!["files".to_owned()];
            last = named;
        }
        let complete = names.iter().all(|n| n == "files");
        Sources { others: others.join(" "), named, last: last || (named && after_own), complete, merged }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(line: &str, others: &str, named: bool, last: bool, complete: bool) {
        let s = Sources::of(Database::Passwd, &format!("# comment\npasswd: {line} # more\n"));
        assert_eq!(
            (s.others.as_str(), s.named, s.last, s.complete),
            (others, named, last, complete),
            "{line}"
        );
    }

    #[test]
    fn the_own_name_and_its_action_are_removed() {
        check("files", "files", false, false, true);
        check("files systemd", "files systemd", false, false, false);
        check("egret files", "files", true, false, true);
        check("egret [NOTFOUND=return] files", "files", true, true, true);
        check("egret [ notfound=return ] files", "files", true, true, true);
        check("egret[NOTFOUND=return]files", "files", true, true, true);
        check("files [SUCCESS=return] egret", "files [SUCCESS=return]", true, true, true);
        check("egret", "files", true, true, true);
        check(
            "egret [NOTFOUND=return] sss [UNAVAIL=continue] files",
            "sss [UNAVAIL=continue] files",
            true,
            true,
            false,
        );
    }

    #[test]
    fn without_a_line_glibcs_default_applies() {
        assert_eq!(Sources::of(Database::Rpc, "").others, "files");
        assert_eq!(Sources::of(Database::Initgroups, "group: files systemd\n").others, "files systemd");
        assert!(Sources::of(Database::Initgroups, "group: files systemd\n").merged);
        assert!(Sources::of(Database::Group, "group: files [SUCCESS=merge] systemd\n").merged);
    }
}
