//! Many patterns over one stream.
use crate::lazy::{DEAD, Lazy, Pin};
use crate::nfa::{SetError, nfa};
use crate::split::split;
use crate::words::{Place, Words};
use std::cell::RefCell;

/// Up to this many patterns with short words are cheaper in the automaton than in a search at each place of a stream.
const FEW: usize = 16;

/// Patterns that are matched together, each from the start of the stream.
///
/// A pattern matches if it matches some prefix of the stream; write `.*` before it to find it anywhere.
///
/// Patterns that begin with `.*`, or with many arbitrary bytes, and contain a word are found by their words. All other
/// patterns form one automaton.
pub struct Set {
    lazy: Lazy,
    /// For each pattern of the automaton, its number in the set.
    numbers: Vec<u32>,
    words: Option<Words>,
}

/// The state of a stream in a [`Set`], and the patterns it has matched.
pub struct Stream {
    pin: Pin,
    /// Boxed because few sets have words.
    place: Option<Box<Place>>,
    matched: Vec<u32>,
    offset: u64,
}

impl Set {
    /// Compiles patterns in the syntax that [`crate::translate`] returns. `memory` caps the automaton, in bytes, not
    /// counting the states in which streams wait.
    pub fn new<S: AsRef<str>>(patterns: &[S], memory: usize) -> Result<Self, SetError> {
        let (mut by_word, mut others, mut numbers) = (Vec::new(), Vec::new(), Vec::new());
        let mut splits: Vec<_> = patterns.iter().map(|p| split(p.as_ref())).collect();
        if splits.iter().flatten().filter(|s| s.is_everywhere()).count() <= FEW {
            splits.iter_mut().for_each(|s| *s = s.take().filter(|s| !s.is_everywhere()));
        }
        for (number, (p, split)) in patterns.iter().zip(splits).enumerate() {
            match split {
                Some(s) => by_word.push((number as u32, s)),
                None => {
                    numbers.push(number as u32);
                    others.push(p.as_ref());
                }
            }
        }
        let words = (!by_word.is_empty()).then(|| Words::new(by_word));
        Ok(Set { lazy: Lazy::new(nfa(&others)?, memory), numbers, words })
    }

    /// Starts a stream.
    pub fn stream(&mut self) -> Stream {
        let start = self.lazy.start();
        let place = self.words.as_ref().map(|w| Box::new(w.place()));
        Stream { pin: self.lazy.pin(start), place, matched: Vec::new(), offset: 0 }
    }

    /// Feeds the next bytes of a stream. Calls `hit` for each pattern at its first match in the stream, with the stream
    /// offset of the end of the match. The first call reports patterns that match the empty string.
    pub fn feed(&mut self, stream: &mut Stream, data: &[u8], hit: &mut dyn FnMut(usize, u64)) {
        let at = stream.pin.state();
        if stream.offset == 0 {
            report(&mut stream.matched, &self.numbers, self.lazy.accepts(at), 0, hit);
        }
        if at != DEAD {
            self.step(stream, at, data, hit);
        }
        if let (Some(words), Some(place)) = (&mut self.words, &mut stream.place) {
            let matched = RefCell::new(&mut stream.matched);
            words.feed(
                place,
                data,
                stream.offset,
                &mut |id| matched.borrow().binary_search(&id).is_ok(),
                &mut |id, end| report_one(&mut matched.borrow_mut(), id, end, hit),
            );
        }
        stream.offset += data.len() as u64;
    }

    /// Feeds the next bytes to the automaton.
    fn step(&mut self, stream: &mut Stream, mut at: u32, data: &[u8], hit: &mut dyn FnMut(usize, u64)) {
        let mut taken = 0;
        while at != DEAD
            && let Some(rest @ [_, ..]) = data.get(taken..)
        {
            let (to, n) = self.lazy.run(at, rest);
            (at, taken) = (to, taken + n);
            let end = stream.offset + taken as u64;
            report(&mut stream.matched, &self.numbers, self.lazy.accepts(at), end, hit);
        }
        stream.pin = self.lazy.pin(at);
    }

