//! Warnings about the values of local variables (`-u`): variables that are read before they have a value, and values
//! that are never read.
//!
//! Both go over each body once: the first along its ways from the start, the second back from their ends. Where it
//! matters how often a loop is run, both assume what gives no warning.
use super::{Checker, span};
use crate::tree::{
    Body, BodyKind, CaptureFrom, CaseLabel, Expr, ExprKind, For, ForKind, LocalId, Stmt, StmtKind, Switch,
    VarRef, children,
};
use script_syntax::{Diagnostic, SourceMap, Span};
use value::{Loc, Type};

impl Checker {
    /// Warns about values of local variables, in scripts that are not packed into the program. Called after everything
    /// was read without an error.
    pub(crate) fn warn_flow(&mut self, sources: &SourceMap) {
        if self.options.usage == 0 || self.errors > 0 {
            return;
        }
        let mut found = Vec::new();
        for body in &self.program.bodies {
            let ours = sources.file(span(body.block.loc)).is_none_or(|f| f.is_packed());
            // Condition, body and timeout of a `when` run at different times.
            if ours || body.kind == BodyKind::When {
                continue;
            }
            Definitions::of(body, &mut found);
            Uses::of(body, sources, &mut found);
        }
        found.sort_by_key(|(at, _)| at.start);
        for (_, d) in found {
            self.report(d);
        }
    }
}

/// Warnings, by where they belong.
type Found = Vec<(Loc, Diagnostic)>;

fn loop_variables(f: &For) -> Vec<LocalId> {
    match &f.kind {
        ForKind::Table { keys, value } => keys.iter().chain([value]).flatten().copied().collect(),
        ForKind::Vector { index, value } => [index, value].into_iter().flatten().copied().collect(),
        ForKind::String { char } => char.iter().copied().collect(),
    }
}

/// Whether a variable has a value.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Has {
    No,
    Perhaps,
    Yes,
}

/// One entry a variable; `None` where the code cannot be reached.
type Values = Option<Vec<Has>>;

fn either(a: Values, b: Values) -> Values {
    match (a, b) {
        (Some(a), Some(b)) => {
            Some(a.into_iter().zip(b).map(|(a, b)| if a == b { a } else { Has::Perhaps }).collect())
        }
        (a, b) => a.or(b),
    }
}

/// Finds variables that are read before they have a value.
struct Definitions<'a> {
    body: &'a Body,
    now: Values,
    /// Where `break`, `next` and `fallthrough` lead: what they bring along.
    breaks: Vec<Values>,
    nexts: Vec<Values>,
    falls: Vec<Values>,
    /// Variables that were warned of.
    told: Vec<LocalId>,
    found: &'a mut Found,
}

impl<'a> Definitions<'a> {
    fn of(body: &'a Body, found: &'a mut Found) {
        let now = Some(vec![Has::Yes; body.locals.len()]);
        let none = Vec::new;
        let mut d =
            Definitions { body, now, breaks: none(), nexts: none(), falls: none(), told: Vec::new(), found };
        d.stmt(&body.block);
    }

    fn give(&mut self, l: LocalId, has: Has) {
        if let Some(slot) = self.now.as_mut().and_then(|n| n.get_mut(l.0 as usize)) {
            *slot = has;
        }
    }

    fn read(&mut self, l: LocalId, at: Loc) {
        let has = self.now.as_ref().and_then(|n| n.get(l.0 as usize)).copied();
        let message = match has {
            Some(Has::No) => "used without definition",
            Some(Has::Perhaps) => "possibly used without definition",
            Some(Has::Yes) | None => return,
        };
        if let Some(local) = self.body.locals.get(l.0 as usize).filter(|_| !self.told.contains(&l)) {
            self.told.push(l);
            self.found.push((at, Diagnostic::warning(span(at), message).about(&*local.name)));
        }
    }

    fn captures(&mut self, all: &[CaptureFrom], at: Loc) {
        for c in all {
            if let VarRef::Local(l) = c.from {
                self.read(l, at);
            }
        }
    }

