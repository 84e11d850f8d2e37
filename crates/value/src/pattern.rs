//! Patterns: regular expressions over bytes.
//!
//! A pattern keeps its text in the form that scripts print: `^?(…)$?` around the source, since `|` and `&` join texts.
//! The automaton is built on first use: a load makes hundreds of patterns, but a run uses few of them.
//! [`::pattern::translate`] converts the syntax of patterns to that of the `regex` crates.
use crate::name::Name;
pub use ::pattern::PatternError;
use ::pattern::translate;
use regex_automata::hybrid::dfa::{Cache, DFA};
use regex_automata::meta::Regex;
use regex_automata::nfa::thompson;
use regex_automata::util::syntax;
use regex_automata::{Anchored, Input, MatchKind};
use std::cell::{OnceCell, RefCell};
use std::fmt;

/// A `pattern`.
pub struct Pattern {
    text: Box<[u8]>,
    /// The text in the syntax of the `regex` crates.
    syntax: Box<str>,
    exact: OnceCell<Option<Regex>>,
    anywhere: OnceCell<Option<Regex>>,
    /// Finds the longest match at a position: it reports all matches, and the last one counts.
    longest: OnceCell<Option<(DFA, RefCell<Cache>)>>,
}

impl Pattern {
    /// The same pattern as another object. It is compiled again where it is used.
    pub(crate) fn again(&self) -> Pattern {
        Pattern {
            text: self.text.clone(),
            syntax: self.syntax.clone(),
            exact: OnceCell::new(),
            anywhere: OnceCell::new(),
            longest: OnceCell::new(),
        }
    }

    /// From the text between the slashes and the flags after them.
    pub fn new(body: &[u8], ignore_case: bool, single_line: bool) -> Result<Pattern, PatternError> {
        let mut text = [b"^?(", body, b")$?"].concat();
        if ignore_case {
            text = [b"(?i:", &*text, b")"].concat();
        }
        if single_line {
            text = [b"(?s:", &*text, b")"].concat();
        }
        Pattern::from_text(&text).map_err(|mut e| {
            let before = 3 + if ignore_case { 4 } else { 0 } + if single_line { 4 } else { 0 };
            e.at = e.at.saturating_sub(before).min(body.len());
            e
        })
    }

    /// Creates a pattern from a text that [`Pattern::text`] returned.
    pub fn from_text(text: &[u8]) -> Result<Pattern, PatternError> {
        let syntax = translate(text)?;
        Ok(Pattern {
            text: text.into(),
            syntax: syntax.into(),
            exact: OnceCell::new(),
            anywhere: OnceCell::new(),
            longest: OnceCell::new(),
        })
    }

    /// `a | b`
    pub fn either(a: &Pattern, b: &Pattern) -> Result<Pattern, PatternError> {
        Pattern::new(&[b"(", &*a.text, b")|(", &*b.text, b")"].concat(), false, false)
    }

    /// `a & b`: `a` followed by `b`.
    pub fn sequence(a: &Pattern, b: &Pattern) -> Result<Pattern, PatternError> {
        Pattern::new(&[b"(", &*a.text, b")(", &*b.text, b")"].concat(), false, false)
    }

    /// `a += b`: adds an alternative to the text.
    pub fn extended(&self, b: &Pattern) -> Result<Pattern, PatternError> {
        Pattern::from_text(&[b"(", &*self.text, b")|(^?(", &*b.text, b")$?)"].concat())
    }

    /// The text, as printed between slashes.
    pub fn text(&self) -> &[u8] {
        &self.text
    }

    /// The pattern in the syntax of the `regex` crates, for automata of many patterns.
    pub fn regex_syntax(&self) -> &str {
        &self.syntax
    }

    /// Whether all of `s` matches: `pattern == string`.
    pub fn matches_exactly(&self, s: &[u8]) -> bool {
        let re = self.exact.get_or_init(|| build(&format!(r"\A(?:{})\z", self.syntax)));
        re.as_ref().is_some_and(|r| r.is_match(Input::new(s).anchored(Anchored::Yes)))
    }

    /// Whether some part of `s` matches: `pattern in string`.
    pub fn matches_in(&self, s: &[u8]) -> bool {
        self.anywhere().is_some_and(|r| r.is_match(s))
    }

    /// Returns the length of the longest match that begins at the first byte; `None` without a match.
    pub fn match_prefix(&self, s: &[u8]) -> Option<usize> {
        self.longest_at(s, 0)
    }

    /// Returns the end of the longest match that begins at `start`. `^` means the start of `s`.
    pub fn longest_at(&self, s: &[u8], start: usize) -> Option<usize> {
        let (dfa, cache) = self.longest.get_or_init(|| build_longest(&self.syntax)).as_ref()?;
        let input = Input::new(s).range(start..).anchored(Anchored::Yes);
        let mut cache = cache.borrow_mut();
        match dfa.try_search_fwd(&mut cache, &input) {
            Ok(end) => end.map(|m| m.offset()),
            // The cache overflowed too often. The other engine finds a match, though not always the longest one.
            Err(_) => Some(self.anywhere()?.search(&input)?.end()),
        }
    }

    /// Returns the start and end of the first match.
    pub fn find(&self, s: &[u8]) -> Option<(usize, usize)> {
        let start = self.anywhere()?.search(&Input::new(s))?.start();
        let len = self.match_prefix(&s[start..])?;
        Some((start, start + len))
    }

