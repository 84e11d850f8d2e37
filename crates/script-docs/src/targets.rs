//! The requested documents: lines `KIND PATTERN FILE`, separated by tabs or spaces. `#` begins a comment.
use crate::Known;
use crate::declared::Identifier;
use crate::docs::Docs;
use crate::names::fits;

/// The kinds of documents.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TargetKind {
    /// `identifier`: the entries of names.
    Identifier,
    /// `script`: scripts with all their declarations.
    Script,
    /// `script_index`: a table of contents.
    ScriptIndex,
    /// `script_summary`: scripts with their comments.
    ScriptSummary,
    /// `package`: a folder that loads as one script.
    Package,
    /// `package_index`: packages with their READMEs.
    PackageIndex,
}

const KINDS: [(&str, TargetKind); 6] = [
    ("identifier", TargetKind::Identifier),
    ("script", TargetKind::Script),
    ("script_index", TargetKind::ScriptIndex),
    ("script_summary", TargetKind::ScriptSummary),
    ("package", TargetKind::Package),
    ("package_index", TargetKind::PackageIndex),
];

/// A requested document.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Target {
    /// The kind of document.
    pub kind: TargetKind,
    /// The name of the subject, in which `*` matches any text.
    pub pattern: String,
    /// The file to write. For scripts and packages, it is a folder if it ends with `/`.
    pub file: String,
}

/// The error for a line that does not request a document.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}: expected KIND PATTERN FILE, where KIND is one of {}", kinds())]
pub struct TargetError {
    /// The line number, from 1.
    pub line: usize,
}

fn kinds() -> String {
    KINDS.map(|(name, _)| name).join(", ")
}

impl Target {
    /// Parses a list of requested documents.
    ///
    /// # Errors
    /// If a line has another form.
    pub fn parse(text: &str) -> Result<Vec<Self>, TargetError> {
        let lines = text.lines().enumerate().map(|(i, l)| (i + 1, l.trim()));
        let target = |(line, text): (usize, &str)| {
            let mut words = text.split_whitespace();
            let (kind, pattern, file) = (words.next(), words.next(), words.next());
            let kind = KINDS.iter().find(|(name, _)| Some(*name) == kind).map(|(_, k)| *k);
            match (kind, pattern, file, words.next()) {
                (Some(kind), Some(pattern), Some(file), None) => {
                    Ok(Target { kind, pattern: pattern.to_owned(), file: file.to_owned() })
                }
                _ => Err(TargetError { line }),
            }
        };
        lines.filter(|(_, l)| !l.is_empty() && !l.starts_with('#')).map(target).collect()
    }

    /// Returns the requested documents: paths and contents. Empty if no script has the name. `readme` reads a file by
    /// its path.
    pub fn documents(
        &self,
        docs: &Docs,
        known: &dyn Known,
        readme: &dyn Fn(&str) -> Option<String>,
    ) -> Vec<(String, String)> {
        let one = |text: String| vec![(self.file.clone(), text)];
        match self.kind {
            TargetKind::Identifier => one(docs.entries(&self.pattern, known)),
            TargetKind::ScriptIndex => one(docs.index(&self.pattern)),
            TargetKind::ScriptSummary => one(docs.summaries(&self.pattern)),
            TargetKind::PackageIndex => one(docs.packages(&self.pattern, readme)),
            TargetKind::Package => docs.package(&self.pattern, readme).map(one).unwrap_or_default(),
            TargetKind::Script => {
                let fitting = docs.scripts.iter().filter(|s| fits(&self.pattern, &s.name));
                let file = |name: &str| match self.file.ends_with('/') {
                    true => format!("{}{name}.rst", self.file),
                    false => self.file.clone(),
                };
                fitting.map(|s| (file(&s.name), docs.page(s, known))).collect()
            }
        }
    }
}

impl Docs {
    /// Returns the entries of the names that match a pattern. Names that the program itself provides have no script to
    /// refer to.
    fn entries(&self, pattern: &str, known: &dyn Known) -> String {
        let shown =
            |id: &&Identifier| fits(pattern, &id.name) && self.script_name(id.script) != "base/bif/tags.zeek";
        let mut out = String::new();
        self.identifiers.iter().filter(shown).for_each(|id| id.write(&mut out, self, known));
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn targets_are_three_words() {
        let all = Target::parse("# documents\nscript\tbase/*\tout/\n\npackage_index x* y\n").unwrap();
        assert_eq!(
            all.iter().map(|t| t.kind).collect::<Vec<_>>(),
            [TargetKind::Script, TargetKind::PackageIndex]
        );
        assert_eq!(Target::parse("script x y\nscripts x y"), Err(TargetError { line: 2 }));
        assert_eq!(Target::parse("script x"), Err(TargetError { line: 1 }));
        assert_eq!(Target::parse("script x y z"), Err(TargetError { line: 1 }));
    }
}
