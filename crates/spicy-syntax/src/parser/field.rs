//! The fields of units.
use super::{Parse, Parser};
use crate::ast::{Expr, Field, FieldWhat, Id, TypeKind};
use crate::source::Span;
use crate::token::Tok;

impl Parser<'_> {
    pub(crate) fn field(&mut self, start: Span) -> Parse<Field> {
        let name = if self.is(":") { None } else { Some(self.member_name()?) };
        self.expect(":")?;
        let mut field = self.field_spec(start)?;
        field.name = name;
        let blocky = self.last_is_brace();
        if !self.eat(";") && !blocky {
            return self.unexpected("an attribute, a hook or ';'");
        }
        field.span = start.to(self.last_span());
        Ok(field)
    }

    fn last_is_brace(&self) -> bool {
        let n = self.position();
        n > 0 && matches!(self.before(), Tok::Op("}"))
    }

    /// Parses `[skip] TYPE [(args)] [[n]] attributes … hooks`.
    fn field_spec(&mut self, start: Span) -> Parse<Field> {
        let skip = self.eat_word("skip");
        let begin = self.span();
        let (what, args) = self.field_what()?;
        let mut field = Field {
            name: None,
            skip,
            what,
            args,
            repeat: None,
            attrs: Vec::new(),
            condition: None,
            sinks: Vec::new(),
            hooks: Vec::new(),
            span: start,
        };
        while self.is("[") {
            self.bump();
            let count = if self.is("]") { None } else { Some(self.expr()?) };
            self.expect("]")?;
            if field.repeat.is_some() {
                // `T[2][3]` repeats the repeated field.
                let inner = Field { span: begin.to(self.last_span()), ..field.clone() };
                field = Field { what: FieldWhat::Inner(Box::new(inner)), args: Vec::new(), ..field };
            }
            field.repeat = Some(count);
        }
        self.field_rest(&mut field)?;
        field.span = begin.to(self.last_span());
        Ok(field)
    }

    fn field_rest(&mut self, field: &mut Field) -> Parse<()> {
        loop {
            if let Some(attr) = self.attribute()? {
                field.attrs.push(attr);
            } else if self.is_word("if") && field.hooks.is_empty() {
                self.bump();
                self.expect("(")?;
                field.condition = Some(self.expr()?);
                self.expect(")")?;
            } else if self.is("->") && field.hooks.is_empty() {
                self.bump();
                loop {
                    field.sinks.push(self.attribute_value()?);
                    if !self.eat(",") {
                        break;
                    }
                }
            } else if self.is("{")
                || self.is_word("foreach")
                || self.is_word("priority")
                || self.is_prop("error")
                || self.is_prop("debug")
            {
                let start = self.span();
                let target = Id { text: String::new(), span: start };
                field.hooks.push(self.hook_body(target, start)?);
            } else {
                return Ok(());
            }
        }
    }

    fn field_what(&mut self) -> Parse<(FieldWhat, Vec<Expr>)> {
        let span = self.span();
        match self.tok() {
            Tok::Op("(") => {
                self.bump();
                let inner = self.nested(|p| p.field_spec(span))?;
                self.expect(")")?;
                Ok((FieldWhat::Inner(Box::new(inner)), Vec::new()))
            }
            Tok::Ident(word) if matches!(word.as_str(), "True" | "False" | "Null") => {
                Ok((FieldWhat::Literal(self.primary()?), Vec::new()))
            }
            Tok::Ident(word) if Self::is_type_word(word) => {
                // `uint8(1)` is a constant, `uint8` a type.
                if matches!(self.ahead(1), Tok::Op("(")) && !matches!(word.as_str(), "bitfield" | "unit") {
                    return Ok((FieldWhat::Literal(self.primary()?), Vec::new()));
                }
                let ty = self.type_expr()?;
                if matches!(ty.kind, TypeKind::Vector(Some(_))) {
                    let message =
                        "vector<T> syntax is no longer supported for parsing sequences; use T[] instead";
                    self.errors.error(ty.span, message);
                }
                Ok((FieldWhat::Type(ty), Vec::new()))
            }
            Tok::Ident(_) => {
                let name = self.path()?;
                let args = if self.is("(") { self.arguments()? } else { Vec::new() };
                Ok((FieldWhat::Name(name), args))
            }
            Tok::Regexp(_) => Ok((FieldWhat::Literal(self.regexp_literal()?), Vec::new())),
            Tok::Op("-" | "+") => Ok((FieldWhat::Literal(self.unary()?), Vec::new())),
            _ => Ok((FieldWhat::Literal(self.primary()?), Vec::new())),
        }
    }
}
