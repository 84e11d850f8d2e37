//! Signatures of functions, events and hooks.
use super::{Field, Name, Type};
use std::cell::RefCell;

/// The kind of a callable.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Flavor {
    /// `function`: has one body, is called, may return a value.
    #[default]
    Function,
    /// `event`: has any number of bodies, is queued.
    Event,
    /// `hook`: has any number of bodies, is called. `break` ends it and makes its result false.
    Hook,
}

/// The signature of a function, event or hook.
pub struct FuncType {
    /// The name of its `type` declaration.
    pub name: Option<Name>,
    /// Function, event or hook.
    pub flavor: Flavor,
    /// The parameters of the canonical signature, in order.
    pub params: Vec<Field>,
    /// The result of a call: [`Type::Bool`] for hooks, [`Type::Void`] for events and functions without a result.
    pub result: Type,
    /// Whether it takes any number of arguments of any type (`fmt`, `cat`).
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
    /// `&deprecated`, if present, with its text if it has one.
    pub deprecated: Option<Option<Name>>,
}
