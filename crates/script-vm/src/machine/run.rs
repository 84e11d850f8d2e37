//! The dispatch loop.
mod generic;
mod keys;
mod registers;

pub(super) use registers::Stacks;

use generic::op_n;
use keys::{is_in, key_bytes, look_up, with_key};
use registers::Iter;

use super::Machine;
use crate::code::{Code, Ins, Kind, NONE, R, Var};
use crate::ops;
use crate::word::{tag, tag_code, untag};
use std::cell::RefCell;
use std::rc::Rc;
use value::table::KeyBytes;
use value::{
    Code as FuncCode, Context, ErrorKind, Flavor, Func, Level, Record, Result, RuntimeError, Table, Value,
    Vector,
};

/// How a body ended.
pub(super) enum End {
    Word(u64),
    Value(Option<Value>),
    Nothing,
    /// `break` out of a hook.
    Break,
}

/// A caller, while what it called runs.
pub(super) struct Frame {
    pub(super) code: Rc<Code>,
    pub(super) pc: usize,
    words: usize,
    values: usize,
    iters: usize,
    closure: Option<Rc<Func>>,
}

impl Frame {
    /// The call that this frame is making.
    pub(super) fn site(&self) -> Option<&crate::code::Site> {
        self.code.site(self.pc.checked_sub(1)?)
    }
}

/// What the inner loop leaves to the outer one.
enum Do {
    /// Go on with the code that stands in the frame now.
    Call {
        code: Rc<Code>,
        w: R,
        v: R,
        closure: Option<Rc<Func>>,
    },
    Return(End),
    Fail(RuntimeError),
}

/// The code of the kind that most words have.
const COUNT: R = Kind::Count.code();

fn unset() -> RuntimeError {
    RuntimeError::new("value used but not set")
}

fn f(w: u64) -> f64 {
    f64::from_bits(w)
}

impl Machine {
    /// Runs code in a frame of its own; `fill` puts arguments into its first registers.
    pub(super) fn enter(
        &mut self,
        code: Rc<Code>,
        closure: Option<Rc<Func>>,
        fill: impl FnOnce(&mut [u64], &mut [Option<Value>]),
    ) -> Result<End> {
        self.enter_at(code, 0, closure, fill)
    }

    /// As [`Machine::enter`], from somewhere else than the start.
    pub(super) fn enter_at(
        &mut self,
        code: Rc<Code>,
        start: usize,
        closure: Option<Rc<Func>>,
        fill: impl FnOnce(&mut [u64], &mut [Option<Value>]),
    ) -> Result<End> {
        if self.nested >= self.limits.nested {
            return Err(self.too_deep());
        }
        let mut st = self.pool.pop().unwrap_or_default();
        st.room(0, 0, &code);
        fill(&mut st.words, &mut st.values);
        self.nested += 1;
        let (depth, frames) = (self.depth, self.frames.len());
        let result = self.run(&mut st, code, start, closure);
        self.depth = depth;
        self.frames.truncate(frames);
        self.nested -= 1;
        if self.pool.len() < 16 {
            self.pool.push(st);
        }
        result
    }

    fn run(
        &mut self,
        st: &mut Stacks,
        mut code: Rc<Code>,
        start: usize,
        mut closure: Option<Rc<Func>>,
    ) -> Result<End> {
        let base = self.frames.len();
        let mut pc = start;
        let (mut wb, mut vb, mut ib) = (0usize, 0usize, st.iters.len());
        loop {
            let action = self.execute(st, &code, &mut pc, wb, vb, ib, &closure);
            match action {
                Do::Call { code: callee, w, v, closure: with } => {
                    self.depth += 1;
                    self.steps += 1;
                    let failed = if self.depth > self.limits.depth {
                        Some(self.too_deep())
                    } else if self.steps > self.limits.steps {
                        Some(self.too_long())
                    } else {
                        None
                    };
                    if let Some(e) = failed {
                        return Err(self.unwind(st, &code, pc, e));
                    }
                    let caller = std::mem::replace(&mut code, callee);
                    self.frames.push(Frame {
                        code: caller,
                        pc,
                        words: wb,
                        values: vb,
                        iters: ib,
                        closure: std::mem::replace(&mut closure, with),
                    });
                    wb += usize::from(w);
                    vb += usize::from(v);
                    ib = st.iters.len();
                    st.room(wb, vb, &code);
                    // Temporaries of the caller may lie here.
                    st.clear(vb + usize::from(code.value_params), code.values - code.value_params);
                    pc = 0;
                }
                Do::Return(end) => {
                    st.clear(vb, code.values);
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
                    pc = caller.pc;
                    wb = caller.words;
                    vb = caller.values;
                    ib = caller.iters;
                    closure = caller.closure;
                }
                Do::Fail(e) => return Err(self.unwind(st, &code, pc, e)),
            }
        }
    }

