//! The parser's host, which answers from the checker and the surroundings.
use super::state::State;
use super::surroundings::{Loaded, Signatures, Surroundings};
use crate::check::Checker;
use net_types::Addr;
use script_syntax::{
    Diagnostic, Directive, ExprId, Host, Name, Names, Parser, Severity, SourceMap, Span, Tree,
};

/// The host of the parser while it reads an item.
pub(super) struct Bridge<'a> {
    pub(super) checker: &'a mut Checker,
    pub(super) state: &'a mut State,
    pub(super) sources: &'a SourceMap,
    pub(super) env: &'a mut dyn Surroundings,
    pub(super) dir: &'a str,
    pub(super) depth: usize,
    pub(super) from: Option<Span>,
    pub(super) base_pragmas: usize,
    /// The parser of the file that loaded this one.
    pub(super) below: Option<&'a Parser>,
}

impl Bridge<'_> {
    fn show(&mut self) {
        for d in self.checker.take_diagnostics() {
            self.env.report(&d, self.sources);
        }
    }

    fn pragma(&mut self, text: &str, at: Span) {
        let mut words = text.split_whitespace();
        match (words.next(), words.next()) {
            (None, _) => self.report(Diagnostic::fatal(at, "@pragma without value")),
            (Some("push"), None) => self.report(Diagnostic::fatal(at, "@pragma push without value")),
            (Some("push"), Some(what)) => {
                if what != "ignore-deprecations" {
                    let m = format!("pushing unknown @pragma value '{what}'");
                    self.report(Diagnostic::warning(at, m));
                }
                self.state.pragmas.push(what.to_string());
            }
            (Some("pop"), what) => {
                if self.state.pragmas.len() <= self.base_pragmas {
                    return self.report(Diagnostic::fatal(at, "@pragma pop without active pragma"));
                }
                let last = self.state.pragmas.pop().unwrap_or_default();
                if let Some(what) = what.filter(|w| *w != last) {
                    let m = format!("@pragma pop with unexpected '{what}', expected '{last}'");
                    self.report(Diagnostic::error(at, m));
                }
            }
            _ => {
                self.report(Diagnostic::warning(at, format!("Ignoring unknown pragma: '{text}'")));
            }
        }
        let ignore = self.state.pragmas.iter().any(|p| p == "ignore-deprecations");
        self.checker.ignore_deprecations(at, ignore);
    }
}

impl Host for Bridge<'_> {
    fn condition(&mut self, names: &mut Names, tree: &Tree, condition: ExprId, inside: bool) -> bool {
        let e = self.checker.condition(names, tree, condition, inside);
        self.show();
        let Some(e) = e else { return true };
        let value = loop {
            let value = self.env.evaluate(self.checker.program_mut(), &e);
            let missed = self.checker.program_mut().bodies.take_missed();
            if missed.is_empty() {
                break value;
            }
            self.checker.complete(names, &missed);
        };
        value.unwrap_or_else(|| {
            let at = Span::new(e.loc.start, e.loc.end);
            let d = Diagnostic::error(at, "invalid expression in @if").about(e.to_string());
            self.report(d);
            true
        })
    }

    fn defined(&mut self, names: &mut Names, name: Name) -> bool {
        self.checker.defined(names, name)
    }

    fn branch(&mut self, at: Span, taken: bool) {
        self.state.branches.push((at, taken));
    }

    fn defers(&self) -> bool {
        self.checker.defers()
    }

    fn redef(&mut self, names: &mut Names, name: Name, span: Span) -> bool {
        let ok = self.checker.redefinable(names, name, span);
        self.show();
        ok
    }

    fn addresses(&mut self, host: &str, span: Span) -> Option<Vec<Addr>> {
        let addrs = self.env.addresses(host)?;
        if !self.state.pragmas.iter().any(|p| p == "ignore-deprecations") {
            let text = format!(
                "Remove in v8.1: DNS lookup of host literal '{host}' is deprecated. Replace with blocking_lookup_hostname()."
            );
            self.report(Diagnostic::warning(span, text));
        }
        Some(addrs)
    }

    fn directive(&mut self, directive: Directive<'_>, span: Span) {
        match directive {
            Directive::LoadSigs(path) => {
                let file = self.env.find_signatures(path, Some(self.dir));
                self.state.signatures.push(Signatures { asked: path.to_string(), file, span });
            }
            Directive::LoadPlugin(name) => {
                let d = Diagnostic::fatal(span, format!("no plugin named {name}"));
                self.report(d.help("analyzers are built in; there are no loadable plugins"));
            }
            Directive::Unload(path) => match self.env.find_script(path, Some(self.dir)) {
                Some(file) => {
                    self.state.seen.insert(file.key.clone());
                    self.state.loaded.push(Loaded { file, depth: self.depth, skipped: true });
                }
                None => {
                    let m = format!("failed find file associated with @unload {path}");
                    self.report(Diagnostic::error(span, m));
                }
            },
            Directive::Prefixes { append, list } => {
                if !append {
                    self.state.prefixes.clear();
                }
                self.state.prefixes.extend(list.split(':').map(str::to_string));
            }
            Directive::Deprecated(text) => {
                let from = match self.from.and_then(|at| self.sources.place(at)) {
                    Some(p) => format!(" from {}:{}", p.file, p.first_line),
                    None => " from command line arguments".into(),
                };
                let message = format!("deprecated script loaded{from} {text}");
                self.checker.deprecation(span, script_syntax::Site::Nowhere, message);
                self.show();
            }
            Directive::Pragma(text) => self.pragma(text, span),
        }
    }

    fn token_after_file(&mut self) -> Option<(String, Span)> {
        self.below.and_then(Parser::next_token)
    }

    fn report(&mut self, d: Diagnostic) {
        let fatal = d.severity == Severity::Fatal;
        self.checker.report(d);
        self.show();
        if fatal {
            self.state.queue.clear();
        }
    }
}
