//! What all machines of a thread share: the program, globals, matchers, budgets, the host.
use crate::compile::Program;
use crate::error::{Error, ErrorKind, Outcome};
use crate::host::Host;
use crate::machine::Machine;
use crate::machine::live::Live;
use crate::members::Members;
use crate::regexp::Matcher;
use crate::stream::{Stream, StreamRef};
use crate::template::Template;
use crate::tokens::{self, Starts, TokenSet};
use crate::unit::Unit;
use crate::value::Value;
use spicy_sema::hir::Const;
use std::ops::{Deref, DerefMut};
use std::rc::Rc;
use std::sync::Arc;

/// Limits. Each has its own error kind.
#[derive(Clone, Copy, Debug)]
pub struct Budget {
    /// Instructions for each piece of input, on top of those for each byte.
    pub instructions: u64,
    /// Instructions for each byte of input.
    pub per_byte: u64,
    /// Bytes of input that one parser may keep.
    pub retained: u64,
    /// Frames of one machine.
    pub frames: usize,
    /// The depth of nested machines: sinks, filters, `%print`.
    pub nesting: u32,
    /// Elements of one container.
    pub elements: usize,
}

impl Default for Budget {
    fn default() -> Self {
        Budget {
            instructions: 20_000_000,
            per_byte: 20_000,
            retained: 64 << 20,
            frames: 1000,
            nesting: 24,
            elements: 10_000_000,
        }
    }
}

/// A thread's state of a program, which is kept between pieces of input.
pub struct Store {
    /// The program.
    pub program: Arc<Program>,
    pub(crate) globals: Vec<Value>,
    pub(crate) consts: Rc<[Value]>,
    matchers: Vec<Option<Matcher>>,
    sets: Vec<Option<Rc<TokenSet>>>,
    /// Limits.
    pub budget: Budget,
    /// Whether units record where in the input their members were, for a dump with offsets.
    pub(crate) ranges: bool,
    pub(crate) fuel: u64,
    pub(crate) nesting: u32,
    /// Machines with nothing to do, kept for their memory.
    #[expect(clippy::vec_box, reason = "a machine is large, and moves for every piece of input")]
    pub(crate) machines: Vec<Box<Machine>>,
    /// The registers that functions still need where a machine waits in them.
    pub(crate) lives: Vec<Option<Rc<Live>>>,
    /// The input of machines with nothing to do.
    pub(crate) nowhere: StreamRef,
    /// The arguments of an operation, kept for their memory.
    pub(crate) scratch: Vec<Value>,
    /// A buffer of input that is no longer in use.
    pub(crate) buffer: Option<Rc<Vec<u8>>>,
    pub(crate) templates: Rc<[Template]>,
}

/// The state of a program, and the host that runs the functions of its environment.
pub struct World<'h> {
    store: &'h mut Store,
    /// The host.
    pub host: &'h mut dyn Host,
}

impl Deref for World<'_> {
    type Target = Store;

    #[inline]
    fn deref(&self) -> &Store {
        self.store
    }
}

impl DerefMut for World<'_> {
    #[inline]
    fn deref_mut(&mut self) -> &mut Store {
        self.store
    }
}

impl<'h> World<'h> {
    /// Joins a store with a host.
    pub fn new(store: &'h mut Store, host: &'h mut dyn Host) -> Self {
        World { store, host }
    }

    /// Calls a function of the host. The host borrows the store, since it may run other parsers of the program.
    pub(crate) fn ask(&mut self, name: &str, args: &[Value]) -> Outcome<Value> {
        let (fuel, nesting) = (self.store.fuel, self.store.nesting);
        let answer = self.host.call(self.store, name, args);
        (self.store.fuel, self.store.nesting) = (fuel, nesting);
        answer
    }

    /// Runs a function to its end.
    pub(crate) fn call(&mut self, function: u32, args: &[Value]) -> Outcome<Value> {
        self.enter()?;
        let mut machine = self.machine();
        let out = machine.call(self, function, args);
        self.nesting -= 1;
        if out.is_ok() {
            self.give_back(machine);
        }
        out
    }
}

impl Store {
    /// Makes globals and runs the modules' statements.
    pub fn new(program: Arc<Program>, host: &mut dyn Host) -> Outcome<Self> {
        let consts: Rc<[Value]> = program.consts.iter().map(constant).collect();
        let (regexps, sets) = (program.hir.regexps.len(), program.sets.len());
        let templates = program.templates.iter().zip(&program.hir.units).map(|(t, unit)| {
            let constants =
                t.constants.iter().filter_map(|(i, k)| Some((*i, consts.get(*k as usize)?.clone())));
            Template {
                members: t.members,
                constants: constants.collect(),
                has_context: unit.context.is_some(),
            }
        });
        let mut store = Store {
            templates: templates.collect(),
            scratch: Vec::new(),
            buffer: None,
            globals: vec![Value::Unset; program.globals.len()],
            consts,
            matchers: (0..regexps).map(|_| None).collect(),
            sets: (0..sets).map(|_| None).collect(),
            ranges: program.ranges,
            program,
            budget: Budget::default(),
            fuel: 0,
            nesting: 0,
            machines: Vec::new(),
            lives: Vec::new(),
            nowhere: Stream::shared(),
        };
        let mut world = World::new(&mut store, host);
        world.refuel(0);
        let program = Arc::clone(&world.program);
        for (g, f) in program.globals.iter().enumerate() {
            if let Some(f) = f {
                world.globals[g] = world.call(*f, &[])?;
            }
        }
        for f in &program.statements {
            world.refuel(0);
            world.call(*f, &[])?;
        }
        Ok(store)
    }

