//! `switch`.
use super::{Pass, Subject, is_error};
use crate::tree::{self, Case, CaseLabel, ExprKind, ExprRef, LocalId, Stmt, StmtKind, Switch, VarRef};
use foldhash::HashSet;
use script_syntax::tree::{self as syntax, CaseLabel as Label, List, StmtKind as Syntax};
use script_syntax::{Diagnostic, ExprId, Span, StmtId};
use value::{Type, Value};

/// The checked labels of a case.
enum Labels {
    Values(Vec<ExprRef>),
    Types(Vec<(Type, Option<(value::Name, LocalId)>)>),
    Default,
}

impl Pass<'_> {
    pub(super) fn switch(&mut self, on: ExprId, cases: List<syntax::Case>, at: Span) -> StmtKind {
        let on = self.expr(on);
        let t = self.t;
        let mut made: Vec<(Labels, Stmt, Span)> = Vec::with_capacity(cases.len());
        if let Some(f) = self.frame() {
            f.switches += 1;
        }
        for c in &t[cases] {
            let labels = match c.label {
                Label::Values(list) => {
                    let mut all = Vec::new();
                    for &e in &t[list] {
                        all.push(self.expr(e));
                    }
                    Labels::Values(all)
                }
                Label::Types(list) => {
                    let mut all = Vec::new();
                    for ct in &t[list] {
                        let ty = self.ty(ct.ty);
                        let name = ct.name.map(|n| (n, self.case_variable(n, &ty)));
                        all.push((ty, name.and_then(|(n, l)| l.map(|l| (self.local_text(n.name), l)))));
                    }
                    Labels::Types(all)
                }
                Label::Default => Labels::Default,
            };
            let body = self.body(c.body, c.span);
            // The place extends from the label to the last statement.
            let place = c.span;
            if !self.ends_well(c.body) {
                let text = case_text(&labels, &body);
                let s = Subject { site: place.into(), text };
                self.error_of("case block must end in break/fallthrough/return statement", s);
            }
            if let Labels::Types(all) = &labels
                && all.iter().any(|(_, n)| n.is_some())
            {
                self.no_fallthrough(c.body);
            }
            made.push((labels, body, place));
        }
        if let Some(f) = self.frame() {
            f.switches -= 1;
        }
        self.check_cases(&on, &made, at);
        let cases = made
            .into_iter()
            .map(|(labels, body, _)| {
                let is_default = matches!(labels, Labels::Default);
                let labels = match labels {
                    Labels::Values(all) => all
                        .into_iter()
                        .map(|e| match self.known_value(&e) {
                            Some(v) => CaseLabel::Value(v),
                            None => CaseLabel::Expr(e),
                        })
                        .collect(),
                    Labels::Types(all) => {
                        all.into_iter().map(|(t, n)| CaseLabel::Type(t, n.map(|n| n.1))).collect()
                    }
                    Labels::Default => Vec::new(),
                };
                Case { labels, is_default, body }
            })
            .collect();
        StmtKind::Switch(Box::new(Switch { on, cases }))
    }

    fn case_variable(&mut self, ident: syntax::Ident, ty: &Type) -> Option<LocalId> {
        // The variables of several cases may have the same name.
        if self.find_local(ident.name).is_some() {
            return Some(self.add_local(ident.name, Some(ty.clone()), ident.span));
        }
        if let Some(id) = self.lookup(ident.name, ident.span) {
            let subject = self.symbol_subject(id);
            self.error_of("already a global identifier", subject);
        }
        Some(self.add_local(ident.name, Some(ty.clone()), ident.span))
    }

    /// Whether statements end without running into the next case.
    fn ends_well(&self, list: List<StmtId>) -> bool {
        let Some(&last) = self.t[list].last() else { return false };
        match self.t[last].kind {
            Syntax::Break | Syntax::Fallthrough | Syntax::Return(_) => true,
            Syntax::Block(inner) => self.ends_well(inner),
            _ => false,
        }
    }

    /// Reports every `fallthrough` in a case that is labelled with a type.
    fn no_fallthrough(&mut self, list: List<StmtId>) {
        let t = self.t;
        for &s in &t[list] {
            self.no_fallthrough_in(s);
        }
    }

    fn no_fallthrough_in(&mut self, id: StmtId) {
        let t = self.t;
        match t[id].kind {
            Syntax::Fallthrough => {
                self.error(t[id].span, "invalid 'fallthrough' in type-casting 'case' block");
            }
            Syntax::Block(list) => self.no_fallthrough(list),
            Syntax::If(_, a, b) => {
                self.no_fallthrough_in(a);
                if let Some(b) = b {
                    self.no_fallthrough_in(b);
                }
            }
            Syntax::While(_, s) => self.no_fallthrough_in(s),
            Syntax::For(f) => self.no_fallthrough_in(t[f].body),
            _ => {}
        }
    }

    fn check_cases(&mut self, on: &ExprRef, cases: &[(Labels, Stmt, Span)], at: Span) {
        let (mut values, mut types) = (false, false);
        let mut seen_values: HashSet<String> = HashSet::default();
        let mut seen_types: Vec<Type> = Vec::new();
        let mut default: Option<Subject> = None;
        for (labels, body, place) in cases {
            let whole = || Subject { site: (*place).into(), text: case_text(labels, body) };
            match labels {
                Labels::Values(all) => {
                    values = true;
                    if is_error(&on.ty) {
                        continue;
                    }
                    if !is_atomic(&on.ty) {
                        let m = "switch expression must be of an atomic type when cases are expressions";
                        self.error_of(m, on);
                    }
                    if all.iter().any(|e| is_error(&e.ty)) {
                        continue;
                    }
                    if !all.iter().all(|e| e.ty.same(&on.ty)) {
                        let site = all.first().map_or((*place).into(), |e| super::span(e.loc).into());
                        let list = Subject { site, text: super::promote::shown(all) };
                        self.error_of_two("case expression type differs from switch type", list, on);
                        continue;
                    }
                    for e in all {
                        let constant = matches!(e.kind, ExprKind::Const(_) | ExprKind::Unary(..))
                            || matches!(&e.kind, ExprKind::Var(VarRef::Global(_), _)
                                if self.is_known_constant(e));
                        if !constant {
                            self.error_of("case label expression isn't constant", e);
                            continue;
                        }
                        if let Some(v) = self.known_value(e)
                            && !seen_values.insert(value_key(&v))
                        {
                            self.error_of("duplicate case label", e);
                        }
                    }
                }
                Labels::Types(all) => {
                    types = true;
                    for (ty, _) in all {
                        if is_error(&on.ty) || is_error(ty) {
                            continue;
                        }
                        if !self.can_cast(&on.ty, ty) {
                            self.error_of("cannot cast switch expression to case type", whole());
                            continue;
                        }
                        if seen_types.iter().any(|s| s.same(ty)) {
                            self.error_of("duplicate case label", whole());
                            continue;
                        }
                        seen_types.push(ty.clone());
                    }
                }
                Labels::Default => match &default {
                    Some(first) => {
                        self.error_of_two("multiple default labels", whole(), first.clone());
                    }
                    None => default = Some(whole()),
                },
            }
        }
        if values && types {
            let all: String = cases.iter().map(|(l, b, _)| case_text(l, b)).collect();
            let text = format!("switch {on} {{{all}}}");
            self.c.report(Diagnostic::error(at, "cannot mix cases with expressions and types").about(text));
        }
    }

    fn is_known_constant(&mut self, e: &ExprRef) -> bool {
        let ExprKind::Var(VarRef::Global(_), name) = &e.kind else { return false };
        let Some(id) = self.c.find_full(self.names, name) else { return false };
        self.c.symbols[id].constant
    }
}

fn case_text(labels: &Labels, body: &Stmt) -> String {
    let head = match labels {
        Labels::Values(all) => {
            let all: Vec<String> = all.iter().map(|e| format!(" {e}")).collect();
            format!("case{}:", all.join(","))
        }
        Labels::Types(all) => {
            let all: Vec<String> = all
                .iter()
                .map(|(t, n)| match n {
                    Some((n, _)) => format!(" type {t} as {n}"),
                    None => format!(" type {t}"),
                })
                .collect();
            format!("case{}:", all.join(","))
        }
        Labels::Default => "default:".into(),
    };
    format!("{head}{}", tree::print::statement(body))
}

/// Whether a `switch` can tell values of this type apart.
fn is_atomic(t: &Type) -> bool {
    matches!(
        t,
        Type::Bool
            | Type::Int
            | Type::Count
            | Type::Double
            | Type::Time
            | Type::Interval
            | Type::Enum(_)
            | Type::Port
            | Type::String
            | Type::Addr
            | Type::Subnet
    )
}

/// Returns a text that is the same for equal values, to find duplicates.
fn value_key(v: &Value) -> String {
    format!("{v}")
}