    fn expr(&mut self, e: &Expr) {
        match &e.kind {
            ExprKind::Var(VarRef::Local(l), _) => self.read(*l, e.loc),
            ExprKind::Assign(to, value) => {
                self.expr(value);
                self.target(to);
            }
            ExprKind::And(a, b) | ExprKind::Or(a, b) => {
                self.expr(a);
                let before = self.now.clone();
                self.expr(b);
                self.now = either(before, self.now.take());
            }
            ExprKind::Cond(c, a, b) => {
                self.expr(c);
                let before = self.now.clone();
                self.expr(a);
                let yes = std::mem::replace(&mut self.now, before);
                self.expr(b);
                self.now = either(yes, self.now.take());
            }
            ExprKind::Lambda(_, captures) => self.captures(captures, e.loc),
            // Asking whether there is something reads nothing.
            ExprKind::HasField(of, ..) if matches!(of.kind, ExprKind::Var(..)) => {}
            _ => children(e, &mut |c| self.expr(c)),
        }
    }

    fn target(&mut self, e: &Expr) {
        match &e.kind {
            ExprKind::Var(VarRef::Local(l), _) => self.give(*l, Has::Yes),
            ExprKind::List(all) => all.iter().for_each(|e| self.target(e)),
            _ => children(e, &mut |c| self.expr(c)),
        }
    }

    /// Runs a loop's body as something that may not happen.
    fn repeated(&mut self, body: &Stmt) {
        let before = self.now.clone();
        self.breaks.push(None);
        self.nexts.push(None);
        self.stmt(body);
        let ways = [self.breaks.pop().flatten(), self.nexts.pop().flatten(), before];
        self.now = ways.into_iter().fold(self.now.take(), either);
    }

    fn switch(&mut self, s: &Switch) {
        self.expr(&s.on);
        let before = self.now.take();
        self.breaks.push(None);
        self.falls.push(None);
        for case in &s.cases {
            let fallen = self.falls.last_mut().and_then(Option::take);
            self.now = either(before.clone(), fallen);
            for label in &case.labels {
                match label {
                    CaseLabel::Expr(e) => self.expr(e),
                    CaseLabel::Type(_, Some(l)) => self.give(*l, Has::Yes),
                    CaseLabel::Value(_) | CaseLabel::Type(_, None) => {}
                }
            }
            self.stmt(&case.body);
            // A case that runs to its end leaves the switch.
            let ended = self.now.take();
            leave(&mut self.breaks, ended);
        }
        self.falls.pop();
        let out = self.breaks.pop().flatten();
        let passed = if s.cases.iter().any(|c| c.is_default) { None } else { before };
        self.now = either(out, passed);
    }

    fn stmt(&mut self, s: &Stmt) {
        match &s.kind {
            StmtKind::Expr(e) => self.expr(e),
            StmtKind::Print { to, args } => to.iter().chain(args).for_each(|e| self.expr(e)),
            StmtKind::If { cond, then, otherwise } => {
                self.expr(cond);
                let before = self.now.clone();
                self.stmt(then);
                let yes = std::mem::replace(&mut self.now, before);
                if let Some(o) = otherwise {
                    self.stmt(o);
                }
                self.now = either(yes, self.now.take());
            }
            StmtKind::While { cond, body } => {
                self.expr(cond);
                self.repeated(body);
            }
            StmtKind::For(f) => {
                self.expr(&f.over);
                let variables = loop_variables(f);
                variables.into_iter().for_each(|l| self.give(l, Has::Yes));
                self.repeated(&f.body);
            }
            StmtKind::Switch(s) => self.switch(s),
            StmtKind::Return(e) => {
                e.iter().for_each(|e| self.expr(e));
                self.now = None;
            }
            StmtKind::HookBreak => self.now = None,
            StmtKind::Break => {
                let now = self.now.take();
                leave(&mut self.breaks, now);
            }
            StmtKind::Next => {
                let now = self.now.take();
                leave(&mut self.nexts, now);
            }
            StmtKind::Fallthrough => {
                let now = self.now.take();
                leave(&mut self.falls, now);
            }
            StmtKind::Block(all) => all.iter().for_each(|s| self.stmt(s)),
            StmtKind::InitLocals(all) => {
                for &l in all {
                    let aggregate =
                        self.body.locals.get(l.0 as usize).is_some_and(|l| Type::is_aggregate(&l.ty));
                    self.give(l, if aggregate { Has::Yes } else { Has::No });
                }
            }
            StmtKind::Event(c) => c.args.iter().for_each(|e| self.expr(e)),
            StmtKind::When(w) => {
                self.captures(&w.captures, s.loc);
                w.timeout.iter().for_each(|e| self.expr(e));
            }
            StmtKind::Assert { cond, message, .. } => {
                self.expr(cond);
                message.iter().for_each(|e| self.expr(e));
            }
            StmtKind::Null => {}
        }
    }
}

