//! Computes the values of literals.
use super::{Diagnostic, Parse, Run, Runs, Token};
use crate::token::Tok;
use crate::tree::{Bytes, Literal};
use net_types::{Addr, Port, Subnet, TransportProto};

impl Run<'_, '_> {
    /// Returns the value of a literal token that was just taken.
    pub(super) fn literal(&mut self, t: Token) -> Parse<Literal> {
        let text = self.text_of(t);
        let span = self.span(t);
        Ok(match t.tok {
            Tok::True => Literal::Bool(true),
            Tok::False => Literal::Bool(false),
            Tok::Count => Literal::Count(saturating(text, 10)),
            Tok::HexCount => Literal::Count(saturating(text.get(2..).unwrap_or(""), 16)),
            Tok::Double => Literal::Double(text.parse().unwrap_or(0.0)),
            Tok::Interval => Literal::Interval(interval(text)),
            Tok::Port => {
                let (num, proto) = text.split_once('/').unwrap_or((text, ""));
                let (proto, max) = match proto {
                    "tcp" => (TransportProto::Tcp, 65535),
                    "udp" => (TransportProto::Udp, 65535),
                    "icmp" => (TransportProto::Icmp, 255),
                    _ => (TransportProto::Unknown, 255),
                };
                let num = saturating(num, 10);
                if num > max {
                    self.report(
                        Diagnostic::error(span, format!("bad port number - {text}"))
                            .help(format!("ports of this kind go up to {max}")),
                    );
                }
                Literal::Port(Port { proto, num: if num > max { 0 } else { num as u16 } })
            }
            Tok::Addr4 | Tok::Addr6 => Literal::Addr(self.address(text, t)),
            Tok::Subnet4 | Tok::Subnet6 => {
                let (addr, len) = text.split_once('/').unwrap_or((text, ""));
                let addr = self.address(addr.trim(), t);
                let len = u8::try_from(saturating(len.trim(), 10)).unwrap_or(u8::MAX);
                // In brackets, the length is that of the 128-bit form, for IPv4 addresses, too.
                let (addr, len) = match len.checked_sub(96) {
                    Some(short) if t.tok == Tok::Subnet6 && addr.is_v4() => (addr, short),
                    None if t.tok == Tok::Subnet6 && addr.is_v4() => (addr.masked(len), len),
                    _ => (addr, len),
                };
                let net = Subnet::new(addr, len).unwrap_or_else(|| {
                    let (version, width) = if addr.is_v4() { (4, 32) } else { (6, 128) };
                    let message = format!("bad prefix length of an IPv{version} subnet: {text}");
                    self.report(Diagnostic::error(span, message).help(format!("it goes up to {width}")));
                    Subnet::new(addr, 0).unwrap_or_else(unspecified)
                });
                Literal::Subnet(net)
            }
            Tok::Dir => Literal::Str(self.tree.run(self.source.dir.bytes())),
            Tok::Filename => {
                let base = self.source.name.rsplit('/').next().unwrap_or("");
                Literal::Str(self.tree.run(base.bytes()))
            }
            _ => Literal::Str(self.string(t)),
        })
    }

    fn address(&mut self, text: &str, t: Token) -> Addr {
        let inner = text.trim_start_matches('[').trim_end_matches(']');
        let inner = inner.strip_prefix("0x").unwrap_or(inner);
        inner.parse().or_else(|_| without_leading_zeros(inner).parse()).unwrap_or_else(|_| {
            let span = self.span(t);
            self.report(Diagnostic::error(span, format!("Bad IP address: {inner}")));
            Addr::UNSPECIFIED
        })
    }

    /// Returns the bytes of a string literal, with escapes resolved.
    pub(super) fn string(&mut self, t: Token) -> Bytes {
        let raw = self.bytes_of(t);
        let raw = raw.get(1..raw.len().saturating_sub(1)).unwrap_or_default();
        if memchr::memchr(b'\\', raw).is_none() {
            return self.tree.run(raw.iter().copied());
        }
        let mut out = Vec::with_capacity(raw.len());
        let mut i = 0;
        while let Some(&b) = raw.get(i) {
            i += 1;
            if b != b'\\' {
                out.push(b);
                continue;
            }
            let Some(&e) = raw.get(i) else { break };
            i += 1;
            let digits = |from: usize, radix: u32, max: usize| {
                let n = raw.iter().skip(from).take(max).take_while(|&&b| char::from(b).is_digit(radix));
                let n = n.count();
                let value = raw.get(from..from + n).unwrap_or_default();
                (value.iter().fold(0u32, |v, &b| v * radix + char::from(b).to_digit(radix).unwrap_or(0)), n)
            };
            // C's escape letters, in the order of the bytes 7 to 13.
            if let Some(n) = b"abtnvfr".iter().position(|&l| l == e) {
                out.push(7 + n as u8);
                continue;
            }
            out.push(match e {
                b'0'..=b'7' => {
                    let (v, n) = digits(i - 1, 8, 3);
                    i += n - 1;
                    v as u8
                }
                b'x' => {
                    let (v, n) = digits(i, 16, 2);
                    if n == 0 {
                        let rest = String::from_utf8_lossy(raw.get(i..).unwrap_or_default()).into_owned();
                        let span = self.span(t);
                        self.report(
                            Diagnostic::error(span, format!("bad hexadecimal escape: {rest}"))
                                .help("\\x is followed by one or two hexadecimal digits"),
                        );
                    }
                    i += n;
                    v as u8
                }
                other => other,
            });
        }
        self.tree.run(out)
    }
}

/// Returns the value of digits; `u64::MAX` if it does not fit.
fn saturating(digits: &str, radix: u64) -> u64 {
    let add = |v: u64, c: char| {
        let d = u64::from(c.to_digit(radix as u32).unwrap_or(0));
        v.checked_mul(radix).and_then(|v| v.checked_add(d)).unwrap_or(u64::MAX)
    };
    digits.chars().fold(0, |v, c| if v == u64::MAX { v } else { add(v, c) })
}

fn interval(text: &str) -> f64 {
    let unit = text.find(|c: char| c.is_ascii_alphabetic() && !matches!(c, 'e' | 'E')).unwrap_or(text.len());
    let (number, unit) = text.split_at(unit);
    let seconds = match unit.trim_end_matches('s') {
        "day" => 86400.0,
        "hr" => 3600.0,
        "min" => 60.0,
        "msec" => 1e-3,
        "usec" => 1e-6,
        _ => 1.0,
    };
    number.trim().parse::<f64>().unwrap_or(0.0) * seconds
}

/// Removes leading zeros: `010.1.2.3` means `10.1.2.3` in scripts.
fn without_leading_zeros(text: &str) -> String {
    let strip = |p: &str| {
        let s = p.trim_start_matches('0');
        if s.is_empty() { "0".to_string() } else { s.to_string() }
    };
    if text.contains(':') {
        text.to_string()
    } else {
        text.split('.').map(strip).collect::<Vec<_>>().join(".")
    }
}

fn unspecified() -> Subnet {
    Subnet::new(Addr::UNSPECIFIED, 0).expect("a length of 0 fits every family")
}
