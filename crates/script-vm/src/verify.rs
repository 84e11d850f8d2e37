//! Checks code before it runs: every register lies in its frame, every jump in the code, every number in its pool.
//!
//! The compiler makes no code that fails here; what does is a mistake of ours, found before it does harm.
use crate::code::{Code, ENUMS, Ins, KeyPart, NONE, R, Var};

/// What is wrong with code.
pub(crate) fn verify(c: &Code) -> Result<(), String> {
    let v = Verifier { c };
    for (at, i) in c.ins.iter().enumerate() {
        if let Err(what) = v.ins(i) {
            return Err(format!("instruction {at} ({i:?}): {what}"));
        }
    }
    for key in &c.keys {
        for p in key {
            match p {
                KeyPart::Word(r, _) => v.w(*r)?,
                KeyPart::Value(r) => v.v(*r)?,
            }
        }
    }
    for l in &c.loops {
        for var in l.keys.iter().chain([&l.value]) {
            match var {
                Var::Word(r) => v.w(*r)?,
                Var::Value(r) => v.v(*r)?,
                Var::None => {}
            }
        }
    }
    for s in &c.switches {
        for to in s.cases.values().chain([&s.default]) {
            v.to(*to)?;
        }
    }
    Ok(())
}

struct Verifier<'a> {
    c: &'a Code,
}

type Checked = Result<(), String>;

fn within(n: usize, len: usize, what: &str) -> Checked {
    if n < len { Ok(()) } else { Err(format!("{what} {n} of {len}")) }
}

