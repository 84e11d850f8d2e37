//! Completion of names, fields and keywords.
//!
//! The text at the cursor is unfinished, so the document is checked once more with a name put there that nothing else
//! has ([`MARK`]): the checker then says in which record a field is looked up, or which variables are in scope.
use crate::hover;
use lsp_types::{CompletionItem, CompletionItemKind, Documentation, MarkupContent, MarkupKind};
use script_sema::index::{Index, Target};
use script_syntax::{KEYWORDS, Source, SourceMap};
use std::collections::BTreeMap;
use value::Type;

/// The name that stands in for what is not typed yet.
pub(crate) const MARK: &str = "egret_completes_this";
/// The most suggestions of one answer.
const MOST: usize = 400;

/// What is being typed: where its name begins, and the text to check.
pub(crate) struct Typing {
    /// Bytes of the document before the name.
    pub(crate) from: usize,
    /// What was typed of the name.
    pub(crate) prefix: String,
    /// It follows a dollar sign.
    pub(crate) field: bool,
}

/// Looks at the text before a cursor.
pub(crate) fn typing(text: &str, cursor: usize) -> Typing {
    let before = text.get(..cursor).unwrap_or(text);
    let prefix: String = {
        let name = |c: &char| c.is_ascii_alphanumeric() || *c == '_' || *c == ':';
        let reversed: Vec<char> = before.chars().rev().take_while(name).collect();
        // A single colon before a type is no part of its name.
        let typed: String = reversed.into_iter().rev().collect();
        match typed.rfind(':') {
            Some(i) if !typed.get(..=i).is_some_and(|t| t.ends_with("::")) => {
                typed.get(i + 1..).unwrap_or_default().to_owned()
            }
            _ => typed,
        }
    };
    let from = before.len() - prefix.len();
    Typing { from, field: before.get(..from).is_some_and(|b| b.ends_with('$')), prefix }
}

/// Texts to check in place of an unfinished one, best first: what is open on the line is closed, a line that was just
/// begun gets its semicolon, and a field in a constructor its value.
pub(crate) fn finished(text: &str, typing: &Typing) -> [String; 4] {
    let before = text.get(..typing.from).unwrap_or(text);
    let after = text.get(typing.from + typing.prefix.len()..).unwrap_or("");
    let mark = match typing.prefix.rsplit_once("::") {
        Some((module, _)) => format!("{module}::{MARK}"),
        None => MARK.to_owned(),
    };
    let rest = after.lines().next().unwrap_or("").trim();
    let end = if rest.is_empty() { format!("{};", open(before)) } else { String::new() };
    let with = |end: &str| format!("{before}{mark}{end}{after}");
    [with(""), with(&end), with(&format!("=0{end}")), with(";")]
}

/// What closes the parentheses and brackets that are open at the end of a text, looking back to the last statement.
fn open(before: &str) -> String {
    let from = before.rfind([';', '{', '}']).map_or(0, |i| i + 1);
    let mut closers = Vec::new();
    for c in before.get(from..).unwrap_or_default().chars() {
        match c {
            '(' => closers.push(')'),
            '[' => closers.push(']'),
            ')' | ']' => {
                closers.pop();
            }
            _ => {}
        }
    }
    closers.into_iter().rev().collect()
}

/// Fields that can stand at the mark; `None` if no record was looked into there.
pub(crate) fn fields(source: &Source, index: &Index, from: usize) -> Option<Vec<CompletionItem>> {
    let at = source.base + u32::try_from(from).ok()?;
    let (_, record) = index.lookups.iter().rev().find(|(s, _)| s.start == at)?;
    let item = |f: &value::Field| CompletionItem {
        label: f.name.to_string(),
        kind: Some(CompletionItemKind::FIELD),
        detail: Some(f.ty.to_string()),
        ..CompletionItem::default()
    };
    Some(record.fields().iter().map(|f| item(f)).collect())
}

/// Names that can stand at an offset of the document and begin as typed, and whether there are more.
pub(crate) fn names(source: &Source, index: &Index, typing: &Typing) -> (Vec<CompletionItem>, bool) {
    let at = source.base + u32::try_from(typing.from).unwrap_or(0);
    let wanted = typing.prefix.to_lowercase();
    let mut found: BTreeMap<String, CompletionItem> = BTreeMap::new();
    let begins = |name: &str| name.to_lowercase().starts_with(&wanted);
    let item = index.item(at);
    for (declared, local) in &index.locals {
        let near = item.is_some_and(|(s, _)| s.start <= declared.start && declared.end <= s.end);
        if near && declared.start < at && begins(&local.name) && &*local.name != MARK {
            found.insert(
                local.name.to_string(),
                simple(&local.name, CompletionItemKind::VARIABLE, Some(&local.ty)),
            );
        }
    }
    let module = item.map_or("GLOBAL", |(_, m)| m);
    let own = format!("{module}::");
    for (name, global) in &index.globals {
        let short = name.strip_prefix(&own).unwrap_or(name);
        if name.contains(MARK) || global.ty.is_none() || !(global.exported || short.len() < name.len()) {
            continue;
        }
        let shown = if begins(short) { short } else { name };
        if begins(shown) && !found.contains_key(shown) {
            let kind = match global.kind {
                "function" => CompletionItemKind::FUNCTION,
                "event" | "hook" => CompletionItemKind::EVENT,
                "type" => CompletionItemKind::CLASS,
                "enumerator" => CompletionItemKind::ENUM_MEMBER,
                "const" => CompletionItemKind::CONSTANT,
                _ => CompletionItemKind::VARIABLE,
            };
            found.insert(shown.to_owned(), simple(shown, kind, global.ty.as_ref()));
        }
    }
    for word in KEYWORDS.iter().filter(|w| begins(w)) {
        found.entry((*word).to_owned()).or_insert_with(|| simple(word, CompletionItemKind::KEYWORD, None));
    }
    let more = found.len() > MOST;
    (found.into_values().take(MOST).collect(), more)
}

fn simple(name: &str, kind: CompletionItemKind, ty: Option<&Type>) -> CompletionItem {
    CompletionItem {
        label: name.to_owned(),
        kind: Some(kind),
        detail: ty.map(ToString::to_string).map(|t| t.chars().take(200).collect()),
        ..CompletionItem::default()
    }
}

/// Adds the documentation of a suggested name.
pub(crate) fn documented(mut item: CompletionItem, sources: &SourceMap, index: &Index) -> CompletionItem {
    let target = Target::Global(item.label.as_str().into());
    if let Some(value) = hover::explained(sources, index, &target) {
        item.documentation =
            Some(Documentation::MarkupContent(MarkupContent { kind: MarkupKind::Markdown, value }));
    }
    item
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_open_is_closed() {
        assert_eq!(open("x = (1);\n\tf(a, [b(c), "), "])");
        assert_eq!(open("event e() {\n\tprint "), "");
    }

    #[test]
    fn what_is_typed() {
        let check = |text: &str, prefix: &str, field: bool| {
            let t = typing(text, text.len());
            assert_eq!(
                (t.prefix.as_str(), t.field, t.from),
                (prefix, field, text.len() - prefix.len()),
                "{text}"
            );
        };
        check("print fo", "fo", false);
        check("print HTTP::In", "HTTP::In", false);
        check("local x:st", "st", false);
        check("c$id$or", "or", true);
        check("c$", "", true);
        check("", "", false);
    }
}
