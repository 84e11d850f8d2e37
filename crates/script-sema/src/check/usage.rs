//! Finds declarations that are not used: handlers of events that are never raised, and functions without callers.
use super::symbol::{Meaning, Symbol};
use super::{Checker, Pass, Subject, SymbolId};
use crate::tree::ExprRef;
use foldhash::HashSet;
use script_syntax::{Diagnostic, Names, Tok, suggest};
use value::{Flavor, Type};

/// References between declarations.
#[derive(Default)]
pub(crate) struct Used {
    /// The declaration that is being checked.
    owner: Option<SymbolId>,
    /// References, each from one declaration to another.
    edges: Vec<(SymbolId, SymbolId)>,
    /// The globals that count as used because attributes, types or users outside of the scripts refer to them.
    seeds: Vec<SymbolId>,
    /// Events that a handler mentioned first, or that are declared but not exported.
    script_events: Vec<SymbolId>,
}

impl Used {
    /// Records a reference to a global.
    pub(crate) fn global(&mut self, id: SymbolId) {
        match self.owner {
            Some(o) => self.edges.push((o, id)),
            None => self.seeds.push(id),
        }
    }

    /// Records a reference to a variable.
    #[expect(clippy::unused_self, reason = "reads of locals are counted by the definitions' own pass")]
    pub(crate) fn read(&mut self, _e: &ExprRef) {}

    /// Records an event without a declaration.
    pub(crate) fn script_event(&mut self, id: SymbolId) {
        self.script_events.push(id);
    }
}

impl Pass<'_> {
    /// Runs `f` on behalf of the declaration `id`, which then uses everything that `f` refers to.
    pub(super) fn owned<T>(&mut self, id: SymbolId, f: impl FnOnce(&mut Self) -> T) -> T {
        let outer = self.c.used.owner.replace(id);
        let r = f(self);
        self.c.used.owner = outer;
        r
    }
}

impl Checker {
    /// Records a use from outside of the scripts.
    pub(crate) fn mention(&mut self, names: &mut Names, name: &str) {
        if let Some(id) = self.find_full(names, name) {
            self.used.seeds.push(id);
        }
    }

    /// Warns about unused declarations. Runs after loading without errors.
    pub(crate) fn warn_unused(&mut self, names: &mut Names) {
        if !self.options.unused {
            return;
        }
        // Packed scripts use what they declare; what users declare may have its only use in a packed body.
        let mut found = self.unused(names, true);
        if !found.is_empty() && self.holds_bodies() {
            self.complete_all(names);
            found = self.unused(names, false);
        }
        for d in found {
            self.report(d);
        }
    }

    /// Returns a warning for each unused declaration. With `vouched`, functions of packed scripts count as used.
    fn unused(&mut self, names: &Names, vouched: bool) -> Vec<Diagnostic> {
        let edges = &mut self.used.edges;
        edges.sort_unstable_by_key(|(from, to)| (from.index(), to.index()));
        edges.dedup();
        let edges = &self.used.edges;
        let mut reached: HashSet<SymbolId> = HashSet::default();
        let mut open: Vec<SymbolId> = self.used.seeds.clone();
        if vouched {
            open.extend(self.put_off.vouched.iter().copied());
        }
        let script_events: HashSet<SymbolId> = self.used.script_events.iter().copied().collect();
        let mut handlers = Vec::new();
        let mut functions = Vec::new();
        for (i, s) in self.symbols.iter().enumerate() {
            let id = SymbolId::new(i);
            let Meaning::Global(g) = s.meaning else {
                open.push(id);
                continue;
            };
            let global = self.program.global(g);
            let bodies = !global.bodies.is_empty();
            let flavor = match &s.ty {
                Some(Type::Func(f)) => Some(f.flavor),
                _ => None,
            };
            match flavor {
                Some(Flavor::Function) if bodies => functions.push(id),
                Some(Flavor::Event | Flavor::Hook) => handlers.push(id),
                _ => {}
            }
            if s.attrs.has(Tok::AttrIsUsed) || s.attrs.deprecated().is_some() {
                open.push(id);
            } else if flavor == Some(Flavor::Event) {
                if !script_events.contains(&id) {
                    open.push(id);
                }
            } else if s.exported {
                open.push(id);
            }
        }
        while let Some(id) = open.pop() {
            if !reached.insert(id) {
                continue;
            }
            let from = edges.partition_point(|e| e.0.index() < id.index());
            open.extend(edges.iter().skip(from).take_while(|e| e.0 == id).map(|e| e.1));
        }
        let mut warnings: Vec<(Subject, &str)> = Vec::new();
        for id in handlers {
            if reached.contains(&id) {
                continue;
            }
            let s = &self.symbols[id];
            let event = matches!(&s.ty, Some(Type::Func(f)) if f.flavor == Flavor::Event);
            let message = if event {
                "handler for non-existing event cannot be invoked"
            } else {
                "handler for non-existing hook cannot be invoked"
            };
            warnings.push((Subject { site: s.span.into(), text: names.text(s.name).into() }, message));
            // Functions that an unused handler calls stay unused.
            reached.insert(id);
        }
        for id in functions {
            if !reached.contains(&id) {
                let s = &self.symbols[id];
                let subject = Subject { site: s.span.into(), text: names.text(s.name).into() };
                warnings.push((subject, "non-exported function does not have any callers"));
            }
        }
        let known = |s: &Symbol| {
            matches!(&s.ty, Some(Type::Func(f)) if f.flavor == Flavor::Event) && !s.span.is_none()
        };
        let mut found = Vec::with_capacity(warnings.len());
        for (s, message) in warnings {
            let mut d = Diagnostic::warning(s.site, message);
            let events =
                self.symbols.iter().filter(|e| known(e)).map(|e| names.text(e.name)).filter(|n| *n != s.text);
            if let Some(close) = suggest(&s.text, events) {
                d = d.help(format!("did you mean `{close}`?"));
            }
            found.push(d.about(s.text));
        }
        found
    }
}
