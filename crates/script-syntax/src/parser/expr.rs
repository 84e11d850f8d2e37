//! Parses expressions by precedence climbing.
use super::primary::begins_operand;
use super::{Parse, Run};
use crate::ExprId;
use crate::token::Tok;
use crate::tree::{BinOp, ExprKind, List, ListExpr, Runs, UnOp};

/// The binding power of operators, weakest first.
pub(super) mod power {
    pub(in crate::parser) const ASSIGN: u8 = 1;
    pub(in crate::parser) const COND: u8 = 2;
    pub(in crate::parser) const OR: u8 = 3;
    pub(in crate::parser) const AND: u8 = 4;
    /// The operand of `hook` ends before `&&`.
    pub(in crate::parser) const HOOK: u8 = 6;
    pub(in crate::parser) const COMPARE: u8 = 6;
    pub(in crate::parser) const IN: u8 = 7;
    pub(in crate::parser) const BIT_OR: u8 = 8;
    pub(in crate::parser) const BIT_XOR: u8 = 9;
    pub(in crate::parser) const BIT_AND: u8 = 10;
    pub(in crate::parser) const SHIFT: u8 = 11;
    pub(in crate::parser) const SUM: u8 = 12;
    pub(in crate::parser) const PRODUCT: u8 = 13;
    pub(in crate::parser) const STEP: u8 = 14;
    pub(in crate::parser) const PREFIX: u8 = 15;
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

/// Whether a token can begin an expression.
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

    /// Parses an expression, or `{ … }` on the right of an assignment.
    pub(super) fn rhs(&mut self) -> Parse<ExprId> {
        if self.peek() != Tok::LBrace {
            return self.expr();
        }
        let first = self.take();
        let list = self.list_until(Tok::RBrace)?;
        let span = self.since(self.span(first));
        self.mk(ExprKind::Braces(list), span)
    }

    pub(super) fn expr_from(&mut self, min: u8) -> Parse<ExprId> {
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

    pub(super) fn postfix(&mut self, mut e: ExprId) -> Parse<ExprId> {
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

    /// Parses the rest of an index or slice after `e[`, closing bracket included.
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

    /// Parses expressions separated by commas, with an optional trailing comma, up to and including `end`.
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

    /// Parses expressions separated by commas.
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
}
