//! Expressions, by precedence.
use super::{Parse, Parser};
use crate::ast::{Expr, ExprKind};
use crate::source::Span;
use crate::token::Tok;

/// The level of a binary operator; those that bind tighter have a higher one.
fn level_of(op: &str) -> Option<u32> {
    Some(match op {
        "||" => 0,
        "&&" => 1,
        "in" | "!in" => 2,
        "==" | "!=" => 3,
        "<" | ">" | "<=" | ">=" => 4,
        "|" => 5,
        "^" => 6,
        "&" => 7,
        "<<" | ">>" => 8,
        "+" | "-" => 9,
        "*" | "/" | "%" => 10,
        _ => return None,
    })
}

impl Parser<'_> {
    pub(crate) fn make(&self, start: Span, kind: ExprKind) -> Expr {
        Expr { kind: Box::new(kind), span: start.to(self.last_span()) }
    }

    /// Parses any expression, including `condition : error`.
    pub(crate) fn expr(&mut self) -> Parse<Expr> {
        self.nested(|p| {
            let start = p.span();
            let e = p.assignment()?;
            if !p.eat(":") {
                return Ok(e);
            }
            let error = p.assignment()?;
            Ok(p.make(start, ExprKind::Test(e, error)))
        })
    }

    /// Parses an expression before a colon.
    pub(crate) fn no_test_expr(&mut self) -> Parse<Expr> {
        self.nested(Self::assignment)
    }

    /// Parses the value of an attribute.
    pub(crate) fn attribute_value(&mut self) -> Parse<Expr> {
        self.nested(Self::ternary)
    }

    /// Parses the value of a property, which may be a type.
    pub(crate) fn property_value(&mut self) -> Parse<Expr> {
        let start = self.span();
        if let Tok::Ident(w) = self.tok()
            && Self::is_type_word(w)
            && !matches!(self.ahead(1), Tok::Op("("))
        {
            let ty = self.type_expr()?;
            return Ok(self.make(start, ExprKind::Type(ty)));
        }
        self.attribute_value()
    }

    fn assignment(&mut self) -> Parse<Expr> {
        let start = self.span();
        let target = self.ternary()?;
        for op in ["=", "+=", "-=", "*=", "/="] {
            if self.eat(op) {
                let value = self.nested(Self::assignment)?;
                return Ok(self.make(start, ExprKind::Assign(op, target, value)));
            }
        }
        Ok(target)
    }

    pub(crate) fn ternary(&mut self) -> Parse<Expr> {
        let start = self.span();
        let condition = self.binary(0)?;
        if !self.eat("?") {
            return Ok(condition);
        }
        let yes = self.nested(Self::ternary)?;
        self.expect(":")?;
        let no = self.nested(Self::ternary)?;
        Ok(self.make(start, ExprKind::Ternary(condition, yes, no)))
    }

    /// Parses operands and the operators between them, from the level upwards.
    fn binary(&mut self, least: u32) -> Parse<Expr> {
        let start = self.span();
        let mut left = self.power()?;
        while let Some((op, level)) = self.operator_here(least) {
            let right = self.nested(|p| p.binary(level + 1))?;
            left = self.make(start, ExprKind::Binary(op, left, right));
        }
        Ok(left)
    }

    /// Consumes the next token if it is a binary operator of the level or a higher one.
    fn operator_here(&mut self, least: u32) -> Option<(&'static str, u32)> {
        let op = match self.tok() {
            Tok::Ident(w) if w == "in" => "in",
            Tok::Op("!") if self.joined(1) && matches!(self.ahead(1), Tok::Ident(w) if w == "in") => "!in",
            Tok::Op(">") if self.joined(1) && matches!(self.ahead(1), Tok::Op(">")) => ">>",
            // In `|x|`, the bar closes the size and is not an operator.
            Tok::Op("|") if self.in_size() => return None,
            Tok::Op(o) => *o,
            _ => return None,
        };
        let level = level_of(op).filter(|level| *level >= least)?;
        self.bump();
        if matches!(op, "!in" | ">>") {
            self.bump();
        }
        Some((op, level))
    }

    fn power(&mut self) -> Parse<Expr> {
        let start = self.span();
        let base = self.unary()?;
        if !self.eat("**") {
            return Ok(base);
        }
        let exponent = self.nested(Self::power)?;
        Ok(self.make(start, ExprKind::Binary("**", base, exponent)))
    }

    pub(crate) fn unary(&mut self) -> Parse<Expr> {
        let start = self.span();
        let op = match self.tok() {
            Tok::Op(o @ ("!" | "*" | "~" | "-" | "+" | "++" | "--")) => o,
            _ => return self.postfix(),
        };
        self.bump();
        let operand = self.nested(Self::unary)?;
        Ok(self.make(start, ExprKind::Unary(op, operand)))
    }

    fn postfix(&mut self) -> Parse<Expr> {
        let start = self.span();
        let mut e = self.primary()?;
        loop {
            let kind = match self.tok() {
                Tok::Op(".") => {
                    self.bump();
                    ExprKind::Member(e, self.label()?)
                }
                Tok::Op("?.") => {
                    self.bump();
                    ExprKind::HasMember(e, self.label()?)
                }
                Tok::Op(".?") => {
                    self.bump();
                    ExprKind::TryMember(e, self.label()?)
                }
                Tok::Op("[") => {
                    self.bump();
                    let index = self.outside_size(Self::expr)?;
                    self.expect("]")?;
                    ExprKind::Index(e, index)
                }
                Tok::Op("(") => ExprKind::Call(e, self.arguments()?),
                Tok::Op(op @ ("++" | "--")) => {
                    self.bump();
                    ExprKind::Postfix(e, op)
                }
                _ => return Ok(e),
            };
            e = self.make(start, kind);
        }
    }

    /// Parses `(a, b)`.
    pub(crate) fn arguments(&mut self) -> Parse<Vec<Expr>> {
        self.expect("(")?;
        if self.eat(")") {
            return Ok(Vec::new());
        }
        let args = self.outside_size(Self::expressions)?;
        self.expect(")")?;
        Ok(args)
    }

    /// Parses expressions separated by commas. A trailing comma is allowed.
    pub(crate) fn expressions(&mut self) -> Parse<Vec<Expr>> {
        let mut out = vec![self.expr()?];
        while self.eat(",") {
            if self.is(")") || self.is("]") {
                break;
            }
            out.push(self.expr()?);
        }
        Ok(out)
    }
}
