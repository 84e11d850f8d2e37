//! `Broker::create_master` and the functions on stores.
use super::broker_data::{data, wrapped};
use super::clusters::complain;
use crate::call::{Answer, Call, Stop, family};
use crate::services::Services;
use crate::stores::{
    Answered, Change, Content, EVENT, Handle, Query, Role, Shared, Store, What, clone_topic, master_topic,
};
use cluster::Carrier;
use cluster_wire::Data;
use script_vm::Machine;
use std::rc::Rc;
use std::time::Duration;
use storage::{Options, Sqlite};
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

/// `Broker::LOG_ERROR`.
const LOG_ERROR: i64 = 1;

fn opaque(store: Shared) -> Value {
    Value::Opaque(Opaque::new("Broker::Store", Handle(store)))
}

/// A handle of a store that could not be made.
fn closed(name: &str) -> Value {
    let mut store = Store::master(name, Content::default());
    store.is_closed = true;
    opaque(Rc::new(std::cell::RefCell::new(store)))
}

fn create_master(c: &mut Call<'_>) -> Answer {
    let name = c.text(0)?;
    if c.program().loading {
        complain(c, "Broker stores cannot be created at the global scope");
        complain(c, &format!("Could not create Broker master store '{name}'"));
        return Ok(closed(&name));
    }
    let failed = |c: &mut Call<'_>| {
        c.error(&format!("Could not create Broker master store '{name}'"));
        Ok(closed(&name))
    };
    if c.stores().find(&name).is_some() {
        return failed(c);
    }
    let is_sqlite = c.arg(1).enum_name().is_some_and(|n| &*n == "Broker::SQLITE");
    let content = if is_sqlite { in_database(c, &name)? } else { Ok(Content::default()) };
    let content = match content {
        Ok(content) => content,
        Err(why) => {
            c.error("Failed to attach master store backend_failure:");
            tell_backend(c, &format!("store {name}: {why}"));
            return failed(c);
        }
    };
    let store = c.stores().add(Store::master(&name, content));
    if let Some(node) = &mut c.cluster().node {
        node.subscribe(&master_topic(&name));
    }
    Ok(opaque(store))
}

/// Opens the database of a store.
fn in_database(c: &mut Call<'_>, name: &str) -> Result<Result<Content, String>, Stop> {
    let options = c.record(2)?.get_named("sqlite");
    let field = |field: &str| options.as_ref().and_then(|o| o.as_record().and_then(|r| r.get_named(field)));
    let given =
        field("path").and_then(|v| v.as_string().map(|s| s.to_text().into_owned())).unwrap_or_default();
    let mut pragmas = Vec::new();
    for (option, pragma) in [("synchronous", "synchronous"), ("journal_mode", "journal_mode")] {
        if let Some(name) = field(option).and_then(|v| v.enum_name()) {
            pragmas.push((pragma.to_owned(), name.rsplit('_').next().unwrap_or_default().to_owned()));
        }
    }
    let checks = field("integrity_check").and_then(|v| v.as_bool()) == Some(true);
    let deletes = field("failure_mode").and_then(|v| v.enum_name());
    let deletes = deletes.is_some_and(|n| &*n == "Broker::SQLITE_FAILURE_MODE_DELETE");
    let path = if given.is_empty() { format!("{name}.sqlite") } else { given };
    let now = c.cx.now();
    let try_open = || {
        let options = Options {
            path: path.clone(),
            table: "store".to_owned(),
            busy: Duration::from_secs(5),
            pragmas: pragmas.clone(),
        };
        let words = |f: storage::Failure| f.text.unwrap_or_default();
        let database = Sqlite::open(&options).map_err(words)?;
        if checks {
            database.check().map_err(words)?;
        }
        Content::in_database(database, now)
    };
    let mut opened = try_open();
    if opened.is_err() && deletes && c.disk().remove_file(&path).is_ok() {
        opened = try_open();
    }
    Ok(opened.map_err(|why| format!("{path}: {why}")))
}

/// Tells why a database failed, if `Broker::log_stderr_severity_level` lets errors through.
fn tell_backend(c: &mut Call<'_>, text: &str) {
    let level = c.global("Broker::log_stderr_severity_level").and_then(|v| v.as_enum()).unwrap_or(0);
    if level >= LOG_ERROR {
        c.streams().print_error(format!("{text}\n").as_bytes());
    }
}

fn create_clone(c: &mut Call<'_>) -> Answer {
    let name = c.text(0)?;
    if c.program().loading {
        complain(c, "Broker stores cannot be created at the global scope");
        complain(c, &format!("Could not create clone of Broker store '{name}'"));
        return Ok(closed(&name));
    }
    if let Some(store) = c.stores().find(&name) {
        return Ok(opaque(store));
    }
    let store = c.stores().add(Store::clone_of(&name));
    if let Some(node) = &mut c.cluster().node {
        node.subscribe(&clone_topic(&name));
    }
    Ok(opaque(store))
}

