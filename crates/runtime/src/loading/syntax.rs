//! Parses one file without loading others or checking names and types.
use net_types::Addr;
use script_syntax::{
    Diagnostic, Directive, ExprId, Host, Name, Names, Parser, SourceMap, Span, Text, Tree, render,
};

/// Treats every condition as true and every name as known.
#[derive(Default)]
struct Alone {
    found: Vec<Diagnostic>,
}

impl Host for Alone {
    fn condition(&mut self, _: &mut Names, _: &Tree, _: ExprId, _: bool) -> bool {
        true
    }
    fn defined(&mut self, _: &mut Names, _: Name) -> bool {
        true
    }
    fn addresses(&mut self, _: &str, _: Span) -> Option<Vec<Addr>> {
        Some(Vec::new())
    }
    fn directive(&mut self, _: Directive<'_>, _: Span) {}
    fn report(&mut self, d: Diagnostic) {
        self.found.push(d);
    }
}

/// Parses a text and returns a message for each error. All conditions are treated as true.
pub fn syntax_errors(name: &str, text: Text, plain: bool) -> Vec<String> {
    let (mut sources, mut names, mut host) = (SourceMap::new(), Names::new(), Alone::default());
    let source = match sources.add(name, ".", text) {
        Ok(source) => source,
        Err(e) => return vec![format!("{name}: {e}\n")],
    };
    let mut parser = Parser::new(source, true);
    while parser.next_item(&mut names, &mut host).is_some() {}
    let show = |d: &Diagnostic| {
        if plain { render::plain(d, &sources) } else { render::rich(d, &sources, false) }
    };
    host.found.iter().map(show).collect()
}

#[cfg(test)]
mod tests {
    use super::syntax_errors;

    #[test]
    fn unknown_names_and_loads_are_no_mistakes() {
        let text: &[u8] = b"@load nowhere\n@ifdef ( X )\nfunction f(a: Unknown::T) { unknown(a); }\n@endif\n";
        assert_eq!(syntax_errors("x.zeek", text.to_vec().into(), true), [""; 0]);
    }

    #[test]
    fn every_mistake_is_reported() {
        let text: &[u8] = b"global = 3;\nfunction f() { }\nglobal x: ;\n";
        assert_eq!(syntax_errors("x.zeek", text.to_vec().into(), true).len(), 2);
    }
}
