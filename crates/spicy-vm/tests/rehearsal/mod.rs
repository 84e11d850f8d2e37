//! Shared by the fuzz targets and the tests: grammars that are broken, and grammars whose input is.
#![allow(dead_code, reason = "each target uses a part")]
use spicy_sema::{Find, Found, Input, check};
use spicy_syntax::{Diagnostics, Sources, evt};
use spicy_vm::{Budget, Options, Parser, Quiet, Store, World, compile, dump_json};
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
    let compiled = |program, leaves_unread| {
        let how = Options { debug: true, leaves_unread, ..Options::default() };
        Arc::new(compile(program, how).expect("what checks passes the verifier"))
    };
    let program = compiled(program, false);
    let (_, again) = check(&inputs, &mut Nothing, Sources::default(), &mut Diagnostics::default());
    let lean = compiled(again.expect("the same grammar passes again"), true);
    let units = program.hir.units.len() as u32;
    for unit in 0..units.min(8) {
        let whole = parse(&program, unit, &[input]);
        // Members that nothing reads make no difference to what fails.
        if let (Some(whole), Some(lean)) = (&whole, &parse(&lean, unit, &[input])) {
            assert_eq!(whole.is_ok(), lean.is_ok(), "unit {unit} without unread members");
        }
        for piece in [1, 2, 7] {
            let cut = parse(&program, unit, &input.chunks(piece).collect::<Vec<_>>());
            if let (Some(whole), Some(cut), false) = (&whole, &cut, sees_pieces) {
                assert_eq!(whole, cut, "unit {unit} in pieces of {piece}");
            }
        }
    }
}

/// The unit as JSON, or that it failed; `None` if a budget was exceeded.
fn parse(program: &Arc<spicy_vm::Program>, unit: u32, pieces: &[&[u8]]) -> Option<Result<String, Failed>> {
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
    for p in pieces {
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
        Ok(_) => Some(Ok(dump_json(&mut world, &unit, true).unwrap_or_default())),
        Err(e) if e.is_fatal() => None,
        Err(_) => Some(Err(Failed)),
    }
}

/// The input does not match. How the error reads may depend on how the input is cut.
#[derive(Debug, PartialEq)]
struct Failed;

/// Grammars whose units are tried one by one.
pub(crate) struct Grammars {
    /// Units, each with whether its grammar sees the pieces of its input.
    units: Vec<(Arc<spicy_vm::Program>, u32, bool)>,
}

impl Grammars {
    /// Compiles files, each as a grammar of its own that may import the others.
    ///
    /// # Errors
    /// What is wrong with a grammar.
    pub(crate) fn of(files: &[(String, String)]) -> Result<Self, String> {
        let mut units = Vec::new();
        for (name, text) in files {
            let mut errors = Diagnostics::default();
            let inputs = [Input { name: name.clone(), text: text.clone() }];
            let (sources, program) = check(&inputs, &mut Among(files), Sources::default(), &mut errors);
            let Some(program) = program else {
                return Err(errors.iter().map(|d| sources.render_line(d) + "\n").collect());
            };
            let program = Arc::new(compile(program, Options::default()).map_err(|e| e.to_string())?);
            // A dump shows as much of the data at an iterator as has come.
            let sees = |(_, t): &(String, String)| t.contains("&chunked") || t.contains("iterator<stream>");
            let sees_pieces = files.iter().any(sees);
            for (i, u) in program.hir.units.iter().enumerate() {
                if u.public && u.params.iter().all(|p| p.default.is_some()) {
                    units.push((Arc::clone(&program), i as u32, sees_pieces));
                }
            }
        }
        if units.is_empty() {
            Err("no public unit without parameters".into())
        } else {
            Ok(Grammars { units })
        }
    }

    /// How many units there are.
    pub(crate) fn len(&self) -> usize {
        self.units.len()
    }

    /// Parses input: the first byte chooses the unit, the second begins a row of lengths for pieces, the others are parsed.
    /// The result must be the same whole, byte by byte and in these pieces.
    pub(crate) fn parse(&self, data: &[u8]) {
        let [choice, cut, input @ ..] = data else { return };
        let (program, unit, sees_pieces) = &self.units[usize::from(*choice) % self.units.len()];
        let whole = parse(program, *unit, &[input]);
        let mut pieces = Vec::new();
        let (mut rest, mut random) = (input, u64::from(*cut));
        while !rest.is_empty() {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let (piece, after) = rest.split_at((1 + (random >> 33) as usize % 40).min(rest.len()));
            pieces.push(piece);
            rest = after;
        }
        for pieces in [input.chunks(1).collect(), pieces] {
            let cut = parse(program, *unit, &pieces);
            if let (Some(whole), Some(cut), false) = (&whole, &cut, sees_pieces) {
                let name = program.hir.units.get(*unit as usize).map_or("", |u| &u.name);
                assert_eq!(whole, cut, "{name} in {} pieces", pieces.len());
            }
        }
    }
}

/// Imports of files among each other.
struct Among<'a>(&'a [(String, String)]);

impl Find for Among<'_> {
    fn find(&mut self, module: &str, _: Option<&str>, _: &str) -> Option<Found> {
        let file = format!("{}.spicy", module.to_ascii_lowercase());
        let found = self
            .0
            .iter()
            .find(|(name, _)| name.rsplit('/').next().is_some_and(|last| last.eq_ignore_ascii_case(&file)))?;
        Some(Found { name: found.0.clone(), text: found.1.clone() })
    }
}

/// Reads grammars from files.
pub(crate) fn read(paths: &[impl AsRef<str>]) -> Vec<(String, String)> {
    let read = |path: &str| {
        (path.to_owned(), std::fs::read_to_string(path).unwrap_or_else(|e| panic!("{path}: {e}")))
    };
    paths.iter().map(|p| read(p.as_ref())).collect()
}
