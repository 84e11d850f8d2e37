//! The dispatch loop: instructions of one frame after the other, calls and returns among them.
use super::calls::{Callee, captured, gather};
use super::generic::op_n;
use super::keys::{is_in, key_bytes, look_up, with_key};
use super::registers::Iter;
use super::{End, Frame, Stacks, answer, unset, unwind};
use crate::code::{Class, Code, Ins, Kind, NONE, R};
use crate::machine::Machine;
use crate::ops;
use crate::word::{tag_code, untag};
use std::cell::RefCell;
use std::mem::replace;
use std::rc::Rc;
use value::table::KeyBytes;
use value::{
    Code as FuncCode, Context, ErrorKind, Func, Record, Result, RuntimeError, Table, Type, Value, Vector,
};

/// The code of the kind that most words have.
const COUNT: R = Kind::Count.code();

fn f(w: u64) -> f64 {
    f64::from_bits(w)
}

impl Machine {
    /// Runs code from `start` on to its end, and all that it calls.
    pub(super) fn run(
        &mut self,
        st: &mut Stacks,
        mut code: Rc<Code>,
        start: usize,
        mut closure: Option<Rc<Func>>,
    ) -> Result<End> {
        let base = self.frames.len();
        let mut pc = start;
        // Where the frame's registers begin, and how many iterators were open.
        let (mut wb, mut vb, mut ib) = (0usize, 0usize, st.iters.len());
        let mut c: &Code = &code;
        let mut ins = &c.ins[..];
        let mut ws = &mut st.words[..usize::from(c.words)];
        let mut vs = &mut st.values[..usize::from(c.values)];

        macro_rules! fail {
            ($e:expr) => {{
                let e = $e;
                return Err(unwind(st, &code, pc, e));
            }};
        }
        // The views of what `code`, `wb` and `vb` name.
        macro_rules! look {
            () => {
                c = &code;
                ins = &c.ins[..];
                ws = &mut st.words[wb..wb + usize::from(c.words)];
                vs = &mut st.values[vb..vb + usize::from(c.values)];
            };
        }
        macro_rules! enter {
            ($callee:expr, $w:expr, $v:expr, $with:expr) => {{
                let (callee, with, w, v) = ($callee, $with, usize::from($w), usize::from($v));
                self.depth += 1;
                self.steps += 1;
                if self.depth > self.limits.depth || self.steps > self.limits.steps {
                    fail!(self.too_far());
                }
                self.frames.push(Frame {
                    code: replace(&mut code, callee),
                    pc,
                    words: wb,
                    values: vb,
                    iters: ib,
                    closure: replace(&mut closure, with),
                });
                wb += w;
                vb += v;
                ib = st.iters.len();
                st.room(wb, vb, &code);
                // Temporaries of the caller may lie here.
                st.clear(vb + usize::from(code.value_params), code.values - code.value_params);
                pc = 0;
                look!();
                continue;
            }};
        }
        macro_rules! leave {
            ($end:expr) => {{
                let end = $end;
                st.clear(vb, c.values);
                if self.frames.len() == base {
                    return Ok(end);
                }
                let Some(caller) = self.frames.pop() else { return Ok(end) };
                self.depth -= 1;
                match end {
                    End::Word(w) => st.words[wb] = w,
                    End::Value(v) => st.values[vb] = v,
                    End::Break => st.words[wb] = 0,
                    End::Nothing => {}
                }
                code = caller.code;
                closure = caller.closure;
                (pc, wb, vb, ib) = (caller.pc, caller.words, caller.values, caller.iters);
                look!();
                continue;
            }};
        }
        macro_rules! w {
            ($r:expr) => {
                ws[usize::from($r)]
            };
        }
        macro_rules! v {
            ($r:expr) => {
                vs[usize::from($r)]
            };
        }
        macro_rules! check {
            ($e:expr) => {
                match $e {
                    Ok(v) => v,
                    Err(e) => fail!(e),
                }
            };
        }
        macro_rules! value {
            ($r:expr) => {
                match &v!($r) {
                    Some(v) => v,
                    None => fail!(unset()),
                }
            };
        }
        macro_rules! record {
            ($r:expr) => {
                match &v!($r) {
                    Some(Value::Record(r)) => r,
                    _ => fail!(unset()),
                }
            };
        }
        macro_rules! table {
            ($r:expr) => {
                match &v!($r) {
                    Some(Value::Table(t)) => t,
                    _ => fail!(unset()),
                }
            };
        }
        macro_rules! vector {
            ($r:expr) => {
                match &v!($r) {
                    Some(Value::Vector(v)) => v,
                    _ => fail!(unset()),
                }
            };
        }
        macro_rules! words {
            ($d:expr, $a:expr, $b:expr, |$x:ident, $y:ident| $e:expr) => {{
                let ($x, $y) = (w!($a), w!($b));
                w!($d) = $e;
            }};
        }

        /// Does something with a tagged word. The common kind stands apart, so that its tag and content are written
        /// where they belong and not by way of the stack.
        macro_rules! tagged {
            ($kind:expr, $a:expr, |$x:ident| $count:expr, $other:expr) => {{
                if $kind == COUNT {
                    let $x = Value::Count(w!($a));
                    $count
                } else {
                    let $x = tag_code(c, $kind, w!($a));
                    $other
                }
            }};
        }
        macro_rules! stepped {
            ($step:expr, $a:expr) => {{
                let x = w!($a).wrapping_add(i64::from($step) as u64);
                w!($a) = x;
                x
            }};
        }
        macro_rules! back {
            ($to:expr) => {{
                pc = $to as usize;
                self.steps += 1;
                if self.steps > self.limits.steps {
                    fail!(self.too_long());
                }
            }};
        }

        loop {
            let Some(&i) = ins.get(pc) else {
                leave!(End::Nothing);
            };
            pc += 1;
            match i {
                Ins::MoveW { d, a } => w!(d) = w!(a),
                Ins::ConstW { d, k } => w!(d) = c.word_pool[usize::from(k)],
                Ins::MoveV { d, a } => {
                    let x = v!(a).clone();
                    v!(d) = x;
                }
                Ins::TakeV { d, a } => {
                    let x = v!(a).take();
                    v!(d) = x;
                }
                Ins::ConstV { d, k } => v!(d) = Some(c.value_pool[usize::from(k)].clone()),
                Ins::ClearV { d } => v!(d) = None,
                Ins::Box { d, a, kind } => {
                    let x = w!(a);
                    v!(d) = Some(tag_code(c, kind, x));
                }
                Ins::Unbox { d, a } => {
                    let v = value!(a);
                    match untag(v) {
                        Some(x) => w!(d) = x,
                        None => fail!(RuntimeError::of(ErrorKind::Runtime, "not a scalar")),
                    }
                }
                Ins::CheckV { a } => {
                    if v!(a).is_none() {
                        fail!(unset());
                    }
                }

                Ins::AddI { d, a, b } => words!(d, a, b, |x, y| x.wrapping_add(y)),
                Ins::AddImm { d, a, imm } => w!(d) = w!(a).wrapping_add(i64::from(imm) as u64),
                Ins::SubI { d, a, b } => words!(d, a, b, |x, y| x.wrapping_sub(y)),
                Ins::SubC { d, a, b } => {
                    let (x, y) = (w!(a), w!(b));
                    w!(d) = x.wrapping_sub(y);
                    if y > x {
                        self.warn(c, pc, "count underflow");
                    }
                }
                Ins::SubImm { d, a, imm } => {
                    let (x, y) = (w!(a), u64::from(imm));
                    w!(d) = x.wrapping_sub(y);
                    if y > x {
                        self.warn(c, pc, "count underflow");
                    }
                }
                Ins::MulI { d, a, b } => words!(d, a, b, |x, y| x.wrapping_mul(y)),
                Ins::DivI { d, a, b } => {
                    let (x, y) = (w!(a) as i64, w!(b) as i64);
                    if y == 0 {
                        fail!(RuntimeError::new("division by zero"));
                    }
                    w!(d) = x.wrapping_div(y) as u64;
                }
                Ins::DivC { d, a, b } => match w!(a).checked_div(w!(b)) {
                    Some(x) => w!(d) = x,
                    None => fail!(RuntimeError::new("division by zero")),
                },
                Ins::ModI { d, a, b } => {
                    let (x, y) = (w!(a) as i64, w!(b) as i64);
                    if y == 0 {
                        fail!(RuntimeError::new("modulo by zero"));
                    }
                    w!(d) = x.wrapping_rem(y) as u64;
                }
                Ins::ModC { d, a, b } => match w!(a).checked_rem(w!(b)) {
                    Some(x) => w!(d) = x,
                    None => fail!(RuntimeError::new("modulo by zero")),
                },
                Ins::And { d, a, b } => words!(d, a, b, |x, y| x & y),
                Ins::Or { d, a, b } => words!(d, a, b, |x, y| x | y),
                Ins::Xor { d, a, b } => words!(d, a, b, |x, y| x ^ y),
                Ins::AddD { d, a, b } => words!(d, a, b, |x, y| (f(x) + f(y)).to_bits()),
                Ins::SubD { d, a, b } => words!(d, a, b, |x, y| (f(x) - f(y)).to_bits()),
                Ins::MulD { d, a, b } => words!(d, a, b, |x, y| (f(x) * f(y)).to_bits()),
                Ins::DivD { d, a, b } => {
                    let (x, y) = (f(w!(a)), f(w!(b)));
                    if y == 0.0 {
                        fail!(RuntimeError::new("division by zero"));
                    }
                    w!(d) = (x / y).to_bits();
                }
                Ins::NegI { d, a } => w!(d) = w!(a).wrapping_neg(),
                Ins::NegD { d, a } => w!(d) = (-f(w!(a))).to_bits(),
                Ins::Not { d, a } => w!(d) = u64::from(w!(a) == 0),
                Ins::Complement { d, a } => w!(d) = !w!(a),
                Ins::IntToDouble { d, a } => w!(d) = (w!(a) as i64 as f64).to_bits(),
                Ins::CountToDouble { d, a } => w!(d) = (w!(a) as f64).to_bits(),

                Ins::Eq { d, a, b } => words!(d, a, b, |x, y| u64::from(x == y)),
                Ins::Ne { d, a, b } => words!(d, a, b, |x, y| u64::from(x != y)),
                Ins::LtI { d, a, b } => words!(d, a, b, |x, y| u64::from((x as i64) < y as i64)),
                Ins::LeI { d, a, b } => words!(d, a, b, |x, y| u64::from(x as i64 <= y as i64)),
                Ins::LtC { d, a, b } => words!(d, a, b, |x, y| u64::from(x < y)),
                Ins::LeC { d, a, b } => words!(d, a, b, |x, y| u64::from(x <= y)),
                Ins::EqD { d, a, b } => words!(d, a, b, |x, y| u64::from(f(x) == f(y))),
                Ins::NeD { d, a, b } => words!(d, a, b, |x, y| u64::from(f(x) != f(y))),
                Ins::LtD { d, a, b } => words!(d, a, b, |x, y| u64::from(f(x) < f(y))),
                Ins::LeD { d, a, b } => words!(d, a, b, |x, y| u64::from(f(x) <= f(y))),
                Ins::EqS { d, a, b } => match (&v!(a), &v!(b)) {
                    (Some(Value::String(x)), Some(Value::String(y))) => w!(d) = u64::from(x == y),
                    _ => fail!(unset()),
                },

                Ins::Jump { to } => pc = to as usize,
                Ins::Loop { to } => back!(to),
                Ins::JumpIf { a, to } => {
                    if w!(a) != 0 {
                        pc = to as usize;
                    }
                }
                Ins::JumpIfNot { a, to } => {
                    if w!(a) == 0 {
                        pc = to as usize;
                    }
                }
                Ins::JumpEq { a, b, to } => {
                    if w!(a) == w!(b) {
                        pc = to as usize;
                    }
                }
                Ins::JumpNe { a, b, to } => {
                    if w!(a) != w!(b) {
                        pc = to as usize;
                    }
                }
                Ins::JumpLtC { a, b, to } => {
                    if w!(a) < w!(b) {
                        pc = to as usize;
                    }
                }
                Ins::JumpGeC { a, b, to } => {
                    if w!(a) >= w!(b) {
                        pc = to as usize;
                    }
                }
                Ins::JumpLtI { a, b, to } => {
                    if (w!(a) as i64) < w!(b) as i64 {
                        pc = to as usize;
                    }
                }
                Ins::JumpEqK { a, k, to } => {
                    if w!(a) == c.word_pool[usize::from(k)] {
                        pc = to as usize;
                    }
                }
                Ins::JumpNeK { a, k, to } => {
                    if w!(a) != c.word_pool[usize::from(k)] {
                        pc = to as usize;
                    }
                }
                Ins::JumpLtCK { a, k, to } => {
                    if w!(a) < c.word_pool[usize::from(k)] {
                        pc = to as usize;
                    }
                }
                Ins::JumpGeCK { a, k, to } => {
                    if w!(a) >= c.word_pool[usize::from(k)] {
                        pc = to as usize;
                    }
                }
                Ins::JumpLtIK { a, k, to } => {
                    if (w!(a) as i64) < c.word_pool[usize::from(k)] as i64 {
                        pc = to as usize;
                    }
                }
                Ins::JumpGeIK { a, k, to } => {
                    if w!(a) as i64 >= c.word_pool[usize::from(k)] as i64 {
                        pc = to as usize;
                    }
                }
                Ins::LoopLtC { a, b, to } => {
                    if w!(a) < w!(b) {
                        back!(to);
                    }
                }
                Ins::LoopLtI { a, b, to } => {
                    if (w!(a) as i64) < w!(b) as i64 {
                        back!(to);
                    }
                }
                Ins::LoopLtCK { a, k, to } => {
                    if w!(a) < c.word_pool[usize::from(k)] {
                        back!(to);
                    }
                }
                Ins::LoopLtIK { a, k, to } => {
                    if (w!(a) as i64) < c.word_pool[usize::from(k)] as i64 {
                        back!(to);
                    }
                }
                Ins::StepLoopLtC { step, a, b, to } => {
                    if stepped!(step, a) < w!(b) {
                        back!(to);
                    }
                }
                Ins::StepLoopLtI { step, a, b, to } => {
                    if (stepped!(step, a) as i64) < w!(b) as i64 {
                        back!(to);
                    }
                }
                Ins::StepLoopLtCK { step, a, k, to } => {
                    if stepped!(step, a) < c.word_pool[usize::from(k)] {
                        back!(to);
                    }
                }
                Ins::StepLoopLtIK { step, a, k, to } => {
                    if (stepped!(step, a) as i64) < c.word_pool[usize::from(k)] as i64 {
                        back!(to);
                    }
                }
                Ins::JumpGeI { a, b, to } => {
                    if w!(a) as i64 >= w!(b) as i64 {
                        pc = to as usize;
                    }
                }
                Ins::Switch { a, table } => {
                    let t = &c.switches[usize::from(table)];
                    let mut key = KeyBytes::default();
                    let known = key.push_value(value!(a)).is_ok();
                    let to = if known { t.cases.get(key.bytes()) } else { None };
                    pc = to.copied().unwrap_or(t.default) as usize;
                }
                Ins::JumpIfType { a, ty, to } => {
                    if ops::is(value!(a), &c.types[usize::from(ty)]) {
                        pc = to as usize;
                    }
                }

                Ins::GlobalW { d, g } => match self.globals[g as usize].as_ref().and_then(untag) {
                    Some(x) => w!(d) = x,
                    None => fail!(unset()),
                },
                Ins::GlobalV { d, g } => v!(d) = self.globals[g as usize].clone(),
                Ins::SetGlobalW { g, a, kind } => {
                    let to = &mut self.globals[g as usize];
                    if !to.as_mut().is_some_and(|v| v.put_word(w!(a))) {
                        *to = Some(tag_code(c, kind, w!(a)));
                    }
                    self.whens.mark();
                }
                Ins::SetGlobalV { g, a } => {
                    let old = replace(&mut self.globals[g as usize], v!(a).clone());
                    drop(old);
                    self.whens.mark();
                }
                Ins::Captured { d, at } => {
                    v!(d) = match closure.as_ref().map(|f| &f.code) {
                        Some(FuncCode::Closure(_, held)) => {
                            held.borrow().get(usize::from(at)).cloned().flatten()
                        }
                        _ => None,
                    };
                }
                Ins::SetCaptured { at, a } => {
                    if let Some(FuncCode::Closure(_, held)) = closure.as_ref().map(|f| &f.code)
                        && let Some(to) = held.borrow_mut().get_mut(usize::from(at))
                    {
                        *to = v!(a).clone();
                    }
                }

                Ins::FieldW { d, r, f } => match record!(r).word(u32::from(f)) {
                    Some(x) => w!(d) = x,
                    None => fail!(RuntimeError::new("field value missing")),
                },
                Ins::FieldV { d, r, f } => match record!(r).get(u32::from(f)) {
                    Some(x) => v!(d) = Some(x),
                    None => fail!(RuntimeError::new("field value missing")),
                },
                Ins::SetFieldW { r, f, a, kind } => {
                    let r = record!(r);
                    if !r.put_word(u32::from(f), w!(a)) {
                        r.set(u32::from(f), tag_code(c, kind, w!(a)));
                    }
                    self.whens.mark();
                }
                Ins::SetFieldV { r, f, a } => {
                    let x = value!(a).clone();
                    record!(r).set(u32::from(f), x);
                    self.whens.mark();
                }
                Ins::AddFieldI { r, f, a } => {
                    let more = w!(a);
                    if !record!(r).add_to(u32::from(f), more) {
                        fail!(RuntimeError::new("field value missing"));
                    }
                    self.whens.mark();
                }
                Ins::AddFieldImm { r, f, imm } => {
                    if !record!(r).add_to(u32::from(f), i64::from(imm) as u64) {
                        fail!(RuntimeError::new("field value missing"));
                    }
                    self.whens.mark();
                }
                Ins::HasField { d, r, f } => w!(d) = u64::from(record!(r).has(u32::from(f))),
                Ins::ClearField { r, f } => {
                    let r = record!(r);
                    r.reset(u32::from(f));
                    let thunk = r.pending().iter().find(|p| p.0 == u32::from(f)).map(|p| p.1);
                    if let Some(thunk) = thunk {
                        let x = check!(self.thunk(thunk));
                        r.set(u32::from(f), x);
                    }
                    self.whens.mark();
                }
                Ins::NewRecord { d, spec } => {
                    let (ty, given) = &c.records[usize::from(spec)];
                    let r = Record::new(ty.clone());
                    if !r.pending().is_empty() {
                        for &(field, thunk) in r.pending() {
                            if !given.contains(&field) {
                                let x = check!(self.thunk(thunk));
                                r.set(field, x);
                            }
                        }
                    }
                    v!(d) = Some(Value::Record(r));
                }
                Ins::NewTable { d, meta } => {
                    v!(d) = Some(Value::Table(Table::new(c.metas[usize::from(meta)].clone())));
                }

                Ins::SetDefault { t, a } => {
                    let x = value!(a).clone();
                    table!(t).set_default(x);
                }
                Ins::NewDefault { d, ty } => {
                    v!(d) = check!(ops::initial(self, &c.types[usize::from(ty)], None));
                }

                Ins::IndexV { d, t, key } => {
                    let key = &c.keys[usize::from(key)];
                    let t = table!(t);
                    let found = match check!(with_key(key, ws, vs, |k| t.plain_value(k))) {
                        Some(x) => x,
                        None => check!(look_up(self, t, key, ws, vs)),
                    };
                    match found {
                        Some(x) => v!(d) = Some(x),
                        None => fail!(RuntimeError::new("no such index")),
                    }
                }
                Ins::IndexW { d, t, key } => {
                    let key = &c.keys[usize::from(key)];
                    let t = table!(t);
                    let found = match check!(with_key(key, ws, vs, |k| t.plain_word(k))) {
                        Some(x) => x,
                        None => check!(look_up(self, t, key, ws, vs)).as_ref().and_then(untag),
                    };
                    match found {
                        Some(x) => w!(d) = x,
                        None => fail!(RuntimeError::new("no such index")),
                    }
                }
                Ins::SetIndexV { t, key, a } => {
                    let x = value!(a).clone();
                    let t = table!(t);
                    check!(check!(with_key(&c.keys[usize::from(key)], ws, vs, |k| t.assign_key(
                        self,
                        k,
                        Some(x)
                    ))));
                    self.whens.mark();
                }
                Ins::SetIndexW { t, key, a, kind } => {
                    let x = tag_code(c, kind, w!(a));
                    let t = table!(t);
                    check!(check!(with_key(&c.keys[usize::from(key)], ws, vs, |k| t.assign_key(
                        self,
                        k,
                        Some(x)
                    ))));
                    self.whens.mark();
                }
                Ins::InTable { d, t, key } => {
                    let key = &c.keys[usize::from(key)];
                    w!(d) = u64::from(check!(is_in(self, table!(t), key, ws, vs)));
                }
                Ins::AddElement { t, key } => {
                    let t = table!(t);
                    check!(check!(
                        with_key(&c.keys[usize::from(key)], ws, vs, |k| t.assign_key(self, k, None))
                    ));
                    self.whens.mark();
                }
                Ins::Delete { t, key } => {
                    let k = check!(key_bytes(&c.keys[usize::from(key)], ws, vs));
                    check!(table!(t).delete_key(self, k.bytes()));
                    self.whens.mark();
                }
                Ins::Matching { d, t, a } => {
                    let Some(Value::String(s)) = &v!(a) else { fail!(unset()) };
                    let t = table!(t);
                    let ty = Type::vector_of(t.table_type().yields.clone().unwrap_or(Type::Bool));
                    let Type::Vector(ty) = ty else { continue };
                    let found = t.matching(s);
                    v!(d) = Some(Value::Vector(Vector::from_values(ty, found)));
                }

                Ins::ElementW { d, v, i } => {
                    let v = vector!(v);
                    let at = w!(i) as i64;
                    let at = if at < 0 { at.wrapping_add(v.len() as i64) } else { at };
                    match usize::try_from(at).ok().and_then(|at| v.word(at)) {
                        Some(x) => w!(d) = x,
                        None => fail!(RuntimeError::new("no such index")),
                    }
                }
                Ins::ElementV { d, v, i } => {
                    let x = check!(ops::element(vector!(v), w!(i) as i64));
                    v!(d) = Some(x);
                }
                Ins::SetElementV { v, i, a } => {
                    let x = value!(a).clone();
                    check!(ops::set_element(vector!(v), w!(i) as i64, x));
                    self.whens.mark();
                }
                Ins::SetElementW { v, i, a, kind } => {
                    let x = tag_code(c, kind, w!(a));
                    check!(ops::set_element(vector!(v), w!(i) as i64, x));
                    self.whens.mark();
                }
                Ins::CheckPush { v, a } => {
                    if !ops::takes(vector!(v), value!(a)) {
                        fail!(RuntimeError::new("type-checking failed in vector append"));
                    }
                }
                Ins::PushV { v, a } => {
                    let x = value!(a).clone();
                    vector!(v).push(x);
                    self.whens.mark();
                }
                Ins::PushW { v, a, kind } => {
                    tagged!(kind, a, |x| vector!(v).push(x), add_other(vector!(v), x));
                    self.whens.mark();
                }
                Ins::SizeV { d, a } => {
                    w!(d) = match value!(a) {
                        Value::String(s) => s.len() as u64,
                        Value::Table(t) => t.len() as u64,
                        Value::Vector(v) => v.len() as u64,
                        other => check!(ops::size(other).map(|v| untag(&v).unwrap_or(0))),
                    };
                }

                Ins::Op1 { d, a, op } => {
                    let x = check!(self.op1(c, pc, &c.generics[usize::from(op)], value!(a)));
                    v!(d) = Some(x);
                }
                Ins::Op2 { d, a, b, op } => {
                    let x = check!(self.op2(c, pc, &c.generics[usize::from(op)], value!(a), value!(b)));
                    v!(d) = Some(x);
                }
                Ins::OpN { d, first, n, op } => {
                    let row = &vs[usize::from(first)..usize::from(first) + usize::from(n)];
                    let row: Option<Vec<Value>> = row.iter().cloned().collect();
                    let Some(row) = row else { fail!(unset()) };
                    let x = check!(op_n(&c.generics[usize::from(op)], row));
                    v!(d) = Some(x);
                }

                Ins::Call { g, w, v } => {
                    if self.whens.is_trying()
                        && let Some(x) = self.whens.answer_for(&code, pc)
                    {
                        match (self.callables[g as usize].sig.as_ref().map(|s| &s.result), x) {
                            (Some(Class::Word(_)), Some(x)) => w!(w) = untag(&x).unwrap_or(0),
                            (_, x) => v!(v) = x,
                        }
                        continue;
                    }
                    if let Some(callee) = &self.callables[g as usize].direct {
                        enter!(callee.clone(), w, v, None);
                    }
                    match check!(self.callee(g)) {
                        Callee::One((callee, with)) => enter!(callee, w, v, with),
                        Callee::Bodies => {
                            let args = self.collect(g, w, v, ws, vs);
                            let kept = self.keep_trail(&code, pc);
                            let done = self.run_hook(g, &args);
                            self.frames.truncate(kept);
                            w!(w) = u64::from(check!(done));
                        }
                    }
                }
                Ins::CallValue { f, w, v, sig } => {
                    let Some(Value::Func(func)) = &v!(f) else { fail!(unset()) };
                    let func = func.clone();
                    if let Some((callee, with)) = check!(self.callee_of(&func)) {
                        enter!(callee, w, v, with);
                    }
                    let s = &c.signatures[usize::from(sig)];
                    let args = gather(s, w, v, ws, vs);
                    let kept = self.keep_trail(&code, pc);
                    let done = self.call(&func, &args);
                    self.frames.truncate(kept);
                    let x = check!(done);
                    match x.as_ref().and_then(untag) {
                        Some(x) if matches!(s.result, Class::Word(_)) => w!(w) = x,
                        _ => v!(v) = x,
                    }
                }
                Ins::ArgW { a, kind } => tagged!(kind, a, |x| st.args.push(x), push_other(&mut st.args, x)),
                Ins::ArgV { a } => st.args.push(value!(a).clone()),
                Ins::ArgTake { a } => match v!(a).take() {
                    Some(x) => st.args.push(x),
                    None => fail!(unset()),
                },
                Ins::ArgConst { k } => st.args.push(c.value_pool[usize::from(k)].clone()),
                Ins::BuiltinW { d, g, n } => {
                    if self.whens.is_trying()
                        && let Some(x) = self.whens.answer_for(&code, pc)
                    {
                        st.args.truncate(st.args.len() - usize::from(n));
                        w!(d) = x.as_ref().and_then(untag).unwrap_or(0);
                        continue;
                    }
                    let Some(run) = self.callables[g as usize].builtin else { fail!(self.no_body(g)) };
                    let kept = self.keep_trail(&code, pc);
                    let first = st.args.len() - usize::from(n);
                    let x = run(self, &st.args[first..]);
                    self.frames.truncate(kept);
                    st.args.truncate(first);
                    match check!(x) {
                        Some(x) => w!(d) = untag(&x).unwrap_or(0),
                        None => fail!(unset()),
                    }
                }
                Ins::Builtin { d, g, n } => {
                    if self.whens.is_trying()
                        && let Some(x) = self.whens.answer_for(&code, pc)
                    {
                        st.args.truncate(st.args.len() - usize::from(n));
                        v!(d) = x;
                        continue;
                    }
                    let Some(run) = self.callables[g as usize].builtin else { fail!(self.no_body(g)) };
                    let kept = self.keep_trail(&code, pc);
                    let first = st.args.len() - usize::from(n);
                    let x = run(self, &st.args[first..]);
                    self.frames.truncate(kept);
                    st.args.truncate(first);
                    v!(d) = check!(x);
                }
                Ins::TooMany => fail!(RuntimeError::new("too many arguments for function call")),
                Ins::Raise { g, n } => {
                    let first = st.args.len() - usize::from(n);
                    let now = self.now;
                    self.queue_event_with(g, now, st.args.drain(first..));
                }
                Ins::Schedule { g, n, a } => {
                    let first = st.args.len() - usize::from(n);
                    self.schedule_event(f(w!(a)), g, st.args.drain(first..).collect());
                }
                Ins::ReturnW { a } => {
                    leave!(End::Word(w!(a)));
                }
                Ins::ReturnV { a } => {
                    leave!(End::Value(v!(a).take()));
                }
                Ins::Return => {
                    leave!(End::Nothing);
                }
                Ins::ReturnBreak => {
                    while st.iters.len() > ib {
                        if let Some(i) = st.iters.pop() {
                            i.finish();
                        }
                    }
                    leave!(End::Break);
                }

                Ins::Closure { d, spec, first } => {
                    let spec = &c.closures[usize::from(spec)];
                    let held = check!(captured(&spec.copies, first, vs));
                    if let Type::Func(ty) = &spec.ty {
                        let name = self.program.body(spec.body).name.clone();
                        let code = FuncCode::Closure(spec.body.0, RefCell::new(held));
                        v!(d) = Some(Value::Func(Rc::new(Func {
                            name,
                            ty: ty.clone(),
                            code,
                            bodies: Some(self.program.clone()),
                        })));
                    }
                }
                Ins::When { spec, first, a } => {
                    let spec = &c.whens[usize::from(spec)];
                    let held = check!(captured(&spec.copies, first, vs));
                    let timeout = (a != NONE).then(|| f(w!(a)));
                    match self.begin_when(spec, held, timeout) {
                        Ok(x) if spec.is_return => {
                            leave!(answer(c, x));
                        }
                        Ok(_) => {}
                        Err(e) => fail!(e),
                    }
                }
                Ins::Holds => self.whens.hold(),
                Ins::Now { d } => w!(d) = self.now.to_bits(),
                Ins::Thunk { d, id } => v!(d) = Some(check!(self.thunk(value::ThunkId(id)))),

                Ins::IterTable { t } => {
                    let t = table!(t).clone();
                    let walk = t.walk();
                    st.iters.push(Iter::Table(t, walk));
                }
                Ins::IterVector { v } => st.iters.push(Iter::Vector(vector!(v).clone(), 0)),
                Ins::IterString { s } => match &v!(s) {
                    Some(Value::String(s)) => st.iters.push(Iter::String(s.clone(), 0)),
                    _ => fail!(unset()),
                },
                Ins::Next { vars, to } => {
                    let more = match st.iters.last_mut() {
                        Some(i) => i.next(&c.loops[usize::from(vars)], ws, vs),
                        None => false,
                    };
                    if !more {
                        if let Some(i) = st.iters.pop() {
                            i.finish();
                        }
                        pc = to as usize;
                    }
                }
                Ins::EndIter => {
                    if let Some(i) = st.iters.pop() {
                        i.finish();
                    }
                }

                Ins::Print { n } => {
                    let first = st.args.len() - usize::from(n);
                    let print = self.print;
                    let done = print(self, &st.args[first..]);
                    st.args.truncate(first);
                    check!(done);
                }
                Ins::Assert { held, text, b } => {
                    let text = &c.texts[usize::from(text)];
                    let message = if b == NONE { Value::from("") } else { value!(b).clone() };
                    if let Some(check) = self.host.builtin("assert") {
                        let kept = self.keep_trail(&code, pc);
                        let x = check(self, &[held.into(), text.as_str().into(), message]);
                        self.frames.truncate(kept);
                        check!(x);
                    } else if !held {
                        let text = format!("assertion failure: {text}");
                        fail!(RuntimeError::of(ErrorKind::Error, text));
                    }
                }
            }
        }
    }
}

// What [`tagged!`] does with kinds other than the common one: apart, or the compiler would join the two ways again.

#[inline(never)]
fn push_other(args: &mut Vec<Value>, x: Value) {
    args.push(x);
}

#[inline(never)]
fn add_other(v: &Vector, x: Value) {
    v.push(x);
}
