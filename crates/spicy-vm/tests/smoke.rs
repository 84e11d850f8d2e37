//! Broken grammars and random input: no panic, no hang, and every valid grammar passes the verifier.
#![expect(clippy::disallowed_methods, reason = "tests read their grammars from files")]
mod rehearsal;

/// A small seeded generator, so that failures can be reproduced.
struct Random(u64);

impl Random {
    fn next(&mut self, below: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % below.max(1)
    }
}

/// Words of grammars, inserted to break them.
const WORDS: &[&str] = &[
    "unit",
    "{",
    "}",
    "(",
    ")",
    "[]",
    "[3]",
    ";",
    ":",
    "->",
    "switch",
    "&size=",
    "&eod",
    "&until=b\"x\"",
    "&convert=",
    "$$",
    "self",
    "self.x",
    "if",
    "else",
    "/a*/",
    "b\"x\"",
    "uint8",
    "int64",
    "bytes",
    "vector<uint8>",
    "optional<",
    ">",
    "*",
    "on %done",
    "on %error",
    "&try",
    "&synchronize",
    "&parse-from=",
    "&parse-at=",
    "sink s;",
    "foreach",
    "print",
    "0",
    "-1",
    "18446744073709551615",
    "||",
    "|x|",
    "new",
    "cast<",
    "map(1: 2)",
    "bitfield(8) { a: 0..3; }",
    "\"%s\" %",
    "throw",
    "while",
    "for ( i in",
    "local x =",
    "type X =",
    "module M;",
    "@if",
    "@endif",
];

#[test]
fn broken_grammars() {
    let rounds: usize = std::env::var("EGRET_SMOKE").ok().and_then(|n| n.parse().ok()).unwrap_or(400);
    let texts: Vec<String> = ["tftp", "lines", "tlv"]
        .iter()
        .map(|n| {
            std::fs::read_to_string(format!("{}/tests/grammars/{n}.spicy", env!("CARGO_MANIFEST_DIR")))
                .expect("grammar")
        })
        .collect();
    let mut random = Random(7);
    for round in 0..rounds {
        let mut text = texts[round % texts.len()].clone();
        for _ in 0..random.next(4) {
            let mut at = random.next(text.len());
            while !text.is_char_boundary(at) {
                at -= 1;
            }
            let mut end = (at + random.next(12)).min(text.len());
            while !text.is_char_boundary(end) {
                end += 1;
            }
            text.replace_range(
                at..end,
                if random.next(3) == 0 { "" } else { WORDS[random.next(WORDS.len())] },
            );
        }
        let mut data = text.into_bytes();
        data.push(0);
        let input = random.next(60);
        data.extend(
            (0..input).map(|_| [0, 1, 2, 3, 9, b'<', b'>', b'\n', b'1', b'a', 0xff, 0x81][random.next(12)]),
        );
        rehearsal::grammar_and_input(&data);
    }
}

#[test]
fn broken_input() {
    let rounds: usize = std::env::var("EGRET_SMOKE").ok().and_then(|n| n.parse().ok()).unwrap_or(400);
    let files = rehearsal::read(
        &["tftp", "lines", "tlv"].map(|n| format!("{}/tests/grammars/{n}.spicy", env!("CARGO_MANIFEST_DIR"))),
    );
    let grammars = rehearsal::Grammars::of(&files).expect("grammars");
    // What some of the units take. Others get it, too.
    let whole: [&[u8]; 3] =
        [b"\0\x01rfc1350.txt\0OCTET\0", b"<13>su: root\n<0>kernel  up\n", b"\x81\x01\x03abc\x02\x02de\x05"];
    let mut random = Random(11);
    for round in 0..rounds {
        let mut data = vec![random.next(grammars.len()) as u8, random.next(256) as u8];
        data.extend_from_slice(whole[round % 3]);
        for _ in 0..random.next(4) {
            let at = 2 + random.next(data.len() - 2);
            match random.next(3) {
                0 => data[at] = random.next(256) as u8,
                1 => data.insert(at, data[2 + random.next(data.len() - 2)]),
                _ => data.truncate(at.max(3)),
            }
        }
        grammars.parse(&data);
    }
}
