//! Signatures and other patterns: texts that scripts let them match, and figures about them.
use super::http::connection;
use super::stats::numbers;
use crate::call::{Answer, Call, Stop, family};
use protocols::signature::{Subject, aspect};
use session::Role;
use session::analyzer::Extent;

family! {
    "match_signatures" => match_signatures,
    "dump_rule_stats" => dump_rule_stats,
    "get_matcher_stats" => |c| {
        let patterns = c.services().signatures.rules.iter().map(|r| r.patterns.len() as u64).sum();
        matcher_stats(c, patterns)
    },
    "table_pattern_matcher_stats" => |c| {
        let table = c.table(0)?;
        if !table.is_by_pattern() {
            c.error_on("a table that is indexed by one pattern is expected", 0);
        }
        matcher_stats(c, if table.is_by_pattern() { table.len() as u64 } else { 0 })
    },
}

/// The texts that patterns match, by their numbers in scripts.
const SUBJECTS: [Subject; 9] = [
    Subject::FileMagic,
    Subject::Payload,
    Subject::HttpRequest,
    Subject::HttpRequestBody,
    Subject::HttpRequestHeader,
    Subject::HttpReplyBody,
    Subject::HttpReplyHeader,
    Subject::Ftp,
    Subject::Finger,
];

/// Lets the signatures match a text as if a side of the connection had sent it. Returns false if the connection does not
/// exist.
fn match_signatures(c: &mut Call<'_>) -> Answer {
    let (kind, data) = (c.int(1)?, c.str(2)?);
    let (bol, eol, from_orig, clear) = (c.flag(3)?, c.flag(4)?, c.flag(5)?, c.flag(6)?);
    let subject = usize::try_from(kind).ok().and_then(|n| SUBJECTS.get(n)).copied();
    let Some(subject) = subject.filter(|s| *s != Subject::FileMagic) else {
        c.error_on("not a text of a connection that patterns match: expected a number from 1 to 8", 1);
        return Ok(false.into());
    };
    let Some((_, id)) = connection(c)? else { return Ok(false.into()) };
    let from = if from_orig { Role::Orig } else { Role::Resp };
    let aspect = (subject != Subject::Payload).then(|| aspect(subject));
    c.traffic().order(move |s, sink| {
        let mut show = |data: &[u8], extent| s.show_to_detection(id, from, aspect, (data, extent), sink);
        if clear && aspect.is_some() {
            show(b"", Extent::End);
        }
        show(&data, if bol { Extent::First } else { Extent::Next });
        if eol && aspect.is_some() {
            show(b"", Extent::End);
        }
    });
    Ok(true.into())
}

/// Writes the number of patterns of each signature to a file.
fn dump_rule_stats(c: &mut Call<'_>) -> Answer {
    let file = c.file(0)?;
    let rules = c.services().signatures.rules.clone();
    let lines: Vec<_> =
        rules.iter().map(|r| format!("{}: {} patterns\n", r.name, r.patterns.len())).collect();
    let text = lines.concat();
    Ok(file.with(|sink| sink.write(text.as_bytes()).is_ok()).unwrap_or(false).into())
}

/// The number of patterns. States and memory are shared by all patterns of a program and not counted.
fn matcher_stats(c: &mut Call<'_>, patterns: u64) -> Result<value::Value, Stop> {
    let unknown = ["nfa_states", "dfa_states", "computed", "mem", "hits", "misses"].map(|name| (name, 0));
    numbers(c, "MatcherStats", &[&[("matchers", patterns)], &unknown[..]].concat())
}
