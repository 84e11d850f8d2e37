//! The services that a grammar needs from its host.
use crate::error::{Error, ErrorKind, Outcome};
use crate::value::Value;
use crate::world::Store;

/// The world outside a grammar.
pub trait Host {
    /// `print`: one line.
    fn print(&mut self, line: &str);
    /// `spicy::accept_input()`
    fn accept(&mut self) {}
    /// `spicy::decline_input(reason)`
    fn decline(&mut self, _reason: &str) {}
    /// Now, in nanoseconds since 1970.
    fn now(&self) -> u64;
    /// A variable of the environment.
    fn variable(&self, _name: &str) -> Option<String> {
        None
    }
    /// Whether an event, by its number in the program, has a handler.
    fn wants(&self, _event: u32) -> bool {
        false
    }
    /// Raises an event with the values among its arguments.
    fn event(&mut self, _event: u32, _args: &[Value]) -> Outcome<()> {
        Ok(())
    }
    /// A function that the grammar names by `&cxxname` and the library does not have. The store is the program's that
    /// asks; parsers may run on it until the call returns.
    fn call(&mut self, _store: &mut Store, name: &str, _args: &[Value]) -> Outcome<Value> {
        Err(Error::new(ErrorKind::InvalidArgument, format!("function '{name}' is not available here")))
    }
}

/// A host that shows nothing and knows no time.
#[derive(Debug, Default)]
pub struct Quiet;

impl Host for Quiet {
    fn print(&mut self, _line: &str) {}

    fn now(&self) -> u64 {
        0
    }
}
