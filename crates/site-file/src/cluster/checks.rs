//! From groups of processes to nodes, and what every description must hold to.
use super::{Node, NodeRole};
use crate::Mistake;

/// A node or a group of like ones, as a file describes it.
#[derive(Default)]
pub(super) struct Described {
    pub(super) name: String,
    pub(super) role: Option<NodeRole>,
    pub(super) host: Option<String>,
    pub(super) interface: Option<String>,
    pub(super) processes: Option<u16>,
    pub(super) cpus: Vec<u32>,
    pub(super) env: Vec<(String, String)>,
    pub(super) line: usize,
}

/// The most nodes of a cluster, and so the most ports.
const NODES: usize = 1000;

/// The nodes in the order of their roles, with ports from `first` on. Two ports before are the exchange's.
pub(super) fn nodes(described: Vec<Described>, port: u16, mistakes: &mut Vec<Mistake>) -> Vec<Node> {
    let mut nodes: Vec<Node> = Vec::new();
    for (group, d) in described.into_iter().enumerate() {
        let mut wrong = |text: String| mistakes.push(Mistake { line: d.line, text });
        let Some(role) = d.role else {
            wrong(format!("{}: no role: expected manager, logger, proxy or worker", d.name));
            continue;
        };
        let Some(host) = d.host else {
            wrong(format!("{}: no host: expected a name or an address such as localhost", d.name));
            continue;
        };
        let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
        if d.name.is_empty() || !d.name.chars().all(is_plain) || d.name.starts_with('.') {
            wrong(format!("{:?}: expected a name of letters, digits, - and _", d.name));
            continue;
        }
        match (&d.interface, role) {
            (None, NodeRole::Worker) => wrong(format!("{}: no interface: expected one such as eth0", d.name)),
            (Some(_), NodeRole::Manager | NodeRole::Logger | NodeRole::Proxy) => {
                wrong(format!("{}: only workers capture packets", d.name));
            }
            _ => {}
        }
        let processes = d.processes.unwrap_or(1);
        if processes > 1 && role != NodeRole::Worker {
            wrong(format!("{}: only workers have several processes", d.name));
        }
        if !d.cpus.is_empty() && d.cpus.len() < usize::from(processes) {
            wrong(format!("{}: {} processors for {processes} processes", d.name, d.cpus.len()));
        }
        for n in 0..processes {
            let name = match d.processes {
                Some(_) if processes > 1 => format!("{}-{}", d.name, n + 1),
                _ => d.name.clone(),
            };
            if nodes.iter().any(|other| other.name == name) {
                wrong(format!("two nodes are named {name}"));
            }
            nodes.push(Node {
                name,
                role,
                host: host.clone(),
                port: 0,
                interface: d.interface.clone(),
                group: u16::try_from(group).unwrap_or(0).saturating_add(1),
                cpu: d.cpus.get(usize::from(n)).copied(),
                env: d.env.clone(),
                line: d.line,
            });
        }
    }
    if nodes.len() > NODES || usize::from(port) + 2 + nodes.len() > usize::from(u16::MAX) {
        mistakes.push(Mistake {
            line: 1,
            text: format!("{} nodes from port {port} on: there are no ports for them", nodes.len()),
        });
        return Vec::new();
    }
    let managers: Vec<&Node> = nodes.iter().filter(|n| n.role == NodeRole::Manager).collect();
    match &managers[..] {
        [_] => {}
        [] => mistakes.push(Mistake {
            line: 1,
            text: "no manager: expected one node with the role manager".to_owned(),
        }),
        [_, second, ..] => {
            mistakes.push(Mistake {
                line: second.line,
                text: format!("{}: a cluster has one manager", second.name),
            });
        }
    }
    nodes.sort_by_key(|n| n.role);
    for (port, node) in (port + 2..).zip(&mut nodes) {
        node.port = port;
    }
    nodes
}
