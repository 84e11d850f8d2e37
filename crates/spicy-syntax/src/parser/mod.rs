//! A recursive descent parser over the tokens of one file.
mod decl;
mod expr;
mod field;
mod primary;
mod stmt;
mod types;
mod unit;

use crate::ast::{Attr, Id, Module};
use crate::keywords::{ATTRIBUTES, is_reserved};
use crate::lexer::lex;
use crate::source::{FileId, Sources, Span};
use crate::token::{Tok, Token};
use crate::{Diagnostic, Diagnostics, suggest};

/// The greatest depth of nested types, expressions and statements.
pub const MAX_DEPTH: u32 = 120;

/// Parses a file. If it returns no tree, it reported at least one error.
pub fn parse(sources: &Sources, file: FileId, errors: &mut Diagnostics) -> Option<Module> {
    let tokens = lex(sources, file, errors);
    let mut p = Parser::new(file, &tokens, errors);
    let module = p.module();
    module.filter(|_| !errors.has_errors())
}

/// A syntax error that was already reported. The caller stops parsing its construct.
#[derive(Debug)]
pub(crate) struct Failed;

pub(crate) type Parse<T> = Result<T, Failed>;

pub(crate) struct Parser<'a> {
    pub(crate) file: FileId,
    tokens: &'a [Token],
    at: usize,
    depth: u32,
    /// Whether the parser is between the bars of `|…|`, where a bar is not an operator.
    size: bool,
    pub(crate) errors: &'a mut Diagnostics,
}

impl<'a> Parser<'a> {
    /// Creates a parser for tokens that end with `End`.
    pub(crate) fn new(file: FileId, tokens: &'a [Token], errors: &'a mut Diagnostics) -> Self {
        Parser { file, tokens, at: 0, depth: 0, size: false, errors }
    }

