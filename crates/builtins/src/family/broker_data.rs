//! `Broker::data` and the functions that read and change it: sets, tables, vectors and records without declared types.
//! The elements of sets and tables are kept sorted.
use crate::call::{Answer, Call, Stop, family};
use crate::cluster::ProgramValues;
use crate::elements::{Pairs, insert, put, remove, take};
use cluster_values::{BrokerData, data_of, opaque};
use cluster_wire::Data;
use std::cell::RefMut;
use value::{Opaque, OpaqueState, Record, Value};

family! {
    "Broker::__data" => |c| {
        let data = data(c, 0)?;
        wrapped(c, Some(data))
    },
    "Broker::__data_type" => data_type,
    "Broker::__opaque_clone_through_serialization" => clone_opaque,
    "Broker::__set_create" => |c| wrapped(c, Some(Data::Set(Vec::new()))),
    "Broker::__set_clear" => |c| change(c, |d| set(d).map(Vec::clear)).map(|done| done.is_some().into()),
    "Broker::__set_size" => |c| size(c, |d| Some(set(d)?.len())),
    "Broker::__set_contains" => |c| {
        let key = data(c, 1)?;
        Ok(change(c, |d| Some(set(d)?.contains(&key)))?.unwrap_or(false).into())
    },
    "Broker::__set_insert" => |c| {
        let key = data(c, 1)?;
        Ok(change(c, |d| Some(insert(set(d)?, key)))?.unwrap_or(false).into())
    },
    "Broker::__set_remove" => |c| {
        let key = data(c, 1)?;
        Ok(change(c, |d| Some(remove(set(d)?, &key)))?.unwrap_or(false).into())
    },
    "Broker::__set_iterator" => |c| walk(c, "Broker::SetIterator"),
    "Broker::__set_iterator_last" => is_last,
    "Broker::__set_iterator_next" => next,
    "Broker::__set_iterator_value" => current,
    "Broker::__table_create" => |c| wrapped(c, Some(Data::Table(Vec::new()))),
    "Broker::__table_clear" => |c| change(c, |d| table(d).map(Vec::clear)).map(|done| done.is_some().into()),
    "Broker::__table_size" => |c| size(c, |d| Some(table(d)?.len())),
    "Broker::__table_contains" => |c| {
        let key = data(c, 1)?;
        Ok(change(c, |d| Some(table(d)?.iter().any(|(k, _)| *k == key)))?.unwrap_or(false).into())
    },
    "Broker::__table_insert" => |c| {
        let (key, value) = (data(c, 1)?, data(c, 2)?);
        let old = change(c, |d| Some(put(table(d)?, key, value)))?.flatten();
        wrapped(c, old)
    },
    "Broker::__table_remove" => |c| {
        let key = data(c, 1)?;
        let old = change(c, |d| Some(take(table(d)?, &key)))?.flatten();
        wrapped(c, old)
    },
    "Broker::__table_lookup" => |c| {
        let key = data(c, 1)?;
        let found = change(c, |d| Some(table(d)?.iter().find(|(k, _)| *k == key).map(|(_, v)| v.clone())))?;
        wrapped(c, found.flatten())
    },
    "Broker::__table_iterator" => |c| walk(c, "Broker::TableIterator"),
    "Broker::__table_iterator_last" => is_last,
    "Broker::__table_iterator_next" => next,
    "Broker::__table_iterator_value" => current,
    "Broker::__vector_create" => |c| wrapped(c, Some(Data::List(Vec::new()))),
    "Broker::__vector_clear" => |c| change(c, |d| list(d).map(Vec::clear)).map(|done| done.is_some().into()),
    "Broker::__vector_size" => |c| size(c, |d| Some(list(d)?.len())),
    "Broker::__vector_insert" => |c| {
        let (at, value) = (index(c)?, data(c, 2)?);
        let done = change(c, |d| {
            let list = list(d)?;
            list.insert(at.min(list.len()), value);
            Some(())
        });
        Ok(done?.is_some().into())
    },
    "Broker::__vector_replace" => |c| {
        let (at, value) = (index(c)?, data(c, 2)?);
        let old = change(c, |d| Some(std::mem::replace(list(d)?.get_mut(at)?, value)))?;
        wrapped(c, old)
    },
    "Broker::__vector_remove" => |c| {
        let at = index(c)?;
        let old = change(c, |d| {
            let list = list(d)?;
            (at < list.len()).then(|| list.remove(at))
        })?;
        wrapped(c, old)
    },
    "Broker::__vector_lookup" => lookup,
    "Broker::__vector_iterator" => |c| walk(c, "Broker::VectorIterator"),
    "Broker::__vector_iterator_last" => is_last,
    "Broker::__vector_iterator_next" => next,
    "Broker::__vector_iterator_value" => current,
    "Broker::__record_create" => |c| {
        let fields = usize::try_from(c.count(0)?).unwrap_or(usize::MAX);
        if fields > MOST_FIELDS {
            c.error("a record of Broker's has at most 10000 fields");
            return wrapped(c, None);
        }
        wrapped(c, Some(Data::List(vec![Data::None; fields])))
    },
    "Broker::__record_size" => |c| size(c, |d| Some(list(d)?.len())),
    "Broker::__record_assign" => |c| {
        let (at, value) = (index(c)?, data(c, 2)?);
        let done = change(c, |d| {
            *list(d)?.get_mut(at)? = value;
            Some(())
        });
        Ok(done?.is_some().into())
    },
    "Broker::__record_lookup" => lookup,
    "Broker::__record_iterator" => |c| walk(c, "Broker::RecordIterator"),
    "Broker::__record_iterator_last" => is_last,
    "Broker::__record_iterator_next" => next,
    "Broker::__record_iterator_value" => current,
}

