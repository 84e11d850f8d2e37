//! Table operations as scripts see them, attributes included.
use super::{Body, IndexKind, Inner, StoredChange, Table};
use crate::context::Context;
use crate::error::{Result, RuntimeError};
use crate::types::{ExpireKind, ThunkId, Type};
use crate::value::Value;

/// The kind of a change to an entry, with the numbers of the script type `TableChange`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Change {
    New = 0,
    Changed = 1,
    Removed = 2,
    Expired = 3,
}

/// A change, as an `&on_change` function gets it.
pub(super) struct Event<'a> {
    /// The bytes of the entry's index.
    pub(super) key: &'a [u8],
    /// The value: the new one of a new entry, else the old one. `None` for a set.
    pub(super) value: Option<Value>,
    pub(super) change: Change,
}

impl Table {
    /// `t[index]`: `None` if there is neither an entry nor a default. For a set the value is `T`.
    pub fn lookup(&self, cx: &mut dyn Context, index: &[Value]) -> Result<Option<Value>> {
        let key = self.key(index)?;
        self.lookup_key(cx, key.bytes(), index)
    }

    /// Like [`Table::lookup`], given the bytes of the index.
    #[inline]
    pub fn lookup_key(&self, cx: &mut dyn Context, key: &[u8], index: &[Value]) -> Result<Option<Value>> {
        let kind = {
            let inner = self.0.borrow();
            if inner.meta.attrs.is_none() && inner.meta.kind == IndexKind::Plain {
                drop(inner);
                return Ok(self.get_raw(key).map(|v| v.unwrap_or(Value::Bool(true))));
            }
            inner.meta.kind
        };
        let resolved = if kind == IndexKind::Subnet { self.resolve(index) } else { None };
        let key = resolved.as_ref().map_or(key, |k| &k[..]);
        if (kind != IndexKind::Subnet || resolved.is_some())
            && let Some(v) = self.get_raw(key)
        {
            self.touch(key, ExpireKind::Read, cx.now());
            return Ok(Some(v.unwrap_or(Value::Bool(true))));
        }
        self.default_for(cx, index)
    }

    /// `index in t`. Counts as an access.
    pub fn contains(&self, cx: &mut dyn Context, index: &[Value]) -> Result<bool> {
        // Bind `kind` first: the code below borrows the table again.
        let kind = self.0.borrow().meta.kind;
        match (kind, index) {
            (IndexKind::Pattern, [Value::String(s)]) => {
                let s = s.clone();
                return Ok(!self.matching(&s).is_empty());
            }
            (IndexKind::Subnet, _) => {}
            _ => {
                let key = self.key(index)?;
                return Ok(self.contains_key(cx, key.bytes()));
            }
        }
        match self.resolve(index) {
            Some(k) => Ok(self.contains_key(cx, &k)),
            None => Ok(false),
        }
    }

    /// Like [`Table::contains`], for exactly this index.
    #[inline]
    pub fn contains_key(&self, cx: &mut dyn Context, key: &[u8]) -> bool {
        let has = self.has_raw(key);
        if has {
            self.touch(key, ExpireKind::Read, cx.now());
        }
        has
    }

    /// `t[index] = value`; without a value, `add s[index]`.
    pub fn assign(&self, cx: &mut dyn Context, index: &[Value], value: Option<Value>) -> Result<()> {
        let key = self.key(index)?;
        self.assign_key(cx, key.bytes(), value)
    }

    /// Like [`Table::assign`], given the bytes of the index.
    #[inline]
    pub fn assign_key(&self, cx: &mut dyn Context, key: &[u8], value: Option<Value>) -> Result<()> {
        if self.0.borrow().meta.attrs.is_none() {
            drop(self.insert_raw(key, value));
            return Ok(());
        }
        self.assign_with_attrs(cx, key, value)
    }

    fn assign_with_attrs(&self, cx: &mut dyn Context, key: &[u8], value: Option<Value>) -> Result<()> {
        let (expire, on_change) = self.attr_kinds();
        let now = match expire {
            Some(ExpireKind::Create) => match self.since(key) {
                Some(t) => t,
                None => cx.now(),
            },
            Some(_) => cx.now(),
            None => 0.0,
        };
        let old = self.insert_at(key, value.clone(), now);
        if expire.is_some() {
            self.watch(cx);
        }
        self.tell_store(cx, StoredChange::Put(key));
        self.tell_put(cx, on_change, (key, value), old)
    }

    /// Tells the `&on_change` function of an entry that has replaced `old`.
    pub(super) fn tell_put(
        &self,
        cx: &mut dyn Context,
        on_change: Option<ThunkId>,
        (key, value): (&[u8], Option<Value>),
        old: Option<Option<Value>>,
    ) -> Result<()> {
        let Some(f) = on_change else { return Ok(()) };
        match old {
            None => self.tell(cx, f, Event { key, value, change: Change::New }),
            Some(old) => self.tell(cx, f, Event { key, value: old, change: Change::Changed }),
        }
    }

