//! One instruction.
use super::{Flow, Handler, Machine};
use crate::bytecode::{Function, Inst, NONE, Reg};
use crate::error::{Error, ErrorKind, Outcome};
use crate::print::{render_any, shown};
use crate::value::Value;
use crate::world::World;
use std::cell::RefCell;
use std::rc::Rc;

impl Machine {
    pub(crate) fn get(&self, base: usize, r: Reg) -> &Value {
        self.registers.get(base + usize::from(r)).unwrap_or(&self.nothing)
    }

    pub(crate) fn put(&mut self, base: usize, r: Reg, v: Value) {
        if let Some(slot) = self.registers.get_mut(base + usize::from(r)) {
            *slot = v;
        }
    }

    pub(crate) fn flag(&self, base: usize, r: Reg) -> Outcome<bool> {
        match self.get(base, r) {
            Value::Bool(b) => Ok(*b),
            _ => Err(Error::internal("a truth value was expected")),
        }
    }

    pub(crate) fn uint(&self, base: usize, r: Reg) -> Outcome<u64> {
        match self.get(base, r) {
            Value::Uint(n) => Ok(*n),
            Value::Int(n) if *n >= 0 => Ok(*n as u64),
            _ => Err(Error::internal("an unsigned number was expected")),
        }
    }

    pub(crate) fn unit(&self, base: usize, r: Reg) -> Outcome<Rc<crate::unit::Unit>> {
        match self.get(base, r) {
            Value::Unit(u) => Ok(Rc::clone(u)),
            Value::Null | Value::Unset => {
                Err(Error::new(ErrorKind::NullReference, "attempt to access null reference"))
            }
            _ => Err(Error::internal("a unit was expected")),
        }
    }

    fn values(&self, f: &Function, base: usize, args: u32) -> Vec<Value> {
        f.args
            .get(args as usize)
            .map_or_else(Vec::new, |a| a.iter().map(|r| self.get(base, *r).clone()).collect())
    }

