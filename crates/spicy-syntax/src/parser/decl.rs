//! The declarations of a module.
use super::{Parse, Parser};
use crate::ast::{Function, Id, Import, Item, Module, Param, Property, TypeDecl, TypeKind, Variable};
use crate::source::Span;
use crate::token::Tok;

impl Parser<'_> {
    pub(crate) fn module(&mut self) -> Option<Module> {
        let start = self.span();
        let name = match self.module_name() {
            Ok(name) => name,
            Err(_) => return None,
        };
        let mut items = Vec::new();
        while !matches!(self.tok(), Tok::End) {
            match self.item() {
                Ok(item) => items.push(item),
                Err(_) => {
                    self.recover();
                    // A stray closing bracket must not stop the loop.
                    if self.is("}") || self.is(")") {
                        self.bump();
                    }
                }
            }
        }
        Some(Module { file: self.file, name, span: start.to(self.last_span()), items })
    }

    fn module_name(&mut self) -> Parse<Id> {
        self.expect_word("module")?;
        let name = self.label()?;
        self.expect(";")?;
        Ok(name)
    }

    fn item(&mut self) -> Parse<Item> {
        let start = self.span();
        let public = self.is_word("public") || self.is_word("private");
        let is_public = self.is_word("public");
        if public {
            self.bump();
        }
        match self.tok() {
            Tok::Ident(word) => match word.as_str() {
                "import" => self.import(start).map(Item::Import),
                "type" => self.type_decl(is_public, start).map(Item::Type),
                "const" | "global" => self.variable(is_public, start).map(Item::Variable),
                "function" => self.function(is_public, start).map(Item::Function),
                "on" if !public => self.hook(start).map(Item::Hook),
                _ if public => self.unexpected("'type', 'global', 'const' or 'function'"),
                _ => self.statement().map(Item::Statement),
            },
            Tok::Prop(name) if !public => self.property(name, start).map(Item::Property),
            _ => self.statement().map(Item::Statement),
        }
    }

    fn import(&mut self, start: Span) -> Parse<Import> {
        self.bump();
        let name = self.label()?;
        let from = if self.eat_word("from") {
            let begin = self.span();
            let mut text = String::new();
            while !self.is(";") {
                match self.tok() {
                    Tok::Ident(w) => text.push_str(w),
                    Tok::Op(o @ ("." | "/" | "-" | ".." | "...")) => text.push_str(o),
                    Tok::Uint(n) => text.push_str(&n.to_string()),
                    Tok::Str(s) => text.push_str(s),
                    _ => return self.unexpected("a path such as 'a.b'"),
                }
                self.bump();
            }
            Some(Id { text, span: begin.to(self.last_span()) })
        } else {
            None
        };
        self.expect(";")?;
        Ok(Import { name, from, span: start.to(self.last_span()) })
    }

    fn type_decl(&mut self, public: bool, start: Span) -> Parse<TypeDecl> {
        self.bump();
        let name = self.new_name()?;
        self.expect("=")?;
        let ty = self.declared_type()?;
        let attrs = self.attributes()?;
        if !attrs.is_empty()
            && !matches!(
                ty.kind,
                TypeKind::Unit(_) | TypeKind::Struct(_) | TypeKind::Enum(_) | TypeKind::Bitfield(_)
            )
        {
            for a in &attrs {
                self.errors.error(a.span, "attributes are not allowed on type aliases");
            }
        }
        self.expect(";")?;
        Ok(TypeDecl { public, name, ty, attrs, span: start.to(self.last_span()) })
    }

    /// Parses `global`, `const` or `local` and the rest of the declaration.
    pub(crate) fn variable(&mut self, public: bool, start: Span) -> Parse<Variable> {
        let v = self.variable_without_end(public, start)?;
        self.expect(";")?;
        Ok(Variable { span: start.to(self.last_span()), ..v })
    }

    /// Like [`Self::variable`], but without the final semicolon.
    pub(crate) fn variable_without_end(&mut self, public: bool, start: Span) -> Parse<Variable> {
        let constant = self.is_word("const");
        self.bump();
        let name = if self.is_word("error") { self.label()? } else { self.new_name()? };
        let mut args = Vec::new();
        let ty = if self.eat(":") { Some(self.type_expr()?) } else { None };
        if ty.is_some() && self.is("(") {
            args = self.arguments()?;
        }
        self.attributes()?;
        let init = if self.eat("=") { Some(self.expr()?) } else { None };
        self.attributes()?;
        if ty.is_none() && init.is_none() {
            return self.unexpected("a type or a value");
        }
        if constant && init.is_none() {
            return self.unexpected("a value for the constant");
        }
        Ok(Variable { public, constant, name, ty, args, init, span: start.to(self.last_span()) })
    }

    fn function(&mut self, public: bool, start: Span) -> Parse<Function> {
        self.bump();
        // The calling convention.
        if matches!(self.tok(), Tok::Str(_)) {
            self.bump();
        }
        let name = self.new_name()?;
        let params = self.params()?;
        let ret = if self.eat(":") { Some(self.type_expr()?) } else { None };
        let attrs = self.attributes()?;
        let body = if self.eat(";") { None } else { Some(self.block()?) };
        Ok(Function { public, name, params, ret, attrs, body, span: start.to(self.last_span()) })
    }

    /// Parses `(a: T, inout b: U = default)`.
    pub(crate) fn params(&mut self) -> Parse<Vec<Param>> {
        self.expect("(")?;
        let mut out = Vec::new();
        while !self.eat(")") {
            if !out.is_empty() {
                self.expect(",")?;
            }
            let start = self.span();
            let inout = self.eat_word("inout");
            let name = self.new_name()?;
            self.expect(":")?;
            let ty = self.type_expr()?;
            self.attributes()?;
            let default = if self.eat("=") { Some(self.expr()?) } else { None };
            out.push(Param { inout, name, ty, default, span: start.to(self.last_span()) });
        }
        Ok(out)
    }

    pub(crate) fn property(&mut self, name: &'static str, start: Span) -> Parse<Property> {
        self.bump();
        let value = if self.eat("=") { Some(self.property_value()?) } else { None };
        let attrs = self.attributes()?;
        self.expect(";")?;
        Ok(Property { name, value, attrs, span: start.to(self.last_span()) })
    }
}
