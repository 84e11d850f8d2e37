//! The entries of a table, in one of four forms.
use super::hash::asks_for_zeeks_order;
use super::lengths::Lengths;
use super::meta::TableMeta;
use crate::value::Value;
use dict::{Chosen, ClusteredDict, Cursor, Key, Order, Table as _};

pub(super) struct Body {
    pub(super) entries: Entries,
    pub(super) extra: Option<Box<Extra>>,
}

/// Entries with a value, a time, or neither.
pub(super) enum Entries {
    Set(Chosen<()>),
    Table(Chosen<Value>),
    /// For tables that expire: each entry has the time of its last relevant access (0: none yet).
    Timed(Chosen<Timed>),
    /// For tables of any kind, in a run that walks tables in Zeek's order.
    Zeeks(Box<ClusteredDict<Timed>>),
}

pub(super) struct Timed {
    pub(super) value: Option<Value>,
    pub(super) since: f64,
}

/// State that few tables need.
#[derive(Default)]
pub(super) struct Extra {
    /// The computed `&default`.
    pub(super) default: Option<Value>,
    /// For tables by subnet: the prefix lengths that occur, in 128-bit form.
    pub(super) lengths: Lengths,
    /// The position at which the last round of expiry stopped.
    pub(super) expiring: Option<Cursor>,
    /// Whether the machine was told to expire this table.
    pub(super) watched: bool,
    /// Whether `&on_change` is running; the changes that it makes do not call it again.
    pub(super) changing: bool,
}

impl Body {
    /// Creates an empty body in the form that the type and attributes need.
    pub(super) fn of(meta: &TableMeta) -> Box<Body> {
        let order = meta.order();
        let entries = if asks_for_zeeks_order() && order == Order::Any {
            Entries::Zeeks(Box::new(ClusteredDict::new(order)))
        } else if meta.expires() {
            Entries::Timed(Chosen::new(order))
        } else if meta.ty.yields.is_none() {
            Entries::Set(Chosen::new(order))
        } else {
            Entries::Table(Chosen::new(order))
        };
        Box::new(Body { entries, extra: None })
    }

    pub(super) fn extra(&mut self) -> &mut Extra {
        self.extra.get_or_insert_default()
    }
}

impl Entries {
    pub(super) fn len(&self) -> usize {
        match self {
            Entries::Set(t) => t.len(),
            Entries::Table(t) => t.len(),
            Entries::Timed(t) => t.len(),
            Entries::Zeeks(t) => t.len(),
        }
    }

    /// Returns the value of an entry; `Some(None)` for an element of a set.
    #[inline]
    pub(super) fn get(&mut self, k: Key<'_>) -> Option<Option<Value>> {
        match self {
            Entries::Set(t) => t.get_mut(k).map(|()| None),
            Entries::Table(t) => t.get_mut(k).map(|v| Some(v.clone())),
            Entries::Timed(t) => t.get_mut(k).map(|v| v.value.clone()),
            Entries::Zeeks(t) => t.get_mut(k).map(|v| v.value.clone()),
        }
    }

    /// Like [`Entries::get`]; also records the access if `now` is given.
    pub(super) fn read(&mut self, k: Key<'_>, now: Option<f64>) -> Option<Option<Value>> {
        match self {
            Entries::Set(_) | Entries::Table(_) => self.get(k),
            _ => self.timed(k).map(|e| {
                e.since = now.unwrap_or(e.since);
                e.value.clone()
            }),
        }
    }

    /// Returns an entry with its time, if this form stores times.
    pub(super) fn timed(&mut self, k: Key<'_>) -> Option<&mut Timed> {
        match self {
            Entries::Set(_) | Entries::Table(_) => None,
            Entries::Timed(t) => t.get_mut(k),
            Entries::Zeeks(t) => t.get_mut(k),
        }
    }