    pub(crate) fn step(
        &mut self,
        world: &mut World<'_>,
        f: &Function,
        base: usize,
        inst: &Inst,
    ) -> Outcome<Flow> {
        match inst {
            Inst::Const { d, k } => {
                let v = world.consts.get(*k as usize).cloned().unwrap_or_default();
                self.put(base, *d, v);
            }
            Inst::Move { d, s } => {
                let v = self.get(base, *s).clone();
                self.put(base, *d, v);
            }
            Inst::Copy { d, s } => {
                let v = self.get(base, *s).copied();
                self.put(base, *d, v);
            }
            Inst::Jump { to } => return Ok(Flow::Jump(*to)),
            Inst::JumpIf { c, to } => {
                if self.flag(base, *c)? {
                    return Ok(Flow::Jump(*to));
                }
            }
            Inst::JumpIfNot { c, to } => {
                if !self.flag(base, *c)? {
                    return Ok(Flow::Jump(*to));
                }
            }
            Inst::Int { op, d, a, b, signed, bits } => {
                let v = super::arith::int(*op, self.get(base, *a), self.get(base, *b), *signed, *bits)?;
                self.put(base, *d, v);
            }
            Inst::Compare { op, d, a, b } => {
                let v = super::arith::compare(*op, self.get(base, *a), self.get(base, *b))?;
                self.put(base, *d, Value::Bool(v));
            }
            Inst::Call { f: function, d, args } => {
                return self.call_function(world, f, base, *function, *d, *args);
            }
            Inst::Return { s } => {
                self.returned = self.get(base, *s).clone();
                return Ok(Flow::Return);
            }
            Inst::ReturnVoid => {
                self.returned = Value::Null;
                return Ok(Flow::Return);
            }
            Inst::Native { op, d, args } => {
                let args = self.values(f, base, *args);
                let v = crate::native::native(world, *op, &args)?;
                self.put(base, *d, v);
            }
            Inst::External { name, d, args } => {
                let args = self.values(f, base, *args);
                let name = world.program.texts.get(*name as usize).cloned().unwrap_or_default();
                let v = crate::native::external(world, &name, &args)?;
                self.put(base, *d, v);
            }
            Inst::LoadGlobal { d, g } => {
                let v = world.globals.get(*g as usize).cloned().unwrap_or_default();
                self.put(base, *d, v);
            }
            Inst::StoreGlobal { g, s } => {
                let v = self.get(base, *s).clone();
                if let Some(slot) = world.globals.get_mut(*g as usize) {
                    *slot = v;
                }
            }
            Inst::Real { op, d, a, b } => {
                let v = super::arith::real(*op, self.get(base, *a), self.get(base, *b))?;
                self.put(base, *d, v);
            }
            Inst::Not { d, s } => {
                let b = self.flag(base, *s)?;
                self.put(base, *d, Value::Bool(!b));
            }
            Inst::Neg { d, s, bits } => {
                let v = super::arith::negate(self.get(base, *s), *bits)?;
                self.put(base, *d, v);
            }
            Inst::Convert { how, d, s, from, to } => {
                let v = super::arith::convert(world, *how, self.get(base, *s), *from, *to)?;
                self.put(base, *d, v);
            }
            Inst::List { d, args } => {
                let v = Value::list(self.values(f, base, *args));
                self.put(base, *d, v);
            }
            Inst::Set { d, args } => {
                #[expect(clippy::mutable_key_type, reason = "keys are copies, nothing changes them")]
                let keys = self.values(f, base, *args).into_iter().map(|v| (v, Value::Null)).collect();
                self.put(base, *d, Value::Map(Rc::new(RefCell::new(keys))));
            }
            Inst::Map { d, args } => {
                let items = self.values(f, base, *args);
                #[expect(clippy::mutable_key_type, reason = "keys are copies, nothing changes them")]
                let pairs = items.chunks_exact(2).map(|p| (p[0].clone(), p[1].clone())).collect();
                self.put(base, *d, Value::Map(Rc::new(RefCell::new(pairs))));
            }
            Inst::Ref { d, s } => {
                let v = self.get(base, *s).clone();
                self.put(base, *d, Value::Ref(Rc::new(RefCell::new(v))));
            }
            Inst::Push { list, s } => {
                let v = self.get(base, *s).clone();
                if let Value::List(l) = self.get(base, *list) {
                    if l.borrow().len() >= world.budget.elements {
                        return Err(Error::new(
                            ErrorKind::ElementBudget,
                            format!("a vector has more than {} elements", world.budget.elements),
                        ));
                    }
                    l.borrow_mut().push(v);
                }
            }
            Inst::IterNext { d, it, to } => match self.next_element(base, *it)? {
                Some(v) => self.put(base, *d, v),
                None => return Ok(Flow::Jump(*to)),
            },
            Inst::Test { d, c, e } => {
                let v = if self.flag(base, *c)? {
                    Value::Null
                } else {
                    match self.get(base, *e) {
                        Value::Str(s) => Value::Error(Rc::clone(s)),
                        other => other.clone(),
                    }
                };
                self.put(base, *d, v);
            }
            Inst::Print { args } => {
                let items = self.values(f, base, *args);
                let mut line = String::new();
                for (i, v) in items.iter().enumerate() {
                    if i > 0 {
                        line.push_str(", ");
                    }
                    line.push_str(&render_any(world, v)?);
                }
                world.host.print(&line);
            }
            Inst::HasHandler { d, event } => {
                let wanted = world.host.wants(*event);
                self.put(base, *d, Value::Bool(wanted));
            }
            Inst::Raise { event, args } => {
                let args = self.values(f, base, *args);
                world.host.event(*event, &args)?;
            }
            Inst::Throw { s } => return Err(Error::parse(text_of(self.get(base, *s)))),
            Inst::Rethrow { s } => match self.get(base, *s) {
                Value::Caught(e) => return Err(e.clone()),
                _ => return Err(Error::internal("an error was expected")),
            },
            Inst::Assert { c, text } => match self.get(base, *c) {
                Value::Error(m) => return Err(Error::new(ErrorKind::Assertion, &**m)),
                Value::Bool(false) => {
                    let text = world.program.texts.get(*text as usize).map_or("", |t| t);
                    return Err(Error::new(ErrorKind::Assertion, format!("failed expression '{text}'")));
                }
                // Results that hold a value, and whatever else is true.
                _ => {}
            },
            Inst::Fail { text, assertion } => {
                let text = world.program.texts.get(*text as usize).cloned().unwrap_or_default();
                return Err(Error::new(
                    if *assertion { ErrorKind::Assertion } else { ErrorKind::Parse },
                    text,
                ));
            }
            Inst::NoCase { s, ty, parse } => {
                let v = self.get(base, *s).clone();
                let value = shown(world, &v, *ty, true)?;
                return Err(if *parse {
                    Error::parse(format!("no matching case in switch statement for value '{value}'"))
                } else {
                    Error::new(ErrorKind::UnhandledSwitchCase, value)
                });
            }
            Inst::PushHandler { to, d, catch } => {
                if self.handlers.len() > 4 * world.budget.frames {
                    return Err(Error::new(ErrorKind::StackSizeExceeded, "not enough stack space remaining"));
                }
                let input = self.input.clone();
                self.handlers.push(Handler {
                    frames: self.frames.len(),
                    to: *to,
                    register: *d,
                    catch: *catch,
                    input,
                });
            }
            Inst::PopHandler => {
                self.handlers.pop();
            }
            Inst::Message { d, s } => {
                let v = match self.get(base, *s) {
                    Value::Caught(e) if e.kind() == ErrorKind::Backtrack => Value::Null,
                    Value::Caught(e) => {
                        let place = e
                            .span()
                            .map(|s| format!(" ({})", world.program.hir.sources.location(s)))
                            .unwrap_or_default();
                        Value::text(&format!("{}{place}", e.message()))
                    }
                    _ => Value::Null,
                };
                self.put(base, *d, v);
            }
            Inst::Confirm { u, d } => {
                let _ = u;
                let was = self.trial.take().is_some();
                self.put(base, *d, Value::Bool(was));
            }
            Inst::Reject => {
                return Err(match &self.trial {
                    Some(e) => e.clone(),
                    None => Error::parse("confirmation rejected"),
                });
            }
            other => return self.step_object(world, f, base, other),
        }
        Ok(Flow::Next)
    }

