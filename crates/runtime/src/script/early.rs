//! Conditions of `@if`, computed while scripts are still being read.
use crate::Host;
use script_sema::tree::{ExprKind, ExprRef, Program};
use script_vm::Machine;
use std::rc::Rc;
use value::Value;

/// The value of a condition, with what was read so far. Globals get their first values for each condition anew; what a
/// condition does to them is not seen by the next one.
pub(super) fn condition(program: &Program, e: &ExprRef, host: &mut dyn FnMut() -> Host) -> Option<bool> {
    if let ExprKind::Const(v) = &e.kind {
        return v.as_bool();
    }
    let mut machine = Machine::new(Rc::new(program.clone()), Box::new(host()));
    machine.initialize_early();
    match machine.evaluate(e) {
        Ok(Value::Bool(b)) => Some(b),
        _ => None,
    }
}
