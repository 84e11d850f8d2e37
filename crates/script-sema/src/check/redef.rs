//! Enumerations, and `redef` of enumerations and records.
use super::attr_list::Holder;
use super::symbol::Meaning;
use super::{Pass, Subject, SymbolId, is_error, type_key};
use crate::index::Target;
use script_syntax::tree::{self as syntax, EnumItem, Ident, Init as Class, List};
use script_syntax::{Diagnostic, Name, Site, Span, Tok};
use std::rc::Rc;
use value::{EnumType, Type};

impl Pass<'_> {
    /// Makes the type of `enum { … }`, with the name of its declaration.
    pub(super) fn new_enum(&mut self, full: Name, items: List<EnumItem>, at: Span) -> Type {
        let name = self.rc(full);
        let ty = Type::Enum(Rc::new(EnumType::new(name)));
        self.place_type(&ty, at);
        self.add_enumerators(&ty, items);
        ty
    }

    fn add_enumerators(&mut self, ty: &Type, items: List<EnumItem>) {
        let t = self.t;
        for item in &t[items] {
            self.add_enumerator(ty, item);
        }
    }

    fn add_enumerator(&mut self, ty: &Type, item: &EnumItem) {
        let Type::Enum(e) = ty else { return };
        let key = type_key(ty).unwrap_or_default();
        // The next number; negative if the numbers are explicit.
        let counter = self.c.enum_counters.get(&key).copied().unwrap_or(0);
        let mixed = match item.value {
            Some(None) => return,
            Some(Some(_)) => counter > 0,
            None => counter < 0,
        };
        if mixed {
            self.error(item.span, "cannot mix explicit enumerator assignment and implicit auto-increment");
            return;
        }
        let number = match item.value {
            Some(Some(n)) => {
                self.c.enum_counters.insert(key, -1);
                i64::try_from(n).unwrap_or(-1)
            }
            _ => counter,
        };
        if e.name_of(number).is_some() {
            self.error(item.span, "enumerator value in enumerated type definition already exists");
            return;
        }
        if number < 0 {
            self.error(item.span, "enumerator value cannot be negative");
            return;
        }
        let module = self.c.module;
        let full = self.c.symbols.full_name(self.names, module, item.name);
        let text = self.rc(full);
        match self.c.find_full(self.names, &text) {
            None => {
                let id = self.install(item.name, module, item.span);
                if let Some(d) = item.deprecated {
                    self.deprecate(id, d, item.span);
                }
                let s = &mut self.c.symbols[id];
                s.ty = Some(ty.clone());
                s.meaning = Meaning::Enumerator(Rc::clone(e), number);
                s.has_value = true;
                s.constant = true;
            }
            Some(id) => {
                // The same name may be repeated with the same number.
                let s = &self.c.symbols[id];
                let same =
                    matches!(&s.meaning, Meaning::Enumerator(o, n) if o.name() == e.name() && *n == number);
                if !same || e.number(&text).is_some_and(|n| n != number) {
                    let other = Site::from(s.span);
                    let message =
                        format!("conflicting definition of enum value '{text}' in type '{}'", e.name());
                    self.c.report(Diagnostic::error(item.span, message).and(other));
                    return;
                }
            }
        }
        e.add_with(Rc::clone(&text), number);
        let name: Name = self.names.intern(e.name());
        for alias in self.c.aliases.get(&name).cloned().unwrap_or_default() {
            if let Type::Enum(a) = &alias
                && !Rc::ptr_eq(a, e)
            {
                a.add_with(Rc::clone(&text), number);
            }
        }
        if item.value.is_none() {
            self.c.enum_counters.insert(key, counter + 1);
        }
    }

    fn deprecate(&mut self, id: SymbolId, text: Option<syntax::Bytes>, at: Span) {
        let value = text.map(|t| {
            let v = value::Value::string(&self.t[t]);
            self.constant(v, at)
        });
        self.c.symbols[id].attrs.push(super::attr_list::Attr { tag: Tok::AttrDeprecated, value, span: at });
    }

    /// Returns the type to extend. A name of anything else is a fatal error.
    fn type_to_extend(&mut self, ident: Ident, what: &str) -> Option<(SymbolId, Type)> {
        let Some(id) = self.lookup(ident.name, ident.span) else {
            let module = self.c.module;
            let full = self.c.symbols.full_name(self.names, module, ident.name);
            let text = self.text(full).to_string();
            let known = self.c.symbols.iter().filter(|s| matches!(s.meaning, Meaning::Type));
            let close = script_syntax::suggest(&text, known.map(|s| self.names.text(s.name)));
            let mut d = if what == "enum" {
                Diagnostic::fatal(ident.span, format!("unknown enum identifier \"{text}\""))
            } else {
                Diagnostic::error(ident.span, "unknown identifier").about(text.clone())
            };
            if let Some(c) = close {
                d = d.help(format!("did you mean `{c}`?"));
            }
            self.c.report(d);
            return None;
        };
        if self.c.symbols[id].attrs.deprecated().is_some() {
            self.deprecated_symbol(id, ident.span);
        }
        let ty = self.c.symbols[id].ty.clone()?;
        Some((id, ty))
    }

    /// Checks `redef enum N += { … };`.
    pub(super) fn redef_enum(&mut self, ident: Ident, items: List<EnumItem>) {
        let Some((id, ty)) = self.type_to_extend(ident, "enum") else { return };
        if !matches!(ty, Type::Enum(_)) || !matches!(self.c.symbols[id].meaning, Meaning::Type) {
            let name = self.text(self.c.symbols[id].name).to_string();
            self.c.report(Diagnostic::fatal(ident.span, format!("identifier \"{name}\" is not an enum")));
            return;
        }
        self.add_enumerators(&ty, items);
    }

    /// Records, for editors, where the fields of a named record are declared.
    pub(super) fn note_fields(&mut self, record: &value::Name, fields: List<syntax::Field>) {
        if self.c.index.is_none() {
            return;
        }
        let t = self.t;
        for f in &t[fields] {
            let field = self.rc(f.name);
            let Some(index) = &mut self.c.index else { return };
            index.fields.entry((record.clone(), field.clone())).or_insert(f.name_span);
            index.note(f.name_span, Target::Field(record.clone(), field));
        }
    }

    /// Checks `redef record N += { … } attrs;`.
    pub(super) fn redef_record(
        &mut self,
        ident: Ident,
        fields: List<syntax::Field>,
        attrs: List<syntax::Attr>,
    ) {
        let Some((id, ty)) = self.type_to_extend(ident, "record") else { return };
        if !matches!(ty, Type::Record(_)) || !matches!(self.c.symbols[id].meaning, Meaning::Type) {
            let subject = self.symbol_subject(id);
            self.error_of("failed to redef record: no types found in alias map", subject);
            return;
        }
        if let Some(name) = ty.name() {
            self.note_fields(&name, fields);
        }
        let fields = self.fields(fields, Holder::Field);
        let log = self.t[attrs].iter().any(|a| a.tok == Tok::AttrLog);
        if fields.iter().any(|(f, _)| !f.attrs.optional && f.attrs.default.is_none() && !is_error(&f.ty)) {
            let subject = self.symbol_subject(id);
            self.error_of("extension field must be &optional or have &default", subject);
            self.c.symbols[id].ty = Some(Type::Error);
            return;
        }
        let name = self.c.symbols[id].name;
        let mut all = self.c.aliases.get(&name).cloned().unwrap_or_default();
        if all.is_empty() {
            all.push(ty);
        }
        for (mut f, at) in fields {
            if log {
                f.attrs.log = true;
                let text = match &f.attrs.text {
                    Some(t) if !t.contains("&log") => format!("{t}, &log"),
                    Some(t) => t.to_string(),
                    None => "&log".into(),
                };
                f.attrs.text = Some(text.into());
            }
            for t in &all {
                let Type::Record(r) = t else { continue };
                if r.position(&f.name).is_some() {
                    self.error(at, format!("duplicate field '{}' found in record definition", f.name));
                    break;
                }
                r.add_field(f.clone());
            }
        }
    }

    /// Checks `redef record N$f += { attrs };`.
    pub(super) fn redef_field(
        &mut self,
        record: Ident,
        field: Name,
        class: Class,
        attrs: List<syntax::Attr>,
    ) {
        let fatal = |p: &mut Self, message: String| p.c.report(Diagnostic::fatal(record.span, message));
        let text = self.text(record.name).to_string();
        let Some(id) = self.lookup(record.name, record.span) else {
            let module = self.c.module;
            let full = self.c.symbols.full_name(self.names, module, record.name);
            let full = self.text(full).to_string();
            return fatal(self, format!("unknown record identifier \"{full}\""));
        };
        let name = self.text(self.c.symbols[id].name).to_string();
        let Some(ty) = self.c.symbols[id].ty.clone() else {
            return fatal(self, format!("unknown record identifier \"{name}\""));
        };
        let Type::Record(r) = &ty else {
            let tag = ty.tag_name();
            return fatal(self, format!("identifier \"{name}\" has type \"{tag}\", expected \"record\""));
        };
        let wanted = self.text(field).to_string();
        let Some(at) = r.position(&wanted) else {
            let _ = text;
            return fatal(self, format!("field \"{wanted}\" not in record \"{name}\""));
        };
        let f = r.field(at);
        let t = self.t;
        for a in &t[attrs] {
            if a.tok != Tok::AttrLog {
                let message = "Can only redef \"&log\" attributes of record fields";
                return fatal(self, message.into());
            }
            let add = class == Class::Extra;
            if add && f.as_ref().is_some_and(|f| !super::attrs::loggable(&f.ty, false)) {
                self.error_of(
                    "&log applied to a type that cannot be logged",
                    Subject { site: a.span.into(), text: "&log".into() },
                );
                continue;
            }
            r.change_attrs(at, |x| x.log = add);
        }
    }
}
