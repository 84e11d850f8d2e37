//! A second way to run the tree: straight, slow, and easy to believe. Only tests use it, to hold the machine against.
use crate::code::word_kind;
use crate::machine::Machine;
use crate::ops;
use script_sema::tree::{
    AddKind, BinOp, BodyId, Callee, Coercion, Expr, ExprKind, ExprRef, ForKind, LocalId, Program, RemoveKind,
    Stmt, StmtKind, VarRef,
};
use std::rc::Rc;
use value::{Context, Level, Printer, Record, Result, RuntimeError, Table, TableMeta, Type, Value, Vector};

/// How a statement ended.
enum Flow {
    On,
    Next,
    Break,
    Return(Option<Value>),
    HookBreak,
    Fall,
}

/// Runs bodies; globals, built-ins and defaults are those of a machine that runs nothing itself.
pub(crate) struct Walker {
    program: Rc<Program>,
    m: Machine,
    locals: Vec<Option<Value>>,
    pub(crate) lines: Vec<String>,
    /// What is left of the steps that a program may take.
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

    /// The value; errors name the expression that failed.
    fn maybe(&mut self, e: &ExprRef) -> Result<Option<Value>> {
        let named = |r: RuntimeError| r.at(e.loc, || Some(e.to_string()));
        self.compute(e).map_err(named)
    }

    fn warn(&mut self, e: &Expr, w: Option<&str>) {
        if let Some(w) = w {
            self.lines.push(format!("{:?} {}: {w} ({e})", Level::ExpressionWarning, e.loc.start));
        }
    }

