//! Compiles a program until its code asks for nothing that was left out.
//!
//! What a program does with members is counted before, but code may turn out to need more: an embedded unit as a whole, a
//! member that did not stay in a register up to where it is read, an argument that a function of its own reads. Then the
//! program is compiled anew with these. Each round finds others, as code that changes keeps other members in registers.
use super::{Compiler, Options, Parts, unread};
use spicy_sema::hir;

/// The most rounds. Grammars take a few; the last resort is code that leaves out nothing.
pub(super) const ROUNDS: usize = 12;

/// The compiler after the round that found nothing, and the parts of the program.
pub(super) fn settled(hir: &hir::Program, options: Options, rounds: usize) -> (Compiler<'_>, Parts) {
    let mut known = options.leaves_unread.then(|| unread::uses(hir, options));
    let mut without = unread::Members::new();
    for _ in 0..rounds {
        let mut c = Compiler::new(hir, options, known.take());
        c.without = std::mem::take(&mut without);
        let out = c.parts();
        if !c.asks_for_more() {
            return (c, out);
        }
        without = c.without;
        without.extend(c.leaked);
        known = c.known;
        if let Some(known) = &mut known {
            known.read.extend(c.missing);
            known.items.extend(c.missing_items);
            known.asked.extend(c.missing_arguments);
            known.placed.extend(c.missing_places);
        }
    }
    let mut c = Compiler::new(hir, options, None);
    let out = c.parts();
    (c, out)
}

impl Compiler<'_> {
    fn parts(&mut self) -> Parts {
        let mut out = Parts::default();
        self.program(&mut out);
        out
    }

    /// Whether the code of this round needs what was left out.
    fn asks_for_more(&self) -> bool {
        let members = [&self.leaked, &self.missing, &self.missing_items];
        let units = [&self.missing_arguments, &self.missing_places];
        members.iter().any(|m| !m.is_empty()) || units.iter().any(|u| !u.is_empty())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use spicy_sema::{Find, Found, Input, check};
    use spicy_syntax::{Diagnostics, Sources};

    struct NoImports;

    impl Find for NoImports {
        fn find(&mut self, _: &str, _: Option<&str>, _: &str) -> Option<Found> {
            None
        }
    }

    #[test]
    fn rounds_end_with_code_that_leaves_out_nothing() {
        // The header is given to a function as a whole, which only its code shows.
        let text = "module M; type Head = unit { tag: bitfield(8) { a: 0..3; b: 4..7; }; n: uint8; x: bytes &size=self.n; };
            type Body = unit(h: Head) { x: bytes &size=h.n; more: Body(h) if (h.tag.a == 1); };
            public type U = unit { head: Head; body: Body(self.head) { print $$.x, self.head.n; } };";
        let inputs = [Input { name: "m.spicy".into(), text: text.into() }];
        let (_, hir) = check(&inputs, &mut NoImports, Sources::default(), &mut Diagnostics::default());
        let hir = hir.expect("a grammar");
        let options = Options { leaves_unread: true, ..Options::default() };
        let all = |rounds| {
            let (c, _) = settled(&hir, options, rounds);
            assert!(!c.asks_for_more(), "{rounds}");
            (c.known.is_none(), format!("{:?}", c.functions))
        };
        let kept = settled(&hir, Options::default(), ROUNDS).0;
        assert_eq!(all(0), (true, format!("{:?}", kept.functions)));
        assert!(all(1).0, "one round is enough: nothing is asked for");
        assert!(!all(ROUNDS).0, "{ROUNDS} rounds are not enough");
    }
}
