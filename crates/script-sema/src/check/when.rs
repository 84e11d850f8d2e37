//! `when`.
use super::scope::Frame;
use super::{Pass, Subject, loc};
use crate::tree;
use crate::tree::{BodyKind, ExprRef, Stmt, StmtKind, When};
use script_syntax::{Span, tree as syntax};
use value::Type;

impl Pass<'_> {
    pub(super) fn when(&mut self, w: syntax::When, at: Span) -> StmtKind {
        let captures = w.captures.map(|c| self.captures(c)).unwrap_or_default();
        let mut frame = Frame::new(BodyKind::When);
        frame.has_captures = true;
        frame.captures = captures;
        frame.result = Some(Type::Any);
        frame.bare_return = !w.is_return;
        self.c.frames.push(frame);
        let outer = self.c.when_globals.replace(Vec::new());
        let cond = self.expr(w.condition);
        let globals = std::mem::replace(&mut self.c.when_globals, outer).unwrap_or_default();
        if !matches!(cond.ty, Type::Bool | Type::Error) {
            self.error_of("conditional in test must be boolean", &cond);
        }
        let body = self.stmt(w.body);
        let timeout_body = w.timeout.map(|(_, list)| self.body(list, at));
        let Some(frame) = self.c.frames.pop() else { return StmtKind::Null };
        let timeout = w.timeout.map(|(t, _)| self.expr(t));
        // The place begins at the end of the condition or, with a timeout, at the end of the body.
        let first = match w.timeout {
            Some(_) => self.t[w.body].span.end.saturating_sub(1),
            None => self.t[w.condition].span.end,
        };
        let place = Span::new(first.max(at.start), at.end);
        let whole = |p: &mut Self| Subject {
            site: place.into(),
            text: p.when_text(&frame, &cond, &body, timeout.as_ref(), timeout_body.as_ref()),
        };
        self.check_captures(&frame, "\"when\" statement", &whole);
        if let Some(t) =
            timeout.as_ref().filter(|t| !matches!(t.ty, Type::Time | Type::Interval | Type::Error))
        {
            self.error_of("when timeout requires a time or time interval", t);
        }
        let captures = frame.captures.iter().map(|c| c.from).collect();
        let cond_loc = cond.loc;
        let null = Stmt { kind: StmtKind::Null, loc: loc(at) };
        let block = Stmt {
            kind: StmtKind::Block(vec![
                Stmt { kind: StmtKind::Expr(cond), loc: cond_loc },
                body,
                timeout_body.unwrap_or(null),
            ]),
            loc: loc(at),
        };
        let module = self.c.module;
        let body = self.finish_when(frame, block, module, at);
        StmtKind::When(Box::new(When { body, captures, timeout, is_return: w.is_return, globals }))
    }

    /// Makes the body of a `when`. The positions of its three parts are fixed, so initializations go inside the second
    /// and third.
    fn finish_when(
        &mut self,
        mut frame: Frame,
        mut block: Stmt,
        module: script_syntax::Name,
        at: Span,
    ) -> tree::BodyId {
        let inits = std::mem::take(&mut frame.inits);
        if let (StmtKind::Block(parts), false) = (&mut block.kind, inits.is_empty()) {
            for part in parts.iter_mut().skip(1) {
                let at = part.loc;
                let inner = std::mem::replace(part, Stmt { kind: StmtKind::Null, loc: at });
                let first = Stmt { kind: StmtKind::InitLocals(inits.clone()), loc: at };
                *part = Stmt { kind: StmtKind::Block(vec![first, inner]), loc: at };
            }
        }
        self.finish_body(frame, block, "when".into(), Vec::new(), Type::Any, module, at)
    }

    fn when_text(
        &mut self,
        f: &Frame,
        cond: &ExprRef,
        body: &Stmt,
        timeout: Option<&ExprRef>,
        timeout_body: Option<&Stmt>,
    ) -> String {
        let mut s = String::from("when ");
        if !f.captures.is_empty() {
            let mut names = Vec::with_capacity(f.captures.len());
            for c in &f.captures {
                let name = self.local_text(c.name);
                names.push(if c.from.copy { format!("copy {name}") } else { name.to_string() });
            }
            s.push_str(&format!("[{}]", names.join(", ")));
        }
        s.push_str(&format!("({cond}) {}", tree::print::statement(body)));
        if let (Some(t), Some(b)) = (timeout, timeout_body) {
            s.push_str(&format!(" timeout {t} {}", tree::print::statement(b)));
        }
        s
    }
}
