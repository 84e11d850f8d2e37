//! Tables that are bound to stores: `&backend` and `&broker_store`.
//!
//! What a script changes in a table goes to its store at once. What others change in the store comes into the table as the
//! store hears of it ([`settle`]), and calls the table's `&on_change` function.
use super::database::{self, Given};
use super::open::{Opened, open_clone, open_master};
use crate::call::Call;
use crate::cluster::{ProgramValues, encoded_data};
use crate::stores::{BoundTable, Change, EVENT, Effect, Entry, Intervals, Maker, Shared, What};
use cluster_values::{data_of, decode, decode_index, describe, index_data};
use cluster_wire::Data;
use script_vm::Machine;
use std::rc::Rc;
use value::table::KeyBytes;
use value::{Context, ErrorKind, Level, StoredChange, Table, Value};

/// Binds the tables of the program that have `&backend` or `&broker_store`, and makes the stores of the former. False after
/// a message.
pub fn bind_tables(machine: &mut Machine) -> bool {
    let Some(program) = crate::services::Services::of(machine).program.tree.clone() else { return true };
    let stored = (0..).zip(program.globals.iter()).filter_map(|(id, g)| {
        let attrs = Rc::clone(g.attrs.table.as_ref().filter(|a| a.store.is_some())?);
        Some((id, g.name.to_string(), attrs))
    });
    let stored: Vec<_> = stored.collect();
    if stored.is_empty() {
        return true;
    }
    machine.watch_stored(changed);
    let bound = Call::aside(machine, |c| {
        let mut is_sound = true;
        for (global, name, attrs) in stored {
            let Some(attr) = &attrs.store else { continue };
            let value = c.cx.thunk(attr.value).ok();
            let kind = value.as_ref().and_then(Value::enum_name);
            let store = match (attr.is_backend, value.as_ref().and_then(Value::as_string), &kind) {
                (true, _, Some(_)) => format!("___sync_store_{name}"),
                (false, Some(text), _) => text.to_text().into_owned(),
                _ => {
                    let expr = &program.thunk(attr.value).expr;
                    let what = if attr.is_backend { "&backend" } else { "&broker_store" };
                    let text = format!("bad {what} attribute ({expr})");
                    c.cx.report(Level::Runtime(ErrorKind::Expression), &text, Some(expr.loc));
                    is_sound = false;
                    continue;
                }
            };
            c.stores().tables.push(BoundTable { global, store: store.clone() });
            attr.binding.set(c.stores().tables.len() as u32);
            if attr.is_backend {
                is_sound &= open_backend(c, &store, kind.as_deref() == Some("Broker::SQLITE"));
            }
        }
        Ok(is_sound)
    });
    bound.unwrap_or(false)
}

/// Makes the store of a `&backend` table: the master's node owns it, others copy it.
fn open_backend(c: &mut Call<'_>, name: &str, in_database: bool) -> bool {
    let errors = c.services().reporter.errors;
    let is_master = c.global("Broker::table_store_master").and_then(|v| v.as_bool()) != Some(false);
    let opened = if is_master {
        let folder = c.global("Broker::table_store_db_directory");
        let folder = folder.and_then(|v| v.as_string().map(|s| s.to_text().into_owned()));
        let path = format!("{}/{name}.sqlite", folder.filter(|f| !f.is_empty()).as_deref().unwrap_or("."));
        open_master(c, name, in_database.then(|| Given::default().at(path)))
    } else {
        let seconds = |name: &str| c.global(name).and_then(|v| v.as_double()).unwrap_or(0.0);
        let intervals = Intervals {
            resync: seconds("Broker::default_clone_resync_interval"),
            stale: seconds("Broker::default_clone_stale_interval"),
            buffer: seconds("Broker::default_clone_mutation_buffer_interval"),
        };
        open_clone(c, name, intervals)
    };
    match opened {
        Opened::Store(store) if is_master => load(c, &store),
        Opened::Failed(why) => {
            c.report(&format!("Could not create Broker master store '{name}'"));
            database::tell(c, &format!("store {name}: {why}"));
        }
        _ => {}
    }
    c.services().reporter.errors == errors
}

/// The tables that are bound to a store.
fn tables_of(c: &mut Call<'_>, store: &Shared) -> Vec<Table> {
    let mut tables = Vec::new();
    for &binding in &store.borrow().tables {
        let bound = c.stores().table(binding);
        let value = bound.and_then(|bound| c.cx.global(bound.global));
        tables.extend(value.as_ref().and_then(Value::as_table).cloned());
    }
    tables
}

