//! Splits a pattern that may match anywhere, or far from the start, into words: wherever the pattern matches, one of
//! the words must occur.
use regex_syntax::ParserBuilder;
use regex_syntax::hir::literal::{ExtractKind, Extractor, Literal, Seq};
use regex_syntax::hir::{Class, ClassBytes, ClassBytesRange, Dot, Hir, HirKind, Look, Repetition};

/// The maximum number of words of a pattern.
const WORDS: usize = 64;
/// The maximum length of a word in bytes; the pattern's automaton checks the rest.
pub(crate) const WORD: usize = 32;
/// Words of at least this length are found by checking only every fourth place.
pub(crate) const LONG: usize = 7;
/// The minimum length of a word in bytes, unless the word is the whole pattern.
const SHORTEST: usize = 3;
/// The maximum number of bytes of the pattern before its word.
pub(crate) const BEFORE: usize = 24;
/// If a word follows at least this many arbitrary bytes, it is searched at its offset: in the automaton, each of these
/// bytes would be a state, multiplied by the states of all other patterns.
const FAR: u64 = 16;

/// A pattern as words, and the rest to match at each word.
pub(crate) struct Split {
    /// The words; in lower case if `caseless`.
    pub(crate) words: Vec<Vec<u8>>,
    /// Whether letters of the words match both cases.
    pub(crate) caseless: bool,
    /// Whether the words are the whole pattern: where one occurs, the pattern matches.
    pub(crate) all: bool,
    /// The number of bytes before the word at which the tail begins.
    pub(crate) before: usize,
    /// The only stream offset at which the words count; `None` if they count anywhere.
    pub(crate) at: Option<u64>,
    /// The pattern to match from the beginning of the tail.
    pub(crate) tail: String,
}

impl Split {
    /// Whether the search for the words must check each place of a stream, since some are short and may occur anywhere.
    pub(crate) fn is_everywhere(&self) -> bool {
        self.at.is_none() && self.words.iter().any(|w| w.len() < LONG)
    }
}

/// Splits a pattern; returns `None` if it matches only near the start, or has no words.
pub(crate) fn split(pattern: &str) -> Option<Split> {
    let mut parser =
        ParserBuilder::new().unicode(false).utf8(false).dot_matches_new_line(true).nest_limit(1000).build();
    let HirKind::Concat(mut parts) = parser.parse(pattern).ok()?.into_kind() else { return None };
    // All patterns begin at the start of the stream.
    let bound = parts.iter().take_while(|p| matches!(p.kind(), HirKind::Look(Look::Start))).count();
    parts.drain(..bound);
    if let Some(far) = far(&parts) {
        return Some(far);
    }
    let parts = unbound(parts)?;
    // A `^` further inside ties the pattern to the start of the stream, so words do not help.
    if parts.iter().any(|p| p.properties().look_set().contains(Look::Start)) {
        return None;
    }
    let mut before = (0, 0);
    for (n, part) in parts.iter().enumerate() {
        if let Some((words, caseless, exact)) = words(Hir::concat(parts[n..].to_vec())) {
            let (least, most) = before;
            let anything = (most > least).then(|| {
                let any = Hir::dot(Dot::AnyByte);
                let (min, max) = (0, Some((most - least) as u32));
                Hir::repetition(Repetition { min, max, greedy: true, sub: Box::new(any) })
            });
            let tail = Hir::concat(anything.into_iter().chain(parts).collect());
            return Some(Split {
                words,
                caseless,
                all: exact && most == 0,
                before: most,
                at: None,
                tail: tail.to_string(),
            });
        }
        let size = part.properties();
        before = (before.0 + size.minimum_len()?, before.1 + size.maximum_len()?);
        if before.1 > BEFORE {
            return None;
        }
    }
    None
}

/// Splits a pattern that begins with a fixed number of arbitrary bytes: `.{128}DICM`.
fn far(parts: &[Hir]) -> Option<Split> {
    let sizes = parts.iter().map_while(any_bytes);
    let (skipped, at) = sizes.fold((0, 0u64), |(n, sum), size| (n + 1, sum + u64::from(size)));
    let rest = parts.get(skipped..).filter(|r| at >= FAR && !r.is_empty())?;
    if rest.iter().any(|p| p.properties().look_set().contains(Look::Start)) {
        return None;
    }
    let rest = Hir::concat(rest.to_vec());
    let tail = rest.to_string();
    let (words, caseless, exact) = words(rest)?;
    Some(Split { words, caseless, all: exact, before: 0, at: Some(at), tail })
}

