//! `Telemetry::…`: metrics of scripts and of the program.
use crate::call::family;
use crate::call::{Answer, Call, Stop};
use crate::services::{Services, Telemetry};
use metrics::{Family, Kind, Metric, Refused};
use net_types::TransportProto;
use outside::system_error;
use session::Session;
use value::{Context, Level, Opaque, OpaqueState, Value, Vector};

family! {
    "Telemetry::__counter_family" => |c| make_family(c, Kind::Counter),
    "Telemetry::__gauge_family" => |c| make_family(c, Kind::Gauge),
    "Telemetry::__histogram_family" => |c| make_family(c, Kind::Histogram),
    "Telemetry::__counter_metric_get_or_add" => |c| get_or_add(c, Kind::Counter),
    "Telemetry::__gauge_metric_get_or_add" => |c| get_or_add(c, Kind::Gauge),
    "Telemetry::__histogram_metric_get_or_add" => |c| get_or_add(c, Kind::Histogram),
    "Telemetry::__counter_inc" => |c| change(c, Kind::Counter, 1.0),
    "Telemetry::__counter_value" => |c| value_of(c, Kind::Counter),
    "Telemetry::__gauge_inc" => |c| change(c, Kind::Gauge, 1.0),
    "Telemetry::__gauge_dec" => |c| change(c, Kind::Gauge, -1.0),
    "Telemetry::__gauge_value" => |c| value_of(c, Kind::Gauge),
    "Telemetry::__histogram_observe" => |c| {
        let (at, x) = (handle(c, Kind::Histogram)?, c.double(1)?);
        c.telemetry().metrics.observe(at, x);
        Ok(true.into())
    },
    "Telemetry::__histogram_sum" => |c| value_of(c, Kind::Histogram),
    "Telemetry::__collect_metrics" => |c| collect(c, false),
    "Telemetry::__collect_histogram_metrics" => |c| collect(c, true),
}

/// The state of an opaque value: a family of metrics, or one metric.
#[derive(Clone, Copy)]
enum Handle {
    Family(Kind, usize),
    Metric(Kind, (usize, usize)),
}

impl OpaqueState for Handle {
    fn duplicate(&self) -> Option<Box<dyn OpaqueState>> {
        Some(Box::new(*self))
    }
}

/// Returns the names of the opaque types (family, metric), and the name of the functions in messages.
const fn names(kind: Kind) -> (&'static str, &'static str, &'static str) {
    match kind {
        Kind::Counter => ("counter_metric_family", "counter_metric", "counter"),
        Kind::Gauge => ("gauge_metric_family", "gauge_metric", "gauge"),
        Kind::Histogram => ("histogram_metric_family", "histogram_metric", "histogram"),
    }
}

fn texts(v: &Vector) -> Vec<String> {
    let items = v.items().into_iter().flatten();
    items.filter_map(|v| v.as_string().map(|s| s.to_text().into_owned())).collect()
}

fn refused(c: &mut Call<'_>, kind: Kind, why: Refused) -> Stop {
    let words = match why {
        Refused::Labels => format!("Telemetry::{}_metric_get_or_add: {}.", names(kind).2, why.reason()),
        why => why.reason().to_owned(),
    };
    c.report(&words);
    Stop::Nothing
}

fn make_family(c: &mut Call<'_>, kind: Kind) -> Answer {
    let (prefix, name) = (c.text(0)?, c.text(1)?);
    let labels = texts(&c.vector(2)?);
    // For histograms, the bounds precede help and unit.
    let (bounds, rest) = match kind {
        Kind::Histogram => {
            let items = c.vector(3)?.items();
            (items.iter().flatten().filter_map(Value::as_double).collect(), 4)
        }
        Kind::Counter | Kind::Gauge => (Vec::new(), 3),
    };
    let (help, unit) = (c.text(rest)?, c.text(rest + 1)?);
    match c.telemetry().metrics.family(kind, (&prefix, &name, &unit), labels, bounds, &help) {
        Ok(at) => Ok(Value::Opaque(Opaque::new(names(kind).0, Handle::Family(kind, at)))),
        Err(why) => Err(refused(c, kind, why)),
    }
}

