//! What is known of members in registers ends where the members change: in arms, loops, hooks and called functions.
mod parsing;

use parsing::{LEAN, parse, program};
use spicy_vm::Options;

fn prints(grammar: &str, input: &[u8], expected: &[&str]) {
    for options in [Options::default(), LEAN] {
        let program = program(grammar, options);
        for piece in 1..=input.len().max(1) {
            let failed = |e: spicy_vm::Error| e.message().to_owned();
            let out = parse(&program, "M::U", input, piece, |_, _, result| result.err().map(failed));
            assert_eq!(out, expected, "in pieces of {piece}, {options:?}");
        }
    }
}

#[test]
fn members_that_are_assigned_in_an_arm_are_read_behind_it() {
    let grammar = "module M;
        public type U = unit {
            var n: uint8 = 1;
            a: uint8;
            b: uint8 if (self.a > 1) { self.n = 7; self.a = self.a + 1; }
            if (self.a == 3) { c: uint8 { self.n = self.a; } } else { d: uint8 { self.a = 9; } };
            switch (self.a) { 3 -> e: uint8 { self.a = 4; } 9 -> f: uint8; };
            on %done {
                if (self.n == 3) self.n = 5;
                print self.n, self.a;
                switch (self.a) { case 4: self.a = 6; case 9: self.n = 8; default: print \"none\"; }
                print self.n, self.a;
                local i = 0;
                while (i < 2) { if (self.a == 6) self.a = 10; else self.n = self.n + 1; i = i + 1; }
                print self.n, self.a;
            }
        };";
    prints(grammar, b"\x02\x00\x05\x06", &["5, 4", "5, 6", "6, 10"]);
    prints(grammar, b"\x01\x05\x06", &["1, 9", "8, 9", "10, 9"]);
}

#[test]
fn values_that_are_read_from_registers_alone_are_complete() {
    let grammar = "module M;
        type P = unit { x: uint8; y: uint8; };
        public type U = unit {
            n: uint8;
            some: uint8[] &count=self.n;
            more: uint16[] &count=1;
            points: P[] &count=2;
            text: bytes &until=b\"\\x00\";
            : bitfield(8) { low: 0..3; high: 4..7; };
            rest: bytes &eod;
            on %done { print self.some, self.more, |self.points|, self.points[1].y, self.text, self.low, self.rest; }
        };";
    prints(grammar, b"\x02\x07\x08\x00\x09\x01\x02\x03\x04ab\x00\x21z", &["[7, 8], [9], 2, 4, ab, 1, z"]);
}

#[test]
fn small_functions_return_from_any_place() {
    let grammar = "module M;
        type I = unit { n: uint8; m: uint8 if (self.n > 1); };
        function kind(i: I): string { if (i?.m) return \"two\"; if (i.n == 0) return \"none\"; return \"one\"; }
        function twice(n: uint8): uint8 { local m: uint8 = n; m = m * 2; return m; }
        function change(inout i: I): uint8 { i.n = i.n + 1; return i.n; }
        function first(i: I): uint8 { return i.n; }
        function far(i: I): uint8 { return twice(first(i)) + twice(1); }
        function missing(i: I): uint8 { return i.m; }
        function deep(n: uint8): uint8 { if (n == 0) return 0; else return deep(n - 1) + 1; }
        function sum(i: I): uint64 { local s = 0; for (x in vector<uint64>(1, 2, 3)) { s = s + x; if (x == 2) return s; } return i.n; }
        public type U = unit { all: I[] &eod foreach {
            print kind($$), far($$), deep($$.n), sum($$), kind($$) == \"one\" && first($$) == 1 ? \"yes\" : \"no\";
            print first($$), change($$), first($$), kind($$), $$.n;
            if ($$.n == 6) print missing($$);
        } };";
    let expected = [
        "one, 4, 1, 3, yes",
        "1, 2, 2, one, 2",
        "none, 2, 0, 3, no",
        "0, 1, 1, one, 1",
        "two, 8, 3, 3, no",
        "3, 4, 4, two, 4",
    ];
    prints(grammar, b"\x01\x00\x03\x09", &expected);
}

#[test]
fn a_context_changes_while_a_parser_waits() {
    let grammar = "module M;
        type C = unit { var n: uint8; };
        function n_of(c: C): uint8 { return c.n; }
        type E = unit(inout c: C) { x: uint8 { c.n = c.n + $$; } y: uint8 { print c.n, n_of(c); } };
        public type U = unit {
            var c: C;
            one: uint8 { print self.c.n; }
            two: E(self.c);
            three: uint8 { print self.c.n, n_of(self.c); self.c.n = 0; print self.c.n, n_of(self.c); }
        };";
    prints(grammar, b"\x01\x02\x03\x04", &["0", "2, 2", "2, 2", "0, 0"]);
}
