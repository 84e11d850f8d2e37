//! Sets of look-ahead tokens, prepared for the search.
use crate::compile::Program;
use pattern::Scanner;
use spicy_sema::TokenKind;
use spicy_syntax::ast::PatternText;
use std::cell::OnceCell;

/// Look-ahead tokens, grouped by how they are matched.
pub(crate) struct TokenSet {
    /// Regular expressions: the number of the matcher that runs all of them, and their tokens.
    pub(crate) regexps: Option<(u32, Vec<u32>)>,
    /// All other tokens.
    pub(crate) literals: Vec<Literal>,
    /// The token of each byte, counted from one, if all tokens are single bytes.
    pub(crate) by_byte: Option<Box<[u32; 256]>>,
    /// Computed when a search first needs them.
    pub(crate) starts: OnceCell<Starts>,
}

/// A token that is no regular expression.
pub(crate) struct Literal {
    pub(crate) token: u32,
    /// Bytes of input that it takes.
    pub(crate) len: u64,
    pub(crate) what: LiteralKind,
}

pub(crate) enum LiteralKind {
    Bytes(Box<[u8]>),
    Bitfield { id: u32, little: bool },
}

/// The bytes with which a token of a set may begin.
pub(crate) struct Starts {
    is_start: Box<[bool; 256]>,
    /// The only such byte, if there is one only.
    single: Option<u8>,
}

impl Starts {
    /// The first place in the data where a token may begin.
    pub(crate) fn find(&self, data: &[u8]) -> Option<usize> {
        match self.single {
            Some(b) => memchr::memchr(b, data),
            None => data.iter().position(|b| self.is_start[usize::from(*b)]),
        }
    }
}

impl TokenSet {
    pub(crate) fn new(regexps: Option<(u32, Vec<u32>)>, literals: Vec<Literal>) -> Self {
        let by_byte = if regexps.is_none() { by_byte(&literals) } else { None };
        TokenSet { regexps, literals, by_byte, starts: OnceCell::new() }
    }

    /// Finds the bytes with which a token may begin. The scanner is that of the regular expressions.
    pub(crate) fn first_bytes(&self, mut scanner: Option<&mut Scanner>) -> Starts {
        let mut is_start = Box::new([false; 256]);
        for l in &self.literals {
            match &l.what {
                LiteralKind::Bytes(b) => match b.first() {
                    Some(b) => is_start[usize::from(*b)] = true,
                    None => is_start.fill(true),
                },
                LiteralKind::Bitfield { .. } => is_start.fill(true),
            }
        }
        if let Some(scanner) = &mut scanner {
            for b in 0..=u8::MAX {
                let mut scan = scanner.scan();
                let goes_on = scanner.feed(&mut scan, &[b]);
                // A match at the end of data, as with `$`, needs a look at the place itself.
                scanner.finish(&mut scan);
                let matches = scan.longest().is_some_and(|(_, n)| n > 0);
                is_start[usize::from(b)] |= goes_on || matches;
            }
        }
        let mut all = (0..=u8::MAX).filter(|b| is_start[usize::from(*b)]);
        let single = all.next().filter(|_| all.next().is_none());
        Starts { is_start, single }
    }
}

/// The token of each byte, if all literals are single bytes and differ.
fn by_byte(literals: &[Literal]) -> Option<Box<[u32; 256]>> {
    let mut tokens = Box::new([0; 256]);
    for l in literals {
        let LiteralKind::Bytes(b) = &l.what else { return None };
        let [byte] = **b else { return None };
        let token = &mut tokens[usize::from(byte)];
        if *token != 0 {
            return None;
        }
        *token = l.token + 1;
    }
    Some(tokens)
}

/// The regular expressions among the tokens: for each pattern, its token and its text.
pub(crate) fn patterns(program: &Program, tokens: &[u32]) -> (Vec<u32>, Vec<PatternText>) {
    let mut out = (Vec::new(), Vec::new());
    for t in tokens {
        if let Some(TokenKind::Regexp(r)) = program.hir.tokens.get(*t as usize).map(|t| &t.kind) {
            for p in program.hir.regexps.get(*r as usize).into_iter().flat_map(|r| &r.patterns) {
                out.0.push(*t);
                out.1.push(p.clone());
            }
        }
    }
    out
}

/// All other tokens.
pub(crate) fn literals(program: &Program, tokens: &[u32]) -> Vec<Literal> {
    let literal = |&token: &u32| {
        let (len, what) = match &program.hir.tokens.get(token as usize)?.kind {
            TokenKind::Bytes(b) => (b.len(), LiteralKind::Bytes(b.clone().into())),
            TokenKind::Int { bits, value, little } => {
                let n = usize::from(*bits / 8);
                let mut raw = value.to_be_bytes()[8 - n..].to_vec();
                if *little {
                    raw.reverse();
                }
                (n, LiteralKind::Bytes(raw.into()))
            }
            TokenKind::Bitfield { id, little } => {
                let bits = program.hir.bitfields.get(*id as usize)?.bits;
                (usize::from(bits / 8), LiteralKind::Bitfield { id: *id, little: *little })
            }
            TokenKind::Regexp(_) => return None,
        };
        Some(Literal { token, len: len as u64, what })
    };
    tokens.iter().filter_map(literal).collect()
}
