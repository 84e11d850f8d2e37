//! Switches of units: by a value, or by the token that follows.
use super::body::{Builder, Label};
use crate::bytecode::Inst;
use spicy_sema::hir::{Cmp, Const, Ex, Kind, Switch, Thunk};
use spicy_sema::types::Type;

/// The number that a case compares the value of its switch, `$$`, with.
fn number_of(test: &Thunk) -> Option<i128> {
    number_in(&test.ex, &Kind::Dollar)
}

/// The constant that an expression compares a place with.
fn constant_in<'e>(test: &'e Ex, with: &Kind) -> Option<&'e Const> {
    let Kind::Compare { op: Cmp::Eq, a, b } = &*test.kind else { return None };
    match (&*a.kind, with) {
        (Kind::Dollar, Kind::Dollar) => {}
        (Kind::Local(x), Kind::Local(y)) if x == y => {}
        _ => return None,
    }
    match &*b.kind {
        Kind::Const(c) => Some(c),
        _ => None,
    }
}

/// The number that an expression compares a place with.
pub(super) fn number_in(test: &Ex, with: &Kind) -> Option<i128> {
    match constant_in(test, with)? {
        Const::Uint(n) => Some(i128::from(*n)),
        Const::Int(n) | Const::Enum(n) => Some(i128::from(*n)),
        Const::Bool(b) => Some(i128::from(*b)),
        _ => None,
    }
}

/// The bytes that an expression compares a place with.
pub(super) fn bytes_in<'e>(test: &'e Ex, with: &Kind) -> Option<&'e [u8]> {
    match constant_in(test, with)? {
        Const::Bytes(b) => Some(b),
        _ => None,
    }
}

impl Builder<'_, '_> {
    /// A switch among the items of a unit.
    pub(super) fn unit_switch(&mut self, unit: u32, s: &Switch) {
        let before = std::mem::replace(&mut self.span, s.span);
        let done = self.label();
        self.set_position();
        if let Some(c) = &s.condition {
            self.branch_on_thunk(c, false, done);
        }
        let limits = self.around(&s.around);
        let end = self.label();
        let bodies: Vec<Label> = s.cases.iter().map(|_| self.label()).collect();
        match &s.value {
            Some(value) => self.by_value(s, value, &bodies),
            None => self.by_token(s, &bodies),
        }
        // Bodies are reached from here alone, and what all of them leave unchanged is known behind the switch.
        let (before_cases, mut after) = (self.facts.clone(), self.facts.clone());
        for (case, body) in s.cases.iter().zip(bodies) {
            self.place_known(body, before_cases.clone());
            self.items(unit, &case.items);
            after.retain(|f| self.facts.contains(f));
            self.jump(end);
        }
        self.place_known(end, after);
        self.end_limits(&limits, false);
        self.place_end(done);
        self.span = before;
    }

    fn by_value(&mut self, s: &Switch, value: &Thunk, bodies: &[Label]) {
        let r = self.thunk(value);
        let ty = match self.c.hir.types.get(value.ex.ty) {
            Type::Ref(inner) => {
                let inner = *inner;
                let d = self.of_type(inner);
                self.emit(Inst::Deref { d, s: r });
                let before = std::mem::replace(&mut self.dollar, d);
                self.case_tests(s, bodies);
                self.dollar = before;
                inner
            }
            _ => {
                let before = std::mem::replace(&mut self.dollar, r);
                self.case_tests(s, bodies);
                self.dollar = before;
                value.ex.ty
            }
        };
        match s.cases.iter().position(|c| c.is_default) {
            Some(i) => self.jump(bodies[i]),
            None => self.emit_at(Inst::NoCase { s: r, ty, parse: true }, s.span),
        }
    }

    fn case_tests(&mut self, s: &Switch, bodies: &[Label]) {
        let tests: Vec<_> =
            s.cases.iter().zip(bodies).flat_map(|(c, b)| c.values.iter().map(move |t| (t, *b))).collect();
        let numbers: Option<Vec<_>> = tests.iter().map(|(t, b)| Some((number_of(t)?, *b))).collect();
        if let Some(table) = numbers.filter(|n| n.len() > 1) {
            return self.jump_by(self.dollar, table);
        }
        let words: Option<Vec<_>> =
            tests.iter().map(|(t, b)| Some((bytes_in(&t.ex, &Kind::Dollar)?, *b))).collect();
        if let Some(table) = words.filter(|n| n.len() > 2) {
            return self.jump_by_bytes(self.dollar, table);
        }
        for (case, body) in s.cases.iter().zip(bodies) {
            for test in &case.values {
                let mark = self.mark();
                let c = self.thunk(test);
                self.jump_if(c, *body);
                self.release(mark);
            }
        }
    }

    fn by_token(&mut self, s: &Switch, bodies: &[Label]) {
        let all = s.cases.iter().flat_map(|c| c.first.iter().copied()).collect();
        let set = self.c.set(all);
        self.emit(Inst::LookAhead { set });
        for (case, body) in s.cases.iter().zip(bodies) {
            let set = self.c.set(case.first.clone());
            self.emit(Inst::JumpIfToken { set, to: Self::to(*body) });
        }
        match s.cases.iter().position(|c| c.is_default) {
            Some(i) => self.jump(bodies[i]),
            None => {
                let span = s.cases.last().map_or(s.span, |c| c.span);
                self.emit_at(Inst::NoToken, span);
            }
        }
    }
}
