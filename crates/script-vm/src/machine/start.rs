//! The start of a program: initial values, then statements outside of functions.
use super::Machine;
use crate::ops;
use script_sema::tree::{AddKind, BinOp, GlobalId, InitOp, RemoveKind};
use std::rc::Rc;
use value::{Context, ErrorKind, Level, Result, TableMeta, Type, Value};

impl Machine {
    /// Initializes globals and runs statements outside of functions. Reports errors; returns false if there were any.
    pub fn start(&mut self) -> bool {
        let ok = self.initialize();
        self.run_top_level() && ok
    }

    /// Initializes globals. Reports errors; returns false if there were any.
    pub fn initialize(&mut self) -> bool {
        let program = self.program.clone();
        self.lay_out_records();
        let mut ok = true;
        for step in &program.init {
            self.steps = 0;
            let done = self.initialize_one(step.global, &step.op);
            let sound = self.settle(done.map_err(|e| e.at(step.loc, || None)));
            if !sound {
                let text = format!("initialization failed ({})", program.global(step.global).name);
                self.host.report(Level::Error, &text, Some(step.loc));
            }
            ok &= sound;
        }
        self.new_event = self.global_id("new_event").filter(|g| self.has_bodies(*g));
        ok
    }

    /// Runs statements outside of functions. Reports an error; returns false if there was one.
    pub fn run_top_level(&mut self) -> bool {
        let Some(b) = self.program.top_level else { return true };
        self.steps = 0;
        let done = self.run_body(b, &[], None).map(|_| ());
        self.settle(done)
    }

    /// Reports an error, if there is one; returns true if there is none.
    fn settle(&mut self, r: Result<()>) -> bool {
        match r {
            Ok(()) => true,
            Err(e) => {
                self.report_error(&e);
                matches!(e.kind(), ErrorKind::Exit(_))
            }
        }
    }

    pub(super) fn initialize_one(&mut self, g: GlobalId, op: &InitOp) -> Result<()> {
        let program = self.program.clone();
        let global = program.global(g);
        let i = g.0;
        match op {
            InitOp::Empty => {
                let meta = match (&global.ty, &global.attrs.table) {
                    (Type::Table(t), Some(a)) => Some(Rc::new(TableMeta::new(t.clone(), Some(a.clone())))),
                    _ => None,
                };
                let v = ops::initial(self, &global.ty, meta.as_ref())?;
                if v.is_some() {
                    self.globals[i] = v;
                }
            }
            InitOp::Set(e) => {
                let v = self.evaluate(e)?;
                if let (true, Some(f)) = (global.attrs.raw_output, v.as_file()) {
                    f.raw.set(true);
                }
                self.globals[i] = Some(v);
            }
            InitOp::Add(kind, e) => {
                let more = self.evaluate(e)?;
                let now = self.globals[i].clone();
                let Some(now) = now else {
                    self.globals[i] = Some(more);
                    return Ok(());
                };
                match kind {
                    AddKind::Plus => {
                        let op = BinOp::Add;
                        self.globals[i] = Some(ops::binary(op, &now, &more, &global.ty)?.0);
                    }
                    AddKind::Append => {
                        if let Some(v) = now.as_vector() {
                            v.push(more);
                        }
                    }
                    AddKind::Extend => ops::extend(&now, &more)?,
                    AddKind::Merge => ops::merge(self, &now, &more)?,
                    AddKind::PatternOr => self.globals[i] = Some(ops::pattern_or(&now, &more)?),
                }
            }
            InitOp::Remove(kind, e) => {
                let less = self.evaluate(e)?;
                let Some(now) = self.globals[i].clone() else { return Ok(()) };
                match kind {
                    RemoveKind::Minus => {
                        let op = BinOp::Sub;
                        self.globals[i] = Some(ops::binary(op, &now, &less, &global.ty)?.0);
                    }
                    RemoveKind::Subtract => ops::subtract(self, &now, &less)?,
                }
            }
            InitOp::Rows { add, rows } => {
                let table = Value::Table(self.table_of_rows(rows)?);
                match &self.globals[i].clone() {
                    Some(now) if *add => ops::merge(self, now, &table)?,
                    _ => self.globals[i] = Some(table),
                }
            }
        }
        Ok(())
    }
}
