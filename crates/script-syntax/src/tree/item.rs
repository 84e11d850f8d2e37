//! Items: the top level of a file.
use super::{Attr, Bytes, EnumItem, Field, Flavor, Ident, Init, List, Local, StmtId, TypeId};
use crate::{Name, Span};

/// The word that began a global declaration.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "each is its keyword")]
pub enum GlobalKind {
    Global,
    Const,
    Option,
    Redef,
}

/// An item at the top level of a file.
#[derive(Clone, Copy, Debug)]
pub struct Item {
    /// Its kind, with the parts.
    pub kind: ItemKind,
    /// Its place (for a function, its head).
    pub span: Span,
    /// Whether it is inside `export { … }`.
    pub exported: bool,
}

/// The kind of an item, with its parts.
#[derive(Clone, Copy, Debug)]
pub enum ItemKind {
    /// `module M;`
    Module(Name),
    /// `@load PATH`, with the path.
    Load(Bytes),
    /// `global`, `const`, `option` or `redef` of a variable.
    Global(GlobalKind, Local),
    /// `type N: T attrs;`
    Type(Ident, TypeId, List<Attr>),
    /// `redef enum N += { … };`
    RedefEnum(Ident, List<EnumItem>),
    /// `redef record N += { … } attrs;`
    RedefRecord(Ident, List<Field>, List<Attr>),
    /// `redef record N$f += { attrs };`
    RedefField {
        /// The record.
        record: Ident,
        /// The field.
        field: Name,
        /// `+=` or `-=`.
        class: Init,
        /// The attributes to add or remove.
        attrs: List<Attr>,
    },
    /// A function, event handler or hook with its body.
    Function(Function),
    /// A statement after the declarations.
    Stmt(StmtId),
}

/// A function, event handler or hook.
#[derive(Clone, Copy, Debug)]
pub struct Function {
    /// Whether it is a function, event or hook.
    pub flavor: Flavor,
    /// Whether it follows `redef`.
    pub redef: bool,
    /// Its name.
    pub ident: Ident,
    /// Parameters.
    pub params: List<Field>,
    /// The place of the parameters, from the opening parenthesis to the type after them.
    pub params_span: Span,
    /// Its result type.
    pub ret: Option<TypeId>,
    /// Its attributes.
    pub attrs: List<Attr>,
    /// Its statements.
    pub body: List<StmtId>,
    /// The place of the opening brace.
    pub open: Span,
    /// The place of the closing brace.
    pub end: Span,
}