fn get_or_add(c: &mut Call<'_>, kind: Kind) -> Answer {
    let family = match c.opaque(0)?.state::<Handle>().map(|h| *h) {
        Some(Handle::Family(k, at)) if k == kind => at,
        _ => return Err(Stop::WrongOpaque),
    };
    let text = |v: &Value| v.as_string().map(|s| s.to_text().into_owned());
    let pairs = c.table(1)?.entries();
    let labels = pairs.iter().filter_map(|(k, v)| Some((text(k.first()?)?, text(v.as_ref()?)?))).collect();
    match c.telemetry().metrics.metric(family, labels) {
        Ok(metric) => Ok(Value::Opaque(Opaque::new(names(kind).1, Handle::Metric(kind, (family, metric))))),
        Err(why) => Err(refused(c, kind, why)),
    }
}

fn handle(c: &mut Call<'_>, kind: Kind) -> Result<(usize, usize), Stop> {
    match c.opaque(0)?.state::<Handle>().map(|h| *h) {
        Some(Handle::Metric(k, at)) if k == kind => Ok(at),
        _ => Err(Stop::WrongOpaque),
    }
}

/// Adds to a metric, or subtracts if `sign` is -1. Counters only increase.
fn change(c: &mut Call<'_>, kind: Kind, sign: f64) -> Answer {
    let (at, amount) = (handle(c, kind)?, c.double(1)?);
    if kind == Kind::Counter && amount < 0.0 {
        return Ok(true.into());
    }
    if let Some(m) = c.telemetry().metrics.get(at) {
        m.value += sign * amount;
    }
    Ok(true.into())
}

fn value_of(c: &mut Call<'_>, kind: Kind) -> Answer {
    let at = handle(c, kind)?;
    Ok(Value::Double(c.telemetry().metrics.get(at).map_or(0.0, |m| m.value)))
}

/// Returns the current metrics of the families whose names match.
fn collect(c: &mut Call<'_>, histograms: bool) -> Answer {
    let wanted = format!("{}_{}*", c.text(0)?, c.text(1)?);
    synchronize(c)?;
    update(c);
    // Counters precede gauges; in each family the newest metric comes first.
    let mut found: Vec<(usize, usize)> = Vec::new();
    for kind in [Kind::Counter, Kind::Gauge, Kind::Histogram] {
        if histograms != (kind == Kind::Histogram) {
            continue;
        }
        for (at, f) in c.telemetry().metrics.families.iter().enumerate() {
            if f.kind == kind && fits(wanted.as_bytes(), f.name.as_bytes()) {
                found.extend((0..f.metrics.len()).rev().map(|m| (at, m)));
            }
        }
    }
    if c.global("running_under_test").and_then(|v| v.as_bool()) == Some(true) {
        let families = &c.telemetry().metrics.families;
        let name = |at: usize| families.get(at).map_or("", |f| &*f.name);
        let values = |(f, m): (usize, usize)| {
            let metric = families.get(f).and_then(|f| f.metrics.get(m));
            metric.map_or(Vec::new(), |m| m.labels.iter().map(|(_, v)| v.clone()).collect())
        };
        found.sort_by_key(|&at| (name(at.0).len(), values(at), name(at.0).to_owned()));
    }
    let mut records = Vec::with_capacity(found.len());
    for (family, metric) in found {
        records.push(record(c, family, metric, histograms)?);
    }
    c.vector_of("any_vec", records)
}

