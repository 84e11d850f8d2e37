//! Collects uses of deprecated names and reports them in one line.
use script_syntax::{Diagnostic, Severity, SourceMap};

/// The most names in the line; the others are only counted.
const NAMES: usize = 5;

/// Deprecated names that scripts use, in order of their first uses.
#[derive(Default)]
pub(super) struct Deprecated(Vec<Name>);

struct Name {
    /// The name, perhaps with its replacement.
    text: String,
    /// The place of its first use.
    place: String,
    uses: usize,
}

impl Deprecated {
    /// Records a message about a deprecated name. Returns false for other messages.
    pub(super) fn takes(&mut self, d: &Diagnostic, sources: &SourceMap) -> bool {
        let told = d.message.strip_prefix("deprecated (").filter(|_| d.severity == Severity::Warning);
        let Some(told) = told else { return false };
        let (name, why) = told.split_once(')').unwrap_or((told, ""));
        let why = why.strip_prefix(": ").and_then(|w| w.split(" (").next()).unwrap_or_default();
        let text =
            if why.is_empty() { name.to_owned() } else { format!("{name}: {}", why.trim_end_matches('.')) };
        match self.0.iter_mut().find(|n| n.text == text) {
            Some(known) => known.uses += 1,
            None => {
                let place = d.site.span().and_then(|s| sources.place(s)).map(|p| p.to_string());
                self.0.push(Name { text, place: place.unwrap_or_default(), uses: 1 });
            }
        }
        true
    }

    /// Returns the line; `None` if nothing deprecated is used.
    pub(super) fn text(&self) -> Option<String> {
        if self.0.is_empty() {
            return None;
        }
        let one = |n: &Name| {
            let times = if n.uses > 1 { format!(", {} times", n.uses) } else { String::new() };
            format!("{} ({}{times})", n.text, n.place)
        };
        let mut shown: Vec<String> = self.0.iter().take(NAMES).map(one).collect();
        if self.0.len() > NAMES {
            shown.push(format!("and {} more", self.0.len() - NAMES));
        }
        Some(format!("warning: deprecated: {}\n", shown.join("; ")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn uses_are_grouped_by_name() {
        let mut sources = SourceMap::new();
        let base = sources.add("a.zeek", ".", "x\ny\nx\n").unwrap().base;
        let mut old = Deprecated::default();
        for (at, message) in
            [(0, "deprecated (x): use y."), (2, "deprecated (R$f) (r$f)"), (4, "deprecated (x): use y.")]
        {
            let span = script_syntax::Span::new(base + at, base + at + 1);
            assert!(old.takes(&Diagnostic::warning(span, message), &sources));
        }
        assert!(!old.takes(&Diagnostic::error(script_syntax::Span::NONE, "deprecated (x)"), &sources));
        let told = "warning: deprecated: x: use y (a.zeek, line 1, 2 times); R$f (a.zeek, line 2)\n";
        assert_eq!(old.text().as_deref(), Some(told));
    }
}
