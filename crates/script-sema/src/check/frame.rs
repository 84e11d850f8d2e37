//! Variables inside functions: lookup, declaration, display.
use super::scope::{Found, Frame, Var};
use super::{Pass, loc};
use crate::index::Target;
use crate::tree::{self, LocalId, VarRef};
use script_syntax::{Name, Span};
use value::Type;

impl Pass<'_> {
    /// The innermost function.
    pub(super) fn frame(&mut self) -> Option<&mut Frame> {
        self.c.frames.last_mut()
    }

    /// Finds the variable that `name` refers to, in this function or an enclosing one.
    pub(super) fn find_local(&mut self, name: Name) -> Option<Found> {
        let frames = &mut self.c.frames;
        let (depth, v) = frames.iter().enumerate().rev().find_map(|(d, f)| Some((d, f.var(name)?)))?;
        let mut found = Found {
            var: VarRef::Local(v.local),
            ty: v.ty.clone(),
            constant: v.constant,
            out_of_scope: v.out_of_scope,
            span: v.span,
            own: depth + 1 == frames.len(),
        };
        found.out_of_scope &= found.own;
        for f in frames.iter_mut().skip(depth + 1) {
            if !f.outer.contains(&name) {
                f.outer.push(name);
            }
            if let Some((i, c)) = f.captures.iter_mut().enumerate().find(|(_, c)| c.name == name) {
                c.used = true;
                found.var = VarRef::Capture(i as u32);
            }
        }
        Some(found)
    }

    /// Records, for editors, that a name refers to a variable.
    pub(super) fn note_local(&mut self, found: &Found, at: Span) {
        if let Some(index) = &mut self.c.index {
            index.note(at, Target::Local(found.span));
        }
    }

    /// Adds a variable to the innermost function.
    pub(super) fn add_local(&mut self, name: Name, ty: Option<Type>, span: Span) -> LocalId {
        let module = self.c.module;
        let full = self.c.symbols.full_name(self.names, module, name);
        let text = self.rc(full);
        if self.c.index.is_some() {
            let short = self.rc(name);
            if let Some(index) = &mut self.c.index {
                index.declare_local(span, short, ty.clone());
            }
        }
        let Some(f) = self.c.frames.last_mut() else { return LocalId(0) };
        let local = LocalId(f.locals.len() as u32);
        f.locals.push(tree::Local { name: text, ty: ty.clone().unwrap_or(Type::Any), is_used: false });
        f.vars.push(Var { name, local, ty, constant: false, out_of_scope: false, span });
        local
    }

    /// Sets the type of a variable of the innermost function.
    pub(super) fn set_local_type(&mut self, name: Name, ty: Type) {
        let Some(f) = self.c.frames.last_mut() else { return };
        let Some(v) = f.vars.iter_mut().rev().find(|v| v.name == name) else { return };
        v.ty = Some(ty.clone());
        if let Some(l) = self.c.index.as_mut().and_then(|i| i.locals.get_mut(&v.span)) {
            l.ty = ty.clone();
        }
        let at = v.local.0 as usize;
        if let Some(l) = f.locals.get_mut(at) {
            l.ty = ty;
        }
    }

    /// Returns the name of a local with its module, as messages show it.
    pub(super) fn local_text(&mut self, name: Name) -> value::Name {
        let module = self.c.module;
        let full = self.c.symbols.full_name(self.names, module, name);
        self.rc(full)
    }

    /// Makes an expression for a variable that was found.
    pub(super) fn var_expr(&mut self, name: Name, found: &Found, at: Span) -> tree::ExprRef {
        let text = self.local_text(name);
        let ty = found.ty.clone().unwrap_or(Type::Error);
        tree::Expr::new(tree::ExprKind::Var(found.var, text), ty, loc(at))
    }
}
