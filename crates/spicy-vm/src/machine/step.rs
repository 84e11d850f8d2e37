//! One instruction that is not quick: calls and the like, and to which group the others belong.
use super::{Flow, Machine};
use crate::bytecode::{Function, Inst, NONE, Reg};
use crate::error::{Error, ErrorKind, Outcome};
use crate::print::render_any;
use crate::value::Value;
use crate::world::World;
use std::rc::Rc;

impl Machine {
    #[inline]
    pub(crate) fn get(&self, base: usize, r: Reg) -> &Value {
        const NOTHING: &Value = &Value::Unset;
        self.registers.get(base + usize::from(r)).unwrap_or(NOTHING)
    }

    #[inline]
    pub(crate) fn put(&mut self, base: usize, r: Reg, v: Value) {
        if let Some(slot) = self.registers.get_mut(base + usize::from(r)) {
            slot.set(v);
        }
    }

    #[inline]
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

    pub(crate) fn values(&self, f: &Function, base: usize, args: u32) -> Vec<Value> {
        listed(f, args).iter().map(|r| self.get(base, *r).share()).collect()
    }

    /// Runs an instruction that is not quick.
    #[inline(never)]
    pub(crate) fn step(
        &mut self,
        world: &mut World<'_>,
        f: &Function,
        base: usize,
        inst: &Inst,
    ) -> Outcome<Flow> {
        use Inst as I;
        match inst {
            Inst::CountDown { left, to } => {
                let n = self.uint(base, *left)?;
                let Some(less) = n.checked_sub(1) else { return Ok(Flow::Jump(*to)) };
                self.put(base, *left, Value::Uint(less));
            }
            Inst::Switch { s, table } => {
                let table = f.tables.get(*table as usize).map_or(&[][..], |t| t);
                let number = number_of(self.get(base, *s))?;
                if let Ok(at) = table.binary_search_by_key(&number, |e| e.0) {
                    return Ok(table.get(at).map_or(Flow::Next, |e| Flow::Jump(e.1)));
                }
            }
            Inst::SwitchBytes { s, table } => {
                let table = f.words.get(*table as usize).map_or(&[][..], |t| t);
                if let Value::Bytes(b) = self.get(base, *s)
                    && let Ok(at) = table.binary_search_by(|e| (*e.0).cmp(b.as_slice()))
                {
                    return Ok(table.get(at).map_or(Flow::Next, |e| Flow::Jump(e.1)));
                }
            }
            Inst::Copy { d, s } => {
                let v = self.get(base, *s).copied();
                self.put(base, *d, v);
            }
            Inst::Int { op, d, a, b, signed, bits } => {
                let v = super::arith::int(*op, self.get(base, *a), self.get(base, *b), *signed, *bits)?;
                self.put(base, *d, v);
            }
            Inst::Call { f: function, d, args } => {
                self.call_function(world, f, base, *function, *d, *args)?;
                return Err(Error::internal("a call that is not quick"));
            }
            Inst::BeginUnit { saved, track, .. } => {
                if *track || world.ranges {
                    return self.step_place(world, base, inst);
                }
                let begin = std::mem::replace(&mut self.input.begin, self.input.cursor);
                self.put(base, *saved, Value::Uint(begin));
            }
            I::FieldAt { d, o, path, attempt } => {
                let path = f.args.get(*path as usize).map_or(&[][..], |p| p);
                let v = super::object::field_at(self.get(base, *o), path, *attempt)?;
                self.put(base, *d, v);
            }
            I::UnpackInt { d, signed, bits, order, little } => {
                return self.unpack_int(world, base, *d, [*signed, *little], *bits, *order);
            }
            // Most of these are quick.
            I::Field { .. }
            | I::SetField { .. }
            | I::SetConst { .. }
            | I::Param { .. }
            | I::Has { .. }
            | I::Unset { .. }
            | I::Index { .. }
            | I::SetIndex { .. }
            | I::Default { .. }
            | I::NewUnit { .. }
            | I::FixedUnit { .. }
            | I::FixedRun { .. }
            | I::NewStruct { .. }
            | I::Deref { .. }
            | I::SetRef { .. }
            | I::IterStart { .. } => return self.step_object(world, f, base, inst),
            I::FixedUnits { list, rows, left } => {
                return self.units_in_bulk(world, base, [*list, *left], *rows);
            }
            I::UnpackMany { list, numbers, left } => {
                return self.unpack_many(world, f, base, [*list, *left], *numbers);
            }
            I::UnpackReal { .. } | I::UnpackAddr { .. } | I::Bits { .. } | I::ExpectBits { .. } => {
                return self.step_unpack(world, base, inst);
            }
            I::TakeSize { .. }
            | I::TakeAll { .. }
            | I::TakeUntil { .. }
            | I::SkipSize { .. }
            | I::SkipAll
            | I::ChunkSize { .. }
            | I::ChunkAll { .. }
            | I::ChunkUntil { .. } => return self.step_take(world, base, inst),
            I::Literal { .. }
            | I::LiteralInt { .. }
            | I::MatchRegexp { .. }
            | I::SkipRegexp { .. }
            | I::UseToken { .. }
            | I::LookAhead { .. }
            | I::JumpIfToken { .. }
            | I::NoToken
            | I::JumpIfTrial { .. }
            | I::EnterTrial { .. }
            | I::SyncAdvance { .. }
            | I::Synchronize { .. } => return self.step_token(world, base, inst),
            I::Limit { .. } | I::EndSize { .. } | I::EndMax { .. } | I::AtEnd { .. } => {
                return self.step_limit(world, base, inst);
            }
            I::Store { .. }
            | I::EndUnit { .. }
            | I::CloseUnit { .. }
            | I::StartFilters { .. }
            | I::EndFilters { .. }
            | I::SetPosition { .. }
            | I::SavePosition { .. }
            | I::RestorePosition { .. }
            | I::ApplyInput { .. }
            | I::SaveInput { .. }
            | I::RestoreInput { .. }
            | I::RedirectFrom { .. }
            | I::RedirectAt { .. }
            | I::Cursor { .. }
            | I::CheckMoved { .. } => return self.step_place(world, base, inst),
            I::List { .. }
            | I::Set { .. }
            | I::Map { .. }
            | I::Ref { .. }
            | I::Push { .. }
            | I::IterNext { .. }
            | I::Test { .. } => return self.step_collect(world, f, base, inst),
            I::Throw { .. }
            | I::Rethrow { .. }
            | I::Assert { .. }
            | I::Fail { .. }
            | I::NoCase { .. }
            | I::PushHandler { .. }
            | I::PopHandler
            | I::Message { .. }
            | I::Confirm { .. }
            | I::Reject => return self.step_failure(world, base, inst),
            // These fail only if their register does not hold what it should.
            I::JumpIf { .. } | I::JumpIfNot { .. } | I::Not { .. } => {
                return Err(Error::internal("a truth value was expected"));
            }
            _ => return self.step_outside(world, f, base, inst),
        }
        Ok(Flow::Next)
    }

