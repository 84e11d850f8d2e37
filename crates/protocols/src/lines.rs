//! Splits streams into lines, with runs of plain bytes between them.
use memchr::{memchr, memchr2};
use std::mem;

wire::anomalies! {
    /// A stream with unusual lines or line endings.
    pub enum Anomaly from "CONTENTLINE" {
        /// LF without CR before it.
        SingleLf => "line_terminated_with_single_LF",
        /// CR without LF after it.
        SingleCr => "line_terminated_with_single_CR",
        /// The announced bytes end within a line.
        NoEnd => "line_terminated_without_CRLF",
        /// A line that is too long. It is cut at [`Lines::limit`], or dropped beyond 16 MiB.
        TooLong => "contentline_size_exceeded",
        /// A NUL within a line.
        Nul => "NUL_in_line",
    }
}

/// The maximum length of a line, in bytes.
const MAX_LINE: usize = 16 * 1024 * 1024;

/// The next item of a stream.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Item<'a> {
    /// A line, without its line ending.
    Line(&'a [u8]),
    /// Plain bytes.
    Plain(&'a [u8]),
}

/// Splits one direction of a stream. CR LF always ends a line. By default, a single CR or LF does too; see
/// [`Lines::lenient`].
///
/// Between two items the caller may change how the rest is split, with [`Lines::plain`] and [`Lines::lenient`].
#[derive(Default)]
pub struct Lines {
    buffer: Vec<u8>,
    /// Whether the buffered line was returned; the next call clears it.
    spent: bool,
    last: u8,
    strict: bool,
    /// The number of plain bytes that come next.
    plain: u64,
    /// The number of announced bytes that have not arrived. The last of them ends a line. `u64::MAX` if more arrived
    /// than were announced.
    announced: Option<u64>,
    quiet: bool,
    reported: [bool; 2],
    /// Whether the next NUL is reported and dropped. Later ones stay in their lines.
    flags_nul: bool,
    /// The number of bytes of the delivery that begin with its next NUL, 0 if it has no more; `None` if nothing was
    /// searched yet.
    from_nul: Option<usize>,
    limit: Option<usize>,
}

impl Lines {
    /// Makes the next `n` bytes plain.
    pub fn plain(&mut self, n: u64) {
        self.plain = n;
    }

    /// Whether the next bytes are plain.
    pub fn is_plain(&self) -> bool {
        self.plain > 0
    }

    /// Announces `n` bytes. The last of them ends a line even without CR LF.
    pub fn announce(&mut self, n: Option<u64>) {
        self.announced = n;
    }

    /// Sets whether a single CR or LF ends a line.
    pub fn lenient(&mut self, yes: bool) {
        self.strict = !yes;
    }

    /// Sets whether single CRs and LFs go unreported.
    pub fn quiet(&mut self, yes: bool) {
        self.quiet = yes;
    }

    /// Sets whether the first NUL is reported and dropped.
    pub fn flag_nul(&mut self, yes: bool) {
        self.flags_nul = yes;
    }

    /// Limits lines to less than `longest` bytes. A longer line is cut: its first `longest - 1` bytes become a line,
    /// and the next two bytes are dropped.
    pub fn limit(&mut self, longest: usize) {
        self.limit = Some(longest.max(2));
    }

    /// Whether an unterminated line is buffered.
    pub fn has_partial(&self) -> bool {
        !self.spent && !self.buffer.is_empty()
    }

    /// Begins a delivery of `n` bytes.
    pub fn begin_chunk(&mut self, n: usize) {
        if let Some(left) = &mut self.announced {
            *left = left.checked_sub(n as u64).unwrap_or(u64::MAX);
        }
    }

    /// Ends a delivery. Returns the unterminated line if the delivery ended with the last announced byte.
    pub fn end_chunk(&mut self, weird: &mut dyn FnMut(Anomaly)) -> Option<Vec<u8>> {
        match self.announced {
            Some(0) => {
                self.announced = None;
                if !self.has_partial() {
                    return None;
                }
                weird(Anomaly::NoEnd);
                Some(mem::take(&mut self.buffer))
            }
            // More bytes arrived than were announced: the announcement no longer holds.
            Some(u64::MAX) => {
                self.announced = None;
                None
            }
            _ => None,
        }
    }

    /// Takes the unterminated line at the end of the stream.
    pub fn end(&mut self) -> Option<Vec<u8>> {
        self.has_partial().then(|| mem::take(&mut self.buffer))
    }

    /// Takes the next item from `data`; `None` once `data` is used up.
    pub fn next<'l, 'd: 'l>(
        &'l mut self,
        data: &mut &'d [u8],
        weird: &mut dyn FnMut(Anomaly),
    ) -> Option<Item<'l>> {
        if let Some(line) = self.whole_line(data) {
            return Some(Item::Line(line));
        }
        if mem::take(&mut self.spent) {
            self.buffer.clear();
        }
        // Skips the LF of a CR LF whose CR ended the last line, even if the splitter has become strict since.
        if self.last == b'\r' && self.buffer.is_empty() && data.first() == Some(&b'\n') {
            self.last = b'\n';
            *data = data.get(1..).unwrap_or_default();
        }
        if data.is_empty() {
            self.from_nul = None;
            return None;
        }
        if self.plain > 0 {
            let n = data.len().min(usize::try_from(self.plain).unwrap_or(usize::MAX));
            let (head, rest) = data.split_at(n);
            self.plain -= n as u64;
            self.last = 0;
            *data = rest;
            return Some(Item::Plain(head));
        }
        // The next byte is not LF, so a single CR ended the last line.
        if self.last == b'\r' && self.buffer.is_empty() && data.first() != Some(&b'\r') {
            self.last = 0;
            self.report_once(Anomaly::SingleCr, weird);
        }
        let mut whole = *data;
        if let Some(limit) = self.limit
            && let room = limit.saturating_sub(self.buffer.len())
            && let Some(&beyond) = whole.get(room)
            && !self.ends_before(whole, room)
        {
            weird(Anomaly::TooLong);
            self.buffer.extend(whole.iter().take(room));
            self.buffer.truncate(limit - 1);
            self.last = beyond;
            self.spent = true;
            *data = whole.get(room + 1..).unwrap_or_default();
            return Some(Item::Line(&self.buffer));
        }
        if self.flags_nul
            && let Some(at) = self.next_nul(whole)
            && !self.ends_before(whole, at)
        {
            self.flags_nul = false;
            weird(Anomaly::Nul);
            let (head, rest) = whole.split_at(at);
            self.keep(head, weird);
            self.last = 0;
            whole = rest.get(1..).unwrap_or_default();
            *data = whole;
        }
        let mut from = 0;
        loop {
            let rest = whole.get(from..).unwrap_or_default();
            let Some(at) = memchr2(b'\r', b'\n', rest).map(|n| from + n) else {
                self.keep(whole, weird);
                self.from_nul = None;
                *data = &[];
                return None;
            };
            let (byte, next) = (whole.get(at).copied().unwrap_or(0), whole.get(at + 1).copied());
            let before = if at == 0 { self.last } else { whole.get(at - 1).copied().unwrap_or(0) };
            let (text, used) = match (byte, next) {
                (b'\r', Some(b'\n')) => (at, at + 2),
                (b'\r', _) if !self.strict => (at, at + 1),
                // The CR ended the last delivery and is in the buffer.
                (b'\n', _) if before == b'\r' => {
                    if self.buffer.last() == Some(&b'\r') && at == 0 {
                        self.buffer.pop();
                    }
                    (at, at + 1)
                }
                (b'\n', _) if !self.strict => (at, at + 1),
                (b'\n', _) => {
                    self.report_once(Anomaly::SingleLf, weird);
                    from = at + 1;
                    continue;
                }
                (_, Some(_)) => {
                    self.report_once(Anomaly::SingleCr, weird);
                    from = at + 1;
                    continue;
                }
                // A CR at the end of the delivery: the next byte decides.
                _ => {
                    self.keep(whole, weird);
                    self.from_nul = None;
                    *data = &[];
                    return None;
                }
            };
            self.last = whole.get(used - 1).copied().unwrap_or(0);
            let (head, rest) = whole.split_at(used);
            *data = rest;
            let line = head.get(..text).unwrap_or_default();
            if self.buffer.is_empty() {
                return Some(Item::Line(line));
            }
            self.buffer.extend_from_slice(line);
            self.spent = true;
            return Some(Item::Line(&self.buffer));
        }
    }

    /// Takes a line that lies whole in its delivery and ends with CR LF, like most. `None` if `next` must decide.
    #[inline]
    fn whole_line<'d>(&mut self, data: &mut &'d [u8]) -> Option<&'d [u8]> {
        let searched_for_nul = !self.flags_nul || self.from_nul == Some(0);
        let follows_line = self.last != b'\r' && self.plain == 0 && !self.spent && self.buffer.is_empty();
        if !follows_line || !searched_for_nul || self.limit.is_some() {
            return None;
        }
        let at = line_ending(data)?;
        let (line, ending) = data.split_at_checked(at)?;
        *data = ending.strip_prefix(b"\r\n")?;
        self.last = b'\n';
        Some(line)
    }

    /// Whether a line ends within the first `n` bytes.
    fn ends_before(&self, whole: &[u8], n: usize) -> bool {
        let head = whole.get(..n).unwrap_or(whole);
        if self.strict { memchr(b'\n', head).is_some() } else { memchr2(b'\r', b'\n', head).is_some() }
    }

    /// The offset of the next NUL in the rest of a delivery. Searches a delivery once, since it may have many lines.
    fn next_nul(&mut self, rest: &[u8]) -> Option<usize> {
        let from_nul = match self.from_nul {
            Some(n) if n <= rest.len() => n,
            _ => memchr(0, rest).map_or(0, |at| rest.len() - at),
        };
        self.from_nul = Some(from_nul);
        (from_nul > 0).then(|| rest.len() - from_nul)
    }

    /// Buffers the beginning of a line. Drops a line longer than [`MAX_LINE`], which bounds the memory of a stream
    /// without line endings.
    fn keep(&mut self, part: &[u8], weird: &mut dyn FnMut(Anomaly)) {
        if self.buffer.len() + part.len() > MAX_LINE {
            weird(Anomaly::TooLong);
            self.buffer = Vec::new();
            return;
        }
        self.buffer.extend_from_slice(part);
        self.last = part.last().copied().unwrap_or(self.last);
    }

    /// Reports an anomaly once per stream, unless [`quiet`](Self::quiet).
    fn report_once(&mut self, what: Anomaly, weird: &mut dyn FnMut(Anomaly)) {
        let slot = usize::from(what == Anomaly::SingleCr);
        if let Some(reported) = self.reported.get_mut(slot)
            && !self.quiet
            && !mem::replace(reported, true)
        {
            weird(what);
        }
    }
}

