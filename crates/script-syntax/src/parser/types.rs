//! Parses types, record fields and attributes.
use super::{Diagnostic, Parse, Run};
use crate::token::Tok;
use crate::tree::{Arena, Attr, BasicType, Bytes, EnumItem, Field, Flavor, List, Runs, Type, TypeKind};
use crate::{Span, TypeId};

/// Whether a token can begin a type that may be used as an expression: all types except functions, events, hooks and
/// names.
pub(super) fn begins_simple(tok: Tok) -> bool {
    use Tok::*;
    basic(tok).is_some() || matches!(tok, KwTable | KwSet | KwRecord | KwEnum | KwVector | KwFile | KwOpaque)
}

fn basic(tok: Tok) -> Option<BasicType> {
    Some(match tok {
        Tok::KwBool => BasicType::Bool,
        Tok::KwInt => BasicType::Int,
        Tok::KwCount => BasicType::Count,
        Tok::KwDouble => BasicType::Double,
        Tok::KwTime => BasicType::Time,
        Tok::KwInterval => BasicType::Interval,
        Tok::KwString => BasicType::String,
        Tok::KwPattern => BasicType::Pattern,
        Tok::KwPort => BasicType::Port,
        Tok::KwAddr => BasicType::Addr,
        Tok::KwSubnet => BasicType::Subnet,
        Tok::KwAny => BasicType::Any,
        _ => return None,
    })
}

impl Run<'_, '_> {
    pub(super) fn ty(&mut self) -> Parse<TypeId> {
        self.nested(Self::ty_here)
    }

    fn ty_here(&mut self) -> Parse<TypeId> {
        let t = self.peek_token();
        let first = self.span(t);
        let kind = match t.tok {
            Tok::KwFunction => {
                self.take();
                let params = self.params()?;
                let ret = self.opt_type()?;
                TypeKind::Func(Flavor::Function, params, ret)
            }
            Tok::KwHook => {
                self.take();
                TypeKind::Func(Flavor::Hook, self.params()?, None)
            }
            Tok::KwEvent => {
                self.take();
                TypeKind::Func(Flavor::Event, self.params()?, None)
            }
            Tok::Ident | Tok::GlobalIdent => {
                let t = self.ident()?;
                TypeKind::Name(t.name)
            }
            tok if begins_simple(tok) => self.simple_type_kind()?,
            _ => return Err(self.unexpected("type")),
        };
        let span = self.type_span(kind, first);
        Ok(self.tree.push(Type { kind, span }))
    }

    /// Parses a type that may be used as an expression.
    pub(super) fn simple_type(&mut self) -> Parse<TypeId> {
        self.nested(|p| {
            let first = p.span(p.peeked.unwrap_or(p.last));
            let kind = p.simple_type_kind()?;
            let span = p.type_span(kind, first);
            Ok(p.tree.push(Type { kind, span }))
        })
    }

    /// Returns the span from `first` to the end of the type; a record's span ends with its last field.
    fn type_span(&self, kind: TypeKind, first: Span) -> Span {
        match kind {
            TypeKind::Record(fields, _) if !fields.is_empty() => {
                let last = self.tree[fields].last().map_or(first, |f| f.span);
                // The span includes the semicolon.
                first.to(Span::new(last.start, last.end + 1))
            }
            _ => self.since(first),
        }
    }

    fn simple_type_kind(&mut self) -> Parse<TypeKind> {
        let t = self.take();
        if let Some(b) = basic(t.tok) {
            return Ok(TypeKind::Basic(b));
        }
        Ok(match t.tok {
            Tok::KwTable => {
                let index = self.index_types()?;
                self.expect(Tok::KwOf)?;
                TypeKind::Table(index, self.ty()?)
            }
            Tok::KwSet => TypeKind::Set(self.index_types()?),
            Tok::KwRecord => {
                self.expect(Tok::LBrace)?;
                let fields = self.fields()?;
                TypeKind::Record(fields, self.last_span())
            }
            Tok::KwEnum => {
                self.expect(Tok::LBrace)?;
                TypeKind::Enum(self.enum_items()?)
            }
            Tok::KwVector => {
                self.expect(Tok::KwOf)?;
                TypeKind::Vector(self.ty()?)
            }
            Tok::KwFile => {
                let of = if self.eat(Tok::KwOf) { Some(self.ty()?) } else { None };
                TypeKind::File(of)
            }
            _ => {
                self.expect(Tok::KwOf)?;
                TypeKind::Opaque(self.plain_ident()?.name)
            }
        })
    }

    pub(super) fn opt_type(&mut self) -> Parse<Option<TypeId>> {
        if self.eat(Tok::Colon) { Ok(Some(self.ty()?)) } else { Ok(None) }
    }

    fn index_types(&mut self) -> Parse<List<TypeId>> {
        self.expect(Tok::LBracket)?;
        let mut all = vec![self.ty()?];
        while self.eat(Tok::Comma) {
            all.push(self.ty()?);
        }
        self.expect(Tok::RBracket)?;
        Ok(self.tree.run(all))
    }