/// Creates the record of a metric for scripts.
fn record(c: &mut Call<'_>, family: usize, metric: usize, histogram: bool) -> Answer {
    let opts = c.new_record("Telemetry::MetricOpts")?;
    let r = c.new_record(if histogram { "Telemetry::HistogramMetric" } else { "Telemetry::Metric" })?;
    let metrics = &c.telemetry().metrics;
    let Some(f) = metrics.families.get(family) else { return Err(Stop::Nothing) };
    let Some(m) = f.metrics.get(metric) else { return Err(Stop::Nothing) };
    let Family { kind, prefix, name, unit, help, bounds, .. } = f;
    let Metric { labels, value, buckets } = m;
    let (kind, value) = (*kind, *value);
    for (field, text) in [("prefix", prefix), ("name", name), ("unit", unit), ("help_text", help)] {
        opts.set_named(field, Value::string(text));
    }
    let label_names: Vec<Value> = labels.iter().map(|(n, _)| Value::string(n)).collect();
    let label_values = labels.iter().map(|(_, v)| Value::string(v)).collect();
    let ends = bounds.iter().copied().chain([f64::INFINITY]).map(Value::Double).collect();
    let counts: Vec<u64> = buckets.clone();
    opts.set_named("is_total", kind == Kind::Counter);
    opts.set_named("metric_type", c.enumerator("Telemetry::MetricType", kind as i64)?);
    opts.set_named("label_names", c.vector_of("string_vec", label_names.clone())?);
    if histogram {
        opts.set_named("bounds", c.vector_of("double_vec", ends)?);
        let observations: u64 = counts.iter().sum();
        let counts = counts.iter().map(|&n| Value::Double(n as f64)).collect();
        r.set_named("values", c.vector_of("double_vec", counts)?);
        r.set_named("observations", Value::Double(observations as f64));
        r.set_named("sum", Value::Double(value));
    } else {
        r.set_named("value", Value::Double(value));
    }
    r.set_named("opts", Value::Record(opts));
    r.set_named("label_names", c.vector_of("string_vec", label_names)?);
    r.set_named("label_values", c.vector_of("string_vec", label_values)?);
    Ok(r.into())
}

/// Runs the hook `Telemetry::sync`, in which scripts update their metrics.
fn synchronize(c: &mut Call<'_>) -> Result<(), Stop> {
    if c.telemetry().syncing {
        c.warn("Telemetry::sync() hook invoked recursively");
        return Ok(());
    }
    let hook = c.cx.global_id("Telemetry::sync").filter(|&id| c.cx.has_bodies(id));
    let hook = hook.and_then(|id| c.cx.global(id)).and_then(|v| v.as_func().cloned());
    let Some(hook) = hook else { return Ok(()) };
    c.telemetry().syncing = true;
    let went = c.invoke(&hook, &[]);
    c.telemetry().syncing = false;
    if went?.and_then(|v| v.as_bool()) == Some(false) {
        c.cx.report(Level::Warning, "Telemetry::sync() implementations skipped due to 'break' usage", None);
    }
    Ok(())
}

/// Starts the metrics server if scripts request one.
///
/// # Errors
/// A message if the server cannot start.
pub fn open_metrics_door(cx: &mut dyn Context) -> Result<(), String> {
    let value = |cx: &dyn Context, name: &str| cx.global_id(name).and_then(|id| cx.global(id));
    let port = value(cx, "Telemetry::metrics_port").and_then(|v| v.as_port());
    let Some(port) = port.filter(|p| p.proto == TransportProto::Tcp && p.num != 0) else { return Ok(()) };
    // With several workers, only the first one has the server.
    if Services::of(cx).invocation.worker != 0 {
        return Ok(());
    }
    let address = value(cx, "Telemetry::metrics_address");
    let address =
        address.as_ref().and_then(Value::as_string).map_or(String::new(), |s| s.to_text().into_owned());
    let endpoints = endpoints(cx);
    let services = Services::of(cx);
    match services.outside().metrics_door(&address, port.num) {
        Ok(mut door) => {
            endpoints.into_iter().for_each(|list| door.list(list));
            services.telemetry.door = Some(door);
        }
        Err(e) => {
            let (why, port) = (system_error(&e), port.num);
            return Err(format!(
                "Failed to setup Prometheus endpoint: {why}. Attempted to bind to {address}:{port}."
            ));
        }
    }
    Ok(())
}