    /// Ends a stream: patterns with `$` can match only now.
    pub fn finish(&mut self, stream: &mut Stream, hit: &mut dyn FnMut(usize, u64)) {
        let at = stream.pin.state();
        let accepts = self.lazy.accepts_at_end(at);
        report(&mut stream.matched, &self.numbers, accepts, stream.offset, hit);
        if let (Some(words), Some(place)) = (&mut self.words, &stream.place) {
            let matched = &mut stream.matched;
            words.finish(place, stream.offset, &mut |id, end| report_one(matched, id, end, hit));
        }
    }

    /// Whether no pattern can match any more, whatever bytes follow.
    pub fn is_dead(&self, stream: &Stream) -> bool {
        self.words.is_none() && stream.pin.state() == DEAD
    }

    /// The current size of the automaton in bytes.
    pub fn memory(&self) -> usize {
        self.lazy.memory() + self.words.as_ref().map_or(0, Words::memory)
    }
}

/// Reports the automaton's patterns in `accepts`; `numbers` maps them to their numbers in the set.
fn report(
    matched: &mut Vec<u32>,
    numbers: &[u32],
    accepts: &[u32],
    end: u64,
    hit: &mut dyn FnMut(usize, u64),
) {
    for &id in accepts.iter().filter_map(|&a| numbers.get(a as usize)) {
        report_one(matched, id, end, hit);
    }
}

