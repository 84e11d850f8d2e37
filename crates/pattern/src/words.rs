//! Patterns that are looked for anywhere and begin with a word: `.*word…`.
//!
//! Thousands of them in one DFA would be a state as large as all of them for every few bytes of traffic. Here the words
//! of all are found in one pass, and only where one stands is its pattern followed, by an automaton of its own.
use crate::lazy::{DEAD, Lazy, Pin};
use crate::set::{SetError, nfa};
use aho_corasick::automaton::{Automaton, StateID};
use aho_corasick::nfa::contiguous;
use aho_corasick::{Anchored, MatchKind};
use regex_syntax::ParserBuilder;
use regex_syntax::hir::literal::{ExtractKind, Extractor};
use regex_syntax::hir::{Class, Hir, HirKind, Look};

/// Words that a pattern may begin with, at most.
const WORDS: usize = 64;
/// Bytes of a word; what comes after is the pattern's own matter.
const WORD: usize = 32;
/// A shorter word is no word, but where it is all of the pattern.
const SHORTEST: usize = 3;
/// Bytes of the automaton of one pattern.
const MEMORY: usize = 64 << 10;
/// Places of a stream that are followed at a time; the oldest is given up for another.
const FOLLOWED: usize = 64;

/// A pattern as words: where each leads.
pub(crate) struct Split {
    /// The words, and whether each is all of the pattern.
    words: Vec<(Vec<u8>, bool)>,
    /// The pattern from its word on.
    tail: String,
}

/// Splits a pattern; `None` for one that does not begin with words.
pub(crate) fn split(pattern: &str) -> Option<Split> {
    let mut parser =
        ParserBuilder::new().unicode(false).utf8(false).dot_matches_new_line(true).nest_limit(1000).build();
    let hir = parser.parse(pattern).ok()?;
    let HirKind::Concat(parts) = hir.into_kind() else { return None };
    let skipped = parts.iter().take_while(|p| is_anything(p)).count();
    if skipped == 0 {
        return None;
    }
    let tail = Hir::concat(parts.into_iter().skip(skipped).collect());
    // The tail does not begin where the stream does.
    if tail.properties().look_set().contains(Look::Start) {
        return None;
    }
    let mut extractor = Extractor::new();
    extractor.kind(ExtractKind::Prefix).limit_total(WORDS).limit_literal_len(WORD);
    let seq = extractor.extract(&tail);
    let literals = seq.literals()?;
    let fits =
        |l: &regex_syntax::hir::literal::Literal| !l.is_empty() && (l.is_exact() || l.len() >= SHORTEST);
    if literals.is_empty() || literals.len() > WORDS || !literals.iter().all(fits) {
        return None;
    }
    let words = literals.iter().map(|l| (l.as_bytes().to_vec(), l.is_exact())).collect();
    Some(Split { words, tail: tail.to_string() })
}

/// `.*`
fn is_anything(hir: &Hir) -> bool {
    let HirKind::Repetition(r) = hir.kind() else { return false };
    let HirKind::Class(Class::Bytes(c)) = r.sub.kind() else { return false };
    r.min == 0 && r.max.is_none() && matches!(c.ranges(), [all] if (all.start(), all.end()) == (0, u8::MAX))
}

/// A word, and the pattern behind it.
struct Word {
    /// The pattern's number in its set.
    pattern: u32,
    /// Which tail; none where the word is all.
    tail: Option<u32>,
    bytes: Box<[u8]>,
}

/// A pattern from its word on; its automaton is made when the word is first met.
struct Tail {
    syntax: Box<str>,
    lazy: Option<Box<Lazy>>,
    pattern: u32,
}

/// All words of a set.
pub(crate) struct Words {
    finder: contiguous::NFA,
    words: Vec<Word>,
    tails: Vec<Tail>,
}

/// Where a stream stands.
pub(crate) struct Place {
    at: StateID,
    followed: Vec<Followed>,
}

struct Followed {
    tail: u32,
    pin: Pin,
}

/// What hears of a match: the pattern, and the offset behind it.
type Report<'a> = &'a mut dyn FnMut(u32, u64);

impl Words {
    pub(crate) fn new(patterns: Vec<(u32, Split)>) -> Result<Self, SetError> {
        let (mut words, mut tails) = (Vec::new(), Vec::new());
        for (pattern, split) in patterns {
            let tail = split.words.iter().any(|(_, all)| !all).then(|| {
                tails.push(Tail { syntax: split.tail.into(), lazy: None, pattern });
                tails.len() as u32 - 1
            });
            for (bytes, all) in split.words {
                words.push(Word { pattern, tail: tail.filter(|_| !all), bytes: bytes.into() });
            }
        }
        let finder = contiguous::Builder::new()
            .match_kind(MatchKind::Standard)
            .build(words.iter().map(|w| &w.bytes))
            .map_err(SetError::new)?;
        Ok(Words { finder, words, tails })
    }

