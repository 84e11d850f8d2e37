//! Finds values that are never read: a backward walk over a body.
use super::definitions::Found;
use crate::check::subject::span;
use crate::tree::{Body, CaseLabel, Expr, ExprKind, LocalId, Part, Stmt, StmtKind, VarRef, children, parts};
use script_syntax::{Diagnostic, SourceMap, Span};

/// For each variable, whether its value is read later.
type Wanted = Vec<bool>;

/// Finds values that are never read, from the end of the body to its start.
pub(super) struct Uses<'a> {
    body: &'a Body,
    sources: &'a SourceMap,
    breaks: Vec<Wanted>,
    nexts: Vec<Wanted>,
    falls: Vec<Wanted>,
    found: &'a mut Found,
}

impl<'a> Uses<'a> {
    pub(super) fn of(body: &'a Body, sources: &'a SourceMap, found: &'a mut Found) {
        let mut u = Uses { body, sources, breaks: Vec::new(), nexts: Vec::new(), falls: Vec::new(), found };
        let nothing = u.nothing();
        u.stmt(&body.block, nothing);
    }

    fn nothing(&self) -> Wanted {
        vec![false; self.body.locals.len()]
    }

    /// Returns the variables that are read after the start of `s`, given those that are read after its end.
    fn stmt(&mut self, s: &Stmt, mut wanted: Wanted) -> Wanted {
        match &s.kind {
            StmtKind::Expr(e) => {
                if let ExprKind::Assign(to, value) = &e.kind
                    && let ExprKind::Var(VarRef::Local(l), name) = &to.kind
                {
                    let read_later = wanted.get_mut(l.0 as usize).is_none_or(std::mem::take);
                    if !read_later {
                        self.unread(*l, name, e);
                    }
                    read(value, &mut wanted);
                } else {
                    read(e, &mut wanted);
                }
            }
            StmtKind::If { cond, then, otherwise } => {
                let no = match otherwise {
                    Some(o) => self.stmt(o, wanted.clone()),
                    None => wanted.clone(),
                };
                wanted = self.stmt(then, wanted);
                add(&mut wanted, &no);
                read(cond, &mut wanted);
            }
            StmtKind::While { cond, body } => {
                let after = wanted.clone();
                read(cond, &mut wanted);
                wanted = self.repeated(body, wanted, after);
                read(cond, &mut wanted);
            }
            StmtKind::For(f) => {
                let after = wanted.clone();
                wanted = self.repeated(&f.body, wanted, after);
                for l in f.variables() {
                    if let Some(w) = wanted.get_mut(l.0 as usize) {
                        *w = false;
                    }
                }
                read(&f.over, &mut wanted);
            }
            StmtKind::Switch(s) => {
                let mut before =
                    if s.cases.iter().any(|c| c.is_default) { self.nothing() } else { wanted.clone() };
                let mut next = wanted.clone();
                for case in s.cases.iter().rev() {
                    self.breaks.push(wanted.clone());
                    self.falls.push(next);
                    next = self.stmt(&case.body, wanted.clone());
                    self.breaks.pop();
                    self.falls.pop();
                    add(&mut before, &next);
                    for label in &case.labels {
                        if let CaseLabel::Expr(e) = label {
                            read(e, &mut before);
                        }
                    }
                }
                wanted = before;
                read(&s.on, &mut wanted);
            }
            StmtKind::Next => wanted = self.nexts.last().cloned().unwrap_or(wanted),
            StmtKind::Break => wanted = self.breaks.last().cloned().unwrap_or(wanted),
            StmtKind::Fallthrough => wanted = self.falls.last().cloned().unwrap_or(wanted),
            StmtKind::HookBreak | StmtKind::Return(None) => wanted = self.nothing(),
            StmtKind::Return(Some(e)) => {
                wanted = self.nothing();
                read(e, &mut wanted);
            }
            StmtKind::Block(all) => {
                for s in all.iter().rev() {
                    wanted = self.stmt(s, wanted);
                }
            }
            _ => reads_of(s, &mut wanted),
        }
        wanted
    }

    /// Walks the body of a loop. The next round may read everything that the body reads.
    fn repeated(&mut self, body: &Stmt, mut wanted: Wanted, after: Wanted) -> Wanted {
        reads_of(body, &mut wanted);
        self.breaks.push(after);
        self.nexts.push(wanted.clone());
        let mut before = self.stmt(body, wanted.clone());
        self.breaks.pop();
        self.nexts.pop();
        add(&mut before, &wanted);
        before
    }

    fn unread(&mut self, l: LocalId, name: &str, e: &Expr) {
        if self.body.locals.get(l.0 as usize).is_none_or(|l| l.is_used) {
            return;
        }
        let place = self.sources.place(span(e.loc)).map(|p| p.to_string()).unwrap_or_default();
        let plain = format!("{name} assignment unused: {e}; {place}");
        let d =
            Diagnostic::warning(span(e.loc), format!("the value that `{name}` is given here is never read"));
        let d = d.help("if that is intended, declare the variable with `&is_used`");
        self.found.push((e.loc, d.plain(plain).plain_site(Span::NONE)));
    }
}

fn add(to: &mut [bool], more: &[bool]) {
    to.iter_mut().zip(more).for_each(|(to, more)| *to |= more);
}

/// Adds a variable that is read.
fn want(v: &VarRef, wanted: &mut [bool]) {
    if let VarRef::Local(l) = v
        && let Some(w) = wanted.get_mut(l.0 as usize)
    {
        *w = true;
    }
}

/// Adds the variables that an expression reads. Parts of its targets count as read, too.
fn read(e: &Expr, wanted: &mut [bool]) {
    match &e.kind {
        ExprKind::Var(v, _) => want(v, wanted),
        ExprKind::Lambda(_, captures) => captures.iter().for_each(|c| want(&c.from, wanted)),
        _ => children(e, &mut |c| read(c, wanted)),
    }
}

/// Adds everything that is read anywhere in a statement.
fn reads_of(s: &Stmt, wanted: &mut [bool]) {
    parts(s, &mut |part| match part {
        Part::Stmt(s) => reads_of(s, wanted),
        Part::Expr(e) => match &e.kind {
            ExprKind::Assign(to, value)
                if matches!(s.kind, StmtKind::Expr(_)) && matches!(to.kind, ExprKind::Var(..)) =>
            {
                read(value, wanted);
            }
            _ => read(e, wanted),
        },
        Part::Captures(all) => all.iter().for_each(|c| want(&c.from, wanted)),
        Part::Local(_) => {}
    });
}
