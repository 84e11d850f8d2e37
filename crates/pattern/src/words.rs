//! Patterns that may match anywhere and contain words: `.*word…`.
//!
//! With thousands of such patterns, each state of one DFA would be as large as all of the patterns together, and every
//! few bytes of traffic would need a new state. Instead, one pass over the text finds the words of all patterns. Only
//! where a word occurs is its pattern tried, by an automaton of its own.
use crate::filter::Filter;
use crate::lazy::{DEAD, Lazy, Pin};
use crate::nfa::nfa;
use crate::split::{LONG, Split, WORD};

/// The cap on the automaton of one pattern, in bytes.
const MEMORY: usize = 32 << 10;
/// The maximum number of automata at a time. At the maximum, automata in which no stream waits make room for new ones.
const AUTOMATA: usize = 512;
/// The maximum number of partial matches followed in a stream at a time. At the maximum, the oldest makes room.
const FOLLOWED: usize = 64;
/// The maximum length of the rest of a word whose first byte is in earlier data.
const REST: usize = WORD - 1;

/// A word and its pattern.
struct Word {
    /// The pattern's number in its set.
    pattern: u32,
    /// The number of the pattern's tail; `None` if the word is the whole pattern.
    tail: Option<u32>,
    /// The number of bytes before the word at which the tail begins.
    before: u8,
    /// The only stream offset at which the word counts; `None` if it counts anywhere.
    at: Option<u64>,
    /// Whether letters match both cases; if so, the word is in lower case.
    caseless: bool,
    bytes: Box<[u8]>,
}

impl Word {
    /// Whether `text` begins with the word.
    fn stands(&self, text: Option<&[u8]>) -> bool {
        text.and_then(|t| t.get(..self.bytes.len())).is_some_and(|t| self.is(t, &self.bytes))
    }

    /// Whether a text equals the given part of the word.
    fn is(&self, text: &[u8], part: &[u8]) -> bool {
        if self.caseless { text.eq_ignore_ascii_case(part) } else { text == part }
    }

    /// Whether the word occurs at `start` of `data`; a negative `start` is a place in `history`, the bytes before
    /// `data`.
    fn stands_at(&self, history: &[u8], data: &[u8], start: isize) -> bool {
        let Ok(early) = usize::try_from(-start) else {
            return self.stands(usize::try_from(start).ok().and_then(|s| data.get(s..)));
        };
        let (Some((past, here)), Some(from)) =
            (self.bytes.split_at_checked(early), history.len().checked_sub(early))
        else {
            return false;
        };
        let known = history.get(from..).zip(data.get(..here.len()));
        known.is_some_and(|(p, h)| self.is(p, past) && self.is(h, here))
    }
}

/// The rest of a pattern, beginning at its word or a few bytes before. Its automaton is built when the word occurs.
struct Tail {
    syntax: Box<str>,
    lazy: Option<Box<Lazy>>,
    pattern: u32,
}

/// Filters, by length of words: the longer the words of a filter are, the fewer places it must check.
struct Filters {
    long: Option<Filter<4>>,
    short: Option<Filter<4>>,
    three: Option<Filter<3>>,
    two: Option<Filter<2>>,
    one: Option<Filter<1>>,
}

impl Filters {
    fn new(words: &[Word]) -> Self {
        let of = |sizes: std::ops::RangeInclusive<usize>| -> Vec<(u32, &[u8])> {
            let numbered =
                words.iter().enumerate().filter(|(_, w)| w.at.is_none() && sizes.contains(&w.bytes.len()));
            numbered.map(|(n, w)| (n as u32, &*w.bytes)).collect()
        };
        fn filter<const W: usize>(words: &[(u32, &[u8])], stride: usize) -> Option<Filter<W>> {
            (!words.is_empty()).then(|| Filter::new(words, stride))
        }
        Filters {
            long: filter(&of(LONG..=WORD), 4),
            short: filter(&of(4..=LONG - 1), 1),
            three: filter(&of(3..=3), 1),
            two: filter(&of(2..=2), 1),
            one: filter(&of(1..=1), 1),
        }
    }

    fn scan(&self, text: &[u8], may_stand: &mut dyn FnMut(u32, isize)) {
        if let Some(f) = &self.long {
            f.scan(text, may_stand);
        }
        if let Some(f) = &self.short {
            f.scan(text, may_stand);
        }
        if let Some(f) = &self.three {
            f.scan(text, may_stand);
        }
        if let Some(f) = &self.two {
            f.scan(text, may_stand);
        }
        if let Some(f) = &self.one {
            f.scan(text, may_stand);
        }
    }

    fn is_empty(&self) -> bool {
        let Filters { long, short, three, two, one } = self;
        long.is_none() && short.is_none() && three.is_none() && two.is_none() && one.is_none()
    }

    fn memory(&self) -> usize {
        self.long.iter().chain(&self.short).map(Filter::memory).sum::<usize>()
            + self.three.as_ref().map_or(0, Filter::memory)
            + self.two.as_ref().map_or(0, Filter::memory)
            + self.one.as_ref().map_or(0, Filter::memory)
    }
}

