//! What a name is: its declaration as written, its type, and the comment that documents it.
use script_sema::index::{Index, Target};
use script_syntax::{SourceMap, Span, outline};

/// The most lines of a declaration that are shown.
const LINES: u32 = 24;

/// A name explained as markdown.
pub(crate) fn explained(sources: &SourceMap, index: &Index, target: &Target) -> Option<String> {
    let mut out = String::from("```zeek\n");
    match target {
        Target::Local(at) => {
            let local = index.locals.get(at)?;
            out.push_str(&format!("local {}: {}\n```", local.name, local.ty));
            return Some(out);
        }
        Target::Global(name) => {
            let global = index.globals.get(name)?;
            match declaration(sources, index, global.at, global.kind != "enumerator") {
                Some(text) => out.push_str(&text),
                None => {
                    let ty = global.ty.as_ref().map_or(String::new(), |t| format!(": {t}"));
                    out.push_str(&format!("{} {name}{ty}", global.kind));
                }
            }
        }
        Target::Field(record, field) => {
            out.push_str(&format!("# a field of {record}\n"));
            let at = index.fields.get(&(record.clone(), field.clone()))?;
            out.push_str(&declaration(sources, index, *at, false)?);
        }
    }
    out.push_str("\n```");
    let at = index.declared(target)?;
    let source = sources.file(at)?;
    let comment = outline::comment(source, commented(index, at));
    if !comment.is_empty() {
        out.push_str("\n\n");
        out.push_str(&comment);
    }
    if let Some(place) = sources.place(at) {
        let file = place.file.strip_prefix("/packed/").unwrap_or(place.file);
        out.push_str(&format!("\n\n{file}, line {}", place.first_line));
    }
    Some(out)
}

/// The declaration that a documenting comment belongs to: from its first line to the name's last.
fn commented(index: &Index, at: Span) -> Span {
    match index.item(at.start) {
        // Its own first line may stand above the name: `redef record` and `type`, if the name is the item's.
        Some((item, _)) if at.start.saturating_sub(item.start) < 40 => Span::new(item.start, at.end),
        _ => at,
    }
}

/// The lines of the declaration around a name; only the name's own line if not `whole`.
fn declaration(sources: &SourceMap, index: &Index, at: Span, whole: bool) -> Option<String> {
    let source = sources.file(at)?;
    let line = |offset: u32| source.line(offset.saturating_sub(source.base));
    let (first, last) = match index.item(at.start).filter(|_| whole) {
        Some((item, _)) => (line(item.start), line(item.end.saturating_sub(1))),
        None => (line(at.start), line(at.start)),
    };
    let cut = last.min(first.saturating_add(LINES));
    let mut lines: Vec<String> =
        (first..=cut).map(|n| String::from_utf8_lossy(source.line_text(n)).into_owned()).collect();
    // A function's body tells nothing about its use.
    if let Some(brace) = lines.iter().position(|l| l.trim() == "{") {
        lines.truncate(brace.max(1));
    } else if cut < last {
        lines.push("…".to_owned());
    }
    let depth = lines.first()?.bytes().take_while(|b| *b == b'\t').count();
    let inner = |l: &String| {
        let tabs = l.bytes().take_while(|b| *b == b'\t').count().min(depth);
        l.get(tabs..).unwrap_or_default().replace('\t', "    ")
    };
    Some(lines.iter().map(inner).collect::<Vec<_>>().join("\n").trim_end().to_owned())
}
