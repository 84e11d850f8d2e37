//! Documentation of scripts: what a run's scripts declare, with their comments, as reStructuredText in the form of Zeek's
//! reference (roles and directives of its Sphinx domain: `zeek:type`, `zeek:id`, `zeek:field`, …).
//!
//! [`Docs::read`] parses the sources once more, since trees of a run carry no comments. [`Target`]s say which documents
//! are wanted. Types that a script does not write, and first values, come from the caller ([`Known`]).
mod comments;
mod declared;
mod docs;
mod names;
mod page;
mod pages;
mod rest;
mod scope;
mod targets;
mod types;

pub use declared::{Enumerator, Field, Identifier, Kind, Redefinition, ScriptDoc};
pub use docs::Docs;
pub use names::documented;
pub use targets::{Target, TargetError, TargetKind};

use value::{Type, Value};

/// The types of globals from the checker, and their values from the start of the run.
pub trait Known {
    /// The type of a global.
    fn global_type(&self, name: &str) -> Option<Type>;
    /// Its value once the scripts are loaded.
    fn value(&self, name: &str) -> Option<Value>;
}
