//! The dispatch loop. It runs all frames: calls and returns are ordinary instructions.
//!
//! Instructions on words are implemented here, in a line or two each; instructions on values are in the sibling
//! modules, by kind. Values move as [`Bits`].
use super::calls::{Callee, captured, drop_args, gather};
use super::generic::op_n;
use super::registers::{Iter, WINDOW, finish_last};
use super::tables::{Operands, matching, table};
use super::{End, Frame, Stacks, answer, elements, fields, unset, unwind};
use crate::code::{Class, Code, Ins, NONE, R};
use crate::machine::Machine;
use crate::ops;
use crate::word::{tag_code, untag};
use std::mem::replace;
use std::rc::Rc;
use value::{Bits, Code as FuncCode, Context, ErrorKind, Func, Result, RuntimeError, Table, Value};

/// The limits are checked whenever these bits of the step count are zero.
const PAUSE: u64 = 0xffff;

fn f(w: u64) -> f64 {
    f64::from_bits(w)
}

/// Returns the error for code without an end, which the verifier does not let pass.
#[cold]
fn no_end() -> RuntimeError {
    RuntimeError::of(ErrorKind::Runtime, "bytecode has no end")
}

/// Returns as many words as an instruction can name, from the start of a frame on. So their numbers need no check.
#[inline]
fn window(words: &mut [u64], start: usize) -> &mut [u64; WINDOW] {
    words[start..].first_chunk_mut().expect("room for a frame")
}

/// Leaves a call's result in its register. The register is missing if the call has none.
fn set_result(vs: &mut [Option<Value>], v: R, x: Option<Value>) {
    if let Some(to) = vs.get_mut(usize::from(v)) {
        *to = x;
    }
}

