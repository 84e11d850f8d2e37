//! Scans tokens that begin with a digit, host names and IPv6 addresses. The longest reading wins.
use super::{Lexer, Scan};
use crate::token::Tok;

impl<'t> Lexer<'t> {
    pub(super) fn number(&self, start: usize) -> (Scan<'t>, usize) {
        let digits = |i| self.run(i, |b| b.is_ascii_digit());
        let blanks = |i| self.run(i, |b| b == b' ' || b == b'\t');
        let whole = digits(start);
        let mut best = (Tok::Count, whole);
        let mut offer = |tok, end| {
            if end > best.1 {
                best = (tok, end);
            }
        };
        if self.at(start) == b'0' && self.at(start + 1) == b'x' && self.at(start + 2).is_ascii_hexdigit() {
            offer(Tok::HexCount, self.run(start + 2, |b| b.is_ascii_hexdigit()));
        }
        if whole > start && self.at(whole) == b'/' {
            for name in [&b"tcp"[..], b"udp", b"icmp", b"unknown"] {
                if self.slice(whole + 1, whole + 1 + name.len()) == name {
                    offer(Tok::Port, whole + 1 + name.len());
                }
            }
        }
        let mut float = whole;
        if self.at(whole) == b'.' {
            float = digits(whole + 1);
        }
        if matches!(self.at(float), b'e' | b'E') {
            let sign = usize::from(matches!(self.at(float + 1), b'+' | b'-'));
            let end = digits(float + 1 + sign);
            if end > float + 1 + sign {
                float = end;
            }
        }
        offer(Tok::Double, float);
        let unit = blanks(float);
        for name in [&b"day"[..], b"hr", b"min", b"sec", b"msec", b"usec"] {
            if self.slice(unit, unit + name.len()) == name {
                let end = unit + name.len();
                offer(Tok::Interval, end + usize::from(self.at(end) == b's'));
            }
        }
        if let Some(end) = self.dotted_quad(start) {
            offer(Tok::Addr4, end);
            if let Some(end) = self.prefix_length(end) {
                offer(Tok::Subnet4, end);
            }
        }
        if whole > start
            && matches!(self.at(best.1), b'.' | b'-' | b'A'..=b'Z' | b'a'..=b'z')
            && let Some(len) = self.host(start)
            && start + len > best.1
        {
            best = (Tok::Host, start + len);
        }
        (Scan::Token(best.0), best.1 - start)
    }

    /// Returns the length of a host name at `start`: labels separated by dots, the last beginning with a letter.
    pub(super) fn host(&self, start: usize) -> Option<usize> {
        let mut best = None;
        let mut i = start;
        let mut labels = 0;
        while self.at(i).is_ascii_alphanumeric() {
            let end = self.run(i + 1, |b| b.is_ascii_alphanumeric() || b == b'-');
            if labels > 0 && self.at(i).is_ascii_alphabetic() {
                best = Some(end - start);
            }
            labels += 1;
            if self.at(end) != b'.' {
                break;
            }
            i = end + 1;
        }
        best
    }

    fn dotted_quad(&self, start: usize) -> Option<usize> {
        let mut i = start;
        for part in 0..4 {
            if part > 0 {
                if self.at(i) != b'.' {
                    return None;
                }
                i += 1;
            }
            let end = self.run(i, |b| b.is_ascii_digit());
            if end == i {
                return None;
            }
            i = end;
        }
        Some(i)
    }

    /// Returns the end of `/ LENGTH` after an address.
    fn prefix_length(&self, from: usize) -> Option<usize> {
        let blanks = |i| self.run(i, |b| b == b' ' || b == b'\t');
        let slash = blanks(from);
        if self.at(slash) != b'/' {
            return None;
        }
        let digits = blanks(slash + 1);
        let end = self.run(digits, |b| b.is_ascii_digit());
        (end > digits).then_some(end)
    }

    pub(super) fn address6(&self, start: usize) -> Option<(Tok, usize)> {
        let end = self.run(start + 1, |b| b.is_ascii_hexdigit() || matches!(b, b':' | b'.' | b'x'));
        let body = self.slice(start + 1, end);
        if self.at(end) != b']' || !body.contains(&b':') || !is_address6(body) {
            return None;
        }
        match self.prefix_length(end + 1) {
            Some(e) => Some((Tok::Subnet6, e - start)),
            None => Some((Tok::Addr6, end + 1 - start)),
        }
    }
}

/// Whether the text between brackets has the shape of an IPv6 address: eight groups, or `::`, either with a dotted quad
/// at the end.
fn is_address6(body: &[u8]) -> bool {
    let body = body.strip_prefix(b"0x").unwrap_or(body);
    if body.contains(&b'x') {
        return false;
    }
    let mut groups = 0;
    let mut dotted = false;
    for g in body.split(|&b| b == b':') {
        if dotted {
            return false;
        }
        if g.contains(&b'.') {
            let parts = g.split(|&b| b == b'.');
            if parts.clone().count() != 4
                || !parts.into_iter().all(|p| !p.is_empty() && p.iter().all(u8::is_ascii_digit))
            {
                return false;
            }
            dotted = true;
        }
        groups += 1;
    }
    let compressed = body.windows(2).any(|w| w == b"::");
    compressed || (!body.starts_with(b":") && !body.ends_with(b":") && groups == if dotted { 7 } else { 8 })
}
