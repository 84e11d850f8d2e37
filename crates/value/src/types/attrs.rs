//! Attributes of tables.
use super::{Name, ThunkId};

/// When the clock of a table's entry starts anew.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ExpireKind {
    /// `&create_expire`: never.
    Create,
    /// `&read_expire`: at each access.
    Read,
    /// `&write_expire`: at each assignment.
    Write,
}

/// Attributes of a table value.
#[derive(Clone, Default)]
pub struct TableAttrs {
    /// `&default`: a value, or a function of the index.
    pub default: Option<ThunkId>,
    /// `&default_insert`: the same, and the entry is made.
    pub default_insert: Option<ThunkId>,
    /// `&create_expire`, `&read_expire` or `&write_expire`.
    pub expire: Option<(ExpireKind, ThunkId)>,
    /// `&expire_func`
    pub expire_func: Option<ThunkId>,
    /// `&on_change`
    pub on_change: Option<ThunkId>,
    /// `&ordered`
    pub ordered: bool,
    /// `&broker_store`, `&backend`: name and text as written. They change nothing in one process.
    pub other: Vec<(Name, Name)>,
}
