//! Attributes of tables.
use super::{Name, ThunkId};

/// What restarts the expiry clock of a table's entry.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ExpireKind {
    /// `&create_expire`: nothing.
    Create,
    /// `&read_expire`: each access.
    Read,
    /// `&write_expire`: each assignment.
    Write,
}

/// Attributes of a table value.
#[derive(Clone, Default)]
pub struct TableAttrs {
    /// `&default`: a value, or a function of the index.
    pub default: Option<ThunkId>,
    /// `&default_insert`: likewise, and the default is stored as an entry.
    pub default_insert: Option<ThunkId>,
    /// `&create_expire`, `&read_expire` or `&write_expire`.
    pub expire: Option<(ExpireKind, ThunkId)>,
    /// `&expire_func`
    pub expire_func: Option<ThunkId>,
    /// `&on_change`
    pub on_change: Option<ThunkId>,
    /// `&ordered`
    pub ordered: bool,
    /// `&broker_store`, `&backend`: name and text as written. They have no effect within one process.
    pub other: Vec<(Name, Name)>,
}
