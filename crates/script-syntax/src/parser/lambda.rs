//! Parses function literals with their captures, and calls of events.
use super::expr::power;
use super::{Parse, Run};
use crate::ExprId;
use crate::token::{Tok, Token};
use crate::tree::{Arena, Capture, EventCall, ExprKind, Lambda, List, Runs};

impl Run<'_, '_> {
    /// Parses the rest of `$name = …`, after the `$`.
    pub(super) fn field_assignment(&mut self) -> Parse<ExprKind> {
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

    /// Parses the rest of a function literal, after `function`.
    pub(super) fn lambda(&mut self, first: Token) -> Parse<ExprId> {
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

    /// Parses captures and the closing bracket.
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

    /// Parses `name(arguments)`.
    pub(super) fn event_call(&mut self) -> Parse<EventCall> {
        let id = self.ident()?;
        self.expect(Tok::LParen)?;
        let args = self.list_until(Tok::RParen)?.items;
        Ok(EventCall { name: id.name, name_span: id.span, args })
    }
}
