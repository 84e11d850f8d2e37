//! Changes of a store's content.
use super::content::{Content, Entry};
use crate::elements;
use cluster_wire::Data;

/// What a change does to the value of a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum What {
    /// Sets the value.
    Put,
    /// Sets the value unless the key exists.
    PutUnique,
    /// Removes the key.
    Erase,
    /// Removes it, since its time is over.
    Expire,
    /// Adds a number.
    Increment,
    /// Subtracts a number.
    Decrement,
    /// Adds text at the end.
    Append,
    /// Adds an element to a set.
    InsertIntoSet,
    /// Sets an element of a table, from a list with its key and value.
    InsertIntoTable,
    /// Removes an element from a set, or from a table by its key.
    RemoveFrom,
    /// Adds an element to the end of a vector.
    Push,
    /// Removes the last element of a vector.
    Pop,
}

impl What {
    const ALL: [(What, &'static str); 12] = [
        (What::Put, "put"),
        (What::PutUnique, "put_unique"),
        (What::Erase, "erase"),
        (What::Expire, "expire"),
        (What::Increment, "increment"),
        (What::Decrement, "decrement"),
        (What::Append, "append"),
        (What::InsertIntoSet, "insert_into_set"),
        (What::InsertIntoTable, "insert_into_table"),
        (What::RemoveFrom, "remove_from"),
        (What::Push, "push"),
        (What::Pop, "pop"),
    ];

    fn name(self) -> &'static str {
        Self::ALL.into_iter().find(|(what, _)| *what == self).map_or("", |(_, name)| name)
    }
}

/// A change of a store's content.
#[derive(Clone, Debug)]
pub(crate) enum Change {
    /// Removes all keys.
    Clear,
    /// Changes the value of a key.
    Of {
        /// The key.
        key: Data<'static>,
        /// The operation.
        what: What,
        /// The operand.
        with: Data<'static>,
        /// The time until the value expires, in seconds. 0 keeps the current expiration time; a value that is put then
        /// never expires.
        keep: f64,
    },
}

impl Change {
    /// The key, if only one changes.
    pub(crate) fn key(&self) -> Option<&Data<'static>> {
        match self {
            Change::Clear => None,
            Change::Of { key, .. } => Some(key),
        }
    }

    /// Whether it removes a key whose time is over.
    pub(super) fn is_expiry(&self) -> bool {
        matches!(self, Change::Of { what: What::Expire, .. })
    }

    pub(super) fn into_data(self) -> Data<'static> {
        match self {
            Change::Clear => Data::List(Vec::new()),
            Change::Of { key, what, with, keep } => {
                Data::List(vec![super::text(what.name()), key, with, Data::Real(keep)])
            }
        }
    }

    pub(super) fn from_data(data: Data<'static>) -> Result<Self, String> {
        let Data::List(parts) = data else { return Err("a change of a store is no list".to_owned()) };
        if parts.is_empty() {
            return Ok(Change::Clear);
        }
        let [name, key, with, keep] = <[_; 4]>::try_from(parts)
            .map_err(|parts| format!("a change of a store has {} parts, expected 4", parts.len()))?;
        let Data::String(name) = name else { return Err("a change of a store has no name".to_owned()) };
        let found = What::ALL.into_iter().find(|(_, n)| n.as_bytes() == &*name);
        let Some((what, _)) = found else {
            return Err(format!("unknown change {} of a store", String::from_utf8_lossy(&name)));
        };
        Ok(Change::Of { key, what, with, keep: super::real(&keep) })
    }

    /// Applies the change to content. Returns `false` if nothing changed.
    ///
    /// # Errors
    /// Why the change does not fit the current value.
    pub(super) fn apply(self, content: &mut Content, now: f64) -> Result<bool, String> {
        let Change::Of { key, what, with, keep } = self else {
            content.clear();
            return Ok(true);
        };
        let old = content.entry(&key).map(|e| (e.value.clone(), e.expires));
        let expires = match (keep > 0.0, &old) {
            (true, _) => now + keep,
            (false, Some((_, expires))) if !matches!(what, What::Put | What::PutUnique) => *expires,
            (false, _) => 0.0,
        };
        let value = match what {
            What::Erase | What::Expire => return Ok(content.erase(&key)),
            What::Put => with,
            What::PutUnique if old.is_some() => return Ok(false),
            What::PutUnique => with,
            _ => changed(what, old.map(|(value, _)| value), with)?,
        };
        content.put(key, Entry { value, expires });
        Ok(true)
    }
}

