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