/// Where the metrics of the cluster's nodes are, for Prometheus' service discovery over HTTP
/// (<https://prometheus.io/docs/prometheus/latest/http_sd/>). `None` unless this node is the manager.
fn endpoints(cx: &dyn Context) -> Option<Vec<u8>> {
    let global = |name: &str| cx.global_id(name).and_then(|id| cx.global(id));
    let nodes = global("Cluster::nodes")?.as_table()?.entries();
    let own = global("Cluster::node")?;
    let is_named = |index: &[Value]| {
        index.first().zip(own.as_string()).is_some_and(|(n, own)| n.as_string() == Some(own))
    };
    let field = |node: &Option<Value>, name: &str| node.as_ref()?.as_record()?.get_named(name);
    let mine = nodes.iter().find(|(index, _)| is_named(index))?;
    if field(&mine.1, "node_type")?.enum_name().as_deref() != Some("Cluster::MANAGER") {
        return None;
    }
    let targets = nodes.iter().filter_map(|(_, node)| {
        let (ip, port) = (field(node, "ip")?.as_addr()?, field(node, "metrics_port")?.as_port()?.num);
        Some(if ip.is_v4() { format!("\"{ip}:{port}\"") } else { format!("\"[{ip}]:{port}\"") })
    });
    let mut targets: Vec<String> = targets.collect();
    targets.sort();
    Some(format!("[{{\"targets\": [{}], \"labels\": {{}}}}]\n", targets.join(", ")).into_bytes())
}

/// Answers waiting clients of the server with the current metrics.
pub fn serve_metrics(cx: &mut dyn Context) {
    let asked = |cx: &mut dyn Context| Services::of(cx).telemetry.door.as_mut().is_some_and(|d| d.is_asked());
    if !asked(cx) {
        return;
    }
    if let Err(e) = Call::run(cx, &[], |c| {
        synchronize(c)?;
        update(c);
        let text = |c: &Call<'_>, name: &str| Some(c.global(name)?.as_string()?.to_text().into_owned());
        let (label, node) =
            (text(c, "Telemetry::metrics_endpoint_label"), text(c, "Telemetry::metrics_endpoint_name"));
        let own = label
            .as_deref()
            .zip(node.as_deref())
            .filter(|(label, node)| !label.is_empty() && !node.is_empty());
        let telemetry = &mut c.telemetry();
        let text = telemetry.metrics.exposition(own).into_bytes();
        if let Some(door) = &mut telemetry.door {
            door.answer(text);
        }
        c.nothing()
    }) {
        cx.report(Level::Error, &e.to_string(), None);
    }
}