fn report_one(matched: &mut Vec<u32>, id: u32, end: u64, hit: &mut dyn FnMut(usize, u64)) {
    if let Err(place) = matched.binary_search(&id) {
        matched.insert(place, id);
        hit(id as usize, end);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{translate, translate_for_streams};
    use regex_automata::util::syntax;
    use regex_automata::{Anchored, Input, meta::Regex};

    fn set(patterns: &[&str], memory: usize) -> Set {
        let translated: Vec<String> =
            patterns.iter().map(|p| translate_for_streams(p.as_bytes()).unwrap()).collect();
        Set::new(&translated, memory).unwrap()
    }

    /// Patterns that match no text of these tests. With them in a set, short words are searched as words.
    fn many() -> Vec<String> {
        (0..=FEW).map(|n| format!(".*#{n:02}#")).collect()
    }

    fn check(patterns: &[&str], packets: &[&[u8]], expected: &[(usize, u64)]) {
        let many = many();
        for others in [&[][..], &many] {
            let mut all = patterns.to_vec();
            all.extend(others.iter().map(String::as_str));
            let mut s = set(&all, 1 << 20);
            let mut stream = s.stream();
            let mut hits = Vec::new();
            for p in packets {
                s.feed(&mut stream, p, &mut |id, end| hits.push((id, end)));
            }
            s.finish(&mut stream, &mut |id, end| hits.push((id, end)));
            hits.sort_by_key(|&(id, end)| (end, id));
            assert_eq!(hits, expected, "{patterns:?} and {} over {packets:?}", others.len());
        }
    }

    #[test]
    fn matches_begin_at_the_start_and_cross_packets() {
        check(&["foo"], &[b"fo", b"o"], &[(0, 3)]);
        check(&["foo"], &[b"xfoo"], &[]);
        check(&[".*foo", "x"], &[b"xf", b"oo foo"], &[(1, 1), (0, 4)]);
        check(&["^foo", "(^foo)"], &[b"foo"], &[(0, 3), (1, 3)]);
    }

    #[test]
    fn the_end_of_the_stream_is_a_place() {
        check(&["foo$", "foo"], &[b"foo"], &[(0, 3), (1, 3)]);
        check(&["foo$"], &[b"foo", b"x"], &[]);
        check(&["$"], &[b""], &[(0, 0)]);
    }

    #[test]
    fn words_are_found_anywhere_and_across_packets() {
        check(&[".*foo", ".*bar"], &[b"xxfo", b"obar"], &[(0, 5), (1, 8)]);
        check(&[".*abc[0-9]+x"], &[b"abcabc1", b"2", b"x"], &[(0, 9)]);
        check(&[".*abc$", ".*abc"], &[b"abcab", b"c"], &[(1, 3), (0, 6)]);
        check(&[".*ab$", ".*abcdefghi$"], &[b"abcdefghi"], &[(1, 9)]);
        check(&[".*(?i:eVil)", ".*evil.*deed"], &[b"Evil evil", b" deed"], &[(0, 4), (1, 14)]);
        check(&[".*(GET|POST) /x"], &[b"POST /", b"xy"], &[(0, 7)]);
        check(&[".*(?i:content-type: evil)x"], &[b"CONTENT-", b"Type: eviLx"], &[(0, 19)]);
        check(&[".*(abcdefgh|cd)"], &[b"xxabc", b"defgh"], &[(0, 6)]);
        check(&[".*a", ".*bc"], &[b"b", b"c", b"a"], &[(1, 2), (0, 3)]);
    }

    #[test]
    fn words_behind_other_matter_lead_back_to_it() {
        check(&[".*[a-z]{2,8}\\.evil"], &[b"x.evil ab.ev", b"il"], &[(0, 14)]);
        check(&[".*[0-9]+[a-f]?\\.evil"], &[b".evil 7", b"f.e", b"vil"], &[(0, 13)]);
        check(&[".*[0-9]+[a-f]?\\.evil"], &[b"7.evil"], &[(0, 6)]);
        check(&[".*.{3}evil"], &[b"1", b"2evil", b"evil"], &[(0, 10)]);
        check(&["x.*[0-9]evil"], &[b"7evil"], &[]);
    }

    #[test]
    fn words_at_a_place_are_found_there_and_nowhere_else() {
        let dots = |n: usize| vec![b'.'; n];
        let at = |n: usize, what: &[u8]| [dots(n), what.to_vec()].concat();
        check(&["^.{20}word[0-9]"], &[&at(20, b"word7")], &[(0, 25)]);
        check(&["^.{20}word[0-9]"], &[&at(20, b"wo"), b"rd", b"7"], &[(0, 25)]);
        check(&["^.{20}word[0-9]", ".{16}...xy"], &[&at(19, b"xyd7 word7")], &[(1, 21)]);
        check(&["^.{20}(?i:WORD)", "x"], &[&dots(20), b"w", b"ord"], &[(0, 24)]);
        check(&[".{17}(ab|c)$", ".{20}c"], &[&dots(17), b"a", b"b"], &[(0, 19)]);
        check(&["^.*abcd", ".{30}z"], &[b"xabcd", &at(25, b"z")], &[(0, 5), (1, 31)]);
    }

    #[test]
    fn the_empty_pattern_matches_at_once() {
        check(&["", "a*b"], &[b"", b"aab"], &[(0, 0), (1, 3)]);
    }

    #[test]
    fn a_stream_that_cannot_match_is_dead() {
        let mut s = set(&["foo", "bar"], 1 << 20);
        let mut stream = s.stream();
        s.feed(&mut stream, b"b", &mut |_, _| {});
        assert!(!s.is_dead(&stream));
        s.feed(&mut stream, b"x", &mut |_, _| {});
        assert!(s.is_dead(&stream));
    }

    /// Feeds streams of random bytes in turn to an automaton with room for only a few states, and compares the matches
    /// with a search of each whole stream.
    #[test]
    fn streams_survive_a_cache_that_is_cleared_all_the_time() {
        let patterns = [".*ab{2,5}c", "[ab]*ca", ".*(c.){3}a", "b*a$", ".*cab.{4}b"];
        let whole: Vec<Regex> = patterns
            .iter()
            .map(|p| {
                Regex::builder()
                    .syntax(syntax::Config::new().unicode(false).utf8(false).dot_matches_new_line(true))
                    .build(&translate(p.as_bytes()).unwrap())
                    .unwrap()
            })
            .collect();
        let mut s = set(&patterns, 4096);
        let mut rng = fastrand::Rng::with_seed(7);
        let mut random = move |n: u64| rng.u64(..n);
        let mut streams: Vec<(Stream, Vec<u8>, Vec<usize>)> =
            (0..40).map(|_| (s.stream(), Vec::new(), Vec::new())).collect();
        for _ in 0..4000 {
            let (stream, text, hits) = &mut streams[random(40) as usize];
            let part: Vec<u8> = (0..random(6)).map(|_| b'a' + random(3) as u8).collect();
            s.feed(stream, &part, &mut |id, _| hits.push(id));
            text.extend(part);
        }
        for (stream, text, hits) in &mut streams {
            s.finish(stream, &mut |id, _| hits.push(id));
            hits.sort_unstable();
            let expected: Vec<usize> = (0..patterns.len())
                .filter(|&i| whole[i].is_match(Input::new(text).anchored(Anchored::Yes)))
                .collect();
            assert_eq!(*hits, expected, "{}", String::from_utf8_lossy(text));
        }
        assert!(s.memory() < 256 * 1024, "{}", s.memory());
    }

    /// Feeds streams that are cut anywhere, and compares the words found, and their first ends, with a search of each
    /// whole prefix.
    #[test]
    fn words_are_found_where_a_search_finds_them() {
        let patterns = [
            ".*abcab",
            ".*(?i:Ab)cc",
            ".*(?i:abCa)",
            ".*[ab]{2}cabc",
            ".*(cab|abcabca)",
            ".*b{1,3}ca?bca",
            ".*abc.*cba",
            ".*bB",
            ".*aabbccaabb",
            ".*[a-c]+(cabcabc|bcab)b$",
        ];
        let syntax = syntax::Config::new().unicode(false).utf8(false).dot_matches_new_line(true);
        let search = |p: &str| {
            let whole = format!("(?:{})", translate(p.as_bytes()).unwrap());
            Regex::builder().syntax(syntax).build(&whole).unwrap()
        };
        let whole: Vec<Regex> = patterns.iter().map(|p| search(p)).collect();
        let many = many();
        let all: Vec<&str> = patterns.into_iter().chain(many.iter().map(String::as_str)).collect();
        let mut s = set(&all, 1 << 20);
        let mut rng = fastrand::Rng::with_seed(11);
        let mut random = move |n: u64| rng.u64(..n);
        let mut found = 0;
        for _ in 0..300 {
            let (mut stream, mut text, mut hits) = (s.stream(), Vec::new(), Vec::new());
            while text.len() < 120 {
                let part: Vec<u8> = (0..random(20)).map(|_| b"abcabcAB"[random(8) as usize]).collect();
                s.feed(&mut stream, &part, &mut |id, end| hits.push((id, end)));
                text.extend(part);
            }
            s.finish(&mut stream, &mut |id, end| hits.push((id, end)));
            hits.sort_unstable();
            let first = |r: &Regex| {
                (0..=text.len()).find(|&n| r.is_match(Input::new(&text[..n]).anchored(Anchored::Yes)))
            };
            let expected: Vec<(usize, u64)> = whole
                .iter()
                .enumerate()
                .filter_map(|(i, r)| {
                    let at_end = patterns[i].ends_with('$');
                    let whole = Input::new(&text).anchored(Anchored::Yes);
                    let end = if at_end { r.is_match(whole).then_some(text.len()) } else { first(r) };
                    end.map(|e| (i, e as u64))
                })
                .collect();
            found += expected.len();
            assert_eq!(hits, expected, "{}", String::from_utf8_lossy(&text));
        }
        assert!(found > 1000, "{found}");
    }
}
