use super::*;

/// Checks the rich form of an error about `from..to` of a file; `other` is a second place in it.
fn check(text: &[u8], (from, to): (u32, u32), other: Option<(u32, u32)>, expected: &str) {
    let mut sources = SourceMap::new();
    let base = sources.add("t.zeek", ".", text.to_vec()).unwrap().base;
    let span = |(from, to)| Span::new(base + from, base + to);
    let mut d = Diagnostic::error(span((from, to)), "wrong");
    if let Some(o) = other {
        d = d.and(span(o));
    }
    assert_eq!(rich(&d, &sources, false), expected);
}

#[test]
fn a_place_in_a_line() {
    check(
        b"one\n\ttwo x\nthree\n",
        (5, 8),
        None,
        "  × wrong\n   ╭─[t.zeek:2:2]\n 1 │ one\n 2 │     two x\n   ·     ───\n 3 │ three\n   ╰────\n",
    );
}

#[test]
fn two_places_far_from_each_other() {
    check(
        b"a\nb\nc\nd\ne\nf\n",
        (0, 1),
        Some((8, 9)),
        "  × wrong\n   ╭─[t.zeek:1:1]\n 1 │ a\n   · ─\n 2 │ b\n   ⋮\n 4 │ d\n 5 │ e\n   · ─ see here\n 6 │ f\n   ╰────\n",
    );
}

#[test]
fn the_end_of_a_file() {
    check(b"a\n", (2, 2), None, "  × wrong\n   ╭─[t.zeek:2:1]\n 1 │ a\n 2 │\n   · ─\n   ╰────\n");
    check(b"", (0, 0), None, "  × wrong\n   ╭─[t.zeek:1:1]\n 1 │\n   · ─\n   ╰────\n");
}

#[test]
fn several_lines_and_other_bytes_than_text() {
    check(
        b"\xff\x01(\n)\n",
        (2, 5),
        None,
        "  × wrong\n   ╭─[t.zeek:1:3]\n 1 │ ??(\n   ·   ─\n 2 │ )\n   ╰────\n",
    );
}

#[test]
fn a_long_line_is_cut_around_the_place() {
    let mut text = vec![b'a'; 100_000];
    text[50_000] = b'X';
    let mut sources = SourceMap::new();
    let base = sources.add("t.zeek", ".", text).unwrap().base;
    let d = Diagnostic::error(Span::new(base + 50_000, base + 50_001), "wrong");
    let out = rich(&d, &sources, false);
    let lines: Vec<&str> = out.lines().collect();
    let mark = lines[3].chars().position(|c| c == '─').unwrap();
    assert_eq!(lines[2].chars().nth(mark), Some('X'), "{out}");
    assert!(out.chars().count() < 500, "{out}");
}