    fn call_function(
        &mut self,
        world: &World<'_>,
        f: &Function,
        base: usize,
        function: u32,
        d: Reg,
        args: u32,
    ) -> Outcome<Flow> {
        if self.frames.len() >= world.budget.frames {
            return Err(Error::new(ErrorKind::StackSizeExceeded, "not enough stack space remaining"));
        }
        let new_base = self.registers.len();
        self.push_frame(world, function, d);
        for (i, r) in f.args.get(args as usize).into_iter().flatten().enumerate() {
            if *r == NONE {
                continue;
            }
            let v = self.get(base, *r).clone();
            if let Some(slot) = self.registers.get_mut(new_base + i) {
                *slot = v;
            }
        }
        Ok(Flow::Call)
    }

    /// The element that an iterator points to, and one step further.
    fn next_element(&mut self, base: usize, it: Reg) -> Outcome<Option<Value>> {
        let slot =
            self.registers.get_mut(base + usize::from(it)).ok_or_else(|| Error::internal("register"))?;
        Ok(match slot {
            Value::ListIter(l, i) => {
                let v = l.borrow().get(*i as usize).cloned();
                *i += 1;
                v
            }
            Value::MapIter(m, i) => {
                let v = m.borrow().iter().nth(*i as usize).map(|(k, v)| crate::native::map_element(k, v));
                *i += 1;
                v
            }
            Value::BytesIter(b, i) => {
                let v = b.as_slice().get(*i as usize).map(|b| Value::Uint(u64::from(*b)));
                *i += 1;
                v
            }
            Value::StreamIter(s, i) => {
                let v = s.borrow().byte(*i).map(|b| Value::Uint(u64::from(b)));
                *i += 1;
                v
            }
            _ => return Err(Error::internal("an iterator was expected")),
        })
    }
}

fn text_of(v: &Value) -> String {
    match v {
        Value::Str(s) | Value::Error(s) => s.to_string(),
        _ => String::new(),
    }
}
