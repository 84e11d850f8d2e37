//! Documentation of scripts: the declarations in a run's scripts, with their comments, as reStructuredText in the form
//! of Zeek's reference (roles and directives of its Sphinx domain: `zeek:type`, `zeek:id`, `zeek:field`, …).
//!
//! [`Docs::read`] parses the sources again, because the trees of a run have no comments. A [`Target`] says which
//! documents to write. The caller provides inferred types and initial values ([`Known`]).
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
    /// Returns the type of a global.
    fn global_type(&self, name: &str) -> Option<Type>;
    /// Returns the value of a global once the scripts are loaded.
    fn value(&self, name: &str) -> Option<Value>;
}
