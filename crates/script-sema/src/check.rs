//! The checker: turns the items of the syntax tree, one by one, into the typed program.
//!
//! Its rules (which values can be assigned to which variables, where numbers widen, which of several declarations
//! counts) and the texts of its messages are those of Zeek, because scripts and tests rely on both.
use crate::index::{Global, Index};
use crate::tree::{ExprRef, Program};
use foldhash::{HashMap, HashSet};
use script_syntax::parsed::Rest;
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
mod later;
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

/// How strict the checker is, and which warnings it gives.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// Whether to stop after the first unknown name or syntax error.
    pub first_only: bool,
    /// Warnings about values that are never set or never used: 0 for none, 1 for `-u`, 2 for `-uu`.
    pub usage: u8,
    /// Whether to warn about events without a declaration and functions that nothing calls.
    pub unused: bool,
    /// Whether to record what each name refers to, for [`Checker::take_index`].
    pub index: bool,
    /// Whether to continue with the next file after errors, to index as much as possible.
    pub all_files: bool,
    /// Whether bodies of packed scripts are checked when the program first needs them.
    pub defer: bool,
}

impl Default for Options {
    fn default() -> Self {
        Options { first_only: false, usage: 0, unused: true, index: false, all_files: false, defer: false }
    }
}

/// The names and types of a session, and its checks.
pub struct Checker {
    pub(crate) program: Program,
    symbols: Symbols,
    options: Options,
    diagnostics: Vec<Diagnostic>,
    errors: u32,
    /// Whether a fatal error occurred; if so, nothing more is checked.
    stopped: bool,
    module: Name,
    modules: HashSet<Name>,
    /// Whether the current item is in `export { … }`.
    export: bool,
    frames: Vec<Frame>,
    /// Nonzero inside an initializer, where `[a] = b` is an entry and not an assignment.
    in_init: u32,
    /// Nonzero inside `hook …`.
    in_hook: u32,
    /// In the condition of an `@if` inside a function: the names that no global has, so they must be the function's
    /// variables.
    at_if: Option<Vec<(Name, Span)>>,
    /// Inside the condition of a `when`: the globals that the condition reads.
    when_globals: Option<Vec<crate::tree::GlobalId>>,
    /// The places of types, keyed by the address of the type's body.
    type_spans: HashMap<usize, Span>,
    /// Types by name: a record and its aliases grow together.
    aliases: HashMap<Name, Vec<Type>>,
    /// The functions that already got a warning about their parameters.
    warned_functions: HashSet<usize>,
    /// The table types that already got an error about their `&expire_func`.
    warned_tables: HashSet<usize>,
    /// The next number of an enumeration; negative if its numbers are explicit.
    enum_counters: HashMap<usize, i64>,
    /// The places of alternate signatures.
    prototype_spans: HashMap<(usize, String), Span>,
    /// Errors to report only if there are no others.
    late: Vec<Diagnostic>,
    /// The attributes and place of the last constructor. If it is a variable's initial value, the variable gets its
    /// attributes.
    constructor_attrs: Option<(Span, Attrs)>,
    builtin: Box<dyn Fn(&str) -> bool>,
    /// The offsets from which deprecations are ignored (true) or reported again (false).
    pragmas: Vec<(u32, bool)>,
    /// The statements outside of functions, and their frame.
    top: Option<(Frame, Vec<crate::tree::Stmt>)>,
    lambdas: u32,
    used: usage::Used,
    index: Option<Box<Index>>,
    put_off: later::PutOff,
}

/// The check of one item.
pub(crate) struct Pass<'a> {
    c: &'a mut Checker,
    t: &'a Tree,
    names: &'a mut Names,
}

impl Checker {
    /// Creates an empty session. `builtin` tells whether the host supplies a function with the given full name.
    pub fn new(names: &mut Names, options: Options, builtin: Box<dyn Fn(&str) -> bool>) -> Self {
        let symbols = Symbols::new(names);
        let module = symbols.global;
        Checker {
            program: Program::with_room(),
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
            index: options.index.then(Box::default),
            put_off: later::PutOff::default(),
        }
    }