/// Returns the length of a part that matches a fixed number of arbitrary bytes.
fn any_bytes(hir: &Hir) -> Option<u32> {
    match hir.kind() {
        HirKind::Repetition(r) if r.max == Some(r.min) && is_any_byte(&r.sub) => Some(r.min),
        _ if is_any_byte(hir) => Some(1),
        _ => None,
    }
}

fn is_any_byte(hir: &Hir) -> bool {
    let HirKind::Class(Class::Bytes(c)) = hir.kind() else { return false };
    matches!(c.ranges(), [all] if (all.start(), all.end()) == (0, u8::MAX))
}

/// Returns the parts after the `.*` with which a pattern begins; `None` if it begins otherwise. A repetition right
/// after `.*` is cut to its minimum, since `.*` matches the rest.
fn unbound(parts: Vec<Hir>) -> Option<Vec<Hir>> {
    let mut parts = parts.into_iter().peekable();
    parts.next_if(is_anything)?;
    while let Some(part) = parts.next_if(|p| matches!(p.kind(), HirKind::Repetition(_))) {
        let HirKind::Repetition(r) = part.into_kind() else { break };
        if r.min > 0 {
            let least = Hir::repetition(Repetition { max: Some(r.min), ..r });
            return Some(std::iter::once(least).chain(parts).collect());
        }
    }
    Some(parts.collect())
}

/// Whether a part is `.*`.
fn is_anything(hir: &Hir) -> bool {
    let HirKind::Repetition(r) = hir.kind() else { return false };
    r.min == 0 && r.max.is_none() && is_any_byte(&r.sub)
}

/// Returns the words with which a part begins, whether their letters match both cases, and whether they are the whole
/// part.
fn words(part: Hir) -> Option<(Vec<Vec<u8>>, bool, bool)> {
    let mut folded = Folded::default();
    let small = folded.of(&part);
    let seq = prefixes(if folded.both { &small } else { &part });
    let literals = seq.literals()?;
    // If letters of both kinds are mixed, or an assertion must hold, a word does not suffice: the pattern must be
    // tried.
    let exact = literals.iter().all(Literal::is_exact)
        && !(folded.both && folded.one)
        && part.properties().look_set().is_empty();
    let fits = |l: &Literal| !l.is_empty() && (exact || l.len() >= SHORTEST);
    if literals.is_empty() || literals.len() > WORDS || !literals.iter().all(fits) {
        return None;
    }
    Some((literals.iter().map(|l| l.as_bytes().to_vec()).collect(), folded.both, exact))
}

fn prefixes(part: &Hir) -> Seq {
    let mut extractor = Extractor::new();
    extractor.kind(ExtractKind::Prefix).limit_total(WORDS).limit_literal_len(WORD);
    extractor.extract(part)
}

/// The kinds of letters in a part.
#[derive(Default)]
struct Folded {
    /// Whether some letters match both cases.
    both: bool,
    /// Whether some letters match only one case.
    one: bool,
}

impl Folded {
    /// Converts the part to lower case.
    fn of(&mut self, hir: &Hir) -> Hir {
        match hir.kind() {
            HirKind::Literal(l) => {
                self.one |= l.0.iter().any(u8::is_ascii_alphabetic);
                Hir::literal(l.0.to_ascii_lowercase())
            }
            HirKind::Class(Class::Bytes(c)) => match c.ranges() {
                [upper, lower] if is_pair(upper, lower) => {
                    self.both = true;
                    Hir::literal([lower.start()])
                }
                _ => Hir::class(Class::Bytes(self.class(c))),
            },
            HirKind::Repetition(r) => Hir::repetition(r.with(self.of(&r.sub))),
            HirKind::Capture(c) => self.of(&c.sub),
            HirKind::Concat(parts) => Hir::concat(parts.iter().map(|p| self.of(p)).collect()),
            HirKind::Alternation(parts) => Hir::alternation(parts.iter().map(|p| self.of(p)).collect()),
            HirKind::Class(Class::Unicode(_)) | HirKind::Look(_) | HirKind::Empty => hir.clone(),
        }
    }

    /// Converts the class to lower case.
    fn class(&mut self, class: &ClassBytes) -> ClassBytes {
        let bytes = class.ranges().iter().flat_map(|r| r.start()..=r.end());
        let small = bytes.map(|b| {
            self.one |= b.is_ascii_alphabetic();
            let b = b.to_ascii_lowercase();
            ClassBytesRange::new(b, b)
        });
        ClassBytes::new(small.collect::<Vec<_>>())
    }
}

/// Whether two ranges are the same letter in both cases.
fn is_pair(upper: &ClassBytesRange, lower: &ClassBytesRange) -> bool {
    upper.start() == upper.end()
        && lower.start() == lower.end()
        && upper.start().is_ascii_uppercase()
        && upper.start().to_ascii_lowercase() == lower.start()
}