    /// The members of a new unit.
    pub(crate) fn members(&self, unit: u32) -> Members {
        self.templates.get(unit as usize).map_or_else(|| Members::unset(0), Template::members)
    }

    /// A new unit without parameters, unless it has a context.
    #[inline]
    pub(crate) fn plain_unit(&self, unit: u32) -> Option<Rc<Unit>> {
        let template = self.templates.get(unit as usize).filter(|t| !t.has_context)?;
        let made = Rc::new(Unit::new(unit, Box::default(), Members::unset(template.members)));
        if !template.constants.is_empty() {
            template.fill(&mut made.fields.borrow_mut());
        }
        Some(made)
    }

    /// A machine with nothing to do.
    pub(crate) fn machine(&mut self) -> Box<Machine> {
        self.machines.pop().unwrap_or_else(|| Box::new(Machine::new(&self.nowhere)))
    }

    /// Sets the instructions that may run for `bytes` bytes of input.
    pub(crate) fn refuel(&mut self, bytes: u64) {
        self.fuel = self.budget.instructions.saturating_add(self.budget.per_byte.saturating_mul(bytes));
    }

    /// Takes instructions off the budget.
    #[inline]
    pub(crate) fn burn(&mut self, instructions: u32) {
        self.fuel = self.fuel.saturating_sub(u64::from(instructions));
    }

    pub(crate) fn out_of_fuel(&self) -> Error {
        let message = format!("more than {} instructions for one piece of input", self.budget.instructions);
        Error::new(ErrorKind::InstructionBudget, message)
    }

    /// Moves the state out. An empty store of the same program remains, which cannot run anything.
    #[must_use]
    pub fn take(&mut self) -> Store {
        let empty = Store {
            program: Arc::clone(&self.program),
            globals: Vec::new(),
            consts: Rc::new([]),
            matchers: Vec::new(),
            sets: Vec::new(),
            templates: Rc::new([]),
            scratch: Vec::new(),
            buffer: None,
            budget: self.budget,
            ranges: self.ranges,
            fuel: 0,
            nesting: 0,
            machines: Vec::new(),
            lives: Vec::new(),
            nowhere: Rc::clone(&self.nowhere),
        };
        std::mem::replace(self, empty)
    }

    /// Enters a nested machine.
    pub(crate) fn enter(&mut self) -> Outcome<()> {
        if self.nesting >= self.budget.nesting {
            let message = format!("sinks, filters and %print nest more than {} deep", self.budget.nesting);
            return Err(Error::new(ErrorKind::NestingBudget, message));
        }
        self.nesting += 1;
        Ok(())
    }

    /// The matcher of a regular expression, built when it is first used.
    pub(crate) fn matcher(&mut self, regexp: u32) -> Outcome<&mut Matcher> {
        let slot =
            self.matchers.get_mut(regexp as usize).ok_or_else(|| Error::internal("regular expression"))?;
        if slot.is_none() {
            let patterns =
                self.program.hir.regexps.get(regexp as usize).map(|r| r.patterns.clone()).unwrap_or_default();
            *slot = Some(Matcher::new(&patterns)?);
        }
        slot.as_mut().ok_or_else(|| Error::internal("matcher"))
    }

    /// The bytes with which a token of the set may begin.
    pub(crate) fn starts<'s>(&mut self, set: &'s TokenSet) -> Outcome<&'s Starts> {
        if let Some(known) = set.starts.get() {
            return Ok(known);
        }
        let made = match &set.regexps {
            Some((matcher, _)) => set.first_bytes(Some(&mut self.matcher(*matcher)?.scanner)),
            None => set.first_bytes(None),
        };
        Ok(set.starts.get_or_init(|| made))
    }

    /// A set of tokens, with one automaton for all its regular expressions.
    pub(crate) fn token_set(&mut self, set: u32) -> Outcome<Rc<TokenSet>> {
        if let Some(Some(known)) = self.sets.get(set as usize) {
            return Ok(Rc::clone(known));
        }
        let program = Arc::clone(&self.program);
        let members = program.sets.get(set as usize).map_or(&[][..], |s| s);
        let (tokens, patterns) = tokens::patterns(&program, members);
        let regexps = if patterns.is_empty() {
            None
        } else {
            self.matchers.push(Some(Matcher::new(&patterns)?));
            Some((self.matchers.len() as u32 - 1, tokens))
        };
        let made = Rc::new(TokenSet::new(regexps, tokens::literals(&program, members)));
        if let Some(slot) = self.sets.get_mut(set as usize) {
            *slot = Some(Rc::clone(&made));
        }
        Ok(made)
    }
}

/// A constant as a value of this thread.
pub fn constant(c: &Const) -> Value {
    match c {
        Const::Null => Value::Null,
        Const::Bool(b) => Value::Bool(*b),
        Const::Uint(n) => Value::Uint(*n),
        Const::Int(n) => Value::Int(*n),
        Const::Real(r) => Value::Real(*r),
        Const::Bytes(b) => Value::bytes(b.clone()),
        Const::Str(s) => Value::text(s),
        Const::Error(s) => Value::Error(Rc::from(s.as_str())),
        Const::Addr(a) => Value::Addr(Rc::new(*a)),
        Const::Net(a, w) => Value::Net(Rc::new((crate::native::masked(*a, *w), *w))),
        Const::Port(n, p) => Value::Port(*n, *p),
        Const::Time(n) => Value::Time(*n),
        Const::Interval(n) => Value::Interval(*n),
        Const::Enum(n) => Value::Enum(*n),
        Const::Regexp(r) => Value::Regexp(*r),
        Const::Type(t) => Value::Type(*t),
    }
}
