//! Topics as subjects of NATS.
//!
//! Both `/` and `.` end a token. Bytes that subjects forbid are written as `%XX`, an empty token as `%`. The mapping
//! cannot be reversed: messages carry their topic in a header.
use std::fmt::Write as _;

/// Appends a token.
fn push_token(token: &str, out: &mut String) {
    out.push('.');
    if token.is_empty() {
        out.push('%');
    }
    for byte in token.bytes() {
        if byte.is_ascii_graphic() && !matches!(byte, b'*' | b'>' | b'.' | b'%') {
            out.push(byte.into());
        } else {
            let _ = write!(out, "%{byte:02X}");
        }
    }
}

fn is_separator(c: char) -> bool {
    matches!(c, '/' | '.')
}

/// One token for a name of any bytes.
pub(crate) fn token(name: &str) -> String {
    let mut out = String::new();
    push_token(name, &mut out);
    out.split_off(1)
}

/// The subject of a topic, below a root such as `egret.C.ev`.
pub(crate) fn of_topic(root: &str, topic: &str) -> String {
    let mut out = root.to_owned();
    topic.split(is_separator).for_each(|t| push_token(t, &mut out));
    out
}

/// Subject patterns that match all topics with a prefix, and perhaps others. If the prefix ends in a separator or is
/// one of the topics in `whole`, its last token is complete; otherwise topics may extend it.
pub(crate) fn of_prefix(root: &str, prefix: &str, whole: &[String]) -> Vec<String> {
    if whole.iter().any(|topic| topic == prefix) {
        let subject = of_topic(root, prefix);
        let below = format!("{subject}.>");
        return vec![subject, below];
    }
    let parent = prefix.rfind(is_separator).map(|at| &prefix[..at]);
    let above = parent.map_or_else(|| root.to_owned(), |parent| of_topic(root, parent));
    vec![format!("{above}.>")]
}

/// Whether one pattern matches everything that the other matches. Patterns have no wildcard but a last `>`.
pub(crate) fn covers(wide: &str, narrow: &str) -> bool {
    match wide.strip_suffix('>') {
        Some(above) => narrow.starts_with(above),
        None => wide == narrow,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROOT: &str = "egret.c.ev";

    #[test]
    fn topics_become_subjects_without_forbidden_bytes() {
        for (topic, expected) in [
            ("zeek/cluster/worker", "egret.c.ev.zeek.cluster.worker"),
            ("zeek.cluster.node.a.", "egret.c.ev.zeek.cluster.node.a.%"),
            ("/a//b", "egret.c.ev.%.a.%.b"),
            ("", "egret.c.ev.%"),
            ("a *>%é\n", "egret.c.ev.a%20%2A%3E%25%C3%A9%0A"),
        ] {
            assert_eq!(of_topic(ROOT, topic), expected);
        }
    }

    fn matches(pattern: &str, subject: &str) -> bool {
        pattern == subject || pattern.strip_suffix('>').is_some_and(|above| subject.starts_with(above))
    }

    #[test]
    fn every_topic_with_a_prefix_matches_its_patterns() {
        let topics =
            ["zeek/cluster/worker", "zeek/cluster/worker/x", "zeek/cluster/worker2", "/a", "a", "a//b", ""];
        for topic in topics {
            for end in 0..=topic.len() {
                let patterns = of_prefix(ROOT, &topic[..end], &[]);
                let subject = of_topic(ROOT, topic);
                assert!(patterns.iter().any(|p| matches(p, &subject)), "{:?} {patterns:?}", &topic[..end]);
            }
        }
        let whole = ["zeek/cluster/worker".to_owned()];
        let patterns = of_prefix(ROOT, "zeek/cluster/worker", &whole);
        assert_eq!(patterns, ["egret.c.ev.zeek.cluster.worker", "egret.c.ev.zeek.cluster.worker.>"]);
    }

    #[test]
    fn a_wide_pattern_covers_narrow_ones() {
        assert!(covers("a.>", "a.b") && covers("a.>", "a.b.>") && covers("a.b", "a.b"));
        assert!(!covers("a.b", "a.b.>") && !covers("a.b.>", "a.b") && !covers("a.>", "ab.c"));
    }
}
