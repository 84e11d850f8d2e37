//! The entry of a name.
use crate::declared::{Enumerator, Field, Identifier, Kind};
use crate::docs::Docs;
use crate::{Known, comments, types};
use value::Value;

/// Returns a reference to a script's document.
pub(crate) fn doc(name: &str) -> String {
    format!(":doc:`/scripts/{name}`")
}

impl Identifier {
    /// Returns the role that refers to this identifier.
    pub(crate) fn role(&self) -> &'static str {
        if self.kind == Kind::Type { "type" } else { "id" }
    }

    /// Returns the whole type and the type's first word.
    pub(crate) fn type_text(&self, known: &dyn Known) -> (String, String) {
        let written = self.ty.clone();
        written.or_else(|| known.global_type(&self.name).map(|t| types::inferred(&t))).unwrap_or_default()
    }

    /// Appends the entry of this identifier in a document, with an empty line at the end.
    pub(crate) fn write(&self, out: &mut String, docs: &Docs, known: &dyn Known) {
        let script = docs.script_name(self.script);
        *out += &format!(".. zeek:{}:: {}\n", self.role(), self.name);
        *out += &format!("   :source-code: {script} {} {}\n\n", self.lines.0, self.lines.1);
        *out += &format!("   :Type: {}\n", self.type_text(known).0);
        self.write_members(out, docs);
        if !self.attrs.is_empty() {
            *out += &format!("   :Attributes: {}\n", self.attrs.join(" "));
        }
        self.write_values(out, docs, known);
        out.push('\n');
        comments::write(out, &self.comment, "   ", &self.params);
        out.push('\n');
    }

    fn write_members(&self, out: &mut String, docs: &Docs) {
        for Enumerator { name, script, comment } in &self.enumerators {
            *out += &format!("\n      .. zeek:enum:: {name} {}\n", self.name);
            self.write_origin(out, docs, *script, "         ");
            if !comment.is_empty() {
                out.push('\n');
                comments::write(out, comment, "         ", &[]);
            }
        }
        for Field { name, script, comment, ty, params } in &self.fields {
            *out += &format!("\n\n   .. zeek:field:: {name} {ty}\n");
            self.write_origin(out, docs, *script, "      ");
            if !comment.is_empty() {
                if *script == self.script {
                    out.push('\n');
                }
                comments::write(out, comment, "      ", params);
            }
        }
        if !self.fields.is_empty() {
            out.push('\n');
        }
    }

    /// Appends the name of the script that adds a member, if that is another script.
    fn write_origin(&self, out: &mut String, docs: &Docs, script: usize, indent: &str) {
        if script != self.script {
            *out += &format!("\n{indent}(present if {} is loaded)\n\n", doc(docs.script_name(script)));
        }
    }

    fn write_values(&self, out: &mut String, docs: &Docs, known: &dyn Known) {
        if matches!(self.kind, Kind::Option | Kind::Const | Kind::Variable) {
            let first = match (&self.first, self.redefinitions.is_empty()) {
                // After later changes, the initial value is no longer known.
                (Some(written), false) => Some(Shown::Line(written.clone())),
                (None, false) => None,
                (_, true) => known.value(&self.name).and_then(|v| shown(&v)),
            };
            match first {
                Some(Shown::Line(text)) => *out += &format!("   :Default: ``{text}``\n"),
                Some(Shown::Block(text)) => {
                    *out += &format!("   :Default:\n\n      ::\n\n{}\n", inset(&text));
                }
                None => {}
            }
        }
        for r in &self.redefinitions {
            let from = doc(docs.script_name(r.script));
            *out += &format!("   :Redefinition: from {from}\n\n      ``{}``::\n\n", r.operator);
            *out += &format!("{}\n", inset(&r.text));
        }
    }
}

/// The form of a value in a document.
enum Shown {
    Line(String),
    Block(String),
}

fn shown(value: &Value) -> Option<Shown> {
    match value {
        Value::Table(t) if t.is_empty() => Some(Shown::Line("{}".to_owned())),
        Value::Table(_) | Value::Vector(_) | Value::Record(_) | Value::Pattern(_) | Value::File(_) => {
            Some(Shown::Block(types::printed(value)))
        }
        Value::Func(_) | Value::Opaque(_) | Value::Type(_) => None,
        other => Some(Shown::Line(types::printed(other))),
    }
}

fn inset(text: &str) -> String {
    text.lines().map(|l| format!("         {l}\n")).collect()
}
