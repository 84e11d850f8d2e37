//! `Storage::…`: backends, and the keys and values in them.
//!
//! SQLite answers at once. An asynchronous operation is also carried out at once; its `when` gets the result after the
//! current handlers.
use super::json;
use crate::call::{Answer, Call, Stop, family};
use crate::services::Services;
use ::storage::{Backend, Code, Failure, Options, Outcome, Shared, Sqlite};
use metrics::{Kind, Refused};
use script_vm::Machine;
use std::rc::Rc;
use std::time::Duration;
use value::{Context, ErrorKind, Level, Opaque, OpaqueState, Record, RuntimeError, Type, Value};

family! {
    "Storage::Sync::__open_backend" => open,
    "Storage::Sync::__close_backend" => close,
    "Storage::Sync::__put" => put,
    "Storage::Sync::__get" => get,
    "Storage::Sync::__erase" => erase,
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
const SQLITE: &str = "Storage::STORAGE_BACKEND_SQLITE";

/// The state behind a script's handle.
struct Handle {
    backend: Shared,
    forced_sync: bool,
}

impl OpaqueState for Handle {
    fn duplicate(&self) -> Option<Box<dyn OpaqueState>> {
        Some(Box::new(Handle { backend: Rc::clone(&self.backend), forced_sync: self.forced_sync }))
    }
}

/// Carries out an operation and queues its result for the `when` that waits.
fn later(c: &mut Call<'_>, run: fn(&mut Call<'_>) -> Answer) -> Answer {
    let Some(ticket) = c.cx.delay() else {
        c.error("Asynchronous storage operations must be called via a when-condition");
        return c.nothing();
    };
    let result = run(c)?;
    c.storage().ready.push((ticket, result));
    Err(RuntimeError::of(ErrorKind::Delayed, "the result comes later").into())
}

/// `Storage::OperationResult`.
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

/// The backend of the first argument, if it is open.
fn handle(c: &Call<'_>) -> Outcome<Shared> {
    let odd = || Failure { code: Code::Failed, text: Some("Invalid storage handle type".to_owned()) };
    let handle = c.opaque(0).map_err(|_| odd())?;
    let shared = handle.state::<Handle>().map(|h| Rc::clone(&h.backend)).ok_or_else(odd)?;
    let open = shared.borrow().is_some();
    let closed = Failure { code: Code::NotConnected, text: Some("Backend is closed".to_owned()) };
    if open { Ok(shared) } else { Err(closed) }
}

fn open(c: &mut Call<'_>) -> Answer {
    let (tag, options) = (c.arg(0).clone(), c.record(1)?);
    let named = c.arg(0).enum_name().ok_or(Stop::Argument(0))?;
    let (Value::Type(key), Value::Type(value)) = (c.arg(2).clone(), c.arg(3).clone()) else {
        c.error("types of keys and values were expected");
        return c.nothing();
    };
    let forced_sync = options.get_named("forced_sync").and_then(|v| v.as_bool()).unwrap_or(false);
    let backend: Shared = Rc::default();
    let opened = if &*named == SQLITE { open_sqlite(&options) } else { Err(unknown()) };
    let outcome = match opened {
        Ok((store, config)) => {
            let (key, value) = ((*key).clone(), (*value).clone());
            *backend.borrow_mut() = Some(Backend { store, key, value, config: config.clone() });
            c.storage().add(&backend);
            begin_metrics(c, &config);
            if let Some(event) = c.cx.global_id("Storage::backend_opened").filter(|&id| c.cx.has_bodies(id)) {
                c.cx.raise(event, vec![tag, Value::Record(options)]);
            }
            Ok(None)
        }
        Err(f) => {
            let text = format!("Failed to open backend {named}: {}", f.text.unwrap_or_default());
            Err(Failure { code: f.code, text: Some(text) })
        }
    };
    let r = result(c, outcome)?;
    // A backend that could not be opened has a handle too, which counts as closed.
    let handle = Opaque::new("Storage::BackendHandle", Handle { backend, forced_sync });
    if let Some(r) = r.as_record() {
        r.set_named("value", Value::Opaque(handle));
    }
    Ok(r)
}

fn unknown() -> Failure {
    let text = "this program has no such backend; SQLite is there";
    Failure { code: Code::InitializationFailed, text: Some(text.to_owned()) }
}