    /// Returns the next entry of a walk for expired entries, as bytes of its index and its time.
    pub(super) fn next_timed(&mut self, c: &mut Cursor) -> Option<(Box<[u8]>, f64)> {
        match self {
            Entries::Set(_) | Entries::Table(_) => None,
            Entries::Timed(t) => t.next(c).map(|(k, e)| (k.bytes().into(), e.since)),
            Entries::Zeeks(t) => t.next(c).map(|(k, e)| (k.bytes().into(), e.since)),
        }
    }

    /// The times of all entries, in the order of a walk.
    pub(super) fn times(&mut self) -> Vec<f64> {
        let mut times = Vec::with_capacity(self.len());
        let mut cursor = self.cursor();
        match self {
            Entries::Set(_) | Entries::Table(_) => {}
            Entries::Timed(t) => {
                while let Some((_, e)) = t.next(&mut cursor) {
                    times.push(e.since);
                }
            }
            Entries::Zeeks(t) => {
                while let Some((_, e)) = t.next(&mut cursor) {
                    times.push(e.since);
                }
            }
        }
        self.finish(cursor);
        times
    }

    #[inline]
    pub(super) fn has(&mut self, k: Key<'_>) -> bool {
        match self {
            Entries::Set(t) => t.get_mut(k).is_some(),
            Entries::Table(t) => t.get_mut(k).is_some(),
            Entries::Timed(t) => t.get_mut(k).is_some(),
            Entries::Zeeks(t) => t.get_mut(k).is_some(),
        }
    }

    /// Stores a value and returns the old one; `None` for a new entry.
    #[inline]
    pub(super) fn insert(&mut self, k: Key<'_>, value: Option<Value>, now: f64) -> Option<Option<Value>> {
        match self {
            Entries::Set(t) => t.insert(k, ()).map(|()| None),
            Entries::Table(t) => t.insert(k, value.unwrap_or(Value::Bool(true))).map(Some),
            Entries::Timed(t) => t.insert(k, Timed { value, since: now }).map(|t| t.value),
            Entries::Zeeks(t) => t.insert(k, Timed { value, since: now }).map(|t| t.value),
        }
    }

    pub(super) fn remove(&mut self, k: Key<'_>) -> Option<Option<Value>> {
        match self {
            Entries::Set(t) => t.remove(k).map(|()| None),
            Entries::Table(t) => t.remove(k).map(Some),
            Entries::Timed(t) => t.remove(k).map(|t| t.value),
            Entries::Zeeks(t) => t.remove(k).map(|t| t.value),
        }
    }

    pub(super) fn cursor(&mut self) -> Cursor {
        match self {
            Entries::Set(t) => t.cursor(),
            Entries::Table(t) => t.cursor(),
            Entries::Timed(t) => t.cursor(),
            Entries::Zeeks(t) => t.cursor(),
        }
    }

    pub(super) fn next(&mut self, c: &mut Cursor) -> Option<(Key<'_>, Option<Value>)> {
        match self {
            Entries::Set(t) => t.next(c).map(|(k, _)| (k, None)),
            Entries::Table(t) => t.next(c).map(|(k, v)| (k, Some(v.clone()))),
            Entries::Timed(t) => t.next(c).map(|(k, v)| (k, v.value.clone())),
            Entries::Zeeks(t) => t.next(c).map(|(k, v)| (k, v.value.clone())),
        }
    }

    pub(super) fn finish(&mut self, c: Cursor) {
        match self {
            Entries::Set(t) => t.finish(c),
            Entries::Table(t) => t.finish(c),
            Entries::Timed(t) => t.finish(c),
            Entries::Zeeks(t) => t.finish(c),
        }
    }

    pub(super) fn each(&self, f: &mut dyn FnMut(&[u8], Option<&Value>)) {
        match self {
            Entries::Set(t) => t.iter().for_each(|(k, _)| f(k.bytes(), None)),
            Entries::Table(t) => t.iter().for_each(|(k, v)| f(k.bytes(), Some(v))),
            Entries::Timed(t) => t.iter().for_each(|(k, v)| f(k.bytes(), v.value.as_ref())),
            Entries::Zeeks(t) => t.iter().for_each(|(k, v)| f(k.bytes(), v.value.as_ref())),
        }
    }
}
