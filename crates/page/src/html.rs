//! Writes HTML. Only this crate's own markup goes in unescaped; everything else passes [`Html::text`] or an attribute.
use std::fmt::Write as _;

/// A piece of HTML.
#[derive(Default, Clone, Debug)]
pub(crate) struct Html(String);

impl Html {
    pub(crate) fn new() -> Self {
        Self::default()
    }

    /// Markup of the program itself.
    pub(crate) fn raw(&mut self, markup: &'static str) -> &mut Self {
        self.0.push_str(markup);
        self
    }

    /// Text from anywhere.
    pub(crate) fn text(&mut self, text: &str) -> &mut Self {
        escape(&mut self.0, text);
        self
    }

    /// A number.
    pub(crate) fn number(&mut self, n: impl std::fmt::Display) -> &mut Self {
        let text = n.to_string();
        self.text(&text)
    }

    /// Opens a tag with attributes, whose values may come from anywhere.
    pub(crate) fn open(&mut self, tag: &'static str, attributes: &[(&'static str, &str)]) -> &mut Self {
        let _ = write!(self.0, "<{tag}");
        for (name, value) in attributes {
            let _ = write!(self.0, " {name}=\"");
            escape(&mut self.0, value);
            self.0.push('"');
        }
        self.0.push('>');
        self
    }

    /// Closes a tag.
    pub(crate) fn close(&mut self, tag: &'static str) -> &mut Self {
        let _ = write!(self.0, "</{tag}>");
        self
    }

    /// A link.
    pub(crate) fn link(&mut self, to: &str, text: &str) -> &mut Self {
        self.open("a", &[("href", to)]).text(text).close("a")
    }

    /// Another piece.
    pub(crate) fn add(&mut self, other: &Html) -> &mut Self {
        self.0.push_str(&other.0);
        self
    }

    pub(crate) fn into_string(self) -> String {
        self.0
    }
}

/// Appends escaped text. Characters that change the direction of writing appear as their code points.
fn escape(out: &mut String, text: &str) {
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{200e}' | '\u{200f}' => {
                let _ = write!(out, "\\u{{{:x}}}", u32::from(c));
            }
            c if c.is_control() && c != '\n' && c != '\t' => {
                let _ = write!(out, "\\x{:02x}", u32::from(c));
            }
            c => out.push(c),
        }
    }
}

/// A part of a URL, percent-encoded except for letters, digits and a few marks.
pub(crate) fn encoded(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for b in text.bytes() {
        match b {
            b'-' | b'_' | b'.' | b'~' | b'0'..=b'9' | b'a'..=b'z' | b'A'..=b'Z' => out.push(b.into()),
            _ => {
                let _ = write!(out, "%{b:02X}");
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_gets_out_of_its_place() {
        let mut h = Html::new();
        let evil = "\"><script>alert(1)</script>'&\u{202e}\x1b";
        h.open("a", &[("href", evil)]).text(evil).close("a");
        let safe = "&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;&#39;&amp;\\u{202e}\\x1b";
        assert_eq!(h.into_string(), format!("<a href=\"{safe}\">{safe}</a>"));
        assert_eq!(encoded("a b/<ü"), "a%20b%2F%3C%C3%BC");
    }
}
