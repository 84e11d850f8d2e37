//! Shared by tests: grammars print the same and fail alike with everything kept and as analyzers are compiled, for the whole
//! input at once and for every division of it.
use crate::parsing::{LEAN, parse, program};
use spicy_vm::{Options, Program};
use std::sync::Arc;

/// What a grammar prints for an input in pieces of this size, and how it ends.
fn outcome(program: &Arc<Program>, input: &[u8], piece: usize) -> Vec<String> {
    parse(program, "M::U", input, piece, |_, _, result| {
        Some(match result {
            Ok(progress) => format!("{progress:?}"),
            Err(e) => format!("{}: {}", e.kind(), e.message()),
        })
    })
}

/// Checks that what is left out changes nothing, and returns what is printed.
pub(crate) fn same(grammar: &str, input: &[u8]) -> Vec<String> {
    let (kept, lean) = (program(grammar, Options::default()), program(grammar, LEAN));
    let expected = outcome(&kept, input, input.len().max(1));
    for piece in 1..=input.len().max(1) {
        assert_eq!(outcome(&lean, input, piece), expected, "in pieces of {piece}");
    }
    expected
}

/// All inputs of some bytes of few values.
fn small_inputs(values: &[u8], len: usize) -> Vec<Vec<u8>> {
    let mut all = vec![Vec::new()];
    for _ in 0..len {
        let longer = |input: &Vec<u8>| {
            let mut one = input.clone();
            values
                .iter()
                .map(move |v| {
                    one.push(*v);
                    let more = one.clone();
                    one.pop();
                    more
                })
                .collect::<Vec<_>>()
        };
        all = all.iter().flat_map(longer).collect();
    }
    all
}

/// Checks many small inputs, and that a grammar's code has less of what `counts` counts in it.
pub(crate) fn all_the_same(grammar: &str, values: &[u8], len: usize, counts: impl Fn(&str) -> usize) {
    let (kept, lean) = (program(grammar, Options::default()), program(grammar, LEAN));
    let count = |p: &Program| counts(&format!("{p:?}"));
    assert!(count(&lean) < count(&kept), "nothing is left out");
    let mut seen = std::collections::HashSet::new();
    for n in 0..=len {
        for input in small_inputs(values, n) {
            let expected = outcome(&kept, &input, n.max(1));
            for piece in [n.max(1), 1, 2] {
                assert_eq!(outcome(&lean, &input, piece), expected, "{input:?} in pieces of {piece}");
            }
            seen.insert(expected);
        }
    }
    assert!(seen.len() > 2, "the inputs make no difference: {seen:?}");
}
