//! Parses broken scripts: prefixes, cuts, splices and changed bytes of a text that contains every construct. The parser
//! must end without a panic, with an error or an item. The seed is fixed; EGRET_SMOKE sets the number of scripts
//! (10,000 by default).
#![expect(clippy::disallowed_methods, reason = "a test reads its environment")]
use script_syntax::{
    Diagnostic, Directive, ExprId, Host, Name, Names, Parser, SourceMap, Span, Tree, render,
};

const TEXT: &str = include_str!("every_construct.zeek");

struct Quiet {
    seen: u32,
    last: Option<Diagnostic>,
}

impl Host for Quiet {
    fn condition(&mut self, _: &mut Names, _: &Tree, _: ExprId, _: bool) -> bool {
        self.seen = self.seen.wrapping_mul(31).wrapping_add(1);
        self.seen & 4 == 0
    }
    fn defined(&mut self, _: &mut Names, _: Name) -> bool {
        true
    }
    fn directive(&mut self, _: Directive<'_>, _: Span) {}
    fn report(&mut self, d: Diagnostic) {
        self.last = Some(d);
    }
}

/// Returns the numbers of items and errors of `text`.
fn parse(text: &[u8], recover: bool) -> (usize, u32, Option<String>) {
    let mut sources = SourceMap::new();
    let source = sources.add("smoke.zeek", ".", text.to_vec()).unwrap();
    let mut parser = Parser::new(source, recover);
    let (mut names, mut host) = (Names::new(), Quiet { seen: 0, last: None });
    let mut items = 0;
    while parser.next_item(&mut names, &mut host).is_some() {
        items += 1;
        assert!(items <= text.len() + 1, "more items than bytes");
    }
    let shown = host.last.map(|d| render::plain(&d, &sources) + &render::rich(&d, &sources, false));
    (items, parser.errors(), shown)
}

#[test]
fn the_text_itself_parses() {
    let (items, errors, shown) = parse(TEXT.as_bytes(), true);
    assert_eq!(errors, 0, "{}", shown.unwrap_or_default());
    assert!(items > 25, "{items} items");
}

#[test]
fn every_prefix_ends() {
    for n in 0..TEXT.len() {
        parse(&TEXT.as_bytes()[..n], n % 2 == 0);
    }
}

#[test]
fn broken_scripts_end() {
    let programs = std::env::var("EGRET_SMOKE").ok().and_then(|n| n.parse().ok()).unwrap_or(10_000);
    let mut rng = fastrand::Rng::with_seed(7);
    let text = TEXT.as_bytes();
    for i in 0..programs {
        let from = rng.usize(..text.len());
        let len = rng.usize(..600);
        let mut t = text[from..(from + len).min(text.len())].to_vec();
        for _ in 0..rng.usize(..6) {
            match rng.usize(..4) {
                0 if !t.is_empty() => {
                    let at = rng.usize(..t.len());
                    t[at] = rng.u8(..);
                }
                1 if !t.is_empty() => {
                    let at = rng.usize(..t.len());
                    t.truncate(at);
                }
                2 => {
                    let at = rng.usize(..=t.len());
                    let other = rng.usize(..text.len());
                    let piece = &text[other..(other + rng.usize(..80)).min(text.len())];
                    t.splice(at..at, piece.iter().copied());
                }
                _ => {
                    let at = rng.usize(..=t.len());
                    let c = *b"{}()[]|;:,$/\"@&".get(rng.usize(..15)).unwrap_or(&b';');
                    t.insert(at, c);
                }
            }
        }
        parse(&t, i % 2 == 0);
    }
}

#[test]
fn deep_nesting_is_an_error_and_no_overflow() {
    for (open, close) in
        [("(", ")"), ("[", "]"), ("{", "}"), ("|", "|"), ("!", ""), ("if (T) ", ""), ("-", "")]
    {
        let text = format!("{}1{};", open.repeat(100_000), close.repeat(100_000));
        let (_, errors, _) = parse(text.as_bytes(), true);
        assert!(errors > 0, "{open}");
    }
    let (_, errors, _) = parse(format!("global x: {}int;", "vector of ".repeat(100_000)).as_bytes(), true);
    assert!(errors > 0);
    let (_, errors, _) = parse(format!("print 1{};", " + 1".repeat(100_000)).as_bytes(), true);
    assert!(errors > 0);
}
