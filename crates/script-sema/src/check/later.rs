//! Functions of packed scripts whose bodies are checked when they are first needed.
//!
//! Most scripts of a run never come to run, and checking bodies takes a third of the start. So a packed function is
//! declared at its place, and its body is checked later, as if it were checked there: it sees the symbols that were
//! declared before it, and no others. That cannot fail, because the scripts that were read until then are all packed;
//! once a user's script has declared something, bodies are checked at once ([`Checker::item_of`]).
//!
//! Only bodies that add nothing else to the program are put off (`script_syntax::parsed`).
use super::prototypes::Mapping;
use super::{Checker, Pass, SymbolId};
use crate::tree::{Body, BodyId, Head, Later, Program};
use foldhash::{HashMap, HashSet};
use script_syntax::parsed::Rest;
use script_syntax::{Buffers, Item, ItemKind, Name, Names, Severity, Span, Tree};
use std::cell::RefCell;
use std::rc::Rc;
use value::FuncType;

/// A function's declaration, as far as its body needs it.
pub(super) struct Outline {
    pub(super) id: SymbolId,
    /// The type as the body writes it.
    pub(super) written: Rc<FuncType>,
    /// The declared type.
    pub(super) canonical: Rc<FuncType>,
    pub(super) mapping: Option<Mapping>,
    pub(super) head: Head,
    pub(super) module: Name,
    /// The place of the function.
    pub(super) at: Span,
}

struct Held {
    outline: Outline,
    rest: Rest,
    /// The number of symbols that were declared before it.
    seen: u32,
}

/// The bodies to check later.
#[derive(Default)]
pub(crate) struct PutOff {
    held: HashMap<BodyId, Held>,
    /// The functions of packed scripts that were checked, or will be, among packed scripts alone.
    pub(super) vouched: HashSet<SymbolId>,
    /// Whether a script that is not packed has declared something.
    distrusts: bool,
    /// Whether the current item is one of a packed script, with none but packed scripts before it.
    pub(super) trusts: bool,
    buffers: Buffers,
}

impl Checker {
    /// Whether the bodies of a packed script's functions may be left out for now.
    pub fn defers(&self) -> bool {
        self.options.defer && self.index.is_none() && !self.put_off.distrusts
    }

    /// Checks an item of a script, which is packed into the program or is not. `rest` is the whole item if its body was
    /// left out.
    pub fn item_of(&mut self, names: &mut Names, tree: &Tree, item: &Item, packed: bool, rest: Option<Rest>) {
        use script_syntax::tree::GlobalKind::Redef;
        // These declare no name that a packed script could mean.
        let adds = !matches!(item.kind, ItemKind::Module(_) | ItemKind::Global(Redef, _));
        self.put_off.distrusts |= !packed && adds;
        self.put_off.trusts = packed && self.defers();
        self.check_item(names, tree, item, rest);
        self.put_off.trusts = false;
    }

    /// Checks bodies that were put off.
    pub fn complete(&mut self, names: &mut Names, bodies: &[BodyId]) {
        for &id in bodies {
            if let Some(body) = self.held_body(names, id) {
                self.program.bodies.set(id, body);
            }
        }
    }

    /// Checks all bodies that were put off, in their order.
    pub(super) fn complete_all(&mut self, names: &mut Names) {
        let mut all: Vec<BodyId> = self.put_off.held.keys().copied().collect();
        all.sort_unstable_by_key(|id| id.0);
        self.complete(names, &all);
    }

    /// Whether bodies were put off.
    pub(super) fn holds_bodies(&self) -> bool {
        !self.put_off.held.is_empty()
    }

    /// Returns the finished program. It checks the bodies that were put off when it needs them.
    pub(crate) fn finished(mut self, names: Names) -> Program {
        let mut program = std::mem::take(&mut self.program);
        if self.holds_bodies() {
            self.program.globals = Rc::clone(&program.globals);
            self.program.thunks = Rc::clone(&program.thunks);
            self.program.changed_records = Rc::clone(&program.changed_records);
            program.bodies.complete_by(Rc::new(Remaining(RefCell::new((self, names)))));
        }
        program
    }

    fn held_body(&mut self, names: &mut Names, id: BodyId) -> Option<Rc<Body>> {
        let Held { outline, rest, seen } = self.put_off.held.remove(&id)?;
        let mut buffers = std::mem::take(&mut self.put_off.buffers);
        let item = buffers.whole(&rest, names);
        let module = std::mem::replace(&mut self.module, outline.module);
        let seen = std::mem::replace(&mut self.symbols.seen, seen);
        let mut pass = Pass { c: self, t: buffers.tree(), names };
        let body = item.and_then(|item| match item.kind {
            ItemKind::Function(f) => pass.owned(outline.id, |p| p.function_body(&f, outline)),
            _ => None,
        });
        self.module = module;
        self.symbols.seen = seen;
        self.put_off.buffers = buffers;
        body.map(Rc::new)
    }
}

impl Pass<'_> {
    /// Makes a body: checks it, or puts its check off if it was left out.
    pub(super) fn body_of(
        &mut self,
        f: &script_syntax::tree::Function,
        outline: Outline,
        rest: Option<Rest>,
    ) -> Option<BodyId> {
        if self.c.put_off.trusts {
            self.c.put_off.vouched.insert(outline.id);
        }
        let Some(rest) = rest else {
            let body = self.function_body(f, outline)?;
            return Some(self.c.program.add_body(body));
        };
        let id = self.c.program.bodies.put_off(outline.head.clone());
        let seen = self.c.symbols.len();
        self.c.put_off.held.insert(id, Held { outline, rest, seen });
        Some(id)
    }
}

/// A checker that has read all scripts, and the bodies that it has yet to check.
struct Remaining(RefCell<(Checker, Names)>);

impl Later for Remaining {
    fn body(&self, id: BodyId) -> Result<Option<Rc<Body>>, String> {
        let (checker, names) = &mut *self.0.borrow_mut();
        let body = checker.held_body(names, id);
        let errors = checker.take_diagnostics().into_iter().find(|d| d.severity != Severity::Warning);
        match errors {
            Some(d) => Err(d.message),
            None => Ok(body),
        }
    }
}
