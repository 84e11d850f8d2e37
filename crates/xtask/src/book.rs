//! `cargo xtask book`: the pages of docs/ as HTML, one file each, with a list of all pages beside every page.
//!
//! The list is the table of docs/README.md: a page that it does not name is an error, as is a link that leads nowhere.
//! The files need no server and no script.
use anyhow::{Context, Result, bail, ensure};
use pulldown_cmark::{CowStr, Event, HeadingLevel, Options, Parser, Tag, TagEnd, html};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

/// The usage line.
pub const USAGE: &str = "cargo xtask book [--out DIR]";

/// The page with the list of all others.
const CONTENTS: &str = "README.md";

const STYLE: &str = "\
:root { color-scheme: light dark; --ink: #17211d; --back: #fff; --raised: #f4f6f5; --line: #d5dcd8; --link: #0b5f47; }
@media (prefers-color-scheme: dark) { :root { --ink: #e4ebe7; --back: #121715; --raised: #1b2220; --line: #33403b; --link: #6fd3ae; } }
body { margin: 0; display: flex; align-items: flex-start; color: var(--ink); background: var(--back); font: 16px/1.5 system-ui, sans-serif; }
nav { flex: 0 0 220px; padding: 16px; position: sticky; top: 0; max-height: 100vh; overflow: auto; box-sizing: border-box; }
nav ul { list-style: none; margin: 0; padding: 0; }
nav a { display: block; padding: 3px 8px; border-radius: 6px; text-decoration: none; }
nav a[aria-current] { background: var(--raised); font-weight: 600; }
main { flex: 1 1 auto; min-width: 0; max-width: 860px; padding: 16px 24px 64px; }
a { color: var(--link); }
pre { background: var(--raised); padding: 10px 14px; border-radius: 8px; overflow: auto; }
code { font: 14px/1.45 ui-monospace, monospace; overflow-wrap: anywhere; }
pre code { overflow-wrap: normal; }
img { max-width: 100%; }
table { border-collapse: collapse; display: block; overflow-x: auto; }
th, td { border-bottom: 1px solid var(--line); padding: 4px 10px; text-align: left; vertical-align: top; }
@media (max-width: 760px) { body { display: block; } nav { position: static; max-height: none; } main { padding: 12px; } }
";

/// Writes the book of the pages in `docs` into `out`. Returns the number of pages.
///
/// # Errors
/// A page is in no list, a link leads nowhere, or a file cannot be read or written; the error names the page.
pub fn write(docs: &Path, out: &Path) -> Result<usize> {
    let pages = pages(docs)?;
    let names: BTreeSet<&str> = pages.keys().map(String::as_str).collect();
    let contents = pages.get(CONTENTS).with_context(|| format!("{}: no {CONTENTS}", docs.display()))?;
    let list = linked(contents);
    for page in names.iter().filter(|p| !p.contains('/') && **p != CONTENTS) {
        ensure!(list.iter().any(|(to, _)| to == page), "docs/{page} is not in the list of docs/{CONTENTS}");
    }
    for (name, text) in &pages {
        let html = page(name, text, &list, docs, &names).with_context(|| format!("docs/{name}"))?;
        put(&out.join(html_name(name)), html.as_bytes())?;
    }
    put(&out.join("style.css"), STYLE.as_bytes())?;
    let pictures = docs.join("pictures");
    for entry in fs::read_dir(&pictures).with_context(|| pictures.display().to_string())? {
        let path = entry?.path();
        put(&out.join("pictures").join(path.file_name().unwrap_or_default()), &fs::read(&path)?)?;
    }
    Ok(pages.len())
}

/// All pages, by their path below `docs`.
fn pages(docs: &Path) -> Result<BTreeMap<String, String>> {
    let mut found = BTreeMap::new();
    let mut folders = vec![PathBuf::new()];
    while let Some(folder) = folders.pop() {
        let at = docs.join(&folder);
        for entry in fs::read_dir(&at).with_context(|| at.display().to_string())? {
            let entry = entry?;
            let path = folder.join(entry.file_name());
            if entry.file_type()?.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|e| e == "md") {
                found.insert(path.to_string_lossy().into_owned(), fs::read_to_string(entry.path())?);
            }
        }
    }
    Ok(found)
}

fn put(file: &Path, bytes: &[u8]) -> Result<()> {
    if let Some(folder) = file.parent() {
        fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
    }
    fs::write(file, bytes).with_context(|| file.display().to_string())
}

/// Events of a page's text.
fn parsed(text: &str) -> Parser<'_> {
    Parser::new_ext(text, Options::ENABLE_TABLES)
}

/// The links of a page with their texts, in order.
fn linked(text: &str) -> Vec<(String, String)> {
    let mut all: Vec<(String, String)> = Vec::new();
    let mut inside = false;
    for event in parsed(text) {
        match event {
            Event::Start(Tag::Link { dest_url, .. }) => {
                all.push((dest_url.to_string(), String::new()));
                inside = true;
            }
            Event::End(TagEnd::Link) => inside = false,
            Event::Text(t) | Event::Code(t) if inside => {
                if let Some((_, shown)) = all.last_mut() {
                    shown.push_str(&t);
                }
            }
            _ => {}
        }
    }
    all
}

