//! Attributes of tables.
use super::ThunkId;
use std::cell::Cell;

/// The event that restarts the expiry clock of a table's entry.
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
    /// Like `&default`, but the default is also stored as an entry.
    pub default_insert: Option<ThunkId>,
    /// `&create_expire`, `&read_expire` or `&write_expire`.
    pub expire: Option<(ExpireKind, ThunkId)>,
    /// `&expire_func`
    pub expire_func: Option<ThunkId>,
    /// `&on_change`
    pub on_change: Option<ThunkId>,
    /// `&ordered`
    pub ordered: bool,
    /// `&backend` or `&broker_store`
    pub store: Option<StoreAttr>,
}

/// The store that keeps the entries of a table, too.
#[derive(Clone)]
pub struct StoreAttr {
    /// `&backend`, whose value is a kind of store; else `&broker_store`, whose value is the name of a store.
    pub is_backend: bool,
    /// The attribute's value.
    pub value: ThunkId,
    /// The number under which the host knows the table; 0 while it is not bound.
    pub binding: Cell<u32>,
}
