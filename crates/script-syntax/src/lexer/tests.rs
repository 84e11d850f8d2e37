use super::*;

/// Returns the tokens of `text` as `kind:text`, separated by blanks.
fn tokens(text: &str) -> String {
    let mut l = Lexer { text: text.as_bytes(), pos: 0 };
    let mut out = Vec::new();
    loop {
        let (scan, start) = l.scan();
        let t = &text[start..l.pos];
        match scan {
            Scan::Token(Tok::Eof) => return out.join(" "),
            Scan::Token(tok) if tok.text() == t => out.push(t.to_string()),
            Scan::Token(tok) => out.push(format!("{tok:?}:{t}")),
            Scan::Directive(name, arg) => out.push(format!("{name}<{}>", String::from_utf8_lossy(arg))),
            Scan::Endif => out.push("@endif".into()),
            Scan::Bad(b) => out.push(format!("bad<{}>", b as char)),
        }
    }
}

fn check(text: &str, expected: &str) {
    assert_eq!(tokens(text), expected, "{text}");
}

#[test]
fn numbers_take_the_longest_form() {
    check(
        "1 12 0x1F 1.5 .5 5. 1e5 2.5e-3",
        "Count:1 Count:12 HexCount:0x1F Double:1.5 Double:.5 Double:5. Double:1e5 Double:2.5e-3",
    );
    check(
        "3 mins 3mins 1.5 hr 7usec 1 day",
        "Interval:3 mins Interval:3mins Interval:1.5 hr Interval:7usec Interval:1 day",
    );
    check(
        "80/tcp 53/udp 8/icmp 1/unknown 8/x",
        "Port:80/tcp Port:53/udp Port:8/icmp Port:1/unknown Count:8 / Ident:x",
    );
    check("1.2.3.4 10.0.0.0/8 10.0.0.0 / 8", "Addr4:1.2.3.4 Subnet4:10.0.0.0/8 Subnet4:10.0.0.0 / 8");
    check("1.2.3", "Double:1.2 Double:.3");
    check("1e", "Count:1 Ident:e");
    check("1-2 1+2", "Count:1 - Count:2 Count:1 + Count:2");
}

#[test]
fn version_six_addresses_stand_in_brackets() {
    check(
        "[::1] [2001:db8::]/32 [1:2:3:4:5:6:7:8]",
        "Addr6:[::1] Subnet6:[2001:db8::]/32 Addr6:[1:2:3:4:5:6:7:8]",
    );
    check("[::ffff:1.2.3.4] [1:2:3:4:5:6:1.2.3.4]", "Addr6:[::ffff:1.2.3.4] Addr6:[1:2:3:4:5:6:1.2.3.4]");
    check("[1:2] [a] [1.2.3.4]", "[ Count:1 : Count:2 ] [ Ident:a ] [ Addr4:1.2.3.4 ]");
}

#[test]
fn words_and_hosts() {
    check("a A::b ::c T F in int", "Ident:a Ident:A::b GlobalIdent:::c T F in int");
    check("www.example.com a-b.c a.b_c", "Host:www.example.com Host:a-b.c Host:a.b Ident:_c");
    check("x-y f(a)-b", "Ident:x - Ident:y Ident:f ( Ident:a ) - Ident:b");
    check("a!in b", "Ident:a !in Ident:b");
    check("! in b ! inner", "NotIn:! in Ident:b ! Ident:inner");
    check("&default=5 &defaults x&y &&", "&default = Count:5 & Ident:defaults Ident:x & Ident:y &&");
}

#[test]
fn strings_end_on_their_line() {
    check(r#""a\"b" "\\" "" "#, r#"Str:"a\"b" Str:"\\" Str:"""#);
    check("\"open\n1", "bad<\"> Ident:open Count:1");
    check("\"a\\", "bad<\"> Ident:a bad<\\>");
}

#[test]
fn comments_and_line_ends() {
    check("a # b\nc ## d\r\ne", "Ident:a Ident:c Ident:e");
    check("a\rb", "Ident:a bad<\r> Ident:b");
}

#[test]
fn directives() {
    check("@load ./foo # c\n@load-sigs x.sig @endif", "Load:@load ./foo load-sigs<x.sig> @endif");
    check("@pragma push ignore-deprecations\n@DIR", "pragma<push ignore-deprecations> @DIR");
    check("@nothing @load\n", "bad<@> Ident:nothing bad<@> Ident:load");
}

#[test]
fn an_untaken_branch_nests() {
    let check = |text: &str, end, rest: &str| {
        let mut l = Lexer { text: text.as_bytes(), pos: 0 };
        assert_eq!(l.skip_branch(), end, "{text}");
        assert_eq!(&text[l.pos..], rest);
    };
    check("x @if (T) @else y @endif @else z", BranchEnd::Else, " z");
    check("\" /* @endif z", BranchEnd::Endif, " z");
    check("x @ifdef", BranchEnd::Eof, "");
}
