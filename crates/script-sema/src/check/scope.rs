//! Names inside functions. A function has one scope: blocks only limit where a variable may be used.
use crate::tree::{self, BodyKind, CaptureFrom, LocalId, VarRef};
use script_syntax::{Name, Span};
use value::Type;

/// The state of a function, lambda, `when` or the top-level statements while they are checked.
pub(crate) struct Frame {
    pub(crate) kind: BodyKind,
    pub(crate) locals: Vec<tree::Local>,
    pub(super) vars: Vec<Var>,
    pub(crate) captures: Vec<Captured>,
    /// Whether the function has a list of captures.
    pub(crate) has_captures: bool,
    /// The variables of outer functions that this one uses, in order of first use.
    pub(crate) outer: Vec<Name>,
    /// The aggregates that were declared without a value. They are empty at the start of the function.
    pub(crate) inits: Vec<LocalId>,
    /// The type that `return` must yield; `None` if the function returns nothing.
    pub(crate) result: Option<Type>,
    pub(crate) infer_result: bool,
    /// Whether `return;` is allowed although there is a result: in hooks and in the parts of a `when`.
    pub(crate) bare_return: bool,
    pub(crate) loops: u32,
    pub(crate) switches: u32,
    /// The variables that each open block declares.
    blocks: Vec<Vec<Name>>,
}

/// A variable of a frame.
pub(crate) struct Var {
    pub(crate) name: Name,
    pub(crate) local: LocalId,
    /// Its type; `None` until that is known, such as for a loop variable before its loop is checked.
    pub(crate) ty: Option<Type>,
    pub(crate) constant: bool,
    /// Whether its block has ended.
    pub(crate) out_of_scope: bool,
    pub(crate) span: Span,
}

/// A captured variable.
pub(crate) struct Captured {
    pub(crate) name: Name,
    pub(crate) from: CaptureFrom,
    pub(crate) ty: Type,
    pub(crate) constant: bool,
    pub(crate) used: bool,
}

/// The result of looking up a variable.
#[derive(Clone)]
pub(crate) struct Found {
    pub(crate) var: VarRef,
    pub(crate) ty: Option<Type>,
    pub(crate) constant: bool,
    pub(crate) out_of_scope: bool,
    pub(crate) span: Span,
    /// Whether it belongs to the innermost function.
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

    /// The names in scope, for suggestions.
    pub(crate) fn names(&self) -> impl Iterator<Item = Name> + '_ {
        self.vars.iter().map(|v| v.name)
    }

    pub(super) fn var(&self, name: Name) -> Option<&Var> {
        self.vars.iter().rev().find(|v| v.name == name)
    }

    pub(crate) fn var_mut(&mut self, name: Name) -> Option<&mut Var> {
        self.vars.iter_mut().rev().find(|v| v.name == name)
    }

    /// Whether the variable in a slot is constant.
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

    /// Records that the innermost open block declares `name`.
    pub(crate) fn declared_here(&mut self, name: Name) {
        if let Some(b) = self.blocks.last_mut() {
            b.push(name);
        }
    }
}