    /// Returns the start and end of the first non-empty match that begins at or after `from`, extended as far as
    /// possible. `^` means the start of `s`.
    pub fn find_longest(&self, s: &[u8], from: usize) -> Option<(usize, usize)> {
        let re = self.anywhere()?;
        let mut at = from;
        while at < s.len() {
            let start = re.search(&Input::new(s).range(at..))?.start();
            let end = self.longest_at(s, start)?;
            if end > start {
                return Some((start, end));
            }
            at = start + 1;
        }
        None
    }

    fn anywhere(&self) -> Option<&Regex> {
        self.anywhere.get_or_init(|| build(&self.syntax)).as_ref()
    }

    /// The pattern as messages show it.
    pub fn shown(&self) -> Name {
        format!("/{}/", String::from_utf8_lossy(&self.text)).into()
    }
}

/// Builds an automaton. Translation bounds the size, so this does not fail; if it did, the pattern would match nothing.
fn build(syntax: &str) -> Option<Regex> {
    Regex::builder()
        .syntax(syntax::Config::new().unicode(false).utf8(false).dot_matches_new_line(true).nest_limit(1000))
        .configure(Regex::config().utf8_empty(false).nfa_size_limit(Some(256 << 20)))
        .build(syntax)
        .ok()
}

/// Like [`build`], with a cache of states that starts small and is capped.
fn build_longest(syntax: &str) -> Option<(DFA, RefCell<Cache>)> {
    let dfa = DFA::builder()
        .syntax(syntax::Config::new().unicode(false).utf8(false).dot_matches_new_line(true).nest_limit(1000))
        .thompson(thompson::Config::new().utf8(false).nfa_size_limit(Some(256 << 20)))
        .configure(DFA::config().match_kind(MatchKind::All).skip_cache_capacity_check(true))
        .build(syntax)
        .ok()?;
    let cache = RefCell::new(dfa.create_cache());
    Some((dfa, cache))
}

impl PartialEq for Pattern {
    fn eq(&self, o: &Pattern) -> bool {
        self.text == o.text
    }
}

impl fmt::Debug for Pattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.shown())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(body: &str, flags: &str, exact: &[&str], inside: &[&str], not: &[&str]) {
        let p = Pattern::new(body.as_bytes(), flags.contains('i'), flags.contains('s')).expect(body);
        for s in exact {
            assert!(p.matches_exactly(s.as_bytes()), "/{body}/{flags} == {s:?}");
        }
        for s in exact.iter().chain(inside) {
            assert!(p.matches_in(s.as_bytes()), "/{body}/{flags} in {s:?}");
        }
        for s in inside {
            assert!(!p.matches_exactly(s.as_bytes()), "/{body}/{flags} != {s:?}");
        }
        for s in not {
            assert!(!p.matches_in(s.as_bytes()), "/{body}/{flags} !in {s:?}");
        }
    }

    #[test]
    fn patterns_match_as_scripts_expect() {
        check("foo|bar", "", &["foo", "bar"], &["foobar", "xbar"], &["fo", "FOO"]);
        check("foo", "i", &["FoO"], &["a FOO b"], &["fo"]);
        check("fO\"O\"", "i", &["foO"], &[], &["fOo"]);
        check("a.c", "", &["abc"], &["xabcx"], &["a\nc"]);
        check("a.c", "s", &["a\nc"], &[], &[]);
        check("^ab", "", &["ab"], &["abc"], &["xab"]);
        check("ab$", "", &["ab"], &["xab"], &["abx"]);
        check("[[:digit:]]{2,3}", "", &["12", "123"], &["1234"], &["1"]);
        check("[^a-c\\]]+", "", &["xyz"], &["xa"], &["abc]"]);
        check("\\x41\\102\\.", "", &["AB."], &[], &["ABx"]);
        check("a{0}b", "", &["b"], &["ab"], &["a"]);
        check("[-a]", "", &["-", "a"], &[], &["b"]);
        check("(?i:a)b", "", &["Ab"], &[], &["AB"]);
        check("", "", &[""], &["x"], &[]);
        check("é", "", &["é"], &[], &["e"]);
    }

    #[test]
    fn texts_are_those_that_print() {
        let text = |p: &Pattern| String::from_utf8_lossy(p.text()).into_owned();
        let a = Pattern::new(b"a+", true, false).unwrap();
        let b = Pattern::new(b"b", false, true).unwrap();
        assert_eq!(text(&a), "(?i:^?(a+)$?)");
        assert_eq!(text(&b), "(?s:^?(b)$?)");
        let or = Pattern::either(&a, &b).unwrap();
        assert_eq!(text(&or), "^?(((?i:^?(a+)$?))|((?s:^?(b)$?)))$?");
        assert!(or.matches_exactly(b"AA") && or.matches_exactly(b"b") && !or.matches_exactly(b"AB"));
        let and = Pattern::sequence(&a, &b).unwrap();
        assert!(and.matches_exactly(b"aAb") && !and.matches_exactly(b"a"));
    }

    #[test]
    fn a_prefix_match_is_the_longest() {
        let p = Pattern::new(b"a|ab|abc", false, false).unwrap();
        assert_eq!(p.match_prefix(b"abcd"), Some(3));
        assert_eq!(p.match_prefix(b"xa"), None);
        assert_eq!(p.find(b"xxab"), Some((2, 4)));
    }

    #[test]
    fn what_is_wrong_is_said() {
        let err = |s: &str| Pattern::new(s.as_bytes(), false, false).unwrap_err().message;
        assert!(err("a(b").contains("parenthesis"), "{}", err("a(b"));
        assert!(err("[a").contains("class"));
        assert!(err("a{3,2}").contains("iteration"));
        assert!(err("((a{999}){999}){999}").contains("large"));
        assert!(err(&"(".repeat(5000)).contains("deep"));
    }
}
