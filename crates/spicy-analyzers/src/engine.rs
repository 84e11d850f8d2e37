//! A grammar at run time, on one thread.
use crate::grammar::Grammar;
use crate::library::{self, Around, Context};
use session::ScriptValue;
use spicy_vm::{Error, ErrorKind, Host, Outcome, Store, Value, World};
use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Arc;

/// The options for the grammars of a run.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    /// `Spicy::enable_print`: whether the output of grammars goes to standard output.
    pub prints: bool,
    /// The seed of random identifiers.
    pub seed: u64,
    /// The environment, for `spicy::getenv`.
    pub variables: HashMap<String, String>,
}

/// The maximum size of the script values that one grammar may hold at a time, in bytes.
const MAX_HELD: usize = 64 << 20;

/// A script's value that a grammar holds.
pub(crate) struct Held {
    pub(crate) value: ScriptValue,
    bytes: usize,
    all: Rc<Cell<usize>>,
}

impl Held {
    /// Wraps a script's value as a grammar's value. `all` counts the bytes of all such values until they are dropped.
    pub(crate) fn value(value: ScriptValue, all: &Rc<Cell<usize>>) -> Outcome<Value> {
        let bytes = size_of(&value);
        let total = all.get().saturating_add(bytes);
        if total > MAX_HELD {
            let message = format!("values of scripts take {total} bytes, more than {MAX_HELD} may be held");
            return Err(Error::new(ErrorKind::HeldBudget, message));
        }
        all.set(total);
        Ok(Value::list(vec![Value::Foreign(Rc::new(Held { value, bytes, all: Rc::clone(all) }))]))
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        self.all.set(self.all.get().saturating_sub(self.bytes));
    }
}

/// Estimates the size of a value and everything in it, in bytes.
fn size_of(v: &ScriptValue) -> usize {
    let inside: usize = match v {
        ScriptValue::Str(s) => s.len(),
        ScriptValue::Enum(s) => s.len(),
        ScriptValue::Record(fields) => fields.iter().map(|f| f.0.len() + size_of(&f.1)).sum(),
        ScriptValue::Vector(all) | ScriptValue::Set(all) => all.iter().map(size_of).sum(),
        ScriptValue::Table(entries) => entries.iter().map(|e| size_of(&e.0) + size_of(&e.1)).sum(),
        _ => 0,
    };
    std::mem::size_of::<ScriptValue>() + inside
}

/// A grammar, and the state that it keeps between pieces of input.
pub struct Engine {
    /// The grammar.
    pub grammar: Arc<Grammar>,
    /// The grammar's state; `None` while a parser runs.
    store: RefCell<Option<Store>>,
    pub(crate) settings: Settings,
    /// The size of the script values that the grammar holds, in bytes.
    held: Rc<Cell<usize>>,
    pub(crate) random: RefCell<fastrand::Rng>,
}

/// The host of module-level statements, which run before there is any input.
struct Starting<'a> {
    settings: &'a Settings,
    outside: &'a mut dyn Outside,
    grammar: &'a Grammar,
    held: Rc<Cell<usize>>,
}

/// The services of the run that module-level statements may use before there is any input.
pub trait Outside {
    /// Prints a line for the grammar.
    fn print(&mut self, line: &str);
    /// Returns the value of a script's global; `None` if it does not exist.
    fn script_value(&mut self, name: &str) -> Option<ScriptValue>;
}

impl Host for Starting<'_> {
    fn print(&mut self, line: &str) {
        if self.settings.prints {
            self.outside.print(line);
        }
    }

    fn now(&self) -> u64 {
        0
    }

    fn variable(&self, name: &str) -> Option<String> {
        self.settings.variables.get(name).cloned()
    }

    fn call(&mut self, _: &mut Store, name: &str, args: &[Value]) -> Outcome<Value> {
        let mut around = BeforeInput { outside: &mut *self.outside };
        let random = &mut fastrand::Rng::with_seed(self.settings.seed);
        let context = Context { grammar: self.grammar, held: &self.held, random };
        library::answer(context, &mut around, name, args).unwrap_or_else(|| Err(library::unavailable(name)))
    }
}

/// The host functions that are available before there is any input.
struct BeforeInput<'a> {
    outside: &'a mut dyn Outside,
}

impl Around for BeforeInput<'_> {
    fn script_value(&mut self, name: &str) -> Option<ScriptValue> {
        self.outside.script_value(name)
    }

    fn packets(&self) -> Option<u64> {
        Some(0)
    }

    fn network_time(&self) -> u64 {
        0
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
        outside: &mut dyn Outside,
    ) -> Result<Rc<Self>, String> {
        let held = Rc::default();
        let mut host = Starting { settings: &settings, outside, grammar, held: Rc::clone(&held) };
        let store = Store::new(Arc::clone(&grammar.program), &mut host).map_err(|e| grammar.describe(&e))?;
        let random = fastrand::Rng::with_seed(settings.seed);
        Ok(Rc::new(Engine {
            grammar: Arc::clone(grammar),
            store: RefCell::new(Some(store)),
            settings,
            held,
            random: RefCell::new(random),
        }))
    }

    /// Runs `f` with the grammar and a host.
    pub(crate) fn run<R>(
        &self,
        host: &mut dyn Host,
        f: impl FnOnce(&mut World<'_>) -> Outcome<R>,
    ) -> Outcome<R> {
        let Some(mut store) = self.store.borrow_mut().take() else {
            return Err(Error::new(ErrorKind::NestingBudget, "the grammar is at work already"));
        };
        let outcome = f(&mut World::new(&mut store, host));
        *self.store.borrow_mut() = Some(store);
        outcome
    }

    /// Lets other parsers of the grammar run while `f` runs.
    pub(crate) fn lend<R>(&self, store: &mut Store, f: impl FnOnce() -> R) -> R {
        *self.store.borrow_mut() = Some(store.take());
        let result = f();
        if let Some(back) = self.store.borrow_mut().take() {
            *store = back;
        }
        result
    }

    /// Returns the context for the library's functions.
    pub(crate) fn context<'a>(&'a self, random: &'a mut fastrand::Rng) -> Context<'a> {
        Context { grammar: &self.grammar, held: &self.held, random }
    }
}
