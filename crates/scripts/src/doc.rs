//! Documentation of the packed tree's declarations: comments and declarations by name, for `egret --doc`.
//!
//! The tree is parsed only when a name is looked up.
use crate::files;
use script_syntax::outline::{self, Declared};
use script_syntax::tree::{Flavor, GlobalKind, Local, TypeKind};
use script_syntax::{ItemKind, Source, SourceMap, Span, suggest};
use std::collections::BTreeSet;
use std::rc::Rc;

/// A declaration with its comment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// The name as other modules write it.
    pub name: String,
    /// `function`, `event`, `hook`, `type`, `global`, `const` or `option`.
    pub kind: &'static str,
    /// The file that declares it, below the tree's root.
    pub file: &'static str,
    /// The line of the declaration, from 1.
    pub line: u32,
    /// The declaration as written, without the tabs that it is indented by.
    pub declaration: String,
    /// The comment without its markers; empty if the declaration has none.
    pub comment: String,
}

/// No declaration has the name.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("no function, event, type or global is called {name}{}", suggestion(.similar))]
pub struct Unknown {
    /// The name that was asked for.
    pub name: String,
    /// Names that may have been meant.
    pub similar: Vec<String>,
}

fn suggestion(similar: &[String]) -> String {
    if similar.is_empty() { String::new() } else { format!("; did you mean {}?", similar.join(" or ")) }
}

impl std::fmt::Display for Entry {
    /// The declaration, where it stands, and the comment below.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        writeln!(f, "{} {}  ({}, line {})\n", self.kind, self.name, self.file, self.line)?;
        for line in self.declaration.lines() {
            writeln!(f, "    {line}")?;
        }
        if !self.comment.is_empty() {
            writeln!(f, "\n{}", self.comment.trim_end())?;
        }
        Ok(())
    }
}

/// Every declaration of a name: an event may have several. `Foo::bar` names one of a module, `bar` one of any module.
pub fn find(name: &str) -> Result<Vec<Entry>, Unknown> {
    let wanted = name.strip_prefix("GLOBAL::").unwrap_or(name);
    let (mut exact, mut inside, mut names) = (Vec::new(), Vec::new(), BTreeSet::new());
    each(&mut |source, file, d| {
        if d.name == wanted {
            exact.extend(entry(source, file, &d));
        } else if d.name.rsplit("::").next() == Some(wanted) && d.item.exported {
            inside.extend(entry(source, file, &d));
        }
        if d.item.exported || d.name == wanted {
            names.insert(d.name);
        }
    });
    match (exact.is_empty(), inside.is_empty()) {
        (false, _) => Ok(exact),
        (true, false) => Ok(inside),
        (true, true) => Err(Unknown { name: name.to_owned(), similar: similar(wanted, &names) }),
    }
}

/// Every declaration of the tree's built-in files (`base/bif`) that is a function, event or hook.
pub fn built_in() -> Vec<Entry> {
    let mut all = Vec::new();
    each(&mut |source, file, d| {
        if file.starts_with("base/bif/") {
            all.extend(entry(source, file, &d).filter(|e| ["function", "event", "hook"].contains(&e.kind)));
        }
    });
    all
}

/// Every declaration of the files that belong to one plugin (`base/bif/plugins`), with the plugin's name.
pub fn of_plugins() -> Vec<(&'static str, Entry)> {
    let mut all = Vec::new();
    each(&mut |source, file, d| {
        let plugin = file.strip_prefix("base/bif/plugins/Zeek_").and_then(|f| f.split('.').next());
        all.extend(plugin.into_iter().flat_map(|p| entry(source, file, &d).map(|e| (p, e))));
    });
    all
}

/// Names similar to an unknown one: with a typing error, in another case, or containing it.
fn similar(wanted: &str, names: &BTreeSet<String>) -> Vec<String> {
    let all = || names.iter().map(String::as_str);
    let last = |name: &str| name.rsplit("::").next().unwrap_or(name).to_lowercase();
    let slip =
        suggest(wanted, all()).or_else(|| suggest(wanted, all().filter_map(|n| n.rsplit("::").next())));
    if let Some(slip) = slip {
        return vec![slip.to_owned()];
    }
    let lower = wanted.to_lowercase();
    let held = |name: &&str| lower.len() > 3 && (last(name).contains(&lower) || last(name) == last(&lower));
    all().filter(held).take(5).map(str::to_owned).collect()
}

fn each(f: &mut dyn FnMut(&Rc<Source>, &'static str, Declared<'_>)) {
    let mut sources = SourceMap::new();
    for (file, text) in files().filter(|(file, _)| file.ends_with(".zeek")) {
        let Ok(source) = sources.add(file, "", text) else { return };
        // The build has parsed every file: none has an error.
        let _ = outline::each(&source, &mut |d| f(&source, file, d));
    }
}

