//! The document of a script: a summary in tables, then the entries of its declarations.
use crate::declared::{Change, Identifier, Kind, ScriptDoc};
use crate::docs::Docs;
use crate::names::underline;
use crate::rest::doc;
use crate::{Known, comments};

/// The groups of declarations in a document, in order.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Group {
    RuntimeOptions,
    RedefinableOptions,
    Constants,
    StateVariables,
    Types,
    Redefinitions,
    Events,
    Hooks,
    Functions,
}

const GROUPS: [(Group, &str); 9] = [
    (Group::RuntimeOptions, "Runtime Options"),
    (Group::RedefinableOptions, "Redefinable Options"),
    (Group::Constants, "Constants"),
    (Group::StateVariables, "State Variables"),
    (Group::Types, "Types"),
    (Group::Redefinitions, "Redefinitions"),
    (Group::Events, "Events"),
    (Group::Hooks, "Hooks"),
    (Group::Functions, "Functions"),
];

fn group(id: &Identifier) -> Option<Group> {
    let redef = id.attrs.iter().any(|a| a.contains("&redef"));
    Some(match id.kind {
        Kind::Option => Group::RuntimeOptions,
        Kind::Const if redef => Group::RedefinableOptions,
        Kind::Const => Group::Constants,
        Kind::Variable => Group::StateVariables,
        Kind::Type => Group::Types,
        Kind::Event => Group::Events,
        Kind::Hook => Group::Hooks,
        Kind::Function => Group::Functions,
        Kind::Enumerator => return None,
    })
}

impl Docs {
    /// Returns the document of a script.
    pub(crate) fn page(&self, script: &ScriptDoc, known: &dyn Known) -> String {
        let mut out = format!(":tocdepth: 3\n\n{}\n{}\n", script.name, underline(&script.name, "="));
        for module in &script.modules {
            out += &format!(".. zeek:namespace:: {module}\n");
        }
        out.push('\n');
        for line in &script.comment {
            out += &format!("{line}\n");
        }
        out.push('\n');
        self.write_head(&mut out, script);
        let own = self.own(script);
        out += "\nSummary\n~~~~~~~\n";
        for (group, title) in GROUPS {
            let rows = if group == Group::Redefinitions {
                self.change_rows(script, known)
            } else {
                own.iter().filter(|id| self::group(id) == Some(group)).map(|id| row(id, known)).collect()
            };
            if !rows.is_empty() {
                out += &format!("{title}\n{}\n{}\n", underline(title, "#"), table(&rows));
            }
        }
        out += "\nDetailed Interface\n~~~~~~~~~~~~~~~~~~\n";
        for (group, title) in GROUPS {
            let mut all = own.iter().filter(|id| self::group(id) == Some(group)).peekable();
            if all.peek().is_some() {
                out += &format!("{title}\n{}\n", underline(title, "#"));
                all.for_each(|id| id.write(&mut out, self, known));
            }
        }
        out.push('\n');
        out
    }

    /// Returns the exported declarations of a script, sorted by name.
    fn own(&self, script: &ScriptDoc) -> Vec<&Identifier> {
        let here = |id: &&Identifier| id.exported && self.script_name(id.script) == script.name;
        let mut own: Vec<&Identifier> = self.identifiers.iter().filter(here).collect();
        own.sort_by(|a, b| a.name.cmp(&b.name));
        own
    }

    fn write_head(&self, out: &mut String, script: &ScriptDoc) {
        let modules: Vec<&str> = script.modules.iter().map(String::as_str).collect();
        match &modules[..] {
            [] => {}
            [one] => *out += &format!(":Namespace: {one}\n"),
            more => *out += &format!(":Namespaces: {}\n", more.join(", ")),
        }
        let mut loads: Vec<String> = script.loads.iter().map(|l| self.loaded(script, l)).collect();
        loads.sort();
        loads.dedup();
        let doc = |name: &String| match name.strip_suffix("/__load__.zeek") {
            Some(folder) => format!(":doc:`{folder} </scripts/{folder}/index>`"),
            None => format!(":doc:`{name} </scripts/{name}>`"),
        };
        if !loads.is_empty() {
            let loads: Vec<String> = loads.iter().map(doc).collect();
            *out += &format!(":Imports: {}\n", loads.join(", "));
        }
    }

