//! Which arguments of a handler's signature its body names.
use super::expr::visit;
use script_sema::tree::{
    Body, CaptureFrom, CaseLabel, Coercion, Expr, ExprKind, LocalId, Program, Stmt, StmtKind, VarRef,
};
use value::TableAttrs;

/// The arguments that the body names anywhere, a bit each; bit 63 stands for all from the 64th on. An assignment counts
/// as naming, too, so the answer may hold more than is read.
pub(crate) fn arguments_read(program: &Program, b: &Body) -> u64 {
    let mut names = Names { program, named: vec![false; b.locals.len()] };
    names.stmt(&b.block);
    let read = b.params.iter().filter(|p| names.named.get(p.local.0 as usize).copied().unwrap_or(true));
    read.fold(0, |bits, p| bits | 1 << p.arg.min(63))
}

/// The locals that were named so far.
struct Names<'p> {
    program: &'p Program,
    named: Vec<bool>,
}

impl Names<'_> {
    fn note(&mut self, l: LocalId) {
        if let Some(n) = self.named.get_mut(l.0 as usize) {
            *n = true;
        }
    }

    fn stmt(&mut self, s: &Stmt) {
        match &s.kind {
            StmtKind::Expr(e) => self.expr(e),
            StmtKind::Print { to, args } => to.iter().chain(args).for_each(|e| self.expr(e)),
            StmtKind::If { cond, then, otherwise } => {
                self.expr(cond);
                self.stmt(then);
                otherwise.iter().for_each(|s| self.stmt(s));
            }
            StmtKind::While { cond, body } => {
                self.expr(cond);
                self.stmt(body);
            }
            StmtKind::For(f) => {
                self.expr(&f.over);
                f.variables().into_iter().for_each(|l| self.note(l));
                self.stmt(&f.body);
            }
            StmtKind::Switch(sw) => {
                self.expr(&sw.on);
                for case in &sw.cases {
                    case.labels.iter().for_each(|l| self.label(l));
                    self.stmt(&case.body);
                }
            }
            StmtKind::Return(e) => e.iter().for_each(|e| self.expr(e)),
            StmtKind::Block(all) => all.iter().for_each(|s| self.stmt(s)),
            StmtKind::InitLocals(locals) => locals.iter().for_each(|l| self.note(*l)),
            StmtKind::Event(c) => c.args.iter().for_each(|e| self.expr(e)),
            StmtKind::When(w) => {
                self.captures(&w.captures);
                w.timeout.iter().for_each(|e| self.expr(e));
            }
            StmtKind::Assert { cond, message, .. } => {
                self.expr(cond);
                message.iter().for_each(|e| self.expr(e));
            }
            StmtKind::Next
            | StmtKind::Break
            | StmtKind::HookBreak
            | StmtKind::Fallthrough
            | StmtKind::Null => {}
        }
    }

    fn label(&mut self, label: &CaseLabel) {
        match label {
            CaseLabel::Expr(e) => self.expr(e),
            CaseLabel::Type(_, Some(l)) => self.note(*l),
            CaseLabel::Value(_) | CaseLabel::Type(_, None) => {}
        }
    }

    fn expr(&mut self, e: &Expr) {
        visit(e, &mut |e| match &e.kind {
            ExprKind::Var(VarRef::Local(l), _) => self.note(*l),
            ExprKind::Lambda(_, held) => self.captures(held),
            ExprKind::Table(_, Some(attrs))
            | ExprKind::Set(_, Some(attrs))
            | ExprKind::Coerce(Coercion::Table(Some(attrs)), _) => self.default(attrs),
            _ => {}
        });
    }

    fn captures(&mut self, held: &[CaptureFrom]) {
        for c in held {
            if let VarRef::Local(l) = c.from {
                self.note(l);
            }
        }
    }

    /// A table's `&default` may name locals of the body that makes the table.
    fn default(&mut self, attrs: &TableAttrs) {
        let program = self.program;
        let id = attrs.default.or(attrs.default_insert);
        if let Some(thunk) = id.and_then(|id| program.thunks.get(id.0 as usize)) {
            self.expr(&thunk.expr);
        }
    }
}
