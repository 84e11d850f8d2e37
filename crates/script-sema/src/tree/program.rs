//! A whole program: globals, bodies, thunks, initialization.
use super::{BodyId, ExprRef, GlobalId, LocalId, Stmt};
use foldhash::{HashMap, HashSet};
use std::collections::BTreeSet;
use std::rc::Rc;
use value::{Loc, Name, RecordType, TableAttrs, TableType, ThunkId, Type, Value};

/// The program that the scripts declare.
///
/// It grows while scripts load. A [`GlobalId`], [`BodyId`] or [`ThunkId`] always refers to the same thing.
#[derive(Clone, Default)]
pub struct Program {
    /// Variables, constants, options, functions, events and hooks.
    pub globals: Vec<Global>,
    /// Every block of code that has its own frame.
    pub bodies: Vec<Rc<Body>>,
    /// Expressions of types and attributes.
    pub thunks: Vec<Thunk>,
    /// The initialization of globals, in order.
    pub init: Vec<Init>,
    /// Statements outside of functions: run once, after `init`, before any event.
    pub top_level: Option<BodyId>,
    /// The number of each global, by full name.
    pub by_name: HashMap<Name, GlobalId>,
    /// Declared types by full name.
    pub types: HashMap<Name, Type>,
    /// Aliases of declared types, with the names of those.
    pub aliases: HashMap<Name, Name>,
    /// Built-in functions that scripts named, called or not.
    pub builtins_named: HashSet<GlobalId>,
    /// Modules that scripts named.
    pub modules: BTreeSet<Name>,
}

/// What a global name refers to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GlobalKind {
    /// `global`
    Var,
    /// `const`, and enumerators that are visible as names.
    Const,
    /// `option`: changed at run time only by the `Option` functions.
    Option,
    /// A function, event or hook whose bodies are in [`Global::bodies`]. Calls to it are bound at compile time unless
    /// it is assigned to somewhere (then the checker makes it a [`GlobalKind::Var`]).
    Func,
    /// A function that the host supplies under this name.
    Builtin,
}

/// A global.
#[derive(Clone)]
pub struct Global {
    /// Full name: `Notice::policy`, `zeek_init`.
    pub name: Name,
    /// Its type.
    pub ty: Type,
    /// What it refers to.
    pub kind: GlobalKind,
    /// Bodies of a function, event or hook, by descending priority, then by order of appearance.
    pub bodies: Vec<BodyId>,
    /// Its attributes.
    pub attrs: GlobalAttrs,
    /// Where it was declared.
    pub loc: Loc,
    /// Declared in an `export` block (or without a module).
    pub exported: bool,
}

/// Attributes of a global.
#[derive(Clone, Default)]
pub struct GlobalAttrs {
    /// `&redef`
    pub redef: bool,
    /// `&deprecated`, with its text.
    pub deprecated: Option<Option<Name>>,
    /// `&is_used`
    pub is_used: bool,
    /// `&error_handler`: an event that is raised by messages.
    pub error_handler: bool,
    /// `&raw_output`: output to this file is not escaped.
    pub raw_output: bool,
    /// `&optional`, `&log` and others as `global_ids()` shows them, by name and text.
    pub other: Vec<(Name, Name)>,
    /// The attributes of a table in this variable.
    pub table: Option<Rc<TableAttrs>>,
}

/// An expression that is computed in its own frame, without access to the locals of a body.
#[derive(Clone)]
pub struct Thunk {
    /// The expression.
    pub expr: ExprRef,
}

/// A step of the initialization, in the order of the scripts.
#[derive(Clone)]
pub struct Init {
    /// The global.
    pub global: GlobalId,
    /// The operation.
    pub op: InitOp,
    /// The place of the declaration.
    pub loc: Loc,
}

/// The operation of an initialization step.
#[derive(Clone)]
pub enum InitOp {
    /// No initial value was given: tables, sets, vectors and records start empty (or with their defaults), with the
    /// attributes of the global; all others have no value.
    Empty,
    /// `= expr`. A table's attributes are already in its constructor.
    Set(ExprRef),
    /// `redef x += expr`
    Add(super::AddKind, ExprRef),
    /// `redef x -= expr`
    Remove(super::RemoveKind, ExprRef),
    /// `= { … }` or `redef x += { … }`: a table of constants.
    Rows {
        /// Whether the rows are added to the present table.
        add: bool,
        /// The rows.
        rows: Rc<Rows>,
    },
}

/// A table of constants. Of equal keys the last one counts.
pub struct Rows {
    /// The table's type.
    pub ty: Rc<TableType>,
    /// Attributes of the table.
    pub attrs: Option<Rc<TableAttrs>>,
    /// The parts of all keys, in order.
    pub keys: Vec<Value>,
    /// The values, in order.
    pub values: RowValues,
}

