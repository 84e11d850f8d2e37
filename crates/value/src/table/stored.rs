//! Tables whose entries a store keeps, too (`&backend`, `&broker_store`): what a script changes goes to the store, and
//! what the store changes comes into the table.
use super::Table;
use super::attrs::{Change, Event};
use crate::context::Context;
use crate::error::Result;
use crate::value::Value;

/// A change that a script or an expiry made; entries are named by the bytes of their index.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StoredChange<'a> {
    /// An entry is new, or has a new value.
    Put(&'a [u8]),
    /// An entry was removed.
    Removed(&'a [u8]),
    /// An entry has expired.
    Expired(&'a [u8]),
    /// All entries were removed.
    Cleared,
}

impl Table {
    /// Tells the host of a change, if the table is bound to a store.
    #[inline]
    pub(super) fn tell_store(&self, cx: &mut dyn Context, change: StoredChange<'_>) {
        let inner = self.0.borrow();
        let attrs = inner.meta.attrs.as_ref();
        let binding = attrs.and_then(|a| a.store.as_ref()).map_or(0, |s| s.binding.get());
        drop(inner);
        if binding != 0 {
            cx.stored(binding, self, change);
        }
    }

    /// How long entries are kept, in seconds; `None` for ever.
    fn timeout(&self, cx: &mut dyn Context) -> Result<Option<f64>> {
        let expire = self.meta().attrs.as_ref().and_then(|a| a.expire);
        let Some((_, interval)) = expire else { return Ok(None) };
        Ok(cx.thunk(interval)?.as_double().filter(|t| *t >= 0.0))
    }

    /// When an entry will expire, in seconds since the epoch; `None` if never, or if there is no time yet.
    pub fn expires_at(&self, cx: &mut dyn Context, key: &[u8]) -> Result<Option<f64>> {
        let since = self.since(key).filter(|&since| since > 0.0);
        Ok(self.timeout(cx)?.zip(since).map(|(timeout, since)| since + timeout))
    }

    /// Stores what a store holds. The entry expires at `expires`, or as if a script had written it. The store is not told;
    /// the `&on_change` function is if `tells`.
    pub fn put_stored(
        &self,
        cx: &mut dyn Context,
        (key, value): (&[u8], Option<Value>),
        expires: Option<f64>,
        tells: bool,
    ) -> Result<()> {
        let timeout = self.timeout(cx)?;
        let since = match (timeout, expires) {
            (Some(timeout), Some(expires)) => expires - timeout,
            _ => cx.now(),
        };
        let old = self.insert_at(key, value.clone(), since);
        if timeout.is_some() {
            self.watch(cx);
        }
        let (_, on_change) = self.attr_kinds();
        self.tell_put(cx, on_change.filter(|_| tells), (key, value), old)
    }

    /// The entry is to expire at this time.
    pub fn expire_stored_at(&self, cx: &mut dyn Context, key: &[u8], expires: f64) -> Result<()> {
        if let Some(timeout) = self.timeout(cx)? {
            self.set_since(key, expires - timeout);
        }
        Ok(())
    }

    /// Removes what a store no longer holds. The store is not told; the `&on_change` function is.
    pub fn remove_stored(&self, cx: &mut dyn Context, key: &[u8], has_expired: bool) -> Result<()> {
        let Some(value) = self.remove_raw(key) else { return Ok(()) };
        let change = if has_expired { Change::Expired } else { Change::Removed };
        match self.attr_kinds() {
            (_, Some(f)) => self.tell(cx, f, Event { key, value, change }),
            _ => Ok(()),
        }
    }
}
