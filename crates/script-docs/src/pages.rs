//! Documents on several scripts: lists, and packages (folders that load as one script).
use crate::declared::ScriptDoc;
use crate::docs::Docs;
use crate::names::{fits, underline};
use crate::page::listed;

impl Docs {
    fn fitting(&self, pattern: &str) -> Vec<&ScriptDoc> {
        let mut all: Vec<&ScriptDoc> = self.scripts.iter().filter(|s| fits(pattern, &s.name)).collect();
        all.sort_by(|a, b| a.name.cmp(&b.name));
        all
    }

    /// Returns the scripts that match a pattern, each with its comment.
    pub(crate) fn summaries(&self, pattern: &str) -> String {
        self.fitting(pattern).iter().map(|s| listed(s, "    ") + "\n").collect()
    }

    /// Returns a table of contents of the scripts that match a pattern.
    pub(crate) fn index(&self, pattern: &str) -> String {
        let line = |s: &&ScriptDoc| format!("   {0} </scripts/{0}>\n", s.name);
        let lines: String = self.fitting(pattern).iter().map(line).collect();
        format!(".. toctree::\n   :maxdepth: 1\n\n{lines}")
    }

    /// Returns the packages that match a pattern, each with its README.
    pub(crate) fn packages(&self, pattern: &str, readme: &dyn Fn(&str) -> Option<String>) -> String {
        let one = |folder: String| {
            let mut out = format!(":doc:`{folder} </scripts/{folder}/index>`\n\n");
            for line in self.readme(&folder, readme) {
                out += &format!("   {line}\n");
            }
            out + "\n"
        };
        let mut folders: Vec<String> = self.folders().filter(|f| fits(pattern, f)).collect();
        folders.sort();
        folders.into_iter().map(one).collect()
    }

    /// Returns the document of a package: its README and its scripts.
    pub(crate) fn package(&self, folder: &str, readme: &dyn Fn(&str) -> Option<String>) -> Option<String> {
        self.folders().find(|f| f == folder)?;
        let title = format!("Package: {folder}");
        let mut out = format!(":orphan:\n\n{title}\n{}\n\n", underline(&title, "="));
        for line in self.readme(folder, readme) {
            out += &format!("{line}\n");
        }
        out.push('\n');
        let inside = |s: &&ScriptDoc| s.name.rsplit_once('/').is_some_and(|(f, _)| f == folder);
        let mut scripts: Vec<&ScriptDoc> = self.scripts.iter().filter(inside).collect();
        scripts.sort_by(|a, b| a.name.cmp(&b.name));
        for s in scripts {
            out += &listed(s, "   ").replacen('\n', "\n\n", 1);
            out.push('\n');
        }
        Some(out)
    }

    fn folders(&self) -> impl Iterator<Item = String> {
        self.scripts.iter().filter_map(|s| Some(s.name.strip_suffix("/__load__.zeek")?.to_owned()))
    }

    /// Returns the lines of a package's README.
    fn readme(&self, folder: &str, readme: &dyn Fn(&str) -> Option<String>) -> Vec<String> {
        let load = format!("{folder}/__load__.zeek");
        let path = self.script(&load).and_then(|s| Some(format!("{}/README", s.path.rsplit_once('/')?.0)));
        let text = path.and_then(|p| readme(&p)).unwrap_or_default();
        text.lines().map(str::to_owned).collect()
    }

    /// Returns the README of a package, for scripts that query it; empty if there is none.
    pub fn package_readme(&self, folder: &str, readme: &dyn Fn(&str) -> Option<String>) -> String {
        self.readme(folder, readme).join("\n")
    }
}