    /// `delete t[index]`. Returns the old value.
    pub fn delete(&self, cx: &mut dyn Context, index: &[Value]) -> Result<Option<Value>> {
        let key = self.key(index)?;
        self.delete_key(cx, key.bytes())
    }

    /// Like [`Table::delete`], given the bytes of the index.
    pub fn delete_key(&self, cx: &mut dyn Context, key: &[u8]) -> Result<Option<Value>> {
        let Some(old) = self.remove_raw(key) else { return Ok(None) };
        self.tell_store(cx, StoredChange::Removed(key));
        if let (_, Some(f)) = self.attr_kinds() {
            self.tell(cx, f, Event { key, value: old.clone(), change: Change::Removed })?;
        }
        Ok(Some(old.unwrap_or(Value::Bool(true))))
    }

    /// `delete t`, `clear_table(t)`: removes all entries and calls `&on_change` for each.
    pub fn clear(&self, cx: &mut dyn Context) -> Result<()> {
        let (_, on_change) = self.attr_kinds();
        let Some(f) = on_change else {
            self.clear_raw();
            self.tell_store(cx, StoredChange::Cleared);
            return Ok(());
        };
        let all = self.raw_entries();
        self.clear_raw();
        self.tell_store(cx, StoredChange::Cleared);
        for (k, v) in all {
            self.tell(cx, f, Event { key: &k, value: v, change: Change::Removed })?;
        }
        Ok(())
    }

    pub(super) fn expired(&self, cx: &mut dyn Context, key: &[u8], old: Option<Value>) -> Result<()> {
        self.tell_store(cx, StoredChange::Expired(key));
        match self.attr_kinds() {
            (_, Some(f)) => self.tell(cx, f, Event { key, value: old, change: Change::Expired }),
            _ => Ok(()),
        }
    }

    pub(super) fn attr_kinds(&self) -> (Option<ExpireKind>, Option<ThunkId>) {
        let inner = self.0.borrow();
        match &inner.meta.attrs {
            Some(a) => (a.expire.map(|e| e.0), a.on_change),
            None => (None, None),
        }
    }

    /// Returns the `&default` for a missing index.
    fn default_for(&self, cx: &mut dyn Context, index: &[Value]) -> Result<Option<Value>> {
        let (thunk, insert) = {
            let inner = self.0.borrow();
            let Some(a) = &inner.meta.attrs else { return Ok(None) };
            match (a.default, a.default_insert) {
                (_, Some(t)) => (t, true),
                (Some(t), None) => (t, false),
                (None, None) => return Ok(None),
            }
        };
        let known = self.0.borrow().body.as_ref().and_then(|b| b.extra.as_ref()?.default.clone());
        let default = match known {
            Some(d) => d,
            None => {
                let d = cx.thunk(thunk)?;
                let mut inner = self.0.borrow_mut();
                let Inner { meta, body } = &mut *inner;
                body.get_or_insert_with(|| Body::of(meta)).extra().default = Some(d.clone());
                d
            }
        };
        let yields = self.table_type().yields.clone().unwrap_or(Type::Any);
        let value = match &default {
            Value::Func(f) if !matches!(yields, Type::Func(_)) => {
                let parts: Vec<Value> = match index {
                    // A composite index that was passed as one `any`.
                    [Value::List(l)] => l.to_vec(),
                    _ => index.to_vec(),
                };
                cx.call(f, &parts)?
                    .ok_or_else(|| RuntimeError::new("no value returned from &default function"))?
            }
            other => other
                .deep_copy()
                .map_err(|_| RuntimeError::new("&default value for table is not clone-able"))?,
        };
        if insert {
            self.assign(cx, index, Some(value.clone()))?;
        }
        Ok(Some(value))
    }

    /// Tells the `&on_change` function, unless that function made the change.
    pub(super) fn tell(&self, cx: &mut dyn Context, on_change: ThunkId, event: Event<'_>) -> Result<()> {
        {
            let mut inner = self.0.borrow_mut();
            let Inner { meta, body } = &mut *inner;
            let extra = body.get_or_insert_with(|| Body::of(meta)).extra();
            if extra.changing {
                return Ok(());
            }
            extra.changing = true;
        }
        let told = self.call_on_change(cx, on_change, event);
        if let Some(b) = &mut self.0.borrow_mut().body {
            b.extra().changing = false;
        }
        told
    }

    fn call_on_change(&self, cx: &mut dyn Context, on_change: ThunkId, event: Event<'_>) -> Result<()> {
        let f = cx.thunk(on_change)?;
        let Some(f) = f.as_func() else { return Err(RuntimeError::new("not a function")) };
        let change = match f.ty.params.get(1).map(|p| &p.ty) {
            Some(Type::Enum(e)) => Value::enumerator(event.change as i64, e),
            _ => Value::Count(event.change as u64),
        };
        let mut args = vec![Value::Table(self.clone()), change];
        args.extend(self.index_of(event.key));
        args.extend(event.value);
        // An error ends the `&on_change` function, not the code that changed the table.
        if let Err(e) = cx.call(f, &args) {
            cx.report_error(&e);
        }
        Ok(())
    }
}
