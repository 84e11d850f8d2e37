//! Every file of the tree passes the parser.
use script_syntax::{Diagnostic, Directive, ExprId, Host, Name, Names, Parser, SourceMap, Span, Tree};

struct Listener(Vec<Diagnostic>);

impl Host for Listener {
    fn condition(&mut self, _: &mut Names, _: &Tree, _: ExprId, _: bool) -> bool {
        true
    }
    fn defined(&mut self, _: &mut Names, _: Name) -> bool {
        true
    }
    fn directive(&mut self, _: Directive<'_>, _: Span) {}
    fn report(&mut self, diagnostic: Diagnostic) {
        self.0.push(diagnostic);
    }
}

#[test]
fn every_file_passes_the_parser() {
    let mut wrong = Vec::new();
    for (path, text) in scripts::files().filter(|(path, _)| path.ends_with(".zeek")) {
        let mut sources = SourceMap::new();
        let source = sources.add(path, ".", text).unwrap();
        let (mut names, mut host) = (Names::new(), Listener(Vec::new()));
        let mut parser = Parser::new(source, true);
        while parser.next_item(&mut names, &mut host).is_some() {}
        wrong.extend(host.0.iter().map(|d| format!("{path}: {d:?}")));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
