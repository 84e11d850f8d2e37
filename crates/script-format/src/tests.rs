use super::format;

#[track_caller]
fn check(text: &str, expected: &str) {
    let shown = |t: &[u8]| String::from_utf8_lossy(t).replace('\t', "→");
    let once = format(text.as_bytes()).expect("only blanks change");
    assert_eq!(shown(&once), expected.replace('\t', "→"));
    assert_eq!(shown(&format(&once).expect("again")), shown(&once), "again");
}

#[test]
fn braces_on_their_own_lines() {
    check(
        "event zeek_init()\n{\nif(a)\n{\nb();\n}\nelse if ( c )\nd();\nelse\n{\ne();\n}\n}\n",
        "event zeek_init()\n\t{\n\tif ( a )\n\t\t{\n\t\tb();\n\t\t}\n\telse if ( c )\n\t\td();\n\telse\n\t\t{\n\t\te();\n\t\t}\n\t}\n",
    );
}

#[test]
fn braces_at_ends_of_lines() {
    check(
        "event zeek_init() {\nif(a) {\nb();\n} else {\nfor(i in c)\nprint i;\n}\n}\n",
        "event zeek_init() {\n\tif ( a ) {\n\t\tb();\n\t} else {\n\t\tfor ( i in c )\n\t\t\tprint i;\n\t}\n}\n",
    );
}

#[test]
fn declarations() {
    check(
        "module  X;\n\n\n\nexport {\n## Doc.\ntype T:record{\na:count &log;\nb : string&optional; ##< Behind.\n};\nredef enum Log::ID+={LOG};\n}\n",
        "module X;\n\nexport {\n\t## Doc.\n\ttype T: record {\n\t\ta: count &log;\n\t\tb : string &optional; ##< Behind.\n\t};\n\tredef enum Log::ID += { LOG };\n}\n",
    );
    check(
        "const t: table[string] of count = {\n[\"a\"]=1,\n[\"b\"] = 2\n} &redef &default = 5;\n",
        "const t: table[string] of count = {\n\t[\"a\"] = 1,\n\t[\"b\"] = 2\n} &redef &default=5;\n",
    );
}

#[test]
fn expressions() {
    check(
        "print a+b*-c/d, |x|, s[1:2], ! y, r?$f, r$f, [$a=1, $b=R($c=2)];\n",
        "print a + b * -c / d, |x|, s[1:2], ! y, r?$f, r$f, [$a=1, $b=R($c=2)];\n",
    );
    check("r$a=1;\nx+=1;\n++i;\nprint /a b/ in s;\n", "r$a = 1;\nx += 1;\n++i;\nprint /a b/ in s;\n");
    check("print f( a,b ), ( c );\n", "print f(a, b), ( c );\n");
}

#[test]
fn aligned_lines_keep_their_distance() {
    check(
        "event e()\n{\nlocal x = f(a,\n            b);\n}\n",
        "event e()\n\t{\n\tlocal x = f(a,\n\t            b);\n\t}\n",
    );
}

#[test]
fn conditions_stand_at_the_margin() {
    check(
        "event e()\n\t{\n\t@if ( X )\n\ta();\n\t@else\n\tb();\n\t@endif\n\t}\n",
        "event e()\n\t{\n@if ( X )\n\ta();\n@else\n\tb();\n@endif\n\t}\n",
    );
}

#[test]
fn switches_and_whens() {
    check(
        "event e()\n{\nswitch ( x ) {\ncase 1, 2:\na();\nbreak;\ndefault:\nb();\n}\nwhen [c] ( local y = f() )\n{\nprint y;\n}\ntimeout 5sec\n{\n}\n}\n",
        "event e()\n\t{\n\tswitch ( x ) {\n\tcase 1, 2:\n\t\ta();\n\t\tbreak;\n\tdefault:\n\t\tb();\n\t}\n\twhen [c] ( local y = f() )\n\t\t{\n\t\tprint y;\n\t\t}\n\ttimeout 5sec\n\t\t{\n\t\t}\n\t}\n",
    );
}

#[test]
fn function_literals() {
    check(
        "global f = function(a: count): count {\nreturn a;\n};\n",
        "global f = function(a: count): count {\n\treturn a;\n};\n",
    );
}

#[test]
fn damaged_text_stays_what_it_is() {
    for text in ["}", "{", "((((", "if", "a = {", "\"open", "/x", "@if", "event e( {", "\x01", "", "case:"] {
        let once = format(text.as_bytes()).expect(text);
        assert_eq!(format(&once).as_deref(), Ok(&*once), "{text}");
    }
}
