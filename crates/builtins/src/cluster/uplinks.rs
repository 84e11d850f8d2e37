//! The carriers to other processes: peerings of `Broker::peer`, ZeroMQ and its proxy, NATS.
use super::Cluster;
use super::nats::{self, Nats};
use crate::call::Call;
use crate::log::{Outgoing, attach_all};
use crate::services::Services;
use cluster::peering::Peering;
use cluster::zmq::{Marks, Proxy, Settings, ZmqUplink};
use cluster::{Caps, Carrier as _, Inbound, Node, NodeId, Token};
use std::collections::VecDeque;
use std::net::{IpAddr, SocketAddr, ToSocketAddrs};
use value::Value;

/// The carrier of mail to other processes.
#[derive(Default)]
pub enum Uplink {
    /// No carrier yet.
    #[default]
    None,
    /// Connections that scripts make one by one.
    Peerings(Peering),
    /// ZeroMQ's sockets.
    ZeroMq(ZmqUplink),
    /// A connection to a server of NATS.
    Nats(Nats),
}

/// The carrier that `Cluster::backend` names.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Backend {
    Broker,
    ZeroMq,
    Nats,
    Other,
}

/// Returns the backend that scripts chose.
pub(crate) fn backend(c: &Call<'_>) -> Backend {
    match c.global("Cluster::backend").and_then(|v| v.enum_name()).as_deref() {
        Some("Cluster::CLUSTER_BACKEND_BROKER") => Backend::Broker,
        Some("Cluster::CLUSTER_BACKEND_ZEROMQ") => Backend::ZeroMq,
        Some("Cluster::CLUSTER_BACKEND_NATS") => Backend::Nats,
        _ => Backend::Other,
    }
}

/// Returns the peerings of this process. The first call starts them.
///
/// # Errors
/// Why peerings cannot be used.
pub(crate) fn peerings<'c>(c: &'c mut Call<'_>) -> Result<&'c Peering, String> {
    if matches!(c.cluster().uplink, Uplink::None) {
        let hub = hub(c)?;
        let options = super::broker_options::peering(c)?;
        let made = Peering::start(&hub, caps(c), options).map_err(|e| e.to_string())?;
        c.cluster().uplink = Uplink::Peerings(made);
        begin_rows(c, "Broker::log_batch_size", "Broker::log_batch_interval");
    }
    match &c.cluster().uplink {
        Uplink::Peerings(peerings) => Ok(peerings),
        Uplink::Nats(_) => Err("the nodes of this cluster are connected by NATS".to_owned()),
        Uplink::ZeroMq(_) | Uplink::None => {
            Err("the nodes of this cluster are connected by ZeroMQ".to_owned())
        }
    }
}

pub(super) fn hub(c: &mut Call<'_>) -> Result<cluster::Hub, String> {
    c.cluster().node.as_ref().map(Node::hub).ok_or_else(|| "this run takes part in no cluster".to_owned())
}

/// Reading a file, nothing is lost for want of room.
pub(super) fn caps(c: &mut Call<'_>) -> Caps {
    let follows_file = c.invocation().source.as_ref().is_some_and(|s| !s.live);
    if follows_file { Caps::FILE } else { Caps::LIVE }
}

/// Starts sending rows to other processes, in batches with the size and interval that these constants set.
fn begin_rows(c: &mut Call<'_>, size: &str, interval: &str) {
    let most = c.global(size).and_then(|v| v.as_count()).unwrap_or(1000);
    let every = c.global(interval).and_then(|v| v.as_number()).unwrap_or(1.0);
    let cluster = c.cluster();
    cluster.outgoing = Some(Outgoing::new(most));
    cluster.flush_every = every;
    attach_all(c);
}