/// A table was changed: its store follows.
fn changed(cx: &mut dyn Context, binding: u32, table: &Table, change: StoredChange<'_>) {
    let done = Call::aside(cx, |c| {
        // A copy of the table has the same attributes, but is not the one that is bound.
        let Some(bound) = c.stores().table(binding) else { return Ok(()) };
        let is_it =
            c.cx.global(bound.global).is_some_and(|v| v.as_table().is_some_and(|t| t.same_object(table)));
        let Some(store) = c.stores().find(&bound.store).filter(|_| is_it) else { return Ok(()) };
        // The master of a clone decides on its own when a key expires.
        if matches!(change, StoredChange::Expired(_)) && !store.borrow().is_master() {
            return Ok(());
        }
        let followed = change_of(c, table, change).and_then(|change| follow(c, &store, change));
        if let Err(why) = followed {
            c.error(&format!("store {}: {why}", bound.store));
        }
        Ok(())
    });
    if let Err(e) = done {
        cx.report_error(&e);
    }
}

fn follow(c: &mut Call<'_>, store: &Shared, change: Change) -> Result<(), String> {
    let now = c.cx.now();
    let done = store.borrow_mut().change(change, Maker::Table, now);
    let kept = settle(c, store);
    done.map(|_| ()).and(kept)
}

/// The change of a store that follows from a table's.
fn change_of(c: &mut Call<'_>, table: &Table, change: StoredChange<'_>) -> Result<Change, String> {
    let (at, what) = match change {
        StoredChange::Cleared => return Ok(Change::Clear),
        StoredChange::Put(at) => (at, What::Put),
        StoredChange::Removed(at) => (at, What::Erase),
        StoredChange::Expired(at) => (at, What::Expire),
    };
    let key = index_data(&table.index_of(at), &ProgramValues(c.cx)).map_err(|e| e.to_string())?;
    let (mut with, mut keep) = (Data::None, 0.0);
    if what == What::Put {
        with = value_data(c, table.get_raw(at).flatten().as_ref())?;
        let until = table.expires_at(c.cx, at).ok().flatten();
        // What is due already lives for the shortest time, since 0 is for ever.
        keep = until.map_or(0.0, |until| (until - c.cx.now()).max(f64::MIN_POSITIVE));
    }
    Ok(Change::Of { key, what, with, keep })
}

/// The value of an entry as data; elements of sets have none.
fn value_data(c: &Call<'_>, value: Option<&Value>) -> Result<Data<'static>, String> {
    value.map_or(Ok(Data::None), |v| data_of(v, &ProgramValues(c.cx)).map_err(|e| e.to_string()))
}

/// Sends what a store has to say, and lets its tables follow what has changed in it.
///
/// # Errors
/// Its database did not take a change.
pub(super) fn settle(c: &mut Call<'_>, store: &Shared) -> Result<(), String> {
    let messages = store.borrow_mut().take_messages();
    for (topic, args) in messages {
        let mut body = c.buffer();
        encoded_data(EVENT, args, None, &mut body);
        c.cluster().send(&topic, EVENT, &body);
    }
    let effects = store.borrow_mut().take_effects();
    if !effects.is_empty() {
        for table in tables_of(c, store) {
            effects.iter().for_each(|effect| bring_in(c, store, &table, effect));
        }
    }
    store.borrow_mut().content.trouble.take().map_or(Ok(()), Err)
}

/// Brings what has changed in a store into a table.
fn bring_in(c: &mut Call<'_>, store: &Shared, table: &Table, effect: &Effect) {
    match effect {
        Effect::Key { key, has_expired } => bring_key(c, store, table, key, *has_expired),
        Effect::All => {
            let mut keys = store.borrow().content.keys();
            for (index, _) in table.entries() {
                keys.extend(index_data(&index, &ProgramValues(c.cx)));
            }
            keys.sort();
            keys.dedup();
            keys.iter().for_each(|key| bring_key(c, store, table, key, false));
        }
    }
}

/// Makes the entry of a key what it is in the store.
fn bring_key(c: &mut Call<'_>, store: &Shared, table: &Table, key: &Data<'static>, has_expired: bool) {
    if store.borrow().is_unconfirmed(key) {
        return;
    }
    let entry = store.borrow().content.entry(key).cloned();
    let name = store.borrow().name.clone();
    let misfit = |c: &mut Call<'_>, what: &str| {
        let text = format!(
            "ProcessStoreEvent Insert: could not convert {what} store \"{name}\" while receiving remote data. This \
             probably means the tables have different types on different nodes."
        );
        c.cx.report(Level::Error, &text, None);
    };
    let done = match (key_of(c, table, key), entry) {
        (Err(()), None) => return,
        (Err(()), Some(_)) => return misfit(c, &format!("key {} for", shown(key))),
        (Ok(at), None) => table.remove_stored(c.cx, at.bytes(), has_expired),
        (Ok(at), Some(entry)) => {
            let old = table.get_raw(at.bytes());
            if old.is_some_and(|old| value_data(c, old.as_ref()).is_ok_and(|old| old == entry.value)) {
                match expiry(&entry) {
                    Some(until) => table.expire_stored_at(c.cx, at.bytes(), until),
                    None => Ok(()),
                }
            } else {
                match value_of(c, table, &entry) {
                    Ok(value) => table.put_stored(c.cx, (at.bytes(), value), expiry(&entry), true),
                    Err(()) => {
                        let value = shown(&entry.value);
                        return misfit(c, &format!("value {value} for key {} in", shown(key)));
                    }
                }
            }
        }
    };
    if let Err(e) = done {
        c.cx.report_error(&e);
    }
    c.cx.changed();
}

