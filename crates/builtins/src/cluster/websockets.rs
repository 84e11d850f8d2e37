//! WebSocket clients: starts the servers that scripts request, and handles what clients send.
use super::Cluster;
use crate::call::{Call, Stop};
use crate::services::Services;
use cluster::websocket::{Endpoint, Options, Report, Server, tls};
use cluster::{Node, NodeId};
use net_types::{Port, TransportProto};
use script_vm::Machine;
use std::net::{IpAddr, SocketAddr};
use std::time::Duration;
use value::{Context, Record, Value};

/// A running server, and the options that a script requested.
pub(crate) struct Listening {
    wanted: Wanted,
    server: Server,
}

/// The requested options of a server. Another request with the same options is served by the existing server.
#[derive(Clone, PartialEq)]
struct Wanted {
    at: SocketAddr,
    queue: usize,
    ping: Duration,
    certificate: Option<String>,
    key: Option<String>,
    authorities: Option<String>,
}

/// `Cluster::listen_websocket`. On failure, reports an error and returns false.
pub(crate) fn listen(c: &mut Call<'_>) -> Result<bool, Stop> {
    let options = c.record(0)?;
    let wanted = match wanted(&options) {
        Ok(wanted) => wanted,
        Err(why) => {
            c.error(&why);
            return Ok(false);
        }
    };
    if let Some(other) = c.cluster().websockets.iter().find(|w| w.wanted.at == wanted.at) {
        let is_same = other.wanted == wanted;
        if !is_same {
            c.error(&format!("Already listening on {}", wanted.at));
        }
        return Ok(is_same);
    }
    match start(c, &wanted) {
        Ok(server) => {
            c.cluster().websockets.push(Listening { wanted, server });
            Ok(true)
        }
        Err(why) => {
            c.error(&format!("Failed to listen on {}: {why}", wanted.at));
            Ok(false)
        }
    }
}

fn wanted(options: &Record) -> Result<Wanted, String> {
    let text = |r: &Record, field: &str| {
        r.get_named(field)
            .and_then(|v| v.as_string().map(|s| s.to_text().into_owned()))
            .filter(|s| !s.is_empty())
    };
    let given = options.get_named("listen_addr").and_then(|v| v.as_addr());
    let ip: IpAddr = match (given, text(options, "listen_host")) {
        (Some(addr), _) => addr.into(),
        (None, Some(host)) => {
            host.parse().map_err(|_| format!("listen_host \"{host}\" is no address: use listen_addr"))?
        }
        (None, None) => [127, 0, 0, 1].into(),
    };
    let port = options.get_named("listen_port").and_then(|v| v.as_port()).map_or(0, |p| p.num);
    let queue = options.get_named("max_event_queue_size").and_then(|v| v.as_count()).unwrap_or(32);
    let ping = options.get_named("ping_interval").and_then(|v| v.as_number()).unwrap_or(0.0);
    let tls = options.get_named("tls_options").and_then(|v| v.as_record().cloned());
    let of = |field: &str| tls.as_ref().and_then(|tls| text(tls, field));
    let (certificate, key) = (of("cert_file"), of("key_file"));
    match (&certificate, &key) {
        (Some(_), None) => return Err("Invalid tls_options: No key_file field".to_owned()),
        (None, Some(_)) => return Err("Invalid tls_options: No cert_file field".to_owned()),
        _ => {}
    }
    if of("ciphers").is_some_and(|c| c != "DEFAULT") {
        return Err(
            "Invalid tls_options: ciphers cannot be chosen; TLS 1.2 and 1.3 use their secure ones".to_owned()
        );
    }
    let verifies =
        tls.as_ref().and_then(|t| t.get_named("enable_peer_verification")).and_then(|v| v.as_bool());
    let authorities = of("ca_file").filter(|_| verifies == Some(true));
    if verifies == Some(true) && authorities.is_none() {
        return Err("Invalid tls_options: enable_peer_verification needs ca_file".to_owned());
    }
    Ok(Wanted {
        at: SocketAddr::new(ip, port),
        queue: usize::try_from(queue).unwrap_or(usize::MAX),
        ping: Duration::try_from_secs_f64(ping).unwrap_or_default(),
        certificate,
        key,
        authorities,
    })
}

