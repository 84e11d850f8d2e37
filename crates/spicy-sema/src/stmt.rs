//! Statements.
use crate::check::Checker;
use crate::expr::make;
use crate::hir::{Ex, Kind, Op, St, StKind};
use crate::types::{Ty, Type};
use spicy_syntax::Span;
use spicy_syntax::ast::{Case, Expr, ExprKind, Stmt, StmtKind, Variable};

impl Checker<'_> {
    /// Checks a block. Names declared in it are visible until its end.
    pub(crate) fn statements(&mut self, stmts: &[Stmt]) -> Vec<St> {
        let names = self.cx.names.len();
        let mut out = Vec::new();
        for s in stmts {
            self.statement(s, &mut out);
        }
        self.cx.names.truncate(names);
        out
    }

    pub(crate) fn statement(&mut self, s: &Stmt, out: &mut Vec<St>) {
        let span = s.span;
        let kind = match &s.kind {
            StmtKind::Block(b) => StKind::Block(self.statements(b)),
            StmtKind::Expr(e) => StKind::Expr(self.expr(e)),
            StmtKind::Local(v) => return self.local(v, out),
            StmtKind::Print(args) => StKind::Print(
                args.iter()
                    .map(|a| {
                        let ex = self.expr(a);
                        self.as_any(ex)
                    })
                    .collect(),
            ),
            StmtKind::Assert { condition, throws } => self.assert(condition, *throws, span),
            StmtKind::Break | StmtKind::Continue => {
                let word = if matches!(s.kind, StmtKind::Break) { "break" } else { "continue" };
                if self.cx.loops == 0 {
                    self.error(span, format!("'{word}' must be inside a loop"));
                }
                if word == "break" { StKind::Break } else { StKind::Continue }
            }
            StmtKind::Confirm | StmtKind::Reject => {
                if self.cx.unit.is_none() {
                    self.error(span, "unknown ID 'self': 'confirm' and 'reject' belong into hooks");
                }
                if matches!(s.kind, StmtKind::Confirm) { StKind::Confirm } else { StKind::Reject }
            }
            StmtKind::Stop => {
                if !self.cx.in_foreach {
                    self.error(span, "'stop' can only be used inside a 'foreach' hook");
                }
                StKind::Stop
            }
            StmtKind::Throw(e) => {
                let ex = self.expr(e);
                match self.try_coerce(ex, Ty::STR) {
                    Some(text) => StKind::Throw(text),
                    None => return self.error(span, "exceptions need to be a string"),
                }
            }
            StmtKind::Return(value) => self.return_value(value.as_ref(), span),
            StmtKind::If { init, condition, then, otherwise } => {
                let names = self.cx.names.len();
                let condition = self.guard(init.as_deref(), condition.as_ref(), out);
                let (then, otherwise) = (self.statements(then), self.statements(otherwise));
                self.cx.names.truncate(names);
                StKind::If { condition, then, otherwise }
            }
            StmtKind::While { init, condition, body } => {
                let names = self.cx.names.len();
                let condition = self.guard(init.as_deref(), condition.as_ref(), out);
                self.cx.loops += 1;
                let body = self.statements(body);
                self.cx.loops -= 1;
                self.cx.names.truncate(names);
                StKind::While { condition, body }
            }
            StmtKind::For { var, over, body } => {
                let over = self.expr(over);
                let over = self.deref(over);
                let element = match self.program.types.element(over.ty) {
                    Some(t) => t,
                    None => {
                        if over.ty != Ty::UNKNOWN {
                            let name = self.type_name(over.ty);
                            self.error(span, format!("type '{name}' cannot be iterated over"));
                        }
                        Ty::UNKNOWN
                    }
                };
                let names = self.cx.names.len();
                let local = self.cx.local(&var.text, element, true);
                self.cx.loops += 1;
                let body = self.statements(body);
                self.cx.loops -= 1;
                self.cx.names.truncate(names);
                StKind::For { var: local, over, body }
            }
            StmtKind::Switch { init, value, cases } => {
                return self.switch(init.as_deref(), value.as_ref(), cases, span, out);
            }
            StmtKind::Add(e) | StmtKind::Delete(e) => {
                let ex = self.expr(e);
                let delete = matches!(s.kind, StmtKind::Delete(_));
                StKind::Expr(self.add_or_delete(ex, delete, span))
            }
            StmtKind::Unset(e) => {
                let ex = self.expr(e);
                match *ex.kind {
                    Kind::Field { of, index, .. } => {
                        StKind::Expr(make(Kind::Unset { of, index }, Ty::VOID, span))
                    }
                    _ => return self.error(span, "a field was expected behind 'unset'"),
                }
            }
        };
        out.push(St { kind, span });
    }

    fn local(&mut self, v: &Variable, out: &mut Vec<St>) {
        let declared = v.ty.as_ref().map(|t| self.ty(t));
        let value = match (declared, &v.init) {
            (Some(ty), Some(e)) => Some(self.expr_to(e, ty, v.span)),
            (None, Some(e)) => Some(self.expr(e)),
            (Some(ty), None) => self.default_of(ty, &v.args, v.span),
            (None, None) => None,
        };
        let Some(value) = value else { return };
        let ty = declared.unwrap_or(value.ty);
        // A list is stored as a vector.
        self.check_variable_type(ty, v.span);
        let local = self.cx.local(&v.name.text, ty, !v.constant);
        out.push(St { kind: StKind::Set { local, value }, span: v.span });
    }

    /// Checks the condition of `if` or `while`, and the local variable that it may declare.
    fn guard(&mut self, init: Option<&Variable>, condition: Option<&Expr>, out: &mut Vec<St>) -> Ex {
        if let Some(v) = init {
            self.local(v, out);
        }
        match (condition, init) {
            (Some(c), _) => self.condition(c, c.span, "a condition must be of type bool"),
            (None, Some(v)) => {
                let name = Expr { kind: Box::new(ExprKind::Name(v.name.text.clone())), span: v.span };
                self.condition(&name, v.span, "a condition must be of type bool")
            }
            (None, None) => self.bad(Span::default()),
        }
    }

    fn assert(&mut self, condition: &Expr, throws: bool, span: Span) -> StKind {
        let text = condition.to_string();
        if throws {
            // In `assert-exception e : message`, the message is not part of the tested expression.
            let (tried, text) = match &*condition.kind {
                ExprKind::Test(c, m) => (c, m.to_string()),
                _ => (condition, text),
            };
            let condition = self.expr(tried);
            return StKind::AssertThrows { condition, text };
        }
        let ex = self.expr(condition);
        let condition = match self.program.types.get(ex.ty) {
            Type::Result(_) => ex,
            _ => self.condition(condition, span, "a condition must be of type bool"),
        };
        StKind::Assert { condition, text }
    }

    fn return_value(&mut self, value: Option<&Expr>, span: Span) -> StKind {
        match (self.cx.ret, value) {
            (Some(Ty::VOID), Some(_)) => {
                self.error(span, "this function returns nothing");
                StKind::Return(None)
            }
            (Some(ty), Some(e)) => StKind::Return(Some(self.expr_to(e, ty, span))),
            (Some(ty), None) => {
                let plain_hook = matches!(ty, Ty::VOID | Ty::BOOL) || self.cx.is_hook;
                if !plain_hook {
                    self.error(span, "this function must return a value");
                }
                StKind::Return(None)
            }
            (None, _) => {
                self.error(span, "'return' must be inside a function or hook");
                StKind::Return(None)
            }
        }
    }

    fn switch(
        &mut self,
        init: Option<&Variable>,
        value: Option<&Expr>,
        cases: &[Case],
        span: Span,
        out: &mut Vec<St>,
    ) {
        let names = self.cx.names.len();
        if let Some(v) = init {
            self.local(v, out);
        }
        let named;
        let value = match (value, init) {
            (Some(v), _) => v,
            (None, Some(v)) => {
                named = Expr { kind: Box::new(ExprKind::Name(v.name.text.clone())), span: v.span };
                &named
            }
            (None, None) => return,
        };
        let control = self.expr(value);
        let control = self.deref(control);
        let local = self.cx.temp(control.ty);
        let ty = control.ty;
        let mut default = None;
        let mut checked = Vec::new();
        out.push(St { kind: StKind::Set { local, value: control }, span });
        for case in cases {
            let tests: Vec<Ex> = case
                .values
                .iter()
                .map(|v| {
                    let subject = make(Kind::Local(local), ty, v.span);
                    let ex = self.expr_hint(v, Some(ty));
                    self.binary_values("==", subject, ex, v.span)
                })
                .collect();
            let body = self.statements(&case.body);
            if case.values.is_empty() {
                if default.is_some() {
                    self.error(case.span, "more than one default case");
                }
                default = Some(body);
            } else {
                checked.push((tests, body));
            }
        }
        self.cx.names.truncate(names);
        out.push(St { kind: StKind::Switch { value: local, cases: checked, default }, span });
    }

    fn add_or_delete(&mut self, ex: Ex, delete: bool, span: Span) -> Ex {
        let Kind::Index { of, at } = *ex.kind else {
            if ex.ty != Ty::UNKNOWN {
                self.error(span, "a container with an index was expected, such as x[1]");
            }
            return self.bad(span);
        };
        let op = match (self.program.types.get(of.ty), delete) {
            (Type::Set(_), false) => Op::SetAdd,
            (Type::Set(_), true) => Op::SetDelete,
            (Type::Map(..), true) => Op::MapDelete,
            _ => {
                let name = self.type_name(of.ty);
                self.error(span, format!("type '{name}' does not support this"));
                return self.bad(span);
            }
        };
        make(Kind::Native { op, args: vec![of, at] }, Ty::VOID, span)
    }
}
