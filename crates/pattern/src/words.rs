//! Patterns that are looked for anywhere and have words in them: `.*word…`.
//!
//! Thousands of them in one DFA would be a state as large as all of them for every few bytes of traffic. Here one pass
//! over a text finds where words of any of them stand, and only there is a pattern tried, by an automaton of its own.
use crate::filter::Filter;
use crate::lazy::{DEAD, Lazy, Pin};
use crate::nfa::nfa;
use crate::split::{LONG, Split, WORD};

/// Bytes of the automaton of one pattern.
const MEMORY: usize = 32 << 10;
/// Automata at a time; those that no stream waits in make room for others.
const AUTOMATA: usize = 512;
/// Places of a stream that are followed at a time; the oldest is given up for another.
const FOLLOWED: usize = 64;
/// What is left of a word at most where its first byte is not at hand.
const REST: usize = WORD - 1;

/// A word, and the pattern behind it.
struct Word {
    /// The pattern's number in its set.
    pattern: u32,
    /// Which tail; `None` if the word is the whole pattern.
    tail: Option<u32>,
    /// Bytes before the word from which on the tail is tried.
    before: u8,
    /// The offset in the stream where alone it is looked for.
    at: Option<u64>,
    /// Its letters, which are small, stand for both cases.
    caseless: bool,
    bytes: Box<[u8]>,
}

impl Word {
    /// Whether the word stands where `text` begins.
    fn stands(&self, text: Option<&[u8]>) -> bool {
        text.and_then(|t| t.get(..self.bytes.len())).is_some_and(|t| self.is(t, &self.bytes))
    }

    /// Whether a text is as this part of the word.
    fn is(&self, text: &[u8], part: &[u8]) -> bool {
        if self.caseless { text.eq_ignore_ascii_case(part) } else { text == part }
    }

    /// Whether the word stands at `start` of `data`, which `history` comes before.
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

/// A pattern from its word on, or from a few bytes before it; its automaton is made when the word is met.
struct Tail {
    syntax: Box<str>,
    lazy: Option<Box<Lazy>>,
    pattern: u32,
}

/// Filters by how long words are: the longer all are, the fewer places have to be looked at.
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
    /// Words that are looked for at one offset only: that, and the word.
    placed: Box<[(u64, u32)]>,
    /// The offset behind all of those.
    placed_end: u64,
    tails: Vec<Tail>,
    /// How many tails have an automaton.
    automata: usize,
    /// Bytes of a stream that have to be at hand when the next ones come.
    reach: usize,
    /// Words that stand in the bytes at hand; kept to be used again.
    standing: Vec<Standing>,
}

/// A word at its place; places are told from the first byte at hand.
struct Standing {
    end: usize,
    start: isize,
    word: u32,
}

/// Where a stream stands.
pub(crate) struct Place {
    /// The bytes before the next ones, as many as may matter.
    history: Vec<u8>,
    followed: Vec<Followed>,
}

struct Followed {
    tail: u32,
    pin: Pin,
}

/// What hears of a match: the pattern, and the offset behind it.
type Report<'a> = &'a mut dyn FnMut(u32, u64);
/// Tells which patterns have matched.
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

    /// Takes the next bytes, which stand at `offset` of the stream.
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
        // Of a pattern's words, the one that ends first counts.
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

    /// Finds the words that end in `data` where alone they are looked for.
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
        // Those that begin before it: around the seam.
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

    /// A word stands in the bytes at hand.
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
        // What is not in the history was before the stream began.
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

    /// Follows a pattern through `data`, and notes where it then stands, where it can still match.
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

    /// The stream ends at `offset`: patterns that demand that match now.
    pub(crate) fn finish(&mut self, place: &Place, offset: u64, report: Report<'_>) {
        for f in &place.followed {
            let Some(pattern) = self.tails.get(f.tail as usize).map(|t| t.pattern) else { continue };
            let Some(lazy) = self.automaton(f.tail) else { continue };
            if !lazy.accepts_at_end(f.pin.state()).is_empty() {
                report(pattern, offset);
            }
        }
    }

    /// The automaton of a tail. What was parsed once and is bounded in size can be built.
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

/// Where `data` leads, at most as far as to where nothing can match any more or something has: the state, and how many
/// bytes lead there.
fn advance(lazy: &mut Lazy, at: u32, data: &[u8]) -> (u32, usize) {
    if at == DEAD || lazy.is_accepting(at) { (at, 0) } else { lazy.run(at, data) }
}