    pub(crate) fn place(&self) -> Place {
        // An automaton without anchors always has this start.
        let at = self.finder.start_state(Anchored::No).unwrap_or_default();
        Place { at, followed: Vec::new() }
    }

    /// Takes the next bytes, which stand at `offset` of the stream. `known` tells which patterns have matched.
    pub(crate) fn feed(
        &mut self,
        place: &mut Place,
        data: &[u8],
        offset: u64,
        known: &mut dyn FnMut(u32) -> bool,
        report: Report<'_>,
    ) {
        let before = std::mem::take(&mut place.followed);
        for f in before {
            if let Some(lazy) = lazy_of(&mut self.tails, f.tail) {
                let at = lazy.resume(&f.pin);
                self.follow(place, f.tail, at, (data, offset), known, report);
            }
        }
        let mut at = place.at;
        for (i, &b) in data.iter().enumerate() {
            at = self.finder.next_state(Anchored::No, at, b);
            if self.finder.is_match(at) {
                for n in 0..self.finder.match_len(at) {
                    let word = self.finder.match_pattern(at, n).as_usize();
                    let rest = data.get(i + 1..).unwrap_or_default();
                    self.meet(place, word, (rest, offset + i as u64 + 1), known, report);
                }
            }
        }
        place.at = at;
    }

    /// A word stands right before `rest`.
    fn meet(
        &mut self,
        place: &mut Place,
        word: usize,
        rest: (&[u8], u64),
        known: &mut dyn FnMut(u32) -> bool,
        report: Report<'_>,
    ) {
        let Some(w) = self.words.get(word) else { return };
        if known(w.pattern) {
            return;
        }
        let Some(tail) = w.tail else {
            report(w.pattern, rest.1);
            return;
        };
        let Some(lazy) = lazy_of(&mut self.tails, tail) else { return };
        let mut at = lazy.start();
        for &b in &w.bytes {
            at = lazy.next(at, b);
        }
        self.follow(place, tail, at, rest, known, report);
    }

    /// Follows a pattern through `data`, and notes where it then stands, where it can still match.
    fn follow(
        &mut self,
        place: &mut Place,
        tail: u32,
        mut at: u32,
        (data, offset): (&[u8], u64),
        known: &mut dyn FnMut(u32) -> bool,
        report: Report<'_>,
    ) {
        let Some(pattern) = self.tails.get(tail as usize).map(|t| t.pattern) else { return };
        let Some(lazy) = lazy_of(&mut self.tails, tail) else { return };
        if known(pattern) {
            return;
        }
        let mut bytes = data.iter().enumerate();
        let mut end = offset;
        while at != DEAD && !lazy.is_accepting(at) {
            let Some((i, &b)) = bytes.next() else { break };
            at = lazy.next(at, b);
            end = offset + i as u64 + 1;
        }
        if lazy.is_accepting(at) {
            report(pattern, end);
        } else if at != DEAD {
            let pin = lazy.pin(at);
            if place.followed.len() >= FOLLOWED {
                place.followed.remove(0);
            }
            place.followed.push(Followed { tail, pin });
        }
    }

    /// The stream ends at `offset`: patterns that demand that match now.
    pub(crate) fn finish(&mut self, place: &Place, offset: u64, report: Report<'_>) {
        for f in &place.followed {
            let Some(pattern) = self.tails.get(f.tail as usize).map(|t| t.pattern) else { continue };
            let Some(lazy) = lazy_of(&mut self.tails, f.tail) else { continue };
            let at = lazy.resume(&f.pin);
            if !lazy.accepts_at_end(at).is_empty() {
                report(pattern, offset);
            }
        }
    }

    pub(crate) fn memory(&self) -> usize {
        let tails: usize = self.tails.iter().filter_map(|t| t.lazy.as_ref()).map(|l| l.memory()).sum();
        self.finder.memory_usage() + tails
    }
}

/// The automaton of a tail. What was parsed once and is bounded in size can be built.
fn lazy_of(tails: &mut [Tail], tail: u32) -> Option<&mut Lazy> {
    let t = tails.get_mut(tail as usize)?;
    if t.lazy.is_none() {
        t.lazy = Some(Box::new(Lazy::new(nfa(&[&*t.syntax]).ok()?, MEMORY)));
    }
    t.lazy.as_deref_mut()
}
