//! The declarations of a file, with the comments that document them.
//!
//! A `##` comment documents the declaration after it, a `##<` comment the one before it. `##!` comments document the
//! file and belong to no declaration. Comments are read from the text on demand: trees contain none, so a session pays
//! nothing for them.
use crate::tree::GlobalKind;
use crate::{Diagnostic, Directive, ExprId, Host, Item, ItemKind, Name, Names, Parser, Source, Span, Tree};
use std::rc::Rc;

/// A declaration of a file.
pub struct Declared<'a> {
    /// The name as other modules write it: `DNS::max_queries`, `zeek_init`.
    pub name: String,
    /// The module that contains it; empty for `GLOBAL`.
    pub module: &'a str,
    /// The parsed declaration.
    pub item: Item,
    /// The nodes to which the item refers.
    pub tree: &'a Tree,
    /// The names in those nodes.
    pub names: &'a Names,
}

/// Treats every condition as true, since an outline shows what a file declares on any system.
#[derive(Default)]
struct Everything {
    errors: Vec<Diagnostic>,
}

impl Host for Everything {
    fn condition(&mut self, _: &mut Names, _: &Tree, _: ExprId, _: bool) -> bool {
        true
    }
    fn defined(&mut self, _: &mut Names, _: Name) -> bool {
        true
    }
    fn ifdef(&mut self, _: &mut Names, _: Name, _: bool) -> bool {
        true
    }
    fn directive(&mut self, _: Directive<'_>, _: Span) {}
    fn report(&mut self, diagnostic: Diagnostic) {
        self.errors.push(diagnostic);
    }
}

/// Passes each type and each new global of `source` to `f`, in order. Fails at the first syntax error.
#[expect(clippy::result_large_err, reason = "read once by generators; the error is the message to show")]
pub fn each(source: &Rc<Source>, f: &mut dyn FnMut(Declared<'_>)) -> Result<(), Diagnostic> {
    let (mut names, mut host) = (Names::new(), Everything::default());
    let mut parser = Parser::new(Rc::clone(source), true);
    let mut module = String::new();
    while let Some(item) = parser.next_item(&mut names, &mut host) {
        let ident = match item.kind {
            ItemKind::Module(name) => {
                let name = names.text(name);
                module = if name == "GLOBAL" { String::new() } else { name.to_owned() };
                continue;
            }
            ItemKind::Global(kind, local) if kind != GlobalKind::Redef => local.ident,
            ItemKind::Type(ident, ..) => ident,
            ItemKind::Function(function) if !function.redef => function.ident,
            _ => continue,
        };
        let name = qualified(&module, names.text(ident.name));
        f(Declared { name, module: &module, item, tree: parser.tree(), names: &names });
    }
    host.errors.into_iter().next().map_or(Ok(()), Err)
}

/// Returns a name as other modules write it.
pub fn qualified(module: &str, name: &str) -> String {
    match name.strip_prefix("GLOBAL::") {
        Some(global) => global.to_owned(),
        None if module.is_empty() || name.contains("::") => name.to_owned(),
        None => format!("{module}::{name}"),
    }
}

/// Returns the comment that documents the item at `span`: its lines without comment markers. Empty if there is none.
pub fn comment(source: &Source, span: Span) -> String {
    let mut lines = Vec::new();
    let mut at = source.line(span.start.saturating_sub(source.base));
    while at > 1 {
        at -= 1;
        match documenting(source.line_text(at)) {
            Some((false, text)) => lines.push(text),
            _ => break,
        }
    }
    lines.reverse();
    let last = source.line(span.end.saturating_sub(1).max(span.start).saturating_sub(source.base));
    lines.extend(trailing(source.line_text(last)));
    let mut at = last + 1;
    while let Some((true, text)) = documenting(source.line_text(at)) {
        lines.push(text);
        at += 1;
    }
    lines.join("\n")
}

/// Returns the `##<` comment after the declaration on a line.
fn trailing(line: &[u8]) -> Option<String> {
    let line = String::from_utf8_lossy(line);
    let (before, text) = line.split_once("##<")?;
    (!before.trim().is_empty()).then(|| text.trim().to_owned())
}

/// For a line that is only a `##` comment, returns its text, and whether it belongs to the declaration before it.
fn documenting(line: &[u8]) -> Option<(bool, String)> {
    let line = String::from_utf8_lossy(line);
    let text = line.trim_start().strip_prefix("##")?;
    if text.starts_with(['#', '!']) {
        return None;
    }
    let (before, text) = text.strip_prefix('<').map_or((false, text), |t| (true, t));
    Some((before, text.strip_prefix(' ').unwrap_or(text).trim_end().to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::SourceMap;

    fn outline(text: &'static str) -> Vec<(String, String)> {
        let source = SourceMap::new().add("a.zeek", "", text).unwrap();
        let mut found = Vec::new();
        each(&source, &mut |d| found.push((d.name.clone(), comment(&source, d.item.span)))).unwrap();
        found
    }

    #[test]
    fn names_carry_their_module_and_their_comment() {
        let found = outline(
            "##! The file.\nmodule M;\nexport {\n\t## First.\n\t##\n\t##  - an item\n\tglobal f: function(x: count);\n\
             \t# no doc\n\ttype R: record { };\n\tglobal g: event(); ##< Behind.\n\t##< And below.\n}\nmodule GLOBAL;\n\
             ## A handler.\nevent h() { }\nredef x += 1;\n",
        );
        let expected = [
            ("M::f", "First.\n\n - an item"),
            ("M::R", ""),
            ("M::g", "Behind.\nAnd below."),
            ("h", "A handler."),
        ];
        let found: Vec<(&str, &str)> = found.iter().map(|(n, d)| (n.as_str(), d.as_str())).collect();
        assert_eq!(found, expected);
    }
}