    fn compute(&mut self, e: &ExprRef) -> Result<Option<Value>> {
        Ok(Some(match &e.kind {
            ExprKind::Const(v) => v.clone(),
            ExprKind::Var(VarRef::Local(l), _) => self.locals[l.0 as usize].clone().ok_or_else(unset)?,
            ExprKind::Var(VarRef::Global(g), _) => self.m.global(g.0).ok_or_else(unset)?,
            ExprKind::Unary(op, a) => ops::unary(*op, &self.eval(a)?, &e.ty)?,
            ExprKind::Increment(t) | ExprKind::Decrement(t) => {
                let up = matches!(e.kind, ExprKind::Increment(_));
                let (v, w) = ops::step(up, &self.eval(t)?)?;
                self.warn(e, w);
                self.assign(t, v.clone())?;
                v
            }
            ExprKind::Binary(op, a, b) => {
                let (a, b) = (self.eval(a)?, self.eval(b)?);
                let (v, w) = ops::binary(*op, &a, &b, &e.ty)?;
                self.warn(e, w);
                v
            }
            ExprKind::Compare(op, a, b) => {
                let (a, b) = (self.eval(a)?, self.eval(b)?);
                ops::compare(*op, &a, &b, &e.ty)?
            }
            ExprKind::And(a, b) => Value::Bool(self.truth(a)? && self.truth(b)?),
            ExprKind::Or(a, b) => Value::Bool(self.truth(a)? || self.truth(b)?),
            ExprKind::Cond(c, a, b) => {
                if self.truth(c)? {
                    self.eval(a)?
                } else {
                    self.eval(b)?
                }
            }
            ExprKind::Assign(t, v) => {
                let v = self.eval(v)?;
                self.assign(t, v.clone())?;
                v
            }
            ExprKind::AddTo(kind, t, b) => {
                let now = self.eval(t)?;
                let more = self.eval(b)?;
                match kind {
                    AddKind::Plus => self.compound(e, BinOp::Add, t, &now, &more)?,
                    AddKind::Append => {
                        now.as_vector().ok_or_else(unset)?.push(more);
                        now
                    }
                    AddKind::Extend => {
                        ops::extend(&now, &more)?;
                        now
                    }
                    AddKind::Merge => {
                        ops::merge(&mut self.m, &now, &more)?;
                        now
                    }
                    AddKind::PatternOr => {
                        let v = ops::pattern_or(&now, &more)?;
                        self.assign(t, v.clone())?;
                        v
                    }
                }
            }
            ExprKind::RemoveFrom(kind, t, b) => {
                let now = self.eval(t)?;
                let less = self.eval(b)?;
                match kind {
                    RemoveKind::Minus => self.compound(e, BinOp::Sub, t, &now, &less)?,
                    RemoveKind::Subtract => {
                        ops::subtract(&mut self.m, &now, &less)?;
                        now
                    }
                }
            }
            ExprKind::Index(base, index) => {
                let base = self.eval(base)?;
                let index = self.all(index)?;
                match &base {
                    Value::Table(t) => {
                        t.lookup(&mut self.m, &index)?.ok_or_else(|| RuntimeError::new("no such index"))?
                    }
                    other => ops::index(other, &index[0], &e.ty)?,
                }
            }
            ExprKind::Slice(base, low, high) => {
                let base = self.eval(base)?;
                let mut end = |e: &Option<ExprRef>| -> Result<Option<i64>> {
                    e.as_ref().map(|e| Ok(self.eval(e)?.to_word().unwrap_or(0) as i64)).transpose()
                };
                let (low, high) = (end(low)?, end(high)?);
                ops::slice(&base, low, high)?
            }
            ExprKind::Field(r, f, _) => {
                let r = self.eval(r)?;
                let r = r.as_record().ok_or_else(unset)?;
                r.get(*f).ok_or_else(|| RuntimeError::new("field value missing"))?
            }
            ExprKind::HasField(r, f, _) => {
                let r = self.eval(r)?;
                Value::Bool(r.as_record().ok_or_else(unset)?.has(*f))
            }
            ExprKind::In(item, c) | ExprKind::NotIn(item, c) => {
                let item = self.all(item)?;
                let c = self.eval(c)?;
                let yes = match &c {
                    Value::Table(t) => t.contains(&mut self.m, &item)?,
                    other => ops::contains(&mut self.m, &item[0], other)?,
                };
                Value::Bool(yes == matches!(e.kind, ExprKind::In(..)))
            }
            ExprKind::Call(Callee::Global(g, _), args) => {
                let args = self.all(args)?;
                self.step()?;
                let b = *self.program.global(*g).bodies.first().ok_or_else(unset)?;
                return match self.body(b, args)? {
                    Flow::Return(v) => Ok(v),
                    _ => Ok(None),
                };
            }
            ExprKind::Record(fields) => {
                let values: Result<Vec<(u32, Value)>> =
                    fields.iter().map(|(f, v)| Ok((*f, self.eval(v)?))).collect();
                let values = values?;
                let Type::Record(t) = &e.ty else { return Err(unset()) };
                let r = Record::new(t.clone());
                for (f, what) in r.pending() {
                    if !values.iter().any(|v| v.0 == *f) {
                        r.set(*f, self.m.pending(what)?);
                    }
                }
                values.into_iter().for_each(|(f, v)| r.set(f, v));
                Value::Record(r)
            }
            ExprKind::Table(entries, attrs) => {
                let Type::Table(t) = &e.ty else { return Err(unset()) };
                let table = Table::new(Rc::new(TableMeta::new(t.clone(), attrs.clone())));
                for (k, v) in entries {
                    let k = self.all(k)?;
                    let v = self.eval(v)?;
                    table.assign(&mut self.m, &k, Some(v))?;
                }
                Value::Table(table)
            }
            ExprKind::Set(entries, attrs) => {
                let Type::Table(t) = &e.ty else { return Err(unset()) };
                let table = Table::new(Rc::new(TableMeta::new(t.clone(), attrs.clone())));
                for k in entries {
                    let k = self.all(k)?;
                    table.assign(&mut self.m, &k, None)?;
                }
                Value::Table(table)
            }
            ExprKind::Vector(items) => {
                let Type::Vector(t) = &e.ty else { return Err(unset()) };
                Value::Vector(Vector::from_values(t.clone(), self.all(items)?))
            }
            ExprKind::Coerce(how, a) => {
                let a = self.eval(a)?;
                match how {
                    Coercion::Arith => ops::arith(&a, &e.ty)?,
                    Coercion::ToAny => a,
                    Coercion::FromAny => ops::from_any(&a, &e.ty)?,
                    _ => panic!("not walked"),
                }
            }
            ExprKind::Size(a) => ops::size(&self.eval(a)?)?,
            ExprKind::Copy(a) => ops::copy(&self.eval(a)?)?,
            ExprKind::Add(t) => {
                let ExprKind::Index(base, index) = &t.kind else { return Err(unset()) };
                let (base, index) = (self.eval(base)?, self.all(index)?);
                base.as_table().ok_or_else(unset)?.assign(&mut self.m, &index, None)?;
                return Ok(None);
            }
            ExprKind::Delete(t) => {
                let ExprKind::Index(base, index) = &t.kind else { return Err(unset()) };
                let (base, index) = (self.eval(base)?, self.all(index)?);
                base.as_table().ok_or_else(unset)?.delete(&mut self.m, &index)?;
                return Ok(None);
            }
            _ => panic!("not walked: {e}"),
        }))
    }

    fn compound(&mut self, e: &ExprRef, op: BinOp, t: &ExprRef, now: &Value, more: &Value) -> Result<Value> {
        let (v, w) = ops::binary(op, now, more, &t.ty)?;
        self.warn(e, w);
        self.assign(t, v.clone())?;
        Ok(v)
    }

    fn assign(&mut self, t: &ExprRef, v: Value) -> Result<()> {
        debug_assert!(word_kind(&t.ty).is_none() || v.to_word().is_some());
        match &t.kind {
            ExprKind::Var(VarRef::Local(l), _) => self.locals[l.0 as usize] = Some(v),
            ExprKind::Var(VarRef::Global(g), _) => self.m.set_global(g.0, v),
            ExprKind::Field(r, f, _) => self.eval(r)?.as_record().ok_or_else(unset)?.set(*f, v),
            ExprKind::Index(base, index) => {
                let base = self.eval(base)?;
                let index = self.all(index)?;
                let done = match &base {
                    Value::Table(table) => table.assign(&mut self.m, &index, Some(v)),
                    Value::Vector(x) => ops::set_element(x, index[0].to_word().unwrap_or(0) as i64, v.into()),
                    _ => Err(unset()),
                };
                done.map_err(|r| r.at(t.loc, || Some(t.to_string())))?;
            }
            _ => panic!("not walked"),
        }
        Ok(())
    }
}
