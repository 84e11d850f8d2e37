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
    /// What stands behind it.
    pub code: Code,
    /// Prints its bodies; without it the function prints as its name.
    pub bodies: Option<Rc<dyn Bodies>>,
}

/// Shows functions: the program that they are of.
pub trait Bodies {
    /// Adds what stands behind the name of a function where it is printed.
    fn describe(&self, f: &Func, out: &mut Vec<u8>);
}

/// What a function value runs.
pub enum Code {
    /// The bodies of a global function, event or hook: its number among the program's globals.
    Global(u32),
    /// A body of its own (number among the program's bodies) with what it captured. A call may change captured
    /// variables, and the next call of the same value sees that.
    Closure(u32, RefCell<Vec<Option<Value>>>),
}

impl Func {
    /// Whether two function values are equal: the same global, or the same closure.
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