/// All words of a set.
pub(crate) struct Words {
    filters: Filters,
    words: Vec<Word>,
    /// The words that count at only one offset, with that offset.
    placed: Box<[(u64, u32)]>,
    /// The end of the last word in `placed`.
    placed_end: u64,
    tails: Vec<Tail>,
    /// The number of tails that have an automaton.
    automata: usize,
    /// The number of bytes at the end of a stream that must be kept for the next call.
    reach: usize,
    /// The words found in the current bytes; a field only to reuse its memory.
    standing: Vec<Standing>,
}

/// A word that occurs, with its place as offsets from the first current byte.
struct Standing {
    end: usize,
    start: isize,
    word: u32,
}

/// The state of a stream.
pub(crate) struct Place {
    /// The last bytes of the stream, as many as a match may need.
    history: Vec<u8>,
    followed: Vec<Followed>,
}

struct Followed {
    tail: u32,
    pin: Pin,
}

/// Receives a match: the pattern, and the stream offset of the end of the match.
type Report<'a> = &'a mut dyn FnMut(u32, u64);
/// Tells whether a pattern has already matched.
type Known<'a> = &'a mut dyn FnMut(u32) -> bool;

impl Words {
    pub(crate) fn new(patterns: Vec<(u32, Split)>) -> Self {
        let (mut words, mut tails) = (Vec::new(), Vec::new());
        for (pattern, split) in patterns {
            let tail = (!split.all).then(|| {
                tails.push(Tail { syntax: split.tail.into(), lazy: None, pattern });
                tails.len() as u32 - 1
            });
            let (before, caseless) = (split.before as u8, split.caseless);
            words.extend(split.words.into_iter().map(|bytes| Word {
                pattern,
                tail,
                before,
                at: split.at,
                caseless,
                bytes: bytes.into(),
            }));
        }
        let reach = words.iter().map(|w| w.bytes.len() - 1 + usize::from(w.before)).max().unwrap_or(0);
        let placed = words.iter().zip(0u32..).filter_map(|(w, number)| Some((w.at?, number))).collect();
        let placed_end = words.iter().filter_map(|w| Some(w.at? + w.bytes.len() as u64)).max().unwrap_or(0);
        Words {
            filters: Filters::new(&words),
            words,
            placed,
            placed_end,
            tails,
            automata: 0,
            reach,
            standing: Vec::new(),
        }
    }

    pub(crate) fn place(&self) -> Place {
        Place { history: Vec::new(), followed: Vec::new() }
    }

    /// Feeds the next bytes, which begin at `offset` in the stream.
    pub(crate) fn feed(
        &mut self,
        place: &mut Place,
        data: &[u8],
        offset: u64,
        known: Known<'_>,
        report: Report<'_>,
    ) {
        for f in std::mem::take(&mut place.followed) {
            let at = f.pin.state();
            self.follow(place, f.tail, at, (data, offset), known, report);
        }
        let mut standing = std::mem::take(&mut self.standing);
        self.find(&place.history, data, &mut standing);
        if offset < self.placed_end {
            self.find_placed(&place.history, (data, offset), &mut standing);
        }
        // The first match of a pattern is at the word that ends first.
        standing.sort_unstable_by_key(|s| (s.end, s.word));
        for s in standing.drain(..) {
            self.meet(place, &s, (data, offset), known, report);
        }
        self.standing = standing;
        if self.filters.is_empty() && offset + data.len() as u64 >= self.placed_end {
            place.history.clear();
        } else {
            place.remember(data, self.reach);
        }
    }

    /// Finds the words that count at only one offset and end in `data`.
    fn find_placed(&self, history: &[u8], (data, offset): (&[u8], u64), standing: &mut Vec<Standing>) {
        for &(at, number) in &self.placed {
            let Some(word) = self.words.get(number as usize) else { continue };
            let start = at as isize - offset as isize;
            let end = start + word.bytes.len().cast_signed();
            if end > 0 && word.stands_at(history, data, start) {
                standing.push(Standing { end: end.cast_unsigned(), start, word: number });
            }
        }
    }

    /// Finds the words that end in `data`.
    fn find(&self, history: &[u8], data: &[u8], standing: &mut Vec<Standing>) {
        // Words that begin in earlier data are searched in a copy of the bytes around the seam.
        let before = history.get(history.len().saturating_sub(REST)..).unwrap_or_default();
        let after = data.get(..data.len().min(REST)).unwrap_or_default();
        let mut seam = [0; 2 * REST];
        let size = before.len() + after.len();
        for (s, &b) in seam.iter_mut().zip(before.iter().chain(after)) {
            *s = b;
        }
        let seam = seam.get(..size).unwrap_or_default();
        let mut note = |number: u32, start: isize, text: &[u8], seam: usize| {
            let Some(word) = self.words.get(number as usize) else { return };
            let Ok(from) = usize::try_from(start) else { return };
            let end = from + word.bytes.len();
            let here = if seam == 0 { end > 0 } else { from < seam && end > seam };
            if here && word.stands(text.get(from..)) {
                standing.push(Standing { end: end - seam, start: start - seam as isize, word: number });
            }
        };
        if !before.is_empty() {
            self.filters.scan(seam, &mut |number, start| note(number, start, seam, before.len()));
        }
        self.filters.scan(data, &mut |number, start| note(number, start, data, 0));
    }

