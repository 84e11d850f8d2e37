//! Parses operands: names, literals, constructors, patterns, parentheses.
use super::{Failed, Parse, Run, types};
use crate::token::{Tok, Token};
use crate::tree::{Attr, ExprKind, Literal, Runs, UnOp};
use crate::{Diagnostic, ExprId};

pub(super) fn is_literal(tok: Tok) -> bool {
    use Tok::*;
    matches!(
        tok,
        True | False
            | Count
            | HexCount
            | Double
            | Interval
            | Port
            | Addr4
            | Addr6
            | Subnet4
            | Subnet6
            | Str
            | Dir
            | Filename
    )
}

/// Whether a token can begin an operand without a prefix operator. If such a token follows a `|`, the bar is an
/// operator, not the end of `|a|`.
pub(super) fn begins_operand(tok: Tok) -> bool {
    matches!(tok, Tok::Ident | Tok::GlobalIdent | Tok::KwCopy | Tok::KwFunction | Tok::KwSchedule | Tok::Host)
        || is_literal(tok)
        || types::begins_simple(tok)
}

impl Run<'_, '_> {
    pub(super) fn primary(&mut self, t: Token) -> Parse<ExprId> {
        let first = self.span(t);
        let kind = match t.tok {
            Tok::Ident | Tok::GlobalIdent => {
                let id = self.ident()?;
                ExprKind::Name(id.name)
            }
            Tok::LParen => {
                self.take();
                let e = self.outside_size(Self::expr)?;
                self.expect(Tok::RParen)?;
                ExprKind::Unary(UnOp::Paren, e)
            }
            Tok::LBracket => {
                self.take();
                ExprKind::Brackets(self.list_until(Tok::RBracket)?)
            }
            Tok::Pipe => {
                self.take();
                let outer = std::mem::replace(&mut self.in_size, true);
                let e = self.expr()?;
                self.in_size = outer;
                self.expect(Tok::Pipe)?;
                ExprKind::Unary(UnOp::Size, e)
            }
            Tok::Slash => {
                self.take();
                return self.pattern(t);
            }
            Tok::KwCopy => {
                self.take();
                self.expect(Tok::LParen)?;
                let e = self.outside_size(Self::expr)?;
                self.expect(Tok::RParen)?;
                ExprKind::Unary(UnOp::Copy, e)
            }
            Tok::KwFunction => {
                self.take();
                return self.lambda(t);
            }
            Tok::KwSchedule => {
                self.take();
                let after = self.expr()?;
                self.expect(Tok::LBrace)?;
                let event = self.event_call()?;
                self.expect(Tok::RBrace)?;
                ExprKind::Schedule(after, event)
            }
            Tok::KwLocal if self.in_when > 0 => {
                self.take();
                let id = self.plain_ident()?;
                self.expect(Tok::Assign)?;
                ExprKind::Local(id.name, self.rhs()?)
            }
            Tok::KwRecord if self.peek_second() == Tok::LParen => {
                self.take();
                self.take();
                let list = self.list_until(Tok::RParen)?;
                ExprKind::Record(list.items)
            }
            Tok::KwTable if self.peek_second() == Tok::LParen => {
                self.take();
                self.take();
                let list = self.list_until(Tok::RParen)?;
                ExprKind::Table(list.items, self.attrs()?)
            }
            Tok::KwSet if self.peek_second() == Tok::LParen => {
                self.take();
                self.take();
                let list = self.list_until(Tok::RParen)?;
                ExprKind::Set(list.items, self.attrs()?)
            }
            Tok::KwVector if self.peek_second() == Tok::LParen => {
                self.take();
                self.take();
                ExprKind::Vector(self.list_until(Tok::RParen)?.items)
            }
            Tok::Host => {
                self.take();
                let name = self.text_of(t);
                match self.host.addresses(name, first) {
                    Some(addrs) => {
                        let mut all = Vec::with_capacity(addrs.len());
                        for a in addrs {
                            all.push(self.mk(ExprKind::Literal(Literal::Addr(a)), first)?);
                        }
                        ExprKind::Set(self.tree.run(all), self.tree.run(Vec::<Attr>::new()))
                    }
                    None => {
                        let message = format!("'{name}' is a host name, which cannot be a literal");
                        let d = Diagnostic::error(first, message);
                        self.report(d.help("use blocking_lookup_hostname(\"…\")"));
                        ExprKind::Error
                    }
                }
            }
            tok if is_literal(tok) => {
                self.take();
                ExprKind::Literal(self.literal(t)?)
            }
            tok if types::begins_simple(tok) => ExprKind::Type(self.simple_type()?),
            _ => return Err(self.unexpected("expression")),
        };
        let span = self.since(first);
        self.mk(kind, span)
    }

    fn pattern(&mut self, slash: Token) -> Parse<ExprId> {
        // The slash is the last scanned token; the text after it has not been scanned as tokens.
        debug_assert_eq!(self.lex.pos, slash.end as usize);
        let first = self.span(slash);
        let p = match self.lex.pattern() {
            Ok(p) => p,
            Err(end) => {
                let span = first.to(self.span_at(end, end));
                let message = "pattern not terminated before end of line";
                self.report(Diagnostic::error(span, message));
                if !self.state.recover {
                    // Zeek, too, reports the end of the file.
                    let message = format!("syntax error, at end of file {}", self.source.name);
                    self.report(Diagnostic::error(span, message));
                }
                return Err(Failed);
            }
        };
        let text = self.lex.slice(p.text.0, p.text.1);
        let modes = self.lex.slice(p.modes.0, p.modes.1);
        let span = first.to(self.span_at(p.modes.1, p.modes.1));
        self.last = Token { tok: Tok::Slash, start: slash.start, end: p.modes.1 as u32 };
        if text.is_empty() {
            let d = Diagnostic::error(span, "an empty pattern").plain("syntax error, at or near \"/\"");
            self.report(d);
            return Err(Failed);
        }
        if let [a, b] = modes
            && a == b
        {
            let message = format!("pattern has duplicate mode {}", char::from(*a));
            self.report(Diagnostic::error(span, message));
        }
        let text = self.tree.run(text.iter().copied());
        let literal =
            Literal::Pattern { text, ignore_case: modes.contains(&b'i'), single_line: modes.contains(&b's') };
        let e = self.mk(ExprKind::Literal(literal), span)?;
        self.postfix(e)
    }

    /// Takes the token of a literal.
    pub(super) fn take_literal(&mut self) -> Parse<Token> {
        if is_literal(self.peek()) { Ok(self.take()) } else { Err(self.unexpected("a constant")) }
    }
}
