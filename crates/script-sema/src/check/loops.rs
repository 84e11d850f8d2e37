//! The head of `for`: the container and the variables.
use super::symbol::Meaning;
use super::{Pass, Subject, is_error};
use crate::tree::{ExprRef, For, ForKind, LocalId, StmtKind, VarRef};
use script_syntax::tree::Ident;
use script_syntax::{Site, tree as syntax};
use value::Type;

impl Pass<'_> {
    /// Returns a loop variable: an existing one, or a new one.
    fn loop_var(&mut self, ident: Ident, ty: &Type, over: &ExprRef, integral: bool) -> Option<LocalId> {
        if self.is_blank(ident.name) {
            return None;
        }
        if let Some(found) = self.find_local(ident.name).filter(|f| f.own) {
            self.note_local(&found, ident.span);
            if found.constant {
                let text = self.local_text(ident.name).to_string();
                self.error_of("constant used in 'for' loop", Subject { site: found.span.into(), text });
                self.unusable_loop_var(over);
                return None;
            }
            if let Some(old) = &found.ty {
                let fits = if integral { old.is_integral() } else { old.same(ty) };
                if !fits && !is_error(old) {
                    let message = match over.ty {
                        Type::Vector(_) if integral => "vector index in \"for\" loop must be integral",
                        Type::String => "string index in \"for\" loop must be string",
                        _ => {
                            let old = self.of_type(&old.clone());
                            self.error_of_two("type clash in iteration", over, old);
                            return None;
                        }
                    };
                    self.error_of(message, over);
                    return None;
                }
            } else {
                self.set_local_type(ident.name, ty.clone());
            }
            return match found.var {
                VarRef::Local(l) => Some(l),
                _ => None,
            };
        }
        if let Some(id) = self.lookup(ident.name, ident.span)
            && matches!(
                self.c.symbols[id].meaning,
                Meaning::Global(_) | Meaning::Type | Meaning::Enumerator(..)
            )
        {
            let subject = self.symbol_subject(id);
            self.error_of("global variable used in 'for' loop", subject);
            self.unusable_loop_var(over);
        }
        Some(self.add_local(ident.name, Some(ty.clone()), ident.span))
    }

    /// Reports a loop variable that cannot be used.
    fn unusable_loop_var(&mut self, over: &ExprRef) {
        let old = Subject { site: Site::Type("error"), text: "error".into() };
        self.error_of_two("type clash in iteration", over, old);
    }

    pub(super) fn for_loop(&mut self, f: syntax::For) -> StmtKind {
        let t = self.t;
        let keys: Vec<Ident> = t[f.keys].to_vec();
        let over = self.expr(f.over);
        let kind = self.for_kind(&keys, f.value, &over);
        // After an error in the head, the variables still exist in the body, so that one mistake causes one message.
        if kind.is_none() {
            for ident in keys.iter().chain(&f.value) {
                if self.find_local(ident.name).is_none() && !self.is_blank(ident.name) {
                    self.add_local(ident.name, Some(Type::Error), ident.span);
                }
            }
        }
        let body = self.looped(f.body);
        match kind {
            Some(kind) => StmtKind::For(Box::new(For { over, kind, body })),
            None => StmtKind::Null,
        }
    }

    fn for_kind(&mut self, keys: &[Ident], value: Option<Ident>, over: &ExprRef) -> Option<ForKind> {
        match &over.ty {
            Type::Error => None,
            Type::Table(table) => {
                let blank = matches!(keys, [one] if self.is_blank(one.name));
                if table.index.len() != keys.len() && !blank {
                    self.error_of("wrong index size", over);
                    return None;
                }
                let index = table.index.clone();
                let mut vars: Vec<Option<LocalId>> = vec![None; index.len().max(1)];
                if !blank {
                    for ((k, t), var) in keys.iter().zip(&index).zip(&mut vars) {
                        *var = self.loop_var(*k, t, over, false);
                    }
                }
                let value = match (value, &table.yields) {
                    (None, _) => None,
                    (Some(v), Some(y)) => self.loop_var(v, &y.clone(), over, false),
                    (Some(_), None) => {
                        let m = "key value for loops only support iteration over tables or vectors";
                        self.error_of(m, over);
                        return None;
                    }
                };
                Some(ForKind::Table { keys: vars, value })
            }
            Type::Vector(v) => {
                let [key] = keys else {
                    self.error_of("iterating over a vector requires only a single index type", over);
                    return None;
                };
                let index = self.loop_var(*key, &Type::Count, over, true);
                let value = value.and_then(|n| self.loop_var(n, &v.elem.clone(), over, false));
                Some(ForKind::Vector { index, value })
            }
            Type::String => {
                let [key] = keys else {
                    self.error_of("iterating over a string requires only a single index type", over);
                    return None;
                };
                let char = self.loop_var(*key, &Type::String, over, false);
                if value.is_some() {
                    let m = "key value for loops only support iteration over tables or vectors";
                    self.error_of(m, over);
                    return None;
                }
                Some(ForKind::String { char })
            }
            _ => {
                self.error_of("target to iterate over must be a table, set, vector, or string", over);
                None
            }
        }
    }
}
