//! Hooks, and other functions of few statements, as part of the code that runs them, instead of calls.
use super::body::{Builder, Leave};
use crate::bytecode::{Inst, NONE, Reg, RegKind};
use spicy_sema::hir::{Ex, Program, St, StKind};
use spicy_sema::types::Ty;

/// The most statements of a hook that is copied to where it runs.
const MOST: usize = 60;
/// The most statements of another function that is copied to where it is called.
const FEW: usize = 6;
/// How deep such functions are copied into each other.
const DEPTH: usize = 3;

/// The number of statements of a hook; `None` if it must be called.
pub(super) fn size(hir: &Program, function: u32) -> Option<usize> {
    let body = hir.functions[function as usize].body.as_ref()?;
    count(&body.stmts, false).filter(|n| *n <= MOST)
}

/// Counts statements; `None` if there is one that only a function of its own can hold. Hooks return no values, and other
/// functions have no unit of their own.
fn count(stmts: &[St], returns: bool) -> Option<usize> {
    let mut total = stmts.len();
    for s in stmts {
        total += match &s.kind {
            StKind::Return(Some(_)) if returns => 0,
            StKind::Return(None) if returns => return None,
            StKind::Confirm | StKind::Reject if returns => return None,
            StKind::Return(Some(_)) | StKind::Stop => return None,
            StKind::Block(b) | StKind::For { body: b, .. } | StKind::While { body: b, .. } => {
                count(b, returns)?
            }
            StKind::If { then, otherwise, .. } => count(then, returns)? + count(otherwise, returns)?,
            StKind::Switch { cases, default, .. } => {
                let cases = cases.iter().map(|c| count(&c.1, returns)).sum::<Option<usize>>()?;
                cases + default.as_ref().map_or(Some(0), |d| count(d, returns))?
            }
            _ => 0,
        };
    }
    Some(total)
}

/// Whether a function ends with a result on all ways.
fn always_returns(stmts: &[St]) -> bool {
    match stmts.last().map(|s| &s.kind) {
        Some(StKind::Return(Some(_))) => true,
        Some(StKind::If { then, otherwise, .. }) => always_returns(then) && always_returns(otherwise),
        Some(StKind::Block(b)) => always_returns(b),
        _ => false,
    }
}

impl Builder<'_, '_> {
    /// Runs a hook with these arguments, the first of which is the unit.
    pub(crate) fn hook(&mut self, function: u32, given: Vec<Reg>) {
        if self.inlined(function, &given) {
            self.c.inlined.insert(function);
        } else {
            self.c.called.insert(function);
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
            self.leave.replace(Leave { end, result: None, facts: None }),
        );
        self.statements(&body.stmts);
        self.end_copy(false);
        (self.locals, self.loops, self.dollar_is, self.dollar, self.captures, self.leave) = outer;
        self.release(mark);
        true
    }

    /// Emits the statements of a function with these arguments, if they are few. Returns the register with its result.
    pub(super) fn copy_function(&mut self, function: u32, args: &[Ex], ret: Ty) -> Option<Reg> {
        let hir = self.c.hir;
        let f = &hir.functions[function as usize];
        let body = f.body.as_ref().filter(|_| f.params.len() == args.len())?;
        let plain = !f.params.iter().any(|p| p.inout) && !hir.types.is_copied(ret);
        let fits = self.copied.len() < DEPTH && !self.copied.contains(&function);
        // A function that does not always return is called, and fails.
        if !plain || !fits || !always_returns(&body.stmts) || count(&body.stmts, true).is_none_or(|n| n > FEW)
        {
            return None;
        }
        let d = self.of_type(ret);
        let mark = self.mark();
        let given: Vec<Reg> = args.iter().map(|a| self.expr(a)).collect();
        let mut locals = Vec::new();
        for (i, ty) in body.locals.iter().enumerate() {
            match given.get(i) {
                // Units are handles, and nothing assigns to parameters.
                Some(&s) if self.c.unit_in(*ty).is_some() => locals.push(s),
                Some(&s) => {
                    let d = self.of_type(*ty);
                    self.emit(Inst::Move { d, s });
                    locals.push(d);
                }
                None => locals.push(self.of_type(*ty)),
            }
        }
        let end = self.label();
        let outer = (
            std::mem::replace(&mut self.locals, locals),
            std::mem::take(&mut self.loops),
            std::mem::take(&mut self.elements),
            std::mem::take(&mut self.dollar_is),
            std::mem::replace(&mut self.dollar, NONE),
            std::mem::replace(&mut self.captures, NONE),
            self.leave.replace(Leave { end, result: Some(d), facts: None }),
        );
        self.copied.push(function);
        self.statements(&body.stmts);
        self.copied.pop();
        self.end_copy(true);
        (self.locals, self.loops, self.elements, self.dollar_is, self.dollar, self.captures, self.leave) =
            outer;
        self.release(mark);
        Some(d)
    }

    /// Leaves the hook or function whose statements are being copied.
    pub(super) fn leave_here(&mut self) {
        let Some(leave) = &mut self.leave else { return };
        let (end, facts) = (leave.end, leave.facts.get_or_insert_with(|| self.facts.clone()));
        facts.retain(|f| self.facts.contains(f));
        self.jump(end);
    }

    /// Ends what is being copied. Its last statement leaves it itself if it has a result.
    fn end_copy(&mut self, has_result: bool) {
        let Some(leave) = self.leave.take() else { return };
        let mut facts = leave.facts.unwrap_or_else(|| self.facts.clone());
        facts.retain(|f| has_result || self.facts.contains(f));
        self.place_known(leave.end, facts);
    }
}
