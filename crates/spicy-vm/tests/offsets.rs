//! Offsets of units that stay in registers: grammars print the same as with instances that keep their place.
mod compared;
mod parsing;

use compared::{all_the_same, same};
use parsing::{LEAN, program};

/// How often instances record their place.
fn records(code: &str) -> usize {
    code.matches(" SetPosition { ").count()
}

#[test]
fn offsets_of_fields_hooks_and_limits() {
    let grammar = "module M;
        type In = unit(n: uint8) {
            x: uint8; y: bytes &size=n if (self.offset() == 1) { print \"in\", self.offset(); }
            on %init { print \"begin\", self.offset(); }
            on %done { print \"done\", self.offset(); }
        };
        type A = unit {
            var at: uint64;
            n: uint8 { self.at = self.offset(); }
            in: In(self.n)[] &count=2 foreach { print \"each\", $$.x; }
            : void { print \"after\", self.offset(), self.at; }
            switch (self.n) { 1 -> : uint16 { print self.offset(); } 2 -> t: bytes &size=2; * -> : void; } &size=2;
            last: uint8[] &until=($$ == 3 || self.offset() > 12) { print self.offset(), |$$|; }
            : void &requires=(self.offset() < 16);
            r: bytes &size=(self.offset() - self.at) % 3;
            on %error(msg: string) { print \"error\", msg, self.offset(); }
        };
        public type U = unit { a: A[] &eod; };";
    all_the_same(grammar, &[1, 2, 3], 5, records);
    assert_eq!(records(&format!("{:?}", program(grammar, LEAN))), 0);
    same(grammar, &[1, 2, 3, 2, 3, 9, 9, 1, 3, 1, 0, 1, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3]);
}

#[test]
fn offsets_that_others_ask_for_stay_in_instances() {
    let grammar = "module M;
        function far(a: A): uint64 { if (a.n == 1) return a.offset(); local i = 0; while (i < 3) i = i + 1; return 100 + i; }
        type A = unit(inout u: U) {
            n: uint8; b: B(self);
            : void { print self.offset(), u.offset(), far(self); }
            c: C;
        };
        type B = unit(inout a: A) { x: uint8 { print a.offset(), self.offset(); } };
        type C = unit { x: uint8; y: uint8 &parse-from=b\"\\x05\" { print self.offset(); } z: uint8 { print self.offset(); } };
        type D = unit { p: uint8; q: uint8 { print self.offset(); } t: T &try; z: uint8 { print self.offset(); } };
        type T = unit { a: uint8; b: uint8 { print self.offset(); if ($$ == 2) self.backtrack(); } };
        public type U = unit { k: uint8; a: A(self); d: D { print self.offset(), $$.p; } };";
    all_the_same(grammar, &[1, 2], 8, records);
}

#[test]
fn offsets_where_input_is_searched_for() {
    let grammar = "module M;
        type S = unit {
            : b\"\\x01\" &synchronize;
            x: uint8 { print self.offset(); }
            on %synced { print \"synced\", self.offset(); confirm; }
        };
        type V = unit { n: uint8; x: uint8[self.n] foreach { print self.offset(), $$; } y: uint8 { print self.offset(); } };
        type R = unit { n: uint8; r: R if (self.n == 2); e: uint8 { print self.offset(); } };
        public type U = unit { k: uint8; switch (self.k) { 1 -> s: S[] &eod; 2 -> v: V[] &eod; * -> r: R[] &eod; }; };";
    all_the_same(grammar, &[1, 2, 3], 5, records);
}
