//! Shared by the fuzz target and the tests: a grammar's text up to a NUL, followed by input.
use spicy_sema::{Find, Found, Input, check};
use spicy_syntax::{Diagnostics, Sources, evt};
use spicy_vm::{Budget, Parser, Quiet, Store, World, compile, dump_json};
use std::rc::Rc;
use std::sync::Arc;

struct Nothing;

impl Find for Nothing {
    fn find(&mut self, _: &str, _: Option<&str>, _: &str) -> Option<Found> {
        None
    }
}

/// Checks the text; what checks must pass the verifier, and every unit must take the input without a panic and within the
/// budgets, and make the same of it however it is cut.
pub(crate) fn grammar_and_input(data: &[u8]) {
    let end = data.iter().position(|b| *b == 0).unwrap_or(data.len());
    let text = String::from_utf8_lossy(&data[..end]).into_owned();
    let input = data.get(end + 1..).unwrap_or_default();
    let mut errors = Diagnostics::default();
    let mut sources = Sources::default();
    let file = sources.add("fuzz.evt", &text);
    evt::parse(&sources, file, &mut Diagnostics::default());
    // Pieces of `&chunked` fields are those of the input; everything else must not tell how that was cut.
    let sees_pieces = text.contains("&chunked");
    let inputs = [Input { name: "fuzz.spicy".into(), text }];
    let (sources, program) = check(&inputs, &mut Nothing, sources, &mut errors);
    for d in errors.iter() {
        if program.is_none() {
            sources.render(d);
        }
    }
    let Some(program) = program else {
        assert!(errors.has_errors(), "a grammar is refused without an error");
        return;
    };
    let program = Arc::new(compile(program, true).expect("what checks passes the verifier"));
    let units = program.hir.units.len() as u32;
    for unit in 0..units.min(8) {
        let whole = run(&program, unit, input, usize::MAX);
        for piece in [1, 2, 7] {
            let cut = run(&program, unit, input, piece);
            if let (Some(whole), Some(cut), false) = (&whole, &cut, sees_pieces) {
                assert_eq!(whole, cut, "unit {unit} in pieces of {piece}");
            }
        }
    }
}

/// The unit as JSON, empty after an error; `None` if a budget was exceeded.
fn run(program: &Arc<spicy_vm::Program>, unit: u32, input: &[u8], piece: usize) -> Option<String> {
    let mut store = Store::new(Arc::clone(program), &mut Quiet).ok()?;
    let mut host = Quiet;
    let mut world = World::new(&mut store, &mut host);
    world.budget = Budget {
        instructions: 50_000,
        per_byte: 500,
        retained: 1 << 16,
        frames: 200,
        nesting: 8,
        elements: 10_000,
    };
    let mut parser = Parser::new(&mut world, unit, Vec::new(), None).ok()?;
    let mut outcome = Ok(spicy_vm::Progress::NeedsInput);
    for p in input.chunks(piece.min(input.len().max(1))) {
        outcome = parser.feed(&mut world, p);
        if outcome.is_err() {
            break;
        }
    }
    if outcome.is_ok() {
        outcome = parser.finish(&mut world);
    }
    let unit = Rc::clone(parser.unit());
    match outcome {
        Ok(_) => Some(dump_json(&mut world, &unit, true).unwrap_or_default()),
        Err(e) if e.is_fatal() => None,
        Err(_) => Some(String::new()),
    }
}
