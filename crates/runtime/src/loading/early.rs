//! Computes values that the parser needs while scripts are read: conditions of `@if`, and addresses of host names.
use builtins::Services;
use builtins::names::ask_now;
use net_types::Addr;
use resolver::{Found, Question};
use script_sema::tree::{ExprKind, ExprRef, Program};
use script_vm::Machine;
use std::rc::Rc;
use value::Value;

/// A machine for conditions, created on first use.
#[derive(Default)]
pub(super) struct Early(Option<Machine>);

impl Early {
    fn machine(&mut self, services: &mut dyn FnMut() -> Services) -> &mut Machine {
        self.0.get_or_insert_with(|| Machine::new(Rc::new(Program::default()), Box::new(services())))
    }

    /// Returns the addresses of a host; `None` if `-F` allows only saved names and this one was not saved.
    pub(super) fn addresses(
        &mut self,
        name: &str,
        services: &mut dyn FnMut() -> Services,
    ) -> Option<Vec<Addr>> {
        match ask_now(self.machine(services), &Question::Host(name.to_owned())) {
            Ok(Found::Addrs(addrs)) => Some(addrs),
            Ok(Found::Name(_)) | Err(_) => None,
        }
    }

    /// Evaluates a condition in the program read so far. Globals are initialized again for each condition, so that no
    /// condition sees the changes of another.
    pub(super) fn condition(
        &mut self,
        program: &mut Program,
        e: &ExprRef,
        services: &mut dyn FnMut() -> Services,
    ) -> Option<bool> {
        if let ExprKind::Const(v) = &e.kind {
            return v.as_bool();
        }
        let machine = self.machine(services);
        let lent = Rc::new(std::mem::take(program));
        let value = machine.evaluate_early(&lent, e);
        *program = Rc::try_unwrap(lent).unwrap_or_else(|shared| (*shared).clone());
        match value {
            Ok(Value::Bool(b)) => Some(b),
            _ => None,
        }
    }
}
