//! Generates the modules of the crate `event`: typed events and records, from the declarations in the `.zeek` tree.
use crate::declarations::{Declarations, EventDeclaration, Field, Type};
use crate::protocol::{EventModule, Protocols};
use crate::section::{camel, snake};
use crate::{Generated, HEAD, forms, section};
use anyhow::{Context as _, Result, bail};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::Path;

/// A record in Rust.
struct Record<'d> {
    /// Its full name in scripts.
    script: &'d str,
    rust: String,
    fields: &'d [Field],
    doc: &'d str,
}

/// A module and its contents.
struct Module<'d> {
    declared: &'d EventModule,
    records: Vec<Record<'d>>,
    events: Vec<&'d EventDeclaration>,
}

/// Generates all modules, and the list of them in the root of the crate.
pub(crate) fn generate(root: &Path, all: &Declarations, protocols: &Protocols) -> Result<Vec<Generated>> {
    let declared = protocols.event_modules();
    let mut modules = Vec::new();
    for m in &declared {
        modules.push(module(m, all).with_context(|| format!("events of {}", m.module))?);
    }
    complete(&modules, all, protocols)?;
    let list: String = declared.iter().map(|m| format!("    {},\n", m.module)).collect();
    let mut files = vec![section::replace(root, "crates/event/src/lib.rs", "modules", &list)?];
    for m in &modules {
        let text = Writer { all, modules: &modules, m }
            .text()
            .with_context(|| format!("events of {}", m.declared.module))?;
        files.push(Generated { path: format!("crates/event/src/{}.rs", m.declared.module), text });
    }
    Ok(files)
}

/// Finds the events and records of a module.
fn module<'d>(m: &'d EventModule, all: &'d Declarations) -> Result<Module<'d>> {
    let here = |file: &str| m.from.iter().any(|f| f.as_str() == file);
    let events: Vec<_> = all.events.iter().filter(|e| here(&e.file) || m.events.contains(&e.name)).collect();
    if let Some(name) = m.events.iter().find(|n| !events.iter().any(|e| e.name == **n)) {
        bail!("no file of the tree declares an event {name}");
    }
    if let Some(file) = m.from.iter().find(|f| !all.events.iter().any(|e| e.file == **f)) {
        bail!("{file} declares no event");
    }
    let mut used = BTreeSet::new();
    events.iter().flat_map(|e| &e.params).for_each(|p| reach(&p.ty, all, &mut used));
    let mut records = Vec::new();
    let chosen = |name: &String| m.records.contains(name);
    for name in all.order.iter().filter(|n| chosen(n) || (used.contains(*n) && here(&all.types[*n].file))) {
        let named = &all.types[name];
        let Type::Record(fields) = &named.ty else {
            if chosen(name) {
                bail!("{name} is not a record");
            }
            continue;
        };
        if ["Option", "Arg", "List", "ListOf", "Pairs", "TableOf"].contains(&rust_name(m, name).as_str()) {
            bail!("the record {name} needs another name in Rust: give `prefix`, or a name in `names`");
        }
        records.push(Record { script: name, rust: rust_name(m, name), fields, doc: &named.doc });
    }
    if let Some(name) = m.records.iter().find(|n| !records.iter().any(|r| r.script == **n)) {
        bail!("no file of the tree declares a record {name}");
    }
    Ok(Module { declared: m, records, events })
}

/// Collects the types that a type refers to, recursively.
fn reach(ty: &Type, all: &Declarations, found: &mut BTreeSet<String>) {
    match ty {
        Type::Vector(of) | Type::Set(of) => reach(of, all, found),
        Type::Table(key, of) => {
            reach(key, all, found);
            reach(of, all, found);
        }
        Type::Record(fields) => fields.iter().for_each(|f| reach(&f.ty, all, found)),
        Type::Name(name, module) if name != "connection" && name != "fa_file" => {
            if let Some((full, named)) = all.find(name, module)
                && found.insert(full)
            {
                reach(&named.ty, all, found);
            }
        }
        _ => {}
    }
}