/// The maximum number of fields in a record that a script creates.
const MOST_FIELDS: usize = 10_000;

/// Converts an argument to data, with sets and tables sorted.
pub(super) fn data(c: &mut Call<'_>, at: usize) -> Result<Data<'static>, Stop> {
    match data_of(c.arg(at), &ProgramValues(c.cx)) {
        Ok(mut data) => {
            sort(&mut data);
            Ok(data)
        }
        Err(e) => {
            c.error_on(&format!("invalid Broker data conversion: {e}"), at);
            Err(Stop::Nothing)
        }
    }
}

/// Sorts the elements of sets and tables, at any depth.
fn sort(data: &mut Data<'_>) {
    match data {
        Data::Set(all) => {
            all.iter_mut().for_each(sort);
            all.sort_unstable();
        }
        Data::List(all) => all.iter_mut().for_each(sort),
        Data::Table(all) => {
            for (key, value) in all.iter_mut() {
                sort(key);
                sort(value);
            }
            all.sort_unstable_by(|(a, _), (b, _)| a.cmp(b));
        }
        _ => {}
    }
}

/// Wraps data in a `Broker::Data` record, whose field is unset if there is no data.
pub(super) fn wrapped(c: &mut Call<'_>, data: Option<Data<'static>>) -> Answer {
    let r = Record::unset(c.record_type("Broker::Data")?);
    if let Some(data) = data.filter(|d| !matches!(d, Data::None)) {
        r.set(0, opaque(data));
    }
    Ok(Value::Record(r))
}

/// Returns the opaque value in the `Broker::Data` of the first argument.
fn inner(c: &Call<'_>) -> Result<Option<Opaque>, Stop> {
    Ok(c.record(0)?.get(0).and_then(|v| match v {
        Value::Opaque(o) => Some(o),
        _ => None,
    }))
}

/// Calls `f` with the data of the first argument. If that is not set, reports an error and returns `None`.
fn change<R>(c: &mut Call<'_>, f: impl FnOnce(&mut Data<'static>) -> Option<R>) -> Result<Option<R>, Stop> {
    let held = inner(c)?;
    let Some(held) = held else {
        c.error("the Broker data is not set");
        return Ok(None);
    };
    let Some(state) = held.state_mut::<BrokerData>() else { return Err(Stop::WrongOpaque) };
    Ok(f(&mut RefMut::map(state, |s| &mut s.0)))
}

fn size(c: &mut Call<'_>, f: fn(&mut Data<'static>) -> Option<usize>) -> Answer {
    Ok((change(c, f)?.unwrap_or(0) as u64).into())
}

