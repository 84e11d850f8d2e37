//! Parses the values of conditions and actions: comparisons, lists, numbers, networks, patterns and texts.
use super::{Named, Parsed, Parser, show};
use crate::signature::lexer::Token;
use crate::signature::rule::{Comparison, Header, HeaderTest, MaskedRange, PatternTest, States, Subject};
use net_types::Subnet;

impl Parser<'_> {
    pub(super) fn comparison(&mut self) -> Parsed<Comparison> {
        match self.advance_if(|t| matches!(t, Token::Compare(_)))? {
            Some(Token::Compare(op)) => Ok(op),
            _ => self.expected("a comparison"),
        }
    }

    /// Parses a list with commas.
    pub(super) fn list<T>(&mut self, mut one: impl FnMut(&mut Self) -> Parsed<T>) -> Parsed<Vec<T>> {
        let mut items = vec![one(self)?];
        while self.accept(',')? {
            items.push(one(self)?);
        }
        Ok(items)
    }

    pub(super) fn nets(&mut self) -> Parsed<Vec<Subnet>> {
        let lists =
            self.list(|p| match p.advance_if(|t| matches!(t, Token::Net(_) | Token::Word(_)))? {
                Some(Token::Net(net)) => Ok(vec![net]),
                Some(Token::Word(name)) => match (p.lookup)(&name) {
                    Ok(Named::Nets(nets)) => Ok(nets),
                    Ok(_) => p.error(format!("{name}: expected addresses or networks")),
                    Err(e) => p.error(e),
                },
                _ => p.expected("an address, a network or a script's variable"),
            })?;
        Ok(lists.concat())
    }

    pub(super) fn values(&mut self) -> Parsed<Vec<MaskedRange>> {
        let lists = self.list(|p| match p.advance()? {
            Some(Token::Number(low)) => {
                if p.accept('-')? {
                    let high = p.integer()?;
                    return Ok(vec![MaskedRange { low, high, mask: u32::MAX }]);
                }
                Ok(vec![exactly(low)])
            }
            Some(Token::Net(net)) => p.net_value(net),
            Some(Token::Word(name)) => match (p.lookup)(&name) {
                Ok(Named::Numbers(numbers)) => Ok(numbers.into_iter().map(exactly).collect()),
                Ok(Named::Nets(nets)) => {
                    let values: Parsed<Vec<Vec<MaskedRange>>> =
                        nets.into_iter().map(|n| p.net_value(n)).collect();
                    Ok(values?.concat())
                }
                Ok(Named::Text(_)) => p.error(format!("{name}: expected a number, found a string")),
                Err(e) => p.error(e),
            },
            Some(other) => p.error(format!("expected a number, found {}", show(&other))),
            None => p.expected("a number"),
        })?;
        Ok(lists.concat())
    }

    fn net_value(&self, net: Subnet) -> Parsed<Vec<MaskedRange>> {
        let bytes: [u8; 4] = match net.prefix().wire_bytes().try_into() {
            Ok(b) => b,
            Err(_) => return self.error("IPv6 networks do not fit a header's bytes: use src-ip or dst-ip"),
        };
        let mask = if net.is_empty() { 0 } else { u32::MAX << (32 - u32::from(net.len().min(32))) };
        let value = u32::from_be_bytes(bytes);
        Ok(vec![MaskedRange { low: value, high: value, mask }])
    }

    pub(super) fn integer(&mut self) -> Parsed<u32> {
        match self.advance()? {
            Some(Token::Number(n)) => Ok(n),
            Some(Token::Word(name)) => match (self.lookup)(&name) {
                Ok(Named::Numbers(n)) if n.len() == 1 => Ok(n.first().copied().unwrap_or(0)),
                Ok(_) => self.error(format!("{name}: expected one number")),
                Err(e) => self.error(e),
            },
            Some(other) => self.error(format!("expected a number, found {}", show(&other))),
            None => self.expected("a number"),
        }
    }

    pub(super) fn header(&mut self) -> Parsed<HeaderTest> {
        let name = self.word("ip, ip6, icmp, icmp6, tcp or udp")?;
        let header = match name.as_str() {
            "ip" => Header::Ip,
            "ip6" => Header::Ip6,
            "icmp" | "icmp6" | "tcp" | "udp" => Header::Transport,
            other => return self.error(format!("expected ip, ip6, icmp, icmp6, tcp or udp, found {other}")),
        };
        self.demand('[')?;
        let offset = self.integer()?;
        let size = if self.accept(':')? { self.integer()? } else { 1 };
        if ![1, 2, 4].contains(&size) {
            return self.error(format!("expected a size of 1, 2 or 4 bytes, found {size}"));
        }
        self.demand(']')?;
        let mask = if self.accept('&')? { Some(self.integer()?) } else { None };
        let op = self.comparison()?;
        let mut values = self.values()?;
        if let Some(mask) = mask {
            values.iter_mut().for_each(|v| v.mask = mask);
        }
        Ok(HeaderTest::Bytes(header, offset, size, op, values))
    }

    pub(super) fn states(&mut self) -> Parsed<States> {
        let mut states = States::default();
        self.list(|p| {
            match p.word("established, originator, responder or stateless")?.as_str() {
                "established" => states.established = true,
                "originator" => states.originator = true,
                "responder" => states.responder = true,
                "stateless" => states.stateless = true,
                other => {
                    return p.error(format!(
                        "expected established, originator, responder or stateless, found {other}"
                    ));
                }
            }
            Ok(())
        })?;
        Ok(states)
    }

    /// Parses `/re/`, `[:100] /re/`, or the name of a string.
    pub(super) fn pattern(&mut self, subject: Subject) -> Parsed<PatternTest> {
        let mut depth = u64::MAX;
        if self.accept('[')? {
            if !self.accept(':')? {
                self.integer()?;
                if !self.accept(':')? {
                    self.demand(']')?;
                    return self.error("expected a range with a colon");
                }
            }
            if self.next != Some(Token::Sign(']')) {
                depth = self.integer()?.into();
            }
            self.demand(']')?;
        }
        let (text, ignore_case) = match self.advance()? {
            Some(Token::Pattern(text, ignore_case)) => (text, ignore_case),
            Some(Token::Word(name)) => match (self.lookup)(&name) {
                Ok(Named::Text(text)) => (text, false),
                Ok(_) => return self.error(format!("{name}: expected a string")),
                Err(e) => return self.error(e),
            },
            Some(other) => return self.error(format!("expected a pattern, found {}", show(&other))),
            None => return self.expected("a pattern"),
        };
        let text = if ignore_case { format!("(?i:{text})") } else { text };
        match pattern::translate_for_streams(text.as_bytes()) {
            Ok(syntax) => Ok(PatternTest { subject, syntax, depth }),
            Err(e) => self.error(e.to_string()),
        }
    }

    pub(super) fn optional_text(&mut self) -> Parsed<Option<String>> {
        match self.advance_if(|t| matches!(t, Token::Text(_)))? {
            Some(Token::Text(t)) => Ok(Some(t)),
            _ => Ok(None),
        }
    }

    pub(super) fn text(&mut self) -> Parsed<String> {
        match self.advance()? {
            Some(Token::Text(t)) => Ok(t),
            Some(Token::Word(name)) => match (self.lookup)(&name) {
                Ok(Named::Text(text)) => Ok(text),
                Ok(_) => self.error(format!("{name}: expected a string")),
                Err(e) => self.error(e),
            },
            Some(other) => self.error(format!("expected a text in quotes, found {}", show(&other))),
            None => self.expected("a text in quotes"),
        }
    }

    /// Parses `"HTTP"` or `"SSL:child"`.
    pub(super) fn analyzer(&mut self) -> Parsed<(String, Option<String>)> {
        let text = self.text()?;
        Ok(match text.split_once(':') {
            Some((analyzer, child)) => (analyzer.to_owned(), Some(child.to_owned())),
            None => (text, None),
        })
    }
}

pub(super) fn exactly(n: u32) -> MaskedRange {
    MaskedRange { low: n, high: n, mask: u32::MAX }
}

pub(super) fn subject(word: &str) -> Option<Subject> {
    Some(match word {
        "file-magic" => Subject::FileMagic,
        "payload" => Subject::Payload,
        "http-request" | "http" => Subject::HttpRequest,
        "http-request-header" => Subject::HttpRequestHeader,
        "http-request-body" => Subject::HttpRequestBody,
        "http-reply-header" => Subject::HttpReplyHeader,
        "http-reply-body" | "http-body" => Subject::HttpReplyBody,
        "ftp" => Subject::Ftp,
        "finger" => Subject::Finger,
        _ => return None,
    })
}

/// The number of a transport protocol by name; 0 for IP itself.
pub(super) fn protocol(word: &str) -> Option<u32> {
    Some(match word {
        "ip" | "ip6" => 0,
        "icmp" => 1,
        "tcp" => 6,
        "udp" => 17,
        "icmp6" => 58,
        _ => return None,
    })
}
