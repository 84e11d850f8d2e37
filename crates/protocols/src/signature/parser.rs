//! Parses the text of a signature file into rules.
mod values;

use super::lexer::{BadCharacter, Lexer, Token};
use super::rule::{Action, Condition, Header, HeaderTest, Place, Requirement, Rule};
use net_types::Subnet;
use values::{exactly, protocol, subject};

/// A syntax error.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{place}: {message}")]
pub struct SyntaxError {
    /// The file and line.
    pub place: Place,
    /// What was expected and what was found.
    pub message: String,
}

/// The value of a script variable that a signature names.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Named {
    /// A count, an int, a port, or a set of these.
    Numbers(Vec<u32>),
    /// Networks; an address is a network of full length.
    Nets(Vec<Subnet>),
    /// A string.
    Text(String),
}

/// Looks up a script global; the error is a message for the user.
pub type Lookup<'a> = &'a dyn Fn(&str) -> Result<Named, String>;

/// Parses the rules of a file. `file` is its name in errors.
pub fn parse(file: &str, text: &str, lookup: Lookup<'_>) -> Result<Vec<Rule>, SyntaxError> {
    let mut p = Parser { file, lexer: Lexer::new(text), next: None, line: 1, lookup };
    p.advance()?;
    let mut rules = Vec::new();
    while p.next.is_some() {
        rules.push(p.rule()?);
    }
    Ok(rules)
}

/// The names of script functions and events that a file uses, up to its first syntax error.
pub fn mentioned(text: &str) -> Vec<String> {
    let none = |_: &str| Ok(Named::Text(String::new()));
    let mut p = Parser { file: "", lexer: Lexer::new(text), next: None, line: 1, lookup: &none };
    let mut words = Vec::new();
    let mut before = None;
    let mut readable = p.advance().is_ok();
    while readable && p.next.is_some() {
        if let (Some(Token::Word(key)), Some(Token::Word(name))) = (&before, &p.next)
            && matches!(key.as_str(), "eval" | "event")
        {
            words.push(name.clone());
        }
        before = p.next.take();
        readable = p.advance().is_ok();
    }
    words
}

struct Parser<'a> {
    file: &'a str,
    lexer: Lexer<'a>,
    next: Option<Token>,
    /// The line of `next`.
    line: u32,
    lookup: Lookup<'a>,
}

type Parsed<T> = Result<T, SyntaxError>;

