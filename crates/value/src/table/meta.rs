//! The type and attributes of tables, and properties derived from them.
use crate::types::{ExpireKind, TableAttrs, TableType, Type};
use dict::Order;
use std::rc::Rc;

/// The data that tables of a type share: the type, the attributes, the kind of index.
pub struct TableMeta {
    /// The types of index and yield.
    pub ty: Rc<TableType>,
    /// The attributes; `None` for a plain table.
    pub attrs: Option<Rc<TableAttrs>>,
    pub(super) kind: IndexKind,
}

/// How lookups treat the index.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum IndexKind {
    Plain,
    /// One subnet: a lookup finds the longest prefix that contains the given address or subnet.
    Subnet,
    /// One pattern: a lookup by string finds all patterns that match it.
    Pattern,
}

impl TableMeta {
    /// Creates the metadata of tables of this type with these attributes.
    pub fn new(ty: Rc<TableType>, attrs: Option<Rc<TableAttrs>>) -> Self {
        let kind = match &ty.index[..] {
            [Type::Subnet] => IndexKind::Subnet,
            [Type::Pattern] => IndexKind::Pattern,
            _ => IndexKind::Plain,
        };
        TableMeta { ty, attrs, kind }
    }

    pub(super) fn order(&self) -> Order {
        if self.attrs.as_ref().is_some_and(|a| a.ordered) { Order::Insertion } else { Order::Any }
    }

    pub(super) fn expires(&self) -> bool {
        self.attrs.as_ref().is_some_and(|a| a.expire.is_some())
    }

    /// Returns the time that a read stores in an entry: `now` if the table expires by last access.
    pub(super) fn clock_of_reads(&self, now: f64) -> Option<f64> {
        let expire = self.attrs.as_ref()?.expire?;
        (expire.0 == ExpireKind::Read).then_some(now)
    }
}