    /// Returns the name of the script that an `@load` loads.
    fn loaded(&self, script: &ScriptDoc, load: &str) -> String {
        let folder = script.name.rsplit_once('/').map_or("", |(folder, _)| folder);
        let mut path = if load.starts_with('.') { format!("{folder}/{load}") } else { load.to_owned() };
        while let Some((before, after)) = path.split_once("/../") {
            let parent = before.rsplit_once('/').map_or("", |(parent, _)| parent);
            path = format!("{parent}/{after}");
        }
        let path = path.replace("/./", "/");
        let path = path.trim_start_matches('/').trim_start_matches("./").trim_end_matches(".zeek");
        let candidates = ["", "policy/", "site/"].iter().flat_map(|above| {
            ["{}.zeek", "{}/__load__.zeek"].map(|f| format!("{above}{}", f.replace("{}", path)))
        });
        let known = candidates.into_iter().find(|name| self.scripts.iter().any(|s| s.name == *name));
        known.unwrap_or_else(|| path.to_owned())
    }

    fn change_rows(&self, script: &ScriptDoc, known: &dyn Known) -> Vec<(String, Vec<String>)> {
        let mut changes: Vec<&Change> = script.changes.iter().collect();
        changes.sort_by(|a, b| a.name.cmp(&b.name));
        let row = |c: &&Change| {
            let head = self.identifier(&c.name).map_or_else(
                || format!(":zeek:id:`{}`:", c.name),
                |id| heading(id, known, c.fields.is_empty() && c.enumerators.is_empty()),
            );
            (head, change(c))
        };
        changes.iter().map(row).collect()
    }
}

/// Returns the reference to a name with the first word of its type, and with its attributes if requested.
fn heading(id: &Identifier, known: &dyn Known, with_attributes: bool) -> String {
    let attrs: String = id.attrs.iter().filter(|_| with_attributes).map(|a| format!(" {a}")).collect();
    format!(":zeek:{}:`{}`: {}{attrs}", id.role(), id.name, id.type_text(known).1)
}

fn row(id: &&Identifier, known: &dyn Known) -> (String, Vec<String>) {
    (heading(id, known, true), comments::summary(&id.comment))
}

/// Returns the lines on a script's change of a type: its comment, then the new members.
fn change(c: &Change) -> Vec<String> {
    let mut out = c.comment.clone();
    let mut enumerators: Vec<_> = c.enumerators.iter().collect();
    enumerators.sort_by(|a, b| a.name.cmp(&b.name));
    if out.is_empty() {
        out.push(String::new());
    }
    for e in enumerators {
        let colon = if e.comment.is_empty() { "" } else { ":" };
        out.extend([String::new(), format!("* :zeek:enum:`{}`{colon}", e.name)]);
        out.extend(e.comment.iter().map(|l| format!("  {l}")));
    }
    if !c.fields.is_empty() {
        out.extend([String::new(), format!(":New Fields: :zeek:type:`{}`", c.name)]);
    }
    for f in &c.fields {
        out.extend([String::new(), format!("  {}: {}", f.name, f.ty)]);
        out.extend(comments::summary(&f.comment).iter().map(|l| format!("    {l}")));
    }
    out
}

/// Formats a table of two columns, of which the second has several lines.
fn table(rows: &[(String, Vec<String>)]) -> String {
    let width = |s: &String| s.chars().count();
    let left = rows.iter().map(|(head, _)| width(head)).max().unwrap_or(0);
    let right = rows.iter().flat_map(|(_, lines)| lines.iter().map(width)).max().unwrap_or(0).max(1);
    let border = format!("{} {}\n", "=".repeat(left), "=".repeat(right));
    let mut out = border.clone();
    for (head, lines) in rows {
        let first = lines.first().map_or("", String::as_str);
        out += &format!("{head:left$} {first}\n");
        for line in lines.iter().skip(1) {
            out += &format!("{:left$} {line}\n", "");
        }
    }
    out + &border
}

/// Returns an entry of a list of scripts: the reference to a script, then its comment.
pub(crate) fn listed(script: &ScriptDoc, indent: &str) -> String {
    let mut out = format!("{}\n", doc(&script.name));
    comments::write(&mut out, &script.comment, indent, &[]);
    out
}