fn entry(source: &Source, file: &'static str, d: &Declared<'_>) -> Option<Entry> {
    let kind = match d.item.kind {
        ItemKind::Type(..) => "type",
        // A body without a declaration is a handler of an event that another file declares.
        ItemKind::Function(f) if f.flavor == Flavor::Function => "function",
        ItemKind::Global(kind, Local { ty, .. }) => match (kind, ty.map(|t| d.tree[t].kind)) {
            (_, Some(TypeKind::Func(Flavor::Function, ..))) => "function",
            (_, Some(TypeKind::Func(Flavor::Event, ..))) => "event",
            (_, Some(TypeKind::Func(Flavor::Hook, ..))) => "hook",
            (GlobalKind::Const, _) => "const",
            (GlobalKind::Option, _) => "option",
            _ => "global",
        },
        _ => return None,
    };
    let span = d.item.span;
    let line = source.line(span.start.saturating_sub(source.base));
    let declaration = written(source, span);
    Some(Entry {
        name: d.name.clone(),
        kind,
        file,
        line,
        declaration,
        comment: outline::comment(source, span),
    })
}

/// The text at a place, without the tabs that its first line is indented by.
fn written(source: &Source, span: Span) -> String {
    let first = source.line(span.start.saturating_sub(source.base));
    let last = source.line(span.end.saturating_sub(source.base + 1));
    let depth = source.line_text(first).iter().take_while(|b| **b == b'\t').count();
    let lines = (first..=last.max(first)).map(|n| {
        let line = source.line_text(n);
        let tabs = line.iter().take_while(|b| **b == b'\t').count().min(depth);
        String::from_utf8_lossy(line.get(tabs..).unwrap_or_default()).replace('\t', "    ")
    });
    lines.collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(name: &str, expected: &[(&str, &str, &str)]) {
        let found = find(name).unwrap_or_else(|e| panic!("{e}"));
        let found: Vec<_> = found.iter().map(|e| (e.kind, e.name.as_str(), e.file)).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn every_kind_of_name_is_found() {
        check("strip", &[("function", "strip", "base/bif/strings.bif.zeek")]);
        check("GLOBAL::tftp_ack", &[("event", "tftp_ack", "base/protocols/tftp/events.zeek")]);
        check("TFTP::Info", &[("type", "TFTP::Info", "base/protocols/tftp/main.zeek")]);
        check(
            "TFTP::max_pending_requests",
            &[("option", "TFTP::max_pending_requests", "base/protocols/tftp/main.zeek")],
        );
        check(
            "TFTP::request_timeout",
            &[("const", "TFTP::request_timeout", "base/protocols/tftp/main.zeek")],
        );
        check("TFTP::finalize_tftp", &[("global", "TFTP::finalize_tftp", "base/protocols/tftp/main.zeek")]);
        assert_eq!(find("conn_weird").map(|all| all.len()), Ok(2));
    }

    #[test]
    fn an_entry_has_its_text_and_its_comment() {
        let found = find("TFTP::Option").unwrap();
        let shown = found[0].to_string();
        assert!(shown.starts_with("type TFTP::Option  (base/protocols/tftp/events.zeek, line "), "{shown}");
        assert!(shown.contains("\n    type Option: record {\n        ## Its name as sent"), "{shown}");
        assert!(shown.ends_with("\nAn option of a request or of the answer to it (RFC 2347).\n"), "{shown}");
    }

    #[test]
    fn an_unknown_name_brings_a_suggestion() {
        let unknown = |name| find(name).unwrap_err().to_string();
        assert_eq!(
            unknown("tftp_akc"),
            "no function, event, type or global is called tftp_akc; did you mean tftp_ack?"
        );
        assert_eq!(unknown("qqqqqqqq"), "no function, event, type or global is called qqqqqqqq");
        assert!(unknown("TFTP_ACK").ends_with("did you mean tftp_ack?"), "{}", unknown("TFTP_ACK"));
    }

    /// Every built-in function and event has a comment with a line for each of its parameters.
    #[test]
    fn everything_built_in_is_documented() {
        let all = built_in();
        assert!(all.len() > 1_200, "{} declarations", all.len());
        let lacking = |e: &&Entry| {
            let params = e.declaration.split_once('(').map_or("", |(_, rest)| rest);
            let first = params.split([':', ')']).next().unwrap_or("").trim();
            e.comment.is_empty() || !first.is_empty() && !e.comment.contains(&format!("\n{first}: "))
        };
        let lacking: Vec<String> =
            all.iter().filter(lacking).map(|e| format!("{}:{}: {}", e.file, e.line, e.name)).collect();
        assert!(lacking.is_empty(), "no comment, or none for the first parameter:\n{}", lacking.join("\n"));
    }
}
