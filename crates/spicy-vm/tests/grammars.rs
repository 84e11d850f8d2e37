//! Parses with grammars: whole input, byte by byte, and in pieces of all sizes in between.
#![expect(clippy::disallowed_methods, reason = "tests read their grammars from files")]
mod parsing;

use parsing::{LEAN, checked, parse, program};
use spicy_vm::{Options, dump_json};

/// The result of parsing: the output, then the unit as JSON, or the error.
fn outcome(grammar: &str, unit: &str, input: &[u8], piece: usize) -> Vec<String> {
    outcome_with(Options::default(), grammar, unit, input, piece)
}

fn outcome_with(options: Options, grammar: &str, unit: &str, input: &[u8], piece: usize) -> Vec<String> {
    parse(&program(grammar, options), unit, input, piece, |world, parser, result| {
        Some(match result {
            Ok(_) => dump_json(world, parser.unit(), false).expect("dumped"),
            Err(e) => format!("{}: {}", e.kind(), e.message()),
        })
    })
}

fn check_all(grammar: &str, unit: &str, input: &[u8], expected: &[&str]) {
    for piece in 1..=input.len().max(1) {
        assert_eq!(outcome(grammar, unit, input, piece), expected, "in pieces of {piece}");
        // Without the members that nothing reads, output and errors are the same.
        let mut lean = outcome_with(LEAN, grammar, unit, input, piece);
        if let (Some(last), Some(dump)) = (lean.last_mut(), expected.last().filter(|l| l.starts_with('{'))) {
            assert!(last.starts_with('{'), "{last} in pieces of {piece}");
            (*dump).clone_into(last);
        }
        assert_eq!(lean, expected, "in pieces of {piece}, without unread members");
    }
}

#[test]
fn checked_values_are_stored() {
    // The last chunk is checked and kept, and what the hook of a field assigns to it as well.
    let g = "module M; public type U = unit { c: bytes &size=3 &chunked &requires=|$$| > 0; \
             n: uint8 &requires=self.n > 1 { self.n = 7; } m: uint8 &requires=(self.m > 1 && self.m != 5 || self.n == 8); \
             on %done { print |self.c| > 0, self.n, self.m; } };";
    for piece in 1..6 {
        let out = outcome_with(LEAN, g, "M::U", b"abc\x02\x03", piece);
        assert_eq!(out.first().map(String::as_str), Some("True, 7, 3"), "pieces of {piece}");
        let out = outcome_with(LEAN, g, "M::U", b"abc\x02\x05", piece);
        assert!(out.last().is_some_and(|l| l.contains("&requires failed")), "pieces of {piece}: {out:?}");
    }
}

