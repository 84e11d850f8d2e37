//! Answers to questions about a document.
use crate::documents::Document;
use crate::places::{located, offset, range, uri};
use crate::{Checked, Scripts, complete, hover};
use lsp_types::{
    CompletionItem, CompletionList, DocumentSymbol, Hover, HoverContents, Location, MarkupContent,
    MarkupKind, Position, Range, SymbolKind, TextEdit,
};
use script_sema::index::{Target, Use};
use script_syntax::{Source, SourceMap, Span};
use std::collections::BTreeMap;

/// The name at a position.
pub(crate) fn at(document: &Document, position: Position) -> Option<&Use> {
    let (source, _, index) = document.source()?;
    index.at(offset(source, position))
}

/// A place as an editor can open it.
fn location(sources: &SourceMap, span: Span, scripts: &mut dyn Scripts) -> Option<Location> {
    let (source, range) = located(sources, span)?;
    Some(Location { uri: uri(&scripts.file(&source.name)?)?, range })
}

/// Where the name at a position is declared.
pub(crate) fn definition(
    document: &Document,
    position: Position,
    scripts: &mut dyn Scripts,
) -> Option<Location> {
    let target = at(document, position)?.target.clone();
    let (_, sources, index) = document.source()?;
    location(sources, index.declared(&target)?, scripts)
}

/// Every place of the name at a position: in the document's own session, and in the other files of the folder.
pub(crate) fn references(
    document: &Document,
    folder: Option<&Checked>,
    position: Position,
    scripts: &mut dyn Scripts,
) -> Option<Vec<Location>> {
    let target = at(document, position)?.target.clone();
    let (_, sources, index) = document.source()?;
    let mut found = Vec::new();
    for u in index.uses.iter().filter(|u| u.target == target) {
        found.extend(location(sources, u.at, scripts));
    }
    if let Some(outcome) = folder.map(|f| &f.outcome).filter(|_| !matches!(target, Target::Local(_))) {
        let own = |source: &Source| sources.files().any(|f| f.name == source.name);
        for u in outcome.index.iter().flat_map(|i| &i.uses).filter(|u| u.target == target) {
            if outcome.sources.file(u.at).is_some_and(|s| !own(s)) {
                found.extend(location(&outcome.sources, u.at, scripts));
            }
        }
    }
    Some(found)
}

/// The name at a position, explained.
pub(crate) fn hover(document: &Document, position: Position) -> Option<Hover> {
    let used = at(document, position)?;
    let (source, sources, index) = document.source()?;
    let value = hover::explained(sources, index, &used.target)?;
    let contents = HoverContents::Markup(MarkupContent { kind: MarkupKind::Markdown, value });
    Some(Hover { contents, range: Some(range(source, used.at)) })
}

/// The places that a new name for a variable changes. Other names reach beyond what is open: they are not renamed.
pub(crate) fn rename(
    document: &Document,
    position: Position,
    to: Option<&str>,
) -> Result<Vec<TextEdit>, String> {
    let used = at(document, position).ok_or("there is no name here")?;
    if !matches!(used.target, Target::Local(_)) {
        return Err("only variables of functions and parameters can be renamed".into());
    }
    let name = to.unwrap_or("x");
    let plain = name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_');
    if !plain || name.is_empty() || name.starts_with(|c: char| c.is_ascii_digit()) {
        return Err(format!("{name:?} is no name: letters, digits and underscores, no digit first"));
    }
    if script_syntax::KEYWORDS.contains(&name) || name == "T" || name == "F" {
        return Err(format!("{name} is a word of the language"));
    }
    let (source, _, index) = document.source().ok_or("the document was not checked yet")?;
    if to.is_some() {
        let body = index.item(used.at.start).map(|(s, _)| s).unwrap_or_default();
        let taken = |(at, l): (&Span, &script_sema::index::Local)| {
            &*l.name == name && body.start <= at.start && at.end <= body.end
        };
        if index.locals.iter().any(taken) || index.globals.contains_key(name) {
            return Err(format!("{name} is already in use"));
        }
    }
    let places = index.uses.iter().filter(|u| u.target == used.target);
    Ok(places.map(|u| TextEdit { range: range(source, u.at), new_text: name.to_owned() }).collect())
}

/// The range of the variable at a position, if it can be renamed.
pub(crate) fn renamable(document: &Document, position: Position) -> Result<Range, String> {
    rename(document, position, None)?;
    let used = at(document, position).ok_or("there is no name here")?;
    let (source, _, _) = document.source().ok_or("the document was not checked yet")?;
    Ok(range(source, used.at))
}

