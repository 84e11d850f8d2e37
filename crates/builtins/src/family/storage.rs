//! `Storage::…`: backends, and the keys and values in them.
//!
//! SQLite answers at once: an asynchronous operation is also carried out at once, and its `when` gets the result after the
//! current handlers. A Redis server answers later; the `when` gets the result when it has come.
mod arrivals;
mod measures;
mod opening;

pub use arrivals::deliver_stored;
pub(super) use measures::update;

use super::json;
use crate::call::{Answer, Call, Stop, family};
use ::storage::{Answer as Found, Asked, Backend, Code, Failure, Now, Outcome, Redis, Shared, Step, Store};
use measures::{add, measure};
use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;
use value::{ErrorKind, Opaque, OpaqueState, RuntimeError, Type, Value};

family! {
    "Storage::Sync::__open_backend" => |c| open(c, None),
    "Storage::Sync::__close_backend" => |c| close(c, None),
    "Storage::Sync::__put" => |c| put(c, None),
    "Storage::Sync::__get" => |c| get(c, None),
    "Storage::Sync::__erase" => |c| erase(c, None),
    "Storage::Async::__open_backend" => |c| later(c, open),
    "Storage::Async::__close_backend" => |c| later(c, close),
    "Storage::Async::__put" => |c| later(c, put),
    "Storage::Async::__get" => |c| later(c, get),
    "Storage::Async::__erase" => |c| later(c, erase),
    "Storage::is_open" => |c| Ok(handle(c).is_ok().into()),
    "Storage::is_forced_sync" => |c| {
        let handle = c.opaque(0)?;
        let forced = handle.state::<Handle>().is_some_and(|h| h.forced_sync && h.backend.borrow().is_some());
        Ok(forced.into())
    },
}

/// The prefix of values stored as JSON.
const JSON: &[u8] = b"JSONv1;";

/// The state of a script's handle.
struct Handle {
    backend: Shared,
    forced_sync: bool,
}

impl OpaqueState for Handle {
    fn duplicate(&self) -> Option<Box<dyn OpaqueState>> {
        Some(Box::new(Handle { backend: Rc::clone(&self.backend), forced_sync: self.forced_sync }))
    }
}

/// Carries out an operation for the `when` that waits.
fn later(c: &mut Call<'_>, run: fn(&mut Call<'_>, Option<u64>) -> Answer) -> Answer {
    let Some(ticket) = c.cx.delay() else {
        c.error("Asynchronous storage operations must be called via a when-condition");
        return c.nothing();
    };
    run(c, Some(ticket))
}

/// The answer to a call: the result, or word that the `when` with this ticket gets it later.
fn answer(c: &mut Call<'_>, ticket: Option<u64>, outcome: Outcome<Option<Value>>) -> Answer {
    let result = result(c, outcome)?;
    given(c, ticket, result)
}

fn given(c: &mut Call<'_>, ticket: Option<u64>, result: Value) -> Answer {
    let Some(ticket) = ticket else { return Ok(result) };
    c.storage().ready.push((ticket, result));
    Err(delayed())
}

fn delayed() -> Stop {
    RuntimeError::of(ErrorKind::Delayed, "the result comes later").into()
}

fn now(c: &mut Call<'_>) -> Now {
    Now { scripts: c.cx.now(), wall: c.clock().wall_clock() }
}

/// Creates a `Storage::OperationResult`.
fn result(c: &mut Call<'_>, outcome: Outcome<Option<Value>>) -> Answer {
    let r = c.new_record("Storage::OperationResult")?;
    let (code, text, value) = match outcome {
        Ok(v) => (Code::Success, None, v),
        Err(f) => (f.code, f.text, None),
    };
    r.set_named("code", c.enumerator("Storage::ReturnCode", code as i64)?);
    if let Some(text) = text {
        r.set_named("error_str", text);
    }
    if let Some(value) = value {
        r.set_named("value", value);
    }
    Ok(r.into())
}