    /// Names what failed and leaves the registers empty.
    #[cold]
    fn unwind(&mut self, st: &mut Stacks, code: &Code, pc: usize, e: RuntimeError) -> RuntimeError {
        let e = match code.site(pc.saturating_sub(1)) {
            Some(site) => e.at(site.loc(), || match site {
                crate::code::Site::Expr(e) => Some(e.to_string()),
                crate::code::Site::Loc(_) => None,
            }),
            None => e,
        };
        for i in st.iters.drain(..) {
            i.finish();
        }
        st.values.fill(None);
        st.args.clear();
        e
    }

    /// Runs instructions until a frame begins or ends.
    fn execute(
        &mut self,
        st: &mut Stacks,
        code: &Rc<Code>,
        at: &mut usize,
        wb: usize,
        vb: usize,
        ib: usize,
        closure: &Option<Rc<Func>>,
    ) -> Do {
        let c: &Code = code;
        let ins = &c.ins[..];
        let ws = &mut st.words[wb..wb + usize::from(c.words)];
        let vs = &mut st.values[vb..vb + usize::from(c.values)];
        let (iters, args) = (&mut st.iters, &mut st.args);
        let mut pc = *at;

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
        macro_rules! fail {
            ($e:expr) => {{
                *at = pc;
                return Do::Fail($e);
            }};
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
                *at = pc;
                return Do::Return(End::Nothing);
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
                Ins::DecC { d, a } => {
                    let x = w!(a);
                    w!(d) = x.wrapping_sub(1);
                    if x == 0 {
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
                    let old = std::mem::replace(&mut self.globals[g as usize], v!(a).clone());
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
                    let ty =
                        value::Type::vector_of(t.table_type().yields.clone().unwrap_or(value::Type::Bool));
                    let value::Type::Vector(ty) = ty else { continue };
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
                        && let Some(x) = self.whens.answer_for(code, pc)
                    {
                        match (self.callables[g as usize].sig.as_ref().map(|s| &s.result), x) {
                            (Some(crate::code::Class::Word(_)), Some(x)) => w!(w) = untag(&x).unwrap_or(0),
                            (_, x) => v!(v) = x,
                        }
                        continue;
                    }
                    let callable = &self.callables[g as usize];
                    if let Some(callee) = &callable.direct {
                        let callee = callee.clone();
                        *at = pc;
                        return Do::Call { code: callee, w, v, closure: None };
                    }
                    // A name without bodies of its own may have been given a function.
                    let given = match &self.globals[g as usize] {
                        Some(Value::Func(func)) if callable.bodies.is_empty() => match &func.code {
                            FuncCode::Closure(b, _) => Some((func.clone(), script_sema::tree::BodyId(*b))),
                            FuncCode::Global(h) if *h != g => {
                                self.callables[*h as usize].bodies.first().map(|b| (func.clone(), *b))
                            }
                            FuncCode::Global(_) => None,
                        },
                        _ => None,
                    };
                    match callable.flavor {
                        Flavor::Function => {
                            let (callee, closure) = match given {
                                Some((func, b)) => (check!(self.code_of(b, &func.ty)), Some(func)),
                                None => (check!(self.function(g)), None),
                            };
                            *at = pc;
                            return Do::Call { code: callee, w, v, closure };
                        }
                        Flavor::Hook | Flavor::Event => {
                            let args = self.collect(g, w, v, ws, vs);

                            let kept = self.keep_trail(code, pc);
                            let done = self.run_hook(g, &args);
                            self.frames.truncate(kept);
                            w!(w) = u64::from(check!(done));
                        }
                    }
                }
                Ins::CallValue { f, w, v, sig } => {
                    let Some(Value::Func(func)) = &v!(f) else { fail!(unset()) };
                    let func = func.clone();
                    match &func.code {
                        FuncCode::Global(g)
                            if self.callables[*g as usize].builtin.is_none()
                                && self.callables[*g as usize].flavor == Flavor::Function =>
                        {
                            let callee = check!(self.function(*g));
                            *at = pc;
                            return Do::Call { code: callee, w, v, closure: None };
                        }
                        FuncCode::Closure(b, _) if func.ty.flavor == Flavor::Function => {
                            let callee = check!(self.code_of(script_sema::tree::BodyId(*b), &func.ty));
                            *at = pc;
                            return Do::Call { code: callee, w, v, closure: Some(func) };
                        }
                        _ => {
                            let s = &c.signatures[usize::from(sig)];
                            let args = gather(s, w, v, ws, vs);

                            let kept = self.keep_trail(code, pc);
                            let done = self.call(&func, &args);
                            self.frames.truncate(kept);
                            let x = check!(done);
                            match x.as_ref().and_then(untag) {
                                Some(x) if matches!(s.result, crate::code::Class::Word(_)) => w!(w) = x,
                                _ => v!(v) = x,
                            }
                        }
                    }
                }
                Ins::ArgW { a, kind } => tagged!(kind, a, |x| args.push(x), push_other(args, x)),
                Ins::ArgV { a } => args.push(value!(a).clone()),
                Ins::ArgTake { a } => match v!(a).take() {
                    Some(x) => args.push(x),
                    None => fail!(unset()),
                },
                Ins::ArgConst { k } => args.push(c.value_pool[usize::from(k)].clone()),
                Ins::BuiltinW { d, g, n } => {
                    if self.whens.is_trying()
                        && let Some(x) = self.whens.answer_for(code, pc)
                    {
                        args.truncate(args.len() - usize::from(n));
                        w!(d) = x.as_ref().and_then(untag).unwrap_or(0);
                        continue;
                    }
                    let Some(run) = self.callables[g as usize].builtin else { fail!(self.no_body(g)) };
                    let kept = self.keep_trail(code, pc);
                    let first = args.len() - usize::from(n);
                    let x = run(self, &args[first..]);
                    self.frames.truncate(kept);
                    args.truncate(first);
                    match check!(x) {
                        Some(x) => w!(d) = untag(&x).unwrap_or(0),
                        None => fail!(unset()),
                    }
                }
                Ins::Builtin { d, g, n } => {
                    if self.whens.is_trying()
                        && let Some(x) = self.whens.answer_for(code, pc)
                    {
                        args.truncate(args.len() - usize::from(n));
                        v!(d) = x;
                        continue;
                    }
                    let Some(run) = self.callables[g as usize].builtin else { fail!(self.no_body(g)) };
                    let kept = self.keep_trail(code, pc);
                    let first = args.len() - usize::from(n);
                    let x = run(self, &args[first..]);
                    self.frames.truncate(kept);
                    args.truncate(first);
                    v!(d) = check!(x);
                }
                Ins::Raise { g, n } => {
                    let first = args.len() - usize::from(n);
                    let now = self.now;
                    self.queue_event_with(g, now, args.drain(first..));
                }
                Ins::Schedule { g, n, a } => {
                    let first = args.len() - usize::from(n);
                    self.schedule_event(f(w!(a)), g, args.drain(first..).collect());
                }
                Ins::ReturnW { a } => {
                    *at = pc;
                    return Do::Return(End::Word(w!(a)));
                }
                Ins::ReturnV { a } => {
                    *at = pc;
                    return Do::Return(End::Value(v!(a).take()));
                }
                Ins::Return => {
                    *at = pc;
                    return Do::Return(End::Nothing);
                }
                Ins::ReturnBreak => {
                    while iters.len() > ib {
                        if let Some(i) = iters.pop() {
                            i.finish();
                        }
                    }
                    *at = pc;
                    return Do::Return(End::Break);
                }

                Ins::Closure { d, spec, first } => {
                    let spec = &c.closures[usize::from(spec)];
                    let held = check!(captured(&spec.copies, first, vs));
                    if let value::Type::Func(ty) = &spec.ty {
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
                            *at = pc;
                            return Do::Return(answer(c, x));
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
                    iters.push(Iter::Table(t, walk));
                }
                Ins::IterVector { v } => iters.push(Iter::Vector(vector!(v).clone(), 0)),
                Ins::IterString { s } => match &v!(s) {
                    Some(Value::String(s)) => iters.push(Iter::String(s.clone(), 0)),
                    _ => fail!(unset()),
                },
                Ins::Next { vars, to } => {
                    let more = match iters.last_mut() {
                        Some(i) => i.next(&c.loops[usize::from(vars)], ws, vs),
                        None => false,
                    };
                    if !more {
                        if let Some(i) = iters.pop() {
                            i.finish();
                        }
                        pc = to as usize;
                    }
                }
                Ins::EndIter => {
                    if let Some(i) = iters.pop() {
                        i.finish();
                    }
                }

                Ins::Print { n } => {
                    let first = args.len() - usize::from(n);
                    let print = self.print;
                    let done = print(self, &args[first..]);
                    args.truncate(first);
                    check!(done);
                }
                Ins::Assert { held, text, b } => {
                    let text = &c.texts[usize::from(text)];
                    let message = if b == NONE { Value::from("") } else { value!(b).clone() };
                    if let Some(check) = self.host.builtin("assert") {
                        let kept = self.keep_trail(code, pc);
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

    /// A warning about the instruction before `pc`.
    #[cold]
    fn warn(&mut self, c: &Code, pc: usize, message: &str) {
        let (loc, text) = match c.site(pc - 1) {
            Some(crate::code::Site::Expr(e)) => (Some(e.loc), format!("{message} ({e})")),
            Some(crate::code::Site::Loc(l)) => (Some(*l), message.to_owned()),
            None => (None, message.to_owned()),
        };
        self.host.report(Level::ExpressionWarning, &text, loc);
    }

    /// The code of a function's only body, remembered for direct calls.
    fn function(&mut self, g: u32) -> Result<Rc<Code>> {
        if let Some(c) = &self.callables[g as usize].direct {
            return Ok(c.clone());
        }
        let Some(&b) = self.callables[g as usize].bodies.first() else { return Err(self.no_body(g)) };
        let code = self.code(b)?;
        self.callables[g as usize].direct = Some(code.clone());
        Ok(code)
    }

    /// Remembers who calls, while something runs that may ask.
    fn keep_trail(&mut self, code: &Rc<Code>, pc: usize) -> usize {
        let kept = self.frames.len();
        self.frames.push(Frame { code: code.clone(), pc, words: 0, values: 0, iters: 0, closure: None });
        kept
    }

    /// Arguments of a global, as values.
    fn collect(&self, g: u32, w: R, v: R, ws: &[u64], vs: &mut [Option<Value>]) -> Vec<Value> {
        match &self.callables[g as usize].sig {
            Some(s) => gather(s, w, v, ws, vs),
            None => Vec::new(),
        }
    }
}

/// What a `return when` that did not have to wait returns.
fn answer(c: &Code, x: Option<Value>) -> End {
    match (&c.result, x) {
        (crate::code::Class::Word(_), Some(x)) => End::Word(untag(&x).unwrap_or(0)),
        (crate::code::Class::Nothing, _) => End::Nothing,
        (_, x) => End::Value(x),
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

/// Arguments of a call as values.
fn gather(s: &crate::code::Signature, w: R, v: R, ws: &[u64], vs: &mut [Option<Value>]) -> Vec<Value> {
    s.args
        .iter()
        .zip(s.kinds.iter())
        .filter_map(|(at, kind)| match at {
            Var::Word(r) => Some(tag(kind, ws[usize::from(w + r)])),
            Var::Value(r) => vs[usize::from(v + r)].take(),
            Var::None => None,
        })
        .collect()
}

/// Values that a closure takes with it.
fn captured(copies: &[bool], first: R, vs: &mut [Option<Value>]) -> Result<Vec<Option<Value>>> {
    copies
        .iter()
        .enumerate()
        .map(|(i, copy)| match vs[usize::from(first) + i].take() {
            Some(v) if *copy => ops::copy(&v).map(Some),
            other => Ok(other),
        })
        .collect()
}