/// Returns the new value, for changes that depend on the old one.
fn changed(what: What, old: Option<Data<'static>>, with: Data<'static>) -> Result<Data<'static>, String> {
    let misfit = |old: &Data<'_>| format!("{} does not fit a value of type {}", what.name(), old.type_name());
    match (what, old) {
        (What::Increment | What::Append, None) => Ok(with),
        (What::Increment, Some(old)) => add(&old, &with, 1).ok_or_else(|| misfit(&old)),
        (What::Decrement, Some(old)) => add(&old, &with, -1).ok_or_else(|| misfit(&old)),
        (What::Append, Some(Data::String(old))) => match with {
            Data::String(more) => Ok(Data::String([&*old, &*more].concat().into())),
            other => Err(misfit(&other)),
        },
        (What::InsertIntoSet, None) => Ok(Data::Set(vec![with])),
        (What::InsertIntoSet, Some(Data::Set(mut all))) => {
            elements::insert(&mut all, with);
            Ok(Data::Set(all))
        }
        (What::InsertIntoTable, old @ (None | Some(Data::Table(_)))) => {
            let mut all = if let Some(Data::Table(all)) = old { all } else { Vec::new() };
            let Data::List(pair) = with else { return Err("an element of a table has no key".to_owned()) };
            let [key, value] = <[_; 2]>::try_from(pair)
                .map_err(|_| "an element of a table is a key and a value".to_owned())?;
            elements::put(&mut all, key, value);
            Ok(Data::Table(all))
        }
        (What::RemoveFrom, Some(Data::Set(mut all))) => {
            elements::remove(&mut all, &with);
            Ok(Data::Set(all))
        }
        (What::RemoveFrom, Some(Data::Table(mut all))) => {
            elements::take(&mut all, &with);
            Ok(Data::Table(all))
        }
        (What::Push, None) => Ok(Data::List(vec![with])),
        (What::Push, Some(Data::List(mut all))) => {
            all.push(with);
            Ok(Data::List(all))
        }
        (What::Pop, Some(Data::List(mut all))) => {
            all.pop();
            Ok(Data::List(all))
        }
        (_, Some(old)) => Err(misfit(&old)),
        (_, None) => Err(format!("{}: there is no such key", what.name())),
    }
}

/// Adds or subtracts a number.
fn add(old: &Data<'_>, with: &Data<'_>, sign: i64) -> Option<Data<'static>> {
    let whole = |d: &Data<'_>| match d {
        Data::Count(n) => i64::try_from(*n).ok(),
        Data::Int(n) => Some(*n),
        _ => None,
    };
    Some(match old {
        Data::Count(n) => Data::Count(n.checked_add_signed(whole(with)?.checked_mul(sign)?)?),
        Data::Int(n) => Data::Int(n.checked_add(whole(with)?.checked_mul(sign)?)?),
        Data::Real(n) => match with {
            Data::Real(m) => Data::Real(n + m * sign as f64),
            _ => return None,
        },
        Data::Time(t) => match with {
            Data::Interval(i) if sign > 0 => Data::Time(*t + *i),
            Data::Interval(i) => Data::Time(*t - *i),
            _ => return None,
        },
        Data::Interval(t) => match with {
            Data::Interval(i) if sign > 0 => Data::Interval(*t + *i),
            Data::Interval(i) => Data::Interval(*t - *i),
            _ => return None,
        },
        _ => return None,
    })
}
