//! Detects file types by patterns over their first bytes.
use super::rule::{Action, Rule, Subject};
use pattern::{Set, SetError};

/// The memory limit of the automaton, in bytes.
const AUTOMATON: usize = 16 << 20;

/// All `file-magic` rules, compiled.
pub struct Magic {
    set: Set,
    /// For each pattern: the index of its rule.
    owners: Vec<usize>,
    rules: Vec<Verdict>,
}

struct Verdict {
    patterns: usize,
    types: Vec<(i64, String)>,
}

impl Magic {
    /// Compiles the rules with `file-magic`; ignores the others.
    pub fn new<'a>(rules: impl IntoIterator<Item = &'a Rule>) -> Result<Self, SetError> {
        let (mut patterns, mut owners, mut verdicts) = (Vec::new(), Vec::new(), Vec::new());
        for r in rules {
            let magic: Vec<&str> = r
                .patterns
                .iter()
                .filter(|p| p.subject == Subject::FileMagic)
                .map(|p| p.syntax.as_str())
                .collect();
            if magic.is_empty() || r.inactive {
                continue;
            }
            owners.extend(std::iter::repeat_n(verdicts.len(), magic.len()));
            let types = r.actions.iter().filter_map(|a| match a {
                Action::Mime { mime, strength } => Some((*strength, mime.clone())),
                _ => None,
            });
            verdicts.push(Verdict { patterns: magic.len(), types: types.collect() });
            patterns.extend(magic);
        }
        Ok(Magic { set: Set::new(&patterns, AUTOMATON)?, owners, rules: verdicts })
    }

    /// The types that match a file's beginning: by descending strength, then by name.
    pub fn types(&mut self, beginning: &[u8]) -> Vec<(i64, &str)> {
        // Few rules have a pattern that matches: for each of those, its index and the number of its matches.
        let mut seen: Vec<(usize, usize)> = Vec::new();
        let owners = &self.owners;
        let mut stream = self.set.stream();
        self.set.feed(&mut stream, beginning, &mut |id, _| {
            let Some(&owner) = owners.get(id) else { return };
            match seen.iter_mut().find(|(rule, _)| *rule == owner) {
                Some((_, n)) => *n += 1,
                None => seen.push((owner, 1)),
            }
        });
        let complete = seen.iter().filter_map(|(rule, n)| self.rules.get(*rule).filter(|r| r.patterns == *n));
        let mut types: Vec<(i64, &str)> =
            complete.flat_map(|r| r.types.iter().map(|(s, m)| (*s, m.as_str()))).collect();
        types.sort_by(|a, b| b.0.cmp(&a.0).then(a.1.cmp(b.1)));
        types.dedup();
        types
    }
}
