//! Expiry: removes entries some time after their creation, last write or last access. The machine calls
//! [`Table::expire`] from a timer; each call checks a bounded number of entries.
use super::{Body, Inner, Table, hashed};
use crate::context::Context;
use crate::error::Result;
use crate::types::{ExpireKind, Type};
use crate::value::Value;
use std::rc::Rc;

/// How a round of expiry ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Expiry {
    /// Every entry was checked; the next round is due after `table_expire_interval`.
    Done,
    /// Entries remain to be checked; the round continues after `table_expire_delay`.
    More,
}

impl Table {
    /// Records an access if the table expires by accesses of this kind.
    #[inline]
    pub(super) fn touch(&self, key: &[u8], access: ExpireKind, now: f64) {
        let mut inner = self.0.borrow_mut();
        let Inner { meta, body } = &mut *inner;
        let counts = meta.attrs.as_ref().and_then(|a| a.expire).is_some_and(|(kind, _)| kind == access);
        if counts && let Some(e) = body.as_mut().and_then(|b| b.entries.timed(hashed(meta, key))) {
            e.since = now;
        }
    }

    /// Returns the time at which an entry's expiry clock was started.
    pub(super) fn since(&self, key: &[u8]) -> Option<f64> {
        let mut inner = self.0.borrow_mut();
        let Inner { meta, body } = &mut *inner;
        body.as_mut()?.entries.timed(hashed(meta, key)).map(|e| e.since)
    }

    pub(super) fn set_since(&self, key: &[u8], since: f64) {
        let mut inner = self.0.borrow_mut();
        let Inner { meta, body } = &mut *inner;
        if let Some(e) = body.as_mut().and_then(|b| b.entries.timed(hashed(meta, key))) {
            e.since = since;
        }
    }

    /// Tells the machine, once, that this table has entries that can expire.
    pub(super) fn watch(&self, cx: &mut dyn Context) {
        let first = {
            let mut inner = self.0.borrow_mut();
            let Inner { meta, body } = &mut *inner;
            !std::mem::replace(&mut body.get_or_insert_with(|| Body::of(meta)).extra().watched, true)
        };
        if first {
            cx.watch_expiry(self);
        }
    }

    /// Checks up to `step` entries and removes those that have expired by `now`. Clocks of entries count whole seconds
    /// from `first`, the first network time of the run: Zeek expires an entry up to a second early.
    pub fn expire(&self, cx: &mut dyn Context, now: f64, first: f64, step: usize) -> Result<Expiry> {
        let Some(timeout) = self.lifetime(cx)? else { return Ok(Expiry::Done) };
        for _ in 0..step {
            let Some((key, since)) = self.next_expiring() else { return Ok(Expiry::Done) };
            if since == 0.0 {
                // The entry was added before the first packet, when time was unknown: its clock starts now.
                self.set_since(&key, now);
                continue;
            }
            if first + (since - first).trunc() + timeout >= now {
                continue;
            }
            self.expire_entry(cx, &key, now - timeout)?;
        }
        Ok(Expiry::More)
    }

    /// The seconds after which entries expire now; `None` if they do not.
    fn lifetime(&self, cx: &mut dyn Context) -> Result<Option<f64>> {
        let meta = self.meta();
        let Some((_, interval)) = meta.attrs.as_ref().and_then(|a| a.expire) else { return Ok(None) };
        Ok(cx.thunk(interval)?.as_double().filter(|t| *t >= 0.0))
    }

    /// The time before which entries expire early so that `spared` younger ones stay; `None` if there are fewer than twice
    /// as many, or the table's entries do not expire.
    pub fn early_limit(&self, cx: &mut dyn Context, spared: usize) -> Option<f64> {
        if self.len() < spared.saturating_mul(2).max(1) {
            return None;
        }
        // An interval that cannot be computed is reported by the ordinary rounds.
        self.lifetime(cx).ok().flatten()?;
        let mut inner = self.0.borrow_mut();
        let body = inner.body.as_mut()?;
        // The walk that expires them begins anew.
        if let Some(cursor) = body.extra().expiring.take() {
            body.entries.finish(cursor);
        }
        let mut times = body.entries.times();
        let at = times.len().checked_sub(spared)?;
        (at < times.len()).then(|| *times.select_nth_unstable_by(at, f64::total_cmp).1)
    }

    /// Checks up to `step` entries and removes those whose clock was started before `limit`, as if their time were over;
    /// `&expire_func` may keep them. Adds those that are gone to `removed`.
    pub fn expire_early(
        &self,
        cx: &mut dyn Context,
        limit: f64,
        step: usize,
        removed: &mut u64,
    ) -> Result<Expiry> {
        for _ in 0..step {
            let Some((key, since)) = self.next_expiring() else { return Ok(Expiry::Done) };
            if since != 0.0 && since < limit && self.expire_entry(cx, &key, limit)? {
                *removed += 1;
            }
        }
        Ok(Expiry::More)
    }

    /// Removes an entry whose time is over, unless `&expire_func` grants it more seconds, which count from `base`. Returns
    /// whether it is gone.
    fn expire_entry(&self, cx: &mut dyn Context, key: &[u8], base: f64) -> Result<bool> {
        let more = self.call_expire_func(cx, key)?;
        if !self.has_raw(key) {
            return Ok(true);
        }
        if more > 0.0 {
            self.set_since(key, base + more);
            return Ok(false);
        }
        let Some(old) = self.remove_raw(key) else { return Ok(false) };
        self.expired(cx, key, old)?;
        Ok(true)
    }

    /// The next entry to check: the bytes of its index, and the time at which its clock was started.
    fn next_expiring(&self) -> Option<(Box<[u8]>, f64)> {
        let mut inner = self.0.borrow_mut();
        let body = inner.body.as_mut()?;
        let kept = body.extra().expiring.take();
        let mut cursor = kept.unwrap_or_else(|| body.entries.cursor());
        let found = body.entries.next_timed(&mut cursor);
        if found.is_some() {
            body.extra().expiring = Some(cursor);
        }
        found
    }

    /// Calls `&expire_func` for the extra seconds that it grants; returns 0 if there is no such function.
    fn call_expire_func(&self, cx: &mut dyn Context, key: &[u8]) -> Result<f64> {
        let meta = self.meta();
        let Some(thunk) = meta.attrs.as_ref().and_then(|a| a.expire_func) else { return Ok(0.0) };
        let f = cx.thunk(thunk)?;
        let Some(f) = f.as_func() else { return Ok(0.0) };
        let mut args = vec![Value::Table(self.clone())];
        let index = self.index_of(key);
        let as_any = matches!(&f.ty.params[..], [_, p] if matches!(p.ty, Type::Any));
        if as_any && index.len() > 1 {
            args.push(Value::List(Rc::new(index)));
        } else {
            args.extend(index);
        }
        match cx.call(f, &args) {
            Ok(v) => Ok(v.and_then(|v| v.as_double()).unwrap_or(0.0)),
            // On an error, the entry expires.
            Err(e) => {
                let place = cx.thunk_loc(thunk);
                cx.report_error(&e.at(place, || None));
                Ok(0.0)
            }
        }
    }
}
