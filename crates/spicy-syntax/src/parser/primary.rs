//! Operands: literals, names, constructors.
use super::{Parse, Parser};
use crate::ast::{Expr, ExprKind, Id};
use crate::source::Span;
use crate::token::Tok;

impl Parser<'_> {
    pub(crate) fn primary(&mut self) -> Parse<Expr> {
        let start = self.span();
        let kind = match self.tok() {
            Tok::Uint(n) => self.simple(ExprKind::Uint(*n)),
            Tok::Real(r) => self.simple(ExprKind::Real(*r)),
            Tok::Str(s) => self.simple(ExprKind::Str(s.clone())),
            Tok::Bytes(b) => self.simple(ExprKind::Bytes(b.clone())),
            Tok::ErrorText(s) => self.simple(ExprKind::Error(s.clone())),
            Tok::Port(n, p) => self.simple(ExprKind::Port(*n, p.clone())),
            Tok::Addr(a) => self.simple(ExprKind::Addr(*a)),
            Tok::Net(a, w) => self.simple(ExprKind::Net(*a, *w)),
            Tok::Regexp(_) => return self.regexp_literal(),
            Tok::Dollar => self.simple(ExprKind::Dollar),
            Tok::Capture(n) => self.simple(ExprKind::Capture(*n)),
            Tok::DollarName(n) => self.simple(ExprKind::DollarName(n.clone())),
            Tok::Op("(") => self.parenthesised()?,
            Tok::Op("[") => self.bracketed()?,
            Tok::Op("|") => {
                self.bump();
                let inner = self.inside_size(Self::expr)?;
                self.expect("|")?;
                ExprKind::Size(inner)
            }
            Tok::Ident(word) => self.word(word, start)?,
            _ => return self.unexpected("an expression"),
        };
        Ok(self.make(start, kind))
    }

    fn simple(&mut self, kind: ExprKind) -> ExprKind {
        self.bump();
        kind
    }

    /// Parses `/a/ | /b/$(2)`.
    pub(crate) fn regexp_literal(&mut self) -> Parse<Expr> {
        let start = self.span();
        let mut patterns = Vec::new();
        while let Tok::Regexp(p) = self.tok() {
            patterns.push(p.clone());
            self.bump();
            if !(self.is("|") && matches!(self.ahead(1), Tok::Regexp(_))) {
                break;
            }
            self.bump();
        }
        Ok(self.make(start, ExprKind::Regexp(patterns)))
    }

    /// Parses `(e)`, `()`, `(e,)` or `(a, b)`.
    fn parenthesised(&mut self) -> Parse<ExprKind> {
        self.bump();
        if self.eat(")") {
            return Ok(ExprKind::Tuple(Vec::new()));
        }
        let mut items = self.outside_size(Self::expressions)?;
        let comma = matches!(self.before(), Tok::Op(","));
        self.expect(")")?;
        Ok(match items.pop() {
            Some(only) if items.is_empty() && !comma => ExprKind::Paren(only),
            Some(last) => {
                items.push(last);
                ExprKind::Tuple(items)
            }
            None => ExprKind::Tuple(items),
        })
    }

    /// Parses `[a, b]`, `[$x=1]` or `[e for x in y if c]`.
    fn bracketed(&mut self) -> Parse<ExprKind> {
        self.bump();
        if self.eat("]") {
            return Ok(ExprKind::List(Vec::new()));
        }
        if matches!(self.tok(), Tok::DollarName(_)) && matches!(self.ahead(1), Tok::Op("=")) {
            let mut fields = Vec::new();
            while let Tok::DollarName(n) = self.tok() {
                let id = Id { text: n.clone(), span: self.span() };
                self.bump();
                self.expect("=")?;
                fields.push((id, self.outside_size(Self::expr)?));
                if !self.eat(",") {
                    break;
                }
            }
            self.expect("]")?;
            return Ok(ExprKind::Struct(fields));
        }
        let mut items = self.outside_size(Self::expressions)?;
        if items.len() == 1 && self.eat_word("for") {
            let var = self.new_name()?;
            self.expect_word("in")?;
            let over = self.outside_size(Self::expr)?;
            let condition = if self.eat_word("if") { Some(self.outside_size(Self::expr)?) } else { None };
            self.expect("]")?;
            return match items.pop() {
                Some(what) => Ok(ExprKind::Comprehension { what, var, over, condition }),
                None => self.unexpected("an expression"),
            };
        }
        self.expect("]")?;
        Ok(ExprKind::List(items))
    }

    fn word(&mut self, word: &str, start: Span) -> Parse<ExprKind> {
        let call = matches!(self.ahead(1), Tok::Op("("));
        Ok(match word {
            "True" => self.simple(ExprKind::Bool(true)),
            "False" => self.simple(ExprKind::Bool(false)),
            "Null" | "None" => self.simple(ExprKind::Null),
            "cast" => {
                self.bump();
                self.expect("<")?;
                let ty = self.type_expr()?;
                self.expect(">")?;
                ExprKind::Cast(ty, self.one_argument()?)
            }
            "unpack" => {
                self.bump();
                self.expect("<")?;
                let ty = self.type_expr()?;
                self.expect(">")?;
                ExprKind::Unpack(ty, self.arguments()?)
            }
            "pack" if call => {
                self.bump();
                ExprKind::Pack(self.arguments()?)
            }
            "begin" if call => {
                self.bump();
                ExprKind::Begin(self.one_argument()?)
            }
            "end" if call => {
                self.bump();
                ExprKind::EndOf(self.one_argument()?)
            }
            "typeinfo" => {
                self.bump();
                ExprKind::TypeInfo(self.one_argument()?)
            }
            "new" => {
                self.bump();
                ExprKind::New(self.nested(Self::new_operand)?)
            }
            "map" if !matches!(self.ahead(1), Tok::Op("<")) || self.is_constructor() => {
                self.bump();
                let types = self.map_params()?;
                ExprKind::Map(types, self.map_pairs()?)
            }
            "time_ns" | "interval_ns" if call => {
                let name = ExprKind::Name(word.to_owned());
                self.bump();
                let callee = self.make(start, name);
                ExprKind::Call(callee, self.arguments()?)
            }
            "error" => self.simple(ExprKind::Name(word.to_owned())),
            _ if Self::is_type_word(word) => {
                let ty = self.type_expr()?;
                if self.is("(") { ExprKind::Make(ty, self.arguments()?) } else { ExprKind::Type(ty) }
            }
            _ => ExprKind::Name(self.path()?.text),
        })
    }

    /// Whether `map<…>` is followed by a list of pairs.
    fn is_constructor(&mut self) -> bool {
        let mut open = 0_u32;
        for n in 1.. {
            match self.ahead(n) {
                Tok::Op("<") => open += 1,
                Tok::Op(">") => {
                    open = open.saturating_sub(1);
                    if open == 0 {
                        return matches!(self.ahead(n + 1), Tok::Op("("));
                    }
                }
                Tok::End | Tok::Op(";" | "{" | "}") => return false,
                _ => {}
            }
        }
        false
    }

    fn map_pairs(&mut self) -> Parse<Vec<(Expr, Expr)>> {
        self.expect("(")?;
        let mut out = Vec::new();
        while !self.eat(")") {
            let key = self.outside_size(Self::no_test_expr)?;
            self.expect(":")?;
            out.push((key, self.outside_size(Self::no_test_expr)?));
            if !self.is(")") {
                self.expect(",")?;
            }
        }
        Ok(out)
    }

    /// Parses the operand of `new T`, `new T(args)` or `new b"…"`.
    fn new_operand(&mut self) -> Parse<Expr> {
        let start = self.span();
        match self.tok() {
            Tok::Ident(word) if Self::is_type_word(word) && !matches!(self.ahead(1), Tok::Op("(")) => {
                let ty = self.type_expr()?;
                let kind =
                    if self.is("(") { ExprKind::Make(ty, self.arguments()?) } else { ExprKind::Type(ty) };
                Ok(self.make(start, kind))
            }
            Tok::Ident(word)
                if !Self::is_type_word(word)
                    && !matches!(word.as_str(), "True" | "False" | "Null" | "map" | "cast") =>
            {
                let name = ExprKind::Name(self.path()?.text);
                let name = self.make(start, name);
                if !self.is("(") {
                    return Ok(name);
                }
                let args = self.arguments()?;
                Ok(self.make(start, ExprKind::Call(name, args)))
            }
            _ => self.unary(),
        }
    }

    fn one_argument(&mut self) -> Parse<Expr> {
        self.expect("(")?;
        let e = self.outside_size(Self::expr)?;
        self.expect(")")?;
        Ok(e)
    }
}
