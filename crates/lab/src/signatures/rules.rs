//! Generates signatures like those of a large site: words, case-sensitive or not, small expressions around words, a few
//! anchored expressions; a third of the signatures apply to one port. The same count produces the same text on every
//! machine.
use crate::random::Random;
use std::fmt::Write;

const SYLLABLES: [&str; 32] = [
    "ba", "be", "bo", "cu", "da", "di", "do", "fa", "fi", "ga", "go", "ha", "hi", "jo", "ka", "ke", "la",
    "li", "lo", "ma", "mi", "mo", "na", "ne", "no", "pa", "ra", "re", "so", "ta", "ti", "zu",
];

const PORTS: [u16; 12] = [80, 80, 80, 8080, 443, 21, 22, 25, 53, 445, 3306, 3389];

/// Generates patterns from random numbers.
struct Patterns(Random);

impl Patterns {
    fn below(&mut self, limit: usize) -> usize {
        self.0.below(limit)
    }

    /// Generates a word of three to five syllables.
    fn word(&mut self) -> String {
        let length = 3 + self.below(3);
        (0..length).map(|_| SYLLABLES[self.below(SYLLABLES.len())]).collect()
    }

    fn pattern(&mut self, kind: usize) -> String {
        let (word, other) = (self.word(), self.word());
        match kind {
            0..=2 => format!(".*{word}"),
            3 => format!(".*(?i:{word})"),
            4 => format!(".*{word}=[0-9a-f]{{4,16}}&{other}"),
            5 => format!(r".*(GET|POST) \/{word}\/[a-z]+\.php\?{other}="),
            6 => format!(r".*[A-Za-z0-9_]{{2,8}}\.{word}\.{other}"),
            7 => {
                let magic: String = (0..4).map(|_| format!(r"\x{:02x}", self.below(256))).collect();
                format!(".*{magic}.{{1,20}}{word}")
            }
            8 => format!(r"(GET|POST|HEAD) \/{word}"),
            _ => format!(".*{word}.*{other}"),
        }
    }
}

/// Returns the text of `count` signatures.
pub(super) fn text(count: u32) -> String {
    let mut patterns = Patterns(Random(0x9e37_79b9_7f4a_7c15));
    let mut out = String::new();
    for n in 0..count {
        let pattern = patterns.pattern(n as usize % 10);
        let port = PORTS[patterns.below(PORTS.len())];
        let condition = match (n % 3, n % 7, n % 5) {
            (0, ..) => format!("  dst-port == {port}\n"),
            (_, 0, _) => format!("  src-port == {port}\n"),
            (_, _, 0) => "  tcp-state established\n".to_owned(),
            _ => String::new(),
        };
        // Writing to a String cannot fail.
        _ = write!(
            out,
            "signature site-{n} {{\n  ip-proto == tcp\n{condition}  payload /{pattern}/\n  event \"site {n}\"\n}}\n"
        );
    }
    out
}

#[cfg(test)]
mod tests {
    use super::text;

    #[test]
    fn the_same_count_gives_the_same_signatures() {
        let all = text(10_000);
        assert_eq!(all, text(10_000));
        assert_eq!(all.matches("signature site-").count(), 10_000);
        assert!(all.starts_with(&text(3)));
        for part in ["dst-port ==", "src-port ==", "tcp-state established", "(?i:", ".php"] {
            assert!(all.contains(part), "{part}");
        }
    }
}