/// `README.md` becomes `index.html`, `x.md` `x.html`.
fn html_name(page: &str) -> String {
    match page.strip_suffix("README.md") {
        Some(folder) => format!("{folder}index.html"),
        None => format!("{}.html", page.trim_end_matches(".md")),
    }
}

/// A heading as the anchor that links name.
fn anchor(heading: &str) -> String {
    let kept = heading.chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
    kept.collect::<String>().to_lowercase().replace(' ', "-")
}

/// Where a link of the page `from` leads in the book.
fn target(from: &str, to: &str, docs: &Path, names: &BTreeSet<&str>) -> Result<String> {
    if to.contains("://") || to.starts_with('#') {
        return Ok(to.to_owned());
    }
    let (file, part) = to.split_once('#').map_or((to, String::new()), |(f, a)| (f, format!("#{a}")));
    let folder = Path::new(from).parent().unwrap_or(Path::new(""));
    let mut path = Vec::new();
    for word in folder.join(file).to_string_lossy().split('/') {
        match word {
            ".." => drop(path.pop()),
            "" | "." => {}
            word => path.push(word.to_owned()),
        }
    }
    let path = path.join("/");
    if names.contains(path.as_str()) {
        return Ok(format!("{}{part}", html_name(file)));
    }
    ensure!(docs.join(folder).join(file).exists(), "the link {to} leads nowhere");
    if path.starts_with("pictures/") {
        return Ok(to.to_owned());
    }
    bail!("the link {to} leads out of docs/: name the file instead")
}

/// A page as HTML.
fn page(
    name: &str,
    text: &str,
    list: &[(String, String)],
    docs: &Path,
    names: &BTreeSet<&str>,
) -> Result<String> {
    let mut events: Vec<Event<'_>> = parsed(text).collect();
    let (mut title, mut heading) = (String::new(), None);
    for i in 0..events.len() {
        let shown = match &events[i] {
            Event::Text(t) | Event::Code(t) => Some(t.to_string()),
            _ => None,
        };
        if let (Some((_, _, text)), Some(shown)) = (&mut heading, shown) {
            let text: &mut String = text;
            text.push_str(&shown);
        }
        match &mut events[i] {
            Event::Start(Tag::Heading { level, .. }) => heading = Some((i, *level, String::new())),
            Event::End(TagEnd::Heading(_)) => {
                let Some((start, level, text)) = heading.take() else { continue };
                if let Event::Start(Tag::Heading { id, .. }) = &mut events[start] {
                    *id = Some(CowStr::from(anchor(&text)));
                }
                if level == HeadingLevel::H1 && title.is_empty() {
                    title = text;
                }
            }
            Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) => {
                *dest_url = target(name, dest_url, docs, names)?.into();
            }
            _ => {}
        }
    }
    let up = "../".repeat(name.matches('/').count());
    let mut nav = String::new();
    for (to, shown) in std::iter::once((CONTENTS, "Contents")).chain(list.iter().map(|(a, b)| (&**a, &**b))) {
        let current = if to == name { " aria-current=\"page\"" } else { "" };
        write!(nav, "<li><a href=\"{up}{}\"{current}>{}</a></li>", html_name(to), escaped(shown))?;
    }
    let mut body = String::new();
    html::push_html(&mut body, events.into_iter());
    Ok(format!(
        "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" \
         content=\"width=device-width, initial-scale=1\"><title>{} · Egret</title><link rel=\"stylesheet\" \
         href=\"{up}style.css\"></head><body><nav aria-label=\"Pages\"><ul>{nav}</ul></nav><main>{body}</main></body></html>\n",
        escaped(&title)
    ))
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_book_has_every_page() {
        let out = tempfile::tempdir().unwrap();
        let count = write(&crate::root().join("docs"), out.path()).unwrap();
        assert!(count > 20, "{count}");
        let read = |name: &str| fs::read_to_string(out.path().join(name)).unwrap();
        let index = read("index.html");
        assert!(
            index.contains("<a href=\"five-minutes.html\">") && index.contains("<h1 id=\"documentation\">")
        );
        let tuning = read("deployment.html");
        assert!(tuning.contains("id=\"tuning\"") && tuning.contains("href=\"hardening.html#memory\""));
        assert!(read("page.html").contains("src=\"pictures/overview.png\""));
        assert!(read("language/index.html").contains("href=\"../style.css\""));
        assert!(out.path().join("pictures/overview.png").exists());
    }

    #[test]
    fn mistakes_name_the_page() {
        let docs = tempfile::tempdir().unwrap();
        let put = |name: &str, text: &str| fs::write(docs.path().join(name), text).unwrap();
        let refused = |expected: &str| {
            let error = format!("{:#}", write(docs.path(), &docs.path().join("out")).unwrap_err());
            assert!(error.contains(expected), "{error}");
        };
        fs::create_dir(docs.path().join("pictures")).unwrap();
        put("README.md", "# All\n\n[A](a.md)\n");
        put("a.md", "# A\n\n[gone](gone.md)\n");
        refused("docs/a.md: the link gone.md leads nowhere");
        put("a.md", "# A\n");
        put("b.md", "# B\n");
        refused("docs/b.md is not in the list");
    }
}