/// Opens a database. Returns it with its name in metrics.
fn open_sqlite(options: &Record) -> Outcome<(Sqlite, String)> {
    let missing =
        |what: &str| Failure { code: Code::InitializationFailed, text: Some(format!("{what} is missing")) };
    let sqlite = options.get_named("sqlite").ok_or_else(|| missing("the field sqlite of the options"))?;
    let field = |name: &str| sqlite.as_record().and_then(|r| r.get_named(name));
    let text = |name: &str| -> Outcome<String> {
        let v = field(name).ok_or_else(|| missing(name))?;
        v.as_string().map(|s| s.to_text().into_owned()).ok_or_else(|| missing(name))
    };
    let busy = field("busy_timeout").and_then(|v| v.as_double()).unwrap_or(0.0);
    let pragmas = field("pragma_commands").and_then(|v| v.as_table().cloned());
    let pragmas = pragmas.map_or(Vec::new(), |t| {
        let text = |v: &Value| v.as_string().map(|s| s.to_text().into_owned());
        let pairs = t.entries().into_iter();
        pairs.filter_map(|(k, v)| Some((text(k.first()?)?, text(v.as_ref()?)?))).collect()
    });
    let busy = Duration::try_from_secs_f64(busy).unwrap_or_default();
    let o = Options { path: text("database_path")?, table: text("table_name")?, busy, pragmas };
    Ok((Sqlite::open(&o)?, format!("{}-{}", o.path, o.table)))
}

fn close(c: &mut Call<'_>) -> Answer {
    let outcome = handle(c).and_then(|shared| match shared.take() {
        Some(backend) => backend.store.close(),
        None => Ok(()),
    });
    result(c, outcome.map(|()| None))
}