/// Checks that every built-in event belongs to one module or is listed in `not_from_traffic`.
fn complete(modules: &[Module<'_>], all: &Declarations, protocols: &Protocols) -> Result<()> {
    let mut owner = BTreeMap::new();
    for m in modules {
        for e in &m.events {
            if let Some(first) = owner.insert(e.name.as_str(), &m.declared.module) {
                bail!("the event {} is in two modules, {first} and {}", e.name, m.declared.module);
            }
        }
    }
    let elsewhere = &protocols.engine.not_from_traffic;
    for e in all.events.iter().filter(|e| e.file.starts_with("base/bif/")) {
        match (owner.get(e.name.as_str()), elsewhere.contains(&e.name)) {
            (None, false) => bail!(
                "{}: the event {} is in no module: name the file in `from` of a `protocol.toml`",
                e.file,
                e.name
            ),
            (Some(m), true) => bail!("{} is in {m} and in `not_from_traffic`", e.name),
            _ => {}
        }
    }
    Ok(())
}

fn rust_name(m: &EventModule, name: &str) -> String {
    m.names.get(name).cloned().unwrap_or_else(|| {
        let prefix = if name.contains("::") { m.prefix.as_str() } else { "" };
        format!("{prefix}{}", camel(name.strip_prefix(m.strip.as_str()).unwrap_or(name)))
    })
}

/// Writes a module.
struct Writer<'w, 'd> {
    all: &'d Declarations,
    modules: &'w [Module<'d>],
    m: &'w Module<'d>,
}

