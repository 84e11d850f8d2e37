//! What the checker says, in both styles, beside the script that it says it about.
mod support;

/// The plain messages about `text`, one a line, without file name.
fn check(text: &str, expected: &[&str]) {
    let (_, memory) = support::load(text.as_bytes(), true);
    let said: Vec<String> = memory.plain.lines().map(|l| l.replace("t.zeek, ", "")).collect();
    assert_eq!(said, expected, "{text}");
}

#[test]
fn types_that_do_not_meet() {
    check(
        "global x: count = \"a\";",
        &["error in line 1: assignment of non-arithmetic value to arithmetic (count/string) (x = a)"],
    );
    check("global x: string = T;", &["error in line 1: type clash in assignment (x = T)"]);
    check(
        "global x: int = 1;\nglobal y: count = x;",
        &["warning in line 2: dangerous assignment of integer to count (y = x)"],
    );
    check("global x = \"a\" + 1;", &["error in line 1: requires arithmetic operands (a + 1)"]);
    check("global x = 1 == T;", &["error in line 1: type clash in comparison (1 == T)"]);
    check(
        "global s: set[port] = { 1 };",
        &[
            "error in port and line 1: arithmetic mixed with non-arithmetic (port and 1)",
            "error in line 1 and port: type mismatch (1 and port)",
            "error in line 1: inconsistent type in set constructor (set(1))",
            "error in line 1: type clash in assignment (s = set(1))",
        ],
    );
    check("global x: double = 1;\nglobal y: vector of double = vector(1, 2.0);", &[]);
}

#[test]
fn names_that_nothing_declares() {
    check("print nothing;", &["error in line 1: unknown identifier nothing, at or near \"nothing\""]);
    check("global x: Nothing;", &["error in line 1: identifier not defined: Nothing"]);
    check("redef nothing = 1;", &["error in line 1: \"redef\" used but not previously defined (nothing)"]);
    check(
        "module A;\nglobal x = 1;\nmodule B;\nglobal y = A::x;",
        &["error in line 4: identifier is not exported: A::x"],
    );
    check("module A;\nexport { global x = 1; }\nmodule B;\nglobal y = A::x;", &[]);
}

#[test]
fn declarations_that_come_twice() {
    check("global x = 1;\nglobal x = 2;", &["error in line 1 and line 2: already defined (x)"]);
    check("global x = 1 &redef;\nredef x = 2;", &[]);
    check(
        "global x = 1;\nredef x = 2;",
        &["error in line 1 and line 2: cannot redefine a variable not marked with &redef (x)"],
    );
    check(
        "type r: record { a: count; };\nredef record r += { b: count; };",
        &["error in line 1: extension field must be &optional or have &default (r)"],
    );
    check("type e: enum { A };\nredef enum e += { B };\nprint A, B;", &[]);
}

#[test]
fn functions_hooks_and_events() {
    check(
        "hook h() { }\nprint h();",
        &["error in line 2: hook cannot be called directly, use hook operator (h)"],
    );
    check(
        "function f(): count { return \"a\"; }",
        &["error in count and line 1: arithmetic mixed with non-arithmetic (count and a)"],
    );
    check(
        "function f() { return 1; }",
        &["error in line 1: return statement cannot have an expression (return (1))"],
    );
    check(
        "function f() { break; }",
        &[
            "error in line 1: break statement used outside of for, while or switch statement and not within a hook. (break )",
        ],
    );
    check(
        "event e(a: count) { }\nfunction f() { event e(\"x\"); }",
        &[
            "error in count and line 2: arithmetic mixed with non-arithmetic (count and x)",
            "error in line 2 and count: type mismatch (x and count)",
            "error in line 2: argument type mismatch in event invocation (e(x))",
        ],
    );
    check(
        "function f() { local a = 1; local l = function() { print a; }; }",
        &["error in line 1: lambda uses outer identifiers without [] captures: a"],
    );
    check(
        "event never() { }",
        &["warning in line 1: handler for non-existing event cannot be invoked (never)"],
    );
}

#[test]
fn a_chain_of_files_and_conditions() {
    check("@if ( F )\nthis is no script\n@else\nglobal x = 1;\n@endif\nprint x;", &[]);
    check("@ifdef ( x )\nnothing\n@endif\nglobal x = 1;\n@ifndef ( x )\nnothing\n@endif", &[]);
    check("@if ( T )\nglobal x = 1;", &["fatal error in line 2: unbalanced @if... @endif"]);
    check("@load missing", &["fatal error in line 1: can't find missing"]);
    check(
        "function f() {\n\tlocal x = T;\n@if ( x )\n@endif\n}",
        &[
            "error in line 3: referencing a local name in @if (x)",
            "error in line 3: invalid expression in @if (x)",
        ],
    );
}

#[test]
fn several_errors_at_a_time_with_source_and_suggestion() {
    let text = "global connections = 3;\nfunction f()\n\t{\n\tprint conections;\n\tpritn 1;\n\tlocal x: count = \"no\";\n\t}\n";
    let (_, memory) = support::load(text.as_bytes(), false);
    let expected = "   ╭─[t.zeek:5:8]
 4 │     print conections;
 5 │     pritn 1;
   ·           ┬
 6 │     local x: count = \"no\";
   ╰────
  help: did you mean `print`?
";
    assert!(memory.rich.contains("expected `;`, found `1`"), "{}", memory.rich);
    assert!(memory.rich.contains("help: did you mean `print`?"), "{}", memory.rich);
    assert!(memory.rich.contains("did you mean `connections`?"), "{}", memory.rich);
    assert!(memory.rich.contains("assignment of non-arithmetic value"), "{}", memory.rich);
    assert!(expected.lines().filter(|l| l.contains("│")).all(|l| memory.rich.contains(l)), "{}", memory.rich);
}
