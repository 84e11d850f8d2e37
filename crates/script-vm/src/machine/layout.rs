//! Layouts of records: the initial value of each field.
use super::Machine;
use script_sema::tree::ExprKind;
use std::collections::HashSet;
use std::rc::Rc;
use value::{FieldInit, Layout, Pending, RecordType, TableMeta, ThunkId, Type};

impl Machine {
    /// Sets the layout of each record type. Runs after loading, since types grow while scripts load.
    pub(super) fn lay_out_records(&mut self) {
        let program = self.program.clone();
        let mut seen = HashSet::new();
        let mut todo: Vec<Type> = program.types.values().cloned().collect();
        todo.extend(program.globals.iter().map(|g| g.ty.clone()));
        for b in program.bodies.checked() {
            todo.extend(b.locals.iter().map(|l| l.ty.clone()));
        }
        while let Some(t) = todo.pop() {
            match &t {
                Type::Record(r) if seen.insert(Rc::as_ptr(r)) => {
                    todo.extend(r.fields().iter().map(|f| f.ty.clone()));
                    self.lay_out(r);
                }
                Type::Table(t) => todo.extend(t.index.iter().chain(&t.yields).cloned()),
                Type::Vector(v) => todo.push(v.elem.clone()),
                Type::Func(f) => {
                    todo.extend(f.params.iter().map(|p| p.ty.clone()));
                    todo.push(f.result.clone());
                }
                _ => {}
            }
        }
    }

    fn lay_out(&mut self, r: &Rc<RecordType>) {
        if r.layout().is_some() {
            return;
        }
        let fields = r.fields();
        let init = fields
            .iter()
            .map(|f| {
                if let Some(t) = f.attrs.default {
                    return self.start_of(t, 0);
                }
                if f.attrs.optional {
                    return FieldInit::Unset;
                }
                match &f.ty {
                    Type::Table(t) => {
                        FieldInit::Table(Rc::new(TableMeta::new(t.clone(), f.attrs.table.clone())))
                    }
                    Type::Vector(t) => FieldInit::Vector(t.clone()),
                    Type::Record(t) => match self.is_plain(t, 0) {
                        Some(true) => FieldInit::Record(t.clone()),
                        Some(false) => FieldInit::Pending(Pending::Record(t.clone())),
                        None => FieldInit::Unset,
                    },
                    _ => FieldInit::Unset,
                }
            })
            .collect();
        r.set_layout(Layout::new(init));
    }

    /// Returns the initial value that a default describes. A constant, an empty container or a record of such defaults
    /// needs no computation.
    fn start_of(&self, t: ThunkId, depth: u32) -> FieldInit {
        let Some(thunk) = self.program.thunks.get(t.0 as usize) else {
            return FieldInit::Pending(Pending::Thunk(t));
        };
        match (&thunk.expr.kind, &thunk.expr.ty) {
            (ExprKind::Const(v), _) => FieldInit::Const(v.clone()),
            (ExprKind::Table(entries, attrs), Type::Table(ty)) if entries.is_empty() => {
                FieldInit::Table(Rc::new(TableMeta::new(ty.clone(), attrs.clone())))
            }
            (ExprKind::Set(entries, attrs), Type::Table(ty)) if entries.is_empty() => {
                FieldInit::Table(Rc::new(TableMeta::new(ty.clone(), attrs.clone())))
            }
            (ExprKind::Vector(items), Type::Vector(ty)) if items.is_empty() => FieldInit::Vector(ty.clone()),
            (ExprKind::Record(given), Type::Record(ty))
                if given.is_empty() && self.is_plain(ty, depth + 1) == Some(true) =>
            {
                FieldInit::Record(ty.clone())
            }
            _ => FieldInit::Pending(Pending::Thunk(t)),
        }
    }

    /// Whether a record can be made of its defaults without computing anything, inner records included. `None` if it
    /// contains itself.
    fn is_plain(&self, r: &RecordType, depth: u32) -> Option<bool> {
        if depth == 32 {
            return None;
        }
        let mut plain = true;
        for f in r.fields() {
            plain &= match (f.attrs.default, &f.ty) {
                (Some(t), _) => !matches!(self.start_of(t, depth), FieldInit::Pending(_)),
                (None, Type::Record(inner)) if !f.attrs.optional => self.is_plain(inner, depth + 1)?,
                _ => true,
            };
        }
        Some(plain)
    }
}
