//! The checker's state, and the order of its passes.
use crate::hir::{Function, Param, Program};
use crate::loader::Loaded;
use crate::types::Ty;
use spicy_syntax::ast;
use spicy_syntax::evt::Evt;
use spicy_syntax::{Diagnostics, Sources, Span};
use std::collections::HashMap;
use std::rc::Rc;

/// The declaration that a name in a module refers to.
#[derive(Clone, Debug)]
pub(crate) enum Decl {
    Type(u32),
    Global(u32),
    Functions(Vec<u32>),
}

/// The declaration of a type, which is resolved on first use.
pub(crate) struct TypeDecl {
    pub(crate) module: u32,
    pub(crate) public: bool,
    pub(crate) ast: Rc<ast::Module>,
    pub(crate) item: usize,
    pub(crate) ty: Option<Ty>,
    pub(crate) resolving: bool,
}

/// The declaration of a global.
pub(crate) struct GlobalDecl {
    pub(crate) module: u32,
    pub(crate) ast: Rc<ast::Module>,
    pub(crate) item: usize,
    pub(crate) ty: Option<Ty>,
    pub(crate) resolving: bool,
    /// The value of a constant, if known.
    pub(crate) value: Option<crate::hir::Const>,
}

/// The checker's own state of a unit.
pub(crate) struct UnitState {
    pub(crate) module: u32,
    pub(crate) ast: Rc<ast::UnitDecl>,
    pub(crate) attrs: Rc<Vec<ast::Attr>>,
    pub(crate) members: Vec<MemberState>,
    pub(crate) resolving_convert: bool,
    pub(crate) convert_ty: Option<Option<Ty>>,
}

pub(crate) struct MemberState {
    pub(crate) source: MemberSource,
    pub(crate) ty: Option<Ty>,
    pub(crate) resolving: bool,
}

/// The source of a member.
#[derive(Clone, Debug)]
pub(crate) enum MemberSource {
    Field(Rc<ast::Field>),
    Var(Rc<ast::UnitVar>),
    Sink,
    /// An item of an anonymous bitfield: the field, and the item's index.
    Lifted(Rc<ast::Field>, usize),
}

/// The meaning of `$$`, if it exists.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Dollar {
    None,
    /// The container of an unnamed field, which stores no elements.
    Transient,
    Is(Ty),
    /// A local variable of a hook.
    Local(u32, Ty),
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Captures {
    None,
    Thunk,
    Local(u32),
}

#[derive(Clone, Debug)]
pub(crate) struct Local {
    pub(crate) name: String,
    pub(crate) index: u32,
    pub(crate) mutable: bool,
}

/// The context of an expression or statement.
pub(crate) struct Cx {
    pub(crate) module: u32,
    pub(crate) unit: Option<u32>,
    /// The local variable that contains `self`.
    pub(crate) self_local: Option<u32>,
    pub(crate) self_mutable: bool,
    pub(crate) dollar: Dollar,
    pub(crate) captures: Captures,
    pub(crate) locals: Vec<Ty>,
    pub(crate) names: Vec<Local>,
    pub(crate) ret: Option<Ty>,
    pub(crate) in_foreach: bool,
    pub(crate) loops: u32,
    /// The reason why `self` may not be used here.
    pub(crate) no_self: Option<&'static str>,
    /// Whether the unit's parameters are local variables, as in hooks.
    pub(crate) is_hook: bool,
}

impl Cx {
    pub(crate) fn new(module: u32) -> Self {
        Cx {
            module,
            unit: None,
            self_local: None,
            self_mutable: true,
            dollar: Dollar::None,
            captures: Captures::None,
            locals: Vec::new(),
            names: Vec::new(),
            ret: None,
            in_foreach: false,
            loops: 0,
            no_self: None,
            is_hook: false,
        }
    }

    pub(crate) fn in_unit(module: u32, unit: u32) -> Self {
        Cx { unit: Some(unit), ..Cx::new(module) }
    }

    pub(crate) fn local(&mut self, name: &str, ty: Ty, mutable: bool) -> u32 {
        let index = self.locals.len() as u32;
        self.locals.push(ty);
        self.names.push(Local { name: name.to_owned(), index, mutable });
        index
    }

    /// Adds an unnamed variable.
    pub(crate) fn temp(&mut self, ty: Ty) -> u32 {
        self.locals.push(ty);
        self.locals.len() as u32 - 1
    }
}