/// `Cluster::Backend::__init`: starts the carrier of the configured backend. On failure, reports an error and returns
/// false.
pub(crate) fn begin(c: &mut Call<'_>, id: &str) -> bool {
    if let Some(node) = &mut c.cluster().node
        && node.id().as_str() != id
        && let Err(e) = node.rename(NodeId::from(id))
    {
        c.error(&e.to_string());
        return false;
    }
    let has_begun = matches!(c.cluster().uplink, Uplink::ZeroMq(_) | Uplink::Nats(_));
    let (engine, begun) = match backend(c) {
        Backend::ZeroMq if !has_begun => ("ZeroMQ", zeromq(c)),
        Backend::Nats if !has_begun => ("NATS", over_nats(c)),
        Backend::Broker | Backend::ZeroMq | Backend::Nats | Backend::Other => return true,
    };
    begun.inspect_err(|why| c.report(&format!("{engine}: {why}"))).is_ok()
}

fn over_nats(c: &mut Call<'_>) -> Result<(), String> {
    let made = nats::start(c)?;
    let cluster = c.cluster();
    if let (Some(node), true) = (&cluster.node, cluster.is_announced) {
        made.announce(node.id());
    }
    cluster.uplink = Uplink::Nats(made);
    begin_rows(c, "Log::write_buffer_size", "Log::flush_interval");
    crate::family::stores::keep_in_buckets(c);
    Ok(())
}

/// Asks for a feed of the cluster. Returns the path of its copy.
///
/// # Errors
/// If the nodes are not connected by NATS, or the name is malformed.
pub(crate) fn feed(cx: &mut dyn value::Context, name: &str) -> Result<String, String> {
    match &Services::of(cx).cluster.uplink {
        Uplink::Nats(nats) => nats.feed(name),
        _ => Err(format!(
            "source nats:{name}: this node is not connected by NATS: expected Cluster::init with its backend before"
        )),
    }
}

fn zeromq(c: &mut Call<'_>) -> Result<(), String> {
    let hub = hub(c)?;
    let listen = option(c, "listen_log_endpoint");
    let settings = Settings {
        publish_to: endpoint(&option(c, "connect_xpub_endpoint"))?,
        subscribe_at: endpoint(&option(c, "connect_xsub_endpoint"))?,
        loggers: loggers(c)?,
        pull: if listen.is_empty() { None } else { Some(bindable(c, "pull", &listen)?) },
        curve: None,
        marks: Marks { events: mark(c, "xpub_sndhwm"), rows: mark(c, "log_sndhwm") },
    };
    let marks = settings.marks;
    let caps = caps(c);
    let caps = if marks.events == usize::MAX { Caps::FILE } else { caps };
    let made = ZmqUplink::start(&hub, caps, settings).map_err(|e| e.to_string())?;
    let mailbox = match mark(c, "onloop_queue_hwm") {
        usize::MAX => Caps::FILE,
        events => Caps { events, ..caps },
    };
    let cluster = c.cluster();
    cluster.uplink = Uplink::ZeroMq(made);
    if let Some(node) = &mut cluster.node {
        node.set_caps(mailbox);
        node.watch_subscriptions();
        cluster::Carrier::ready(node, Token(0));
    }
    begin_rows(c, "Log::write_buffer_size", "Log::flush_interval");
    Ok(())
}

/// `Cluster::Backend::ZeroMQ::spawn_zmq_proxy_thread`. On failure, reports an error and returns false.
pub(crate) fn spawn_proxy(c: &mut Call<'_>) -> bool {
    let made = bindable(c, "xpub", &option(c, "listen_xpub_endpoint")).and_then(|subscribers| {
        let publishers = bindable(c, "xsub", &option(c, "listen_xsub_endpoint"))?;
        // Only the queue's size in bytes is limited for a slow subscriber, unless scripts allow messages to be dropped.
        let keeps = c.global("Cluster::Backend::ZeroMQ::listen_xpub_nodrop").and_then(|v| v.as_bool());
        let marks = match keeps {
            Some(false) => Marks::default(),
            _ => Marks { events: usize::MAX, ..Marks::default() },
        };
        Proxy::start(publishers, subscribers, None, marks).map_err(|e| e.to_string())
    });
    match made {
        Ok(proxy) => {
            c.cluster().proxy = Some(proxy);
            true
        }
        Err(why) => {
            c.report(&format!("ZeroMQ: {why}"));
            false
        }
    }
}

