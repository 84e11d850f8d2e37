//! Compiles statements.
use super::{Compiler, Enclosing, Statement};
use crate::code::{Generic, Ins, LoopVars, NONE, R, SwitchTable, Var, WhenSpec};
use script_sema::tree::{
    BodyKind, CaptureFrom, CaseLabel, EventCall, ExprRef, For, ForKind, GlobalId, LocalId, Stmt, StmtKind,
    Switch, VarRef, When,
};
use value::{Loc, Type, Value, table::KeyBytes};

impl Compiler<'_> {
    pub(super) fn stmt(&mut self, s: &Stmt) {
        let tops = (self.w_top, self.v_top);
        let is_left = matches!(
            s.kind,
            StmtKind::Expr(_)
                | StmtKind::Print { .. }
                | StmtKind::If { .. }
                | StmtKind::For(_)
                | StmtKind::Event(_)
        );
        let own = is_left.then_some(Statement { args: self.pending, end: None });
        let outer = std::mem::replace(&mut self.statement, own);
        match &s.kind {
            StmtKind::Expr(e) => self.effect(e),
            StmtKind::Print { to, args } => {
                let all: Vec<&ExprRef> = to.iter().chain(args).collect();
                self.push_args(&all);
                self.emit_loc(s.loc, Ins::Print { n: all.len() as R });
            }
            StmtKind::If { cond, then, otherwise } => self.if_(cond, then, otherwise.as_deref()),
            StmtKind::While { cond, body } => self.while_(cond, body),
            StmtKind::For(f) => self.for_(f),
            StmtKind::Switch(sw) => self.switch(sw),
            StmtKind::Next => {
                if let Some(e) = self.enclosing.iter().rev().find(|e| e.next.is_some()) {
                    let (to, open) = (e.next, e.iters);
                    self.leave_iters(open);
                    if let Some(to) = to {
                        self.jump(Ins::Jump { to: 0 }, to);
                    }
                }
            }
            StmtKind::Break => match self.enclosing.last() {
                Some(e) => {
                    let (to, open) = (e.end, e.iters);
                    self.leave_iters(open);
                    self.jump(Ins::Jump { to: 0 }, to);
                }
                None if self.kind == BodyKind::Hook => self.emit(Ins::ReturnBreak),
                None => self.end_body(),
            },
            StmtKind::HookBreak => self.emit(Ins::ReturnBreak),
            // The code of the next case follows directly.
            StmtKind::Fallthrough | StmtKind::Null => {}
            StmtKind::Return(e) => self.return_(e.as_ref()),
            StmtKind::Block(l) => l.iter().for_each(|s| self.stmt(s)),
            StmtKind::InitLocals(l) => l.iter().for_each(|l| self.init_local(*l, s.loc)),
            StmtKind::Event(c) => self.raise(c, s.loc),
            StmtKind::When(w) => self.when(w, s.loc),
            StmtKind::Assert { cond, message, text } => {
                let (ok, end) = (self.label(), self.label());
                self.jump_if(cond, true, ok);
                let pooled = Self::pooled(&mut self.code.texts, text.to_string(), &mut self.failed);
                let b = message.as_ref().map_or(NONE, |m| self.expr_v(m));
                self.emit_loc(s.loc, Ins::Assert { held: false, text: pooled, b });
                let wanted = |g: GlobalId| !self.program.global(g).bodies.is_empty();
                if self.program.lookup("assertion_result").is_some_and(wanted) {
                    self.jump(Ins::Jump { to: 0 }, end);
                    self.bind(ok);
                    let b = message.as_ref().map_or(NONE, |m| self.expr_v(m));
                    self.emit_loc(s.loc, Ins::Assert { held: true, text: pooled, b });
                } else {
                    self.bind(ok);
                }
                self.bind(end);
            }
        }
        if let Some(end) = std::mem::replace(&mut self.statement, outer).and_then(|s| s.end) {
            self.bind(end);
        }
        (self.w_top, self.v_top) = tops;
    }

    fn if_(&mut self, cond: &ExprRef, then: &Stmt, otherwise: Option<&Stmt>) {
        if let Some(holds) = self.known_truth(cond) {
            if let Some(s) = if holds { Some(then) } else { otherwise } {
                self.stmt(s);
            }
            return;
        }
        let (no, end) = (self.label(), self.label());
        self.jump_if(cond, false, no);
        self.stmt(then);
        if let Some(o) = otherwise {
            self.jump(Ins::Jump { to: 0 }, end);
            self.bind(no);
            self.stmt(o);
        } else {
            self.bind(no);
        }
        self.bind(end);
    }

    /// Compiles a `while` loop. The condition is repeated after the body, so each round takes only one jump.
    fn while_(&mut self, cond: &ExprRef, body: &Stmt) {
        let (top, next, end) = (self.label(), self.label(), self.label());
        let tops = (self.w_top, self.v_top);
        self.jump_if(cond, false, end);
        (self.w_top, self.v_top) = tops;
        self.bind(top);
        self.enclosing.push(Enclosing { next: Some(next), end, iters: self.iters });
        self.stmt(body);
        self.enclosing.pop();
        self.bind(next);
        let tops = (self.w_top, self.v_top);
        if !self.loop_while(cond, top) {
            self.jump_if(cond, false, end);
            self.jump(Ins::Loop { to: 0 }, top);
        }
        (self.w_top, self.v_top) = tops;
        self.bind(end);
    }

    fn for_(&mut self, f: &For) {
        let over = self.expr_v(&f.over);
        let start = match &f.kind {
            ForKind::Table { .. } => Ins::IterTable { t: over },
            ForKind::Vector { .. } => Ins::IterVector { v: over },
            ForKind::String { .. } => Ins::IterString { s: over },
        };
        self.emit_at(&f.over, start);
        self.iters += 1;
        let var = |c: &Self, l: &Option<LocalId>| l.map_or(Var::None, |l| c.local(l));
        let vars = match &f.kind {
            ForKind::Table { keys, value } => {
                LoopVars { keys: keys.iter().map(|k| var(self, k)).collect(), value: var(self, value) }
            }
            ForKind::Vector { index, value } => {
                LoopVars { keys: vec![var(self, index)], value: var(self, value) }
            }
            ForKind::String { char } => LoopVars { keys: vec![var(self, char)], value: Var::None },
        };
        let vars = Self::pooled(&mut self.code.loops, vars, &mut self.failed);
        let (top, next, broken, end) = (self.label(), self.label(), self.label(), self.label());
        self.site(crate::code::Site::Expr(f.over.clone()));
        self.jump(Ins::Next { vars, to: 0 }, end);
        self.bind(top);
        self.enclosing.push(Enclosing { next: Some(next), end: broken, iters: self.iters });
        self.stmt(&f.body);
        self.enclosing.pop();
        self.bind(next);
        self.site(crate::code::Site::Expr(f.over.clone()));
        self.jump(Ins::LoopNext { vars, to: 0 }, top);
        self.jump(Ins::Jump { to: 0 }, end);
        // `break` must end the iterator; at its own end, the loop has already done so.
        self.bind(broken);
        self.emit(Ins::EndIter);
        self.iters -= 1;
        self.bind(end);
    }

    /// Emits code that ends all iterators beyond the first `keep`.
    fn leave_iters(&mut self, keep: usize) {
        for _ in keep..self.iters {
            self.emit(Ins::EndIter);
        }
    }

    fn switch(&mut self, sw: &Switch) {
        let on = self.expr_boxed(&sw.on);
        let end = self.label();
        let starts: Vec<_> = sw.cases.iter().map(|_| self.label()).collect();
        let default =
            sw.cases.iter().zip(&starts).find(|(c, _)| c.is_default).map_or(end, |(_, &start)| start);
        let mut constants = Vec::new();
        for (case, &start) in sw.cases.iter().zip(&starts) {
            for label in &case.labels {
                match label {
                    CaseLabel::Value(v) => constants.push((v.clone(), start)),
                    CaseLabel::Expr(e) => {
                        let tops = (self.w_top, self.v_top);
                        let v = self.expr_boxed(e);
                        let d = self.temp_v();
                        let op = self.generic(Generic::Compare(script_sema::tree::CmpOp::Eq, Type::Bool));
                        self.emit_at(e, Ins::Op2 { d, a: on, b: v, op });
                        let w = self.temp_w();
                        self.emit(Ins::Unbox { d: w, a: d });
                        self.jump(Ins::JumpIf { a: w, to: 0 }, start);
                        (self.w_top, self.v_top) = tops;
                    }
                    CaseLabel::Type(t, bind) => self.type_case(on, t, *bind, start),
                }
            }
        }
        if constants.is_empty() {
            self.jump(Ins::Jump { to: 0 }, default);
        } else {
            self.switch_table(on, &constants, default);
        }
        for (case, start) in sw.cases.iter().zip(starts) {
            self.bind(start);
            self.enclosing.push(Enclosing { next: None, end, iters: self.iters });
            self.stmt(&case.body);
            self.enclosing.pop();
            if !falls(&case.body) {
                self.jump(Ins::Jump { to: 0 }, end);
            }
        }
        self.bind(end);
    }

    /// Compiles a `switch` on constants, whose cases are found by the bytes of the value.
    fn switch_table(&mut self, on: R, constants: &[(Value, super::Label)], default: super::Label) {
        let mut table = SwitchTable::default();
        // The table points to jump instructions, so the table itself contains no labels to resolve.
        let table_at = Self::pooled(&mut self.code.switches, SwitchTable::default(), &mut self.failed);
        self.emit(Ins::Switch { a: on, table: table_at });
        for (v, label) in constants {
            let mut key = KeyBytes::default();
            if key.push_value(v).is_err() {
                continue;
            }
            let at = self.here();
            table.cases.entry(key.bytes().into()).or_insert(at);
            self.jump(Ins::Jump { to: 0 }, *label);
        }
        table.default = self.here();
        self.jump(Ins::Jump { to: 0 }, default);
        if let Some(made) = self.code.switches.get_mut(usize::from(table_at)) {
            *made = table;
        }
    }

    fn type_case(&mut self, on: R, t: &Type, bind: Option<LocalId>, start: super::Label) {
        let ty = self.ty(t.clone());
        match bind.map(|l| self.local(l)) {
            None | Some(Var::None) => self.jump(Ins::JumpIfType { a: on, ty, to: 0 }, start),
            Some(var) => {
                let (yes, no) = (self.label(), self.label());
                self.jump(Ins::JumpIfType { a: on, ty, to: 0 }, yes);
                self.jump(Ins::Jump { to: 0 }, no);
                self.bind(yes);
                // What came from another node as `any` is converted, like the other values by `as`.
                let tops = (self.w_top, self.v_top);
                let cast = self.generic(Generic::Cast(t.clone()));
                match var {
                    Var::Word(d) => {
                        let v = self.temp_v();
                        self.emit(Ins::Op1 { d: v, a: on, op: cast });
                        self.emit(Ins::Unbox { d, a: v });
                    }
                    Var::Value(d) => self.emit(Ins::Op1 { d, a: on, op: cast }),
                    Var::None => {}
                }
                (self.w_top, self.v_top) = tops;
                self.jump(Ins::Jump { to: 0 }, start);
                self.bind(no);
            }
        }
    }

    fn return_(&mut self, e: Option<&ExprRef>) {
        let inlining = self.inlining.last().map(|i| (i.iters, i.result));
        self.leave_iters(inlining.map_or(0, |i| i.0));
        match e {
            None => self.end_body(),
            Some(e) if inlining.is_some() => self.return_inlined(e, inlining.map_or(Var::None, |i| i.1)),
            Some(e) if matches!(e.ty, Type::Void) || self.end.is_some() => {
                self.effect(e);
                self.end_body();
            }
            Some(e) => {
                let word = crate::code::word_kind(&self.result).is_some();
                // The result of a `return when` goes to the waiting caller as a value.
                if word && self.kind != BodyKind::When {
                    let a = self.expr_w(e);
                    self.emit(Ins::ReturnW { a });
                } else {
                    let a = self.expr_boxed(e);
                    self.emit(Ins::ReturnV { a });
                }
            }
        }
    }

    fn init_local(&mut self, l: LocalId, loc: Loc) {
        let ty = self.local_types.get(l.0 as usize).cloned().unwrap_or(Type::Any);
        match self.local(l) {
            Var::Value(d) if ty.is_aggregate() => {
                let ty = self.ty(ty);
                self.emit_loc(loc, Ins::NewDefault { d, ty });
            }
            Var::Value(d) => self.emit(Ins::ClearV { d }),
            Var::Word(_) | Var::None => {}
        }
    }

    fn raise(&mut self, c: &EventCall, loc: Loc) {
        let args: Vec<&ExprRef> = c.args.iter().collect();
        self.push_args(&args);
        self.emit_loc(loc, Ins::Raise { g: c.event.0, n: args.len() as R });
    }

    fn when(&mut self, w: &When, loc: Loc) {
        let first = self.captured_row(&w.captures);
        let a = match &w.timeout {
            Some(t) => self.expr_w(t),
            None => NONE,
        };
        let spec = WhenSpec {
            body: w.body,
            copies: w.captures.iter().map(|c| c.copy).collect(),
            is_return: w.is_return,
            globals: w.globals.iter().map(|g| g.0).collect(),
        };
        let spec = Self::pooled(&mut self.code.whens, spec, &mut self.failed);
        self.emit_loc(loc, Ins::When { spec, first, a });
        if w.is_return {
            self.leave_iters(0);
            self.emit(Ins::Return);
        }
    }

    /// Copies captured variables into adjacent value registers; a variable without a value leaves its register empty.
    pub(super) fn captured_row(&mut self, captures: &[CaptureFrom]) -> R {
        let first = self.v_top;
        let row: Vec<R> = captures.iter().map(|_| self.temp_v()).collect();
        for (c, d) in captures.iter().zip(row) {
            match c.from {
                VarRef::Local(l) => match self.local(l) {
                    Var::Word(a) => {
                        let ty = self.local_types.get(l.0 as usize).cloned().unwrap_or(Type::Any);
                        self.boxed_into(d, a, &ty);
                    }
                    Var::Value(a) => self.emit(Ins::MoveV { d, a }),
                    Var::None => self.emit(Ins::ClearV { d }),
                },
                VarRef::Global(g) => self.emit(Ins::GlobalAny { d, g: g.0 }),
                VarRef::Capture(at) => self.emit(Ins::Captured { d, at: at as R }),
            }
        }
        first
    }
}

/// Whether a case ends with `fallthrough`.
fn falls(s: &Stmt) -> bool {
    match &s.kind {
        StmtKind::Fallthrough => true,
        StmtKind::Block(l) => l.last().is_some_and(falls),
        _ => false,
    }
}
