//! A whole program: globals, bodies, thunks, initialization.
use super::bodies::Bodies;
use super::ids::number;
use super::{BodyId, ExprRef, GlobalId, LocalId, Stmt};
use foldhash::{HashMap, HashSet};
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use value::{Loc, Name, RecordType, TableAttrs, TableType, ThunkId, Type, Value};

/// The number of globals for which a program has room from the start.
const GLOBALS: usize = 4_096;

/// The program that the scripts declare.
///
/// It grows while scripts load. The meaning of a [`GlobalId`], [`BodyId`] or [`ThunkId`] never changes.
#[derive(Clone, Default)]
pub struct Program {
    /// Variables, constants, options, functions, events and hooks.
    pub globals: Rc<Vec<Global>>,
    /// The blocks of code that have their own frame.
    pub bodies: Bodies,
    /// The expressions of types and attributes.
    pub thunks: Rc<Vec<Thunk>>,
    /// The initialization of globals, in order.
    pub init: Vec<Init>,
    /// The statements outside of functions. They run once, after `init` and before any event.
    pub top_level: Option<BodyId>,
    /// The number of each global, by full name.
    pub by_name: HashMap<Name, GlobalId>,
    /// The declared types, by full name.
    pub types: HashMap<Name, Type>,
    /// Aliases, each with the name of the declared type.
    pub aliases: HashMap<Name, Name>,
    /// The built-in functions that scripts name, whether they call them or not.
    pub builtins_named: HashSet<GlobalId>,
    /// The modules that scripts name.
    pub modules: BTreeSet<Name>,
    /// The types of records of which a script assigns or deletes a field, by address. Bodies that are checked late may
    /// add to them.
    pub changed_records: Rc<RefCell<BTreeMap<usize, Rc<RecordType>>>>,
}

/// The kind of thing that a global name refers to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GlobalKind {
    /// `global`
    Var,
    /// `const`, or an enumerator that is visible as a name.
    Const,
    /// `option`; only the `Option` functions change it at run time.
    Option,
    /// A function, event or hook whose bodies are in [`Global::bodies`]. Calls are bound at compile time unless it is
    /// assigned somewhere (the checker then makes it a [`GlobalKind::Var`]).
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
    /// The kind of thing that it refers to.
    pub kind: GlobalKind,
    /// The bodies of a function, event or hook, by descending priority, then in order of appearance.
    pub bodies: Vec<BodyId>,
    /// Its attributes.
    pub attrs: GlobalAttrs,
    /// The place of its declaration.
    pub loc: Loc,
    /// Whether it was declared in an `export` block (or without a module).
    pub exported: bool,
}

/// Attributes of a global.
#[derive(Clone, Default)]
pub struct GlobalAttrs {
    /// `&redef`
    pub redef: bool,
    /// `&deprecated`, if present, with its text if it has one.
    pub deprecated: Option<Option<Name>>,
    /// `&is_used`
    pub is_used: bool,
    /// `&error_handler`: an event that messages raise.
    pub error_handler: bool,
    /// `&raw_output`: output to this file is not escaped.
    pub raw_output: bool,
    /// `&optional`, `&log` and others, by name and text as `global_ids()` shows them.
    pub other: Vec<(Name, Name)>,
    /// The attributes of a table in this variable.
    pub table: Option<Rc<TableAttrs>>,
}

/// An expression that is computed in its own frame, without access to a body's locals.
#[derive(Clone)]
pub struct Thunk {
    /// The expression.
    pub expr: ExprRef,
}

/// A step of the initialization. Steps are in the order of the scripts.
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
    /// attributes of the global; all other variables have no value.
    Empty,
    /// `= expr`. A table's attributes are already in its constructor.
    Set(ExprRef),
    /// `redef x += expr`
    Add(super::AddKind, ExprRef),
    /// `redef x -= expr`
    Remove(super::RemoveKind, ExprRef),
    /// `= { … }` or `redef x += { … }`: a table of constants.
    Rows {
        /// Whether the rows are added to the existing table.
        add: bool,
        /// The rows.
        rows: Rc<Rows>,
    },
}

/// A table of constants. If several rows have equal keys, the last one counts.
pub struct Rows {
    /// The table's type.
    pub ty: Rc<TableType>,
    /// The table's attributes.
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
    /// Records of a single type, as the fields that are given.
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
    /// A function, possibly without a result (`void`).
    Function,
    /// An event handler.
    Event,
    /// A hook handler.
    Hook,
    /// An anonymous function; its captures come from [`super::ExprKind::Lambda`].
    Lambda,
    /// A `when` statement's condition, body and timeout.
    When,
    /// The statements outside of functions.
    TopLevel,
}

