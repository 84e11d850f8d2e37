//! Alternate signatures of events and hooks, and the choice of the one that a body uses.
use super::attr_list::Attr;
use super::{Pass, SymbolId};
use crate::tree::ExprKind;
use script_syntax::{Diagnostic, Site, Tok};
use std::rc::Rc;
use value::{Field, Flavor, FuncType, Prototype, Type, Value};

/// For each parameter of the declaration, the number of the body's parameter, if the body names it.
pub(super) type Mapping = Vec<Option<usize>>;

enum Found {
    Canonical,
    Alternate(usize),
}

impl Pass<'_> {
    /// Maps the parameters of the declaration to those that the body names; for a function, also returns its type with
    /// the declared defaults.
    pub(super) fn prototype(
        &mut self,
        id: SymbolId,
        decl: &Rc<FuncType>,
        written: &Rc<FuncType>,
        ty: &Type,
    ) -> (Option<Mapping>, Option<Type>) {
        let whole = Type::Func(Rc::clone(decl));
        if decl.flavor != written.flavor {
            let (a, b) = (self.of_type(ty), self.of_type(&whole));
            self.error_of_two("incompatible function flavor", a, b);
            return (self.by_position(id, decl, written, ty), None);
        }
        if decl.flavor == Flavor::Function {
            if !whole.same(ty) {
                let (a, b) = (self.of_type(ty), self.of_type(&whole));
                self.error_of_two("incompatible function types", a, b);
                return (self.by_position(id, decl, written, ty), None);
            }
            let mut params = written.params.clone();
            let mut changed = false;
            for (p, d) in params.iter_mut().zip(&decl.params) {
                if p.attrs.default.is_none() && d.attrs.default.is_some() {
                    p.attrs.default = d.attrs.default;
                    p.attrs.optional = true;
                    p.attrs.text.clone_from(&d.attrs.text);
                    changed = true;
                }
            }
            let merged = changed.then(|| {
                Type::Func(Rc::new(FuncType {
                    name: written.name.clone(),
                    flavor: written.flavor,
                    params,
                    result: written.result.clone(),
                    varargs: written.varargs,
                    prototypes: written.prototypes.clone(),
                }))
            });
            if let Some(m) = &merged
                && let Some(s) = self.type_site(ty).span()
            {
                self.place_type(m, s);
            }
            return (Some((0..written.params.len()).map(Some).collect()), merged);
        }
        let found = find_prototype(decl, &written.params);
        let Some(found) = found else {
            let same = decl.params.len() == written.params.len()
                && decl.params.iter().zip(&written.params).all(|(d, p)| d.ty.same(&p.ty));
            if same {
                return (Some((0..decl.params.len()).map(Some).collect()), None);
            }
            let subject = self.of_type(ty);
            let other = self.symbol_subject(id);
            self.error_of_two("use of undeclared alternate prototype", subject, other);
            return (None, None);
        };
        let alternate = match found {
            Found::Canonical => None,
            Found::Alternate(i) => decl.prototypes.borrow().get(i).cloned(),
        };
        let params = alternate.as_ref().map_or(&decl.params, |a| &a.params).clone();
        for p in &params {
            if let Some(text) = &p.attrs.deprecated {
                let text =
                    text.as_ref().filter(|t| !t.is_empty()).map_or(String::new(), |t| format!(": {t}"));
                let subject = self.of_type(ty);
                let other = self.type_site(&whole);
                let message = format!("use of deprecated parameter '{}'{text} ({})", p.name, subject.text);
                self.c.deprecation(subject.site, other, message);
            }
        }
        for p in &written.params {
            if p.attrs.default.is_some() {
                let site = self.type_site(ty);
                let message = format!(
                    "&default on parameter '{}' has no effect (not a {} declaration)",
                    p.name,
                    decl.flavor.name()
                );
                self.c.report(Diagnostic::warning(site, message));
            }
        }
        let Some(a) = alternate else { return (Some((0..decl.params.len()).map(Some).collect()), None) };
        if let Some(text) = &a.deprecated {
            let text = text.as_ref().filter(|t| !t.is_empty()).map_or(String::new(), |t| format!(": {t}"));
            let name = self.text(self.c.symbols[id].name).to_string();
            let subject = self.of_type(ty);
            let other = self.c.prototype_spans.get(&(Rc::as_ptr(decl) as usize, proto_key(&a))).copied();
            let message = format!("use of deprecated '{name}' prototype{text} ({})", subject.text);
            self.c.deprecation(subject.site, other.map_or(Site::Nowhere, Site::from), message);
        }
        let mut mapping = vec![None; decl.params.len()];
        for (i, &o) in a.offsets.iter().enumerate() {
            if let Some(m) = mapping.get_mut(o as usize) {
                *m = Some(i);
            }
        }
        (Some(mapping), None)
    }

    /// Maps parameters by position, if no prototype fits and the types agree.
    fn by_position(
        &mut self,
        id: SymbolId,
        decl: &Rc<FuncType>,
        written: &Rc<FuncType>,
        ty: &Type,
    ) -> Option<Mapping> {
        let same = decl.params.len() == written.params.len()
            && decl.params.iter().zip(&written.params).all(|(d, p)| d.ty.same(&p.ty));
        if same {
            return Some((0..decl.params.len()).map(Some).collect());
        }
        let subject = self.of_type(ty);
        let other = self.symbol_subject(id);
        self.error_of_two("use of undeclared alternate prototype", subject, other);
        None
    }

    /// Adds another signature from a second declaration of an event or hook.
    pub(super) fn add_prototype(&mut self, id: SymbolId, ty: &Type, attrs: &[Attr]) {
        let Some(Type::Func(decl)) = self.c.symbols[id].ty.clone() else { return };
        let whole = Type::Func(Rc::clone(&decl));
        let Type::Func(alt) = ty else {
            let subject = self.of_type(ty);
            let other = self.symbol_subject(id);
            return self.error_of_two("type incompatible with previous definition", subject, other);
        };
        let (a, b) = (self.of_type(ty), self.of_type(&whole));
        if decl.flavor != alt.flavor {
            return self.error_of_two("incompatible function flavor", a, b);
        }
        if decl.flavor == Flavor::Function {
            return self.error_of_two("redeclaration of function", a, b);
        }
        if let Some(found) = find_prototype(&decl, &alt.params) {
            let other = match found {
                Found::Canonical => b.site,
                Found::Alternate(i) => {
                    let key = decl.prototypes.borrow().get(i).map(proto_key).unwrap_or_default();
                    self.c
                        .prototype_spans
                        .get(&(Rc::as_ptr(&decl) as usize, key))
                        .map_or(b.site, |&s| s.into())
                }
            };
            return self.error_beside("alternate function prototype already exists", a, other);
        }
        let mut offsets = Vec::with_capacity(alt.params.len());
        for p in &alt.params {
            if p.attrs.text.is_some() {
                let message = format!(
                    "alternate function prototype arguments may not have attributes: arg '{}'",
                    p.name
                );
                return self.error_of_two(message, a, b);
            }
            let Some(o) = decl.params.iter().position(|d| d.name == p.name) else {
                let message =
                    format!("alternate function prototype arg '{}' not found in canonical prototype", p.name);
                return self.error_of_two(message, a, b);
            };
            offsets.push(o as u32);
        }
        let deprecated = attrs.iter().find(|a| a.tag == Tok::AttrDeprecated).map(|a| {
            a.value.as_ref().and_then(|v| match &v.kind {
                ExprKind::Const(Value::String(s)) => Some(s.to_text().as_ref().into()),
                _ => None,
            })
        });
        let p = Prototype { params: alt.params.clone(), offsets, deprecated };
        if let Some(s) = a.site.span() {
            self.c.prototype_spans.insert((Rc::as_ptr(&decl) as usize, proto_key(&p)), s);
        }
        decl.prototypes.borrow_mut().push(p);
    }
}

/// Finds the signature with these names and types.
fn find_prototype(decl: &FuncType, params: &[Field]) -> Option<Found> {
    let same = |other: &[Field]| {
        other.len() == params.len()
            && other.iter().zip(params).all(|(o, p)| o.name == p.name && o.ty.same(&p.ty))
    };
    if same(&decl.params) {
        return Some(Found::Canonical);
    }
    decl.prototypes.borrow().iter().position(|a| same(&a.params)).map(Found::Alternate)
}

/// Makes a key for a prototype: the names and types of its parameters, which differ between the prototypes of an event.
fn proto_key(p: &Prototype) -> String {
    p.params.iter().map(|f| format!("{}:{},", f.name, f.ty)).collect()
}
