//! Conditions of `@if`, computed while scripts are still being read.
use crate::Host;
use script_sema::tree::{ExprKind, ExprRef, Program};
use script_vm::Machine;
use std::rc::Rc;
use value::Value;

/// Computes conditions, one after the other.
#[derive(Default)]
pub(super) struct Early(Option<Machine>);

impl Early {
    /// The value of a condition, with what was read so far. Globals get their first values for each condition anew;
    /// what a condition does to them is not seen by the next one.
    pub(super) fn condition(
        &mut self,
        program: &mut Program,
        e: &ExprRef,
        host: &mut dyn FnMut() -> Host,
    ) -> Option<bool> {
        if let ExprKind::Const(v) = &e.kind {
            return v.as_bool();
        }
        let machine =
            self.0.get_or_insert_with(|| Machine::new(Rc::new(Program::default()), Box::new(host())));
        let lent = Rc::new(std::mem::take(program));
        let value = machine.evaluate_early(&lent, e);
        *program = Rc::try_unwrap(lent).unwrap_or_else(|shared| (*shared).clone());
        match value {
            Ok(Value::Bool(b)) => Some(b),
            _ => None,
        }
    }
}
