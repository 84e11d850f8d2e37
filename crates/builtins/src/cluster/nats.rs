//! NATS as the carrier to other processes, in programs with the feature `nats`.
use super::uplinks::{caps, hub};
use crate::call::Call;
use cluster::{Caps, NodeId};
use cluster_nats::{Archive, Copies, NatsUplink, Settings};
pub(crate) use cluster_nats::{Bucket, Kept};
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use value::Value;

/// The connection, and how other nodes learn of this one.
pub struct Nats {
    uplink: NatsUplink,
    name: String,
    role: String,
}

/// Connects to the servers that scripts name.
///
/// # Errors
/// What an option lacks, or why the system has no room for the thread.
pub(super) fn start(c: &mut Call<'_>) -> Result<Nats, String> {
    let hub = hub(c)?;
    let settings = settings(c)?;
    let (name, caps) = (settings.node.clone(), caps(c));
    let mailbox = match number(c, "onloop_queue_hwm") {
        0 => Caps::FILE,
        events => Caps { events: usize::try_from(events).unwrap_or(usize::MAX), ..caps },
    };
    let role = text(c, "role");
    let uplink = NatsUplink::start(&hub, caps, settings).map_err(|e| e.to_string())?;
    if let Some(node) = &c.cluster().node {
        node.set_caps(mailbox);
    }
    Ok(Nats { uplink, name, role })
}

impl Nats {
    /// Shows the node to the others.
    pub(super) fn announce(&self, id: &NodeId) {
        self.uplink.announce(&self.name, id, &self.role);
    }

    /// Keeps content in a bucket. Once it has been read, `body` comes as an event to `topic`.
    pub(crate) fn keep(&self, name: &str, topic: &str, body: Vec<u8>) -> Bucket {
        self.uplink.keep(name, topic, body)
    }

    /// Asks for a feed. Returns the path of its copy, which exists once it has been fetched.
    pub(super) fn feed(&self, name: &str) -> Result<String, String> {
        let path = self.uplink.feed(name)?;
        path.into_os_string().into_string().map_err(|path| format!("{path:?}: expected a path in UTF-8"))
    }

    /// Counters for metrics: name, description, value.
    pub(super) fn figures(&self) -> Vec<(&'static str, &'static str, f64)> {
        let counters = self.uplink.counters();
        let of = |counter: &AtomicU64| counter.load(Ordering::Relaxed) as f64;
        vec![
            ("connections", "Connections made to a server", of(&counters.connections)),
            (
                "event_drops",
                "Events that did not fit into a queue to or from the server",
                of(&counters.event_drops),
            ),
            (
                "row_drops",
                "Batches of rows that no longer fitted while no server could be reached",
                of(&counters.row_drops),
            ),
            ("rows_stored", "Batches of rows that the server has acknowledged", of(&counters.rows_stored)),
            ("rows_repeated", "Batches of rows that were sent again", of(&counters.rows_repeated)),
            ("rows_taken", "Batches of rows that came to this logger", of(&counters.rows_taken)),
            (
                "feeds_fetched",
                "Feeds, and new versions of them, that were copied",
                of(&counters.feeds_fetched),
            ),
            ("feed_errors", "Feeds that could not be copied", of(&counters.feed_errors)),
            ("msg_errors", "Malformed messages", of(&counters.message_errors)),
        ]
    }
}