/// The store of the first argument, open or closed.
fn handle(c: &Call<'_>) -> Result<Option<Shared>, Stop> {
    let held = c.opaque(0)?;
    Ok(held.state::<Handle>().map(|h| Rc::clone(&h.0)))
}

/// The store of the first argument; `None` after a message if it is closed.
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
    let is_master = matches!(store.borrow().role, Role::Master);
    store.borrow_mut().content = Content::default();
    c.stores().remove(&name);
    if let Some(node) = &mut c.cluster().node {
        node.unsubscribe(&if is_master { master_topic(&name) } else { clone_topic(&name) });
    }
    Ok(true.into())
}

/// `Broker::QueryResult`.
fn result(c: &mut Call<'_>, answer: Answered) -> Answer {
    let r = c.new_record("Broker::QueryResult")?;
    r.set_named("status", c.enumerator("Broker::QueryStatus", i64::from(answer.is_none()))?);
    r.set_named("result", wrapped(c, answer)?);
    Ok(Value::Record(r))
}

fn ask(c: &mut Call<'_>, query: Query) -> Answer {
    let Some(store) = open(c)? else { return result(c, None) };
    let answer = store.borrow().answer(&query);
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
    if matches!(store.borrow().role, Role::Master) {
        let now = c.cx.now();
        let done = store.borrow_mut().change(change, now).ok().flatten().unwrap_or(false);
        send(c, &store);
        return result(c, Some(Data::Bool(done)));
    }
    let Some(ticket) = c.cx.delay() else {
        c.error("put_unique waits for the master: call it in a when-condition");
        return result(c, None);
    };
    let number = c.stores().next_question();
    let node = own_id(c);
    store.borrow_mut().ask_unique(number, &node, ticket, change);
    send(c, &store);
    Err(RuntimeError::of(ErrorKind::Delayed, "the result comes later").into())
}

fn own_id(c: &mut Call<'_>) -> String {
    c.cluster().node.as_ref().map_or(String::new(), |n| n.id().to_string())
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
    let done = store.borrow_mut().change(change, now);
    send(c, &store);
    let trouble = store.borrow_mut().content.trouble.take();
    if let Some(why) = done.err().or(trouble) {
        let name = store.borrow().name.clone();
        c.error(&format!("store {name}: {why}"));
        return Ok(false.into());
    }
    Ok(true.into())
}

/// Sends what a store has to say.
fn send(c: &mut Call<'_>, store: &Shared) {
    let messages = store.borrow_mut().take_messages();
    for (topic, args) in messages {
        let mut body = c.buffer();
        crate::cluster::encoded_data(EVENT, args, None, &mut body);
        c.cluster().send(&topic, EVENT, &body);
    }
}

/// What stores of other nodes said: a store's name, a kind and more.
///
/// # Errors
/// Why the message is malformed.
pub(crate) fn hear(machine: &mut Machine, args: Vec<Data<'static>>) -> Result<(), String> {
    let mut args = args.into_iter();
    let (Some(Data::String(name)), Some(Data::String(kind))) = (args.next(), args.next()) else {
        return Err("a message of a store names no store".to_owned());
    };
    let (name, kind) =
        (String::from_utf8_lossy(&name).into_owned(), String::from_utf8_lossy(&kind).into_owned());
    let rest: Vec<_> = args.collect();
    let heard = Call::aside(machine, |c| {
        let Some(store) = c.stores().find(&name) else { return Ok(None) };
        let (now, node) = (c.cx.now(), own_id(c));
        let heard = store.borrow_mut().hear(&kind, rest, now, &node);
        send(c, &store);
        match heard {
            Ok(answers) => {
                c.stores().ready.extend(answers);
                Ok(None)
            }
            Err(why) => Ok(Some(why)),
        }
    });
    heard.ok().flatten().map_or(Ok(()), |why| Err(format!("store {name}: {why}")))
}

/// Lets stores do what is due, and hands over answers that were awaited. Returns whether there were any.
pub fn tend_stores(machine: &mut Machine) -> bool {
    if Services::of(machine).stores.is_unused() {
        return false;
    }
    let answers = Call::aside(machine, |c| {
        let now = c.cx.now();
        for store in c.stores().all() {
            store.borrow_mut().tick(now);
            send(c, &store);
        }
        let ready = std::mem::take(&mut c.stores().ready);
        let mut answers = Vec::new();
        for (ticket, answer) in ready {
            answers.push((ticket, result(c, answer)?));
        }
        Ok(answers)
    });
    let answers = answers.unwrap_or_default();
    let any = !answers.is_empty();
    for (ticket, answer) in answers {
        machine.answer(ticket, Some(answer));
    }
    any
}

/// A connection to another process is new: clones ask for what they may have missed.
pub(crate) fn resync(machine: &mut Machine) {
    let done = Call::aside(machine, |c| {
        for store in c.stores().all() {
            store.borrow_mut().resync();
            send(c, &store);
        }
        Ok(())
    });
    drop(done);
}
