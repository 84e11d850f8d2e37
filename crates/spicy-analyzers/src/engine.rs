//! A grammar at run time, in one thread.
use crate::grammar::Grammar;
use session::ScriptValue;
use spicy_vm::{Host, Outcome, Store, World};
use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Arc;

/// Options for grammars of a run.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    /// `Spicy::enable_print`: whether the output of grammars goes to standard output.
    pub prints: bool,
    /// The environment, for `spicy::getenv`.
    pub variables: HashMap<String, String>,
}

/// A grammar with the state that it keeps between pieces of input.
pub struct Engine {
    /// The grammar.
    pub grammar: Arc<Grammar>,
    /// Taken while a parser runs.
    store: RefCell<Option<Store>>,
    pub(crate) settings: Settings,
    /// Script values that the grammar holds, by handle.
    pub(crate) held: RefCell<Vec<ScriptValue>>,
    /// Number of files that grammars have begun, for their ids.
    pub(crate) files: Cell<u64>,
}

/// The host for module-level statements, which run before there is any input.
struct Starting<'a> {
    settings: &'a Settings,
    print: &'a mut dyn FnMut(&str),
}

impl Host for Starting<'_> {
    fn print(&mut self, line: &str) {
        if self.settings.prints {
            (self.print)(line);
        }
    }

    fn now(&self) -> u64 {
        0
    }

    fn variable(&self, name: &str) -> Option<String> {
        self.settings.variables.get(name).cloned()
    }
}

impl Engine {
    /// Initializes the grammar's globals and runs its module-level statements.
    ///
    /// # Errors
    /// The error of such a statement.
    pub fn new(
        grammar: &Arc<Grammar>,
        settings: Settings,
        print: &mut dyn FnMut(&str),
    ) -> Result<Rc<Self>, String> {
        let mut host = Starting { settings: &settings, print };
        let store = Store::new(Arc::clone(&grammar.program), &mut host).map_err(|e| grammar.describe(&e))?;
        Ok(Rc::new(Engine {
            grammar: Arc::clone(grammar),
            store: RefCell::new(Some(store)),
            settings,
            held: RefCell::default(),
            files: Cell::new(0),
        }))
    }

    /// Runs `f` with the grammar and a host.
    pub(crate) fn run<R>(
        &self,
        host: &mut dyn Host,
        f: impl FnOnce(&mut World<'_>) -> Outcome<R>,
    ) -> Outcome<R> {
        let Some(mut store) = self.store.borrow_mut().take() else {
            return Err(spicy_vm::Error::new(
                spicy_vm::ErrorKind::NestingBudget,
                "the grammar is at work already",
            ));
        };
        let outcome = f(&mut World::new(&mut store, host));
        *self.store.borrow_mut() = Some(store);
        outcome
    }

    /// Lets other parsers of the grammar run until `f` returns.
    pub(crate) fn lend<R>(&self, store: &mut Store, f: impl FnOnce() -> R) -> R {
        *self.store.borrow_mut() = Some(store.take());
        let result = f();
        if let Some(back) = self.store.borrow_mut().take() {
            *store = back;
        }
        result
    }

    /// Keeps a script's value under a handle.
    pub(crate) fn hold(&self, value: ScriptValue) -> u64 {
        let mut held = self.held.borrow_mut();
        held.push(value);
        held.len() as u64 - 1
    }
}