/// Returns the backend of the first argument, if it is open.
fn handle(c: &Call<'_>) -> Outcome<Shared> {
    let odd = || Failure { code: Code::Failed, text: Some("Invalid storage handle type".to_owned()) };
    let handle = c.opaque(0).map_err(|_| odd())?;
    let shared = handle.state::<Handle>().map(|h| Rc::clone(&h.backend)).ok_or_else(odd)?;
    let open = shared.borrow().is_some();
    if open { Ok(shared) } else { Err(closed()) }
}

fn closed() -> Failure {
    Failure { code: Code::NotConnected, text: Some("Backend is closed".to_owned()) }
}

fn open(c: &mut Call<'_>, ticket: Option<u64>) -> Answer {
    let (tag, options) = (c.arg(0).clone(), c.record(1)?);
    let named = tag.enum_name().ok_or(Stop::Argument(0))?;
    let (Value::Type(key), Value::Type(value)) = (c.arg(2).clone(), c.arg(3).clone()) else {
        c.error("types of keys and values were expected");
        return c.nothing();
    };
    let started = c.clock().wall_clock();
    let outcome = match opening::store_of(c, &named, &options) {
        Ok((store, config)) => {
            let (key, value, options) = ((*key).clone(), (*value).clone(), Value::Record(options));
            let mut b = Backend { store, tag, options, asked: HashMap::new(), key, value, config };
            let waits = matches!(b.store, Store::Redis(_));
            if let (true, true, Some(ticket)) = (waits, b.store.is_patient(), ticket) {
                b.asked.insert(Redis::OPEN, Asked { ticket, operation: "open", started });
                let shared = Rc::new(RefCell::new(Some(b)));
                c.storage().add(&shared);
                return Err(delayed());
            }
            let answered = if waits { b.store.wait(Step::Sent(Redis::OPEN)) } else { Ok(Found::Done) };
            answered.map(|_| b)
        }
        Err(f) => Err(f),
    };
    let (shared, outcome) = match outcome {
        Ok(backend) => {
            opened(c, &backend);
            let shared = Rc::new(RefCell::new(Some(backend)));
            c.storage().add(&shared);
            (shared, Ok(()))
        }
        Err(f) => (Rc::default(), Err(f)),
    };
    let forced_sync = c.record(1)?.get_named("forced_sync").and_then(|v| v.as_bool()).unwrap_or(false);
    let result = with_handle(c, outcome, shared, forced_sync)?;
    given(c, ticket, result)
}

/// The result of opening a backend. One that could not be opened has a handle too, which counts as closed.
fn with_handle(c: &mut Call<'_>, outcome: Outcome<()>, backend: Shared, forced_sync: bool) -> Answer {
    let r = result(c, outcome.map(|()| None))?;
    let handle = Opaque::new("Storage::BackendHandle", Handle { backend, forced_sync });
    if let Some(r) = r.as_record() {
        r.set_named("value", Value::Opaque(handle));
    }
    Ok(r)
}

/// Begins a backend's metrics and tells scripts about it.
fn opened(c: &mut Call<'_>, backend: &Backend) {
    measures::begin(c, backend);
    c.raise("Storage::backend_opened", vec![backend.tag.clone(), backend.options.clone()]);
}

/// Tells scripts why a server is not connected any more.
fn tell_lost(c: &mut Call<'_>, backend: &Backend, why: &str) {
    c.raise("Storage::backend_lost", vec![backend.tag.clone(), backend.options.clone(), why.into()]);
}

fn close(c: &mut Call<'_>, ticket: Option<u64>) -> Answer {
    let shared = match handle(c) {
        Ok(shared) => shared,
        Err(closed) => return answer(c, ticket, Err(closed)),
    };
    let Some(mut backend) = shared.take() else { return answer(c, ticket, Ok(None)) };
    arrivals::fail_all(c, &mut backend, &closed());
    if matches!(backend.store, Store::Redis(_)) {
        tell_lost(c, &backend, "Client disconnected");
    }
    let outcome = backend.store.close();
    answer(c, ticket, outcome.map(|()| None))
}

