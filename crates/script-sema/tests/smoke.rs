//! Runs broken scripts through the parser and the checker. They must not panic or hang, and must give the same verdict
//! whether the first error ends the reading or not. The seed is fixed; EGRET_SMOKE sets the number of programs (a few
//! thousand by default).
#![expect(clippy::disallowed_methods, reason = "a test reads its environment")]
mod support;

const TEXT: &str = include_str!("../../script-syntax/tests/every_construct.zeek");

/// Words that make sense in most places; random bytes mostly fail in the parser already.
const WORDS: &[&str] = &[
    "x",
    "y",
    "tt",
    "a",
    "b",
    "rec",
    "s",
    "1",
    "-1",
    "\"s\"",
    "T",
    "1.5",
    "5sec",
    "80/tcp",
    "1.2.3.4",
    "vector(1, 2)",
    "set(1)",
    "table([1] = 2)",
    "[$a=1]",
    "[1, 2]",
    "Rec",
    "Color",
    "RED",
    "t",
    "check",
    "log_it",
    "expired",
    "count",
    "table[count] of count",
    "{ 1, 2 }",
    "{ [1] = 2 }",
    "function(z: count): count { return z; }",
    "_",
    "opt",
    "pi",
];

#[test]
fn the_text_itself_is_judged() {
    let (outcome, memory) = support::load(TEXT.as_bytes(), false);
    // The error names a file that does not exist.
    assert_eq!(outcome.errors, 1, "{}", memory.plain);
}

#[test]
fn broken_scripts_end() {
    let programs: usize = std::env::var("EGRET_SMOKE").ok().and_then(|n| n.parse().ok()).unwrap_or(3_000);
    let text: String = TEXT.lines().filter(|l| !l.starts_with("@load")).map(|l| format!("{l}\n")).collect();
    let words: Vec<(usize, usize)> = word_places(&text);
    let mut rng = fastrand::Rng::with_seed(7);
    for _ in 0..programs {
        let mut t = text.clone().into_bytes();
        match rng.usize(..4) {
            // Keeps only a prefix.
            0 => t.truncate(rng.usize(..t.len())),
            // Replaces some words by others.
            1 | 2 => {
                let mut changed = text.clone();
                let mut places: Vec<_> =
                    (0..=rng.usize(..6)).map(|_| words[rng.usize(..words.len())]).collect();
                places.sort_unstable();
                places.dedup();
                for (from, to) in places.into_iter().rev() {
                    changed.replace_range(from..to, WORDS[rng.usize(..WORDS.len())]);
                }
                t = changed.into_bytes();
            }
            // Changes some bytes.
            _ => {
                for _ in 0..=rng.usize(..4) {
                    let at = rng.usize(..t.len());
                    t[at] = rng.u8(..);
                }
            }
        }
        let (first, all) = (support::load(&t, true).0.errors, support::load(&t, false).0.errors);
        let shown = || String::from_utf8_lossy(&t).into_owned();
        assert_eq!(first == 0, all == 0, "{first} errors where the first ends it, else {all}:\n{}", shown());
    }
}

/// Returns the places of the words in a text.
fn word_places(text: &str) -> Vec<(usize, usize)> {
    let mut out = Vec::new();
    let mut start = None;
    for (i, c) in text.char_indices() {
        match (c.is_ascii_alphanumeric() || c == '_', start) {
            (true, None) => start = Some(i),
            (false, Some(s)) => {
                out.push((s, i));
                start = None;
            }
            _ => {}
        }
    }
    out
}