    pub(crate) fn tok(&self) -> &'a Tok {
        self.ahead(0)
    }

    pub(crate) fn ahead(&self, n: usize) -> &'a Tok {
        self.tokens.get(self.at + n).map_or(&Tok::End, |t| &t.tok)
    }

    /// Whether no blank precedes the token `n` ahead.
    pub(crate) fn joined(&self, n: usize) -> bool {
        self.tokens.get(self.at + n).is_some_and(|t| t.joined)
    }

    pub(crate) fn span(&self) -> Span {
        self.tokens.get(self.at).or(self.tokens.last()).map_or(Span::default(), |t| t.span)
    }

    /// Returns the span of the previous token.
    pub(crate) fn last_span(&self) -> Span {
        self.tokens.get(self.at.saturating_sub(1)).map_or(Span::default(), |t| t.span)
    }

    pub(crate) fn bump(&mut self) {
        if self.at + 1 < self.tokens.len() {
            self.at += 1;
        }
    }

    /// Returns the previous token.
    pub(crate) fn before(&self) -> &'a Tok {
        self.tokens.get(self.at.wrapping_sub(1)).map_or(&Tok::End, |t| &t.tok)
    }

    pub(crate) fn in_size(&self) -> bool {
        self.size
    }

    pub(crate) fn inside_size<T>(&mut self, read: impl FnOnce(&mut Self) -> Parse<T>) -> Parse<T> {
        let before = std::mem::replace(&mut self.size, true);
        let out = read(self);
        self.size = before;
        out
    }

    pub(crate) fn outside_size<T>(&mut self, read: impl FnOnce(&mut Self) -> Parse<T>) -> Parse<T> {
        let before = std::mem::replace(&mut self.size, false);
        let out = read(self);
        self.size = before;
        out
    }

    pub(crate) fn position(&self) -> usize {
        self.at
    }

    pub(crate) fn is(&self, op: &str) -> bool {
        matches!(self.tok(), Tok::Op(o) if *o == op)
    }

    pub(crate) fn is_word(&self, word: &str) -> bool {
        matches!(self.tok(), Tok::Ident(w) if w == word)
    }

    pub(crate) fn is_prop(&self, name: &str) -> bool {
        matches!(self.tok(), Tok::Prop(p) if *p == name)
    }

    pub(crate) fn eat(&mut self, op: &str) -> bool {
        let found = self.is(op);
        if found {
            self.bump();
        }
        found
    }

    pub(crate) fn eat_word(&mut self, word: &str) -> bool {
        let found = self.is_word(word);
        if found {
            self.bump();
        }
        found
    }

    pub(crate) fn expect(&mut self, op: &str) -> Parse<()> {
        if self.eat(op) { Ok(()) } else { self.unexpected(&format!("'{op}'")) }
    }

    pub(crate) fn expect_word(&mut self, word: &str) -> Parse<()> {
        if self.eat_word(word) { Ok(()) } else { self.unexpected(&format!("'{word}'")) }
    }

    /// Reports the current token and what was expected instead.
    pub(crate) fn unexpected<T>(&mut self, expected: &str) -> Parse<T> {
        let message = format!("syntax error: unexpected {}, expected {expected}", self.tok().describe());
        self.errors.error(self.span(), message);
        Err(Failed)
    }

    pub(crate) fn fail<T>(&mut self, span: Span, message: impl Into<String>) -> Parse<T> {
        self.errors.error(span, message);
        Err(Failed)
    }

    /// Calls `read` one nesting level deeper.
    pub(crate) fn nested<T>(&mut self, read: impl FnOnce(&mut Self) -> Parse<T>) -> Parse<T> {
        if self.depth >= MAX_DEPTH {
            let span = self.span();
            return self.fail(span, format!("nested too deeply: at most {MAX_DEPTH} levels were expected"));
        }
        self.depth += 1;
        let out = read(self);
        self.depth -= 1;
        out
    }

    /// Parses any name, scoped or not.
    pub(crate) fn path(&mut self) -> Parse<Id> {
        match self.tok() {
            Tok::Ident(text) if !is_reserved(text) => {
                let id = Id { text: text.clone(), span: self.span() };
                self.bump();
                Ok(id)
            }
            Tok::Ident(text) => {
                let span = self.span();
                self.fail(span, format!("syntax error: '{text}' is a keyword, a name was expected"))
            }
            _ => self.unexpected("a name"),
        }
    }

    /// Parses a name that is being declared.
    pub(crate) fn new_name(&mut self) -> Parse<Id> {
        let id = self.path()?;
        self.check_new_name(&id);
        Ok(id)
    }

    /// Parses a name after a dot or before a colon, where keywords are allowed.
    pub(crate) fn label(&mut self) -> Parse<Id> {
        match self.tok() {
            Tok::Ident(text) => {
                let id = Id { text: text.clone(), span: self.span() };
                self.bump();
                Ok(id)
            }
            _ => self.unexpected("a name"),
        }
    }

    /// Parses the name of a field or variable of a unit. Keywords are allowed before a colon.
    pub(crate) fn member_name(&mut self) -> Parse<Id> {
        if !matches!(self.ahead(1), Tok::Op(":")) {
            return self.new_name();
        }
        let id = self.label()?;
        self.check_new_name(&id);
        Ok(id)
    }

    pub(crate) fn check_new_name(&mut self, id: &Id) {
        if id.text.starts_with("__") {
            self.errors.error(id.span, format!("invalid ID '{}': cannot start with '__'", id.text));
        } else if id.text.contains("::") {
            self.errors
                .error(id.span, format!("invalid ID '{}': a name without scope was expected", id.text));
        }
    }

    /// Parses `&a=… &b …`.
    pub(crate) fn attributes(&mut self) -> Parse<Vec<Attr>> {
        let mut out = Vec::new();
        while let Some(attr) = self.attribute()? {
            out.push(attr);
        }
        Ok(out)
    }

    pub(crate) fn attribute(&mut self) -> Parse<Option<Attr>> {
        let start = self.span();
        match self.tok() {
            Tok::Attr(name) => {
                self.bump();
                let value = if self.eat("=") { Some(self.attribute_value()?) } else { None };
                Ok(Some(Attr { name, value, span: start.to(self.last_span()) }))
            }
            Tok::Op("&") if matches!(self.ahead(1), Tok::Ident(_)) && self.joined(1) => {
                self.bump();
                let mut name = self.label()?.text;
                while self.is("-") && self.joined(0) && matches!(self.ahead(1), Tok::Ident(_)) {
                    self.bump();
                    name = format!("{name}-{}", self.label()?.text);
                }
                let span = start.to(self.last_span());
                let mut d = Diagnostic::error(span, format!("unknown attribute '&{name}'"));
                if let Some(near) = suggest(&name, ATTRIBUTES.iter().copied()) {
                    d = d.with_help(format!("did you mean '&{near}'?"));
                }
                self.errors.push(d);
                if self.eat("=") {
                    self.attribute_value()?;
                }
                self.attribute()
            }
            _ => Ok(None),
        }
    }

    /// Skips past the next `;` on this level, or to the `}` that closes it.
    pub(crate) fn recover(&mut self) {
        let mut open = 0_u32;
        while !matches!(self.tok(), Tok::End) {
            if self.is("{") || self.is("(") {
                open += 1;
            } else if self.is("}") || self.is(")") {
                if open == 0 {
                    return;
                }
                open -= 1;
                if open == 0 && self.is("}") {
                    self.bump();
                    self.eat(";");
                    return;
                }
            } else if self.is(";") && open == 0 {
                self.bump();
                return;
            }
            self.bump();
        }
    }
}
