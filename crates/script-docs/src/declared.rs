//! The declarations of scripts.
use std::collections::BTreeSet;

/// The kind of an identifier.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// `option`
    Option,
    /// `const`
    Const,
    /// `global`
    Variable,
    /// `type`
    Type,
    /// `event`
    Event,
    /// `hook`
    Hook,
    /// `function`
    Function,
    /// A name in an enumeration.
    Enumerator,
}

/// A declared name.
#[derive(Clone, Debug)]
pub struct Identifier {
    /// The name, as other modules write it.
    pub name: String,
    /// The kind of identifier.
    pub kind: Kind,
    /// The script that declares it, by its number in [`Docs::scripts`](crate::Docs::scripts).
    pub script: usize,
    /// The first and last line of the declaration, or of the function's body.
    pub lines: (u32, u32),
    /// Whether other modules can use it.
    pub exported: bool,
    /// The lines of its comment.
    pub comment: Vec<String>,
    /// The type and its first word; `None` if the script infers it from the initial value.
    pub(crate) ty: Option<(String, String)>,
    pub(crate) attrs: Vec<String>,
    /// The names of parameters, which may have fields in the comment.
    pub(crate) params: Vec<String>,
    /// The fields of a record.
    pub fields: Vec<Field>,
    /// The names in an enumeration.
    pub enumerators: Vec<Enumerator>,
    /// Whether the declared type is an enumeration.
    pub(crate) is_enum: bool,
    /// The initial value as written.
    pub(crate) first: Option<String>,
    /// Later changes of the value.
    pub redefinitions: Vec<Redefinition>,
}

/// A field of a record.
#[derive(Clone, Debug)]
pub struct Field {
    /// The name.
    pub name: String,
    /// The script that adds the field.
    pub script: usize,
    /// The lines of its comment.
    pub comment: Vec<String>,
    /// The type and attributes.
    pub(crate) ty: String,
    pub(crate) params: Vec<String>,
}

/// A name in an enumeration.
#[derive(Clone, Debug)]
pub struct Enumerator {
    /// The name, as other modules write it.
    pub name: String,
    /// The script that adds the name.
    pub script: usize,
    /// The lines of its comment.
    pub comment: Vec<String>,
}

/// A `redef` of a variable.
#[derive(Clone, Debug)]
pub struct Redefinition {
    /// The script with the `redef`.
    pub script: usize,
    /// `=`, `+=` or `-=`.
    pub operator: &'static str,
    /// The value as written.
    pub text: String,
}

/// A script's additions to a type that is declared elsewhere.
#[derive(Clone, Debug)]
pub(crate) struct Change {
    pub(crate) name: String,
    pub(crate) comment: Vec<String>,
    pub(crate) fields: Vec<Field>,
    pub(crate) enumerators: Vec<Enumerator>,
}

/// A script.
#[derive(Clone, Debug, Default)]
pub struct ScriptDoc {
    /// The name in documents.
    pub name: String,
    /// The path from which the script was read.
    pub path: String,
    /// The lines of its `##!` comments.
    pub comment: Vec<String>,
    pub(crate) modules: BTreeSet<String>,
    /// The scripts that it loads, as written in `@load`.
    pub(crate) loads: Vec<String>,
    pub(crate) changes: Vec<Change>,
}
