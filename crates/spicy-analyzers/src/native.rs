//! Built-in versions of functions that packages implement in C++, by the name in `&cxxname`.
use spicy_vm::{Outcome, Value};

/// Whether this program has the function.
pub(crate) fn is_known(name: &str) -> bool {
    spicy_sema::is_library_function(name) || FUNCTIONS.iter().any(|f| f.0 == name)
}

type Function = fn(&[Value]) -> Outcome<Value>;

/// By name.
const FUNCTIONS: &[(&str, Function)] = &[];

/// Runs a function; `None` if there is none with this name.
pub(crate) fn call(name: &str, args: &[Value]) -> Option<Outcome<Value>> {
    FUNCTIONS.iter().find(|f| f.0 == name).map(|f| f.1(args))
}