/// What can be typed at a position.
pub(crate) fn completion(
    document: &Document,
    position: Position,
    scripts: &mut dyn Scripts,
) -> Option<CompletionList> {
    let text = &document.text;
    let cursor = byte_offset(text, position);
    let typing = complete::typing(text, cursor);
    let mut best = None;
    for attempt in complete::finished(text, &typing) {
        scripts.open(&document.path, Some(&attempt));
        let checked = scripts.check(&document.path);
        scripts.prepare();
        let Some(index) = &checked.outcome.index else { continue };
        let Some(source) = checked.outcome.sources.files().find(|f| f.name == document.path) else {
            continue;
        };
        if typing.field {
            if let Some(items) = complete::fields(source, index, typing.from) {
                best = Some(CompletionList { is_incomplete: false, items });
                break;
            }
        } else {
            let (items, is_incomplete) = complete::names(source, index, &typing);
            let better = best.as_ref().is_none_or(|b: &CompletionList| items.len() > b.items.len());
            if better {
                best = Some(CompletionList { is_incomplete, items });
            }
            let placed = |s: &Span| s.start <= source.base + u32::try_from(typing.from).unwrap_or(0);
            let inside = index
                .items
                .iter()
                .rev()
                .any(|s| placed(s) && s.end > source.base + u32::try_from(typing.from).unwrap_or(0));
            if inside {
                break;
            }
        }
    }
    scripts.open(&document.path, Some(text));
    best
}

/// A suggestion with its documentation.
pub(crate) fn documented(item: CompletionItem, document: Option<&Document>) -> CompletionItem {
    match document.and_then(Document::source) {
        Some((_, sources, index)) => complete::documented(item, sources, index),
        None => item,
    }
}

/// What a document declares.
pub(crate) fn symbols(document: &Document) -> Option<Vec<DocumentSymbol>> {
    let (source, _, index) = document.source()?;
    let end = source.base + u32::try_from(source.text.len()).ok()?;
    let mut found: BTreeMap<u32, DocumentSymbol> = BTreeMap::new();
    for u in index.uses.iter().filter(|u| source.base <= u.at.start && u.at.end <= end) {
        let Target::Global(name) = &u.target else { continue };
        let Some((item, _)) = index.item(u.at.start) else { continue };
        // The first name of an item is what it declares; `local` types and values come later.
        if found.contains_key(&item.start) {
            continue;
        }
        let Some(global) = index.globals.get(name) else { continue };
        let kind = match global.kind {
            "function" | "hook" => SymbolKind::FUNCTION,
            "event" => SymbolKind::EVENT,
            "type" => SymbolKind::STRUCT,
            "enumerator" => SymbolKind::ENUM_MEMBER,
            "global" => SymbolKind::VARIABLE,
            _ => SymbolKind::CONSTANT,
        };
        #[expect(deprecated, reason = "the protocol keeps the field")]
        let symbol = DocumentSymbol {
            name: name.to_string(),
            detail: None,
            kind,
            tags: None,
            deprecated: None,
            range: range(source, item),
            selection_range: range(source, u.at),
            children: None,
        };
        found.insert(item.start, symbol);
    }
    Some(found.into_values().collect())
}

/// The document in the layout of `egret fmt`, as one edit.
pub(crate) fn layout(document: &Document) -> Option<Vec<TextEdit>> {
    let new = script_format::format(document.text.as_bytes()).ok()?;
    let new = String::from_utf8(new).ok()?;
    if new == document.text {
        return Some(Vec::new());
    }
    let lines = u32::try_from(document.text.lines().count()).ok()?;
    let all = Range::new(Position::new(0, 0), Position::new(lines.saturating_add(1), 0));
    Some(vec![TextEdit { range: all, new_text: new }])
}

/// The byte of a document's text at a position.
fn byte_offset(text: &str, at: Position) -> usize {
    let mut start = 0;
    for (n, line) in text.split_inclusive('\n').enumerate() {
        if n == at.line as usize {
            let mut columns = 0;
            for (i, c) in line.char_indices() {
                if columns >= at.character as usize || c == '\n' {
                    return start + i;
                }
                columns += c.len_utf16();
            }
            return start + line.len();
        }
        start += line.len();
    }
    text.len()
}
