//! `Broker::create_master` and the functions on stores.
mod database;
mod open;
mod tables;
mod turn;

pub(crate) use open::keep_in_buckets;
pub use tables::bind_tables;
pub use turn::tend_stores;
pub(crate) use turn::{hear, lose_touch, resync};

use super::broker_data::{data, wrapped};
use crate::call::{Answer, Call, Stop, family};
use crate::stores::{
    Answered, Change, Content, Handle, Intervals, Maker, Query, Shared, Store, What, clone_topic,
    master_topic,
};
use cluster::Carrier;
use cluster_wire::Data;
use open::{Opened, open_clone, open_master};
use std::rc::Rc;
use tables::settle;
use value::{ErrorKind, Opaque, RuntimeError, Value};

family! {
    "Broker::__create_master" => create_master,
    "Broker::__create_clone" => create_clone,
    "Broker::__is_closed" => |c| {
        let is_closed = handle(c)?.is_none_or(|s| s.borrow().is_closed);
        Ok(is_closed.into())
    },
    "Broker::__close" => close,
    "Broker::__store_name" => |c| {
        let Some(store) = open(c)? else { return Ok("".into()) };
        let name = store.borrow().name.clone();
        Ok(name.into())
    },
    "Broker::__exists" => |c| {
        let key = data(c, 1)?;
        ask(c, Query::Exists(key))
    },
    "Broker::__get" => |c| {
        let key = data(c, 1)?;
        ask(c, Query::Get(key))
    },
    "Broker::__get_index_from_value" => |c| {
        let (key, index) = (data(c, 1)?, data(c, 2)?);
        ask(c, Query::Index(key, index))
    },
    "Broker::__keys" => |c| ask(c, Query::Keys),
    "Broker::__put_unique" => put_unique,
    "Broker::__put" => |c| change(c, What::Put, Some(3)),
    "Broker::__erase" => |c| change(c, What::Erase, None),
    "Broker::__increment" => |c| change(c, What::Increment, Some(3)),
    "Broker::__decrement" => |c| change(c, What::Decrement, Some(3)),
    "Broker::__append" => |c| change(c, What::Append, Some(3)),
    "Broker::__insert_into_set" => |c| change(c, What::InsertIntoSet, Some(3)),
    "Broker::__insert_into_table" => |c| {
        let (key, index, value) = (data(c, 1)?, data(c, 2)?, data(c, 3)?);
        let keep = c.double(4)?;
        let with = Data::List(vec![index, value]);
        carry_out(c, Change::Of { key, what: What::InsertIntoTable, with, keep })
    },
    "Broker::__remove_from" => |c| change(c, What::RemoveFrom, Some(3)),
    "Broker::__push" => |c| change(c, What::Push, Some(3)),
    "Broker::__pop" => |c| {
        let (key, keep) = (data(c, 1)?, c.double(2)?);
        carry_out(c, Change::Of { key, what: What::Pop, with: Data::None, keep })
    },
    "Broker::__clear" => |c| carry_out(c, Change::Clear),
}

fn opaque(store: Shared) -> Value {
    Value::Opaque(Opaque::new("Broker::Store", Handle(store)))
}

/// Returns the handle for a store that could not be created.
fn closed(name: &str) -> Value {
    let mut store = Store::master(name, "", Content::default());
    store.is_closed = true;
    opaque(Rc::new(std::cell::RefCell::new(store)))
}

fn create_master(c: &mut Call<'_>) -> Answer {
    let name = c.text(0)?;
    let sqlite =
        c.arg(1).enum_name().is_some_and(|n| &*n == "Broker::SQLITE").then(|| database::options(c, 2));
    let sqlite = sqlite.transpose()?.map(|options| options.at(format!("{name}.sqlite")));
    Ok(match open_master(c, &name, sqlite) {
        Opened::Store(store) => {
            tables::load(c, &store);
            opaque(store)
        }
        Opened::TooEarly => {
            open::refuse_loading(c, &format!("Could not create Broker master store '{name}'"));
            closed(&name)
        }
        Opened::Exists => {
            c.error(&format!("Could not create Broker master store '{name}'"));
            closed(&name)
        }
        Opened::Failed(why) => {
            c.error("Failed to attach master store backend_failure:");
            database::tell(c, &format!("store {name}: {why}"));
            c.error(&format!("Could not create Broker master store '{name}'"));
            closed(&name)
        }
    })
}

