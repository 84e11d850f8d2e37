//! Our own form of a description, in TOML.
use super::checks::{Described, nodes};
use super::{Backend, Cluster, NodeRole, PORT};
use crate::Mistake;
use crate::read::{Reader, Value};
use std::ops::Range;

const TOP: [&str; 8] = ["backend", "servers", "credentials", "name", "port", "scripts", "globals", "nodes"];
const NODE: [&str; 6] = ["role", "host", "interface", "processes", "cpus", "env"];

pub(super) fn cluster(text: &str) -> Result<Cluster, Vec<Mistake>> {
    let (mut r, table) = Reader::of(text);
    let mut made = Cluster {
        backend: Backend::default(),
        servers: Vec::new(),
        credentials: None,
        name: None,
        port: PORT,
        scripts: vec!["local".to_owned()],
        globals: Vec::new(),
        nodes: Vec::new(),
    };
    let mut described = Vec::new();
    let mut server_at = 0..0;
    for (key, value) in &table {
        match key.get_ref().as_ref() {
            "backend" => {
                let found = match value.get_ref().as_str() {
                    Some("zeromq") => Some(Backend::ZeroMq),
                    Some("nats") => Some(Backend::Nats),
                    Some("connections") => Some(Backend::Connections),
                    _ => r.expected("backend", "\"zeromq\", \"nats\" or \"connections\"", value),
                };
                server_at = value.span();
                made.backend = found.unwrap_or_default();
            }
            "servers" => {
                for (server, at) in r.texts("servers", "addresses such as \"nats://10.0.0.1:4222\"", value) {
                    if !server.starts_with("nats://") && !server.starts_with("tls://") {
                        r.wrong(&at, "servers: expected nats://HOST:PORT or tls://HOST:PORT".to_owned());
                    }
                    made.servers.push(server);
                }
            }
            "credentials" => made.credentials = r.text_of("credentials", "a file", value),
            "name" => {
                made.name = r.text_of("name", "letters, digits, - and _", value);
                let fits = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
                if made.name.as_ref().is_some_and(|n| !n.chars().all(fits)) {
                    r.expected::<()>("name", "letters, digits, - and _", value);
                }
            }
            "port" => {
                made.port = match number(value) {
                    Some(n) if (1..=64000).contains(&n) => n as u16,
                    _ => r.expected("port", "a number from 1 to 64000", value).unwrap_or(PORT),
                };
            }
            "scripts" => made.scripts = r.scripts(value),
            "globals" => {
                made.globals = r.variables("globals", value).into_iter().map(|(n, v, _)| (n, v)).collect();
            }
            "nodes" => match value.get_ref().as_table() {
                Some(all) => {
                    for (name, node) in all {
                        described.push(describe(&mut r, name.get_ref(), &name.span(), node));
                    }
                }
                None => drop(r.expected::<()>("nodes", "tables such as [nodes.manager]", value)),
            },
            other => r.unknown(other, &key.span(), &TOP),
        }
    }
    if made.backend == Backend::Nats && made.servers.is_empty() {
        r.wrong(&server_at, "backend: nats needs servers = [\"nats://HOST:PORT\"]".to_owned());
    }
    if made.backend != Backend::Nats && !made.servers.is_empty() {
        r.wrong(&server_at, "servers: only the backend nats has them".to_owned());
    }
    described.sort_by_key(|d| d.line);
    made.nodes = nodes(described, made.port, &mut r.mistakes);
    r.mistakes.sort_by_key(|m| m.line);
    if r.mistakes.is_empty() { Ok(made) } else { Err(r.mistakes) }
}

fn number(value: &Value<'_>) -> Option<u64> {
    value.get_ref().as_integer().and_then(|n| n.as_str().parse().ok())
}

fn describe(r: &mut Reader<'_>, name: &str, at: &Range<usize>, value: &Value<'_>) -> Described {
    let mut node = Described { name: name.to_owned(), line: r.line(at), ..Described::default() };
    let Some(table) = value.get_ref().as_table() else {
        r.expected::<()>(name, "a table of a node", value);
        return node;
    };
    for (key, value) in table {
        match key.get_ref().as_ref() {
            "role" => {
                node.role = match value.get_ref().as_str() {
                    Some("manager") => Some(NodeRole::Manager),
                    Some("logger") => Some(NodeRole::Logger),
                    Some("proxy") => Some(NodeRole::Proxy),
                    Some("worker") => Some(NodeRole::Worker),
                    _ => r.expected("role", "\"manager\", \"logger\", \"proxy\" or \"worker\"", value),
                };
            }
            "host" => node.host = r.text_of("host", "a name or an address", value),
            "interface" => node.interface = r.text_of("interface", "a name such as \"eth0\"", value),
            "processes" => {
                node.processes = match number(value) {
                    Some(n) if (1..=512).contains(&n) => Some(n as u16),
                    _ => r.expected("processes", "a number from 1 to 512", value),
                };
            }
            "cpus" => {
                let items = value
                    .get_ref()
                    .as_array()
                    .map(|items| items.iter().map(number).collect::<Option<Vec<_>>>());
                node.cpus = match items.flatten() {
                    Some(all) if all.iter().all(|n| *n < 1024) => all.iter().map(|n| *n as u32).collect(),
                    _ => {
                        r.expected("cpus", "numbers of processors such as [2, 3]", value).unwrap_or_default()
                    }
                };
            }
            "env" => match value.get_ref().as_table() {
                Some(all) => {
                    for (name, value) in all {
                        let text = r.text_of("env", "a text", value);
                        node.env.extend(text.map(|text| (name.get_ref().to_string(), text)));
                    }
                }
                None => drop(r.expected::<()>("env", "a table such as { NAME = \"value\" }", value)),
            },
            other => r.unknown(other, &key.span(), &NODE),
        }
    }
    node
}
