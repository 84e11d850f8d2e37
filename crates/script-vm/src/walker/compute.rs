//! Computes the values of expressions.
use super::{Flow, Walker, unset};
use crate::code::word_kind;
use crate::ops;
use script_sema::tree::{AddKind, BinOp, Callee, Coercion, ExprKind, ExprRef, RemoveKind, VarRef};
use std::rc::Rc;
use value::{Context, Record, Result, RuntimeError, Table, TableMeta, Type, Value, Vector};

impl Walker {
    pub(super) fn compute(&mut self, e: &ExprRef) -> Result<Option<Value>> {
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
            ExprKind::AddTo(kind, t, b) => self.add_to(e, *kind, t, b)?,
            ExprKind::RemoveFrom(kind, t, b) => self.remove_from(e, *kind, t, b)?,
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
            ExprKind::Record(_) | ExprKind::Table(..) | ExprKind::Set(..) | ExprKind::Vector(_) => {
                self.make(e)?
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
            ExprKind::Add(t) | ExprKind::Delete(t) => {
                let ExprKind::Index(base, index) = &t.kind else { return Err(unset()) };
                let (base, index) = (self.eval(base)?, self.all(index)?);
                let table = base.as_table().ok_or_else(unset)?;
                match &e.kind {
                    ExprKind::Add(_) => table.assign(&mut self.m, &index, None)?,
                    _ => _ = table.delete(&mut self.m, &index)?,
                }
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

    fn add_to(&mut self, e: &ExprRef, kind: AddKind, t: &ExprRef, b: &ExprRef) -> Result<Value> {
        let now = self.eval(t)?;
        let more = self.eval(b)?;
        Ok(match kind {
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
        })
    }

    fn remove_from(&mut self, e: &ExprRef, kind: RemoveKind, t: &ExprRef, b: &ExprRef) -> Result<Value> {
        let now = self.eval(t)?;
        let less = self.eval(b)?;
        Ok(match kind {
            RemoveKind::Minus => self.compound(e, BinOp::Sub, t, &now, &less)?,
            RemoveKind::Subtract => {
                ops::subtract(&mut self.m, &now, &less)?;
                now
            }
        })
    }

    /// Computes a constructor.
    fn make(&mut self, e: &ExprRef) -> Result<Value> {
        Ok(match &e.kind {
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
            _ => panic!("not a constructor: {e}"),
        })
    }
}
