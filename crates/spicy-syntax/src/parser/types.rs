//! Types.
use super::{Parse, Parser};
use crate::ast::{BitRange, Bitfield, Id, StructField, TypeExpr, TypeKind};
use crate::source::Span;
use crate::token::Tok;

/// The types that are single words.
pub(crate) const SIMPLE: &[&str] = &[
    "addr", "any", "bool", "bytes", "error", "interval", "network", "port", "real", "regexp", "sink",
    "stream", "string", "time", "type", "void",
];

impl Parser<'_> {
    /// Parses the type on the right of `type X = …`.
    pub(crate) fn declared_type(&mut self) -> Parse<TypeExpr> {
        self.type_expr()
    }

    pub(crate) fn type_expr(&mut self) -> Parse<TypeExpr> {
        self.nested(|p| {
            let start = p.span();
            let mut ty = p.plain_type()?;
            while p.is("&") && !matches!(p.ahead(1), Tok::Ident(_) if p.joined(1)) {
                p.bump();
                ty = TypeExpr { kind: TypeKind::Ref(Box::new(ty)), span: start.to(p.last_span()) };
            }
            Ok(ty)
        })
    }

    fn plain_type(&mut self) -> Parse<TypeExpr> {
        let start = self.span();
        let Tok::Ident(word) = self.tok() else { return self.unexpected("a type") };
        let kind = match self.known_type(word) {
            Some(kind) => kind?,
            None => TypeKind::Name(self.path()?.text),
        };
        Ok(TypeExpr { kind, span: start.to(self.last_span()) })
    }

    /// Whether a word begins a built-in type.
    pub(crate) fn is_type_word(word: &str) -> bool {
        SIMPLE.contains(&word)
            || integer(word).is_some()
            || matches!(
                word,
                "iterator"
                    | "view"
                    | "optional"
                    | "result"
                    | "vector"
                    | "list"
                    | "set"
                    | "map"
                    | "tuple"
                    | "struct"
                    | "enum"
                    | "bitfield"
                    | "unit"
            )
    }

    /// Parses a built-in type; `None` if the word does not begin one.
    fn known_type(&mut self, word: &str) -> Option<Parse<TypeKind>> {
        if let Some((signed, bits)) = integer(word) {
            self.bump();
            return Some(Ok(TypeKind::Int { signed, bits }));
        }
        if let Some(simple) = SIMPLE.iter().find(|s| **s == word) {
            self.bump();
            return Some(Ok(TypeKind::Simple(simple)));
        }
        if !Self::is_type_word(word) {
            return None;
        }
        let start = self.span();
        self.bump();
        Some(match word {
            "iterator" | "const_iterator" => self.required_param().map(TypeKind::Iterator),
            "view" => self.required_param().map(|_| TypeKind::View),
            // `optional(e)` is a constructor, whose type follows from the operand.
            "optional" if self.is("(") => Ok(TypeKind::Simple("optional")),
            "optional" => self.required_param().map(TypeKind::Optional),
            "result" => self.required_param().map(TypeKind::Result),
            "vector" => self.optional_param().map(TypeKind::Vector),
            "list" => self.optional_param().map(TypeKind::List),
            "set" => self.optional_param().map(TypeKind::Set),
            "map" => self.map_params().map(TypeKind::Map),
            "tuple" => self.tuple_type().map(TypeKind::Tuple),
            "struct" => self.struct_type().map(TypeKind::Struct),
            "enum" => self.enum_type().map(TypeKind::Enum),
            "bitfield" => self.bitfield_type().map(|b| TypeKind::Bitfield(Box::new(b))),
            _ => self.unit_type(start).map(|u| TypeKind::Unit(Box::new(u))),
        })
    }

    fn required_param(&mut self) -> Parse<Box<TypeExpr>> {
        match self.optional_param()? {
            Some(t) => Ok(t),
            None => self.unexpected("'<' and a type"),
        }
    }

    pub(crate) fn optional_param(&mut self) -> Parse<Option<Box<TypeExpr>>> {
        if !self.eat("<") {
            return Ok(None);
        }
        if self.eat("*") {
            self.expect(">")?;
            return Ok(None);
        }
        let ty = self.type_expr()?;
        self.expect(">")?;
        Ok(Some(Box::new(ty)))
    }

    pub(crate) fn map_params(&mut self) -> Parse<Option<Box<(TypeExpr, TypeExpr)>>> {
        if !self.eat("<") {
            return Ok(None);
        }
        let key = self.type_expr()?;
        self.expect(",")?;
        let value = self.type_expr()?;
        self.expect(">")?;
        Ok(Some(Box::new((key, value))))
    }

    fn tuple_type(&mut self) -> Parse<Vec<(Option<Id>, TypeExpr)>> {
        let mut out = Vec::new();
        if !self.eat("<") {
            return Ok(out);
        }
        while !self.eat(">") {
            let name = match (self.tok(), self.ahead(1)) {
                (Tok::Ident(_), Tok::Op(":")) => {
                    let id = self.label()?;
                    self.bump();
                    Some(id)
                }
                _ => None,
            };
            self.attributes()?;
            out.push((name, self.type_expr()?));
            self.attributes()?;
            if !self.is(">") {
                self.expect(",")?;
            }
        }
        Ok(out)
    }

    fn struct_type(&mut self) -> Parse<Vec<StructField>> {
        self.expect("{")?;
        let mut out = Vec::new();
        while !self.eat("}") {
            let start = self.span();
            let name = self.new_name()?;
            self.expect(":")?;
            let ty = self.type_expr()?;
            let attrs = self.attributes()?;
            self.expect(";")?;
            out.push(StructField { name, ty, attrs, span: start.to(self.last_span()) });
        }
        Ok(out)
    }

    fn enum_type(&mut self) -> Parse<Vec<(Id, Option<crate::ast::Expr>)>> {
        self.expect("{")?;
        let mut out = Vec::new();
        while !self.eat("}") {
            let name = self.label()?;
            let value = if self.eat("=") { Some(self.expr()?) } else { None };
            out.push((name, value));
            if !self.is("}") {
                self.expect(",")?;
            }
        }
        Ok(out)
    }

    fn number(&mut self) -> Parse<u64> {
        match self.tok() {
            Tok::Uint(n) => {
                self.bump();
                Ok(*n)
            }
            _ => self.unexpected("a number"),
        }
    }

    fn bitfield_type(&mut self) -> Parse<Bitfield> {
        let start = self.span();
        self.expect("(")?;
        let bits = self.number()?;
        self.expect(")")?;
        if ![8, 16, 32, 64].contains(&bits) {
            self.errors.error(start.to(self.last_span()), "a bitfield has 8, 16, 32 or 64 bits");
        }
        self.expect("{")?;
        let mut ranges = Vec::new();
        while !self.eat("}") {
            ranges.push(self.bit_range()?);
        }
        // The caller parses attributes after the braces, with those of the declaration or field.
        let attrs = Vec::new();
        Ok(Bitfield { bits, ranges, attrs })
    }

    fn bit_range(&mut self) -> Parse<BitRange> {
        let start: Span = self.span();
        let name = self.label()?;
        self.check_new_name(&name);
        self.expect(":")?;
        let from = self.number()?;
        let to = if self.eat("..") { self.number()? } else { from };
        let expected = if self.eat("=") { Some(self.attribute_value()?) } else { None };
        let attrs = self.attributes()?;
        self.expect(";")?;
        Ok(BitRange { name, from, to, expected, attrs, span: start.to(self.last_span()) })
    }
}

/// Returns signedness and width of `uint16` and the like.
pub(crate) fn integer(word: &str) -> Option<(bool, u8)> {
    let (signed, bits) = match word.strip_prefix("uint") {
        Some(bits) => (false, bits),
        None => (true, word.strip_prefix("int")?),
    };
    match bits {
        "8" => Some((signed, 8)),
        "16" => Some((signed, 16)),
        "32" => Some((signed, 32)),
        "64" => Some((signed, 64)),
        _ => None,
    }
}
