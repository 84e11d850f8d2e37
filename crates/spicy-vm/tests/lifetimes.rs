//! Units are freed, even if they refer to each other.
use spicy_sema::{Find, Found, Input, check};
use spicy_syntax::{Diagnostics, Sources};
use spicy_vm::{Options, Parser, Quiet, Store, World, compile};
use std::rc::Rc;
use std::sync::Arc;

struct NoImports;

impl Find for NoImports {
    fn find(&mut self, _: &str, _: Option<&str>, _: &str) -> Option<Found> {
        None
    }
}

/// Feeds a parser of `M::U` and drops it; its unit must be gone, whatever is left out.
fn freed(grammar: &str, input: &[u8]) {
    for leaves_unread in [false, true] {
        freed_as(grammar, input, Options { leaves_unread, ..Options::default() });
    }
}

fn freed_as(grammar: &str, input: &[u8], options: Options) {
    let inputs = [Input { name: "m.spicy".into(), text: grammar.into() }];
    let (_, program) = check(&inputs, &mut NoImports, Sources::default(), &mut Diagnostics::default());
    let program = Arc::new(compile(program.expect("a grammar"), options).expect("bytecode"));
    let unit = program.hir.units.iter().position(|u| u.name == "M::U").expect("M::U");
    let mut host = Quiet;
    let mut store = Store::new(Arc::clone(&program), &mut host).expect("a store");
    let mut world = World::new(&mut store, &mut host);
    let mut parser = Parser::new(&mut world, unit as u32, Vec::new(), None).expect("a parser");
    // Whether it is done, waits or failed.
    let _ = parser.feed(&mut world, input);
    let held = Rc::downgrade(parser.unit());
    drop(parser);
    assert_eq!(held.strong_count(), 0, "{grammar} {input:?}");
}

#[test]
fn units_that_hold_each_other_are_freed() {
    let child = "module M; public type U = unit { c: C(self); var n: uint8; }; \
                 type C = unit(inout u: U) { x: uint8 { u.n = $$; } y: uint8 &requires=($$ == 2); };";
    for input in [&b"\x01\x02"[..], b"\x01", b"", b"\x01\x03"] {
        freed(child, input);
    }
    // A unit that contains itself is called, with its arguments.
    let tree = "module M; public type U = unit { c: C(self); var n: uint8; }; \
                type C = unit(inout u: U) { x: uint8 { u.n = $$; } c: C(u) if (self.x == 1); y: uint8 &requires=($$ == 2); };";
    for input in [&b"\x01\x03\x02\x02"[..], b"\x01\x01", b"\x01\x01\x04", b"\x01\x04\x03", b""] {
        freed(tree, input);
    }
}
