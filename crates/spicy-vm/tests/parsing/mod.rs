//! Shared by tests: compiles a grammar, and parses input in pieces.
use spicy_sema::{Find, Found, Input, check, hir};
use spicy_syntax::{Diagnostics, Sources};
use spicy_vm::{Error, Host, Options, Parser, Program, Progress, Store, World, compile};
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

/// As analyzers are compiled: what nothing reads is left out, and units are embedded.
pub(crate) const LEAN: Options = Options { debug: false, ranges: false, leaves_unread: true };

struct Nothing;

impl Find for Nothing {
    fn find(&mut self, _: &str, _: Option<&str>, _: &str) -> Option<Found> {
        None
    }
}

struct Lines(Rc<RefCell<Vec<String>>>);

impl Host for Lines {
    fn print(&mut self, line: &str) {
        self.0.borrow_mut().push(line.to_owned());
    }

    fn now(&self) -> u64 {
        0
    }
}

/// Checks a grammar.
pub(crate) fn checked(grammar: &str) -> (Sources, Option<hir::Program>, Diagnostics) {
    let mut errors = Diagnostics::default();
    let inputs = [Input { name: "test.spicy".into(), text: grammar.into() }];
    let (sources, program) = check(&inputs, &mut Nothing, Sources::default(), &mut errors);
    (sources, program, errors)
}

/// Checks and compiles a grammar.
pub(crate) fn program(grammar: &str, options: Options) -> Arc<Program> {
    let (sources, program, errors) = checked(grammar);
    let shown: Vec<String> = errors.iter().map(|d| sources.render(d)).collect();
    Arc::new(compile(program.unwrap_or_else(|| panic!("{shown:?}")), options).expect("verified"))
}

/// What a unit prints for an input in pieces of this size, and then what `end` makes of how it ends.
pub(crate) fn parse(
    program: &Arc<Program>,
    unit: &str,
    input: &[u8],
    piece: usize,
    end: impl FnOnce(&mut World<'_>, &Parser, Result<Progress, Error>) -> Option<String>,
) -> Vec<String> {
    let lines = Rc::new(RefCell::new(Vec::new()));
    let mut host = Lines(Rc::clone(&lines));
    let mut store = Store::new(Arc::clone(program), &mut host).expect("initialised");
    let mut world = World::new(&mut store, &mut host);
    let id = program.hir.units.iter().position(|u| u.name == unit).expect("unit") as u32;
    let mut parser = Parser::new(&mut world, id, Vec::new(), None).expect("no arguments needed");
    let mut run = || {
        for p in input.chunks(piece) {
            parser.feed(&mut world, p)?;
        }
        parser.finish(&mut world)
    };
    let result = run();
    let last = end(&mut world, &parser, result);
    lines.borrow().iter().cloned().chain(last).collect()
}
