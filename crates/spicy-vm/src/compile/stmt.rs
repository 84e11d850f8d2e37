//! Compiles statements.
use super::body::{Builder, Leave, Loop};
use crate::bytecode::{Catch, Inst, NONE, Reg, RegKind};
use spicy_sema::hir::{Const, Ex, Hook, Kind, St, StKind};
use spicy_sema::types::{Ty, Type};

impl Builder<'_, '_> {
    pub(crate) fn statements(&mut self, stmts: &[St]) {
        for s in stmts {
            let mark = self.mark();
            let before = std::mem::replace(&mut self.span, s.span);
            self.statement(s);
            self.span = before;
            self.release(mark);
        }
    }

    fn statement(&mut self, s: &St) {
        match &s.kind {
            StKind::Block(b) => self.statements(b),
            StKind::Expr(e) => {
                self.expr(e);
            }
            StKind::Set { local, value } => {
                let s = self.kept(value);
                let d = self.locals.get(*local as usize).copied().unwrap_or(NONE);
                self.emit(Inst::Move { d, s });
            }
            StKind::Print(args) => {
                args.iter().for_each(|a| self.c.reads_whole(a.ty));
                let regs = args.iter().map(|a| self.expr(a)).collect();
                let args = self.args(regs);
                self.emit(Inst::Print { args });
            }
            StKind::Assert { condition, text } => {
                let (c, text) = (self.expr(condition), self.c.text(text));
                self.emit(Inst::Assert { c, text });
            }
            StKind::AssertThrows { condition, text } => {
                let (caught, done) = (self.label(), self.label());
                let d = self.reg(RegKind::Any);
                self.emit(Inst::PushHandler { to: Self::to(caught), d, catch: Catch::All });
                self.expr(condition);
                self.emit(Inst::PopHandler);
                let text = self.c.text(&format!("asserted exception not thrown: {text}"));
                self.emit(Inst::Fail { text, assertion: true });
                self.place(caught);
                self.jump(done);
                self.place(done);
            }
            StKind::Break => {
                if let Some(Loop { done, .. }) = self.loops.last() {
                    let done = *done;
                    self.jump(done);
                }
            }
            StKind::Continue => {
                if let Some(Loop { again, .. }) = self.loops.last() {
                    let again = *again;
                    self.jump(again);
                }
            }
            StKind::Confirm => {
                let (d, done) = (self.temp(RegKind::Bool), self.label());
                let u = self.this;
                self.emit(Inst::Confirm { u, d });
                self.jump_if_not(d, done);
                self.unit_hooks("confirmed", &[]);
                self.place(done);
            }
            StKind::Reject => {
                self.unit_hooks("rejected", &[]);
                self.emit(Inst::Reject);
            }
            StKind::Return(value) => match value {
                Some(e) if let Some(Leave { result: Some(d), .. }) = self.leave => {
                    let s = self.expr(e);
                    self.emit(Inst::Move { d, s });
                    self.leave_here();
                }
                Some(e) => {
                    let s = if self.is_own(e) { self.expr(e) } else { self.kept(e) };
                    self.emit(Inst::Return { s });
                }
                None if self.leave.is_some() => self.leave_here(),
                None => self.emit(Inst::ReturnVoid),
            },
            StKind::Stop => {
                let s = self.constant(&Const::Bool(true), Ty::BOOL);
                self.emit(Inst::Return { s });
            }
            StKind::Throw(e) => {
                let s = self.expr(e);
                self.emit(Inst::Throw { s });
            }
            StKind::If { condition, then, otherwise } => {
                let (no, done) = (self.label(), self.label());
                let mut before = self.facts.clone();
                self.branch_on(condition, false, no);
                before.retain(|f| self.facts.contains(f));
                self.statements(then);
                let mut after = self.facts.clone();
                if !otherwise.is_empty() {
                    self.jump(done);
                }
                self.place_known(no, before);
                self.statements(otherwise);
                after.retain(|f| self.facts.contains(f));
                self.place_known(done, after);
            }
            StKind::While { condition, body } => {
                let (again, done) = (self.label(), self.label());
                self.place(again);
                self.branch_on(condition, false, done);
                self.loops.push(Loop { again, done });
                self.statements(body);
                self.loops.pop();
                self.jump(again);
                self.place(done);
            }
            StKind::For { var, over, body } => {
                let s = self.expr(over);
                let it = self.temp(RegKind::Any);
                self.emit(Inst::IterStart { d: it, s });
                let (again, done) = (self.label(), self.label());
                self.place(again);
                let d = self.locals.get(*var as usize).copied().unwrap_or(NONE);
                self.elements.push(*var);
                self.emit(Inst::IterNext { d, it, to: Self::to(done) });
                self.loops.push(Loop { again, done });
                self.statements(body);
                self.loops.pop();
                self.jump(again);
                self.place(done);
            }
            StKind::Switch { value, cases, default } => self.switch(s, *value, cases, default.as_deref()),
        }
    }