fn settings(c: &Call<'_>) -> Result<Settings, String> {
    let node = c.global("Cluster::node").and_then(|v| v.as_string().map(|s| s.to_text().into_owned()));
    let node = node
        .filter(|name| !name.is_empty())
        .ok_or("Cluster::node is empty: expected CLUSTER_NODE to name a node")?;
    let servers = texts(c, "servers");
    if servers.is_empty() {
        return Err(format!("{} is empty: expected addresses such as nats://HOST:PORT", full("servers")));
    }
    for server in &servers {
        if !server.starts_with("nats://") && !server.starts_with("tls://") {
            // An address may hold a password: it is not repeated.
            let place = full("servers");
            return Err(format!(
                "{place}: expected nats://HOST:PORT or tls://HOST:PORT, found an address without either"
            ));
        }
    }
    let certificate = match (file(c, "cert_file"), file(c, "key_file")) {
        (Some(certificate), Some(key)) => Some((certificate, key)),
        (None, None) => None,
        (Some(_), None) => return Err(format!("{} needs {}", full("cert_file"), full("key_file"))),
        (None, Some(_)) => return Err(format!("{} needs {}", full("key_file"), full("cert_file"))),
    };
    let replicas = number(c, "replicas");
    if !(1..=5).contains(&replicas) {
        return Err(format!("{} is {replicas}: expected 1 to 5", full("replicas")));
    }
    let most = |name: &str| usize::try_from(number(c, name)).unwrap_or(usize::MAX);
    Ok(Settings {
        domain: Some(text(c, "domain")).filter(|d| !d.is_empty()),
        credentials: file(c, "credentials_file"),
        authorities: file(c, "ca_file"),
        certificate,
        whole_topics: whole_topics(c),
        takes_rows: c.global(&full("takes_rows")).and_then(|v| v.as_bool()) == Some(true),
        row_bytes: most("rows_max_bytes"),
        spill: file(c, "spill_folder").map(|folder| (folder, number(c, "spill_max_bytes"))),
        stream_bytes: i64::try_from(number(c, "stream_max_bytes")).unwrap_or(i64::MAX),
        replicas: most("replicas"),
        archive: archive(c)?,
        copies: file(c, "feeds_folder").map(|folder| Copies { folder, most: number(c, "feed_max_bytes") }),
        feeds_bytes: i64::try_from(number(c, "feeds_max_bytes")).unwrap_or(i64::MAX),
        ..Settings::new(&text(c, "cluster_name"), &node, servers)
    })
}

fn archive(c: &Call<'_>) -> Result<Option<Archive>, String> {
    let seconds = c.global(&full("archive_age")).and_then(|v| v.as_double()).unwrap_or(0.0);
    if seconds == 0.0 {
        return Ok(None);
    }
    let bytes = number(c, "archive_max_bytes");
    match (Duration::try_from_secs_f64(seconds), i64::try_from(bytes)) {
        (Ok(age), Ok(bytes @ 1..)) => Ok(Some(Archive { age, bytes })),
        (Err(_), _) => Err(format!("{} is {seconds} seconds: expected 0 or more", full("archive_age"))),
        (_, _) => Err(format!("{} is {bytes}: expected 1 or more", full("archive_max_bytes"))),
    }
}

/// Topics of roles and pools.
fn whole_topics(c: &Call<'_>) -> Vec<String> {
    let text = |v: Value| v.as_string().map(|s| s.to_text().into_owned());
    let roles = ["logger", "manager", "proxy", "worker"];
    let of_role = roles.iter().filter_map(|role| c.global(&format!("Cluster::{role}_topic")).and_then(text));
    let pools = ["logger", "proxy", "worker"];
    let of_pool = pools.iter().filter_map(|pool| {
        let spec = c.global(&format!("Cluster::{pool}_pool_spec"))?;
        spec.as_record()?.get_named("topic").and_then(text)
    });
    of_role.chain(of_pool).collect()
}

fn full(name: &str) -> String {
    format!("Cluster::Backend::NATS::{name}")
}

fn text(c: &Call<'_>, name: &str) -> String {
    c.global(&full(name)).and_then(|v| v.as_string().map(|s| s.to_text().into_owned())).unwrap_or_default()
}

fn file(c: &Call<'_>, name: &str) -> Option<PathBuf> {
    Some(text(c, name)).filter(|path| !path.is_empty()).map(PathBuf::from)
}

fn number(c: &Call<'_>, name: &str) -> u64 {
    c.global(&full(name)).and_then(|v| v.as_count()).unwrap_or(0)
}

fn texts(c: &Call<'_>, name: &str) -> Vec<String> {
    let value = c.global(&full(name));
    let items = value.as_ref().and_then(Value::as_vector).map(value::Vector::items).unwrap_or_default();
    items.iter().flatten().filter_map(|v| v.as_string().map(|s| s.to_text().into_owned())).collect()
}