impl Parser<'_> {
    fn place(&self) -> Place {
        Place { file: self.file.to_owned(), line: self.line }
    }

    fn error<T>(&self, message: impl Into<String>) -> Parsed<T> {
        Err(SyntaxError { place: self.place(), message: message.into() })
    }

    fn expected<T>(&self, what: &str) -> Parsed<T> {
        match &self.next {
            Some(t) => self.error(format!("expected {what}, found {}", show(t))),
            None => self.error(format!("expected {what}, found the end of the file")),
        }
    }

    fn advance(&mut self) -> Parsed<Option<Token>> {
        let next = match self.lexer.next() {
            Ok(t) => t,
            Err(BadCharacter(c)) => {
                self.line = self.lexer.line;
                return match c {
                    '"' | '/' => self.error(format!("{c} without its end on the same line")),
                    _ => self.error(format!("unrecognized character {c:?}")),
                };
            }
        };
        self.line = self.lexer.line;
        Ok(std::mem::replace(&mut self.next, next))
    }

    fn accept(&mut self, c: char) -> Parsed<bool> {
        let yes = self.next == Some(Token::Sign(c));
        if yes {
            self.advance()?;
        }
        Ok(yes)
    }

    fn demand(&mut self, c: char) -> Parsed<()> {
        if self.accept(c)? { Ok(()) } else { self.expected(&format!("{c:?}")) }
    }

    fn word(&mut self, what: &str) -> Parsed<String> {
        match self.advance_if(|t| matches!(t, Token::Word(_)))? {
            Some(Token::Word(w)) => Ok(w),
            _ => self.expected(what),
        }
    }

    fn advance_if(&mut self, test: impl Fn(&Token) -> bool) -> Parsed<Option<Token>> {
        if self.next.as_ref().is_some_and(test) { self.advance() } else { Ok(None) }
    }

    fn rule(&mut self) -> Parsed<Rule> {
        let place = self.place();
        if self.word("signature")? != "signature" {
            return Err(SyntaxError { place, message: "expected a signature".into() });
        }
        let mut rule = Rule { name: self.word("the signature's name")?, place, ..Rule::default() };
        self.demand('{')?;
        while !self.accept('}')? {
            self.attribute(&mut rule)?;
        }
        Ok(rule)
    }

    fn attribute(&mut self, rule: &mut Rule) -> Parsed<()> {
        let word = self.word("a condition or action")?;
        if let Some(subject) = subject(&word) {
            rule.patterns.push(self.pattern(subject)?);
            return Ok(());
        }
        match word.as_str() {
            "src-ip" => {
                let (op, nets) = (self.comparison()?, self.nets()?);
                rule.headers.push(HeaderTest::Source(op, nets));
            }
            "dst-ip" => {
                let (op, nets) = (self.comparison()?, self.nets()?);
                rule.headers.push(HeaderTest::Destination(op, nets));
            }
            "src-port" => {
                let (op, values) = (self.comparison()?, self.values()?);
                rule.headers.push(HeaderTest::Bytes(Header::Transport, 0, 2, op, values));
            }
            "dst-port" => {
                let (op, values) = (self.comparison()?, self.values()?);
                rule.headers.push(HeaderTest::Bytes(Header::Transport, 2, 2, op, values));
            }
            "ip-proto" => {
                let op = self.comparison()?;
                let named = match &self.next {
                    Some(Token::Word(w)) => protocol(w),
                    _ => None,
                };
                match named {
                    Some(number) => {
                        self.advance()?;
                        // "ip" and "ip6" hold for every packet.
                        if number != 0 {
                            rule.headers.push(HeaderTest::Protocol(op, vec![exactly(number)]));
                        }
                    }
                    None => rule.headers.push(HeaderTest::Protocol(op, self.values()?)),
                }
            }
            "header" => rule.headers.push(self.header()?),
            "payload-size" => {
                let op = self.comparison()?;
                rule.conditions.push(Condition::PayloadSize(op, self.integer()?.into()));
            }
            "same-ip" => rule.conditions.push(Condition::SameIp),
            "tcp-state" => rule.conditions.push(Condition::TcpState(self.states()?)),
            "udp-state" => {
                let states = self.states()?;
                if states.established {
                    return self.error("'established' is not a valid 'udp-state'");
                }
                rule.conditions.push(Condition::UdpState(states));
            }
            "ip-options" => {
                self.list(|p| {
                    let option = p.word("lsrr, lsrre, rr or ssrr")?;
                    if ["lsrr", "lsrre", "rr", "ssrr"].contains(&option.as_str()) {
                        Ok(())
                    } else {
                        p.error(format!("expected lsrr, lsrre, rr or ssrr, found {option}"))
                    }
                })?;
                rule.conditions.push(Condition::IpOptions);
            }
            "eval" => {
                let line = self.line;
                rule.conditions.push(Condition::Eval(self.word("a script's function")?, line));
            }
            "requires-signature" | "requires-reverse-signature" => {
                let negate = self.accept('!')?;
                let signature = self.word("a signature's name")?;
                rule.requires.push(Requirement {
                    signature,
                    reverse: word == "requires-reverse-signature",
                    negate,
                });
            }
            "event" => {
                let name = match self.advance_if(|t| matches!(t, Token::Word(w) if !is_keyword(w)))? {
                    Some(Token::Word(w)) => Some(w),
                    _ => None,
                };
                let message = self.optional_text()?;
                if name.is_none() && message.is_none() {
                    return self.expected("an event's name or a message");
                }
                rule.actions.push(Action::Event { name, message, line: self.line });
            }
            "enable" => {
                let (analyzer, child) = self.analyzer()?;
                rule.actions.push(Action::Enable { analyzer, child });
            }
            "disable" => {
                let (analyzer, child) = self.analyzer()?;
                rule.actions.push(Action::Disable { analyzer, child });
            }
            "file-mime" => {
                let mime = self.text()?;
                let mut strength = 0;
                if self.accept(',')? {
                    let negative = self.accept('-')?;
                    strength = i64::from(self.integer()?);
                    if negative {
                        strength = -strength;
                    }
                }
                rule.actions.push(Action::Mime { mime, strength });
            }
            "active" => match self.word("true or false")?.as_str() {
                "true" => rule.inactive = false,
                "false" => rule.inactive = true,
                other => return self.error(format!("expected true or false, found {other}")),
            },
            other => {
                return self.error(format!("expected a condition or action of a signature, found {other}"));
            }
        }
        Ok(())
    }
}

/// True for words that begin a condition or action and so cannot be the name of an event.
fn is_keyword(word: &str) -> bool {
    const WORDS: &[&str] = &[
        "src-ip",
        "dst-ip",
        "src-port",
        "dst-port",
        "ip-proto",
        "header",
        "payload-size",
        "same-ip",
        "tcp-state",
        "udp-state",
        "ip-options",
        "eval",
        "requires-signature",
        "requires-reverse-signature",
        "event",
        "enable",
        "disable",
        "file-mime",
        "active",
    ];
    WORDS.contains(&word) || subject(word).is_some()
}

fn show(t: &Token) -> String {
    match t {
        Token::Word(w) => w.clone(),
        Token::Number(n) => n.to_string(),
        Token::Net(n) => n.to_string(),
        Token::Text(t) => format!("{t:?}"),
        Token::Pattern(p, _) => format!("/{p}/"),
        Token::Compare(op) => format!("{op:?}"),
        Token::Sign(c) => format!("{c:?}"),
    }
}