    /// Whether an expression is a variable of the function whose value nothing else holds: neither an argument nor an
    /// element of a container.
    fn is_own(&self, ex: &Ex) -> bool {
        match *ex.kind {
            Kind::Local(i) => i >= u32::from(self.f.params) && !self.elements.contains(&i),
            _ => false,
        }
    }

    fn switch(&mut self, s: &St, value: u32, cases: &[(Vec<Ex>, Vec<St>)], default: Option<&[St]>) {
        let done = self.label();
        let bodies: Vec<_> = cases.iter().map(|_| self.label()).collect();
        let tests = || cases.iter().zip(&bodies).flat_map(|(c, b)| c.0.iter().map(move |t| (t, *b)));
        let numbers: Option<Vec<_>> =
            tests().map(|(t, b)| Some((super::switch::number_in(t, &Kind::Local(value))?, b))).collect();
        let words: Option<Vec<_>> =
            tests().map(|(t, b)| Some((super::switch::bytes_in(t, &Kind::Local(value))?, b))).collect();
        let r = self.locals.get(value as usize).copied().unwrap_or(NONE);
        let mut before = self.facts.clone();
        match (numbers.filter(|n| n.len() > 1), words.filter(|n| n.len() > 2)) {
            (Some(table), _) => self.jump_by(r, table),
            (None, Some(table)) => self.jump_by_bytes(r, table),
            (None, None) => {
                for (t, body) in tests() {
                    let mark = self.mark();
                    let c = self.expr(t);
                    self.jump_if(c, body);
                    self.release(mark);
                }
            }
        }
        before.retain(|f| self.facts.contains(f));
        let mut after = before.clone();
        match default {
            Some(d) => {
                self.statements(d);
                after.retain(|f| self.facts.contains(f));
                self.jump(done);
            }
            None => {
                let ty = cases.iter().flat_map(|c| &c.0).find_map(|t| match &*t.kind {
                    Kind::Compare { a, .. } => Some(a.ty),
                    _ => None,
                });
                self.emit_at(Inst::NoCase { s: r, ty: ty.unwrap_or(Ty::ANY), parse: false }, s.span);
            }
        }
        for ((_, stmts), body) in cases.iter().zip(&bodies) {
            self.place_known(*body, before.clone());
            self.statements(stmts);
            after.retain(|f| self.facts.contains(f));
            self.jump(done);
        }
        self.place_known(done, after);
    }

    /// Calls all hooks of the current unit.
    pub(crate) fn unit_hooks(&mut self, name: &str, more: &[Reg]) {
        let hir = self.c.hir;
        let Some(unit) = self.unit else { return };
        let list = hir.units[unit as usize].hook(name);
        self.call_hooks(list, &[], more);
    }

    pub(crate) fn call_hooks(&mut self, list: &[Hook], before: &[Reg], more: &[Reg]) {
        let debug = self.c.debug;
        for h in list.iter().filter(|h| !h.debug || debug) {
            let mut regs = vec![self.this];
            regs.extend_from_slice(before);
            if h.message
                || (!more.is_empty() && self.c.hir.functions[h.function as usize].params.len() > regs.len())
            {
                regs.extend_from_slice(more);
            }
            let want = self.c.hir.functions[h.function as usize].params.len();
            regs.truncate(want);
            self.hook(h.function, regs);
        }
    }

    pub(crate) fn set_unit_of(&mut self, body: &spicy_sema::hir::Body) {
        if let Some(Type::Unit(u)) = body.locals.first().map(|t| self.c.hir.types.get(*t)) {
            self.unit = Some(*u);
        }
    }
}
