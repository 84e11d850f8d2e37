//! Statements.
use super::scope::Frame;
use super::{Pass, Subject, is_error, loc};
use crate::tree;
use crate::tree::{BodyKind, ExprKind, ExprRef, Stmt, StmtKind};
use script_syntax::tree::{List, StmtKind as Syntax};
use script_syntax::{Diagnostic, Span, StmtId, tree as syntax};
use std::rc::Rc;
use value::Type;

impl Pass<'_> {
    /// Checks the statements of a function.
    pub(super) fn body(&mut self, list: List<StmtId>, at: Span) -> Stmt {
        let all = self.stmts(list);
        Stmt { kind: StmtKind::Block(all), loc: loc(at) }
    }

    pub(super) fn stmts(&mut self, list: List<StmtId>) -> Vec<Stmt> {
        let t = self.t;
        t[list].iter().map(|&s| self.stmt(s)).collect()
    }

    /// Checks a statement outside of functions.
    pub(super) fn top_statement(&mut self, id: StmtId) {
        let (frame, mut all) =
            self.c.top.take().unwrap_or_else(|| (Frame::new(BodyKind::TopLevel), Vec::new()));
        self.c.frames.push(frame);
        let s = self.stmt(id);
        if let Some(frame) = self.c.frames.pop() {
            all.push(s);
            self.c.top = Some((frame, all));
        }
    }

    pub(super) fn stmt(&mut self, id: StmtId) -> Stmt {
        let syntax::Stmt { kind, span: at } = self.t[id];
        let kind = self.stmt_kind(kind, at);
        Stmt { kind, loc: loc(at) }
    }

    fn boxed(&mut self, id: StmtId) -> Box<Stmt> {
        Box::new(self.stmt(id))
    }

    fn stmt_kind(&mut self, kind: Syntax, at: Span) -> StmtKind {
        match kind {
            Syntax::Error | Syntax::Null => StmtKind::Null,
            Syntax::Block(list) => {
                if let Some(f) = self.frame() {
                    f.open_block();
                }
                let all = self.stmts(list);
                if let Some(f) = self.frame() {
                    f.close_block();
                }
                StmtKind::Block(all)
            }
            Syntax::Assert(cond, message) => {
                let cond = self.expr(cond);
                let message = message.map(|m| self.expr(m));
                if !matches!(cond.ty, Type::Bool | Type::Error) {
                    self.error_of("conditional must be boolean", &cond);
                }
                if let Some(m) = message.as_ref().filter(|m| !matches!(m.ty, Type::String | Type::Error)) {
                    self.error_of("message must be string", m);
                }
                let text = tree::print::quoted(&cond).into();
                StmtKind::Assert { cond, message, text }
            }
            Syntax::Print(list) => self.print(list, at),
            Syntax::Event(e) => match self.event(&e, at) {
                Some(e) => StmtKind::Event(e),
                None => StmtKind::Null,
            },
            Syntax::If(cond, yes, no) => {
                let cond = self.condition_of(cond, "conditional in test must be boolean");
                let then = self.boxed(yes);
                let otherwise = no.map(|n| self.boxed(n));
                StmtKind::If { cond, then, otherwise }
            }
            Syntax::While(cond, body) => {
                let cond = self.condition_of(cond, "while conditional must be boolean");
                let body = self.looped(body);
                StmtKind::While { cond, body: Box::new(body) }
            }
            Syntax::For(id) => self.for_loop(self.t[id]),
            Syntax::Switch(value, cases) => self.switch(value, cases, at),
            Syntax::Next => {
                if self.frame().is_none_or(|f| f.loops == 0) {
                    self.misplaced("next statement used outside of for or while statement.", "next ", at);
                }
                StmtKind::Next
            }
            Syntax::Break => {
                let (inside, hook) = self
                    .frame()
                    .map_or((false, false), |f| (f.loops + f.switches > 0, f.kind == BodyKind::Hook));
                if !inside && !hook {
                    let m = "break statement used outside of for, while or switch statement and not within a hook.";
                    self.misplaced(m, "break ", at);
                }
                if hook && !inside { StmtKind::HookBreak } else { StmtKind::Break }
            }
            Syntax::Fallthrough => StmtKind::Fallthrough,
            Syntax::Return(value) => self.return_stmt(value, at),
            Syntax::Local(id) => self.local(&self.t[id].clone(), at),
            Syntax::When(id) => self.when(self.t[id], at),
            Syntax::Expr(e) => {
                let e = self.expr(e);
                if !is_error(&e.ty) && !matches!(e.kind, ExprKind::Call(..)) && is_pure(&e) {
                    let s = Subject::from(&e);
                    self.c.report(Diagnostic::warning(s.site, "expression value ignored").about(s.text));
                }
                StmtKind::Expr(e)
            }
            Syntax::SliceAssign(to, value) => {
                let to = self.expr(to);
                let value = self.rhs(value);
                StmtKind::Expr(self.assign(to, value, None, at))
            }
        }
    }

    /// Queues an error that is reported after loading if there was no other error.
    fn misplaced(&mut self, message: &str, text: &str, at: Span) {
        self.c.late.push(Diagnostic::error(at, message).about(text.to_string()));
    }

    fn condition_of(&mut self, id: script_syntax::ExprId, message: &str) -> ExprRef {
        let e = self.expr(id);
        if !matches!(e.ty, Type::Bool | Type::Error) {
            self.error_of(message, &e);
        }
        e
    }

    pub(super) fn looped(&mut self, body: StmtId) -> Stmt {
        if let Some(f) = self.frame() {
            f.loops += 1;
        }
        let s = self.stmt(body);
        if let Some(f) = self.frame() {
            f.loops -= 1;
        }
        s
    }

    pub(super) fn print(&mut self, list: List<script_syntax::ExprId>, at: Span) -> StmtKind {
        let mut args: Vec<ExprRef> = Vec::with_capacity(list.len());
        let items = self.elems(list);
        let void =
            items.iter().any(|i| matches!(i, super::elems::Elem::Value(e) if matches!(e.ty, Type::Void)));
        if void {
            let text = format!("print {}", super::elems::shown_elems(&items));
            self.error_of("value of type void illegal", Subject { site: at.into(), text });
        }
        for item in items {
            match item {
                super::elems::Elem::Value(e) => {
                    args.push(e);
                }
                other => {
                    let s = self.elem_subject(&other);
                    self.error_of("only a record's constructor has fields", s);
                }
            }
        }
        let to = match args.first() {
            Some(f) if matches!(f.ty, Type::File(_)) => Some(args.remove(0)),
            _ => None,
        };
        StmtKind::Print { to, args }
    }

    fn return_stmt(&mut self, value: Option<script_syntax::ExprId>, at: Span) -> StmtKind {
        let value = value.map(|v| self.expr(v));
        let text = || match &value {
            Some(v) => format!("return ({v})"),
            None => "return ".into(),
        };
        let Some(f) = self.c.frames.last_mut().filter(|f| f.kind != BodyKind::TopLevel) else {
            let s = Subject { site: at.into(), text: text() };
            self.error_of("return statement outside of function/event", s);
            return StmtKind::Null;
        };
        if f.infer_result {
            if let Some(v) = &value {
                f.result = Some(v.ty.clone());
                f.infer_result = false;
            }
            return StmtKind::Return(value);
        }
        match (f.result.clone(), &value) {
            (None, Some(_)) => {
                let s = Subject { site: at.into(), text: text() };
                self.error_of("return statement cannot have an expression", s);
                StmtKind::Return(None)
            }
            (None, None) => StmtKind::Return(None),
            (Some(_), None) => {
                if !f.bare_return {
                    let s = Subject { site: at.into(), text: text() };
                    self.error_of("return statement needs expression", s);
                }
                StmtKind::Return(None)
            }
            (Some(t), Some(v)) => {
                let v = self.promote(v, &t).unwrap_or_else(|| Rc::clone(v));
                StmtKind::Return(Some(v))
            }
        }
    }
}

