//! Signatures of functions, events and hooks.
use super::{Field, Name, Type};
use std::cell::RefCell;

/// What may be done with a callable.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Flavor {
    /// `function`: one body, called, may yield.
    #[default]
    Function,
    /// `event`: any number of bodies, queued.
    Event,
    /// `hook`: any number of bodies, called; `break` ends it and makes it false.
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
    /// What a call yields; [`Type::Void`] for none, [`Type::Bool`] for hooks, [`Type::Void`] for events.
    pub result: Type,
    /// Takes any number of arguments of any type (`fmt`, `cat`).
    pub varargs: bool,
    /// Alternate signatures of an event or hook: a name for each parameter and the canonical parameter it is.
    pub prototypes: RefCell<Vec<Prototype>>,
}

/// An alternate signature.
#[derive(Clone)]
pub struct Prototype {
    /// Its parameters in order.
    pub params: Vec<Field>,
    /// For each, the number of the canonical parameter.
    pub offsets: Vec<u32>,
    /// `&deprecated`, with its text.
    pub deprecated: Option<Option<Name>>,
}
