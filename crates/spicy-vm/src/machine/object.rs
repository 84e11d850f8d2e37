//! Instructions on units, structs, containers and references.
use super::step::listed;
use super::{Flow, Machine};
use crate::bytecode::{Function, Inst, Reg};
use crate::error::{Error, ErrorKind, Outcome};
use crate::unit::{Param, Unit};
use crate::value::Value;
use crate::world::World;
use spicy_sema::types::{Ty, Type};
use std::cell::RefCell;
use std::rc::Rc;

/// A new unit, its variables with their initial values.
pub(crate) fn new_unit(world: &mut World<'_>, unit: u32, params: Vec<Value>) -> Outcome<Rc<Unit>> {
    let made = bare_unit(world, unit, params.into_iter().map(Param::Kept).collect())?;
    let init = world.program.inits[unit as usize];
    // Most units have no variables that need code.
    let trivial = world.program.functions.get(init as usize).is_some_and(|f| f.code.len() == 1);
    if !trivial {
        world.call(init, &[Value::Unit(Rc::clone(&made))])?;
    }
    Ok(made)
}

/// A new unit before its variables are computed.
fn bare_unit(world: &mut World<'_>, unit: u32, params: Box<[Param]>) -> Outcome<Rc<Unit>> {
    let members = world.members(unit);
    let made = Rc::new(Unit::new(unit, params, members));
    if let Some(ty) = world.program.hir.units[unit as usize].context {
        let value = default_value(world, ty)?;
        // A unit is a reference to itself.
        let value =
            if matches!(value, Value::Unit(_)) { value } else { Value::Ref(Rc::new(RefCell::new(value))) };
        made.set_context(value);
    }
    Ok(made)
}

/// The initial value of a variable of a type.
pub(crate) fn default_value(world: &mut World<'_>, ty: Ty) -> Outcome<Value> {
    let program = std::sync::Arc::clone(&world.program);
    Ok(match program.hir.types.get(ty) {
        Type::Bool => Value::Bool(false),
        Type::Int { signed: true, .. } => Value::Int(0),
        Type::Int { .. } => Value::Uint(0),
        Type::Real => Value::Real(0.0),
        Type::Bytes => Value::bytes(Vec::new()),
        Type::Str => Value::text(""),
        Type::Addr => Value::Addr(Rc::new(std::net::Ipv6Addr::UNSPECIFIED.into())),
        Type::Network => Value::Net(Rc::new((std::net::Ipv6Addr::UNSPECIFIED.into(), 0))),
        Type::Port => Value::Port(0, 3),
        Type::Time => Value::Time(0),
        Type::Interval => Value::Interval(0),
        Type::Error => Value::Error(Rc::from("")),
        Type::Enum(_) => Value::Enum(spicy_sema::hir::ENUM_UNDEF),
        Type::Vector(_) | Type::List(_) => Value::list(Vec::new()),
        Type::Set(_) | Type::Map(..) => Value::Map(Rc::default()),
        Type::Tuple(ts) => {
            let items: Outcome<Vec<Value>> = ts.iter().map(|t| default_value(world, t.1)).collect();
            Value::list(items?)
        }
        Type::Struct(s) => {
            let fields = &program.hir.structs[*s as usize].fields;
            let items: Outcome<Vec<Value>> = fields
                .iter()
                .map(|f| {
                    if f.optional || f.default.is_some() {
                        Ok(Value::Unset)
                    } else {
                        default_value(world, f.ty)
                    }
                })
                .collect();
            Value::list(items?)
        }
        Type::Bitfield(b) => Value::list(vec![Value::Unset; program.hir.bitfields[*b as usize].ranges.len()]),
        Type::Unit(u) => {
            world.enter()?;
            let unit = new_unit(world, *u, vec![Value::Null; program.hir.units[*u as usize].params.len()]);
            world.nesting -= 1;
            Value::Unit(unit?)
        }
        Type::Stream => Value::Stream(crate::stream::Stream::shared()),
        Type::View => Value::View(Rc::new((crate::stream::Stream::shared(), 0, u64::MAX))),
        Type::Sink => Value::Sink(Rc::default()),
        // Nothing is ever added to the stream of machines with nothing to do.
        Type::Iter(Ty::STREAM) => Value::StreamIter(Rc::clone(&world.nowhere), 0),
        Type::Iter(Ty::BYTES) => Value::BytesIter(Rc::default(), 0),
        Type::Zlib => Value::Inflater(Rc::new(RefCell::new(crate::codec::Inflater::new(47)))),
        Type::Base64 => Value::Base64(Rc::default()),
        Type::TypeInfo => Value::Type(Ty::VOID),
        Type::Any => Value::Any(Rc::new((Ty::ANY, Value::Null))),
        _ => Value::Null,
    })
}

