//! Generates `docs/logs.md`: every log with its columns, from the records of the scripts that write them.
use crate::{Generated, HEAD};
use anyhow::{Context as _, Result, anyhow};
use script_syntax::tree::TypeKind;
use script_syntax::{ItemKind, SourceMap, Tok, outline};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

const TREE: &str = "crates/scripts/tree";

/// A column: its name, type and comment.
type Column = (String, String, String);

/// A log: the script that writes it, and its record.
struct Log {
    script: String,
    record: String,
}

/// The contents of the tree: records by name, and logs by path.
#[derive(Default)]
struct Found {
    records: BTreeMap<String, Vec<Column>>,
    logs: BTreeMap<String, Log>,
}

/// Generates the page.
pub(crate) fn generate(root: &Path) -> Result<Generated> {
    let tree = root.join(TREE);
    let mut found = Found::default();
    walk(&tree, &tree, &mut found)?;
    let mut page = format!(
        "<!-- {HEAD} {TREE}. -->\n# Logs, column by column\n\nThe logs of the packed scripts. A column whose \
         type is a record stands for its fields: `id`, a `conn_id`, is\n`id.orig_h`, `id.orig_p`, `id.resp_h` and `id.resp_p`. \
         Scripts below `policy` are loaded by name; some of them add columns to\nother logs. `egret --doc NAME` prints more \
         of a type.\n"
    );
    for (path, log) in &found.logs {
        let Some(columns) = found.records.get(&log.record) else { continue };
        let script = log.script.trim_end_matches(".zeek");
        writeln!(
            page,
            "\n## {path}.log\n\n`{}`, `{script}`\n\n| column | type | |\n|---|---|---|",
            log.record
        )?;
        for (name, ty, doc) in columns {
            let cell = |text: &str| text.replace('|', "\\|").split_whitespace().collect::<Vec<_>>().join(" ");
            writeln!(page, "| `{name}` | `{}` | {} |", cell(ty), cell(doc).replace("``", "`"))?;
        }
    }
    Ok(Generated { path: "docs/logs.md".into(), text: page })
}

fn walk(dir: &Path, tree: &Path, found: &mut Found) -> Result<()> {
    for entry in std::fs::read_dir(dir).with_context(|| dir.display().to_string())? {
        let path = entry?.path();
        if path.is_dir() {
            walk(&path, tree, found)?;
        } else if path.extension().is_some_and(|e| e == "zeek") {
            read(&path, tree, found).with_context(|| path.display().to_string())?;
        }
    }
    Ok(())
}

fn read(path: &Path, tree: &Path, found: &mut Found) -> Result<()> {
    let text = std::fs::read_to_string(path)?;
    let name = path.strip_prefix(tree)?.to_string_lossy().into_owned();
    let source = SourceMap::new().add(&name, "", text.clone().into_bytes())?;
    let mut module = String::new();
    outline::each(&source, &mut |d| {
        module = d.module.to_owned();
        let ItemKind::Type(_, ty, attrs) = d.item.kind else { return };
        let TypeKind::Record(fields, _) = d.tree[ty].kind else { return };
        let written = |span: script_syntax::Span| {
            let (from, to) = (span.start - source.base, span.end - source.base);
            text.get(from as usize..to as usize).unwrap_or_default().to_owned()
        };
        let whole = d.tree[attrs].iter().any(|a| a.tok == Tok::AttrLog);
        let is_logged =
            |f: &&script_syntax::tree::Field| whole || d.tree[f.attrs].iter().any(|a| a.tok == Tok::AttrLog);
        let logged = d.tree[fields].iter().filter(is_logged);
        let column = |f: &script_syntax::tree::Field| {
            (d.names.text(f.name).to_owned(), written(d.tree[f.ty].span), outline::comment(&source, f.span))
        };
        found.records.insert(d.name.clone(), logged.map(column).collect());
    })
    .map_err(|e| anyhow!("{}", e.message))?;
    for call in text.split("Log::create_stream(").skip(1) {
        let call = call.split(");").next().unwrap_or_default();
        let value = |key: &str| {
            let rest = call.split_once(&format!("${key}="))?.1;
            Some(rest.split([',', ')']).next()?.trim().trim_matches('"').to_owned())
        };
        if let (Some(path), Some(record)) = (value("path"), value("columns")) {
            let record = outline::qualified(&module, &record);
            found.logs.insert(path, Log { script: name.clone(), record });
        }
    }
    Ok(())
}
