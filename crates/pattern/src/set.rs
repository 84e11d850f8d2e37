//! Many patterns over one stream.
use crate::lazy::{DEAD, Lazy, Pin};
use regex_automata::nfa::thompson::{self, NFA, WhichCaptures};
use regex_automata::util::syntax;

/// A set of patterns could not be compiled.
#[derive(Debug, thiserror::Error)]
#[error("the patterns make no automaton: {0}")]
pub struct SetError(#[from] Box<thompson::BuildError>);

/// Bytes that the NFA of one set may take.
const NFA_LIMIT: usize = 256 << 20;

/// Patterns that are looked for together, each from the start of the stream on.
///
/// A pattern matches where some prefix of the stream is in its language; write `.*` before it to find it anywhere.
pub struct Set {
    lazy: Lazy,
}

/// Where a stream stands in a [`Set`], and which patterns it has matched.
pub struct Stream {
    pin: Pin,
    matched: Vec<u32>,
    offset: u64,
}

impl Set {
    /// From patterns in the syntax that [`crate::translate`] gives. `memory` is the cap of the automaton in bytes,
    /// above what waiting streams pin.
    pub fn new<S: AsRef<str>>(patterns: &[S], memory: usize) -> Result<Self, SetError> {
        let nfa = NFA::compiler()
            .syntax(
                syntax::Config::new().unicode(false).utf8(false).dot_matches_new_line(true).nest_limit(1000),
            )
            .configure(
                thompson::Config::new()
                    .utf8(false)
                    .shrink(false)
                    .nfa_size_limit(Some(NFA_LIMIT))
                    .which_captures(WhichCaptures::None),
            )
            .build_many(patterns)
            .map_err(Box::new)?;
        Ok(Set { lazy: Lazy::new(nfa, memory) })
    }

    /// A stream at its first byte.
    pub fn stream(&mut self) -> Stream {
        let start = self.lazy.start();
        Stream { pin: self.lazy.pin(start), matched: Vec::new(), offset: 0 }
    }

    /// Takes the next bytes of a stream. `hit` gets each pattern that matches for the first time in it, with the offset
    /// in the stream behind the match; patterns that match the empty string are reported by the first call.
    pub fn feed(&mut self, stream: &mut Stream, data: &[u8], hit: &mut dyn FnMut(usize, u64)) {
        let mut at = self.lazy.resume(&stream.pin);
        if stream.offset == 0 {
            report(&mut stream.matched, self.lazy.accepts(at), 0, hit);
        }
        let mut last_accept = u32::MAX;
        for (i, &b) in data.iter().enumerate() {
            at = self.lazy.next(at, b);
            if at == DEAD {
                break;
            }
            if self.lazy.is_accepting(at) && at != last_accept {
                last_accept = at;
                report(&mut stream.matched, self.lazy.accepts(at), stream.offset + i as u64 + 1, hit);
            }
        }
        stream.offset += data.len() as u64;
        stream.pin = self.lazy.pin(at);
    }

    /// Ends a stream: patterns that demand the end (`$`) match now.
    pub fn finish(&mut self, stream: &mut Stream, hit: &mut dyn FnMut(usize, u64)) {
        let at = self.lazy.resume(&stream.pin);
        let accepts = self.lazy.accepts_at_end(at);
        report(&mut stream.matched, &accepts, stream.offset, hit);
    }

    /// True where no pattern can match any more, whatever comes.
    pub fn is_dead(&self, stream: &Stream) -> bool {
        self.lazy.resume(&stream.pin) == DEAD
    }

    /// Bytes that the automaton takes now.
    pub fn memory(&self) -> usize {
        self.lazy.memory()
    }
}

fn report(matched: &mut Vec<u32>, accepts: &[u32], end: u64, hit: &mut dyn FnMut(usize, u64)) {
    for &id in accepts {
        if let Err(place) = matched.binary_search(&id) {
            matched.insert(place, id);
            hit(id as usize, end);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::translate;
    use regex_automata::{Anchored, Input, meta::Regex};

    fn set(patterns: &[&str], memory: usize) -> Set {
        let translated: Vec<String> = patterns.iter().map(|p| translate(p.as_bytes()).unwrap()).collect();
        Set::new(&translated, memory).unwrap()
    }

    fn check(patterns: &[&str], packets: &[&[u8]], expected: &[(usize, u64)]) {
        let mut s = set(patterns, 1 << 20);
        let mut stream = s.stream();
        let mut hits = Vec::new();
        for p in packets {
            s.feed(&mut stream, p, &mut |id, end| hits.push((id, end)));
        }
        s.finish(&mut stream, &mut |id, end| hits.push((id, end)));
        assert_eq!(hits, expected, "{patterns:?} over {packets:?}");
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
        check(&["foo$", "foo"], &[b"foo"], &[(1, 3), (0, 3)]);
        check(&["foo$"], &[b"foo", b"x"], &[]);
        check(&["$"], &[b""], &[(0, 0)]);
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

    /// Streams of random bytes, fed in turn to an automaton with room for a few states only, find what a search of
    /// each whole stream finds.
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
        let mut seed = 7u64;
        let mut random = move |n: u64| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (seed >> 33) % n
        };
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
}