    /// Returns what the names so far refer to, if [`Options::index`] is on.
    pub fn take_index(&mut self, names: &Names) -> Option<Index> {
        let mut index = *self.index.take()?;
        for s in self.symbols.iter() {
            let name: value::Name = names.text(s.name).into();
            index.globals.insert(name, self.indexed(s));
        }
        index.sort();
        Some(index)
    }

    fn indexed(&self, s: &symbol::Symbol) -> Global {
        let kind = match (&s.meaning, &s.ty) {
            (symbol::Meaning::Type, _) => "type",
            (symbol::Meaning::Enumerator(..), _) => "enumerator",
            (_, Some(Type::Func(f))) => match f.flavor {
                value::Flavor::Function => "function",
                value::Flavor::Event => "event",
                value::Flavor::Hook => "hook",
            },
            _ if s.option => "option",
            _ if s.constant => "const",
            _ => "global",
        };
        Global { at: s.span, kind, ty: s.ty.clone(), exported: s.exported }
    }

    fn check_item(&mut self, names: &mut Names, tree: &Tree, item: &Item, rest: Option<Rest>) {
        self.export = item.exported;
        if self.index.is_some() {
            let whole = match item.kind {
                ItemKind::Function(f) => item.span.to(f.end),
                _ => item.span,
            };
            let module: value::Name = names.text(self.module).into();
            if let Some(index) = &mut self.index {
                index.items.push(whole);
                index.modules.push(module);
            }
        }
        Pass { c: self, t: tree, names }.item(item, rest);
    }

    /// Checks the condition of an `@if`. Returns the expression to evaluate, or `None` after an error. `inside` is true
    /// for a condition inside a function; such a condition cannot use the function's variables.
    pub fn condition(&mut self, names: &mut Names, tree: &Tree, e: ExprId, inside: bool) -> Option<ExprRef> {
        Pass { c: self, t: tree, names }.condition(e, inside)
    }

    /// Returns the type of a global: `None` if there is no such global, `Some(None)` if it has no type.
    pub fn type_of(&mut self, names: &mut Names, name: &str) -> Option<Option<Type>> {
        let id = self.find_full(names, name)?;
        Some(self.symbols[id].ty.clone())
    }

    /// Whether a name is in scope or is the name of a module.
    pub fn defined(&mut self, names: &mut Names, name: Name) -> bool {
        self.modules.contains(&name) || self.find(names, name).is_some()
    }

    /// Whether `redef name` is allowed; reports an error if `name` is a type.
    pub fn redefinable(&mut self, names: &mut Names, name: Name, at: Span) -> bool {
        let tree = Tree::default();
        Pass { c: self, t: &tree, names }.redefinable(name, at)
    }

    /// The current module.
    pub fn module(&self) -> Name {
        self.module
    }

    /// Restores the current module after a loaded file.
    pub fn set_module(&mut self, module: Name) {
        self.module = module;
    }

    /// Ignores deprecations, or reports them again, from `at` on.
    pub fn ignore_deprecations(&mut self, at: Span, ignore: bool) {
        self.pragmas.push((at.start, ignore));
    }

    /// Ends the session: makes a body from the top-level statements, and reports the errors and warnings that need all
    /// scripts.
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

    /// Returns the messages since the last call.
    pub fn take_diagnostics(&mut self) -> Vec<Diagnostic> {
        std::mem::take(&mut self.diagnostics)
    }

    /// The number of errors.
    pub fn errors(&self) -> u32 {
        self.errors
    }

    /// Whether a fatal error occurred.
    pub fn stopped(&self) -> bool {
        self.stopped
    }

    /// The program so far.
    pub fn program(&self) -> &Program {
        &self.program
    }

    /// Like [`Checker::program`], but mutable. The caller must leave the program unchanged.
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
            self.stopped = !self.options.all_files;
        }
        self.diagnostics.push(d);
    }

    /// Warns about the use of something deprecated.
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
    fn item(&mut self, item: &Item, rest: Option<Rest>) {
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
            ItemKind::Function(f) => self.function(&f, item.span, rest),
            ItemKind::Stmt(s) => self.top_statement(s),
        }
    }

    /// Returns the full name as shared text.
    fn rc(&mut self, name: Name) -> value::Name {
        self.c.symbols.rc(self.names, name)
    }

    fn text(&self, name: Name) -> &str {
        self.names.text(name)
    }
}
