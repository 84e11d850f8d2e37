//! Expressions by precedence climbing.
use super::{Parse, Run, types};
use crate::ExprId;
use crate::token::{Tok, Token};
use crate::tree::{
    Arena, Attr, BinOp, Capture, EventCall, ExprKind, Ident, Lambda, List, ListExpr, Literal, Runs, UnOp,
};

/// How tightly operators bind, weakest first.
mod power {
    pub(super) const ASSIGN: u8 = 1;
    pub(super) const COND: u8 = 2;
    pub(super) const OR: u8 = 3;
    pub(super) const AND: u8 = 4;
    /// The operand of `hook` ends before `&&`.
    pub(super) const HOOK: u8 = 6;
    pub(super) const COMPARE: u8 = 6;
    pub(super) const IN: u8 = 7;
    pub(super) const BIT_OR: u8 = 8;
    pub(super) const BIT_XOR: u8 = 9;
    pub(super) const BIT_AND: u8 = 10;
    pub(super) const SHIFT: u8 = 11;
    pub(super) const SUM: u8 = 12;
    pub(super) const PRODUCT: u8 = 13;
    pub(super) const STEP: u8 = 14;
    pub(super) const PREFIX: u8 = 15;
}

fn binary(tok: Tok) -> Option<(BinOp, u8)> {
    use Tok::*;
    Some(match tok {
        Plus => (BinOp::Add, power::SUM),
        Minus => (BinOp::Sub, power::SUM),
        Star => (BinOp::Mul, power::PRODUCT),
        Slash => (BinOp::Div, power::PRODUCT),
        Percent => (BinOp::Mod, power::PRODUCT),
        Amp => (BinOp::And, power::BIT_AND),
        Pipe => (BinOp::Or, power::BIT_OR),
        Caret => (BinOp::Xor, power::BIT_XOR),
        Shl => (BinOp::Shl, power::SHIFT),
        Shr => (BinOp::Shr, power::SHIFT),
        AndAnd => (BinOp::AndAnd, power::AND),
        OrOr => (BinOp::OrOr, power::OR),
        Eq => (BinOp::Eq, power::COMPARE),
        Ne => (BinOp::Ne, power::COMPARE),
        Less => (BinOp::Lt, power::COMPARE),
        Le => (BinOp::Le, power::COMPARE),
        Greater => (BinOp::Gt, power::COMPARE),
        Ge => (BinOp::Ge, power::COMPARE),
        KwIn => (BinOp::In, power::IN),
        NotIn => (BinOp::NotIn, power::IN),
        _ => return None,
    })
}

