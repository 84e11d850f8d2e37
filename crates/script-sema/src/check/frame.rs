//! Names inside functions. A function has one scope: blocks only say where a variable may be used.
use super::{Pass, loc};
use crate::tree::{self, BodyKind, CaptureFrom, LocalId, VarRef};
use script_syntax::{Name, Span};
use value::Type;

/// A function, lambda, `when` or the statements outside of functions, while it is checked.
pub(crate) struct Frame {
    pub(crate) kind: BodyKind,
    pub(crate) locals: Vec<tree::Local>,
    vars: Vec<Var>,
    pub(crate) captures: Vec<Captured>,
    /// Whether captures were written at all.
    pub(crate) has_captures: bool,
    /// Variables of outer functions that are used here, in order of first use.
    pub(crate) outer: Vec<Name>,
    /// Aggregates that were declared without a value: they start empty when the function is entered.
    pub(crate) inits: Vec<LocalId>,
    /// The type that `return` must give; `None` if the function returns nothing.
    pub(crate) result: Option<Type>,
    pub(crate) infer_result: bool,
    /// `return;` is fine although there is a result: hooks, and a `when`'s parts.
    pub(crate) bare_return: bool,
    pub(crate) loops: u32,
    pub(crate) switches: u32,
    /// Variables declared in each open block.
    blocks: Vec<Vec<Name>>,
}

/// A variable of a frame.
pub(crate) struct Var {
    pub(crate) name: Name,
    pub(crate) local: LocalId,
    /// None until it is declared: a loop variable before its loop is looked at.
    pub(crate) ty: Option<Type>,
    pub(crate) constant: bool,
    /// Its block is over.
    pub(crate) out_of_scope: bool,
    pub(crate) span: Span,
}

/// A variable that is taken along.
pub(crate) struct Captured {
    pub(crate) name: Name,
    pub(crate) from: CaptureFrom,
    pub(crate) ty: Type,
    pub(crate) constant: bool,
    pub(crate) used: bool,
}

/// A variable as it was found.
#[derive(Clone)]
pub(crate) struct Found {
    pub(crate) var: VarRef,
    pub(crate) ty: Option<Type>,
    pub(crate) constant: bool,
    pub(crate) out_of_scope: bool,
    pub(crate) span: Span,
    /// It belongs to the innermost function.
    pub(crate) own: bool,
}

impl Frame {
    pub(crate) fn new(kind: BodyKind) -> Self {
        Frame {
            kind,
            locals: Vec::new(),
            vars: Vec::new(),
            captures: Vec::new(),
            has_captures: false,
            outer: Vec::new(),
            inits: Vec::new(),
            result: None,
            infer_result: false,
            bare_return: false,
            loops: 0,
            switches: 0,
            blocks: Vec::new(),
        }
    }

    /// Names in scope, for suggestions.
    pub(crate) fn names(&self) -> impl Iterator<Item = Name> + '_ {
        self.vars.iter().map(|v| v.name)
    }

    fn var(&self, name: Name) -> Option<&Var> {
        self.vars.iter().rev().find(|v| v.name == name)
    }

    pub(crate) fn var_mut(&mut self, name: Name) -> Option<&mut Var> {
        self.vars.iter_mut().rev().find(|v| v.name == name)
    }

    /// Whether the variable in a slot is a constant.
    pub(crate) fn is_constant(&self, local: LocalId) -> bool {
        self.vars.iter().any(|v| v.local == local && v.constant)
    }

    pub(crate) fn open_block(&mut self) {
        self.blocks.push(Vec::new());
    }

    pub(crate) fn close_block(&mut self) {
        for name in self.blocks.pop().unwrap_or_default() {
            if let Some(v) = self.var_mut(name) {
                v.out_of_scope = true;
            }
        }
    }

    /// Notes that `name` is declared in the block that is open.
    pub(crate) fn declared_here(&mut self, name: Name) {
        if let Some(b) = self.blocks.last_mut() {
            b.push(name);
        }
    }
}

impl Pass<'_> {
    /// The innermost function.
    pub(super) fn frame(&mut self) -> Option<&mut Frame> {
        self.c.frames.last_mut()
    }

    /// The variable that `name` means, of this function or of one around it.
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

    /// Adds a variable to the innermost function.
    pub(super) fn add_local(&mut self, name: Name, ty: Option<Type>, span: Span) -> LocalId {
        let module = self.c.module;
        let full = self.c.symbols.full_name(self.names, module, name);
        let text = self.rc(full);
        let Some(f) = self.c.frames.last_mut() else { return LocalId(0) };
        let local = LocalId(f.locals.len() as u32);
        f.locals.push(tree::Local { name: text, ty: ty.clone().unwrap_or(Type::Any), is_used: false });
        f.vars.push(Var { name, local, ty, constant: false, out_of_scope: false, span });
        local
    }

    /// Gives a variable of the innermost function its type.
    pub(super) fn set_local_type(&mut self, name: Name, ty: Type) {
        let Some(f) = self.c.frames.last_mut() else { return };
        let Some(v) = f.vars.iter_mut().rev().find(|v| v.name == name) else { return };
        v.ty = Some(ty.clone());
        let at = v.local.0 as usize;
        if let Some(l) = f.locals.get_mut(at) {
            l.ty = ty;
        }
    }

    /// The name of a local as messages show it: with its module.
    pub(super) fn local_text(&mut self, name: Name) -> value::Name {
        let module = self.c.module;
        let full = self.c.symbols.full_name(self.names, module, name);
        self.rc(full)
    }

    /// An expression for a variable that was found.
    pub(super) fn var_expr(&mut self, name: Name, found: &Found, at: Span) -> tree::ExprRef {
        let text = self.local_text(name);
        let ty = found.ty.clone().unwrap_or(Type::Error);
        tree::Expr::new(tree::ExprKind::Var(found.var, text), ty, loc(at))
    }
}