/// The offset of the first CR or LF. The first bytes are searched without a call, since many lines are short.
#[inline]
fn line_ending(data: &[u8]) -> Option<usize> {
    const WORD: usize = size_of::<u64>();
    const NEAR: usize = 2 * WORD;
    const ONES: u64 = u64::MAX / 0xff;
    // The highest bit of the first byte that is `b`, and perhaps of some after it.
    let is = |word: u64, b: u8| {
        let differs = word ^ (ONES * u64::from(b));
        differs.wrapping_sub(ONES) & !differs & (ONES << 7)
    };
    let (words, _) = data.get(..NEAR).unwrap_or_default().as_chunks::<WORD>();
    for (n, word) in words.iter().enumerate() {
        let word = u64::from_le_bytes(*word);
        let found = is(word, b'\r') | is(word, b'\n');
        if found != 0 {
            return Some(n * WORD + found.trailing_zeros() as usize / 8);
        }
    }
    let searched = words.len() * WORD;
    memchr2(b'\r', b'\n', data.get(searched..)?).map(|at| searched + at)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(strict: bool, chunks: &[&[u8]], expected: &[&str], weirds: &[Anomaly]) {
        let mut lines = Lines::default();
        lines.lenient(!strict);
        let (mut seen, mut reported) = (Vec::new(), Vec::new());
        for chunk in chunks {
            let mut data = *chunk;
            while let Some(item) = lines.next(&mut data, &mut |w| reported.push(w)) {
                let Item::Line(l) = item else { panic!("{item:?}") };
                seen.push(String::from_utf8_lossy(l).into_owned());
            }
        }
        seen.extend(lines.end().map(|l| String::from_utf8_lossy(&l).into_owned()));
        assert_eq!(seen, expected);
        assert_eq!(reported, weirds);
    }

    #[test]
    fn lines_end_in_three_ways() {
        check(false, &[b"a\r\nb\nc\rd"], &["a", "b", "c", "d"], &[Anomaly::SingleCr]);
        check(false, &[b"a\r\rb\r", b"\n"], &["a", "", "b"], &[Anomaly::SingleCr]);
        check(false, &[b"a\r", b"\nb\n"], &["a", "b"], &[]);
        check(false, &[b"a", b"", b"b\r\n", b"\r\n"], &["ab", ""], &[]);
    }

    #[test]
    fn strict_lines_end_in_one() {
        check(true, &[b"a\nb\rc\r\nd"], &["a\nb\rc", "d"], &[Anomaly::SingleLf, Anomaly::SingleCr]);
        check(true, &[b"a\r", b"\nb\r\n"], &["a", "b"], &[]);
    }

    #[test]
    fn plain_bytes_stand_between_lines() {
        let mut lines = Lines::default();
        let mut data: &[u8] = b"5\r\nhel\nlo!\r\nx";
        let mut quiet = |w: Anomaly| panic!("{w}");
        assert_eq!(lines.next(&mut data, &mut quiet), Some(Item::Line(b"5")));
        lines.plain(7);
        assert_eq!(lines.next(&mut data, &mut quiet), Some(Item::Plain(b"hel\nlo!")));
        assert_eq!(lines.next(&mut data, &mut quiet), Some(Item::Line(b"")));
        assert_eq!(lines.next(&mut data, &mut quiet), None);
        assert!(lines.has_partial());
    }

    #[test]
    fn the_first_line_ending_is_found_wherever_it_is() {
        for before in 0..40 {
            for ending in [&b"\r"[..], b"\n", b"\r\n"] {
                for after in 0..20 {
                    let text = [&vec![0x8d; before][..], ending, &b"\x0c\r\n\x0e\x8a".repeat(after)].concat();
                    assert_eq!(line_ending(&text), Some(before), "{text:?}");
                }
            }
            assert_eq!(line_ending(&vec![0x0b; before]), None);
        }
    }

    #[test]
    fn a_nul_is_reported_once_and_dropped() {
        let mut lines = Lines::default();
        lines.flag_nul(true);
        let (mut seen, mut reported) = (Vec::new(), 0);
        let mut data: &[u8] = b"a\r\nb\0c\r\nd\0e\r\n";
        while let Some(item) = lines.next(&mut data, &mut |w| reported += usize::from(w == Anomaly::Nul)) {
            let Item::Line(l) = item else { panic!("{item:?}") };
            seen.push(l.to_vec());
        }
        assert_eq!(seen, [b"a".as_slice(), b"bc", b"d\0e"]);
        assert_eq!(reported, 1);
    }

    #[test]
    fn a_nul_is_found_in_every_delivery_and_line() {
        let text = b"a\r\nbb\r\nccc\r\nd\r\n";
        for size in 1..=text.len() {
            for at in 0..=text.len() {
                let mut with_nul = text.to_vec();
                with_nul.insert(at, 0);
                // Between CR and LF, the NUL also parts the line ending.
                let parts_ending = at > 0 && text.get(at - 1) == Some(&b'\r');
                let mut lines = Lines::default();
                lines.flag_nul(true);
                let (mut seen, mut reported) = (Vec::new(), 0);
                for chunk in with_nul.chunks(size) {
                    let mut data = chunk;
                    while let Some(item) =
                        lines.next(&mut data, &mut |w| reported += usize::from(w == Anomaly::Nul))
                    {
                        let Item::Line(l) = item else { panic!("{item:?}") };
                        seen.push(l.to_vec());
                    }
                }
                assert_eq!(reported, 1, "at {at} in pieces of {size}");
                if !parts_ending {
                    assert_eq!(seen, [b"a".as_slice(), b"bb", b"ccc", b"d"], "at {at} in pieces of {size}");
                }
            }
        }
    }

    #[test]
    fn a_limit_cuts_lines() {
        for size in [1, 3, 100] {
            let mut lines = Lines::default();
            lines.limit(5);
            let (mut seen, mut reported) = (Vec::new(), 0);
            for chunk in b"abcdefghijk\nxyz\n".chunks(size) {
                let mut data = chunk;
                while let Some(item) = lines.next(&mut data, &mut |_| reported += 1) {
                    let Item::Line(l) = item else { panic!("{item:?}") };
                    seen.push(l.to_vec());
                }
            }
            assert_eq!(seen, [b"abcd".as_slice(), b"ghij", b"xyz"]);
            assert_eq!(reported, 2, "in pieces of {size}");
        }
    }

    #[test]
    fn announced_bytes_end_a_line() {
        let mut lines = Lines::default();
        lines.announce(Some(3));
        lines.begin_chunk(3);
        let mut data: &[u8] = b"abc";
        assert_eq!(lines.next(&mut data, &mut |_| {}), None);
        let mut reported = Vec::new();
        assert_eq!(lines.end_chunk(&mut |w| reported.push(w)), Some(b"abc".to_vec()));
        assert_eq!(reported, [Anomaly::NoEnd]);
    }

    #[test]
    fn a_line_without_end_is_dropped_at_the_cap() {
        let mut lines = Lines::default();
        let chunk = vec![b'x'; 1 << 20];
        let mut reported = Vec::new();
        for _ in 0..40 {
            let mut data = &chunk[..];
            assert_eq!(lines.next(&mut data, &mut |w| reported.push(w)), None);
        }
        assert!(lines.buffer.len() <= MAX_LINE);
        assert!(reported.contains(&Anomaly::TooLong));
    }
}
