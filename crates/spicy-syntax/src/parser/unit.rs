//! Units: parameters, items, hooks.
use super::{Parse, Parser};
use crate::ast::{Hook, Id, Switch, SwitchCase, UnitDecl, UnitIf, UnitItem, UnitVar};
use crate::source::Span;
use crate::token::Tok;

impl Parser<'_> {
    /// Parses a unit type, after the word `unit`.
    pub(crate) fn unit_type(&mut self, start: Span) -> Parse<UnitDecl> {
        let params = if self.is("(") { self.params()? } else { Vec::new() };
        self.expect("{")?;
        let items = self.unit_items()?;
        Ok(UnitDecl { params, items, attrs: Vec::new(), span: start.to(self.last_span()) })
    }

    /// Parses items up to the closing brace.
    fn unit_items(&mut self) -> Parse<Vec<UnitItem>> {
        let mut items = Vec::new();
        while !self.eat("}") {
            if matches!(self.tok(), Tok::End) {
                return self.unexpected("'}'");
            }
            let before = self.position();
            match self.unit_item() {
                Ok(item) => items.push(item),
                Err(_) => {
                    self.recover();
                    if self.position() == before {
                        self.bump();
                    }
                }
            }
        }
        Ok(items)
    }

    fn unit_item(&mut self) -> Parse<UnitItem> {
        self.nested(|p| {
            let start = p.span();
            match (p.tok(), p.ahead(1)) {
                (Tok::Prop(name), _) => p.property(name, start).map(UnitItem::Property),
                (Tok::Ident(w), Tok::Ident(_) | Tok::Prop(_) | Tok::Op("%")) if w == "on" => {
                    p.hook(start).map(UnitItem::Hook)
                }
                (Tok::Ident(w), Tok::Ident(_)) if w == "var" => p.unit_var(start).map(UnitItem::Var),
                (Tok::Ident(w), Tok::Ident(_)) if w == "sink" => {
                    p.bump();
                    let name = p.new_name()?;
                    p.attributes()?;
                    p.expect(";")?;
                    Ok(UnitItem::Sink(name, start.to(p.last_span())))
                }
                (Tok::Ident(w), Tok::Op("(" | "{")) if w == "switch" => {
                    p.unit_switch(start).map(UnitItem::Switch)
                }
                (Tok::Ident(w), Tok::Op("(")) if w == "if" => p.unit_if(start).map(UnitItem::If),
                _ => p.field(start).map(UnitItem::Field),
            }
        })
    }

    fn unit_var(&mut self, start: Span) -> Parse<UnitVar> {
        self.bump();
        let name = self.member_name()?;
        let ty = if self.eat(":") { Some(self.type_expr()?) } else { None };
        let mut attrs = self.attributes()?;
        let init = if self.eat("=") { Some(self.attribute_value()?) } else { None };
        attrs.extend(self.attributes()?);
        self.expect(";")?;
        Ok(UnitVar { name, ty, init, attrs, span: start.to(self.last_span()) })
    }

    fn unit_if(&mut self, start: Span) -> Parse<UnitIf> {
        self.bump();
        self.expect("(")?;
        let condition = self.expr()?;
        self.expect(")")?;
        self.expect("{")?;
        let then = self.unit_items()?;
        let mut otherwise = Vec::new();
        if self.eat_word("else") {
            if self.is_word("if") {
                let start = self.span();
                otherwise.push(UnitItem::If(self.nested(|p| p.unit_if(start))?));
                return Ok(UnitIf { condition, then, otherwise, span: start.to(self.last_span()) });
            }
            self.expect("{")?;
            otherwise = self.unit_items()?;
        }
        let span = start.to(self.last_span());
        self.expect(";")?;
        Ok(UnitIf { condition, then, otherwise, span: span.to(self.last_span()) })
    }

    fn unit_switch(&mut self, start: Span) -> Parse<Switch> {
        self.bump();
        let value = if self.eat("(") {
            let value = if self.is(")") { None } else { Some(self.expr()?) };
            self.expect(")")?;
            value
        } else {
            None
        };
        self.expect("{")?;
        let mut cases = Vec::new();
        while !self.eat("}") {
            cases.push(self.switch_case()?);
        }
        let (mut attrs, mut condition) = (self.attributes()?, None);
        if self.eat_word("if") {
            self.expect("(")?;
            condition = Some(self.expr()?);
            self.expect(")")?;
            attrs.extend(self.attributes()?);
        }
        let span = start.to(self.last_span());
        self.eat(";");
        Ok(Switch { value, cases, attrs, condition, span: span.to(self.last_span()) })
    }

    fn switch_case(&mut self) -> Parse<SwitchCase> {
        let start = self.span();
        let mut values = Vec::new();
        let is_default = self.is("*") && matches!(self.ahead(1), Tok::Op("->"));
        if is_default {
            self.bump();
        }
        while !self.is("->") {
            values.push(self.expr()?);
            if !self.is("->") {
                self.expect(",")?;
            }
        }
        self.expect("->")?;
        let items = if self.eat("{") {
            let items = self.unit_items()?;
            self.eat(";");
            items
        } else {
            vec![self.unit_item()?]
        };
        Ok(SwitchCase { values, is_default, items, span: start.to(self.last_span()) })
    }

    /// Parses `on NAME [(params)] [foreach] [%error] [priority=N] { … }`.
    pub(crate) fn hook(&mut self, start: Span) -> Parse<Hook> {
        self.bump();
        let target = self.hook_name()?;
        let params = if self.is("(") { self.params()? } else { Vec::new() };
        let mut hook = self.hook_body(target, start)?;
        hook.params = params;
        Ok(hook)
    }

    pub(crate) fn hook_name(&mut self) -> Parse<Id> {
        let start = self.span();
        let mut text = String::new();
        loop {
            match self.tok() {
                Tok::Ident(w) => text.push_str(w),
                Tok::Prop(p) => {
                    text.push('%');
                    text.push_str(p);
                }
                Tok::Op("%") if matches!(self.ahead(1), Tok::Ident(_)) && self.joined(1) => {
                    self.bump();
                    if let Tok::Ident(w) = self.tok() {
                        text.push('%');
                        text.push_str(w);
                    }
                }
                _ => {
                    let message =
                        "invalid character in hook ID: a field or a name such as '%done' was expected";
                    let span = self.span();
                    return self.fail(span, message);
                }
            }
            self.bump();
            match self.tok() {
                Tok::Op(o @ ("::" | ".")) => {
                    text.push_str(o);
                    self.bump();
                }
                _ => break,
            }
        }
        Ok(Id { text, span: start.to(self.last_span()) })
    }

    /// Parses the flags and the block of a hook.
    pub(crate) fn hook_body(&mut self, target: Id, start: Span) -> Parse<Hook> {
        let (mut foreach, mut error, mut debug, mut priority) = (0, 0, false, None);
        let mut head = self.span();
        loop {
            if self.eat_word("foreach") {
                foreach += 1;
            } else if self.is_prop("error") {
                self.bump();
                error += 1;
            } else if self.is_prop("debug") {
                self.bump();
                debug = true;
            } else if self.is_word("priority") || matches!(self.tok(), Tok::Attr("priority")) {
                self.bump();
                self.expect("=")?;
                priority = Some(self.attribute_value()?);
            } else {
                break;
            }
        }
        let body = self.block()?;
        head = head.to(self.last_span());
        let span = if target.text.is_empty() { head } else { start.to(self.last_span()) };
        Ok(Hook { target, params: Vec::new(), foreach, error, debug, priority, body, span })
    }
}