fn unset(attempt: bool) -> Error {
    if attempt {
        Error::new(ErrorKind::AttributeNotSet, "struct attribute not set")
    } else {
        Error::new(ErrorKind::UnsetOptional, "unset optional value")
    }
}

fn null() -> Error {
    Error::new(ErrorKind::NullReference, "attempt to access null reference")
}

impl Machine {
    #[inline(never)]
    pub(crate) fn step_object(
        &mut self,
        world: &mut World<'_>,
        f: &Function,
        base: usize,
        inst: &Inst,
    ) -> Outcome<Flow> {
        match inst {
            Inst::Field { d, o, i, attempt } => {
                let v = match self.get(base, *o) {
                    Value::Unit(u) => u.field(*i as usize),
                    Value::List(l) => l.borrow().get(*i as usize).cloned().unwrap_or_default(),
                    Value::Null | Value::Unset => return Err(null()),
                    _ => return Err(Error::internal("a record was expected")),
                };
                if matches!(v, Value::Unset) {
                    return Err(unset(*attempt));
                }
                self.put(base, *d, v);
            }
            Inst::SetField { o, i, s } => {
                let v = self.get(base, *s).clone();
                self.set_member(base, *o, *i, v)?;
            }
            Inst::SetConst { o, i, k } => {
                let v = world.consts.get(*k as usize).cloned().unwrap_or_default();
                self.set_member(base, *o, *i, v)?;
            }
            Inst::Has { d, o, i } => {
                let set = match self.get(base, *o) {
                    Value::Unit(u) => u.fields.borrow().get(*i as usize).is_some_and(Value::is_set),
                    Value::List(l) => l.borrow().get(*i as usize).is_some_and(Value::is_set),
                    Value::Null | Value::Unset => return Err(null()),
                    _ => false,
                };
                self.put(base, *d, Value::Bool(set));
            }
            Inst::Unset { o, i } => match self.get(base, *o) {
                Value::Unit(u) => {
                    if let Some(slot) = u.fields.borrow_mut().get_mut(*i as usize) {
                        *slot = Value::Unset;
                    }
                }
                Value::List(l) => {
                    if let Some(slot) = l.borrow_mut().get_mut(*i as usize) {
                        *slot = Value::Unset;
                    }
                }
                _ => return Err(null()),
            },
            Inst::Param { d, u, i } => {
                let v = self.unit(base, *u)?.param(*i as usize);
                self.put(base, *d, v);
            }
            Inst::Index { d, o, k } => {
                let v = index(self.get(base, *o), self.get(base, *k))?;
                self.put(base, *d, v);
            }
            Inst::SetIndex { o, k, s } => {
                let (key, v) = (self.get(base, *k).clone(), self.get(base, *s).clone());
                match self.get(base, *o) {
                    Value::List(l) => {
                        let at = index_of(&key)?;
                        let mut l = l.borrow_mut();
                        let len = l.len();
                        *l.get_mut(at).ok_or_else(|| out_of_range(at, len))? = v;
                    }
                    Value::Map(m) => {
                        if m.borrow().len() >= world.budget.elements {
                            return Err(Error::new(
                                ErrorKind::ElementBudget,
                                format!("a map has more than {} elements", world.budget.elements),
                            ));
                        }
                        m.borrow_mut().insert(key, v);
                    }
                    _ => return Err(Error::internal("a container was expected")),
                }
            }
            Inst::Default { d, ty } => {
                let v = default_value(world, *ty)?;
                self.put(base, *d, v);
            }
            Inst::NewUnit { d, unit, args, begun } => {
                let v = if *begun {
                    new_unit(world, *unit, self.values(f, base, *args))?
                } else {
                    let given = listed(f, *args).iter().map(|r| Param::Kept(self.get(base, *r).share()));
                    bare_unit(world, *unit, given.collect())?
                };
                self.put(base, *d, Value::Unit(v));
            }
            Inst::FixedUnit { d, layout, to } => {
                if self.fixed_unit(world, base, *d, *layout)? {
                    return Ok(Flow::Jump(*to));
                }
            }
            Inst::FixedRun { u, layout, to } => {
                if self.fixed_run(world, base, *u, *layout)? {
                    return Ok(Flow::Jump(*to));
                }
            }
            Inst::NewStruct { d, ty } => {
                let v = match world.program.hir.types.get(*ty) {
                    Type::Unit(_) | Type::Struct(_) => default_value(world, *ty)?,
                    Type::StructLiteral(fields) => Value::list(vec![Value::Unset; fields.len()]),
                    _ => Value::Null,
                };
                self.put(base, *d, v);
            }
            Inst::Deref { d, s } => {
                let v = match self.get(base, *s) {
                    Value::Ref(r) => r.borrow().clone(),
                    Value::Null | Value::Unset => {
                        return Err(match world.program.functions.is_empty() {
                            true => null(),
                            false => Error::new(ErrorKind::NullReference, "attempt to access null reference"),
                        });
                    }
                    Value::Error(m) => return Err(Error::new(ErrorKind::NoResult, &**m)),
                    // Units and set optionals stand for what they refer to.
                    other => other.clone(),
                };
                self.put(base, *d, v);
            }
            Inst::SetRef { r, s } => {
                let v = self.get(base, *s).clone();
                match self.get(base, *r) {
                    Value::Ref(cell) => *cell.borrow_mut() = v,
                    Value::Unit(u) => {
                        if let Value::Unit(other) = &v {
                            let fields = other.fields.borrow().clone();
                            *u.fields.borrow_mut() = fields;
                        }
                    }
                    _ => return Err(null()),
                }
            }
            Inst::IterStart { d, s } => {
                let v = crate::native::begin(self.get(base, *s))?;
                self.put(base, *d, v);
            }
            _ => return Err(Error::internal("instruction")),
        }
        Ok(Flow::Next)
    }