    /// Handles the occurrence of a word.
    fn meet(
        &mut self,
        place: &mut Place,
        standing: &Standing,
        (data, offset): (&[u8], u64),
        known: Known<'_>,
        report: Report<'_>,
    ) {
        let Some(w) = self.words.get(standing.word as usize) else { return };
        if known(w.pattern) {
            return;
        }
        let Some(tail) = w.tail else {
            report(w.pattern, offset + standing.end as u64);
            return;
        };
        let (pattern, from) = (w.pattern, standing.start - isize::from(w.before));
        let Some(lazy) = self.automaton(tail) else { return };
        let mut at = lazy.start();
        // Bytes missing from the history are before the stream's start.
        let past = usize::try_from(-from).unwrap_or(0).min(place.history.len());
        if let Some(past @ [_, ..]) = place.history.get(place.history.len() - past..) {
            let (to, taken) = advance(lazy, at, past);
            at = to;
            if lazy.is_accepting(at) {
                report(pattern, offset - (past.len() - taken) as u64);
                return;
            }
        }
        let from = usize::try_from(from).unwrap_or(0);
        let rest = (data.get(from..).unwrap_or_default(), offset + from as u64);
        self.follow(place, tail, at, rest, known, report);
    }

    /// Runs a pattern's automaton over `data`. If the pattern may still match later, keeps its state.
    fn follow(
        &mut self,
        place: &mut Place,
        tail: u32,
        at: u32,
        (data, offset): (&[u8], u64),
        known: Known<'_>,
        report: Report<'_>,
    ) {
        let Some(pattern) = self.tails.get(tail as usize).map(|t| t.pattern) else { return };
        if known(pattern) {
            return;
        }
        let Some(lazy) = self.automaton(tail) else { return };
        let (at, taken) = advance(lazy, at, data);
        if lazy.is_accepting(at) {
            report(pattern, offset + taken as u64);
        } else if at != DEAD && !place.followed.iter().any(|f| (f.tail, f.pin.state()) == (tail, at)) {
            let pin = lazy.pin(at);
            if place.followed.len() >= FOLLOWED {
                place.followed.remove(0);
            }
            place.followed.push(Followed { tail, pin });
        }
    }

    /// Ends the stream at `offset`: patterns with `$` can match only now.
    pub(crate) fn finish(&mut self, place: &Place, offset: u64, report: Report<'_>) {
        for f in &place.followed {
            let Some(pattern) = self.tails.get(f.tail as usize).map(|t| t.pattern) else { continue };
            let Some(lazy) = self.automaton(f.tail) else { continue };
            if !lazy.accepts_at_end(f.pin.state()).is_empty() {
                report(pattern, offset);
            }
        }
    }

    /// Returns the automaton of a tail, built on first use. Never `None`, since the pattern was parsed before and its
    /// size is bounded.
    fn automaton(&mut self, tail: u32) -> Option<&mut Lazy> {
        if self.tails.get(tail as usize)?.lazy.is_none() {
            if self.automata >= AUTOMATA {
                for t in &mut self.tails {
                    t.lazy = t.lazy.take().filter(|l| l.is_waited_in());
                }
                self.automata = self.tails.iter().filter(|t| t.lazy.is_some()).count();
            }
            let t = self.tails.get_mut(tail as usize)?;
            t.lazy = Some(Box::new(Lazy::new(nfa(&[&*t.syntax]).ok()?, MEMORY)));
            self.automata += 1;
        }
        self.tails.get_mut(tail as usize)?.lazy.as_deref_mut()
    }

    pub(crate) fn memory(&self) -> usize {
        let tails: usize = self.tails.iter().filter_map(|t| t.lazy.as_ref()).map(|l| l.memory()).sum();
        self.filters.memory() + tails
    }
}

impl Place {
    /// Keeps the last `reach` bytes.
    fn remember(&mut self, data: &[u8], reach: usize) {
        if let Some(last) = data.len().checked_sub(reach).and_then(|from| data.get(from..)) {
            self.history.clear();
            self.history.extend_from_slice(last);
        } else {
            let surplus = (self.history.len() + data.len()).saturating_sub(reach);
            self.history.drain(..surplus);
            self.history.extend_from_slice(data);
        }
    }
}

/// Runs the automaton over `data` until it accepts or is dead. Returns the state reached and the number of bytes used.
fn advance(lazy: &mut Lazy, at: u32, data: &[u8]) -> (u32, usize) {
    if at == DEAD || lazy.is_accepting(at) { (at, 0) } else { lazy.run(at, data) }
}
