//! What grammars cost in this process: time per byte or element, and the memory of parsers that wait.
use crate::bars::Bars;
use crate::cpu_time;
use crate::stats::{median, spread};
use anyhow::{Context, Result};
use spicy_sema::{Find, Found, Input, check};
use spicy_syntax::{Diagnostics, Sources};
use spicy_vm::{Options, Parser, Program, Quiet, Store, World, compile};
use std::sync::Arc;

/// A grammar and an input, as evantypanski/spicy-performance (2025-03) measured them.
struct Case {
    name: &'static str,
    grammar: &'static str,
    /// This, repeated to [`INPUT`] bytes, then `tail`.
    input: &'static [u8],
    tail: &'static [u8],
    /// Published: nanoseconds per byte of Spicy's compiled parser, and of the one by hand (binpac), if there is one.
    published: (f64, Option<f64>),
}

/// Bytes of input.
const INPUT: usize = 4_000_000;
/// Bytes per piece of input.
const PIECE: usize = 65_536;

const CASES: [Case; 8] = [
    Case {
        name: "bytes &size",
        grammar: "module M; public type U = unit { x: bytes &size=4000000; };",
        input: b"A",
        tail: b"",
        published: (0.05, Some(0.05)),
    },
    Case {
        name: "bytes &until",
        grammar: "module M; public type U = unit { x: bytes &until=b\"\\x00\"; };",
        input: b"A",
        tail: b"\0",
        published: (2.9, Some(16.4)),
    },
    Case {
        name: "uint8[] &while",
        grammar: "module M; public type U = unit { x: uint8[] &while=($$ == 65); };",
        input: b"A",
        tail: b"B",
        published: (27.6, None),
    },
    Case {
        name: "regular expression",
        grammar: "module M; public type U = unit { x: /A*/; : b\"B\"; };",
        input: b"A",
        tail: b"B",
        published: (102.0, Some(3.8)),
    },
    Case {
        name: "synchronization at a literal",
        grammar: "module M; public type U = unit { : b\"X\"; : b\"B\" &synchronize; on %synced { confirm; } };",
        input: b"A",
        tail: b"B",
        published: (23.0, None),
    },
    Case {
        name: "synchronization at a regular expression",
        grammar: "module M; public type U = unit { : b\"X\"; : /B/ &synchronize; on %synced { confirm; } };",
        input: b"A",
        tail: b"B",
        published: (89.0, None),
    },
    Case {
        name: "units of a byte in a vector",
        grammar: "module M; type B = unit { x: uint8; }; public type U = unit { x: B[] &eod; };",
        input: b"A",
        tail: b"",
        published: (141.0, Some(38.0)),
    },
    Case {
        name: "units of a byte by a switch",
        grammar: "module M; type B = unit { switch { -> a: b\"A\"; -> b: b\"B\"; }; }; \
                  public type U = unit { x: B[] &eod; };",
        input: b"AB",
        tail: b"",
        published: (172.0, Some(41.0)),
    },
];

/// Measures all cases: half of the published time, as the parser by hand, too, was measured on another machine.
pub(super) fn cases(bars: &mut Bars, rounds: usize) -> Result<()> {
    for case in &CASES {
        // The published parsers keep what they parse.
        let program = program(case.grammar, "M::U", Options::default())?;
        let mut input = case.input.repeat(INPUT / case.input.len());
        input.extend_from_slice(case.tail);
        let mut times = Vec::new();
        for _ in 0..rounds {
            times.push(parse(&program, &input).with_context(|| case.name)? / input.len() as f64);
        }
        let (spicy, by_hand) = case.published;
        let name = format!(
            "{}: ns a byte (published: Spicy {spicy}{})",
            case.name,
            by_hand.map_or(String::new(), |b| format!(", by hand {b}"))
        );
        // Without a loop to leave out, the published figures only say that nothing was looked at.
        let limit = if spicy < 1.0 { 1.0 } else { spicy / 2.0 };
        bars.at_most(&name, median(&times), spread(&times), limit);
    }
    Ok(())
}

/// A compiled grammar, and the number of its unit.
struct Compiled {
    program: Arc<Program>,
    unit: u32,
}

struct NoImports;

impl Find for NoImports {
    fn find(&mut self, _: &str, _: Option<&str>, _: &str) -> Option<Found> {
        None
    }
}

fn program(text: &str, unit: &str, how: Options) -> Result<Compiled> {
    let mut errors = Diagnostics::default();
    let inputs = [Input { name: "case.spicy".into(), text: text.into() }];
    let (_, program) = check(&inputs, &mut NoImports, Sources::default(), &mut errors);
    let program = Arc::new(compile(program.context("the grammar is refused")?, how)?);
    let at =
        program.hir.units.iter().position(|u| u.name == unit).with_context(|| format!("no unit {unit}"))?;
    Ok(Compiled { program, unit: u32::try_from(at)? })
}

/// CPU nanoseconds to parse an input that arrives in pieces.
fn parse(of: &Compiled, input: &[u8]) -> Result<f64> {
    let failed = |e| anyhow::anyhow!("{e}");
    let mut host = Quiet;
    let mut store = Store::new(Arc::clone(&of.program), &mut host).map_err(failed)?;
    let mut world = World::new(&mut store, &mut host);
    let mut parser = Parser::new(&mut world, of.unit, Vec::new(), None).map_err(failed)?;
    let before = cpu_time::thread();
    for piece in input.chunks(PIECE) {
        parser.feed(&mut world, piece).map_err(failed)?;
    }
    parser.finish(&mut world).map_err(failed)?;
    Ok((cpu_time::thread() - before) as f64)
}

/// Lines by look-ahead, all of which the grammar keeps.
const LINES: &str = include_str!("../../../spicy-vm/tests/grammars/lines.spicy");
/// Where parsers wait, and their input until then.
pub(super) const STATES: [(&str, &[u8]); 2] =
    [("for a first line", b""), ("within their second line", b"<13>su: root\n<0>kern")];
/// Connections that wait at a time.
const WAITING: usize = 100_000;

/// Bytes of this process for each of many connections whose two parsers wait for input.
pub(super) fn waiting(input: &[u8]) -> Result<f64> {
    let failed = |e| anyhow::anyhow!("{e}");
    // As analyzers are compiled.
    let how = Options { leaves_unread: true, ..Options::default() };
    let of = program(LINES, "Lines::Log", how)?;
    let mut host = Quiet;
    let mut store = Store::new(Arc::clone(&of.program), &mut host).map_err(failed)?;
    let mut world = World::new(&mut store, &mut host);
    let mut parsers = Vec::with_capacity(2 * WAITING);
    let before = resident()?;
    for _ in 0..2 * WAITING {
        let mut parser = Parser::new(&mut world, of.unit, Vec::new(), None).map_err(failed)?;
        parser.feed(&mut world, input).map_err(failed)?;
        parsers.push(Box::new(parser));
    }
    let after = resident()?;
    drop(parsers);
    Ok((after - before) / WAITING as f64)
}

/// Resident bytes of this process.
fn resident() -> Result<f64> {
    let text = std::fs::read_to_string("/proc/self/status").context("/proc/self/status")?;
    let line = text.lines().find_map(|l| l.strip_prefix("VmRSS:")).context("/proc/self/status: no VmRSS")?;
    let kilobytes: f64 = line.split_whitespace().next().context("VmRSS: a number")?.parse()?;
    Ok(kilobytes * 1024.0)
}