/// The values of a table's rows.
pub enum RowValues {
    /// Values.
    Plain(Vec<Value>),
    /// Records of one type, by their given fields.
    Records(Rc<RecordType>, Vec<Box<[(u32, Value)]>>),
}

impl Rows {
    /// The number of rows.
    pub fn len(&self) -> usize {
        match &self.values {
            RowValues::Plain(all) => all.len(),
            RowValues::Records(_, all) => all.len(),
        }
    }

    /// Whether there are no rows.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// The kind of a body.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BodyKind {
    /// Function with a result type (perhaps `void`).
    Function,
    /// Handler of an event.
    Event,
    /// Handler of a hook.
    Hook,
    /// Anonymous function; its captures come from [`super::ExprKind::Lambda`].
    Lambda,
    /// A `when` statement's condition, body and timeout.
    When,
    /// Statements outside of functions.
    TopLevel,
}

/// A block of code with a frame.
pub struct Body {
    /// Name of the function, event or hook; `lambda_<…>` for an anonymous one.
    pub name: Name,
    /// Its kind.
    pub kind: BodyKind,
    /// Parameters that this body declares.
    pub params: Vec<Param>,
    /// All slots of the frame.
    pub locals: Vec<Local>,
    /// The captured variables of a lambda or `when`.
    pub captures: Vec<Capture>,
    /// Its code.
    pub block: Stmt,
    /// Type of what it returns.
    pub result: Type,
    /// `&priority`
    pub priority: i64,
    /// `&group`
    pub groups: Vec<Name>,
    /// Its module, which is a group as well.
    pub module: Name,
    /// From the header to the closing brace.
    pub loc: Loc,
}

/// A parameter as a body declares it.
#[derive(Clone, Copy)]
pub struct Param {
    /// Its slot.
    pub local: LocalId,
    /// The number of the argument of the canonical signature that it receives.
    pub arg: u32,
}

/// A slot of a frame.
#[derive(Clone)]
pub struct Local {
    /// Its name.
    pub name: Name,
    /// Its type.
    pub ty: Type,
    /// `&is_used`: no warning about values that are never read.
    pub is_used: bool,
}

/// A captured variable, as the inner body sees it.
#[derive(Clone)]
pub struct Capture {
    /// Its name.
    pub name: Name,
    /// Its type.
    pub ty: Type,
}

impl Program {
    /// The global with this number.
    ///
    /// # Panics
    /// If the number belongs to another program.
    #[expect(clippy::indexing_slicing, reason = "numbers come from this program, and nothing is removed")]
    pub fn global(&self, id: GlobalId) -> &Global {
        &self.globals[id.0 as usize]
    }

    #[expect(clippy::indexing_slicing, reason = "numbers come from this program, and nothing is removed")]
    pub(crate) fn global_mut(&mut self, id: GlobalId) -> &mut Global {
        &mut self.globals[id.0 as usize]
    }

    /// The body with this number.
    ///
    /// # Panics
    /// If the number belongs to another program.
    #[expect(clippy::indexing_slicing, reason = "numbers come from this program, and nothing is removed")]
    pub fn body(&self, id: BodyId) -> &Rc<Body> {
        &self.bodies[id.0 as usize]
    }

    /// The thunk with this number.
    ///
    /// # Panics
    /// If the number belongs to another program.
    #[expect(clippy::indexing_slicing, reason = "numbers come from this program, and nothing is removed")]
    pub fn thunk(&self, id: ThunkId) -> &Thunk {
        &self.thunks[id.0 as usize]
    }

    /// A global by its full name.
    pub fn lookup(&self, name: &str) -> Option<GlobalId> {
        self.by_name.get(name).copied()
    }

    /// Adds a global.
    pub fn add_global(&mut self, g: Global) -> GlobalId {
        let id = GlobalId(number(self.globals.len()));
        self.by_name.insert(g.name.clone(), id);
        self.globals.push(g);
        id
    }

    /// Adds a body.
    pub fn add_body(&mut self, b: Body) -> BodyId {
        self.bodies.push(Rc::new(b));
        BodyId(number(self.bodies.len() - 1))
    }

    /// Adds a thunk.
    pub fn add_thunk(&mut self, expr: ExprRef) -> ThunkId {
        self.thunks.push(Thunk { expr });
        ThunkId(number(self.thunks.len() - 1))
    }

    /// Puts a body among those of its function, event or hook, by priority.
    pub fn attach_body(&mut self, global: GlobalId, body: BodyId) {
        let priority = self.body(body).priority;
        let at = self.global(global).bodies.partition_point(|b| self.body(*b).priority >= priority);
        self.global_mut(global).bodies.insert(at, body);
    }
}

/// Numbers are 32 bits; four billion declarations do not come up.
fn number(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}