pub(crate) struct Checker<'a> {
    pub(crate) program: Program,
    pub(crate) errors: &'a mut Diagnostics,
    pub(crate) modules: Vec<Loaded>,
    /// The names declared in each module.
    pub(crate) scopes: Vec<HashMap<String, Decl>>,
    pub(crate) type_decls: Vec<TypeDecl>,
    pub(crate) global_decls: Vec<GlobalDecl>,
    pub(crate) units: Vec<UnitState>,
    pub(crate) regexps: HashMap<crate::hir::Regexp, u32>,
    pub(crate) tokens: HashMap<crate::grammar::TokenKind, u32>,
    /// The types of anonymous bitfields, by the position of their field.
    pub(crate) bitfield_types: HashMap<(spicy_syntax::FileId, u32), Ty>,
    /// The bitfields whose errors and warnings were already reported.
    pub(crate) bitfields_told: std::collections::HashSet<(spicy_syntax::FileId, u32)>,
    /// The enum types of the library, by name.
    pub(crate) library: HashMap<&'static str, Ty>,
    /// The event whose hook is being checked.
    pub(crate) raising: Option<u32>,
    pub(crate) cx: Cx,
    /// If above zero, errors are counted but not reported.
    pub(crate) quiet: u32,
    pub(crate) quiet_errors: u32,
    pub(crate) quiet_warnings: u32,
}

impl<'a> Checker<'a> {
    pub(crate) fn new(sources: Sources, modules: Vec<Loaded>, errors: &'a mut Diagnostics) -> Self {
        let scopes = modules.iter().map(|_| HashMap::new()).collect();
        let mut program = Program { sources, ..Program::default() };
        program.modules = modules.iter().map(|m| m.ast.name.text.clone()).collect();
        Checker {
            program,
            errors,
            modules,
            scopes,
            type_decls: Vec::new(),
            global_decls: Vec::new(),
            units: Vec::new(),
            regexps: HashMap::new(),
            tokens: HashMap::new(),
            bitfield_types: HashMap::new(),
            bitfields_told: std::collections::HashSet::new(),
            library: HashMap::new(),
            raising: None,
            cx: Cx::new(0),
            quiet: 0,
            quiet_errors: 0,
            quiet_warnings: 0,
        }
    }

    /// Runs all passes.
    pub(crate) fn run(&mut self, evts: &[(u32, &Evt)]) {
        self.declare();
        self.resolve_library();
        self.resolve_types();
        self.resolve_signatures();
        self.resolve_globals();
        self.check_units();
        self.attach(evts);
        self.check_hooks();
        self.check_functions();
        self.check_statements();
        if !self.errors.has_errors() {
            self.check_grammars();
        }
    }

    pub(crate) fn error(&mut self, span: Span, message: impl Into<String>) {
        if self.quiet > 0 {
            self.quiet_errors += 1;
        } else {
            self.errors.error(span, message);
        }
    }

    pub(crate) fn warning(&mut self, span: Span, message: impl Into<String>) {
        if self.quiet > 0 {
            self.quiet_warnings += 1;
        } else {
            self.errors.warning(span, message);
        }
    }

    /// Calls `work` in another context. Returns its result and that context.
    pub(crate) fn within<T>(&mut self, cx: Cx, work: impl FnOnce(&mut Self) -> T) -> (T, Cx) {
        let before = std::mem::replace(&mut self.cx, cx);
        let out = work(self);
        let cx = std::mem::replace(&mut self.cx, before);
        (out, cx)
    }

    /// Calls `work` without reporting its errors. Returns its result, and true if there were no errors.
    pub(crate) fn attempt<T>(&mut self, work: impl FnOnce(&mut Self) -> T) -> (T, bool) {
        let before = self.quiet_errors;
        self.quiet += 1;
        let out = work(self);
        self.quiet -= 1;
        let clean = self.quiet_errors == before;
        self.quiet_errors = before;
        (out, clean)
    }

    /// Tries `work` quietly. If it succeeds but has something to warn of, it runs again and does so.
    pub(crate) fn choose<T>(&mut self, mut work: impl FnMut(&mut Self) -> Option<T>) -> Option<T> {
        let before = self.quiet_warnings;
        let (found, clean) = self.attempt(&mut work);
        let silent = self.quiet_warnings == before;
        self.quiet_warnings = before;
        if !clean {
            return None;
        }
        // Arguments may be calls themselves: they must not be checked twice at every level.
        if silent { found } else { found.and_then(|_| work(self)) }
    }

    pub(crate) fn enum_named(&self, name: &str) -> Ty {
        self.library.get(name).copied().unwrap_or(Ty::UNKNOWN)
    }

    /// Declares a function that has no name in the grammar's text.
    pub(crate) fn add_function(&mut self, name: String, params: Vec<Param>, ret: Ty, span: Span) -> u32 {
        self.program.functions.push(Function { name, params, ret, body: None, native: None, span });
        self.program.functions.len() as u32 - 1
    }
}