fn create_clone(c: &mut Call<'_>) -> Answer {
    let name = c.text(0)?;
    let intervals = Intervals { resync: c.double(1)?, stale: c.double(2)?, buffer: c.double(3)? };
    Ok(match open_clone(c, &name, intervals) {
        Opened::Store(store) => opaque(store),
        _ => {
            open::refuse_loading(c, &format!("Could not create clone of Broker store '{name}'"));
            closed(&name)
        }
    })
}

/// Returns the store of the first argument, open or closed.
fn handle(c: &Call<'_>) -> Result<Option<Shared>, Stop> {
    let held = c.opaque(0)?;
    Ok(held.state::<Handle>().map(|h| Rc::clone(&h.0)))
}

/// Returns the store of the first argument. If it is closed, reports an error and returns `None`.
fn open(c: &mut Call<'_>) -> Result<Option<Shared>, Stop> {
    let found = handle(c)?.filter(|s| !s.borrow().is_closed);
    if found.is_none() {
        c.error_on("invalid Broker store handle", 0);
    }
    Ok(found)
}

fn close(c: &mut Call<'_>) -> Answer {
    let Some(store) = open(c)? else { return Ok(false.into()) };
    store.borrow_mut().is_closed = true;
    let name = store.borrow().name.clone();
    let is_master = store.borrow().is_master();
    store.borrow_mut().content = Content::default();
    c.stores().remove(&name);
    if let Some(node) = &mut c.cluster().node {
        node.unsubscribe(&if is_master { master_topic(&name) } else { clone_topic(&name) });
    }
    Ok(true.into())
}

/// Creates a `Broker::QueryResult`.
fn result(c: &mut Call<'_>, answer: Answered) -> Answer {
    let r = c.new_record("Broker::QueryResult")?;
    r.set_named("status", c.enumerator("Broker::QueryStatus", i64::from(answer.is_none()))?);
    r.set_named("result", wrapped(c, answer)?);
    Ok(Value::Record(r))
}

fn ask(c: &mut Call<'_>, query: Query) -> Answer {
    let Some(store) = open(c)? else { return result(c, None) };
    let now = c.cx.now();
    let answer = store.borrow().answer(&query, now);
    match answer {
        Some(answer) => result(c, answer),
        None => {
            let Some(ticket) = c.cx.delay() else {
                c.error("queries of a store may have to wait: call them in a when-condition");
                return result(c, None);
            };
            store.borrow_mut().wait(ticket, query);
            Err(RuntimeError::of(ErrorKind::Delayed, "the result comes later").into())
        }
    }
}

fn put_unique(c: &mut Call<'_>) -> Answer {
    let (key, with, keep) = (data(c, 1)?, data(c, 2)?, c.double(3)?);
    let Some(store) = open(c)? else { return result(c, None) };
    let change = Change::Of { key, what: What::PutUnique, with, keep };
    let decides = store.borrow().is_master() && !store.borrow().is_held();
    if decides {
        let now = c.cx.now();
        let done = store.borrow_mut().change(change, Maker::Call, now);
        let kept = settle(c, &store);
        return match done.and_then(|done| kept.map(|()| done.unwrap_or(false))) {
            Ok(done) => result(c, Some(Data::Bool(done))),
            Err(why) => {
                refuse(c, &store, &why);
                result(c, None)
            }
        };
    }
    let Some(ticket) = c.cx.delay() else {
        c.error("put_unique waits for the master: call it in a when-condition");
        return result(c, None);
    };
    let number = c.stores().next_question();
    store.borrow_mut().ask_unique(number, ticket, change);
    if let Err(why) = settle(c, &store) {
        refuse(c, &store, &why);
    }
    Err(RuntimeError::of(ErrorKind::Delayed, "the result comes later").into())
}

/// A change of a key (argument 1) with a value (argument 2); `keep` is the argument that says how long it is kept.
fn change(c: &mut Call<'_>, what: What, keep: Option<usize>) -> Answer {
    let key = data(c, 1)?;
    let (with, keep) = match keep {
        Some(at) => (data(c, 2)?, c.double(at)?),
        None => (Data::None, 0.0),
    };
    carry_out(c, Change::Of { key, what, with, keep })
}

fn carry_out(c: &mut Call<'_>, change: Change) -> Answer {
    let Some(store) = open(c)? else { return Ok(false.into()) };
    let now = c.cx.now();
    let done = store.borrow_mut().change(change, Maker::Call, now);
    let kept = settle(c, &store);
    if let Err(why) = done.and(kept) {
        refuse(c, &store, &why);
        return Ok(false.into());
    }
    Ok(true.into())
}

/// Reports why a store did not take a change.
fn refuse(c: &mut Call<'_>, store: &Shared, why: &str) {
    let text = format!("store {}: {why}", store.borrow().name);
    c.error(&text);
}