#[test]
fn members_that_nothing_reads_keep_no_value() {
    let grammar = "module M;
        type Inner = unit { kept: uint8; left: uint8; };
        type Shown = unit { all: uint8; of: uint8; };
        type Out = struct { shown: Shown; };
        public type U = unit {
            number: uint16;
            text: bytes &size=2;
            seen: bytes &size=1;
            : bitfield(8) { low: 0..3; high: 4..7; }
            inner: Inner { print self.inner.kept; }
            elements: uint8[2] { print |self.elements|; }
            more: Inner[2] { print $$[0].kept; }
            gone: Inner[2] foreach { print $$.kept; }
            has: uint8 if(self.low > 0);
            shown: Shown;
            on %done { print self.seen, self?.has; local o: Out = [$shown=self.shown]; print o; }
        };";
    let input = b"\x01\x02abc\x21\x03\x04\x05\x06\x07\x08\x09\x0a\x0b\x0c\x0d\x0e\x0f\x10\x11";
    let printed = ["3", "2", "7", "11", "13", "c, True", "[$shown=[$all=16, $of=17]]"];
    let lean = [
        &printed[..],
        // Others are read from registers alone.
        &[r#"{"has":15,"low":1,"seen":"c"}"#],
    ]
    .concat();
    for piece in 1..=input.len() {
        let whole = outcome(grammar, "M::U", input, piece);
        assert_eq!(whole[..printed.len()], printed);
        assert!(whole.last().is_some_and(|l| l.contains(r#""text":"ab""#)), "{whole:?}");
        assert_eq!(outcome_with(LEAN, grammar, "M::U", input, piece), lean, "in pieces of {piece}");
    }
}

fn file(name: &str) -> String {
    std::fs::read_to_string(format!("{}/tests/grammars/{name}.spicy", env!("CARGO_MANIFEST_DIR")))
        .expect("grammar")
}

#[test]
fn tftp() {
    let g = file("tftp");
    let check = |input: &[u8], expected: &[&str]| check_all(&g, "TFTP::Packet", input, expected);
    check(
        b"\0\x01rfc1350.txt\0OCTET\0",
        &[
            "read rfc1350.txt (octet)",
            r#"{"opcode":"RRQ","request":{"filename":"rfc1350.txt","mode":"octet"}}"#,
        ],
    );
    check(b"\0\x03\0\x07abc", &[r#"{"data":{"content":"abc","number":7},"opcode":"DATA"}"#]);
    check(b"\0\x04\x01\x02", &[r#"{"acknowledged":258,"opcode":"ACK"}"#]);
    check(b"\0\x05\0\x01gone\0", &[r#"{"error":{"code":1,"message":"gone"},"opcode":"ERROR"}"#]);
    check(b"\0\x05\0\x09gone\0", &["spicy::rt::ParseError: no such code"]);
    check(
        b"\0\x04\x01",
        &["spicy::rt::ParseError: expecting 2 bytes for unpacking value (1 bytes available)"],
    );
    check(
        b"\0\x2a",
        &["spicy::rt::ParseError: no matching case in switch statement for value 'Opcode::<unknown-42>'"],
    );
}

#[test]
fn lines_by_look_ahead() {
    let g = file("lines");
    let check = |input: &[u8], expected: &[&str]| check_all(&g, "Lines::Log", input, expected);
    check(
        b"<13>su: root\n<0>kernel  up\n",
        &[
            "2 lines",
            r#"{"count":2,"lines":[{"severity":13,"tag":"su:","text":"root"},{"severity":0,"tag":"kernel","text":"up"}]}"#,
        ],
    );
    check(b"", &["0 lines", r#"{"count":0,"lines":[]}"#]);
    check(
        b"<13>su: root",
        &["spicy::rt::ParseError: expected 1 bytes for bytes literal \"\\n\" (0 available))"],
    );
}

#[test]
fn limits_parameters_and_bitfields() {
    let g = file("tlv");
    let check = |input: &[u8], expected: &[&str]| check_all(&g, "TLV::Message", input, expected);
    let item = r#"{"kind":1,"len":3,"value":"abc"},{"kind":2,"len":2,"value":"de"}"#;
    check(
        b"\x81\x01\x03abc\x02\x02de\x05",
        &[
            "finally, 5",
            &format!(
                r#"{{"flags":{{"more":true,"version":1}},"items":[{item}],"seen":5,"sum":5,"total":9}}"#
            ),
        ],
    );
    check(b"\x02\x00", &["finally, 0", r#"{"flags":{"more":false,"version":2},"seen":0,"sum":0,"total":9}"#]);
    check(
        b"\x81\x01\x08abc\x02\x02de\x05",
        &["finally, 0", "spicy::rt::ParseError: expected 8 bytes (7 available)"],
    );
}

#[test]
fn units_that_stand_for_their_only_field() {
    let grammar = r#"module M;
        const MOST = 8;
        type Line = unit { data: bytes &until=b"\n" &max-size=MOST; } &convert=self.data;
        type Byte = unit { n: uint16 &byte-order=spicy::ByteOrder::Little; } &convert=self.n;
        public type U = unit {
            n: Line &convert=$$.to_uint() &requires=self.n < 9;
            lines: Line[self.n] foreach { print $$; }
            : skip Line if(self.n > 1);
            number: Byte { print self.number; }
        };"#;
    let grammar = grammar.replace("module M;", "module M; import spicy;");
    let check = |input: &[u8], expected: &[&str]| check_all(&grammar, "M::U", input, expected);
    check(b"1\nab\n\x01\x02", &["ab", "513", r#"{"lines":["ab"],"n":1,"number":513}"#]);
    check(b"2\nab\n\nskip\n\x01\0", &["ab", "", "1", r#"{"lines":["ab",""],"n":2,"number":1}"#]);
    check(b"9\n", &["spicy::rt::ParseError: &requires failed: self.n < 9"]);
    check(
        b"1\nlonger than eight\n",
        &["spicy::rt::ParseError: end-of-data reached before &until expression found (0 bytes available)"],
    );
    check(
        b"1\nab\n\x01",
        &["ab", "spicy::rt::ParseError: expecting 2 bytes for unpacking value (1 bytes available)"],
    );
}

#[test]
fn items_of_bitfields_without_a_name() {
    let grammar = "module M; public type U = unit {
        : bitfield(8) { low: 0..3; high: 4..7 &convert=$$ + 1; } { print self.low, self.high; }
        : bitfield(8) { a: 0..3; b: 4..7; } { print $$; }
        : bitfield(8) { c: 0..7; } &requires=$$.c != 0;
    };";
    let check = |input: &[u8], expected: &[&str]| check_all(grammar, "M::U", input, expected);
    check(b"\x21\x43\x01", &["1, 3", "(a: 3, b: 4)", r#"{"a":3,"b":4,"c":1,"high":3,"low":1}"#]);
    check(b"\x21\x43\0", &["1, 3", "(a: 3, b: 4)", "spicy::rt::ParseError: &requires failed: $$.c != 0"]);
}

#[test]
fn budgets_have_names() {
    let check = |grammar: &str, input: &[u8], expected: &str| {
        let out = outcome(grammar, "M::U", input, usize::MAX);
        assert!(out.last().is_some_and(|l| l.starts_with(expected)), "{out:?}");
    };
    let forever = "module M; public type U = unit { x: uint8 { while ( True ) { } } };";
    check(forever, b"a", "egret::InstructionBudgetExceeded");
    let deep = "module M; function f(n: uint64) : uint64 { return f(n + 1); } public type U = unit { x: uint8 { f(0); } };";
    check(deep, b"a", "hilti::rt::StackSizeExceeded");
    let units = "module M; public type U = unit { x: U; };";
    check(units, b"a", "hilti::rt::StackSizeExceeded");
}

#[test]
fn a_missing_piece_is_found_again() {
    let g = "module M; type B = unit { k: b\"K\"; v: uint8; }; \
             public type U = unit { x: (B &synchronize)[]; on %synced { confirm; } };";
    check_all(g, "M::U", b"K1??K2K3", &[r#"{"x":[{"k":"K","v":49},{"k":"K","v":50},{"k":"K","v":51}]}"#]);
}

#[test]
fn numbers_in_bulk() {
    let check = |field: &str, input: &[u8], expected: &str| {
        let g = format!(
            "module M; import spicy; type P = unit {{ a: uint8; b: int16; }}; \
             public type U = unit {{ {field} rest: bytes &eod; }};"
        );
        check_all(&g, "M::U", input, &[expected]);
    };
    check("x: uint16[] &while=($$ < 300);", b"\0\x01\x01\0\x02\0ab", r#"{"rest":"ab","x":[1,256]}"#);
    check("x: uint8[] &until=($$ == 0);", b"\x05\x06\0ab", r#"{"rest":"ab","x":[5,6]}"#);
    check("x: uint8[] &until-including=($$ == 0);", b"\x05\x06\0ab", r#"{"rest":"ab","x":[5,6,0]}"#);
    check("x: int8[3];", b"\xff\x01\x80ab", r#"{"rest":"ab","x":[-1,1,-128]}"#);
    check(
        "x: uint32[2] &byte-order=spicy::ByteOrder::Little;",
        b"\x01\0\0\0\0\x01\0\0ab",
        r#"{"rest":"ab","x":[1,256]}"#,
    );
    check("x: uint8[] &size=2;", b"12ab", r#"{"rest":"ab","x":[49,50]}"#);
    check("x: P[2];", b"\x01\0\x02\x03\xff\xffab", r#"{"rest":"ab","x":[{"a":1,"b":2},{"a":3,"b":-1}]}"#);
    check(
        "x: P[2];",
        b"\x01\0\x02\x03\xff",
        "spicy::rt::ParseError: expecting 2 bytes for unpacking value (1 bytes available)",
    );
}

#[test]
fn units_made_when_they_are_read() {
    // An element is the same unit whenever it is read, and also in a copy of the vector.
    let g = "module M; type P = unit { a: uint8; b: int16; }; \
             public type U = unit { x: P[] &size=9; rest: bytes &eod; var y: vector<P>; on %done { \
             print |self.x|; local p: P& = self.x[1]; p.a = 9; print self.x[1].a; self.y = self.x; \
             self.x[2].b = -2; self.y[0].a = 8; print self.y[2].b, self.x[0].a; } };";
    let json = r#"{"rest":"z","x":[{"a":8,"b":2},{"a":9,"b":4},{"a":5,"b":-2}],"y":[{"a":8,"b":2},{"a":9,"b":4},{"a":5,"b":-2}]}"#;
    check_all(g, "M::U", b"\x01\0\x02\x03\0\x04\x05\0\x06z", &["3", "9", "-2, 8", json]);
}

#[test]
fn hooks_that_return_early() {
    let g = "module M; public type U = unit { \
             x: uint8 { if ( $$ == 1 ) return; self.n = 5; } \
             y: uint8 { local k = $$; k += 1; self.n = self.n + k; print $$, k; } \
             var n: uint64; on %done { switch ( self.n ) { case 4: print \"four\"; case 5, 6: print \"more\"; \
             case 9: print \"nine\"; default: print \"other\"; } } };";
    check_all(g, "M::U", b"\x02\x03", &["3, 4", "nine", r#"{"n":9,"x":2,"y":3}"#]);
    check_all(g, "M::U", b"\x01\x03", &["3, 4", "four", r#"{"n":4,"x":1,"y":3}"#]);
}

#[test]
fn tokens_are_found_at_any_place() {
    let check = |token: &str, input: &[u8], expected: &str| {
        let g = format!(
            "module M; public type U = unit {{ : b\"X\"; : {token} &synchronize; rest: bytes &eod; \
             on %synced {{ confirm; }} }};"
        );
        check_all(&g, "M::U", input, &[expected]);
    };
    check("b\"AB\"", b"zzAzzAAB12", r#"{"rest":"12"}"#);
    check("/(AB|CD)+/", b"zzAzzCABCD12", r#"{"rest":"12"}"#);
    check(
        "b\"AB\"",
        b"zzA",
        "spicy::rt::ParseError: failed to synchronize: expected bytes literal \"X\" but input starts with \"z\"",
    );
}

#[test]
fn members_of_members() {
    let g = "module M; type S = unit { b: bitfield(8) { low: 0..3; high: 4..7; }; t: uint8 if ( self.b.low == 1 ); }; \
             public type U = unit { s: S; on %done { print self.s.b.low, self.s.b.high, self.s.t; } };";
    check_all(g, "M::U", b"\x21\x07", &["1, 2, 7", r#"{"s":{"b":{"high":2,"low":1},"t":7}}"#]);
    check_all(g, "M::U", b"\x22", &["hilti::rt::UnsetOptional: unset optional value"]);
}

#[test]
fn byte_orders_of_units() {
    let check = |properties: &str, attributes: &str, expected: &str| {
        let g = format!(
            "module M; import spicy; %byte-order=spicy::ByteOrder::Little; \
             public type U = unit {{ {properties} a: uint16; b: uint16 &byte-order=spicy::ByteOrder::Little; \
             c: P; }} {attributes}; type P = unit {{ d: uint16; }};"
        );
        check_all(&g, "M::U", b"\x01\x02\x01\x02\x01\x02", &[expected]);
    };
    // A unit's order is that of its own fields. Units in it have their own, or that of the module.
    let big = r#"{"a":258,"b":513,"c":{"d":513}}"#;
    check("", "", r#"{"a":513,"b":513,"c":{"d":513}}"#);
    check("%byte-order=spicy::ByteOrder::Big;", "", big);
    check("", "&byte-order=spicy::ByteOrder::Big", big);
}

#[test]
fn invalid_byte_orders_of_units() {
    let refused = |properties: &str, attributes: &str, expected: &str| {
        let text = format!(
            "module M; import spicy; public type U = unit {{ {properties} a: uint16; }} {attributes};"
        );
        let (.., errors) = checked(&text);
        let messages: Vec<&str> = errors.iter().map(|d| d.message.as_str()).collect();
        assert_eq!(messages, [expected], "{properties} {attributes}");
    };
    let (big, little) = ("%byte-order=spicy::ByteOrder::Big;", "&byte-order=spicy::ByteOrder::Little");
    refused(
        "%byte-order=1;",
        "",
        "%byte-order expression must be of spicy::ByteOrder, but is of type uint64",
    );
    refused("%byte-order;", "", "%byte-order requires an argument");
    refused(&format!("{big} {big}"), "", "unit cannot specify its byte order more than once");
    refused(big, little, "unit cannot specify its byte order more than once");
}

#[test]
fn numbers_in_a_row() {
    let g = "module M; import spicy; public type U = unit { a: uint8; : uint16; b: int8; \
             c: uint32 &byte-order=spicy::ByteOrder::Little; d: uint8 { print $$; } e: uint8; \
             f: uint8 if ( self.e == 1 ); g: uint16; };";
    check_all(
        g,
        "M::U",
        b"\x01\x02\x03\xff\x05\x00\x00\x00\x06\x01\x07\x00\x08",
        &["6", r#"{"a":1,"b":-1,"c":5,"d":6,"e":1,"f":7,"g":8}"#],
    );
    check_all(
        g,
        "M::U",
        b"\x01\x02\x03\xff\x05\x00\x00\x00\x06\x02\x00",
        &["6", "spicy::rt::ParseError: expecting 2 bytes for unpacking value (1 bytes available)"],
    );
}

#[test]
fn switches_by_bytes() {
    let g = "module M; function f(b: bytes) : uint64 { switch ( b.lower() ) { case b\"get\": return 1; \
             case b\"set\", b\"put\": return 2; case b\"\": return 3; case b\"get\": return 4; default: return 5; } } \
             public type U = unit { w: bytes &until=b\" \" { print f($$); } switch ( self.w ) { b\"GET\" -> a: b\"1\"; \
             b\"PUT\" -> b: b\"2\"; b\"get\" -> c: b\"3\"; b\"?\" -> d: b\"4\"; }; };";
    check_all(g, "M::U", b"GET 1", &["1", r#"{"a":"1","w":"GET"}"#]);
    check_all(g, "M::U", b"PUT 2", &["2", r#"{"b":"2","w":"PUT"}"#]);
    check_all(g, "M::U", b"get 3", &["1", r#"{"c":"3","w":"get"}"#]);
    check_all(g, "M::U", b"? 4", &["5", r#"{"d":"4","w":"?"}"#]);
    let none = "spicy::rt::ParseError: no matching case in switch statement for value 'set'";
    check_all(g, "M::U", b"set 1", &["2", none]);
    check_all(g, "M::U", b" 1", &["3", &none.replace("set", "")]);
}

/// Units are parsed within each other, and members are read where they were just parsed: what hooks change in between counts.
#[test]
fn units_within_units() {
    let grammar = "module M;
        type Tag = unit { : bitfield(8) { kind: 0..3; flag: 4..7; } };
        type Length = unit {
            var len: uint64;
            data: bitfield(8) { num: 0..6; is_long: 7; };
            switch (self.data.is_long) {
                0 -> : void { self.len = self.data.num; }
                1 -> : bytes &size=self.data.num &convert=$$.to_uint(10) { self.len = $$; }
            };
        };
        type Header = unit { tag: Tag; len: Length; };
        type Text = unit(n: uint64) { value: bytes &size=n; };
        type Body = unit(head: Header, inout outer: U) {
            switch (head.tag.kind) {
                1 -> text: Text(head.len.len) &convert=$$.value { outer.texts += 1; outer.first = 9; }
                2 -> many: Element(head.tag.flag)[head.len.len];
                * -> number: uint8 &convert=$$ + head.tag.flag;
            };
            on %done { print head.tag.kind, head.len.len, self?.text, self?.number; }
        };
        type Element = unit(more: uint64) { x: uint8 &convert=$$ + more { print self.x; } };
        type Message = unit(inout outer: U) {
            head: Header &requires=($$.tag.flag < 4) { outer.second = cast<uint8>($$.len.len); }
            body: Body(self.head, outer);
        };
        public type U = unit {
            var texts: uint64;
            first: uint8 { self.first = 7; }
            second: uint8 if(self.first == 7);
            messages: Message(self)[3];
            third: uint8 &requires=(self.first == 9);
            on %done { print self.texts, self.first, self.second, self.third; }
        };";
    let input = b"\x01\x02\x01\x03abc\x22\x811\x05\x00\x02\x04\x06";
    let printed = ["1, 3, True, False", "7", "2, 1, False, False", "0, 2, False, True", "1, 9, 2, 6"];
    for piece in 1..=input.len() {
        for options in [Options::default(), LEAN] {
            let out = outcome_with(options, grammar, "M::U", input, piece);
            assert_eq!(out[..out.len() - 1], printed, "in pieces of {piece}, {options:?}");
        }
    }
}

#[test]
fn sizes_and_delimiters_at_their_limits() {
    let line = "module M; public type U = unit { x: bytes &until=b\"\\r\\n\" &max-size=4; };";
    let too_long = "spicy::rt::ParseError: parsing not done within &max-size bytes";
    let no_end =
        "spicy::rt::ParseError: end-of-data reached before &until expression found (1 bytes available)";
    check_all(line, "M::U", b"ab\r\n", &[r#"{"x":"ab"}"#]);
    check_all(line, "M::U", b"abc\r\n", &[too_long]);
    check_all(line, "M::U", b"abcd\r\n", &[no_end]);
    let sized = "module M; public type U = unit { x: bytes &size=3; y: skip bytes &size=2; z: uint8; };";
    check_all(sized, "M::U", b"abcdef", &[r#"{"x":"abc","z":102}"#]);
    check_all(sized, "M::U", b"ab", &["spicy::rt::ParseError: expected 3 bytes (2 available)"]);
    check_all(
        sized,
        "M::U",
        b"abcd",
        &["spicy::rt::ParseError: not enough bytes for skipping (0 bytes available)"],
    );
}

#[test]
fn ascii_has_no_control_characters() {
    let grammar = "module M; import spicy; public type U = unit {
        x: bytes &eod { print $$.decode(spicy::Charset::ASCII); }
    };";
    let out = outcome(grammar, "M::U", b"a b\x00\n\t~\x7f\x80c", 3);
    assert_eq!(out[0], "a b???~??c");
}

#[test]
fn units_that_begin_with_a_byte() {
    // Each unit is the same whether it was parsed with others or alone, and is read or not.
    let check = |x: &str, input: &[u8], expected: &[&str]| {
        let g = format!(
            "module M; type P = unit {{ switch {{ -> end: b\"E\"; -> : b\"S\"; -> {{ k: b\"K\"; n: uint16; }} }}; }}; \
             type N = unit {{ k: b\"N\"; n: uint8; }}; \
             public type U = unit {{ {x} rest: bytes &eod; on %done {{ print |self.x|; }} }};"
        );
        check_all(&g, "M::U", input, expected);
    };
    let three = r#"{"rest":"z","x":[{"k":"K","n":258},{},{"end":"E"}]}"#;
    for x in ["x: P[3];", "x: P[] &size=5;", "x: P[];"] {
        check(x, b"K\x01\x02SEz", &["3", three]);
    }
    // What may follow begins as an element does.
    check(
        "x: N[]; : b\"NX\";",
        b"N1N2NX!",
        &["2", r#"{"rest":"!","x":[{"k":"N","n":49},{"k":"N","n":50}]}"#],
    );
    check("x: N[2];", b"N1N2N3", &["2", r#"{"rest":"N3","x":[{"k":"N","n":49},{"k":"N","n":50}]}"#]);
    let wrong = "spicy::rt::ParseError: expected bytes literal \"N\" but input starts with \"?\"";
    check("x: N[2];", b"N1?2", &[wrong]);
    check("x: P[2];", b"E?", &["spicy::rt::ParseError: no expected look-ahead token found"]);
    check(
        "x: P[] &size=2;",
        b"K\x01\x02",
        &["spicy::rt::ParseError: expecting 2 bytes for unpacking value (1 bytes available)"],
    );
}

#[test]
fn long_vectors_of_numbers() {
    // More numbers than are made at once; pieces of them come after single ones.
    let g = "module M; public type U = unit { x: int16[] &size=400; y: uint8[] &while=($$ != 0); rest: bytes &eod; \
             on %done { print |self.x|, self.x[0], self.x[199], |self.y|, self.y[99]; self.x[1] = 5; \
             local n: int64 = 0; for ( i in self.x ) { n += i; } print n; } };";
    let mut input = b"\xff\xfe".repeat(200);
    input.extend((0..100).map(|i| 100 + i));
    input.extend(b"\0z");
    let out = outcome(g, "M::U", &input, usize::MAX);
    assert_eq!(out.get(..2), Some(&["200, -2, -2, 100, 199".to_string(), "-393".to_string()][..]), "{out:?}");
    for pieces in [1, 3, 150] {
        assert_eq!(outcome(g, "M::U", &input, pieces), out);
    }
}
