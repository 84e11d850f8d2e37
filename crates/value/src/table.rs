//! Tables and sets.
//!
//! An empty table is an object of 24 bytes; the rest is allocated with the first entry. A [`dict`] table maps the bytes
//! of each index ([`key`]) to its entry.
//!
//! There are two kinds of operations. *Raw* ones only move entries. *Scripted* ones also honor attributes (`&default`,
//! expiry, `&on_change`) and may call back into the machine; they hold no borrow while they do.
mod attrs;
mod beside;
mod entries;
mod expire;
mod hash;
pub mod key;
pub mod layout;
mod lengths;
mod meta;
mod stored;
mod subnets;

pub use beside::Beside;
pub use expire::Expiry;
pub use hash::{ONLY_ZEEKS_ORDER, TableOrder, hash_of, seed_hash};
pub use key::KeyBytes;
pub use meta::TableMeta;
pub use stored::StoredChange;

use crate::error::{Result, RuntimeError};
use crate::raw::Shared;
use crate::types::TableType;
use crate::value::Value;
use dict::{Cursor, Table as _};
use entries::{Body, Entries};
use hash::hashed;
use meta::IndexKind;
use std::rc::Rc;

/// A table or set. Cloning gives a second handle to the same entries.
#[derive(Clone)]
pub struct Table(Shared<Inner>);

struct Inner {
    meta: Rc<TableMeta>,
    body: Option<Box<Body>>,
}

impl Drop for Inner {
    fn drop(&mut self) {
        if self.body.is_none() {
            dict::Census::never_made();
        }
    }
}

/// A walk over a table that may change during the walk; see [`Table::next`].
pub struct Walk {
    cursor: Option<Cursor>,
}

impl Table {
    /// The number of handles to the object.
    #[inline]
    pub(crate) fn handles(&self) -> &std::cell::Cell<u32> {
        self.0.count()
    }

    /// Creates an empty table.
    pub fn new(meta: Rc<TableMeta>) -> Self {
        Table(Shared::new(Inner { meta, body: None }))
    }

    /// Creates an empty table of this type, without attributes.
    pub fn of(ty: Rc<TableType>) -> Self {
        Table::new(Rc::new(TableMeta::new(ty, None)))
    }

    /// The type and attributes.
    pub fn meta(&self) -> Rc<TableMeta> {
        self.0.borrow().meta.clone()
    }

    /// Its type.
    pub fn table_type(&self) -> Rc<TableType> {
        self.0.borrow().meta.ty.clone()
    }

    /// Sets another type or other attributes. Entries are kept if the bytes of their index are valid for the new type
    /// (a table that was made without a type has no entries).
    pub fn set_meta(&self, meta: Rc<TableMeta>) {
        let entries = self.raw_entries();
        let old = {
            let mut inner = self.0.borrow_mut();
            inner.meta = meta;
            inner.body.take()
        };
        drop(old);
        for (k, v) in entries {
            self.insert_raw(&k, v);
        }
    }

    /// Sets the value of `&default`, for a default that was computed elsewhere, such as a closure over variables that
    /// the table's attributes cannot reach.
    pub fn set_default(&self, v: Value) {
        let mut inner = self.0.borrow_mut();
        let Inner { meta, body } = &mut *inner;
        let old = body.get_or_insert_with(|| Body::of(meta)).extra().default.replace(v);
        drop(inner);
        drop(old);
    }

    /// The value of `&default`, if it was already computed.
    pub fn known_default(&self) -> Option<Value> {
        self.0.borrow().body.as_ref()?.extra.as_ref()?.default.clone()
    }

    /// Number of entries.
    #[inline]
    pub fn len(&self) -> usize {
        self.0.borrow().body.as_ref().map_or(0, |b| b.entries.len())
    }

    /// Whether there are no entries.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Whether both are the same object.
    pub fn same_object(&self, other: &Table) -> bool {
        self.0.same(&other.0)
    }

    /// Whether this is the only handle of the table.
    pub fn is_last_handle(&self) -> bool {
        self.0.is_last()
    }

    /// A number that identifies the object while it lives.
    pub fn address(&self) -> usize {
        self.0.address()
    }

    /// Encodes an index as bytes.
    pub fn key(&self, index: &[Value]) -> Result<KeyBytes> {
        let mut k = KeyBytes::default();
        key::encode(&mut k, index).map_err(|_| RuntimeError::new("index type doesn't match table"))?;
        Ok(k)
    }

