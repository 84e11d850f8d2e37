//! Converts comments to lines of a document.
use script_syntax::{Source, Span, outline};
use std::ops::Range;

/// Returns the lines of the comment that documents the declaration at `span`.
pub(crate) fn of(source: &Source, span: Span) -> Vec<String> {
    let text = outline::comment(source, span);
    if text.is_empty() { Vec::new() } else { text.split('\n').map(str::to_owned).collect() }
}

/// Returns the lines of a file's `##!` comments, except for those on lines in `bodies`.
pub(crate) fn of_file(source: &Source, bodies: &[Range<u32>]) -> Vec<String> {
    let lines = (1..=source.lines()).filter(|n| !bodies.iter().any(|b| b.contains(n)));
    lines
        .filter_map(|n| {
            let line = String::from_utf8_lossy(source.line_text(n));
            let text = line.trim_start().strip_prefix("##!")?;
            Some(text.strip_prefix(' ').unwrap_or(text).trim_end().to_owned())
        })
        .collect()
}

/// Appends a comment, each line indented with `indent`. Lines `NAME: …` of parameters and `Returns: …` become separate
/// fields.
pub(crate) fn write(out: &mut String, lines: &[String], indent: &str, params: &[String]) {
    for line in lines {
        match field(line, params) {
            Some((field, text)) => *out += &format!("\n{indent}:{field}:{text}\n"),
            None => *out += &format!("{indent}{line}\n"),
        }
    }
}

fn field<'a>(line: &'a str, params: &[String]) -> Option<(String, &'a str)> {
    let (word, text) = line.trim_start().split_once(':')?;
    if params.iter().any(|p| p == word) {
        Some((format!("param {word}"), text))
    } else {
        (word == "Returns" && !text.starts_with(':')).then(|| ("returns".to_owned(), text))
    }
}

/// Returns the first sentence, with the original line breaks.
pub(crate) fn summary(lines: &[String]) -> Vec<String> {
    let mut out = Vec::new();
    for line in lines {
        if line.trim().is_empty() {
            break;
        }
        let stop = line.find(". ").map(|at| at + 1).or_else(|| line.ends_with('.').then_some(line.len()));
        match stop {
            Some(end) => {
                out.push(line.get(..end).unwrap_or(line).to_owned());
                break;
            }
            None => out.push(line.clone()),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(text: &str) -> Vec<String> {
        text.lines().map(str::to_owned).collect()
    }

    #[test]
    fn parameters_and_results_become_fields() {
        let mut out = String::new();
        let text = "Does it.\n\nx: how\n   often\nfoo: no parameter\nReturns: nothing";
        write(&mut out, &lines(text), "  ", &["x".to_owned()]);
        assert_eq!(
            out,
            "  Does it.\n  \n\n  :param x: how\n     often\n  foo: no parameter\n\n  :returns: nothing\n"
        );
    }

    #[test]
    fn a_summary_ends_with_the_first_sentence() {
        assert_eq!(summary(&lines("One. Two.")), ["One."]);
        assert_eq!(summary(&lines("One\ntwo.\nThree.")), ["One", "two."]);
        assert_eq!(summary(&lines("One\n\nTwo.")), ["One"]);
    }
}
