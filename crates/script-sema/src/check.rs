//! The checker: items of the syntax tree, one after the other, to the typed program.
//!
//! Rules and words of its messages are those of the language's first implementation, because scripts and tests rely
//! on both: what may be assigned to what, where a number widens, which declaration counts when there are several.
use crate::tree::{ExprRef, Program};
use foldhash::{HashMap, HashSet};
use script_syntax::{Diagnostic, ExprId, Item, ItemKind, Name, Names, Severity, Site, Span, Tree};
use value::{Loc, Type};

mod access;
mod assign;
mod attr_list;
mod attrs;
mod calls;
mod comparison;
mod constructors;
mod containers;
mod decl;
mod elems;
mod expr;
mod first_value;
mod flow;
mod frame;
mod func;
mod lambda;
mod local;
mod lookup;
mod loops;
mod merge;
mod operators;
mod promote;
mod prototypes;
mod rank;
mod redef;
mod report;
mod rows;
mod scope;
mod stmt;
mod subject;
mod switch;
mod symbol;
mod table_attrs;
mod types;
mod unary;
mod update;
mod usage;
mod when;

use attr_list::Attrs;
use scope::Frame;
use subject::{Subject, is_error, loc, span, type_key};
use symbol::{SymbolId, Symbols};

/// How strict the checker is, and what it stays silent about.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// Nothing after an unknown name or a syntax error is reported.
    pub first_only: bool,
    /// Warnings about what is never used or never set: how many of the two kinds.
    pub usage: u8,
    /// Warnings about events without a declaration and functions that nothing calls.
    pub unused: bool,
}

impl Default for Options {
    fn default() -> Self {
        Options { first_only: false, usage: 0, unused: true }
    }
}

/// Names, types and checks of a session.
pub struct Checker {
    pub(crate) program: Program,
    symbols: Symbols,
    options: Options,
    diagnostics: Vec<Diagnostic>,
    errors: u32,
    /// Nothing that follows can be judged.
    stopped: bool,
    module: Name,
    modules: HashSet<Name>,
    /// The item stands in `export { … }`.
    export: bool,
    frames: Vec<Frame>,
    /// Inside an initializer, where `[a] = b` is an entry and no assignment.
    in_init: u32,
    /// Inside `hook …`.
    in_hook: u32,
    /// In the condition of an `@if` inside a function: its names that no global has, which are the function's variables.
    at_if: Option<Vec<(Name, Span)>>,
    /// Inside the condition of a `when`: the globals that it reads.
    when_globals: Option<Vec<crate::tree::GlobalId>>,
    /// Where types were written, by the address of their body.
    type_spans: HashMap<usize, Span>,
    /// Types by the names that they go under: a record and its aliases grow together.
    aliases: HashMap<Name, Vec<Type>>,
    /// Functions that already got a warning about their parameters.
    warned_functions: HashSet<usize>,
    /// Table types that already got an error about their `&expire_func`.
    warned_tables: HashSet<usize>,
    /// The next number of an enumeration; below zero where its numbers are written.
    enum_counters: HashMap<usize, i64>,
    /// Where alternate signatures were written.
    prototype_spans: HashMap<(usize, String), Span>,
    /// Errors that are reported only if there are no others.
    late: Vec<Diagnostic>,
    /// Attributes that stood at the last constructor, and its place: those of a variable's first value are the
    /// variable's.
    constructor_attrs: Option<(Span, Attrs)>,
    builtin: Box<dyn Fn(&str) -> bool>,
    /// Places from which deprecations are ignored, or no longer.
    pragmas: Vec<(u32, bool)>,
    /// Statements outside of functions.
    top: Option<(Frame, Vec<crate::tree::Stmt>)>,
    lambdas: u32,
    used: usage::Used,
}

/// The checking of one item.
pub(crate) struct Pass<'a> {
    c: &'a mut Checker,
    t: &'a Tree,
    names: &'a mut Names,
}

impl Checker {
    /// A session without any name. `builtin` tells whether a function of that full name is supplied by the host.
    pub fn new(names: &mut Names, options: Options, builtin: Box<dyn Fn(&str) -> bool>) -> Self {
        let symbols = Symbols::new(names);
        let module = symbols.global;
        Checker {
            program: Program::default(),
            symbols,
            options,
            diagnostics: Vec::new(),
            errors: 0,
            stopped: false,
            module,
            modules: HashSet::default(),
            export: false,
            frames: Vec::new(),
            in_init: 0,
            in_hook: 0,
            at_if: None,
            when_globals: None,
            type_spans: HashMap::default(),
            aliases: HashMap::default(),
            warned_functions: HashSet::default(),
            warned_tables: HashSet::default(),
            enum_counters: HashMap::default(),
            prototype_spans: HashMap::default(),
            late: Vec::new(),
            constructor_attrs: None,
            builtin,
            pragmas: Vec::new(),
            top: None,
            lambdas: 0,
            used: usage::Used::default(),
        }
    }

    /// Checks an item.
    pub fn item(&mut self, names: &mut Names, tree: &Tree, item: &Item) {
        self.export = item.exported;
        Pass { c: self, t: tree, names }.item(item);
    }

