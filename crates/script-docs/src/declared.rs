//! What scripts declare.
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
    /// A name of an enumeration.
    Enumerator,
}

/// A declared name.
#[derive(Clone, Debug)]
pub struct Identifier {
    /// The name as other modules write it.
    pub name: String,
    /// What it stands for.
    pub kind: Kind,
    /// The script that declares it: its number in [`Docs::scripts`].
    pub script: usize,
    /// First and last line of the declaration, or of the function's body.
    pub lines: (u32, u32),
    /// Whether other modules see it.
    pub exported: bool,
    /// Its comment.
    pub comment: Vec<String>,
    /// Its type; `None` if the script infers it from the initial value.
    pub(crate) ty: Option<(String, String)>,
    pub(crate) attrs: Vec<String>,
    /// Parameters, for the fields of a comment.
    pub(crate) params: Vec<String>,
    /// Fields of a record.
    pub fields: Vec<Field>,
    /// Names of an enumeration.
    pub enumerators: Vec<Enumerator>,
    /// The declared type is an enumeration.
    pub(crate) is_enum: bool,
    /// The initial value as written.
    pub(crate) first: Option<String>,
    /// Later values.
    pub redefinitions: Vec<Redefinition>,
}

/// A field of a record.
#[derive(Clone, Debug)]
pub struct Field {
    /// Its name.
    pub name: String,
    /// The script that adds it.
    pub script: usize,
    /// Its comment.
    pub comment: Vec<String>,
    /// Type and attributes.
    pub(crate) ty: String,
    pub(crate) params: Vec<String>,
}

/// A name of an enumeration.
#[derive(Clone, Debug)]
pub struct Enumerator {
    /// Its name as other modules write it.
    pub name: String,
    /// The script that adds it.
    pub script: usize,
    /// Its comment.
    pub comment: Vec<String>,
}

/// A `redef` of a variable.
#[derive(Clone, Debug)]
pub struct Redefinition {
    /// The script that holds it.
    pub script: usize,
    /// `=`, `+=` or `-=`.
    pub operator: &'static str,
    /// The value as written.
    pub text: String,
}

/// A script's changes of names that are declared elsewhere.
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
    /// Its name in documents.
    pub name: String,
    /// The path that it was read from.
    pub path: String,
    /// Its `##!` comments.
    pub comment: Vec<String>,
    pub(crate) modules: BTreeSet<String>,
    /// The scripts that it loads, as written.
    pub(crate) loads: Vec<String>,
    pub(crate) changes: Vec<Change>,
}
