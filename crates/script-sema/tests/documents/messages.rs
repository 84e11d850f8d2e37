//! Finds texts in the sources of parser and checker that look like messages.
#![expect(clippy::disallowed_methods, reason = "a test reads the sources")]
use std::path::Path;

/// Files whose texts are not messages: they print the tree, or are tests.
const OTHER: &[&str] = &[
    "tree/print.rs",
    "tree/source.rs",
    "tests.rs",
    "parsed",
    "render.rs",
    "span.rs",
    "lexer.rs",
    "suggest.rs",
];

/// Returns every text of two or more words, with its file and line.
pub(crate) fn in_sources() -> Vec<(String, String)> {
    let crates =
        Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("a crate lies in the folder of crates");
    let mut out = Vec::new();
    for name in ["script-syntax", "script-sema"] {
        walk(&crates.join(name).join("src"), &mut out);
    }
    out
}

fn walk(folder: &Path, out: &mut Vec<(String, String)>) {
    let entries = std::fs::read_dir(folder).expect("a folder of sources");
    for path in entries.map(|e| e.expect("an entry of it").path()) {
        let name = path.to_string_lossy().into_owned();
        if path.is_dir() {
            walk(&path, out);
        } else if !OTHER.iter().any(|o| name.contains(o)) {
            let text = std::fs::read_to_string(&path).expect("a source file");
            let own = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
            for (line, literal) in literals(own) {
                if is_message(&literal) {
                    out.push((format!("{name}:{line}"), literal));
                }
            }
        }
    }
}

/// Returns string literals with their lines. Skips comments, attributes and characters.
fn literals(text: &str) -> Vec<(usize, String)> {
    let mut out = Vec::new();
    let mut rest = text.char_indices().peekable();
    let line_of = |at: usize| text[..at].matches('\n').count() + 1;
    while let Some((at, c)) = rest.next() {
        match c {
            '/' if text[at..].starts_with("//") => while rest.next().is_some_and(|(_, c)| c != '\n') {},
            '#' if text[at..].starts_with("#[") || text[at..].starts_with("#![") => {
                while rest.next().is_some_and(|(_, c)| c != ']') {}
            }
            // 'x', '\'' and '"' are characters; 'a in `&'a str` is a lifetime.
            '\'' if text[at..].starts_with("'\\") => {
                rest.nth(1);
                while rest.next().is_some_and(|(_, c)| c != '\'') {}
            }
            '\'' if text[at + 1..].chars().nth(1) == Some('\'') => {
                rest.nth(1);
            }
            '"' => out.push((line_of(at), literal(&mut rest))),
            _ => {}
        }
    }
    out
}

/// Returns the value of a literal whose opening quote was already read.
fn literal(rest: &mut std::iter::Peekable<std::str::CharIndices<'_>>) -> String {
    let mut value = String::new();
    while let Some((_, c)) = rest.next() {
        match c {
            '"' => break,
            '\\' => match rest.next().map(|r| r.1) {
                Some('n') => value.push('\n'),
                Some('\n') => while rest.next_if(|(_, c)| c.is_whitespace()).is_some() {},
                Some(other) => value.push(other),
                None => break,
            },
            c => value.push(c),
        }
    }
    value
}

/// Whether a text has two words apart from placeholders.
fn is_message(text: &str) -> bool {
    let own = pieces(text).join(" ");
    own.split_whitespace().filter(|w| w.chars().filter(char::is_ascii_alphabetic).count() > 1).count() >= 2
}

/// Returns the pieces around the `{…}` of a format.
pub(crate) fn pieces(format: &str) -> Vec<String> {
    let mut all = vec![String::new()];
    let mut rest = format.chars().peekable();
    while let Some(c) = rest.next() {
        let last = all.last_mut().expect("never empty");
        match c {
            '{' | '}' if rest.next_if_eq(&c).is_some() => last.push(c),
            '{' => {
                while rest.next().is_some_and(|c| c != '}') {}
                all.push(String::new());
            }
            c => last.push(c),
        }
    }
    all
}

/// Whether a text is the format with its placeholders filled in.
pub(crate) fn fits(pieces: &[String], text: &str) -> bool {
    let [first, rest @ ..] = pieces else { return false };
    let [middle @ .., last] = rest else { return text == first };
    let Some(mut left) = text.strip_prefix(first.as_str()).and_then(|t| t.strip_suffix(last.as_str())) else {
        return false;
    };
    for piece in middle {
        let Some(at) = left.find(piece.as_str()) else { return false };
        left = &left[at + piece.len()..];
    }
    true
}
