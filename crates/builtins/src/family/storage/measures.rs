//! Metrics of storage backends.
use crate::call::Call;
use ::storage::{Backend, Code, Store};
use metrics::{Kind, Refused};
use value::Value;

/// The backend's tag, as its metrics name it.
fn kind(backend: &Backend) -> String {
    backend.tag.enum_name().map(|n| n.to_string()).unwrap_or_default()
}

/// Registers a backend's metrics, all 0. Sizes of databases are determined on request.
pub(super) fn begin(c: &mut Call<'_>, backend: &Backend) {
    count(c, "storage_backends_opened", "Number of backends opened", "", &[], 1.0);
    for operation in ["put", "get", "erase"] {
        for outcome in ["success", "fail", "error", "timeout"] {
            count_result(c, backend, operation, outcome, 0.0);
        }
    }
    for (what, unit) in [("data_written", "bytes"), ("data_read", "bytes"), ("expired_entries", "")] {
        add(c, backend, what, unit, 0);
    }
}

/// Adds to one of a backend's counters.
pub(super) fn add(c: &mut Call<'_>, backend: &Backend, what: &str, unit: &str, n: usize) {
    let (name, tag) = (format!("storage_backend_{what}"), kind(backend));
    let labels = [("type", &*tag), ("config", &backend.config)];
    count(c, &name, &format!("Storage {}", what.replace('_', " ")), unit, &labels, n as f64);
}

fn count_result(c: &mut Call<'_>, backend: &Backend, operation: &str, outcome: &str, n: f64) {
    let tag = kind(backend);
    let labels =
        [("operation", operation), ("type", &*tag), ("config", &backend.config), ("result", outcome)];
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

/// Counts an operation and how long it took, in seconds.
pub(super) fn measure(c: &mut Call<'_>, backend: &Backend, operation: &str, code: Code, took: f64) {
    let outcome = match code {
        Code::Success => "success",
        Code::KeyExists | Code::KeyNotFound => "fail",
        Code::Timeout => "timeout",
        _ => "error",
    };
    count_result(c, backend, operation, outcome, 1.0);
    let bounds = c.global("Storage::latency_metric_bounds").and_then(|v| v.as_vector().cloned());
    let bounds =
        bounds.map_or(Vec::new(), |v| v.items().iter().flatten().filter_map(Value::as_double).collect());
    let tag = kind(backend);
    let labels = [("operation", operation), ("type", &*tag), ("config", &backend.config)];
    let (name, help) = ("storage_backend_operation_latency", "Storage Operation Latency");
    if let Ok(at) = metric(c, Kind::Histogram, name, help, "seconds", &labels, bounds) {
        c.telemetry().metrics.observe(at, took);
    }
}

/// Updates the metrics for the sizes of databases.
pub(in super::super) fn update(c: &mut Call<'_>) {
    for shared in c.storage().all() {
        let guard = shared.borrow();
        let Some(Backend { store: Store::Sqlite(store), config, .. }) = &*guard else { continue };
        let labels = [("config", &**config)];
        let size = store.path().and_then(|p| c.disk().file_size(p));
        let metrics = &mut c.telemetry().metrics;
        let mut gauge = |unit: &str, help: &str, n: Option<f64>| {
            if let Some(n) = n {
                metrics.set(Kind::Gauge, ("zeek", "storage_sqlite_database_size", unit), help, &labels, n);
            }
        };
        gauge("pages", "Pages of a database", store.pages().map(|n| n as f64));
        gauge("bytes", "Size of a database's file", size.map(|n| n as f64));
    }
}