/// A block of code with a frame.
pub struct Body {
    /// The name of the function, event or hook; `lambda_<…>` for an anonymous function.
    pub name: Name,
    /// Its kind.
    pub kind: BodyKind,
    /// The parameters that this body declares.
    pub params: Vec<Param>,
    /// All slots of the frame.
    pub locals: Vec<Local>,
    /// The captured variables of a lambda or `when`.
    pub captures: Vec<Capture>,
    /// Its code.
    pub block: Stmt,
    /// The type of the values that it returns.
    pub result: Type,
    /// `&priority`
    pub priority: i64,
    /// `&group`
    pub groups: Vec<Name>,
    /// Its module, which is also a group.
    pub module: Name,
    /// The place from the header to the closing brace.
    pub loc: Loc,
}

/// A parameter as a body declares it.
#[derive(Clone, Copy)]
pub struct Param {
    /// Its slot.
    pub local: LocalId,
    /// The number of the canonical signature's argument that it receives.
    pub arg: u32,
}

/// A slot of a frame.
#[derive(Clone)]
pub struct Local {
    /// Its name.
    pub name: Name,
    /// Its type.
    pub ty: Type,
    /// `&is_used`: suppresses warnings about values that are never read.
    pub is_used: bool,
}

/// A captured variable, as seen by the inner body.
#[derive(Clone)]
pub struct Capture {
    /// Its name.
    pub name: Name,
    /// Its type.
    pub ty: Type,
}

impl Program {
    /// Creates an empty program with room for the globals of a usual run.
    pub(crate) fn with_room() -> Program {
        let globals = Rc::new(Vec::with_capacity(GLOBALS));
        let by_name = HashMap::with_capacity_and_hasher(GLOBALS, Default::default());
        Program { globals, by_name, ..Program::default() }
    }

    /// Returns the global with this number.
    ///
    /// # Panics
    /// If the number belongs to another program.
    #[expect(clippy::indexing_slicing, reason = "numbers come from this program, and nothing is removed")]
    pub fn global(&self, id: GlobalId) -> &Global {
        &self.globals[id.0 as usize]
    }

    #[expect(clippy::indexing_slicing, reason = "numbers come from this program, and nothing is removed")]
    pub(crate) fn global_mut(&mut self, id: GlobalId) -> &mut Global {
        &mut Rc::make_mut(&mut self.globals)[id.0 as usize]
    }

    /// Returns the body with this number. Checks it first, if that was put off.
    ///
    /// # Panics
    /// If the number belongs to another program.
    pub fn body(&self, id: BodyId) -> &Rc<Body> {
        self.bodies.body(id)
    }

    /// Returns the thunk with this number.
    ///
    /// # Panics
    /// If the number belongs to another program.
    #[expect(clippy::indexing_slicing, reason = "numbers come from this program, and nothing is removed")]
    pub fn thunk(&self, id: ThunkId) -> &Thunk {
        &self.thunks[id.0 as usize]
    }

    /// Finds a global by its full name.
    pub fn lookup(&self, name: &str) -> Option<GlobalId> {
        self.by_name.get(name).copied()
    }

    /// Adds a global and returns its number.
    pub fn add_global(&mut self, g: Global) -> GlobalId {
        let id = GlobalId(number(self.globals.len()));
        self.by_name.insert(g.name.clone(), id);
        Rc::make_mut(&mut self.globals).push(g);
        id
    }

    /// Adds a body and returns its number.
    pub fn add_body(&mut self, b: Body) -> BodyId {
        self.bodies.add(b)
    }

    /// Adds a thunk and returns its number.
    pub fn add_thunk(&mut self, expr: ExprRef) -> ThunkId {
        Rc::make_mut(&mut self.thunks).push(Thunk { expr });
        ThunkId(number(self.thunks.len() - 1))
    }

    /// Inserts a body among those of its function, event or hook, by priority.
    pub fn attach_body(&mut self, global: GlobalId, body: BodyId) {
        let priority = self.bodies.head(body).priority;
        let at = self.global(global).bodies.partition_point(|b| self.bodies.head(*b).priority >= priority);
        self.global_mut(global).bodies.insert(at, body);
    }
}
