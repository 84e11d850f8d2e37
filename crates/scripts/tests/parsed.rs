//! The parsed form of every file equals its text.
use script_syntax::parsed::Image;
use script_syntax::{
    Buffers, Diagnostic, Directive, ExprId, Host, Name, Names, Parser, SourceMap, Span, Text, Tree,
};
use std::fmt::Write as _;

/// Records all requests, and gives the same answer to each.
struct Record {
    said: String,
    answer: bool,
    defers: bool,
}

impl Host for Record {
    fn condition(&mut self, names: &mut Names, tree: &Tree, condition: ExprId, inside: bool) -> bool {
        let _ = (names, writeln!(self.said, "condition {:?} {inside}", tree[condition]));
        self.answer
    }
    fn defined(&mut self, names: &mut Names, name: Name) -> bool {
        writeln!(self.said, "defined {}", names.text(name)).unwrap();
        self.answer
    }
    fn redef(&mut self, names: &mut Names, name: Name, span: Span) -> bool {
        writeln!(self.said, "redef {} {span:?}", names.text(name)).unwrap();
        // Some are invalid.
        self.answer || !names.text(name).contains("port")
    }
    fn defers(&self) -> bool {
        self.defers
    }
    fn directive(&mut self, directive: Directive<'_>, span: Span) {
        writeln!(self.said, "{directive:?} {span:?}").unwrap();
    }
    fn report(&mut self, diagnostic: Diagnostic) {
        writeln!(self.said, "{diagnostic:?}").unwrap();
    }
}

/// All that a parser says about a text.
fn said(names: &mut Names, path: &str, text: Text, answer: bool, defers: bool) -> String {
    let source = SourceMap::new().add(path, "/somewhere", text).unwrap();
    let mut record = Record { said: String::new(), answer, defers };
    let mut parser = Parser::new(source, true);
    let mut later = Buffers::default();
    while let Some(item) = parser.next_item(names, &mut record) {
        match parser.rest() {
            Some(rest) => {
                let (whole, head) = (later.whole(&rest, names).unwrap(), parser.tree());
                assert!(head.size() <= later.tree().size() && item.span == whole.span, "{path}: {item:?}");
                write!(record.said, "{whole:?}\n{:?}\n", later.tree()).unwrap();
            }
            None => write!(record.said, "{item:?}\n{:?}\n", parser.tree()).unwrap(),
        }
        writeln!(record.said, "{:?}", parser.position()).unwrap();
    }
    record.said
}

#[test]
fn parsed_forms_say_what_the_texts_say() {
    let image = Image::new(scripts::PARSED).unwrap();
    let mut names = Names::new();
    let mut items = 0;
    for (path, text) in scripts::files().filter(|(path, _)| path.ends_with(".zeek")) {
        let steps = image.file(scripts::number(path).unwrap()).unwrap();
        for answer in [true, false] {
            let plain = said(&mut names, path, text.into(), answer, false);
            let parsed = said(&mut names, path, Text::Parsed(text.as_bytes(), steps), answer, false);
            let later = said(&mut names, path, Text::Parsed(text.as_bytes(), steps), answer, true);
            assert!(parsed == later, "{path}, {answer}: bodies that are decoded later differ");
            if plain != parsed {
                let at = plain.lines().zip(parsed.lines()).position(|(a, b)| a != b);
                let line = at.and_then(|n| Some((plain.lines().nth(n)?, parsed.lines().nth(n)?)));
                panic!("{path}, {answer}: {line:#?}");
            }
            items += plain.lines().count();
        }
    }
    assert!(items > 10_000, "{items}");
}

#[test]
fn the_text_is_read_where_a_form_ends_early() {
    let (path, mut names) = ("base/init-bare.zeek", Names::new());
    let text = scripts::file(path).unwrap();
    let plain = said(&mut names, path, text.into(), true, false);
    assert!(Image::new(&scripts::PARSED[..7]).is_none());
    // The names stand last: without those of an item the text is read.
    for len in (0..scripts::PARSED.len()).step_by(scripts::PARSED.len() / 200) {
        let Some(image) = Image::new(&scripts::PARSED[..len]) else { continue };
        let Some(steps) = image.file(scripts::number(path).unwrap()) else { continue };
        assert_eq!(said(&mut names, path, Text::Parsed(text.as_bytes(), steps), true, false), plain, "{len}");
    }
}
