//! Evaluates the conditions of `@if` while scripts load.
//!
//! The program grows between conditions, and a condition reads only a little of it, so only the globals that it reaches
//! are initialized. They are initialized again for each condition, so that conditions do not affect each other.
use super::Machine;
use crate::code::{Code, Ins};
use crate::compile;
use script_sema::tree::{BodyId, ExprRef, GlobalId, InitOp, Program};
use std::collections::{BTreeSet, HashMap};
use std::rc::Rc;
use value::{Result, RuntimeError, TableAttrs, ThunkId, Value};

/// The state of a machine whose program still grows.
#[derive(Default)]
pub(super) struct Early {
    /// For each global, its initialization steps.
    steps: HashMap<u32, Vec<usize>>,
    /// The number of the program's steps that are in `steps`.
    known: usize,
}

/// The globals that a condition reaches.
#[derive(Default)]
struct Reach {
    globals: BTreeSet<u32>,
    bodies: BTreeSet<u32>,
    thunks: BTreeSet<u32>,
    /// Code that was found but not searched yet.
    todo: Vec<Rc<Code>>,
}

impl Machine {
    /// Evaluates a condition, on a machine that runs nothing else. `program` is the program so far; it may grow before
    /// the next call. Records have no defaults, since their types may still grow.
    pub fn evaluate_early(&mut self, program: &Rc<Program>, condition: &ExprRef) -> Result<Value> {
        self.program = Rc::clone(program);
        self.grow();
        let mut reach = Reach::default();
        let value = self.early_value(condition, &mut reach);
        for g in reach.globals {
            self.globals[g] = None;
        }
        for b in reach.bodies {
            self.codes[b] = None;
        }
        for t in reach.thunks {
            self.thunks[t] = None;
        }
        self.program = Rc::new(Program::default());
        value
    }

    fn early_value(&mut self, condition: &ExprRef, reach: &mut Reach) -> Result<Value> {
        let code =
            Rc::new(compile::expression(&self.program, condition).map_err(super::compiled::too_large)?);
        crate::verify::verify(&code).map_err(RuntimeError::new)?;
        reach.todo.push(Rc::clone(&code));
        while let Some(code) = reach.todo.pop() {
            self.look_through(&code, reach)?;
        }
        if self.program.bodies.has_missed() {
            return Err(RuntimeError::new("a function is not checked yet"));
        }
        let program = Rc::clone(&self.program);
        let steps = reach.globals.iter().filter_map(|g| self.early.steps.get(g)).flatten();
        let steps: BTreeSet<usize> = steps.copied().collect();
        for step in steps.into_iter().filter_map(|s| program.init.get(s)) {
            self.steps = 0;
            // After an error the global has no value, and the condition fails when it reads it.
            drop(self.initialize_one(step.global, &step.op));
        }
        self.steps = 0;
        self.value_of(code)
    }

    fn look_through(&mut self, code: &Code, reach: &mut Reach) -> Result<()> {
        for i in &code.ins {
            if let Some(g) = i.global() {
                self.reach_global(g, reach)?;
            }
            if let Ins::Thunk { id, .. } = *i {
                self.reach_thunk(ThunkId(id), reach)?;
            }
        }
        for body in code.closures.iter().map(|c| c.body).chain(code.whens.iter().map(|w| w.body)) {
            self.reach_body(body, reach)?;
        }
        for meta in &code.metas {
            self.reach_attrs(meta.attrs.as_deref(), reach)?;
        }
        Ok(())
    }

    fn reach_global(&mut self, g: u32, reach: &mut Reach) -> Result<()> {
        if !reach.globals.insert(g) {
            return Ok(());
        }
        self.take_in(g);
        let program = Rc::clone(&self.program);
        let global = program.global(GlobalId(g));
        for b in &global.bodies {
            self.reach_body(*b, reach)?;
        }
        self.reach_attrs(global.attrs.table.as_deref(), reach)?;
        for step in self.early.steps.get(&g).into_iter().flatten() {
            if let Some(InitOp::Set(e) | InitOp::Add(_, e) | InitOp::Remove(_, e)) =
                program.init.get(*step).map(|i| &i.op)
            {
                let code = compile::expression(&program, e).map_err(super::compiled::too_large)?;
                reach.todo.push(Rc::new(code));
            }
        }
        Ok(())
    }

    fn reach_body(&mut self, b: BodyId, reach: &mut Reach) -> Result<()> {
        if reach.bodies.insert(b.0) {
            reach.todo.push(self.code(b)?);
        }
        Ok(())
    }

    fn reach_thunk(&mut self, id: ThunkId, reach: &mut Reach) -> Result<()> {
        if reach.thunks.insert(id.0) {
            let program = Rc::clone(&self.program);
            let code =
                compile::expression(&program, &program.thunk(id).expr).map_err(super::compiled::too_large)?;
            reach.todo.push(Rc::new(code));
        }
        Ok(())
    }

    /// Searches the defaults of tables, since a lookup without an entry computes them.
    fn reach_attrs(&mut self, attrs: Option<&TableAttrs>, reach: &mut Reach) -> Result<()> {
        let Some(a) = attrs else { return Ok(()) };
        for id in [a.default, a.default_insert].into_iter().flatten() {
            self.reach_thunk(id, reach)?;
        }
        Ok(())
    }

    /// Makes room for the program's new globals, bodies and thunks.
    fn grow(&mut self) {
        let program = Rc::clone(&self.program);
        self.globals.grow(program.globals.len());
        self.callables.grow(program.globals.len());
        self.direct.grow(program.globals.len());
        self.handlers.grow(program.globals.len());
        self.codes.grow(program.bodies.len());
        self.owners.grow(program.bodies.len());
        self.thunks.grow(program.thunks.len());
        for (i, step) in program.init.iter().enumerate().skip(self.early.known) {
            self.early.steps.entry(step.global.0).or_default().push(i);
        }
        self.early.known = program.init.len();
    }
}