/// Brings the values to the end of the innermost loop or `switch`.
fn leave(to: &mut [Values], with: Values) {
    if let Some(last) = to.last_mut() {
        *last = either(last.take(), with);
    }
}

/// For each variable, whether its value is read later.
type Wanted = Vec<bool>;

/// Finds values that are never read, from the end of the body to its start.
struct Uses<'a> {
    body: &'a Body,
    sources: &'a SourceMap,
    breaks: Vec<Wanted>,
    nexts: Vec<Wanted>,
    falls: Vec<Wanted>,
    found: &'a mut Found,
}

impl<'a> Uses<'a> {
    fn of(body: &'a Body, sources: &'a SourceMap, found: &'a mut Found) {
        let mut u = Uses { body, sources, breaks: Vec::new(), nexts: Vec::new(), falls: Vec::new(), found };
        let nothing = u.nothing();
        u.stmt(&body.block, nothing);
    }

    fn nothing(&self) -> Wanted {
        vec![false; self.body.locals.len()]
    }

    /// What is wanted before `s`, where `wanted` is after it.
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
                for l in loop_variables(f) {
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

    /// A loop's body. Whatever it reads may be read in its next round.
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

/// Adds what an expression reads; what it assigns to counts, too, but for a variable at its head.
fn read(e: &Expr, wanted: &mut [bool]) {
    let mut want = |v: &VarRef| {
        if let VarRef::Local(l) = v
            && let Some(w) = wanted.get_mut(l.0 as usize)
        {
            *w = true;
        }
    };
    match &e.kind {
        ExprKind::Var(v, _) => want(v),
        ExprKind::Lambda(_, captures) => captures.iter().for_each(|c| want(&c.from)),
        _ => children(e, &mut |c| read(c, wanted)),
    }
}

/// Adds all that is read anywhere in a statement.
fn reads_of(s: &Stmt, wanted: &mut [bool]) {
    match &s.kind {
        StmtKind::Expr(e) => match &e.kind {
            ExprKind::Assign(to, value) if matches!(to.kind, ExprKind::Var(..)) => read(value, wanted),
            _ => read(e, wanted),
        },
        StmtKind::Print { to, args } => to.iter().chain(args).for_each(|e| read(e, wanted)),
        StmtKind::If { cond, then, otherwise } => {
            read(cond, wanted);
            reads_of(then, wanted);
            otherwise.iter().for_each(|o| reads_of(o, wanted));
        }
        StmtKind::While { cond, body } => {
            read(cond, wanted);
            reads_of(body, wanted);
        }
        StmtKind::For(f) => {
            read(&f.over, wanted);
            reads_of(&f.body, wanted);
        }
        StmtKind::Switch(s) => {
            read(&s.on, wanted);
            for case in &s.cases {
                for label in &case.labels {
                    if let CaseLabel::Expr(e) = label {
                        read(e, wanted);
                    }
                }
                reads_of(&case.body, wanted);
            }
        }
        StmtKind::Return(e) => e.iter().for_each(|e| read(e, wanted)),
        StmtKind::Block(all) => all.iter().for_each(|s| reads_of(s, wanted)),
        StmtKind::Event(c) => c.args.iter().for_each(|e| read(e, wanted)),
        StmtKind::When(w) => {
            w.timeout.iter().for_each(|e| read(e, wanted));
            for c in &w.captures {
                if let VarRef::Local(l) = c.from
                    && let Some(w) = wanted.get_mut(l.0 as usize)
                {
                    *w = true;
                }
            }
        }
        StmtKind::Assert { cond, message, .. } => {
            read(cond, wanted);
            message.iter().for_each(|e| read(e, wanted));
        }
        StmtKind::InitLocals(_)
        | StmtKind::Next
        | StmtKind::Break
        | StmtKind::HookBreak
        | StmtKind::Fallthrough
        | StmtKind::Null => {}
    }
}