fn expiry(entry: &Entry) -> Option<f64> {
    Some(entry.expires).filter(|until| *until > 0.0)
}

/// The bytes of a key as an index of a table.
fn key_of(c: &Call<'_>, table: &Table, key: &Data<'static>) -> Result<KeyBytes, ()> {
    let index = decode_index(key, &table.table_type(), &ProgramValues(c.cx)).map_err(|_| ())?;
    table.key(&index).map_err(|_| ())
}

/// The value of an entry as one of a table; `None` for an element of a set.
fn value_of(c: &Call<'_>, table: &Table, entry: &Entry) -> Result<Option<Value>, ()> {
    match &table.table_type().yields {
        Some(yields) => decode(&entry.value, yields, &ProgramValues(c.cx)).map(Some).map_err(|_| ()),
        None if entry.value == Data::None => Ok(None),
        None => Err(()),
    }
}

/// Data as messages show it: strings in quotes.
fn shown(data: &Data<'_>) -> String {
    let mut out = Vec::new();
    describe(data, &mut out);
    let text = String::from_utf8_lossy(&out).into_owned();
    if matches!(data, Data::String(_)) { format!("\"{text}\"") } else { text }
}

/// A master was made: its tables get its content, and it gets what they hold already. No `&on_change` function is called.
pub(super) fn load(c: &mut Call<'_>, store: &Shared) {
    for table in tables_of(c, store) {
        if let Err(what) = load_table(c, store, &table) {
            let name = store.borrow().name.clone();
            let text = format!(
                "Failed to convert {what} while importing broker store to table for store \"{name}\". Aborting import."
            );
            c.cx.report(Level::Error, &text, None);
            return;
        }
        for (at, _) in table.raw_entries() {
            if let Err(why) = add_missing(c, store, &table, &at) {
                let name = store.borrow().name.clone();
                c.report(&format!("store {name}: {why}"));
                return;
            }
        }
    }
}

/// Puts an entry of a table into its store unless the store has one.
fn add_missing(c: &mut Call<'_>, store: &Shared, table: &Table, at: &[u8]) -> Result<(), String> {
    let mut change = change_of(c, table, StoredChange::Put(at))?;
    if let (true, Change::Of { what, .. }) = (store.borrow().is_held(), &mut change) {
        *what = What::PutUnique;
    }
    let is_there = change.key().is_some_and(|key| store.borrow().content.entry(key).is_some());
    if is_there { Ok(()) } else { follow(c, store, change) }
}

/// Puts the content of a store into a table. An error says what does not fit.
fn load_table(c: &mut Call<'_>, store: &Shared, table: &Table) -> Result<(), String> {
    let entries: Vec<_> =
        store.borrow().content.entries().map(|(key, entry)| (key.clone(), entry.clone())).collect();
    for (key, entry) in entries {
        let at = key_of(c, table, &key).map_err(|()| format!("key {}", shown(&key)))?;
        let value = value_of(c, table, &entry)
            .map_err(|()| format!("value {} for key {}", shown(&entry.value), shown(&key)))?;
        if let Err(e) = table.put_stored(c.cx, (at.bytes(), value), expiry(&entry), false) {
            c.cx.report_error(&e);
        }
    }
    Ok(())
}