    /// Sets a member of the unit or list in a register.
    fn set_member(&self, base: usize, o: Reg, i: u32, v: Value) -> Outcome<()> {
        match self.get(base, o) {
            Value::Unit(u) => u.set_field(i, v),
            Value::List(l) => {
                if let Some(slot) = l.borrow_mut().get_mut(i as usize) {
                    *slot = v;
                }
            }
            Value::Null | Value::Unset => return Err(null()),
            _ => return Err(Error::internal("a record was expected")),
        }
        Ok(())
    }
}

pub(crate) fn out_of_range(at: usize, _len: usize) -> Error {
    Error::new(ErrorKind::Index, format!("vector index {at} out of range"))
}

/// The member that a path of indices leads to.
pub(super) fn field_at(v: &Value, path: &[u16], attempt: bool) -> Outcome<Value> {
    let Some((first, rest)) = path.split_first() else { return Ok(v.share()) };
    let inner = |items: &[Value]| match items.get(usize::from(*first)) {
        Some(Value::Unset) | None => Err(unset(attempt && rest.is_empty())),
        Some(item) => field_at(item, rest, attempt),
    };
    match v {
        Value::Unit(u) => inner(&u.fields.borrow()),
        Value::List(l) => inner(&l.borrow()),
        Value::Null | Value::Unset => Err(null()),
        _ => Err(Error::internal("a record was expected")),
    }
}

fn index_of(k: &Value) -> Outcome<usize> {
    match k {
        Value::Uint(n) => Ok(*n as usize),
        Value::Int(n) if *n >= 0 => Ok(*n as usize),
        _ => Err(Error::internal("an index was expected")),
    }
}

fn index(o: &Value, k: &Value) -> Outcome<Value> {
    match o {
        Value::List(l) => {
            let at = index_of(k)?;
            let l = l.borrow();
            l.get(at).cloned().ok_or_else(|| out_of_range(at, l.len()))
        }
        Value::Map(m) => {
            m.borrow().get(k).cloned().ok_or_else(|| Error::new(ErrorKind::Index, "key is unset"))
        }
        Value::Null | Value::Unset => Err(null()),
        _ => Err(Error::internal("a container was expected")),
    }
}