/// Whether an expression has no side effect.
pub(super) fn is_pure(e: &ExprRef) -> bool {
    match &e.kind {
        ExprKind::Const(_) | ExprKind::Var(..) | ExprKind::TypeName(_) => true,
        ExprKind::Unary(_, a)
        | ExprKind::Field(a, ..)
        | ExprKind::HasField(a, ..)
        | ExprKind::Coerce(_, a)
        | ExprKind::Size(a)
        | ExprKind::Copy(a)
        | ExprKind::Cast(a)
        | ExprKind::Is(a, _) => is_pure(a),
        ExprKind::Binary(_, a, b) | ExprKind::Compare(_, a, b) | ExprKind::And(a, b) | ExprKind::Or(a, b) => {
            is_pure(a) && is_pure(b)
        }
        ExprKind::Cond(a, b, c) => is_pure(a) && is_pure(b) && is_pure(c),
        ExprKind::Index(a, l) | ExprKind::In(l, a) | ExprKind::NotIn(l, a) => {
            is_pure(a) && l.iter().all(is_pure)
        }
        ExprKind::Slice(a, b, c) => {
            is_pure(a) && b.as_ref().is_none_or(is_pure) && c.as_ref().is_none_or(is_pure)
        }
        ExprKind::Record(fields) => fields.iter().all(|(_, v)| is_pure(v)),
        ExprKind::List(l) | ExprKind::Vector(l) => l.iter().all(is_pure),
        ExprKind::Set(l, _) => l.iter().flatten().all(is_pure),
        _ => false,
    }
}
