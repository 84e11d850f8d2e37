//! A whole program: globals, bodies, thunks, and how it starts.
use super::{BodyId, ExprRef, GlobalId, LocalId, Stmt};
use foldhash::{HashMap, HashSet};
use std::collections::BTreeSet;
use std::rc::Rc;
use value::{Loc, Name, RecordType, TableAttrs, TableType, ThunkId, Type, Value};

/// Everything that the scripts said.
///
/// Grows while scripts load; what a [`GlobalId`], [`BodyId`] or [`ThunkId`] stands for never moves.
#[derive(Clone, Default)]
pub struct Program {
    /// Variables, constants, options, functions, events and hooks.
    pub globals: Vec<Global>,
    /// Every block of code with a frame of its own.
    pub bodies: Vec<Rc<Body>>,
    /// Computations that types and attributes name.
    pub thunks: Vec<Thunk>,
    /// How globals get their first values, in order.
    pub init: Vec<Init>,
    /// Statements outside of functions: run once, after `init`, before any event.
    pub top_level: Option<BodyId>,
    /// Full name of each global to its number.
    pub by_name: HashMap<Name, GlobalId>,
    /// Declared types by full name.
    pub types: HashMap<Name, Type>,
    /// Types that are other names of declared ones, and of which.
    pub aliases: HashMap<Name, Name>,
    /// Built-in functions that scripts named, called or not.
    pub builtins_named: HashSet<GlobalId>,
    /// Modules that scripts named.
    pub modules: BTreeSet<Name>,
}

/// What a global name stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GlobalKind {
    /// `global`
    Var,
    /// `const`, and enumerators that are visible as names.
    Const,
    /// `option`: changed at run time only by the `Option` functions.
    Option,
    /// A function, event or hook whose bodies stand in [`Global::bodies`]. Calls to it are bound at compile time
    /// unless it is assigned to somewhere (then the checker makes it a [`GlobalKind::Var`]).
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
    /// What it stands for.
    pub kind: GlobalKind,
    /// Bodies of a function, event or hook: in order of falling priority, of equal ones in order of appearance.
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
    /// `&raw_output`: what is written to this file is not escaped.
    pub raw_output: bool,
    /// `&optional`, `&log` and others as `global_ids()` shows them, by name and text.
    pub other: Vec<(Name, Name)>,
    /// What a table in this variable carries.
    pub table: Option<Rc<TableAttrs>>,
}

/// A parameterless computation, in a frame without locals of an outer body.
#[derive(Clone)]
pub struct Thunk {
    /// What it computes.
    pub expr: ExprRef,
}

/// One step of the start: in order of the scripts.
#[derive(Clone)]
pub struct Init {
    /// The global.
    pub global: GlobalId,
    /// What is done to it.
    pub op: InitOp,
    /// Where.
    pub loc: Loc,
}

/// What a step of the start does.
#[derive(Clone)]
pub enum InitOp {
    /// No initial value was given: tables, sets, vectors and records start empty (or with their defaults), with the
    /// attributes of the global; all others have no value.
    Empty,
    /// `= expr`. A table's attributes stand at the constructor already.
    Set(ExprRef),
    /// `redef x += expr`
    Add(super::AddKind, ExprRef),
    /// `redef x -= expr`
    Remove(super::RemoveKind, ExprRef),
    /// `= { … }` or `redef x += { … }`: a table of constants.
    Rows {
        /// Whether they go to what is there.
        add: bool,
        /// What the braces hold.
        rows: Rc<Rows>,
    },
}

/// A table of constants as it is written out. Of equal keys the last one counts.
pub struct Rows {
    /// The table's type.
    pub ty: Rc<TableType>,
    /// Attributes of the table.
    pub attrs: Option<Rc<TableAttrs>>,
    /// The parts of all keys, in order.
    pub keys: Vec<Value>,
    /// What stands at them.
    pub values: RowValues,
}

/// What stands in the rows of a table.
pub enum RowValues {
    /// Values.
    Plain(Vec<Value>),
    /// Records of one type: the fields that are given.
    Records(Rc<RecordType>, Vec<Box<[(u32, Value)]>>),
}

impl Rows {
    /// How many there are.
    pub fn len(&self) -> usize {
        match &self.values {
            RowValues::Plain(all) => all.len(),
            RowValues::Records(_, all) => all.len(),
        }
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// What a body belongs to.
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
    /// What it belongs to.
    pub kind: BodyKind,
    /// Parameters that this body declares.
    pub params: Vec<Param>,
    /// All slots of the frame.
    pub locals: Vec<Local>,
    /// What a lambda or `when` holds of its surroundings.
    pub captures: Vec<Capture>,
    /// Its code.
    pub block: Stmt,
    /// Type of what it returns.
    pub result: Type,
    /// `&priority`
    pub priority: i64,
    /// `&group`
    pub groups: Vec<Name>,
    /// The module it stands in, which is a group as well.
    pub module: Name,
    /// From the header to the closing brace.
    pub loc: Loc,
}

/// A parameter as a body declares it.
#[derive(Clone, Copy)]
pub struct Param {
    /// Its slot.
    pub local: LocalId,
    /// Which of the arguments of the canonical signature it receives.
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
