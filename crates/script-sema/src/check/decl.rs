//! Global variables and types: first declarations and `redef`.
use super::attr_list::{Attrs, Holder};
use super::elems::Rhs;
use super::first_value::Decl;
use super::merge::merged;
use super::symbol::Meaning;
use super::{Pass, Subject, SymbolId, is_error, loc};
use crate::tree::{AddKind, Global, GlobalAttrs, GlobalId, GlobalKind, Init, InitOp, RemoveKind, Rows};
use script_syntax::tree::{GlobalKind as Word, Ident, Init as Class, List};
use script_syntax::{Diagnostic, ExprId, Name, Site, Span, Tok, TypeId, tree as syntax};
use std::rc::Rc;
use value::{Flavor, Type};

impl Pass<'_> {
    /// Returns the symbol of a declaration: an existing one of this module, or a new one.
    pub(super) fn declared(&mut self, ident: Ident, defining: bool) -> Option<SymbolId> {
        if let Some(id) = self.lookup_in(ident.name, ident.span, defining) {
            let s = &self.c.symbols[id];
            let is_function = matches!(&s.ty, Some(Type::Func(f)) if f.flavor == Flavor::Function);
            if s.attrs.deprecated().is_some() && !is_function {
                self.deprecated_symbol(id, ident.span);
            }
            return Some(id);
        }
        let module = self.c.module;
        Some(self.install(ident.name, module, ident.span))
    }

    pub(super) fn symbol_subject(&self, id: SymbolId) -> Subject {
        let s = &self.c.symbols[id];
        Subject { site: s.span.into(), text: self.names.text(s.name).to_string() }
    }

    /// Reports an error about a symbol and makes its type unusable.
    pub(super) fn symbol_error(&mut self, id: SymbolId, message: &str, other: Site) {
        let subject = self.symbol_subject(id);
        self.error_beside(message, subject, other);
        self.c.symbols[id].ty = Some(Type::Error);
    }

    /// Checks a `global`, `const`, `option` or `redef`.
    pub(super) fn global(&mut self, word: Word, local: &syntax::Local, at: Span) {
        let redef = word == Word::Redef;
        let Some(id) = self.declared(local.ident, !redef) else { return };
        if word == Word::Option && self.is_blank(local.ident.name) {
            return self.symbol_error(id, "blank identifier used as option", Site::Nowhere);
        }
        let ty = local.ty.map(|t| self.ty(t));
        let decl = Decl { word, class: local.class, at, attrs: local.attrs };
        if let Some(wanted) = self.type_of_rows(id, ty.as_ref(), &decl)
            && let Some(rows) = local.init.and_then(|e| self.rows(e, &wanted))
        {
            return self.make_table(id, &wanted, rows, &decl);
        }
        let (class, init) = self.initializer(word, local);
        let attrs = self.attr_values(local.attrs);
        self.make_global(id, ty, init, attrs, &Decl { class, ..decl });
    }

    /// Returns the value in a declaration, and how it combines with the previous value. `redef t["x"] = 1` acts like
    /// `redef t += { ["x"] = 1 }` (Zeek's CHANGES, 2.1-757).
    fn initializer(&mut self, word: Word, local: &syntax::Local) -> (Class, Option<Rhs>) {
        let Some(e) = local.init else { return (local.class, None) };
        let brackets = |to: ExprId| matches!(self.t[to].kind, syntax::ExprKind::Brackets(_));
        let is_entry = word == Word::Redef
            && local.class == Class::None
            && matches!(self.t[e].kind, syntax::ExprKind::Assign(to, _) if brackets(to));
        self.c.in_init += 1;
        let given = if is_entry {
            (Class::Extra, Rhs::Braces(vec![self.elem(e)], self.t[e].span))
        } else {
            (local.class, self.rhs(e))
        };
        self.c.in_init -= 1;
        (given.0, Some(given.1))
    }

    /// Returns the type for [`Pass::rows`] if the declaration itself cannot be wrong, so that only its rows remain to
    /// be checked.
    fn type_of_rows(&self, id: SymbolId, ty: Option<&Type>, decl: &Decl) -> Option<Type> {
        let s = &self.c.symbols[id];
        let (ty, open) = if decl.word == Word::Redef {
            let plain = ty.is_none() && decl.attrs.is_empty() && decl.class == Class::Extra;
            let open = s.has_value && s.attrs.has(Tok::AttrRedef) && !s.attrs.has(Tok::AttrAddFunc);
            (s.ty.as_ref(), plain && open)
        } else {
            (ty, s.ty.is_none() && decl.class == Class::Full)
        };
        ty.filter(|t| open && !is_error(t) && !self.is_blank(s.name)).cloned()
    }

    /// Makes a global table from constant rows.
    fn make_table(&mut self, id: SymbolId, ty: &Type, mut rows: Rows, decl: &Decl) {
        let attrs = self.attr_values(decl.attrs);
        self.c.constructor_attrs = None;
        self.c.symbols[id].ty = Some(ty.clone());
        let global = self.global_of(id, decl.word, ty);
        let add = decl.word == Word::Redef;
        self.merge_attrs(id, attrs, ty, add);
        let attrs = self.c.symbols[id].attrs.clone();
        rows.attrs = if add { None } else { self.table_attrs(&attrs) };
        self.finish_global(id, global, ty, Some(InitOp::Rows { add, rows: rows.into() }), decl);
    }

    /// Whether `redef name` is allowed: types need a keyword, and some cannot be changed at all. Reports an error if
    /// not.
    pub(super) fn redefinable(&mut self, name: Name, at: Span) -> bool {
        let ident = Ident { name, span: at };
        let Some(id) = self.c.find(self.names, name) else { return true };
        if !matches!(self.c.symbols[id].meaning, Meaning::Type) {
            return true;
        }
        let name = self.text(self.c.symbols[id].name).to_string();
        let written = self.text(ident.name).to_string();
        let tag = self.c.symbols[id].ty.as_ref().map_or("error", Type::tag_name);
        let message = match tag {
            "record" | "enum" => format!("redef of {tag} type {name} is missing {tag} keyword"),
            _ => format!("can not redef {tag} type {name}"),
        };
        let plain = format!("{message}, at or near \"{written}\"");
        self.c.report(Diagnostic::error(ident.span, message).plain(plain));
        if self.c.options.first_only {
            self.c.stopped = true;
        }
        false
    }

    fn make_global(
        &mut self,
        id: SymbolId,
        ty: Option<Type>,
        init: Option<Rhs>,
        attrs: Vec<super::attr_list::Attr>,
        decl: &Decl,
    ) {
        let redef = decl.word == Word::Redef;
        let has_attrs = !decl.attrs.is_empty();
        let init_site: Site = init.as_ref().map_or(Site::Nowhere, |i| i.span().into());
        let init_subject = |i: &Rhs| Subject { site: i.span().into(), text: i.to_string() };
        if let (Class::None, Some(i)) = (decl.class, &init) {
            self.error_of("Initialization not preceded by =/+=/-= is not allowed.", init_subject(i));
        }
        let old = self.c.symbols[id].ty.clone();
        let blank = self.is_blank(self.c.symbols[id].name);
        let known_func = matches!(old, Some(Type::Func(_)));
        let redefinable = self.c.symbols[id].attrs.has(Tok::AttrRedef);
        if old.is_some() && !blank {
            if redefinable || (init.is_none() && has_attrs && !known_func) {
                if !redef {
                    let subject = self.symbol_subject(id);
                    let other = match (&init, &ty) {
                        (Some(i), _) => i.span().into(),
                        (None, Some(t)) => self.type_site(t),
                        _ => Site::Nowhere,
                    };
                    let d = Diagnostic::warning(subject.site, "redefinition requires \"redef\"");
                    self.c.report(d.about(subject.text).and(other));
                }
            } else if redef {
                return self.symbol_error(id, "cannot redefine a variable not marked with &redef", init_site);
            } else {
                if known_func && init.is_none() {
                    if let Some(t) = ty {
                        self.add_prototype(id, &t, &attrs);
                    }
                } else {
                    self.symbol_error(id, "already defined", init_site);
                }
                return;
            }
        }
        if redef && old.is_none() {
            let name = self.c.symbols[id].name;
            let subject = Subject { site: decl.at.into(), text: self.text(name).to_string() };
            let mut d = Diagnostic::error(subject.site, "\"redef\" used but not previously defined")
                .about(subject.text);
            let wanted = self.names.text(name).to_string();
            let known = self.c.symbols.iter().filter(|s| s.ty.is_some()).map(|s| self.names.text(s.name));
            if let Some(close) = script_syntax::suggest(&wanted, known) {
                d = d.help(format!("did you mean `{close}`?"));
            }
            self.c.report(d);
            self.c.symbols[id].ty = Some(Type::Error);
            return;
        }
        let ty = if redef && ty.is_none() { old.clone() } else { ty };
        if let Some(old) = old.as_ref().filter(|o| !is_error(o) && !blank) {
            if !redef && (init.is_none() || ty.is_none()) && init.is_none() {
                return self.symbol_error(id, "already defined", init_site);
            }
            if let Some(t) = &ty
                && !t.same(old)
            {
                return self.symbol_error(id, "redefinition changes type", init_site);
            }
        }
        let Some(ty) = ty.or_else(|| self.type_of_init(id, init.as_ref())) else { return };
        self.c.symbols[id].ty = Some(ty.clone());
        let global = self.global_of(id, decl.word, &ty);
        self.merge_attrs(id, attrs, &ty, redef);
        if let Some((at, own)) = self.c.constructor_attrs.take()
            && matches!(&init, Some(Rhs::Value(e)) if e.loc == loc(at))
        {
            if let Some(f) = own.find(Tok::AttrExpireFunc) {
                self.check_expire_func(&f.clone(), &ty);
            }
            if self.c.symbols[id].attrs.is_empty() {
                self.c.symbols[id].attrs = own;
            } else {
                let own = own.iter().filter(|a| a.tag != Tok::AttrOptional).cloned().collect();
                self.merge_attrs(id, own, &ty, redef);
            }
        }
        let value = self.first_value(id, global, &ty, init, decl);
        self.finish_global(id, global, &ty, value, decl);
    }

    /// Returns the number of the symbol's global; makes the global if needed.
    pub(super) fn global_of(&mut self, id: SymbolId, word: Word, ty: &Type) -> GlobalId {
        if let Meaning::Global(g) = self.c.symbols[id].meaning {
            let global = self.c.program.global_mut(g);
            global.ty = ty.clone();
            return g;
        }
        let s = &self.c.symbols[id];
        let (name, exported, at) = (s.name, s.exported, s.span);
        let name = self.rc(name);
        let kind = match (word, ty) {
            (_, Type::Func(f)) if f.flavor != Flavor::Function => GlobalKind::Func,
            (_, Type::Func(_)) if (self.c.builtin)(&name) => GlobalKind::Builtin,
            (Word::Const, _) => GlobalKind::Const,
            (Word::Option, _) => GlobalKind::Option,
            (_, Type::Func(_)) => GlobalKind::Func,
            _ => GlobalKind::Var,
        };
        let g = self.c.program.add_global(Global {
            name,
            ty: ty.clone(),
            kind,
            bodies: Vec::new(),
            attrs: GlobalAttrs::default(),
            loc: loc(at),
            exported,
        });
        let s = &mut self.c.symbols[id];
        s.meaning = Meaning::Global(g);
        if matches!(ty, Type::Func(f) if f.flavor != Flavor::Function) || kind == GlobalKind::Builtin {
            s.has_value = true;
        }
        g
    }

    /// Merges attributes into those of a symbol.
    pub(super) fn merge_attrs(
        &mut self,
        id: SymbolId,
        attrs: Vec<super::attr_list::Attr>,
        ty: &Type,
        redef: bool,
    ) {
        if attrs.is_empty() {
            return;
        }
        let mut all = Attrs::default();
        for a in attrs {
            self.add_attr(&mut all, a, ty, Holder::Global, false);
        }
        let mut known = std::mem::take(&mut self.c.symbols[id].attrs);
        if known.is_empty() {
            known = all;
        } else {
            for a in all.iter() {
                self.add_attr(&mut known, a.clone(), ty, Holder::Global, redef);
            }
        }
        self.c.symbols[id].attrs = known;
    }

    fn finish_global(&mut self, id: SymbolId, g: GlobalId, ty: &Type, value: Option<InitOp>, decl: &Decl) {
        let subject = self.symbol_subject(id);
        let attrs = self.c.symbols[id].attrs.clone();
        let given = value.as_ref().is_some_and(|v| !matches!(v, InitOp::Empty));
        match decl.word {
            Word::Const => {
                if !given && !attrs.has(Tok::AttrRedef) && !is_error(ty) && !self.c.symbols[id].has_value {
                    // If a value did not fit, that was reported already.
                    if decl.class == Class::None {
                        self.error_of("const variable must be initialized", subject);
                    }
                }
                self.c.symbols[id].constant = true;
            }
            Word::Option => {
                if !given && !matches!(ty, Type::Table(_) | Type::Vector(_)) && decl.class == Class::None {
                    self.error_of("option variable must be initialized", subject);
                }
                let s = &mut self.c.symbols[id];
                s.option = true;
                if !s.attrs.has(Tok::AttrRedef) {
                    s.attrs.push(super::attr_list::Attr {
                        tag: Tok::AttrRedef,
                        value: None,
                        span: Span::NONE,
                    });
                }
            }
            _ => {}
        }
        self.global_attrs(id, g, ty);
        let s = &mut self.c.symbols[id];
        match &value {
            Some(InitOp::Set(e)) => s.known = Some(Rc::clone(e)),
            Some(InitOp::Add(AddKind::Merge, e)) => s.known = merged(s.known.take(), e),
            Some(InitOp::Remove(RemoveKind::Subtract, _)) => s.known = None,
            _ => {}
        }
        if let Some(op) = value {
            s.has_value = true;
            let global = self.c.program.global_mut(g);
            if matches!(op, InitOp::Set(_)) && global.kind == GlobalKind::Func {
                // A function was assigned, so calls go through the variable.
                global.kind = GlobalKind::Var;
                global.bodies.clear();
            }
            self.c.program.init.push(Init { global: g, op, loc: loc(decl.at) });
        }
    }

    /// Copies a symbol's attributes to its global.
    pub(super) fn global_attrs(&mut self, id: SymbolId, g: GlobalId, ty: &Type) {
        let attrs = self.c.symbols[id].attrs.clone();
        if attrs.is_empty() {
            return;
        }
        let table = if matches!(ty, Type::Table(_)) { self.table_attrs(&attrs) } else { None };
        let other = attrs
            .iter()
            .filter(|a| !matches!(a.tag, Tok::AttrRedef | Tok::AttrDeprecated))
            .map(|a| {
                (a.tag.text().into(), a.value.as_ref().map_or(String::new(), ToString::to_string).into())
            })
            .collect();
        if let (Type::Record(r), true) = (ty, attrs.has(Tok::AttrLog)) {
            for i in 0..r.len() {
                r.change_attrs(i as u32, |a| a.log = true);
            }
        }
        let global = self.c.program.global_mut(g);
        global.attrs = GlobalAttrs {
            redef: attrs.has(Tok::AttrRedef),
            deprecated: attrs.deprecated(),
            is_used: attrs.has(Tok::AttrIsUsed),
            error_handler: attrs.has(Tok::AttrErrorHandler),
            raw_output: attrs.has(Tok::AttrRawOutput),
            other,
            table,
        };
    }

    /// Checks `type N: T attrs;`.
    pub(super) fn type_decl(&mut self, ident: Ident, ty: TypeId, attrs: List<syntax::Attr>) {
        let Some(id) = self.declared(ident, true) else { return };
        let full = self.c.symbols[id].name;
        let (made, own) = match self.t[ty].kind {
            syntax::TypeKind::Enum(items) => (self.new_enum(full, items, self.t[ty].span), true),
            _ => (self.ty(ty), false),
        };
        if is_error(&made) {
            if !own {
                self.error(self.t[ty].span, "Error trying to create alias to nonexistent type");
            }
            return;
        }
        let text = self.rc(full);
        let old = made.name();
        let named = made.named(&text);
        let at = self.t[ty].span;
        self.place_type(&named, at);
        self.c.aliases.entry(full).or_default().push(named.clone());
        if let Some(old) = old.filter(|o| **o != *text) {
            self.c.program.aliases.insert(text.clone(), old.clone());
            let old: Name = self.names.intern(&old);
            self.c.aliases.entry(old).or_default().push(named.clone());
        }
        if let syntax::TypeKind::Record(fields, _) = self.t[ty].kind {
            self.note_fields(&text, fields);
        }
        let symbol = &mut self.c.symbols[id];
        symbol.ty = Some(named.clone());
        symbol.meaning = Meaning::Type;
        symbol.span = ident.span;
        let attrs = self.attrs(attrs, &named, Holder::Other);
        if attrs.has(Tok::AttrLog)
            && let Type::Record(r) = &named
        {
            for i in 0..r.len() {
                r.change_attrs(i as u32, |a| a.log = true);
            }
        }
        self.c.symbols[id].attrs = attrs;
        self.c.program.types.insert(text, named);
    }
}
