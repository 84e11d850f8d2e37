//! A second way to run the tree: direct, slow and simple. Tests compare the machine with it.
mod compute;

use crate::machine::Machine;
use script_sema::tree::{BodyId, Expr, ExprRef, ForKind, LocalId, Program, Stmt, StmtKind};
use std::rc::Rc;
use value::{Level, Printer, Result, RuntimeError, Value};

/// How a statement ended.
enum Flow {
    On,
    Next,
    Break,
    Return(Option<Value>),
    HookBreak,
    Fall,
}

/// Runs bodies. Uses the globals, built-in functions and defaults of a machine that itself runs no code.
pub(crate) struct Walker {
    program: Rc<Program>,
    m: Machine,
    locals: Vec<Option<Value>>,
    pub(crate) lines: Vec<String>,
    /// The number of steps left before the program is stopped.
    pub(crate) steps: u64,
}

fn unset() -> RuntimeError {
    RuntimeError::new("value used but not set")
}

impl Walker {
    pub(crate) fn new(program: Rc<Program>, m: Machine) -> Self {
        Walker { program, m, locals: Vec::new(), lines: Vec::new(), steps: 100_000 }
    }

    /// Runs all handlers of an event.
    pub(crate) fn event(&mut self, g: u32) {
        for b in self.program.clone().globals[g as usize].bodies.clone() {
            if let Err(e) = self.body(b, Vec::new()) {
                let line = format!("{:?} {}: {e}", Level::Runtime(e.kind()), e.loc().start);
                self.lines.push(line);
            }
        }
    }

    fn body(&mut self, b: BodyId, args: Vec<Value>) -> Result<Flow> {
        let program = self.program.clone();
        let body = program.body(b);
        let outer = std::mem::replace(&mut self.locals, vec![None; body.locals.len()]);
        for p in &body.params {
            self.locals[p.local.0 as usize] = args.get(p.arg as usize).cloned();
        }
        let end = self.stmt(&body.block);
        self.locals = outer;
        end
    }

    fn step(&mut self) -> Result<()> {
        self.steps = self.steps.saturating_sub(1);
        if self.steps == 0 { Err(RuntimeError::new("too long")) } else { Ok(()) }
    }

    fn stmt(&mut self, s: &Stmt) -> Result<Flow> {
        match &s.kind {
            StmtKind::Expr(e) => _ = self.maybe(e)?,
            StmtKind::Print { to, args } => {
                assert!(to.is_none(), "no files here");
                let values: Result<Vec<Value>> = args.iter().map(|a| self.eval(a)).collect();
                let mut out = Vec::new();
                Printer::new(&mut out).list(&values?);
                self.lines.push(String::from_utf8_lossy(&out).into_owned());
            }
            StmtKind::If { cond, then, otherwise } => {
                if self.truth(cond)? {
                    return self.stmt(then);
                } else if let Some(o) = otherwise {
                    return self.stmt(o);
                }
            }
            StmtKind::While { cond, body } => {
                while self.truth(cond)? {
                    self.step()?;
                    match self.stmt(body)? {
                        Flow::On | Flow::Next | Flow::Fall => {}
                        Flow::Break => break,
                        other => return Ok(other),
                    }
                }
            }
            StmtKind::For(f) => {
                let over = self.eval(&f.over)?;
                let rounds: Vec<(Vec<Value>, Option<Value>)> = match &over {
                    Value::Table(t) => t.entries(),
                    Value::Vector(v) => v
                        .items()
                        .into_iter()
                        .enumerate()
                        .filter_map(|(i, x)| Some((vec![Value::Count(i as u64)], Some(x?))))
                        .collect(),
                    Value::String(s) => s.iter().map(|b| (vec![Value::string([*b])], None)).collect(),
                    _ => return Err(unset()),
                };
                for (keys, value) in rounds {
                    self.step()?;
                    let (ks, v): (Vec<Option<LocalId>>, Option<LocalId>) = match &f.kind {
                        ForKind::Table { keys, value } => (keys.clone(), *value),
                        ForKind::Vector { index, value } => (vec![*index], *value),
                        ForKind::String { char } => (vec![*char], None),
                    };
                    for (l, k) in ks.iter().zip(keys) {
                        if let Some(l) = l {
                            self.locals[l.0 as usize] = Some(k);
                        }
                    }
                    if let Some(l) = v {
                        self.locals[l.0 as usize] = value;
                    }
                    match self.stmt(&f.body)? {
                        Flow::On | Flow::Next | Flow::Fall => {}
                        Flow::Break => break,
                        other => return Ok(other),
                    }
                }
            }
            StmtKind::Switch(sw) => {
                let on = self.eval(&sw.on)?;
                let hit = |c: &script_sema::tree::Case| {
                    c.labels
                        .iter()
                        .any(|l| matches!(l, script_sema::tree::CaseLabel::Value(v) if v.equals(&on)))
                };
                let start =
                    sw.cases.iter().position(hit).or_else(|| sw.cases.iter().position(|c| c.is_default));
                for c in start.map_or(&[][..], |i| &sw.cases[i..]) {
                    match self.stmt(&c.body)? {
                        Flow::Fall => {}
                        Flow::On | Flow::Break => break,
                        other => return Ok(other),
                    }
                }
            }
            StmtKind::Next => return Ok(Flow::Next),
            StmtKind::Break => return Ok(Flow::Break),
            StmtKind::HookBreak => return Ok(Flow::HookBreak),
            StmtKind::Fallthrough => return Ok(Flow::Fall),
            StmtKind::Return(e) => {
                let v = match e {
                    Some(e) => Some(self.eval(e)?),
                    None => None,
                };
                return Ok(Flow::Return(v));
            }
            StmtKind::Block(l) => {
                for s in l {
                    match self.stmt(s)? {
                        Flow::On => {}
                        other => return Ok(other),
                    }
                }
            }
            StmtKind::InitLocals(l) => {
                for l in l {
                    let b = self.locals.len();
                    assert!((l.0 as usize) < b);
                    self.locals[l.0 as usize] = None;
                }
            }
            StmtKind::Event(_) | StmtKind::When(_) | StmtKind::Assert { .. } => panic!("not walked"),
            StmtKind::Null => {}
        }
        Ok(Flow::On)
    }

    fn truth(&mut self, e: &ExprRef) -> Result<bool> {
        Ok(self.eval(e)?.as_bool().unwrap_or(false))
    }

    fn eval(&mut self, e: &ExprRef) -> Result<Value> {
        self.maybe(e)?.ok_or_else(unset)
    }

    fn all(&mut self, l: &[ExprRef]) -> Result<Vec<Value>> {
        l.iter().map(|e| self.eval(e)).collect()
    }

    /// Computes the value; errors name the expression that failed.
    fn maybe(&mut self, e: &ExprRef) -> Result<Option<Value>> {
        let named = |r: RuntimeError| r.at(e.loc, || Some(e.to_string()));
        self.compute(e).map_err(named)
    }

    fn warn(&mut self, e: &Expr, w: Option<&str>) {
        if let Some(w) = w {
            self.lines.push(format!("{:?} {}: {w} ({e})", Level::ExpressionWarning, e.loc.start));
        }
    }
}