impl<'d> Writer<'_, 'd> {
    fn text(&self) -> Result<String> {
        let mut body = String::new();
        if !self.m.records.is_empty() {
            body.push_str("\nrecords! {\n");
            for r in &self.m.records {
                document(r.doc, &mut body);
                if self.m.declared.defaults.contains(r.script) {
                    body.push_str("    #[derive(Default)]\n");
                }
                self.item(&r.rust, r.script, r.fields, &mut body)?;
            }
            body.push_str("}\n");
        }
        if !self.m.events.is_empty() {
            writeln!(body, "\nevents! {{ in {};", self.m.declared.module)?;
            for e in &self.m.events {
                document(&e.doc, &mut body);
                self.item(&self.event_name(&e.name), &e.name, &e.params, &mut body)?;
            }
            body.push_str("}\n");
        } else {
            body.push_str(
                "\n/// This module has records alone.\npub(crate) const EVENTS: &[crate::EventDef] = &[];\n",
            );
        }
        self.unused()?;
        let sources = self.sources();
        Ok(format!("// {HEAD} {sources}.\n//! {}\n{}{body}", self.m.declared.about, self.imports(&body)))
    }

    /// Returns the files that the module is generated from.
    fn sources(&self) -> String {
        let mut files: Vec<&str> = self.m.events.iter().map(|e| e.file.as_str()).collect();
        files.extend(self.m.records.iter().map(|r| self.all.types[r.script].file.as_str()));
        files.sort_unstable();
        files.dedup();
        format!("crates/scripts/tree/{{{}}}", files.join(", "))
    }

    fn event_name(&self, name: &str) -> String {
        let rust = rust_name(self.m.declared, name);
        if self.m.records.iter().any(|r| r.rust == rust) { format!("{rust}Seen") } else { rust }
    }

    fn item(&self, rust: &str, script: &str, fields: &[Field], body: &mut String) -> Result<()> {
        let mut written = Vec::new();
        let mut lifetime = "";
        for field in fields {
            let key = format!("{script}.{}", field.name);
            if self.m.declared.omit.contains(&key) {
                continue;
            }
            let form = self.form(&key, field).with_context(|| key.clone())?;
            if form.contains("'a") {
                lifetime = "<'a>";
            }
            let name = self.m.declared.fields.get(&key).cloned().unwrap_or_else(|| snake(&field.name));
            let script_name = if name == field.name { String::new() } else { format!(" = {:?}", field.name) };
            written.push(format!("{name}: {form}{script_name}"));
        }
        let line = format!("    {rust}{lifetime} = {script:?} {{ {} }}\n", written.join(", "));
        if line.len() <= 120 {
            body.push_str(&line);
            return Ok(());
        }
        writeln!(body, "    {rust}{lifetime} = {script:?} {{")?;
        let mut row = String::from("       ");
        for (i, part) in written.iter().enumerate() {
            let comma = if i + 1 < written.len() { "," } else { "" };
            if row.len() + part.len() + 2 > 118 {
                writeln!(body, "{row}")?;
                row = String::from("       ");
            }
            write!(row, " {part}{comma}")?;
        }
        writeln!(body, "{row}\n    }}")?;
        Ok(())
    }

    fn form(&self, key: &str, field: &Field) -> Result<String> {
        let records = |script: &str| self.record(script);
        let Some(form) = self.m.declared.forms.get(key) else {
            return forms::usual(field, self.all, &records);
        };
        let fields = |rust: &str| Some(self.find(|r| r.rust == rust)?.1.fields.to_vec());
        forms::check(&field.ty, form, self.all, &records, &fields)?;
        if forms::usual(field, self.all, &records).is_ok_and(|usual| usual == *form) {
            bail!("`{form}` is the usual form: leave it out of `forms`");
        }
        Ok(form.clone())
    }

    /// Finds a record in this module, or else in another one.
    fn find(&self, what: impl Fn(&Record<'d>) -> bool) -> Option<(&Module<'d>, &Record<'d>)> {
        let others = self.modules.iter().filter(|m| m.declared.module != self.m.declared.module);
        std::iter::once(self.m).chain(others).find_map(|m| Some((m, m.records.iter().find(|r| what(r))?)))
    }

    /// Returns a record's type in Rust, with its lifetime.
    fn record(&self, script: &str) -> Option<String> {
        let (m, r) = self.find(|r| r.script == script)?;
        let there = Writer { all: self.all, modules: self.modules, m };
        let borrows = r.fields.iter().any(|f| {
            let key = format!("{script}.{}", f.name);
            !m.declared.omit.contains(&key) && there.form(&key, f).is_ok_and(|form| form.contains("'a"))
        });
        Some(format!("{}{}", r.rust, if borrows { "<'a>" } else { "" }))
    }

    /// Returns the imports of the module, found by the names that its text uses.
    fn imports(&self, body: &str) -> String {
        let words: BTreeSet<&str> = body
            .lines()
            .filter(|l| !l.trim_start().starts_with("///"))
            .flat_map(|l| l.split('"').step_by(2))
            .flat_map(|l| l.split(|c: char| !c.is_alphanumeric() && c != '_'))
            .collect();
        let own = |name: &str| {
            self.m.records.iter().any(|r| r.rust == name)
                || self.m.events.iter().any(|e| self.event_name(&e.name) == name)
        };
        let used = |names: &[&str]| -> Vec<String> {
            names.iter().filter(|n| words.contains(**n) && !own(n)).map(|n| (*n).to_owned()).collect()
        };
        let mut out = String::new();
        let mut import = |from: &str, names: Vec<String>| match &names[..] {
            [] => {}
            [one] => out.push_str(&format!("use {from}::{one};\n")),
            many => out.push_str(&format!("use {from}::{{{}}};\n", many.join(", "))),
        };
        let declared = |name: &&str| body.contains(&format!("\n{name}! {{"));
        let macros = ["events", "records"].into_iter().filter(declared).map(str::to_owned).collect();
        let args = [
            "Arg",
            "CertificateDer",
            "ConnId",
            "EnumName",
            "FileId",
            "List",
            "ListOf",
            "Moment",
            "Pairs",
            "TableOf",
        ];
        for m in self.modules.iter().filter(|m| m.declared.module != self.m.declared.module) {
            let names: Vec<&str> = m
                .records
                .iter()
                .filter(|r| {
                    self.find(|other| other.rust == r.rust).is_some_and(|(home, _)| std::ptr::eq(home, m))
                })
                .map(|r| r.rust.as_str())
                .collect();
            import(&format!("crate::{}", m.declared.module), used(&names));
        }
        import("crate::arg", used(&args));
        import("crate::declare", macros);
        import("net_types", used(&["Addr", "Interval", "Port", "Subnet", "Timestamp"]));
        out
    }

    /// Reports annotations that are not used.
    fn unused(&self) -> Result<()> {
        let d = self.m.declared;
        let known = |key: &str| {
            let (owner, field) = key.rsplit_once('.').unwrap_or((key, ""));
            let records = self.m.records.iter().map(|r| (r.script, r.fields));
            let events = self.m.events.iter().map(|e| (e.name.as_str(), &e.params[..]));
            records.chain(events).any(|(n, fields)| n == owner && fields.iter().any(|f| f.name == field))
        };
        let mut keys = d.forms.keys().chain(d.fields.keys()).chain(&d.omit);
        if let Some(key) = keys.find(|k| !known(k)) {
            bail!("{key} is annotated and no field of this module");
        }
        let named = |n: &str| {
            self.m.records.iter().any(|r| r.script == n) || self.m.events.iter().any(|e| e.name == n)
        };
        if let Some(name) = d.names.keys().chain(&d.defaults).find(|n| !named(n)) {
            bail!("{name} is annotated and neither an event nor a record of this module");
        }
        Ok(())
    }
}

/// Appends the first paragraph of a comment.
fn document(doc: &str, body: &mut String) {
    let lines = doc.lines().take_while(|l| !l.trim().is_empty());
    for line in lines {
        body.push_str("    /// ");
        body.push_str(line.trim());
        body.push('\n');
    }
}