fn index(c: &Call<'_>) -> Result<usize, Stop> {
    Ok(usize::try_from(c.count(1)?).unwrap_or(usize::MAX))
}

fn set<'d>(data: &'d mut Data<'static>) -> Option<&'d mut Vec<Data<'static>>> {
    if let Data::Set(all) = data { Some(all) } else { None }
}

fn list<'d>(data: &'d mut Data<'static>) -> Option<&'d mut Vec<Data<'static>>> {
    if let Data::List(all) = data { Some(all) } else { None }
}

fn table<'d>(data: &'d mut Data<'static>) -> Option<&'d mut Pairs> {
    if let Data::Table(all) = data { Some(all) } else { None }
}

fn lookup(c: &mut Call<'_>) -> Answer {
    let at = index(c)?;
    let found = change(c, |d| list(d)?.get(at).cloned())?;
    wrapped(c, found)
}

fn data_type(c: &mut Call<'_>) -> Answer {
    // The enumeration has the order of the tags, except that Int comes before Count.
    let number = change(c, |d| {
        Some(match d {
            Data::Int(_) => 2,
            Data::Count(_) => 3,
            other => i64::from(other.tag()),
        })
    })?;
    c.enumerator("Broker::DataType", number.unwrap_or(0))
}

/// Encodes an opaque value in the form for other nodes, and decodes it again.
fn clone_opaque(c: &mut Call<'_>) -> Answer {
    let Value::Opaque(original) = c.arg(0).clone() else {
        c.error("an opaque value was expected");
        return Ok(c.arg(0).clone());
    };
    if let Some(state) = original.state::<BrokerData>() {
        return Ok(opaque(state.0.clone()));
    }
    let copied = crate::family::opaque_states::state_of(&original)
        .and_then(|state| crate::family::opaque_states::opaque(original.kind(), &state, c.cx))
        .or_else(|| original.state::<Walk>().map(|_| ()).and_then(|()| original.duplicate()));
    match copied {
        Some(copy) => Ok(Value::Opaque(copy)),
        None => {
            c.error(&format!("opaque of {} cannot be sent", original.kind()));
            Err(Stop::Nothing)
        }
    }
}

/// An iteration over the elements that a container had at its start.
#[derive(Clone)]
struct Walk {
    items: Vec<(Data<'static>, Option<Data<'static>>)>,
    at: usize,
}

impl OpaqueState for Walk {
    fn duplicate(&self) -> Option<Box<dyn OpaqueState>> {
        Some(Box::new(self.clone()))
    }
}

fn walk(c: &mut Call<'_>, kind: &str) -> Answer {
    let items = change(c, |d| {
        Some(match d {
            Data::Set(all) | Data::List(all) => all.iter().map(|v| (v.clone(), None)).collect(),
            Data::Table(all) => all.iter().map(|(k, v)| (k.clone(), Some(v.clone()))).collect(),
            _ => return None,
        })
    })?;
    let items = items.unwrap_or_default();
    Ok(Value::Opaque(Opaque::new(kind, Walk { items, at: 0 })))
}

fn with_walk<R>(c: &Call<'_>, f: impl FnOnce(&mut Walk) -> R) -> Result<R, Stop> {
    let walk = c.opaque(0)?;
    let mut walk = walk.state_mut::<Walk>().ok_or(Stop::WrongOpaque)?;
    Ok(f(&mut walk))
}

fn is_last(c: &mut Call<'_>) -> Answer {
    with_walk(c, |w| (w.at >= w.items.len()).into())
}

fn next(c: &mut Call<'_>) -> Answer {
    with_walk(c, |w| {
        w.at = (w.at + 1).min(w.items.len());
        (w.at < w.items.len()).into()
    })
}

fn current(c: &mut Call<'_>) -> Answer {
    let Some((key, value)) = with_walk(c, |w| w.items.get(w.at).cloned())? else {
        c.error("the walk is at its end");
        return wrapped(c, None);
    };
    let Some(value) = value else { return wrapped(c, Some(key)) };
    let item = c.new_record("Broker::TableItem")?;
    item.set_named("key", wrapped(c, Some(key))?);
    item.set_named("val", wrapped(c, Some(value))?);
    Ok(Value::Record(item))
}