fn option(c: &Call<'_>, name: &str) -> String {
    let value = c.global(&format!("Cluster::Backend::ZeroMQ::{name}"));
    value.and_then(|v| v.as_string().map(|s| s.to_text().into_owned())).unwrap_or_default()
}

/// Returns a high-water mark. 0 means no limit.
fn mark(c: &Call<'_>, name: &str) -> usize {
    let value = c.global(&format!("Cluster::Backend::ZeroMQ::{name}")).and_then(|v| v.as_number());
    match value {
        Some(n) if n > 0.0 => n as usize,
        _ => usize::MAX,
    }
}

fn loggers(c: &Call<'_>) -> Result<Vec<String>, String> {
    let value = c.global("Cluster::Backend::ZeroMQ::connect_log_endpoints");
    let items = value.as_ref().and_then(Value::as_vector).map(value::Vector::items).unwrap_or_default();
    let texts = items.iter().flatten().filter_map(|v| v.as_string().map(|s| s.to_text().into_owned()));
    texts.map(|text| endpoint(&text)).collect()
}

/// Converts an endpoint `tcp://HOST:PORT` to `HOST:PORT`.
fn endpoint(text: &str) -> Result<String, String> {
    let rest = text.strip_prefix("tcp://").filter(|rest| rest.contains(':'));
    rest.map(|rest| rest.replacen("*:", "0.0.0.0:", 1))
        .ok_or_else(|| format!("endpoint \"{text}\": expected tcp://HOST:PORT"))
}

/// Resolves the address of an endpoint.
fn address(text: &str) -> Result<SocketAddr, String> {
    let host = endpoint(text)?;
    let found = host.to_socket_addrs().map_err(|e| format!("endpoint \"{text}\": {e}"))?.next();
    found.ok_or_else(|| format!("endpoint \"{text}\" has no address"))
}

/// Resolves the address of a listening socket. IPv6 addresses are refused if the option `ipv6` is off.
fn bindable(c: &Call<'_>, socket: &str, text: &str) -> Result<SocketAddr, String> {
    let failed = |why: String| format!("Failed to bind {socket} socket {text}: {why}");
    let found = address(text).map_err(failed)?;
    let takes_v6 = c.global("Cluster::Backend::ZeroMQ::ipv6").and_then(|v| v.as_bool()) != Some(false);
    if found.is_ipv6() && !takes_v6 {
        return Err(failed("Cluster::Backend::ZeroMQ::ipv6 is F".to_owned()));
    }
    Ok(found)
}

/// Resolves the address in a call of `Broker::listen`. An empty host means all addresses of the machine.
pub(crate) fn listening(host: &str, port: u16) -> Result<SocketAddr, String> {
    if host.is_empty() {
        return Ok(SocketAddr::new(IpAddr::from([0, 0, 0, 0]), port));
    }
    let found = (host, port).to_socket_addrs().map_err(|e| e.to_string())?.next();
    found.ok_or_else(|| format!("{host} has no address"))
}

impl Cluster {
    /// Whether a run without packets continues because other processes may send mail.
    #[must_use]
    pub fn lasts(&self) -> bool {
        !matches!(self.uplink, Uplink::None)
            || self.proxy.is_some()
            || self.is_member
            || self.has_websockets()
    }

    /// Leaves the cluster. Queued mail is still sent, and other processes are told. Returns what the carrier tells of mail
    /// that it could not send, which scripts no longer hear.
    pub fn leave(&mut self) -> Vec<String> {
        self.end_websockets();
        self.uplink = Uplink::None;
        let mut mail = VecDeque::new();
        if let Some(mut node) = self.node.take() {
            node.take(usize::MAX, &mut mail);
        }
        self.proxy = None;
        let tell = |item| match item {
            Inbound::Trouble { tag, message } => Some(format!("{tag}: {message}")),
            _ => None,
        };
        mail.into_iter().filter_map(tell).collect()
    }
}