    /// Decodes the bytes of an index, which must come from this table or one of the same type.
    pub fn index_of(&self, key: &[u8]) -> Vec<Value> {
        key::decode(&self.0.borrow().meta.ty, key).unwrap_or_default()
    }

    /// Returns the value at exactly this index; `Some(None)` for an element of a set. Ignores attributes.
    #[inline]
    pub fn get_raw(&self, key: &[u8]) -> Option<Option<Value>> {
        let mut inner = self.0.borrow_mut();
        let Inner { meta, body } = &mut *inner;
        body.as_mut()?.entries.get(hashed(meta, key))
    }

    /// Looks up a word in a plain table. `None` if the table has attributes or is indexed by subnet or pattern,
    /// `Some(None)` if there is no such entry. An element of a set is true.
    #[inline]
    pub fn plain_word(&self, key: &[u8]) -> Option<Option<u64>> {
        let mut inner = self.0.borrow_mut();
        let Inner { meta, body } = &mut *inner;
        if meta.attrs.is_some() || meta.kind != IndexKind::Plain {
            return None;
        }
        Some(match body.as_mut().map(|b| &mut b.entries) {
            Some(Entries::Table(t)) => t.get_mut(hashed(meta, key)).and_then(|v| v.to_word()),
            Some(Entries::Set(t)) => t.get_mut(hashed(meta, key)).map(|()| 1),
            Some(Entries::Zeeks(t)) => {
                t.get_mut(hashed(meta, key)).and_then(|e| e.value.as_ref().map_or(Some(1), Value::to_word))
            }
            _ => None,
        })
    }

    /// Like [`Table::plain_word`], for values of any type.
    #[inline]
    pub fn plain_value(&self, key: &[u8]) -> Option<Option<Value>> {
        let mut inner = self.0.borrow_mut();
        let Inner { meta, body } = &mut *inner;
        if meta.attrs.is_some() || meta.kind != IndexKind::Plain {
            return None;
        }
        Some(match body.as_mut().map(|b| &mut b.entries) {
            Some(Entries::Table(t)) => t.get_mut(hashed(meta, key)).map(|v| v.clone()),
            Some(Entries::Set(t)) => t.get_mut(hashed(meta, key)).map(|()| Value::Bool(true)),
            Some(Entries::Zeeks(t)) => {
                t.get_mut(hashed(meta, key)).map(|e| e.value.clone().unwrap_or(Value::Bool(true)))
            }
            _ => None,
        })
    }

    /// Does a script's lookup at time `now`, given the bytes of an index. `None` if the index itself is needed (for a
    /// default, or because the table is indexed by subnet or pattern); `Some(None)` if there is no such entry.
    pub fn find(&self, key: &[u8], now: f64) -> Option<Option<Value>> {
        let mut inner = self.0.borrow_mut();
        let Inner { meta, body } = &mut *inner;
        if meta.kind != IndexKind::Plain {
            return None;
        }
        let found = body.as_mut().and_then(|b| b.entries.read(hashed(meta, key), meta.clock_of_reads(now)));
        match (found, &meta.attrs) {
            (Some(v), _) => Some(Some(v.unwrap_or(Value::Bool(true)))),
            (None, Some(a)) if a.default.is_some() || a.default_insert.is_some() => None,
            (None, _) => Some(None),
        }
    }

    /// Does a script's `in` at time `now`, given the bytes of an index. `None` if the index itself is needed.
    #[inline]
    pub fn holds(&self, key: &[u8], now: f64) -> Option<bool> {
        let mut inner = self.0.borrow_mut();
        let Inner { meta, body } = &mut *inner;
        if meta.kind != IndexKind::Plain {
            return None;
        }
        Some(body.as_mut().is_some_and(|b| match &mut b.entries {
            Entries::Set(t) => t.get_mut(hashed(meta, key)).is_some(),
            Entries::Table(t) => t.get_mut(hashed(meta, key)).is_some(),
            timed => timed.read(hashed(meta, key), meta.clock_of_reads(now)).is_some(),
        }))
    }

    /// Whether exactly this index exists.
    #[inline]
    pub fn has_raw(&self, key: &[u8]) -> bool {
        let mut inner = self.0.borrow_mut();
        let Inner { meta, body } = &mut *inner;
        body.as_mut().is_some_and(|b| b.entries.has(hashed(meta, key)))
    }

