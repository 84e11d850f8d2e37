//! Arguments of units that stay in registers: grammars print the same as with instances that hold them.
mod compared;
mod parsing;

use compared::{all_the_same, same};
use parsing::{LEAN, program};

/// How often arguments are read from instances.
fn reads(code: &str) -> usize {
    code.matches(" Param { d: ").count()
}

#[test]
fn units_that_contain_themselves_take_their_arguments_in_registers() {
    let grammar = "module M;
        type Tree = unit(depth: uint8, inout top: U, name: bytes) {
            var sum: uint8 = 3;
            tag: uint8 { top.nodes = top.nodes + 1; if (depth > 3) throw \"deep\"; }
            switch (self.tag) {
                1 -> one: Tree(depth + 1, top, b\"one\") { self.sum = $$.sum + depth; }
                2 -> two: Tree(depth + 1, top, name)[] &count=2;
                3 -> last: bytes &size=depth;
                * -> : void;
            };
            end: uint8 &requires=($$ > depth) if (self.tag == 3);
            on %done { print depth, name, self.sum, top.nodes; }
        };
        public type U = unit { var nodes: uint8; t: Tree(0, self, b\"top\")[] &eod; };";
    all_the_same(grammar, &[1, 2, 3, 4], 5, reads);
    let code = format!("{:?}", program(grammar, LEAN));
    assert_eq!(reads(&code), 0);
    let out = same(grammar, b"\x01\x03a\x05\x04");
    assert_eq!(out.get(..3).unwrap_or_default(), ["1, one, 3, 2", "0, top, 3, 2", "0, top, 3, 3"]);
}

#[test]
fn arguments_that_hooks_and_defaults_read_stay_in_instances() {
    let grammar = "module M;
        type A = unit(n: uint8, text: bytes) {
            var twice: uint8 = n + 1;
            x: uint8[n] foreach { print n, $$; if ($$ == 3) stop; }
            y: uint8 &default=n if (n == 2);
            again: A(n - 1, text + b\"!\") if (n > 0);
            on %done { print self.twice, self.y, text; }
        } &convert=(self.twice + n);
        type B = unit(n: uint8) { more: B(n + 1) if (n < 3); x: uint8; on %done { print n; } } &convert=(self.x + n);
        public type U = unit {
            var made: C& = new C(5);
            a: A(1, b\"a\") { print $$; } b: B(1) { print $$; }
            on %done { print self.made.n; }
        };
        type C = unit(k: uint8) { var n: uint8 = k; c: C(k) if (k == 1); };";
    all_the_same(grammar, &[1, 2, 3], 5, reads);
}

#[test]
fn arguments_outlive_errors_and_waiting() {
    let grammar = "module M;
        type A = unit(n: uint8, inout u: U) {
            x: uint8 { if ($$ == 3) throw \"three\"; u.n = u.n + n; }
            a: A(n + 1, u)[] &count=self.x;
            on %error(msg: string) { print \"error\", msg, n, u.n; }
            on %finally { print \"end\", n; }
        };
        type S = unit(n: uint8) {
            : b\"\x01\" &synchronize;
            s: S(n + 1) if (n < 2);
            x: uint8;
            on %synced { print \"synced\", n; confirm; }
            on %done { print n; }
        };
        type T = unit(n: uint8) { x: uint8 { if ($$ == n) self.backtrack(); } t: T(n + 1) &try; y: uint8 { print n; } };
        public type U = unit { var n: uint8; k: uint8;
            switch (self.k) { 1 -> a: A(4, self)[] &eod; 2 -> s: S(0)[] &eod; * -> t: T(1)[] &eod; };
        };";
    all_the_same(grammar, &[1, 2, 3], 5, reads);
}