    /// Checks the condition of an `@if`. Gives the expression to evaluate, or `None` after an error.
    ///
    /// `inside` says that it stands inside a function, whose variables it cannot use.
    pub fn condition(&mut self, names: &mut Names, tree: &Tree, e: ExprId, inside: bool) -> Option<ExprRef> {
        Pass { c: self, t: tree, names }.condition(e, inside)
    }

    /// Whether there is a global of that name, and its type.
    pub fn type_of(&mut self, names: &mut Names, name: &str) -> Option<Option<Type>> {
        let id = self.find_full(names, name)?;
        Some(self.symbols[id].ty.clone())
    }

    /// Whether a name is in scope, or a module of it exists.
    pub fn defined(&mut self, names: &mut Names, name: Name) -> bool {
        self.modules.contains(&name) || self.find(names, name).is_some()
    }

    /// Whether `redef name` is about something that is no type. Reports it.
    pub fn redefinable(&mut self, names: &mut Names, name: Name, at: Span) -> bool {
        let tree = Tree::default();
        Pass { c: self, t: &tree, names }.redefinable(name, at)
    }

    /// The module that declarations go to.
    pub fn module(&self) -> Name {
        self.module
    }

    /// Goes back to a module, after a loaded file.
    pub fn set_module(&mut self, module: Name) {
        self.module = module;
    }

    /// From `at` on deprecations are ignored, or no longer.
    pub fn ignore_deprecations(&mut self, at: Span, ignore: bool) {
        self.pragmas.push((at.start, ignore));
    }

    /// Ends the session: makes a body of the statements outside of functions, and reports what is known only at the end.
    pub fn finish(&mut self, names: &mut Names) {
        if let Some((frame, all)) = self.top.take() {
            let at = all.first().map_or(Loc::NONE, |s| s.loc);
            let block = crate::tree::Stmt { kind: crate::tree::StmtKind::Block(all), loc: at };
            let tree = Tree::default();
            let global = self.symbols.global;
            let mut pass = Pass { c: self, t: &tree, names };
            let body = pass.finish_body(
                frame,
                block,
                "<top-level>".into(),
                Vec::new(),
                Type::Void,
                0,
                Vec::new(),
                global,
                span(at),
            );
            self.program.top_level = Some(body);
        }
        if self.errors == 0 {
            for d in std::mem::take(&mut self.late) {
                self.report(d);
            }
        }
        if self.errors == 0 {
            self.warn_unused(names);
        }
    }

    /// The program, when all is read.
    pub fn into_program(self) -> Program {
        self.program
    }

    /// Takes what was reported since the last call.
    pub fn take_diagnostics(&mut self) -> Vec<Diagnostic> {
        std::mem::take(&mut self.diagnostics)
    }

    /// How many errors there were.
    pub fn errors(&self) -> u32 {
        self.errors
    }

    /// Whether an error makes all that follows meaningless.
    pub fn stopped(&self) -> bool {
        self.stopped
    }

    /// What was made so far.
    pub fn program(&self) -> &Program {
        &self.program
    }

    /// The program so far, to be lent out and returned unchanged.
    pub fn program_mut(&mut self) -> &mut Program {
        &mut self.program
    }

    /// Reports a message.
    pub fn report(&mut self, d: Diagnostic) {
        if self.stopped {
            return;
        }
        if d.severity != Severity::Warning {
            self.errors += 1;
        }
        if d.severity == Severity::Fatal {
            self.stopped = true;
        }
        self.diagnostics.push(d);
    }

    /// Warns of the use of something deprecated.
    pub fn deprecation(&mut self, site: impl Into<Site>, other: Site, message: String) {
        let site = site.into();
        if let Some(at) = site.span() {
            let last = self.pragmas.partition_point(|p| p.0 <= at.start);
            if last.checked_sub(1).and_then(|i| self.pragmas.get(i)).is_some_and(|p| p.1) {
                return;
            }
        }
        self.report(Diagnostic::warning(site, message).and(other));
    }
}

impl Pass<'_> {
    fn item(&mut self, item: &Item) {
        match item.kind {
            ItemKind::Module(m) => {
                self.c.module = m;
                if self.c.modules.insert(m) {
                    let name = self.rc(m);
                    self.c.program.modules.insert(name);
                }
            }
            ItemKind::Load(_) => {}
            ItemKind::Global(kind, local) => self.global(kind, &local, item.span),
            ItemKind::Type(ident, ty, attrs) => self.type_decl(ident, ty, attrs),
            ItemKind::RedefEnum(ident, items) => self.redef_enum(ident, items),
            ItemKind::RedefRecord(ident, fields, attrs) => self.redef_record(ident, fields, attrs),
            ItemKind::RedefField { record, field, class, attrs } => {
                self.redef_field(record, field, class, attrs);
            }
            ItemKind::Function(f) => self.function(&f, item.span),
            ItemKind::Stmt(s) => self.top_statement(s),
        }
    }

    /// The full name as text.
    fn rc(&mut self, name: Name) -> value::Name {
        self.c.symbols.rc(self.names, name)
    }

    fn text(&self, name: Name) -> &str {
        self.names.text(name)
    }
}