    /// Stores a value at an index and returns the old one. Ignores attributes.
    #[inline]
    pub fn insert_raw(&self, key: &[u8], value: Option<Value>) -> Option<Option<Value>> {
        self.insert_at(key, value, 0.0)
    }

    #[inline]
    fn insert_at(&self, key: &[u8], value: Option<Value>, now: f64) -> Option<Option<Value>> {
        let mut inner = self.0.borrow_mut();
        let Inner { meta, body } = &mut *inner;
        let body = body.get_or_insert_with(|| Body::of(meta));
        let old = body.entries.insert(hashed(meta, key), value, now);
        if meta.kind == IndexKind::Subnet && old.is_none() {
            body.extra().lengths.add(key);
        }
        drop(inner);
        old
    }

    /// Removes the entry at an index and returns its value.
    pub fn remove_raw(&self, key: &[u8]) -> Option<Option<Value>> {
        let mut inner = self.0.borrow_mut();
        let Inner { meta, body } = &mut *inner;
        let body = body.as_mut()?;
        let old = body.entries.remove(hashed(meta, key));
        if meta.kind == IndexKind::Subnet && old.is_some() {
            body.extra().lengths.remove(key);
        }
        old
    }

    /// Copies all entries, as bytes of the index and value.
    pub fn raw_entries(&self) -> Vec<(Box<[u8]>, Option<Value>)> {
        let mut all = Vec::with_capacity(self.len());
        self.each_raw(|k, v| all.push((k.into(), v.cloned())));
        all
    }

    /// Calls `f` for each entry. `f` must not change the table.
    pub fn each_raw(&self, mut f: impl FnMut(&[u8], Option<&Value>)) {
        if let Some(b) = &self.0.borrow().body {
            b.entries.each(&mut f);
        }
    }

    /// Copies all entries, as index and (for tables) value.
    pub fn entries(&self) -> Vec<(Vec<Value>, Option<Value>)> {
        let ty = self.table_type();
        let mut all = Vec::with_capacity(self.len());
        self.each_raw(|k, v| all.push((key::decode(&ty, k).unwrap_or_default(), v.cloned())));
        all
    }

    /// Starts a walk that tolerates changes: entries that are removed before their turn are skipped.
    pub fn walk(&self) -> Walk {
        let mut inner = self.0.borrow_mut();
        Walk { cursor: inner.body.as_mut().map(|b| b.entries.cursor()) }
    }

    /// Returns the next entry of a walk, as index and value; `None` when the walk is over.
    pub fn next(&self, walk: &mut Walk) -> Option<(Vec<Value>, Option<Value>)> {
        let mut inner = self.0.borrow_mut();
        let Inner { meta, body } = &mut *inner;
        let (k, v) = body.as_mut()?.entries.next(walk.cursor.as_mut()?)?;
        Some((key::decode(&meta.ty, k.bytes()).unwrap_or_default(), v))
    }

    /// Like [`Table::next`], for tables whose index has one part.
    #[inline]
    pub fn next_single(&self, walk: &mut Walk) -> Option<(Value, Option<Value>)> {
        let mut inner = self.0.borrow_mut();
        let Inner { meta, body } = &mut *inner;
        let (k, v) = body.as_mut()?.entries.next(walk.cursor.as_mut()?)?;
        let part = key::decode_alone(meta.ty.index.first()?, k.bytes())?;
        Some((part, v))
    }

    /// Ends a walk early.
    pub fn finish(&self, walk: Walk) {
        let mut inner = self.0.borrow_mut();
        if let (Some(b), Some(c)) = (&mut inner.body, walk.cursor) {
            b.entries.finish(c);
        }
    }

    /// Returns the entry at a position: in order of insertion for `&ordered` tables, in order of iteration for others.
    pub fn nth(&self, n: usize) -> Option<(Vec<Value>, Option<Value>)> {
        let mut at = 0;
        let mut found = None;
        let ty = self.table_type();
        self.each_raw(|k, v| {
            if at == n {
                found = Some((key::decode(&ty, k).unwrap_or_default(), v.cloned()));
            }
            at += 1;
        });
        found
    }

    /// Removes all entries and frees their memory. Does not call `&on_change` functions.
    pub fn clear_raw(&self) {
        let old = self.0.borrow_mut().body.take();
        drop(old);
    }
}

#[cfg(test)]
mod tests;
