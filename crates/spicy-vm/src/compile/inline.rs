//! Hooks as part of the code that runs them, instead of calls.
use super::body::Builder;
use crate::bytecode::{Inst, NONE, Reg, RegKind};
use spicy_sema::hir::{Program, St, StKind};

/// The most statements of a hook that is copied to where it runs.
const MOST: usize = 60;

/// The number of statements of a hook; `None` if it must be called.
pub(super) fn size(hir: &Program, function: u32) -> Option<usize> {
    let body = hir.functions[function as usize].body.as_ref()?;
    count(&body.stmts).filter(|n| *n <= MOST)
}

/// Counts statements; `None` if there is one that only a function of its own can hold.
fn count(stmts: &[St]) -> Option<usize> {
    let mut total = stmts.len();
    for s in stmts {
        total += match &s.kind {
            StKind::Return(Some(_)) | StKind::Stop => return None,
            StKind::Block(b) | StKind::For { body: b, .. } | StKind::While { body: b, .. } => count(b)?,
            StKind::If { then, otherwise, .. } => count(then)? + count(otherwise)?,
            StKind::Switch { cases, default, .. } => {
                let cases = cases.iter().map(|c| count(&c.1)).sum::<Option<usize>>()?;
                cases + default.as_ref().map_or(Some(0), |d| count(d))?
            }
            _ => 0,
        };
    }
    Some(total)
}

impl Builder<'_, '_> {
    /// Runs a hook with these arguments, the first of which is the unit.
    pub(crate) fn hook(&mut self, function: u32, given: Vec<Reg>) {
        if !self.inlined(function, &given) {
            let args = self.args(given);
            let d = self.temp(RegKind::Any);
            self.emit(Inst::Call { f: function, d, args });
        }
    }

    /// Emits the statements of a hook, if they are few.
    fn inlined(&mut self, function: u32, given: &[Reg]) -> bool {
        let hir = self.c.hir;
        let f = &hir.functions[function as usize];
        let Some(body) = f.body.as_ref().filter(|_| f.params.len() == given.len()) else { return false };
        if size(hir, function).is_none() || given.first() != Some(&self.this) {
            return false;
        }
        let mark = self.mark();
        let mut locals = vec![self.this];
        for (i, ty) in body.locals.iter().enumerate().skip(1) {
            if let Some(&s) = given.get(i).filter(|s| self.standing_for(**s).is_some()) {
                locals.push(s);
                continue;
            }
            let d = self.of_type(*ty);
            // What a hook changes is its own.
            if let Some(&s) = given.get(i) {
                self.emit(Inst::Move { d, s });
                self.same(d, s);
            }
            locals.push(d);
        }
        let end = self.label();
        let outer = (
            std::mem::replace(&mut self.locals, locals),
            std::mem::take(&mut self.loops),
            std::mem::replace(&mut self.dollar_is, body.dollar_is),
            std::mem::replace(&mut self.dollar, NONE),
            std::mem::replace(&mut self.captures, NONE),
            self.leave.replace(end),
        );
        self.statements(&body.stmts);
        (self.locals, self.loops, self.dollar_is, self.dollar, self.captures, self.leave) = outer;
        self.place_end(end);
        self.release(mark);
        true
    }
}