/// Asks a backend for an operation with a serialized key.
type Ask = fn(&mut Call<'_>, &mut Backend, &[u8]) -> Outcome<Step>;

/// Carries out and measures an operation on an open backend. The second argument is the key and must have the backend's
/// key type.
fn operate(c: &mut Call<'_>, ticket: Option<u64>, operation: &'static str, ask: Ask) -> Answer {
    let shared = match handle(c) {
        Ok(shared) => shared,
        Err(closed) => return answer(c, ticket, Err(closed)),
    };
    let started = c.clock().wall_clock();
    let mut guard = shared.borrow_mut();
    let Some(backend) = &mut *guard else { return answer(c, ticket, Err(Code::NotConnected.into())) };
    let step = if c.arg(1).ty().same(&backend.key) {
        let key = serialized(c.arg(1));
        ask(c, backend, &key)
    } else {
        Err(Code::KeyType.into())
    };
    if let (Ok(Step::Sent(id)), Some(ticket), true) = (&step, ticket, backend.store.is_patient()) {
        backend.asked.insert(*id, Asked { ticket, operation, started });
        return Err(delayed());
    }
    let done = step.and_then(|step| backend.store.wait(step));
    let outcome = concluded(c, backend, (operation, started), done);
    drop(guard);
    answer(c, ticket, outcome)
}

/// The outcome of an operation for scripts, measured.
fn concluded(
    c: &mut Call<'_>,
    backend: &Backend,
    (operation, started): (&str, f64),
    done: Outcome<Found>,
) -> Outcome<Option<Value>> {
    let outcome = done.and_then(|found| match found {
        Found::Value(bytes) => {
            add(c, backend, "data_read", "bytes", bytes.len());
            let value = unserialized(c, &bytes, &backend.value);
            value.map_err(|text| Failure { code: Code::Failed, text: Some(text) })
        }
        Found::Done | Found::Removed(_) => Ok(None),
    });
    let took = c.clock().wall_clock() - started;
    measure(c, backend, operation, outcome.as_ref().map_or_else(|f| f.code, |_| Code::Success), took);
    outcome
}

fn put(c: &mut Call<'_>, ticket: Option<u64>) -> Answer {
    operate(c, ticket, "put", |c, backend, key| {
        if !c.arg(2).ty().same(&backend.value) {
            return Err(Code::ValueType.into());
        }
        let overwrite = c.arg(3).as_bool().unwrap_or(false);
        let (keep, now) = (c.arg(4).as_double().unwrap_or(0.0), now(c));
        let value = serialized(c.arg(2));
        // Metrics of servers count keys, too.
        let keys = if matches!(backend.store, Store::Redis(_)) { key.len() } else { 0 };
        add(c, backend, "data_written", "bytes", keys + value.len());
        backend.store.put(key, &value, overwrite, keep, now)
    })
}

fn get(c: &mut Call<'_>, ticket: Option<u64>) -> Answer {
    operate(c, ticket, "get", |c, backend, key| backend.store.get(key, now(c)))
}

fn erase(c: &mut Call<'_>, ticket: Option<u64>) -> Answer {
    operate(c, ticket, "erase", |c, backend, key| backend.store.erase(key, now(c)))
}

fn serialized(v: &Value) -> Vec<u8> {
    [JSON, &json::text(v)].concat()
}

fn unserialized(c: &mut Call<'_>, bytes: &[u8], ty: &Type) -> Result<Option<Value>, String> {
    match bytes.strip_prefix(JSON) {
        Some(text) => json::value_of(c, text, ty),
        None => Err("Version doesn't match: JSONv1 was expected".to_owned()),
    }
}