fn is_literal(tok: Tok) -> bool {
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

/// Whether an operand that is no prefix operator begins so. After the second `|` of `|a|` such a token shows that
/// the bar was an operator.
fn begins_operand(tok: Tok) -> bool {
    matches!(tok, Tok::Ident | Tok::GlobalIdent | Tok::KwCopy | Tok::KwFunction | Tok::KwSchedule | Tok::Host)
        || is_literal(tok)
        || types::begins_simple(tok)
}

/// Whether an expression begins so.
pub(super) fn begins(tok: Tok) -> bool {
    use Tok::*;
    begins_operand(tok)
        || matches!(
            tok,
            LParen
                | LBracket
                | KwAdd
                | KwDelete
                | Incr
                | Decr
                | Bang
                | Tilde
                | Minus
                | Plus
                | Dollar
                | KwHook
                | Slash
                | Pipe
        )
}

impl Run<'_, '_> {
    pub(super) fn expr(&mut self) -> Parse<ExprId> {
        self.expr_from(power::ASSIGN)
    }

    /// An expression, or `{ … }` on the right of an assignment.
    pub(super) fn rhs(&mut self) -> Parse<ExprId> {
        if self.peek() != Tok::LBrace {
            return self.expr();
        }
        let first = self.take();
        let list = self.list_until(Tok::RBrace)?;
        let span = self.since(self.span(first));
        self.mk(ExprKind::Braces(list), span)
    }

    fn expr_from(&mut self, min: u8) -> Parse<ExprId> {
        self.nested(|p| p.climb(min))
    }

    fn climb(&mut self, min: u8) -> Parse<ExprId> {
        let mut left = self.operand()?;
        loop {
            let t = self.peek_token();
            let first = self.tree[left].span;
            let kind = match t.tok {
                Tok::Assign | Tok::AddTo | Tok::RemoveFrom if min <= power::ASSIGN => {
                    self.take();
                    let right = self.rhs()?;
                    match t.tok {
                        Tok::Assign => ExprKind::Assign(left, right),
                        Tok::AddTo => ExprKind::AddTo(left, right),
                        _ => ExprKind::RemoveFrom(left, right),
                    }
                }
                Tok::Question if min <= power::COND => {
                    self.take();
                    let yes = self.expr_from(power::COND)?;
                    self.expect(Tok::Colon)?;
                    let no = self.expr_from(power::COND)?;
                    ExprKind::Cond(left, yes, no)
                }
                Tok::Pipe if self.in_size && !self.bar_is_operator() => return Ok(left),
                tok => {
                    let Some((op, binds)) = binary(tok) else { return Ok(left) };
                    if binds < min {
                        return Ok(left);
                    }
                    self.take();
                    let right = self.expr_from(binds + 1)?;
                    if binds == power::COMPARE && binary(self.peek()).is_some_and(|b| b.1 == binds) {
                        return Err(self.unexpected("`&&` or `||` between comparisons"));
                    }
                    ExprKind::Binary(op, left, right)
                }
            };
            let span = self.since(first);
            left = self.mk(kind, span)?;
        }
    }

    fn bar_is_operator(&mut self) -> bool {
        let next = self.peek_second();
        begins_operand(next)
    }

    fn operand(&mut self) -> Parse<ExprId> {
        let t = self.peek_token();
        let first = self.span(t);
        let prefix = match t.tok {
            Tok::Bang => Some((UnOp::Not, power::PREFIX)),
            Tok::Tilde => Some((UnOp::Complement, power::PREFIX)),
            Tok::Minus => Some((UnOp::Neg, power::PREFIX)),
            Tok::Plus => Some((UnOp::Pos, power::PREFIX)),
            Tok::Incr => Some((UnOp::Incr, power::STEP)),
            Tok::Decr => Some((UnOp::Decr, power::STEP)),
            Tok::KwAdd => Some((UnOp::Add, power::ASSIGN)),
            Tok::KwDelete => Some((UnOp::Delete, power::ASSIGN)),
            Tok::KwHook => Some((UnOp::Hook, power::HOOK)),
            _ => None,
        };
        if let Some((op, binds)) = prefix {
            self.take();
            let e = self.expr_from(binds)?;
            let span = self.since(first);
            return self.mk(ExprKind::Unary(op, e), span);
        }
        if t.tok == Tok::Dollar {
            self.take();
            let kind = self.field_assignment()?;
            let span = self.since(first);
            return self.mk(kind, span);
        }
        let e = self.primary(t)?;
        self.postfix(e)
    }

    fn primary(&mut self, t: Token) -> Parse<ExprId> {
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
                        let message = format!("'{name}' is a host name, and those are no literals");
                        let d = crate::Diagnostic::error(first, message);
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

    fn postfix(&mut self, mut e: ExprId) -> Parse<ExprId> {
        let mut cast = false;
        loop {
            let first = self.tree[e].span;
            let t = self.peek_token();
            let was_cast = std::mem::take(&mut cast);
            let kind = match t.tok {
                Tok::LParen => {
                    self.take();
                    ExprKind::Call(e, self.list_until(Tok::RParen)?.items)
                }
                Tok::LBracket => {
                    self.take();
                    self.outside_size(|p| p.index(e))?
                }
                Tok::Dollar => {
                    self.take();
                    ExprKind::Field(e, self.plain_ident()?.name)
                }
                Tok::HasField => {
                    self.take();
                    ExprKind::HasField(e, self.plain_ident()?.name)
                }
                Tok::KwAs | Tok::KwIs => {
                    if was_cast {
                        return Err(self.unexpected("parentheses around the first `as` or `is`"));
                    }
                    self.take();
                    cast = true;
                    let ty = self.ty()?;
                    if t.tok == Tok::KwAs { ExprKind::Cast(e, ty) } else { ExprKind::Is(e, ty) }
                }
                _ => return Ok(e),
            };
            let span = self.since(first);
            e = self.mk(kind, span)?;
        }
    }

    /// What follows `e[`, with the closing bracket.
    fn index(&mut self, e: ExprId) -> Parse<ExprKind> {
        if self.eat(Tok::Colon) {
            let high = self.slice_end()?;
            return Ok(ExprKind::Slice(e, None, high));
        }
        let first = self.expr()?;
        if self.eat(Tok::Colon) {
            let high = self.slice_end()?;
            return Ok(ExprKind::Slice(e, Some(first), high));
        }
        let mut all = vec![first];
        while self.eat(Tok::Comma) {
            all.push(self.expr()?);
        }
        self.expect(Tok::RBracket)?;
        Ok(ExprKind::Index(e, self.tree.run(all)))
    }

    fn slice_end(&mut self) -> Parse<Option<ExprId>> {
        let high = if self.peek() == Tok::RBracket { None } else { Some(self.expr()?) };
        self.expect(Tok::RBracket)?;
        Ok(high)
    }

    /// Expressions with commas between, perhaps one after the last, up to `end`, which is taken.
    pub(super) fn list_until(&mut self, end: Tok) -> Parse<ListExpr> {
        self.outside_size(|p| {
            let mark = p.scratch.len();
            let mut trailing_comma = false;
            while p.peek() != end {
                let e = p.expr()?;
                p.scratch.push(e);
                trailing_comma = p.eat(Tok::Comma);
                if !trailing_comma {
                    break;
                }
            }
            p.expect(end)?;
            let items = p.tree.run(p.scratch.drain(mark..));
            Ok(ListExpr { items, trailing_comma })
        })
    }

    /// Expressions with commas between.
    pub(super) fn exprs(&mut self) -> Parse<List<ExprId>> {
        let mut all = vec![self.expr()?];
        while self.eat(Tok::Comma) {
            all.push(self.expr()?);
        }
        Ok(self.tree.run(all))
    }

    pub(super) fn outside_size<T>(&mut self, f: impl FnOnce(&mut Self) -> Parse<T>) -> Parse<T> {
        let outer = std::mem::replace(&mut self.in_size, false);
        let r = f(self);
        self.in_size = outer;
        r
    }

    /// What follows the `$` of `$name = …`.
    fn field_assignment(&mut self) -> Parse<ExprKind> {
        let field = self.plain_ident()?;
        if matches!(self.peek(), Tok::LBracket | Tok::LParen) {
            let start = self.peek_token();
            let lambda = self.lambda_head(start)?;
            self.expect(Tok::Assign)?;
            let e = self.lambda_rest(Lambda { infer_return: lambda.ret.is_none(), ..lambda }, start)?;
            return Ok(ExprKind::FieldAssign(field.name, e));
        }
        self.expect(Tok::Assign)?;
        let e = self.expr_from(power::ASSIGN)?;
        Ok(ExprKind::FieldAssign(field.name, e))
    }

    /// What follows `function` in an expression.
    fn lambda(&mut self, first: Token) -> Parse<ExprId> {
        let head = self.lambda_head(first)?;
        while self.conditional()? {}
        self.lambda_rest(head, first)
    }

    fn lambda_head(&mut self, first: Token) -> Parse<Lambda> {
        let captures = if self.eat(Tok::LBracket) { Some(self.captures(false)?) } else { None };
        let params = self.params()?;
        let ret = self.opt_type()?;
        let header = self.since(self.span(first));
        Ok(Lambda {
            captures,
            params,
            ret,
            infer_return: false,
            body: List::EMPTY,
            header,
            body_span: header,
        })
    }

    fn lambda_rest(&mut self, head: Lambda, first: Token) -> Parse<ExprId> {
        let open = self.expect(Tok::LBrace)?;
        let when = std::mem::replace(&mut self.in_when, 0);
        let body = self.outside_size(Self::block_rest)?;
        self.in_when = when;
        let body_span = self.since(self.span(open));
        let id = self.tree.push(Lambda { body, body_span, ..head });
        let span = self.since(self.span(first));
        self.mk(ExprKind::Lambda(id), span)
    }

    /// Captures and the closing bracket.
    pub(super) fn captures(&mut self, may_be_empty: bool) -> Parse<List<Capture>> {
        let mut all = Vec::new();
        if may_be_empty && self.eat(Tok::RBracket) {
            return Ok(List::EMPTY);
        }
        loop {
            let deep = self.eat(Tok::KwCopy);
            let id = self.plain_ident()?;
            all.push(Capture { name: id.name, span: id.span, deep });
            if !self.eat(Tok::Comma) {
                break;
            }
        }
        self.expect(Tok::RBracket)?;
        Ok(self.tree.run(all))
    }

    /// `name(arguments)`
    pub(super) fn event_call(&mut self) -> Parse<EventCall> {
        let id = self.ident()?;
        self.expect(Tok::LParen)?;
        let args = self.list_until(Tok::RParen)?.items;
        Ok(EventCall { name: id.name, name_span: id.span, args })
    }

    /// An identifier, perhaps with `::` before it.
    pub(super) fn ident(&mut self) -> Parse<Ident> {
        let t = self.peek_token();
        if t.tok == Tok::GlobalIdent {
            self.take();
            if self.state.export {
                let span = self.span(t);
                let message = format!("cannot use :: prefix in export section: {}", self.text_of(t));
                self.report(crate::Diagnostic::error(span, message));
                return Err(super::Failed);
            }
            return Ok(Ident { name: self.name(t), span: self.span(t) });
        }
        self.plain_ident()
    }

    /// An identifier without `::` before it.
    pub(super) fn plain_ident(&mut self) -> Parse<Ident> {
        let t = self.expect(Tok::Ident)?;
        Ok(Ident { name: self.name(t), span: self.span(t) })
    }

    /// The token of a literal.
    pub(super) fn take_literal(&mut self) -> Parse<Token> {
        if is_literal(self.peek()) { Ok(self.take()) } else { Err(self.unexpected("a constant")) }
    }

    fn pattern(&mut self, slash: Token) -> Parse<ExprId> {
        // The slash was the last token scanned: what follows it is read in another way.
        debug_assert_eq!(self.lex.pos, slash.end as usize);
        let first = self.span(slash);
        let p = match self.lex.pattern() {
            Ok(p) => p,
            Err(end) => {
                let span = first.to(self.span_at(end, end));
                let message = "pattern not terminated before end of line";
                self.report(crate::Diagnostic::error(span, message));
                if !self.state.recover {
                    // A scanner without lines reads on to the end.
                    let message = format!("syntax error, at end of file {}", self.source.name);
                    self.report(crate::Diagnostic::error(span, message));
                }
                return Err(super::Failed);
            }
        };
        let text = self.lex.slice(p.text.0, p.text.1);
        let modes = self.lex.slice(p.modes.0, p.modes.1);
        let span = first.to(self.span_at(p.modes.1, p.modes.1));
        self.last = Token { tok: Tok::Slash, start: slash.start, end: p.modes.1 as u32 };
        if text.is_empty() {
            let d =
                crate::Diagnostic::error(span, "an empty pattern").plain("syntax error, at or near \"/\"");
            self.report(d);
            return Err(super::Failed);
        }
        if let [a, b] = modes
            && a == b
        {
            let message = format!("pattern has duplicate mode {}", char::from(*a));
            self.report(crate::Diagnostic::error(span, message));
        }
        let text = self.tree.run(text.iter().copied());
        let literal =
            Literal::Pattern { text, ignore_case: modes.contains(&b'i'), single_line: modes.contains(&b's') };
        let e = self.mk(ExprKind::Literal(literal), span)?;
        self.postfix(e)
    }
}
