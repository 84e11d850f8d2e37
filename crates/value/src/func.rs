//! Function values.
use crate::types::{FuncType, Name};
use crate::value::Value;
use std::cell::RefCell;
use std::fmt;
use std::rc::Rc;

/// A function, event or hook as a value.
pub struct Func {
    /// Full name; `lambda_<…>` for an anonymous function.
    pub name: Name,
    /// Its signature.
    pub ty: Rc<FuncType>,
    /// The code that a call runs.
    pub code: Code,
    /// Prints the bodies; without it, the function prints as its name.
    pub bodies: Option<Rc<dyn Bodies>>,
}

/// Prints the bodies of functions; a program implements it.
pub trait Bodies {
    /// Appends the text that follows the name of a printed function.
    fn describe(&self, f: &Func, out: &mut Vec<u8>);
}

/// The code of a function value.
pub enum Code {
    /// The bodies of a global function, event or hook: its number among the program's globals.
    Global(u32),
    /// A closure: its body's number in the program, and its captured variables. A call may change captured variables;
    /// the next call of the same value sees the change.
    Closure(u32, RefCell<Vec<Option<Value>>>),
}

impl Func {
    /// Whether two function values are equal: the same global or the same closure.
    pub fn same(a: &Rc<Func>, b: &Rc<Func>) -> bool {
        Rc::ptr_eq(a, b)
            || match (&a.code, &b.code) {
                (Code::Global(x), Code::Global(y)) => x == y,
                _ => false,
            }
    }
}

impl fmt::Debug for Func {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}