    /// Globals, conversions, operations, and what the host does.
    #[inline(never)]
    fn step_outside(
        &mut self,
        world: &mut World<'_>,
        f: &Function,
        base: usize,
        inst: &Inst,
    ) -> Outcome<Flow> {
        match inst {
            Inst::Native { op, d, args } => {
                let registers = self.registers.get(base..).unwrap_or_default();
                let args = crate::native::Args::in_registers(registers, listed(f, *args));
                let v = crate::native::native(world, *op, &args)?;
                self.put(base, *d, v);
            }
            Inst::External { name, d, args } => {
                let args = self.lend_values(world, f, base, *args);
                let program = std::sync::Arc::clone(&world.program);
                let name = program.texts.get(*name as usize).map_or("", |n| n);
                let v = crate::native::external(world, name, &args);
                give_back(world, args);
                self.put(base, *d, v?);
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
            Inst::Neg { d, s, bits } => {
                let v = super::arith::negate(self.get(base, *s), *bits)?;
                self.put(base, *d, v);
            }
            Inst::Convert { how, d, s, from, to } => {
                let v = super::arith::convert(world, *how, self.get(base, *s), *from, *to)?;
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
                let args = self.lend_values(world, f, base, *args);
                let raised = world.host.event(*event, &args);
                give_back(world, args);
                raised?;
            }
            _ => return Err(Error::internal("instruction")),
        }
        Ok(Flow::Next)
    }

    /// The values of registers, in a list that [`give_back`] takes again.
    fn lend_values(&self, world: &mut World<'_>, f: &Function, base: usize, args: u32) -> Vec<Value> {
        let mut list = std::mem::take(&mut world.scratch);
        list.extend(listed(f, args).iter().map(|r| self.get(base, *r).share()));
        list
    }

    /// Puts a frame for a function on top, with its arguments.
    #[inline(never)]
    pub(super) fn call_function(
        &mut self,
        world: &World<'_>,
        f: &Function,
        base: usize,
        function: u32,
        d: Reg,
        args: u32,
    ) -> Outcome<()> {
        if self.frames.len() >= world.budget.frames {
            return Err(Error::new(ErrorKind::StackSizeExceeded, "not enough stack space remaining"));
        }
        let new_base = self.top;
        self.push_frame(&world.program, function, d);
        for (i, r) in listed(f, args).iter().enumerate() {
            if *r == NONE {
                continue;
            }
            let v = self.get(base, *r).share();
            if let Some(slot) = self.registers.get_mut(new_base + i) {
                slot.set(v);
            }
        }
        Ok(())
    }
}

/// The registers of a list of arguments.
#[inline]
pub(super) fn listed(f: &Function, args: u32) -> &[Reg] {
    f.args.get(args as usize).map_or(&[][..], |a| a)
}

fn number_of(v: &Value) -> Outcome<i128> {
    match v {
        Value::Uint(n) => Ok(i128::from(*n)),
        Value::Int(n) | Value::Enum(n) => Ok(i128::from(*n)),
        Value::Bool(b) => Ok(i128::from(*b)),
        _ => Err(Error::internal("a number was expected")),
    }
}

fn give_back(world: &mut World<'_>, mut list: Vec<Value>) {
    list.clear();
    world.scratch = list;
}