/// Carries out and measures an operation on an open backend. The second argument is the key and must have the backend's
/// key type.
fn operate(
    c: &mut Call<'_>,
    operation: &str,
    run: fn(&mut Call<'_>, &Backend, &[u8]) -> Outcome<Option<Value>>,
) -> Answer {
    let shared = match handle(c) {
        Ok(shared) => shared,
        Err(closed) => return result(c, Err(closed)),
    };
    let started = c.clock().wall_clock();
    let guard = shared.borrow();
    let Some(backend) = &*guard else { return result(c, Err(Code::NotConnected.into())) };
    let outcome = if c.arg(1).ty().same(&backend.key) {
        let key = serialized(c.arg(1));
        run(c, backend, &key)
    } else {
        Err(Code::KeyType.into())
    };
    let took = c.clock().wall_clock() - started;
    measure(c, &backend.config, operation, outcome.as_ref().map_or_else(|f| f.code, |_| Code::Success), took);
    drop(guard);
    result(c, outcome)
}

fn put(c: &mut Call<'_>) -> Answer {
    operate(c, "put", |c, backend, key| {
        if !c.arg(2).ty().same(&backend.value) {
            return Err(Code::ValueType.into());
        }
        let overwrite = c.arg(3).as_bool().unwrap_or(false);
        let (keep, now) = (c.arg(4).as_double().unwrap_or(0.0), c.cx.now());
        let value = serialized(c.arg(2));
        add(c, &backend.config, "data_written", "bytes", value.len());
        backend.store.put(key, &value, overwrite, if keep > 0.0 { now + keep } else { 0.0 }, now)?;
        Ok(None)
    })
}

fn get(c: &mut Call<'_>) -> Answer {
    operate(c, "get", |c, backend, key| {
        let bytes = backend.store.get(key, c.cx.now())?;
        add(c, &backend.config, "data_read", "bytes", bytes.len());
        let value = unserialized(c, &bytes, &backend.value);
        value.map_err(|text| Failure { code: Code::Failed, text: Some(text) })
    })
}

fn erase(c: &mut Call<'_>) -> Answer {
    operate(c, "erase", |_, backend, key| backend.store.erase(key).map(|()| None))
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

/// Delivers queued results and removes expired entries. Returns whether there were results.
pub fn deliver_stored(machine: &mut Machine) -> bool {
    if Services::of(machine).storage.is_unused() {
        return false;
    }
    let ready = std::mem::take(&mut Services::of(machine).storage.ready);
    let any = !ready.is_empty();
    for (ticket, result) in ready {
        machine.answer(ticket, Some(result));
    }
    let expired = Call::run(machine, &[], |c| {
        expire(c);
        c.nothing()
    });
    if let Err(e) = expired {
        machine.report_error(&e);
    }
    any
}

/// Removes expired entries from all open backends, once per interval.
fn expire(c: &mut Call<'_>) {
    let interval = c.global("Storage::expire_interval").and_then(|v| v.as_double()).unwrap_or(15.0);
    let now = c.cx.now();
    for shared in c.storage().due(now, interval) {
        let guard = shared.borrow();
        let Some(backend) = &*guard else { continue };
        match backend.store.expire(now, interval) {
            Ok(removed) => add(c, &backend.config, "expired_entries", "", removed),
            Err(f) => {
                let text = format!("removing expired entries: {}", f.text.unwrap_or_default());
                c.cx.report(Level::Warning, &text, None);
            }
        }
    }
}

// Metrics.

/// Registers a backend's metrics, all 0. Sizes of databases are determined on request.
fn begin_metrics(c: &mut Call<'_>, config: &str) {
    count(c, "storage_backends_opened", "Number of backends opened", "", &[], 1.0);
    for operation in ["put", "get", "erase"] {
        for outcome in ["success", "fail", "error", "timeout"] {
            count_result(c, config, operation, outcome, 0.0);
        }
    }
    for (what, unit) in [("data_written", "bytes"), ("data_read", "bytes"), ("expired_entries", "")] {
        add(c, config, what, unit, 0);
    }
}

fn add(c: &mut Call<'_>, config: &str, what: &str, unit: &str, n: usize) {
    let (name, labels) = (format!("storage_backend_{what}"), [("type", SQLITE), ("config", config)]);
    count(c, &name, &format!("Storage {}", what.replace('_', " ")), unit, &labels, n as f64);
}

fn count_result(c: &mut Call<'_>, config: &str, operation: &str, outcome: &str, n: f64) {
    let labels = [("operation", operation), ("type", SQLITE), ("config", config), ("result", outcome)];
    count(c, "storage_backend_operation_results", "Storage operation results", "", &labels, n);
}

fn count(c: &mut Call<'_>, name: &str, help: &str, unit: &str, labels: &[(&str, &str)], n: f64) {
    let kind = Kind::Counter;
    if let Ok(at) = metric(c, kind, name, help, unit, labels, Vec::new())
        && let Some(m) = c.telemetry().metrics.get(at)
    {
        m.value += n;
    }
}

fn metric(
    c: &mut Call<'_>,
    kind: Kind,
    name: &str,
    help: &str,
    unit: &str,
    labels: &[(&str, &str)],
    bounds: Vec<f64>,
) -> Result<(usize, usize), Refused> {
    let names = labels.iter().map(|(n, _)| (*n).to_owned()).collect();
    let labels = labels.iter().map(|(n, v)| ((*n).to_owned(), (*v).to_owned())).collect();
    let metrics = &mut c.telemetry().metrics;
    let family = metrics.family(kind, ("zeek", name, unit), names, bounds, help)?;
    Ok((family, metrics.metric(family, labels)?))
}

fn measure(c: &mut Call<'_>, config: &str, operation: &str, code: Code, took: f64) {
    let outcome = match code {
        Code::Success => "success",
        Code::KeyExists | Code::KeyNotFound => "fail",
        _ => "error",
    };
    count_result(c, config, operation, outcome, 1.0);
    let bounds = c.global("Storage::latency_metric_bounds").and_then(|v| v.as_vector().cloned());
    let bounds =
        bounds.map_or(Vec::new(), |v| v.items().iter().flatten().filter_map(Value::as_double).collect());
    let labels = [("operation", operation), ("type", SQLITE), ("config", config)];
    let (name, help) = ("storage_backend_operation_latency", "Storage Operation Latency");
    if let Ok(at) = metric(c, Kind::Histogram, name, help, "seconds", &labels, bounds) {
        c.telemetry().metrics.observe(at, took);
    }
}

/// Updates the metrics for the sizes of databases.
pub(super) fn update(c: &mut Call<'_>) {
    for shared in c.storage().all() {
        let guard = shared.borrow();
        let Some(backend) = &*guard else { continue };
        let labels = [("config", &*backend.config)];
        let size = backend.store.path().and_then(|p| c.disk().file_size(p));
        let metrics = &mut c.telemetry().metrics;
        let mut gauge = |unit: &str, help: &str, n: Option<f64>| {
            if let Some(n) = n {
                metrics.set(Kind::Gauge, ("zeek", "storage_sqlite_database_size", unit), help, &labels, n);
            }
        };
        gauge("pages", "Pages of a database", backend.store.pages().map(|n| n as f64));
        gauge("bytes", "Size of a database's file", size.map(|n| n as f64));
    }
}