/// Updates the program's own metrics.
fn update(c: &mut Call<'_>) {
    super::storage::update(c);
    crate::cluster::update(c);
    let process = super::stats::process(c);
    let live = c.traffic().live.clone();
    let now = live.and_then(|l| l.ask(|s: &Session| (s.stats(), s.live_by_transport()))).unwrap_or_default();
    let (logs, handled) = (c.logs().counts(), c.cx.handled());
    let flag = |on: bool| if on { 1.0 } else { 0.0 };
    let (tight, out) = (flag(c.traffic().memory_tight), flag(c.traffic().memory_out));
    let (used, budget) =
        (c.services().memory_in_use() as f64, c.invocation().memory_budget.unwrap_or(0) as f64);
    let (ended, shed) = (now.0.ended_for_memory as f64, c.traffic().shed_for_memory as f64);
    let Telemetry { metrics, all_transports, .. } = &mut c.telemetry();
    for (kind, name, unit, help, value) in [
        (Kind::Gauge, "memory_in_use", "bytes", "Memory that was allocated and not freed", used),
        (
            Kind::Gauge,
            "memory_budget",
            "bytes",
            "Memory for what traffic makes the process hold; 0 for any",
            budget,
        ),
        (Kind::Gauge, "memory_budget_nearly_used", "", "1 while detection saves memory", tight),
        (Kind::Gauge, "memory_budget_used", "", "1 while silent connections end for lack of memory", out),
        (Kind::Counter, "ended_sessions_for_memory", "", "Connections that ended for lack of memory", ended),
        (
            Kind::Counter,
            "early_expirations_for_memory",
            "",
            "Entries of tables that expired early for lack of memory",
            shed,
        ),
    ] {
        metrics.set(kind, ("egret", name, unit), help, &[], value);
    }
    for (kind, name, unit, help, value) in [
        (Kind::Counter, "cpu_user", "seconds", "CPU time in the program", process.user),
        (Kind::Counter, "cpu_system", "seconds", "CPU time in the system", process.system),
        (Kind::Gauge, "resident_memory", "bytes", "Memory of the process", process.resident),
        (Kind::Gauge, "virtual_memory", "bytes", "Address space of the process", process.size),
        (Kind::Gauge, "open_fds", "", "Open files", process.files),
        (Kind::Gauge, "start_time", "seconds", "When the process started, since the epoch", process.started),
    ] {
        metrics.set(kind, ("process", name, unit), help, &[], value);
    }
    let (stats, active) = now;
    let help = "Connections that ended, by reason";
    let ended = stats.ended_by_inactivity as f64;
    metrics.set(Kind::Counter, ("zeek", "ended_sessions", ""), help, &[("reason", "inactivity")], ended);
    let [_, tcp, udp, icmp] = stats.connections;
    for ((protocol, all), active) in [("tcp", tcp), ("udp", udp), ("icmp", icmp)].into_iter().zip(active) {
        if all == 0 && !*all_transports {
            continue;
        }
        let labels = [("protocol", protocol)];
        let (total, now) = (("zeek", "total_sessions", ""), ("zeek", "active_sessions", ""));
        metrics.set(Kind::Counter, total, "Connections so far", &labels, all as f64);
        metrics.set(Kind::Gauge, now, "Connections now", &labels, active as f64);
    }
    for (name, n) in handled {
        let help = "Events that were handled";
        let labels = [("name", &*name)];
        metrics.set(Kind::Counter, ("zeek", "event-handler-invocations", ""), help, &labels, n as f64);
    }
    for stream in logs {
        let module = stream.name.split_once("::").map_or("", |(module, _)| module);
        let labels = [("module", module), ("stream", &*stream.name)];
        let help = "Records written to a stream";
        metrics.set(Kind::Counter, ("zeek", "log-stream-writes", ""), help, &labels, stream.writes as f64);
        for w in stream.writers {
            let labels = [
                ("writer", &*w.kind),
                ("module", module),
                ("stream", &*stream.name),
                ("filter_name", &*w.filter),
                ("path", &*w.path),
            ];
            let help = "Rows that a writer got";
            metrics.set(Kind::Counter, ("zeek", "log-writer-writes", ""), help, &labels, w.writes as f64);
            let help = "Records too large for a writer";
            let name = ("zeek", "log-writer-discarded-writes", "");
            metrics.set(Kind::Counter, name, help, &labels, w.discarded as f64);
        }
    }
}

/// Whether a name matches a shell pattern: `*` matches any bytes, `?` any one byte.
fn fits(pattern: &[u8], name: &[u8]) -> bool {
    let (mut p, mut n) = (0, 0);
    // The position of the last star, and the end of its match.
    let mut star: Option<(usize, usize)> = None;
    while n < name.len() {
        match pattern.get(p) {
            Some(b'*') => {
                star = Some((p, n));
                p += 1;
            }
            Some(&b) if b == b'?' || Some(&b) == name.get(n) => {
                p += 1;
                n += 1;
            }
            _ => match star {
                Some((at, reach)) => {
                    p = at + 1;
                    n = reach + 1;
                    star = Some((at, n));
                }
                None => return false,
            },
        }
    }
    pattern.get(p..).is_none_or(|rest| rest.iter().all(|&b| b == b'*'))
}

#[cfg(test)]
mod tests {
    use super::fits;

    #[test]
    fn stars_take_what_they_need() {
        for (pattern, name, fit) in [
            ("zeek_*session*", "zeek_active_sessions", true),
            ("bt*_*", "btest_a_total", true),
            ("a?c", "abc", true),
            ("a?c*", "abd", false),
            ("*", "", true),
            ("a*b*c", "aXbYbZc", true),
            ("a*b*c", "aXbYbZ", false),
        ] {
            assert_eq!(fits(pattern.as_bytes(), name.as_bytes()), fit, "{pattern} {name}");
        }
    }
}