fn start(c: &mut Call<'_>, wanted: &Wanted) -> Result<Server, String> {
    let read = |c: &mut Call<'_>, path: &str| {
        let mut file =
            c.disk().open_to_read(path).map_err(|e| format!("{path}: {}", outside::system_error(&e)))?;
        let mut text = Vec::new();
        std::io::Read::read_to_end(&mut file, &mut text)
            .map_err(|e| format!("{path}: {}", outside::system_error(&e)))?;
        Ok::<_, String>(text)
    };
    let secured = match (&wanted.certificate, &wanted.key) {
        (Some(certificate), Some(key)) => {
            let (certificate, key) = (read(c, certificate)?, read(c, key)?);
            let authorities = wanted.authorities.as_ref().map(|path| read(c, path)).transpose()?;
            Some(tls(&certificate, &key, authorities.as_deref()).map_err(|e| e.to_string())?)
        }
        _ => None,
    };
    let hub = c.cluster().node.as_ref().map(Node::hub).ok_or("this run takes part in no cluster")?;
    let node = c.cluster().node.as_ref().map_or_else(|| NodeId::from("egret"), |n| n.id().clone());
    let options = Options {
        listen: wanted.at,
        node,
        version: crate::COMPATIBLE_VERSION.to_owned(),
        ping: wanted.ping,
        queue: wanted.queue,
        tls: secured,
    };
    let server = Server::start(&hub, options).map_err(|e| outside::system_error(&e))?;
    let bell = c.cluster().bell.clone();
    server.ring(Box::new(move || bell.ring()));
    Ok(server)
}

/// Handles the reports of the servers. Returns whether any event was queued.
pub(super) fn take(machine: &mut Machine) -> bool {
    let mut any = false;
    for n in 0..Services::of(machine).cluster.websockets.len() {
        while let Some(report) = report(machine, n) {
            any |= handle(machine, n, report);
        }
    }
    any
}

fn report(machine: &mut Machine, n: usize) -> Option<Report> {
    Services::of(machine).cluster.websockets.get(n)?.server.report()
}

fn handle(machine: &mut Machine, n: usize, report: Report) -> bool {
    match report {
        Report::Added { client, subscriptions } => {
            let wanted = subscriptions.join(", ");
            note(machine, &format!("WebSocket client {} subscribed to [{wanted}]", shown(&client)));
            let subscriptions = subscriptions.into_iter().map(Value::from).collect();
            let made = Call::aside(machine, |c| {
                Ok(Some([Value::Record(endpoint(c, &client)?), c.vector_of("string_vec", subscriptions)?]))
            });
            let Ok(Some(args)) = made else { return false };
            super::inbound::raise(machine, "Cluster::websocket_client_added", args.to_vec())
        }
        Report::Lost { client, code, reason } => {
            note(machine, &format!("WebSocket client {} gone with code {code}", shown(&client)));
            let made = Call::aside(machine, |c| Ok(Some(Value::Record(endpoint(c, &client)?))));
            let Ok(Some(endpoint)) = made else { return false };
            let args = vec![endpoint, Value::Count(code.into()), reason.into()];
            super::inbound::raise(machine, "Cluster::websocket_client_lost", args)
        }
        Report::Event { client, event } => {
            // Events that scripts declare go to the hub, which returns them if this node is subscribed.
            let fits = super::inbound::fits(machine, &event);
            if let Some(listening) = Services::of(machine).cluster.websockets.get(n) {
                listening.server.judge(client, fits);
            }
            false
        }
    }
}

fn shown(client: &Endpoint) -> String {
    let application = client.application.as_ref().map(|name| format!(" application_name={name}"));
    format!("{} ({}){}", client.id, client.address, application.unwrap_or_default())
}

/// Writes a line to cluster.log.
fn note(machine: &mut Machine, text: &str) {
    let done = Call::aside(machine, |c| {
        if let Some(Value::Func(f)) = c.global("Cluster::log") {
            c.invoke(&f, &[text.into()])?;
        }
        Ok(())
    });
    if let Err(e) = done {
        Context::report_error(machine, &e);
    }
}

/// Creates a `Cluster::EndpointInfo`.
fn endpoint(c: &mut Call<'_>, client: &Endpoint) -> Result<Record, Stop> {
    let network = c.new_record("Cluster::NetworkInfo")?;
    network.set_named("address", client.address.ip().to_string().as_str());
    let port = Port { num: client.address.port(), proto: TransportProto::Tcp };
    network.set_named("bound_port", Value::Port(port));
    let info = c.new_record("Cluster::EndpointInfo")?;
    info.set_named("id", client.id.as_str());
    info.set_named("network", Value::Record(network));
    if let Some(application) = &client.application {
        info.set_named("application_name", application.as_str());
    }
    Ok(info)
}

impl Cluster {
    /// Stops the servers, which tells all clients that this process is leaving.
    pub(super) fn end_websockets(&mut self) {
        self.websockets.clear();
    }

    /// Whether this process listens for WebSocket clients.
    pub(super) fn has_websockets(&self) -> bool {
        !self.websockets.is_empty()
    }
}