impl Machine {
    /// Runs code from `start` to its end, including everything that it calls.
    pub(super) fn run(
        &mut self,
        st: &mut Stacks,
        mut code: Rc<Code>,
        start: usize,
        mut closure: Option<Rc<Func>>,
    ) -> Result<End> {
        let base = self.frames.len();
        // The start of the frame's registers, and the number of iterators open before it.
        let (mut wb, mut vb, mut ib) = (0usize, 0usize, st.iters.len());
        let mut c: &Code = &code;
        let mut ip = c.ins[start..].iter();
        let mut ws = window(&mut st.words, 0);
        let mut vs = &mut st.values[..usize::from(c.values)];

        // The position of the next instruction.
        macro_rules! pc {
            () => {
                c.ins.len() - ip.len()
            };
        }
        macro_rules! go {
            ($to:expr) => {
                ip = c.ins[$to as usize..].iter()
            };
        }
        macro_rules! fail {
            ($e:expr) => {{
                let e = $e;
                let pc = pc!();
                self.failed_at = self.frames.get(base).map_or(pc, |f| f.pc);
                return Err(unwind(st, &code, pc, e));
            }};
        }
        // The current frame; it must follow `code`, `wb` and `vb`.
        macro_rules! look {
            ($at:expr) => {
                c = &code;
                go!($at);
                ws = window(&mut st.words, wb);
                vs = &mut st.values[vb..vb + usize::from(c.values)];
            };
        }
        macro_rules! enter {
            ($callee:expr, $w:expr, $v:expr, $with:expr) => {{
                let (callee, with, w, v) = ($callee, $with, usize::from($w), usize::from($v));
                self.depth += 1;
                self.steps += 1;
                if (self.depth > self.limits.depth || self.steps & PAUSE == 0)
                    && let Err(e) = self.may_go_on()
                {
                    fail!(e);
                }
                let pc = pc!();
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
                // The caller's temporaries may still be in these registers.
                if code.values > code.value_params {
                    st.clear(vb + usize::from(code.value_params), code.values - code.value_params);
                }
                look!(0usize);
                continue;
            }};
        }
        macro_rules! leave {
            ($end:expr) => {{
                let end = $end;
                if c.values > 0 {
                    st.clear(vb, c.values);
                }
                if self.frames.len() == base {
                    return Ok(end);
                }
                let Some(caller) = self.frames.pop() else { return Ok(end) };
                self.depth -= 1;
                match end {
                    End::Word(w) => st.words[wb] = w,
                    End::Value(v) => v.put(&mut st.values[vb]),
                    End::Break => st.words[wb] = 0,
                    End::Nothing if c.is_hook => st.words[wb] = 1,
                    End::Nothing => {}
                }
                code = caller.code;
                closure = caller.closure;
                (wb, vb, ib) = (caller.words, caller.values, caller.iters);
                look!(caller.pc);
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
        // Continues after the statement of a call without a value; if it cannot be left, goes on with `$otherwise`.
        macro_rules! leave_statement {
            ($otherwise:block) => {
                match c.skip(pc!() - 1) {
                    Some(skip) => {
                        let kept = st.args.len() - skip.args;
                        drop_args(&mut st.args, kept);
                        go!(skip.to);
                        continue;
                    }
                    None => $otherwise,
                }
            };
        }
        macro_rules! operands {
            () => {
                Operands { c, ws, vs }
            };
        }
        macro_rules! record {
            ($r:expr) => {
                check!(fields::record(&v!($r)))
            };
        }
        macro_rules! vector {
            ($r:expr) => {
                check!(elements::vector(&v!($r)))
            };
        }
        macro_rules! put {
            ($d:expr, $bits:expr) => {{
                let bits = $bits;
                bits.put(&mut v!($d));
            }};
        }
        macro_rules! words {
            ($d:expr, $a:expr, $b:expr, |$x:ident, $y:ident| $e:expr) => {{
                let ($x, $y) = (w!($a), w!($b));
                w!($d) = $e;
            }};
        }

        macro_rules! tagged {
            ($kind:expr, $a:expr) => {
                tag_code(c, $kind, w!($a))
            };
        }
        macro_rules! back {
            ($to:expr) => {{
                go!($to);
                self.steps += 1;
                if self.steps & PAUSE == 0
                    && let Err(e) = self.may_go_on()
                {
                    fail!(e);
                }
            }};
        }
        macro_rules! jump_if {
            ($holds:expr, $to:expr) => {
                if $holds {
                    go!($to);
                }
            };
        }
        macro_rules! loop_if {
            ($holds:expr, $to:expr) => {
                if $holds {
                    back!($to);
                }
            };
        }
        macro_rules! k {
            ($k:expr) => {
                c.word_pool[usize::from($k)]
            };
        }
        macro_rules! signed {
            ($w:expr) => {
                $w as i64
            };
        }
        macro_rules! stepped {
            ($step:expr, $a:expr) => {{
                let x = w!($a).wrapping_add(i64::from($step) as u64);
                w!($a) = x;
                x
            }};
        }
        // Puts the next element into the loop's variables. At the end, drops the iterator and yields false.
        macro_rules! next_element {
            ($vars:expr) => {{
                let more = match st.iters.last_mut() {
                    Some(i) => i.next(&c.loops[usize::from($vars)], ws, vs),
                    None => false,
                };
                if !more {
                    finish_last(&mut st.iters);
                }
                more
            }};
        }
        loop {
            // Each instruction decodes its own operands: few instructions have all of them.
            let Some(i) = ip.next() else { fail!(no_end()) };
            match *i {
                Ins::MoveW { d, a } => w!(d) = w!(a),
                Ins::ConstW { d, k } => w!(d) = k!(k),
                Ins::MoveV { d, a } => put!(d, Bits::copy(&v!(a))),
                Ins::TakeV { d, a } => put!(d, Bits::take(&mut v!(a))),
                Ins::ConstV { d, k } => put!(d, Bits::of(&c.value_pool[usize::from(k)])),
                Ins::ClearV { d } => put!(d, Bits::NONE),
                Ins::Box { d, a, kind } => put!(d, tagged!(kind, a)),
                Ins::Unbox { d, a } => match untag(value!(a)) {
                    Some(x) => w!(d) = x,
                    None => fail!(RuntimeError::of(ErrorKind::Runtime, "not a scalar")),
                },
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
                        self.warn(c, pc!(), "count underflow");
                    }
                }
                Ins::SubImm { d, a, imm } => {
                    let (x, y) = (w!(a), u64::from(imm));
                    w!(d) = x.wrapping_sub(y);
                    if y > x {
                        self.warn(c, pc!(), "count underflow");
                    }
                }
                Ins::MulI { d, a, b } => words!(d, a, b, |x, y| x.wrapping_mul(y)),
                Ins::DivI { d, a, b } => match signed!(w!(b)) {
                    0 => fail!(RuntimeError::new("division by zero")),
                    y => w!(d) = signed!(w!(a)).wrapping_div(y) as u64,
                },
                Ins::DivC { d, a, b } => match w!(a).checked_div(w!(b)) {
                    Some(x) => w!(d) = x,
                    None => fail!(RuntimeError::new("division by zero")),
                },
                Ins::ModI { d, a, b } => match signed!(w!(b)) {
                    0 => fail!(RuntimeError::new("modulo by zero")),
                    y => w!(d) = signed!(w!(a)).wrapping_rem(y) as u64,
                },
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
                Ins::EqS { d, a, b } => w!(d) = u64::from(check!(ops::same_string(&v!(a), &v!(b)))),

                Ins::StartsWith { d, a, b } => match (&v!(a), &v!(b)) {
                    (Some(Value::String(s)), Some(Value::String(start))) => {
                        w!(d) = u64::from(s.starts_with(start));
                    }
                    _ => fail!(unset()),
                },

                Ins::Jump { to } => go!(to),
                Ins::Loop { to } => back!(to),
                Ins::JumpIf { a, to } => jump_if!(w!(a) != 0, to),
                Ins::JumpIfNot { a, to } => jump_if!(w!(a) == 0, to),
                Ins::JumpEq { a, b, to } => jump_if!(w!(a) == w!(b), to),
                Ins::JumpNe { a, b, to } => jump_if!(w!(a) != w!(b), to),
                Ins::JumpLtC { a, b, to } => jump_if!(w!(a) < w!(b), to),
                Ins::JumpGeC { a, b, to } => jump_if!(w!(a) >= w!(b), to),
                Ins::JumpLtI { a, b, to } => jump_if!(signed!(w!(a)) < signed!(w!(b)), to),
                Ins::JumpGeI { a, b, to } => jump_if!(signed!(w!(a)) >= signed!(w!(b)), to),
                Ins::JumpEqK { a, k, to } => jump_if!(w!(a) == k!(k), to),
                Ins::JumpNeK { a, k, to } => jump_if!(w!(a) != k!(k), to),
                Ins::JumpLtCK { a, k, to } => jump_if!(w!(a) < k!(k), to),
                Ins::JumpGeCK { a, k, to } => jump_if!(w!(a) >= k!(k), to),
                Ins::JumpLtIK { a, k, to } => jump_if!(signed!(w!(a)) < signed!(k!(k)), to),
                Ins::JumpGeIK { a, k, to } => jump_if!(signed!(w!(a)) >= signed!(k!(k)), to),
                Ins::LoopLtC { a, b, to } => loop_if!(w!(a) < w!(b), to),
                Ins::LoopLtI { a, b, to } => loop_if!(signed!(w!(a)) < signed!(w!(b)), to),
                Ins::LoopLtCK { a, k, to } => loop_if!(w!(a) < k!(k), to),
                Ins::LoopLtIK { a, k, to } => loop_if!(signed!(w!(a)) < signed!(k!(k)), to),
                Ins::StepLoopLtC { step, a, b, to } => loop_if!(stepped!(step, a) < w!(b), to),
                Ins::StepLoopLtI { step, a, b, to } => {
                    loop_if!(signed!(stepped!(step, a)) < signed!(w!(b)), to);
                }
                Ins::StepLoopLtCK { step, a, k, to } => loop_if!(stepped!(step, a) < k!(k), to),
                Ins::StepLoopLtIK { step, a, k, to } => {
                    loop_if!(signed!(stepped!(step, a)) < signed!(k!(k)), to);
                }
                Ins::JumpString { a, k, same, to } => {
                    jump_if!(check!(ops::is_string(&v!(a), &c.value_pool[usize::from(k)])) == same, to);
                }
                Ins::JumpHas { r, f, has, to } => jump_if!(record!(r).has(u32::from(f)) == has, to),
                Ins::JumpIn { t, key, is_in, to } => {
                    jump_if!(check!(self.is_in(operands!(), t, key)) == is_in, to);
                }
                Ins::JumpHasInner { r, f, g, has, to } => {
                    jump_if!(check!(fields::inner_has(c, pc!(), record!(r), f, g)) == has, to);
                }
                Ins::JumpInGlobal { g, key, is_in, to } => {
                    jump_if!(check!(self.is_in_global(operands!(), pc!(), g, key)) == is_in, to);
                }
                Ins::Switch { a, table } => {
                    go!(c.switches[usize::from(table)].case_of(value!(a)));
                }
                Ins::JumpIfType { a, ty, to } => jump_if!(ops::is(value!(a), &c.types[usize::from(ty)]), to),

                Ins::GlobalW { d, g } => match self.globals[g].as_ref().and_then(untag) {
                    Some(x) => w!(d) = x,
                    None => fail!(unset()),
                },
                Ins::GlobalV { d, g } => match &self.globals[g] {
                    Some(v) => put!(d, Bits::of(v)),
                    None => fail!(unset()),
                },
                Ins::GlobalAny { d, g } => put!(d, Bits::copy(&self.globals[g])),
                Ins::SetGlobalW { g, a, kind } => {
                    let to = &mut self.globals[g];
                    if !to.as_mut().is_some_and(|v| v.put_word(w!(a))) {
                        tagged!(kind, a).put(to);
                    }
                    self.whens.mark_global(g);
                }
                Ins::SetGlobalV { g, a } => {
                    Bits::copy(&v!(a)).put(&mut self.globals[g]);
                    self.whens.mark_global(g);
                }
                Ins::Captured { d, at } => {
                    let held = match closure.as_ref().map(|f| &f.code) {
                        Some(FuncCode::Closure(_, held)) => {
                            held.borrow().get(usize::from(at)).map(Bits::copy)
                        }
                        _ => None,
                    };
                    put!(d, held.unwrap_or(Bits::NONE));
                }
                Ins::SetCaptured { at, a } => {
                    if let Some(FuncCode::Closure(_, held)) = closure.as_ref().map(|f| &f.code)
                        && let Some(to) = held.borrow_mut().get_mut(usize::from(at))
                    {
                        Bits::copy(&v!(a)).put(to);
                    }
                }

                Ins::FieldW { d, r, f } => w!(d) = check!(fields::word(record!(r), f)),
                Ins::FieldV { d, r, f } => match record!(r).ready(u32::from(f)) {
                    Some(found) => put!(d, found),
                    None => put!(d, check!(fields::load_other(record!(r), f))),
                },
                Ins::InnerW { d, r, f, g } => w!(d) = check!(fields::inner_word(c, pc!(), record!(r), f, g)),
                Ins::InnerV { d, r, f, g } => put!(d, check!(fields::inner_load(c, pc!(), record!(r), f, g))),
                Ins::SetFieldW { r, f, a, kind } => {
                    fields::set_word(c, record!(r), f, kind, w!(a));
                    self.whens.mark();
                }
                Ins::SetFieldV { r, f, a } => {
                    record!(r).put(u32::from(f), Bits::of(value!(a)));
                    self.whens.mark();
                }
                Ins::SetInnerW { r, f, g, a, kind } => {
                    let inner = check!(fields::inner(c, pc!(), record!(r), f));
                    fields::set_word(c, &inner, g, kind, w!(a));
                    self.whens.mark();
                }
                Ins::SetInnerV { r, f, g, a } => {
                    let inner = check!(fields::inner(c, pc!(), record!(r), f));
                    inner.put(u32::from(g), Bits::of(value!(a)));
                    self.whens.mark();
                }
                Ins::AddFieldI { r, f, a } => {
                    check!(fields::add(record!(r), f, w!(a)));
                    self.whens.mark();
                }
                Ins::AddFieldImm { r, f, imm } => {
                    check!(fields::add(record!(r), f, i64::from(imm) as u64));
                    self.whens.mark();
                }
                Ins::HasField { d, r, f } => w!(d) = u64::from(record!(r).has(u32::from(f))),
                Ins::HasInner { d, r, f, g } => {
                    w!(d) = u64::from(check!(fields::inner_has(c, pc!(), record!(r), f, g)));
                }
                Ins::ClearField { r, f } => {
                    let r = record!(r);
                    check!(self.clear_field(r, f));
                }
                Ins::NewRecord { d, spec } => put!(d, check!(self.new_record(c, spec))),
                Ins::NewTable { d, meta } => {
                    put!(d, Bits::from(Value::Table(Table::new(c.metas[usize::from(meta)].clone()))));
                }

                Ins::SetDefault { t, a } => check!(table(&v!(t))).set_default(value!(a).clone()),
                Ins::NewDefault { d, ty } => {
                    put!(d, Bits::made(check!(ops::initial(self, &c.types[usize::from(ty)], None))));
                }

                Ins::IndexV { d, t, key } => put!(d, check!(self.entry(operands!(), t, key))),
                Ins::IndexW { d, t, key } => w!(d) = check!(self.entry_word(operands!(), t, key)),
                Ins::SetIndexV { t, key, a } => {
                    let x = Bits::of(value!(a));
                    check!(self.set_entry(operands!(), t, key, x));
                }
                Ins::SetIndexW { t, key, a, kind } => {
                    let x = tagged!(kind, a);
                    check!(self.set_entry(operands!(), t, key, x));
                }
                Ins::InTable { d, t, key } => w!(d) = u64::from(check!(self.is_in(operands!(), t, key))),
                Ins::AddElement { t, key } => check!(self.set_entry(operands!(), t, key, Bits::NONE)),
                Ins::Delete { t, key } => check!(self.delete_entry(operands!(), t, key)),
                Ins::Matching { d, t, a } => put!(d, Bits::from(check!(matching(&v!(t), &v!(a))))),

                Ins::ElementW { d, v, i } => w!(d) = check!(elements::word(vector!(v), w!(i))),
                Ins::ElementV { d, v, i } => put!(d, check!(elements::load(vector!(v), w!(i)))),
                Ins::SetElementV { v, i, a } => {
                    let x = Bits::of(value!(a));
                    check!(ops::set_element(vector!(v), w!(i) as i64, x));
                    self.whens.mark();
                }
                Ins::SetElementW { v, i, a, kind } => {
                    check!(ops::set_element(vector!(v), w!(i) as i64, tagged!(kind, a)));
                    self.whens.mark();
                }
                Ins::CheckPush { v, a } => check!(elements::check_push(&v!(v), value!(a))),
                Ins::PushV { v, a } => {
                    vector!(v).add(Bits::of(value!(a)));
                    self.whens.mark();
                }
                Ins::PushW { v, a, kind } => {
                    vector!(v).add(tagged!(kind, a));
                    self.whens.mark();
                }
                Ins::SizeV { d, a } => w!(d) = check!(elements::size(&v!(a))),

                Ins::Op1 { d, a, op } => {
                    let x = check!(self.op1(c, pc!(), &c.generics[usize::from(op)], value!(a)));
                    put!(d, Bits::made(Some(x)));
                }
                Ins::Op2 { d, a, b, op } => {
                    let x = check!(self.op2(c, pc!(), &c.generics[usize::from(op)], value!(a), value!(b)));
                    put!(d, Bits::made(Some(x)));
                }
                Ins::OpN { d, first, n, op } => {
                    let row = check!(elements::row(vs, first, n));
                    put!(d, Bits::made(Some(check!(op_n(&c.generics[usize::from(op)], row)))));
                }

                Ins::Call { g, w, v } => {
                    if self.whens.is_trying()
                        && let Some(x) = self.whens.answer_for(&code, pc!())
                    {
                        match (self.callables[g].sig.as_ref().map(|s| &s.result), x) {
                            (Some(Class::Word(_)), Some(x)) => w!(w) = untag(&x).unwrap_or(0),
                            (_, x) => set_result(vs, v, x),
                        }
                        continue;
                    }
                    if let Some(callee) = &self.direct[g] {
                        enter!(callee.clone(), w, v, None);
                    }
                    match check!(self.callee(g)) {
                        Callee::One((callee, with)) => enter!(callee, w, v, with),
                        Callee::Bodies => {
                            let args = self.collect(g, w, v, ws, vs);
                            let done = self.called_from(&code, pc!(), |m| m.run_hook(g, &args));
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
                    let x = check!(self.called_from(&code, pc!(), |m| m.call(&func, &args)));
                    match x.as_ref().and_then(untag) {
                        Some(x) if matches!(s.result, Class::Word(_)) => w!(w) = x,
                        _ => set_result(vs, v, x),
                    }
                }
                Ins::ArgW { a, kind } => tagged!(kind, a).push(&mut st.args),
                Ins::ArgV { a } => Bits::of(value!(a)).push(&mut st.args),
                Ins::ArgTake { a } => {
                    value!(a);
                    Bits::take(&mut v!(a)).push(&mut st.args);
                }
                Ins::ArgConst { k } => Bits::of(&c.value_pool[usize::from(k)]).push(&mut st.args),
                Ins::BuiltinW { d, g, n } => {
                    let x = check!(self.builtin(&code, pc!(), g, n, &mut st.args));
                    let Some(x) = x else { leave_statement!({ fail!(unset()) }) };
                    w!(d) = untag(&x).unwrap_or(0);
                    drop(Bits::from(x));
                }
                Ins::Builtin { d, g, n } => {
                    let x = check!(self.builtin(&code, pc!(), g, n, &mut st.args));
                    if x.is_none() {
                        leave_statement!({});
                    }
                    put!(d, Bits::made(x));
                }
                Ins::TooMany => fail!(RuntimeError::new("too many arguments for function call")),
                Ins::Raise { g, n } => {
                    let first = st.args.len() - usize::from(n);
                    let now = self.now;
                    self.queue_event_with(g, now, &mut st.args, first);
                }
                Ins::Schedule { g, n, a } => {
                    let first = st.args.len() - usize::from(n);
                    self.schedule_event(f(w!(a)), g, st.args.drain(first..).collect());
                }
                Ins::ReturnW { a } => {
                    leave!(End::Word(w!(a)));
                }
                Ins::ReturnV { a } => {
                    leave!(End::Value(Bits::take(&mut v!(a))));
                }
                Ins::Return => {
                    self.ends_without_value(c);
                    leave!(End::Nothing);
                }
                Ins::ReturnBreak => {
                    st.finish_iters(ib);
                    leave!(End::Break);
                }

                Ins::Closure { d, spec, first } => {
                    let spec = &c.closures[usize::from(spec)];
                    let held = check!(captured(&spec.copies, first, vs));
                    if let Some(f) = self.lambda(spec, held) {
                        v!(d) = Some(f);
                    }
                }
                Ins::When { spec, first, a } => {
                    let spec = &c.whens[usize::from(spec)];
                    let held = check!(captured(&spec.copies, first, vs));
                    let timeout = (a != NONE).then(|| f(w!(a)));
                    let x = check!(self.begin_when(spec, held, timeout));
                    if spec.is_return {
                        leave!(answer(c, x));
                    }
                }
                Ins::Holds => self.whens.hold(),
                Ins::Now { d } => w!(d) = self.now.to_bits(),
                Ins::Thunk { d, id } => put!(d, Bits::made(Some(check!(self.thunk(value::ThunkId(id)))))),

                Ins::IterTable { t } => {
                    let t = check!(table(&v!(t))).clone();
                    let walk = t.walk();
                    st.iters.push(Iter::Table(t, walk));
                }
                Ins::IterVector { v } => st.iters.push(Iter::Vector(vector!(v).clone(), 0)),
                Ins::IterString { s } => match &v!(s) {
                    Some(Value::String(s)) => st.iters.push(Iter::String(s.clone(), 0)),
                    _ => fail!(unset()),
                },
                Ins::Next { vars, to } => jump_if!(!next_element!(vars), to),
                Ins::LoopNext { vars, to } => loop_if!(next_element!(vars), to),
                Ins::EndIter => finish_last(&mut st.iters),

                Ins::Handler { body, to } => {
                    self.steps = 0;
                    jump_if!(!self.body_is_on(c.handlers[usize::from(body)].0), to);
                }
                Ins::Print { n } => {
                    let first = st.args.len() - usize::from(n);
                    let print = self.print;
                    let done = print(self, &st.args[first..]);
                    drop_args(&mut st.args, first);
                    check!(done);
                }
                Ins::Assert { held, text, b } => {
                    let message = if b == NONE { Value::from("") } else { value!(b).clone() };
                    check!(self.assert(&code, pc!(), held, &c.texts[usize::from(text)], message));
                }
            }
        }
    }
}
