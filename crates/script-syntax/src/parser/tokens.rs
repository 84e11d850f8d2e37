//! Tokens, with a lookahead of one. Handles directives between tokens and reports unexpected tokens.
use super::{Failed, Parse, Run};
use crate::lexer::{Lexer, Scan};
use crate::token::{KEYWORDS, Tok, Token};
use crate::tree::Ident;
use crate::{Diagnostic, Directive, Name, Span, suggest};

impl<'t> Run<'t, '_> {
    /// The current position, as an offset in the file.
    pub(super) fn position(&self) -> usize {
        self.peeked.map_or(self.lex.pos, |t| t.start as usize)
    }

    pub(super) fn span(&self, t: Token) -> Span {
        Span::new(self.source.base + t.start, self.source.base + t.end)
    }

    pub(super) fn span_at(&self, start: usize, end: usize) -> Span {
        Span::new(self.source.base + start as u32, self.source.base + end as u32)
    }

    pub(super) fn last_span(&self) -> Span {
        self.span(self.last)
    }

    /// Returns the span from `first` to the last token taken.
    pub(super) fn since(&self, first: Span) -> Span {
        first.to(self.last_span())
    }

    pub(super) fn bytes_of(&self, t: Token) -> &'t [u8] {
        self.lex.slice(t.start as usize, t.end as usize)
    }

    pub(super) fn text_of(&self, t: Token) -> &'t str {
        std::str::from_utf8(self.bytes_of(t)).unwrap_or("")
    }

    #[inline]
    pub(super) fn peek_token(&mut self) -> Token {
        match self.peeked {
            Some(t) => t,
            None => self.look_ahead(),
        }
    }

    #[inline(never)]
    fn look_ahead(&mut self) -> Token {
        let t = self.scan();
        self.peeked = Some(t);
        t
    }

    #[inline]
    pub(super) fn peek(&mut self) -> Tok {
        self.peek_token().tok
    }

    #[inline]
    pub(super) fn take(&mut self) -> Token {
        let t = self.peek_token();
        self.peeked = None;
        self.last = t;
        t
    }

    #[inline]
    pub(super) fn eat(&mut self, tok: Tok) -> bool {
        let found = self.peek() == tok;
        if found {
            self.take();
        }
        found
    }

    pub(super) fn expect(&mut self, tok: Tok) -> Parse<Token> {
        if self.peek() == tok { Ok(self.take()) } else { Err(self.unexpected(tok.text())) }
    }

    /// Returns the token after the next one.
    pub(super) fn peek_second(&mut self) -> Tok {
        let first = self.peek_token();
        let mut ahead = Lexer { text: self.lex.text, pos: first.end as usize };
        match ahead.scan().0 {
            Scan::Token(t) => t,
            _ => Tok::Eof,
        }
    }

    fn scan(&mut self) -> Token {
        loop {
            let (scan, start) = self.lex.scan();
            match scan {
                Scan::Token(tok) => return Token { tok, start: start as u32, end: self.lex.pos as u32 },
                Scan::Directive(name, rest) => self.directive(name, rest, start),
                Scan::Endif => {
                    if self.state.conditions == 0 {
                        let span = self.span_at(start, self.lex.pos);
                        self.report(Diagnostic::error(span, "unbalanced @if... @endif"));
                    }
                    self.state.conditions = self.state.conditions.saturating_sub(1);
                }
                Scan::Bad(b) => {
                    let span = self.span_at(start, self.lex.pos);
                    let shown = match b {
                        b' '..=b'~' => char::from(b).to_string(),
                        _ => format!("\\x{b:02x}"),
                    };
                    let mut d = Diagnostic::error(span, format!("unrecognized character: '{shown}'"));
                    if b == b'"' {
                        d = d.help("a string ends on the line that it begins on");
                    }
                    self.report(d);
                }
            }
        }
    }

    fn directive(&mut self, name: &str, rest: &[u8], start: usize) {
        let span = self.span_at(start, self.lex.pos);
        let rest = String::from_utf8_lossy(rest);
        let rest = rest.as_ref();
        let directive = match name {
            "load-sigs" => Directive::LoadSigs(rest),
            "load-plugin" => Directive::LoadPlugin(rest),
            "unload" => Directive::Unload(rest),
            "deprecated" => Directive::Deprecated(rest),
            "pragma" => Directive::Pragma(rest),
            _ => {
                let (append, list) = match rest.strip_prefix('+') {
                    Some(r) => (true, r),
                    None => (false, rest),
                };
                let Some(list) = list.strip_prefix('=') else {
                    let d = Diagnostic::error(span, "@prefixes needs = or += and a list");
                    return self.report(d.help("for example: @prefixes += site"));
                };
                Directive::Prefixes { append, list: list.split_whitespace().next().unwrap_or("") }
            }
        };
        self.host.directive(directive, span);
    }

    pub(super) fn report(&mut self, d: Diagnostic) {
        self.state.errors += 1;
        self.host.report(d);
    }

    /// Reports an unexpected token.
    pub(super) fn unexpected(&mut self, expected: &str) -> Failed {
        let found = self.peek_token();
        let span = self.span(found);
        let d = if found.tok == Tok::Eof {
            let message = format!("expected {}, and the file ends", quoted(expected));
            let file = &self.source.name;
            match self.host.token_after_file() {
                Some((next, at)) => Diagnostic::error(span, message)
                    .plain(format!("syntax error, at or near \"{next}\" or end of file {file}"))
                    .plain_site(at),
                None => Diagnostic::error(span, message)
                    .plain(format!("syntax error, at end of file {file}"))
                    .plain_site(Span::NONE),
            }
        } else {
            let text = String::from_utf8_lossy(self.bytes_of(found));
            let near: String = text.chars().take(127).collect();
            Diagnostic::error(span, format!("expected {}, found {}", quoted(expected), quoted(&near)))
                .plain(format!("syntax error, at or near \"{near}\""))
        };
        let d = match self.meant() {
            Some(word) => d.help(format!("did you mean `{word}`?")),
            None => d,
        };
        self.report(d);
        Failed
    }

    /// Returns the keyword that the last or the next word probably misspells.
    fn meant(&mut self) -> Option<&'static str> {
        let next = self.peek_token();
        for t in [self.last, next] {
            if t.tok == Tok::Ident
                && let Some(k) = suggest(self.text_of(t), KEYWORDS.iter().copied())
            {
                return KEYWORDS.iter().find(|w| **w == k).copied();
            }
        }
        None
    }

    pub(super) fn name(&mut self, t: Token) -> Name {
        let text = self.bytes_of(t);
        self.names.intern_bytes(text)
    }

    /// Parses an identifier, optionally with `::` before it.
    pub(super) fn ident(&mut self) -> Parse<Ident> {
        let t = self.peek_token();
        if t.tok == Tok::GlobalIdent {
            self.take();
            if self.state.export {
                let span = self.span(t);
                let message = format!("cannot use :: prefix in export section: {}", self.text_of(t));
                self.report(Diagnostic::error(span, message));
                return Err(Failed);
            }
            return Ok(Ident { name: self.name(t), span: self.span(t) });
        }
        self.plain_ident()
    }

    /// Parses an identifier without `::` before it.
    pub(super) fn plain_ident(&mut self) -> Parse<Ident> {
        let t = self.expect(Tok::Ident)?;
        Ok(Ident { name: self.name(t), span: self.span(t) })
    }
}

fn quoted(s: &str) -> String {
    let plain = s.contains(' ') || matches!(s, "expression" | "identifier" | "type" | "statement");
    if plain && !s.starts_with('"') { s.to_string() } else { format!("`{s}`") }
}
