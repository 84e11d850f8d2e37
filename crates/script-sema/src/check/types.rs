//! Converts types of the syntax tree to types of values.
use super::attr_list::Holder;
use super::symbol::{Meaning, basic_type};
use super::{Pass, is_error};
use foldhash::HashSet;
use script_syntax::tree::{self as syntax, List, TypeKind};
use script_syntax::{Name, Site, Span, TypeId};
use std::cell::RefCell;
use std::rc::Rc;
use value::{Field, Flavor, FuncType, RecordType, Type};

impl Pass<'_> {
    /// Checks a type. After an error, which it reports, it returns [`Type::Error`].
    pub(super) fn ty(&mut self, id: TypeId) -> Type {
        let syntax::Type { kind, span } = self.t[id];
        let t = match kind {
            TypeKind::Error => return Type::Error,
            TypeKind::Basic(b) => return basic_type(b),
            TypeKind::Name(name) => return self.named_type(name, span),
            TypeKind::Table(index, yields) => {
                let index = self.types(index);
                let yields = self.ty(yields);
                return self.indexed(index, Some(yields), span);
            }
            TypeKind::Set(index) => {
                let index = self.types(index);
                return self.indexed(index, None, span);
            }
            TypeKind::Record(fields, close) => {
                let fields =
                    self.fields(fields, Holder::Field).into_iter().map(|(f, _)| (f, close)).collect();
                self.record_of(fields, close)
            }
            TypeKind::Enum(_) => {
                self.error(span, "incorrect syntax for enum type declaration");
                return Type::Error;
            }
            TypeKind::Vector(elem) => Type::vector_of(self.ty(elem)),
            TypeKind::File(None) => Type::file(),
            TypeKind::File(Some(of)) => Type::File(Rc::new(self.ty(of))),
            TypeKind::Opaque(name) => {
                let text = self.text(name).to_string();
                Type::opaque(&text)
            }
            TypeKind::Func(flavor, params, ret) => {
                let ret = ret.map(|r| self.ty(r));
                return self.func_type(flavor, params, ret, span);
            }
        };
        self.place_type(&t, span);
        t
    }

    fn types(&mut self, list: List<TypeId>) -> Vec<Type> {
        let t = self.t;
        t[list].iter().map(|&i| self.ty(i)).collect()
    }

    /// Makes a table or set type. Reports types that cannot be an index.
    pub(super) fn indexed(&mut self, index: Vec<Type>, yields: Option<Type>, span: Span) -> Type {
        let bad =
            index.iter().find_map(|t| unsupported_index(t, &mut HashSet::default()).map(|b| (t.clone(), b)));
        let failed = index.iter().any(is_error);
        let t = match yields {
            Some(y) => Type::table_of(index, y),
            None => Type::set_of(index),
        };
        self.place_type(&t, span);
        if let (Some((part, name)), false) = (bad, failed) {
            let (whole, part) = (self.of_type(&t), self.of_type(&part));
            self.error_of_two(format!("index type containing '{name}' is not supported"), whole, part);
            return Type::Error;
        }
        t
    }

    fn named_type(&mut self, name: Name, span: Span) -> Type {
        if let Some(found) = self.find_local(name) {
            let subject = super::Subject { site: found.span.into(), text: self.local_text(name).to_string() };
            self.error_beside("not a Zeek type", subject, span.into());
            return Type::Error;
        }
        let Some(id) = self.lookup(name, span) else {
            let text = self.text(name).to_string();
            let mut d = script_syntax::Diagnostic::error(span, format!("identifier not defined: {text}"));
            let types = self.c.symbols.iter().filter(|s| matches!(s.meaning, Meaning::Type));
            let known = types.map(|s| self.names.text(s.name));
            if let Some(close) = script_syntax::suggest(&text, known) {
                d = d.help(format!("did you mean `{close}`?"));
            }
            self.c.report(d);
            return Type::Error;
        };
        let symbol = &self.c.symbols[id];
        if !matches!(symbol.meaning, Meaning::Type) {
            let subject =
                super::Subject { site: symbol.span.into(), text: self.text(symbol.name).to_string() };
            self.error_beside("not a Zeek type", subject, Site::Nowhere);
            return Type::Error;
        }
        let ty = symbol.ty.clone().unwrap_or(Type::Error);
        if symbol.attrs.deprecated().is_some() {
            self.deprecated_symbol(id, span);
        }
        ty
    }

    /// Checks the fields of a record, or parameters.
    pub(super) fn fields(&mut self, list: List<syntax::Field>, holder: Holder) -> Vec<(Field, Span)> {
        let t = self.t;
        let mut out = Vec::with_capacity(list.len());
        for f in &t[list] {
            let ty = self.ty(f.ty);
            let attrs = self.attrs(f.attrs, &ty, holder);
            let name = self.rc(f.name);
            let attrs = self.field_attrs(&attrs, &ty);
            out.push((Field { name, ty, attrs }, f.span));
        }
        out
    }

    /// Makes a record of these fields. Repeated fields are reported and left out.
    pub(super) fn record_of(&mut self, fields: Vec<(Field, Span)>, span: Span) -> Type {
        let record = RecordType::new(None, Vec::new());
        for (f, at) in fields {
            if record.position(&f.name).is_some() {
                let at = if at.is_none() { span } else { at };
                self.error(at, format!("duplicate field '{}' found in record definition", f.name));
                continue;
            }
            record.add_field(f);
        }
        Type::Record(Rc::new(record))
    }

    /// Makes the type of a function.
    pub(super) fn func_type(
        &mut self,
        flavor: syntax::Flavor,
        params: List<syntax::Field>,
        ret: Option<Type>,
        span: Span,
    ) -> Type {
        let fields = self.fields(params, Holder::Field);
        let mut seen: HashSet<value::Name> = HashSet::default();
        let mut all: Vec<Field> = Vec::with_capacity(fields.len());
        let mut has_default = false;
        for (f, at) in fields {
            if !seen.insert(Rc::clone(&f.name)) {
                self.error(at, format!("duplicate field '{}' found in record definition", f.name));
                continue;
            }
            if f.attrs.default.is_some() {
                has_default = true;
            } else if has_default {
                let params = Type::Record(Rc::new(RecordType::new(None, all.clone())));
                let message = format!("required parameter '{}' must precede default parameters", f.name);
                let text = params.to_string();
                self.error_of(message, super::Subject { site: span.into(), text });
            }
            all.push(f);
        }
        let varargs =
            matches!(all.as_slice(), [one] if &*one.name == "va_args" && matches!(one.ty, Type::Any));
        let (flavor, result) = match flavor {
            syntax::Flavor::Function => (Flavor::Function, ret.unwrap_or(Type::Void)),
            syntax::Flavor::Event => (Flavor::Event, Type::Void),
            syntax::Flavor::Hook => (Flavor::Hook, Type::Bool),
        };
        let t = Type::Func(Rc::new(FuncType {
            name: None,
            flavor,
            params: all,
            result,
            varargs,
            prototypes: RefCell::default(),
        }));
        self.place_type(&t, span);
        t
    }
}

/// Returns the kind of the first type inside an index that cannot be hashed.
fn unsupported_index(t: &Type, open: &mut HashSet<usize>) -> Option<&'static str> {
    match t {
        Type::Any | Type::File(_) | Type::Opaque(_) | Type::Void | Type::TypeType(_) => Some(t.tag_name()),
        Type::Record(r) => {
            if !open.insert(Rc::as_ptr(r) as usize) {
                return None;
            }
            r.fields().iter().find_map(|f| unsupported_index(&f.ty, open))
        }
        Type::List(l) => l.iter().find_map(|t| unsupported_index(t, open)),
        Type::Table(t) => t.index.iter().chain(&t.yields).find_map(|t| unsupported_index(t, open)),
        Type::Vector(v) => unsupported_index(&v.elem, open),
        _ => None,
    }
}