impl Verifier<'_> {
    fn w(&self, r: R) -> Checked {
        within(r.into(), self.c.words.into(), "word register")
    }

    fn v(&self, r: R) -> Checked {
        within(r.into(), self.c.values.into(), "value register")
    }

    fn ws(&self, rs: &[R]) -> Checked {
        rs.iter().try_for_each(|r| self.w(*r))
    }

    fn vs(&self, rs: &[R]) -> Checked {
        rs.iter().try_for_each(|r| self.v(*r))
    }

    fn row(&self, first: R, n: R) -> Checked {
        let end = usize::from(first) + usize::from(n);
        if end <= self.c.values.into() { Ok(()) } else { Err(format!("value registers up to {end}")) }
    }

    fn kind(&self, kind: R) -> Checked {
        match kind.checked_sub(ENUMS) {
            None if kind <= 6 => Ok(()),
            None => Err(format!("kind {kind}")),
            Some(e) => within(e.into(), self.c.enums.len(), "enumeration"),
        }
    }

    fn to(&self, to: u32) -> Checked {
        let len = self.c.ins.len();
        if to as usize <= len { Ok(()) } else { Err(format!("a jump to {to} of {len}")) }
    }

    fn ins(&self, i: &Ins) -> Checked {
        let c = self.c;
        match *i {
            Ins::MoveW { d, a }
            | Ins::NegI { d, a }
            | Ins::NegD { d, a }
            | Ins::Not { d, a }
            | Ins::Complement { d, a }
            | Ins::IntToDouble { d, a }
            | Ins::CountToDouble { d, a }
            | Ins::SubImm { d, a, .. }
            | Ins::AddImm { d, a, .. } => self.ws(&[d, a]),
            Ins::ConstW { d, k } => {
                self.w(d)?;
                within(k.into(), c.word_pool.len(), "constant")
            }
            Ins::MoveV { d, a } | Ins::TakeV { d, a } | Ins::SetDefault { t: d, a } => self.vs(&[d, a]),
            Ins::ConstV { d, k } => {
                self.v(d)?;
                within(k.into(), c.value_pool.len(), "constant")
            }
            Ins::ClearV { d } | Ins::CheckV { a: d } | Ins::Thunk { d, .. } => self.v(d),
            Ins::Now { d } => self.w(d),
            Ins::Box { d, a, kind } => {
                self.v(d)?;
                self.w(a)?;
                self.kind(kind)
            }
            Ins::Unbox { d, a } | Ins::SizeV { d, a } => {
                self.w(d)?;
                self.v(a)
            }
            Ins::AddI { d, a, b }
            | Ins::SubI { d, a, b }
            | Ins::SubC { d, a, b }
            | Ins::MulI { d, a, b }
            | Ins::DivI { d, a, b }
            | Ins::DivC { d, a, b }
            | Ins::ModI { d, a, b }
            | Ins::ModC { d, a, b }
            | Ins::And { d, a, b }
            | Ins::Or { d, a, b }
            | Ins::Xor { d, a, b }
            | Ins::AddD { d, a, b }
            | Ins::SubD { d, a, b }
            | Ins::MulD { d, a, b }
            | Ins::DivD { d, a, b }
            | Ins::Eq { d, a, b }
            | Ins::Ne { d, a, b }
            | Ins::LtI { d, a, b }
            | Ins::LeI { d, a, b }
            | Ins::LtC { d, a, b }
            | Ins::LeC { d, a, b }
            | Ins::EqD { d, a, b }
            | Ins::NeD { d, a, b }
            | Ins::LtD { d, a, b }
            | Ins::LeD { d, a, b } => self.ws(&[d, a, b]),
            Ins::EqS { d, a, b } => {
                self.w(d)?;
                self.vs(&[a, b])
            }
            Ins::Jump { to } | Ins::Loop { to } => self.to(to),
            Ins::JumpIf { a, to } | Ins::JumpIfNot { a, to } => {
                self.w(a)?;
                self.to(to)
            }
            Ins::JumpEqK { a, k, to }
            | Ins::JumpNeK { a, k, to }
            | Ins::JumpLtCK { a, k, to }
            | Ins::JumpGeCK { a, k, to }
            | Ins::JumpLtIK { a, k, to }
            | Ins::JumpGeIK { a, k, to }
            | Ins::LoopLtCK { a, k, to }
            | Ins::LoopLtIK { a, k, to }
            | Ins::StepLoopLtCK { a, k, to, .. }
            | Ins::StepLoopLtIK { a, k, to, .. } => {
                self.w(a)?;
                within(k.into(), c.word_pool.len(), "constant")?;
                self.to(to)
            }
            Ins::LoopLtC { a, b, to }
            | Ins::LoopLtI { a, b, to }
            | Ins::StepLoopLtC { a, b, to, .. }
            | Ins::StepLoopLtI { a, b, to, .. }
            | Ins::JumpEq { a, b, to }
            | Ins::JumpNe { a, b, to }
            | Ins::JumpLtC { a, b, to }
            | Ins::JumpGeC { a, b, to }
            | Ins::JumpLtI { a, b, to }
            | Ins::JumpGeI { a, b, to } => {
                self.ws(&[a, b])?;
                self.to(to)
            }
            Ins::JumpString { a, k, to, .. } => {
                self.v(a)?;
                match c.value_pool.get(usize::from(k)) {
                    Some(value::Value::String(_)) => self.to(to),
                    _ => Err(format!("constant {k} is no string")),
                }
            }
            Ins::JumpHas { r, to, .. } => {
                self.v(r)?;
                self.to(to)
            }
            Ins::JumpIn { t, key, to, .. } => {
                self.v(t)?;
                within(key.into(), c.keys.len(), "index")?;
                self.to(to)
            }
            Ins::Switch { a, table } => {
                self.v(a)?;
                within(table.into(), c.switches.len(), "switch")
            }
            Ins::JumpIfType { a, ty, to } => {
                self.v(a)?;
                within(ty.into(), c.types.len(), "type")?;
                self.to(to)
            }
            Ins::GlobalW { d, .. } => self.w(d),
            Ins::GlobalV { d, .. } => self.v(d),
            Ins::SetGlobalW { a, kind, .. } => {
                self.w(a)?;
                self.kind(kind)
            }
            Ins::SetGlobalV { a, .. } => self.v(a),
            Ins::Captured { d, at } | Ins::SetCaptured { a: d, at } => {
                self.v(d)?;
                within(at.into(), c.captures, "captured variable")
            }
            Ins::FieldW { d, r, .. }
            | Ins::HasField { d, r, .. }
            | Ins::InnerW { d, r, .. }
            | Ins::HasInner { d, r, .. } => {
                self.w(d)?;
                self.v(r)
            }
            Ins::FieldV { d, r, .. } | Ins::InnerV { d, r, .. } => self.vs(&[d, r]),
            Ins::SetFieldW { r, a, kind, .. } | Ins::SetInnerW { r, a, kind, .. } => {
                self.v(r)?;
                self.w(a)?;
                self.kind(kind)
            }
            Ins::SetFieldV { r, a, .. } | Ins::SetInnerV { r, a, .. } => self.vs(&[r, a]),
            Ins::AddFieldImm { r, .. } => self.v(r),
            Ins::AddFieldI { r, a, .. } => {
                self.v(r)?;
                self.w(a)
            }
            Ins::ClearField { r, .. } => self.v(r),
            Ins::NewRecord { d, spec } => {
                self.v(d)?;
                within(spec.into(), c.records.len(), "record")
            }
            Ins::NewTable { d, meta } => {
                self.v(d)?;
                within(meta.into(), c.metas.len(), "table")
            }
            Ins::NewDefault { d, ty } => {
                self.v(d)?;
                within(ty.into(), c.types.len(), "type")
            }
            Ins::IndexV { d, t, key } => {
                self.vs(&[d, t])?;
                within(key.into(), c.keys.len(), "index")
            }
            Ins::IndexW { d, t, key } | Ins::InTable { d, t, key } => {
                self.w(d)?;
                self.v(t)?;
                within(key.into(), c.keys.len(), "index")
            }
            Ins::SetIndexV { t, key, a } => {
                self.vs(&[t, a])?;
                within(key.into(), c.keys.len(), "index")
            }
            Ins::SetIndexW { t, key, a, kind } => {
                self.v(t)?;
                self.w(a)?;
                within(key.into(), c.keys.len(), "index")?;
                self.kind(kind)
            }
            Ins::AddElement { t, key } | Ins::Delete { t, key } => {
                self.v(t)?;
                within(key.into(), c.keys.len(), "index")
            }
            Ins::Matching { d, t, a } => self.vs(&[d, t, a]),
            Ins::ElementW { d, v, i } => {
                self.ws(&[d, i])?;
                self.v(v)
            }
            Ins::ElementV { d, v, i } => {
                self.vs(&[d, v])?;
                self.w(i)
            }
            Ins::SetElementV { v, i, a } => {
                self.vs(&[v, a])?;
                self.w(i)
            }
            Ins::SetElementW { v, i, a, kind } => {
                self.v(v)?;
                self.ws(&[i, a])?;
                self.kind(kind)
            }
            Ins::PushV { v, a } | Ins::CheckPush { v, a } => self.vs(&[v, a]),
            Ins::PushW { v, a, kind } => {
                self.v(v)?;
                self.w(a)?;
                self.kind(kind)
            }
            Ins::Op1 { d, a, op } => {
                self.vs(&[d, a])?;
                within(op.into(), c.generics.len(), "operation")
            }
            Ins::Op2 { d, a, b, op } => {
                self.vs(&[d, a, b])?;
                within(op.into(), c.generics.len(), "operation")
            }
            Ins::OpN { d, first, n, op } => {
                self.v(d)?;
                self.row(first, n)?;
                within(op.into(), c.generics.len(), "operation")
            }
            Ins::Call { w, v, .. } => {
                self.w(w)?;
                self.v(v)
            }
            Ins::CallValue { f, w, v, sig } => {
                self.w(w)?;
                self.vs(&[f, v])?;
                within(sig.into(), c.signatures.len(), "signature")
            }
            Ins::ArgW { a, kind } => {
                self.w(a)?;
                self.kind(kind)
            }
            Ins::ArgV { a } | Ins::ArgTake { a } => self.v(a),
            Ins::ArgConst { k } => within(k.into(), c.value_pool.len(), "constant"),
            Ins::Builtin { d, .. } => self.v(d),
            Ins::BuiltinW { d, .. } => self.w(d),
            Ins::Raise { .. } => Ok(()),
            Ins::Schedule { a, .. } => self.w(a),
            Ins::ReturnW { a } => self.w(a),
            Ins::ReturnV { a } => self.v(a),
            Ins::TooMany | Ins::Return | Ins::ReturnBreak | Ins::EndIter | Ins::Holds => Ok(()),
            Ins::Closure { d, spec, first } => {
                self.v(d)?;
                within(spec.into(), c.closures.len(), "lambda")?;
                self.row(first, c.closures[usize::from(spec)].copies.len() as R)
            }
            Ins::When { spec, first, a } => {
                within(spec.into(), c.whens.len(), "when")?;
                self.row(first, c.whens[usize::from(spec)].copies.len() as R)?;
                if a == NONE { Ok(()) } else { self.w(a) }
            }
            Ins::IterTable { t: a } | Ins::IterVector { v: a } | Ins::IterString { s: a } => self.v(a),
            Ins::Next { vars, to } => {
                within(vars.into(), c.loops.len(), "loop")?;
                self.to(to)
            }
            Ins::Print { .. } => Ok(()),
            Ins::Assert { text, b, .. } => {
                within(text.into(), c.texts.len(), "text")?;
                if b == NONE { Ok(()) } else { self.v(b) }
            }
        }
    }
}
