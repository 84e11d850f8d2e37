//! Units and bitfields that have places in the unit around them: what grammars print and how they fail is the same as with
//! instances, for the whole input at once and for every division of it.
mod compared;
mod parsing;

use compared::{all_the_same, same};
use parsing::{LEAN, program};
use spicy_vm::Options;

/// Messages of a header, whose length may be long, and a body.
const MESSAGES: &str = "module M; import spicy;
    type Tag = unit { : bitfield(8) { kind: 0..3; class: 4..7; } };
    type Len = unit { var len: uint64 = 7; data: bitfield(8) { num: 0..6; long: 7; };
        switch (self.data.long) {
            0 -> : void { self.len = self.data.num; }
            1 -> : bytes &size=self.data.num &convert=$$.to_uint(spicy::ByteOrder::Big) { self.len = $$; }
        };
    };
    type Head = unit { tag: Tag; len: Len; };
    type Body = unit(h: Head) {
        switch (h.tag.kind) { 1 -> text: bytes &size=h.len.len; 2 -> n: uint8; * -> : void; };
    };
    type Message = unit {
        head: Head { print \"head\", $$.tag.kind; }
        switch (self.head.tag.class) {
            0 -> body: Body(self.head);
            * -> other: bytes &size=self.head.len.len;
        };
    };
    public type U = unit { all: Message[] &eod foreach {
        print $$.head.tag.class, $$.head.len.len, $$?.body, $$?.other;
        print $$.head.tag;
        if ($$?.body && $$.body?.text) print $$.body.text;
        if ($$.head.len.len == 3) print $$.body?.n;
        if ($$.head.len.len == 4) print $$.body.n;
    } };";

#[test]
fn units_that_are_read_by_their_members_only_are_embedded() {
    let out = same(MESSAGES, b"\x01\x02ab\x02\x03\x07\x11\x82\x00\x01x\x00\x00");
    let expected = [
        "head, 1",
        "0, 2, True, False",
        "[$kind=1, $class=0]",
        "ab",
        "head, 2",
        "0, 3, True, False",
        "[$kind=2, $class=0]",
        "True",
        "head, 1",
        "1, 1, False, True",
        "[$kind=1, $class=1]",
        "head, 0",
        "0, 0, True, False",
        "[$kind=0, $class=0]",
    ];
    assert_eq!(out.get(..out.len() - 1).unwrap_or_default(), expected);
    // A member of a unit that was not parsed cannot be asked for, nor one that is not set be read.
    let unset = same(MESSAGES, b"\x11\x03abc");
    assert!(unset.last().is_some_and(|l| l.contains("unset optional")), "{unset:?}");
    let unset = same(MESSAGES, b"\x01\x04abcd");
    assert!(unset.last().is_some_and(|l| l.contains("unset optional")), "{unset:?}");
}

#[test]
fn embedded_units_have_no_instances() {
    let made = |options| format!("{:?}", program(MESSAGES, options)).matches("NewUnit {").count();
    assert!(made(LEAN) < made(Options::default()), "{} {}", made(LEAN), made(Options::default()));
}

/// Checks many small inputs, and that units or bitfields are embedded at all.
fn same_for_all(grammar: &str, values: &[u8], len: usize) {
    let made = |code: &str| code.matches(" NewUnit {").count() + code.matches(" List {").count();
    all_the_same(grammar, values, len, made);
}

#[test]
fn bitfields_that_are_set_say_so() {
    let grammar = "module M;
        type Data = unit(last: uint8) {
            var found: bool = False;
            stat: bitfield(8) { reason: 0..3; changed: 4; kind: 5..7; } if (last != 3) { self.found = $$.kind != 0; }
            more: uint8 if (self.found);
        };
        function show(d: Data): string {
            local out = \"none\";
            if (d?.stat) out = \"%d %s %d\" % (d.stat.reason, d.stat.changed != 0, d.stat.kind);
            return out;
        }
        public type U = unit {
            last: uint8;
            data: Data(self.last)[] &eod foreach { print show($$), $$?.stat, $$?.more; if (!$$?.stat) stop; };
        };";
    let out = same(grammar, b"\x01\x12\x07\x31\x09");
    assert_eq!(out[0], "2 True 0, True, False");
    assert_eq!(out[2], "1 True 1, True, True");
    same_for_all(grammar, &[1, 3, 0x12, 0x20], 4);
}

#[test]
fn members_of_members_say_whether_they_are_set() {
    let grammar = "module M;
        type Bits = unit { b: bitfield(8) { x: 0..1; y: 2..3; } if (True); };
        type Inner = unit(all: bool) { flags: bitfield(8) { x: 0; y: 1; } if (all); n: uint8; bits: Bits if (all); };
        type Outer = unit { kind: uint8; inner: Inner(self.kind == 1) if (self.kind != 2); last: uint8; };
        public type U = unit { o: Outer[] &eod foreach {
            print $$?.inner, $$.last;
            if ($$?.inner) print $$.inner?.flags, $$.inner.n, $$.inner?.bits;
            if ($$?.inner && $$.inner?.bits) print $$.inner.bits?.b, $$.inner.bits.b.y, $$.inner.flags.x;
            if ($$.last == 3) print $$.inner?.flags;
            if ($$.last == 4) print $$.inner.flags.y;
            if ($$.last == 5) print $$.inner.bits.b.x;
        } };";
    same_for_all(grammar, &[1, 2, 3, 4, 5], 5);
}

#[test]
fn arms_of_switches_and_recursion() {
    let grammar = "module M;
        type A = unit { var sum: uint8 = 5; t: bitfield(8) { k: 0..3; l: 4..7; }; x: uint8 { self.sum = $$ + 1; } };
        type B = unit { x: uint8; y: bytes &size=self.x; };
        type C = unit(depth: uint8) {
            tag: uint8;
            switch (self.tag) {
                1 -> a: A;
                2 -> b: B;
                3 -> c: C(depth + 1);
                * -> : void;
            };
            on %done {
                if (self?.a) print depth, self.a.sum, self.a.t.k, self.a.x;
                if (self?.b) print depth, self.b.y;
                if (self?.c) print depth, self.c.tag, self.c?.a;
                if (self.tag == 4) print self.a.sum;
                if (self.tag == 5) print self.b?.y;
            }
        };
        public type U = unit { c: C(0)[] &eod; };";
    same_for_all(grammar, &[1, 2, 3, 4], 5);
    same(grammar, b"\x03\x03\x02\x03abc\x01\x47\x09\x05");
}

#[test]
fn trials_and_errors_leave_what_was_parsed() {
    let grammar = "module M;
        import spicy;
        type A = unit { n: uint8; f: bitfield(8) { lo: 0..3; hi: 4..7; } { if ($$.lo == 3) self.backtrack(); } };
        type D = unit { m: uint8; w: bitfield(16) { lo: 0..7; hi: 8..15; } &requires=($$.lo != $$.hi); };
        type T = unit {
            one: uint8;
            a: A &try;
            b: uint8;
            d: D;
            on %error(msg: string) {
                print \"error\", msg, self?.a, self?.d;
                if (self?.a) { print self.a?.n, self.a?.f; if (self.a?.f) print self.a.f.lo; }
                if (self?.d) { print self.d?.m, self.d?.w; if (self.d?.w) print self.d.w.hi; }
            }
            on %done { print self?.a, self.b, self.d.w.lo, self.d.m; if (self?.a) print self.a.n, self.a?.f; }
        };
        public type U = unit { t: T[] &eod; };";
    same_for_all(grammar, &[1, 3, 4], 6);
}

#[test]
fn synchronization_and_limits() {
    let grammar = "module M;
        type A = unit { n: uint8; f: bitfield(8) { lo: 0..3; hi: 4..7; }; };
        type L = unit {
            s: bitfield(8) { lo: 0..3; hi: 4..7; } &size=2;
            a: A &size=self.s.lo;
            r: bitfield(8) { lo: 0..3; hi: 4..7; };
            on %error { print \"l\", self?.s, self?.a, self?.r; if (self?.a) print self.a?.n, self.a?.f; }
        };
        type S = unit {
            : b\"\\x01\" &synchronize;
            a: A;
            : b\"\\x02\";
            on %synced { print \"synced\", self?.a; confirm; }
            on %done { print self.a.f.lo, self.a.n; }
        };
        public type U = unit { k: uint8; switch (self.k) { 1 -> l: L; * -> s: S; }; };";
    same_for_all(grammar, &[1, 2, 0x12], 6);
}

#[test]
fn values_given_by_hand_and_defaults() {
    let grammar = "module M;
        type V = unit {
            var n: uint8 = 7; var list: vector<uint8>; var text: string;
            var never: uint8;
            x: uint8 &default=9 { self.list.push_back($$); self.text = \"%d\" % $$; unset self.never; }
            y: uint8 if (self.x > 1);
        };
        type W = unit { x: uint8 { self.x = $$ + 1; } z: uint8; };
        type P = unit {
            k: uint8; v: V if (self.k < 3); w: W;
            on w { self.w.z = self.w.z + 1; }
            on %done {
                if (self?.v) print self.v.n, self.v.list, self.v.text, self.v.x, self.v?.y;
                print self.w.x, self.w.z;
                if (self.k == 2) { self.v.n = 3; self.v.list.push_back(1); print self.v.n, self.v.list; }
                if (self.k == 3) print self.v.n;
                if (self.k == 4) print self.v?.n;
            }
        };
        public type U = unit { p: P[] &eod; };";
    same_for_all(grammar, &[1, 2, 3, 4], 5);
}

#[test]
fn units_as_arguments_and_values() {
    let grammar = "module M;
        type Tag = unit { : bitfield(8) { kind: 0..3; class: 4..7; }; };
        type Head = unit { tag: Tag; len: uint8; };
        type Body = unit(h: Head, t: Tag, b: uint8) {
            data: bytes &size=h.len { print t.kind, h.tag.class, b; }
            again: uint8 if (t.class == h.tag.class) { print h.len; }
        };
        type Far = unit(inout h: Head) { x: uint8 { h.len = $$; } };
        type Message = unit {
            var tags: vector<Tag>; var first: Tag&; var tuples: vector<tuple<a: Tag, b: uint8>>;
            head: Head;
            body: Body(self.head, self.head.tag, self.head.len) if (self.head.len < 3);
            other: Head;
            far: Far(self.other) if (self.head.len == 3);
            third: Head { self.tags.push_back($$.tag); self.tags.push_back(self.head.tag); self.first = self.head.tag; }
            on %done {
                for (t in self.tags) print t.kind, t.class;
                local mine = self.third.tag;
                self.tuples.push_back((mine, 4));
                print mine.kind, self.first.class, self.other.len, self.head.tag;
                print self.tuples, self?.body;
                if (self?.body) print self.body.data;
            }
        };
        public type U = unit { m: Message[] &eod; };";
    same_for_all(grammar, &[0x11, 1, 2, 3], 7);
}

#[test]
fn conversions_and_attempts() {
    let grammar = "module M;
        type F = unit { f: bitfield(8) { a: 0; b: 1..7; }; } &convert=self.f;
        type G = unit { f: bitfield(8) { a: 0; b: 1..7; } if (True); n: uint8; } &convert=(self.n + cast<uint8>(self.f.b));
        type H = unit { f: bitfield(8) { a: 0; b: 1..7; }; n: uint8; };
        type I = unit { n: uint8 if (False); m: uint8; };
        type Q = unit {
            f: F; g: G; h: H &convert=$$.n; i: H &requires=($$.f.b != 1); j: I; k: H[2];
            l: H { print $$.f.a, self.l.n; }
            on %done {
                local w = self.l.f;
                print self.f.a, self.f.b, self.g, self.h, self.i.f.a, self.k[1].f.b, w.b;
                print self.j.?n;
            }
        };
        public type U = unit { q: Q[] &eod; };";
    same(grammar, &[1, 2, 3, 4, 5, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16]);
    same_for_all(grammar, &[1, 2], 11);
}
