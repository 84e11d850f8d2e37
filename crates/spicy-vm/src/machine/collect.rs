//! Instructions that build containers and iterate over them.
use super::{Flow, Machine};
use crate::bytecode::{Function, Inst, Reg};
use crate::error::{Error, ErrorKind, Outcome};
use crate::value::Value;
use crate::world::World;
use std::cell::RefCell;
use std::rc::Rc;

impl Machine {
    /// Lists, sets, maps, references and iterators.
    #[inline(never)]
    pub(crate) fn step_collect(
        &mut self,
        world: &mut World<'_>,
        f: &Function,
        base: usize,
        inst: &Inst,
    ) -> Outcome<Flow> {
        match inst {
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
                let v = self.get(base, *s).share();
                if let Value::List(l) = self.get(base, *list) {
                    if l.len() >= world.budget.elements {
                        return Err(Error::new(
                            ErrorKind::ElementBudget,
                            format!("a vector has more than {} elements", world.budget.elements),
                        ));
                    }
                    l.push(v);
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
            _ => return Err(Error::internal("instruction")),
        }
        Ok(Flow::Next)
    }

    /// Returns the element that an iterator points to, and advances it.
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