    /// Parses the fields of a record after its opening brace, closing brace included.
    pub(super) fn fields(&mut self) -> Parse<List<Field>> {
        let mut all = Vec::new();
        loop {
            while self.conditional()? {}
            if self.eat(Tok::RBrace) {
                return Ok(self.tree.run(all));
            }
            let f = self.field()?;
            self.expect(Tok::Semi)?;
            all.push(f);
        }
    }

    /// Parses `name: type attributes`.
    fn field(&mut self) -> Parse<Field> {
        let id = self.plain_ident()?;
        self.expect(Tok::Colon)?;
        let ty = self.ty()?;
        let attrs = self.attrs()?;
        Ok(Field { name: id.name, name_span: id.span, ty, attrs, span: self.since(id.span) })
    }

    /// Parses parameters with their parentheses.
    pub(super) fn params(&mut self) -> Parse<List<Field>> {
        self.expect(Tok::LParen)?;
        let mut all = Vec::new();
        if !self.eat(Tok::RParen) {
            loop {
                if self.peek() == Tok::Ellipsis {
                    // The ellipsis replaces the parameters before it: the function checks its own arguments.
                    let span = self.peek_token();
                    let span = self.span(span);
                    self.take();
                    self.expect(Tok::RParen)?;
                    let name = self.names.intern("va_args");
                    let ty = self.tree.push(Type { kind: TypeKind::Basic(BasicType::Any), span });
                    all = vec![Field { name, name_span: span, ty, attrs: List::EMPTY, span }];
                    break;
                }
                all.push(self.field()?);
                let semi = self.peek() == Tok::Semi;
                if semi || self.peek() == Tok::Comma {
                    self.take();
                    if semi && self.eat(Tok::RParen) {
                        break;
                    }
                } else {
                    self.expect(Tok::RParen)?;
                    break;
                }
            }
        }
        Ok(self.tree.run(all))
    }

    /// Parses the names of an enumeration after its opening brace, closing brace included.
    pub(super) fn enum_items(&mut self) -> Parse<List<EnumItem>> {
        let mut all = Vec::new();
        loop {
            let id = self.plain_ident()?;
            let mut value = None;
            if self.eat(Tok::Assign) {
                let negative = self.eat(Tok::Minus);
                let t = self.take_literal()?;
                let is_count = matches!(t.tok, Tok::Count | Tok::HexCount) && !negative;
                value = Some(match self.literal(t)? {
                    crate::tree::Literal::Count(n) if is_count => Some(n),
                    _ => {
                        let d = Diagnostic::error(self.since(id.span), "enumerator is not a count constant");
                        self.report(d);
                        None
                    }
                });
            }
            let deprecated =
                if self.peek() == Tok::AttrDeprecated { Some(self.deprecation()?) } else { None };
            all.push(EnumItem { name: id.name, span: id.span, value, deprecated });
            if self.eat(Tok::Comma) {
                if self.eat(Tok::RBrace) {
                    break;
                }
            } else {
                self.expect(Tok::RBrace)?;
                break;
            }
        }
        Ok(self.tree.run(all))
    }

    /// Parses the text of `&deprecated` or `&deprecated="text"`.
    fn deprecation(&mut self) -> Parse<Option<Bytes>> {
        self.take();
        if !self.eat(Tok::Assign) {
            return Ok(None);
        }
        let t = self.take_literal()?;
        if matches!(t.tok, Tok::Str | Tok::Dir | Tok::Filename) {
            return Ok(self.literal(t)?.as_str());
        }
        let message = format!("'&deprecated={}' must use a string literal", self.text_of(t));
        let span = self.span(t);
        self.report(Diagnostic::error(span, message));
        Ok(None)
    }

    pub(super) fn attrs(&mut self) -> Parse<List<Attr>> {
        let mut all = Vec::new();
        loop {
            let t = self.peek_token();
            let first = self.span(t);
            let value = match t.tok {
                Tok::AttrDeprecated => match self.deprecation()? {
                    Some(text) => {
                        let kind = crate::tree::ExprKind::Literal(crate::tree::Literal::Str(text));
                        let span = self.last_span();
                        Some(self.mk(kind, span)?)
                    }
                    None => None,
                },
                tok if takes_value(tok) => {
                    self.take();
                    self.expect(Tok::Assign)?;
                    let size = std::mem::replace(&mut self.in_size, false);
                    let e = self.expr()?;
                    self.in_size = size;
                    Some(e)
                }
                tok if is_attr(tok) => {
                    self.take();
                    None
                }
                _ => break,
            };
            all.push(Attr { tok: t.tok, value, span: self.since(first) });
        }
        if all.is_empty() {
            return Ok(List::EMPTY);
        }
        Ok(self.tree.run(all))
    }
}

pub(super) fn is_attr(tok: Tok) -> bool {
    tok as u8 >= Tok::AttrAddFunc as u8
}

fn takes_value(tok: Tok) -> bool {
    use Tok::*;
    matches!(
        tok,
        AttrDefault
            | AttrDefaultInsert
            | AttrAddFunc
            | AttrDeleteFunc
            | AttrOnChange
            | AttrBrokerStore
            | AttrBackend
            | AttrExpireFunc
            | AttrCreateExpire
            | AttrReadExpire
            | AttrWriteExpire
            | AttrPriority
            | AttrGroup
            | AttrTypeColumn
    )
}
