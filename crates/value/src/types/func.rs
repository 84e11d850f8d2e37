//! Signatures of functions, events and hooks.
use super::{Field, Name, Type};
use std::cell::RefCell;

/// The kind of a callable.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Flavor {
    /// `function`: one body; called; may return a value.
    #[default]
    Function,
    /// `event`: any number of bodies; queued.
    Event,
    /// `hook`: any number of bodies; called. `break` ends it and makes its result false.
    Hook,
}

/// Signature of a function, event or hook.
pub struct FuncType {
    /// The name of its `type` declaration.
    pub name: Option<Name>,
    /// Function, event or hook.
    pub flavor: Flavor,
    /// Parameters of the canonical signature, in order.
    pub params: Vec<Field>,
    /// Result of a call: [`Type::Bool`] for hooks, [`Type::Void`] for events and functions without a result.
    pub result: Type,
    /// Takes any number of arguments of any type (`fmt`, `cat`).
    pub varargs: bool,
    /// Alternate signatures of an event or hook, each mapped to the canonical parameters.
    pub prototypes: RefCell<Vec<Prototype>>,
}

/// An alternate signature.
#[derive(Clone)]
pub struct Prototype {
    /// Its parameters in order.
    pub params: Vec<Field>,
    /// For each parameter, the number of the canonical one.
    pub offsets: Vec<u32>,
    /// `&deprecated`, with its text.
    pub deprecated: Option<Option<Name>>,
}
