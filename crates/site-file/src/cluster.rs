//! The nodes of a cluster, from a file of ours or from Zeek's `node.cfg`.
//!
//! ```toml
//! backend = "nats"                       # "zeromq" (the default), "nats" or "connections"
//! servers = ["nats://10.0.0.1:4222"]     # of NATS
//! name = "office"                        # of the cluster, in subjects of NATS
//! port = 27760                           # the first of the ports that nodes listen at
//! scripts = ["local"]
//!
//! [globals]                              # variables of scripts
//! "Log::default_rotation_interval" = "30 min"
//!
//! [nodes.manager]
//! role = "manager"
//! host = "10.0.0.1"
//!
//! [nodes.sensor]                         # sensor-1 to sensor-4
//! role = "worker"
//! host = "10.0.0.2"
//! interface = "eth0"
//! processes = 4
//! cpus = [2, 3, 4, 5]
//! ```
//!
//! This crate resolves no host names and starts nothing.
mod checks;
mod node_cfg;
mod own;

use crate::Mistake;

/// What carries events and rows between the nodes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Backend {
    /// ZeroMQ; the manager runs the exchange.
    #[default]
    ZeroMq,
    /// Servers of NATS.
    Nats,
    /// Connections from node to node.
    Connections,
}

/// The role of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[allow(missing_docs)]
pub enum NodeRole {
    Manager,
    Logger,
    Proxy,
    Worker,
}

/// A node: one process.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// The name.
    pub name: String,
    /// The role.
    pub role: NodeRole,
    /// The name or address of its machine.
    pub host: String,
    /// Where it listens.
    pub port: u16,
    /// The interface that it captures from.
    pub interface: Option<String>,
    /// The number of the group of processes that share its interface.
    pub group: u16,
    /// The processor that it runs on.
    pub cpu: Option<u32>,
    /// Environment variables.
    pub env: Vec<(String, String)>,
    /// The line that describes it.
    pub line: usize,
}

/// A cluster.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cluster {
    /// What carries events and rows.
    pub backend: Backend,
    /// The servers of NATS.
    pub servers: Vec<String>,
    /// A file with a user's JWT and seed, for NATS.
    pub credentials: Option<String>,
    /// The name of the cluster.
    pub name: Option<String>,
    /// The first of its ports: the exchange of ZeroMQ has this one and the next.
    pub port: u16,
    /// Scripts of all nodes.
    pub scripts: Vec<String>,
    /// Variables of scripts.
    pub globals: Vec<(String, String)>,
    /// The nodes: manager, loggers, proxies, workers, each in the order of the file.
    pub nodes: Vec<Node>,
}

/// The first port if the file names none: that of Zeek's.
const PORT: u16 = 27760;

impl Cluster {
    /// Reads a file of ours.
    ///
    /// # Errors
    /// All mistakes, in order of their lines.
    pub fn read(text: &str) -> Result<Self, Vec<Mistake>> {
        own::cluster(text)
    }

    /// Reads a `node.cfg`. Its nodes load the script `local`.
    ///
    /// # Errors
    /// All mistakes, in order of their lines.
    pub fn read_node_cfg(text: &str) -> Result<Self, Vec<Mistake>> {
        node_cfg::cluster(text)
    }

    /// The manager.
    pub fn manager(&self) -> Option<&Node> {
        self.nodes.iter().find(|n| n.role == NodeRole::Manager)
    }

    /// The node that writes the logs: the first logger, else the manager.
    pub fn logger(&self) -> Option<&Node> {
        self.nodes.iter().find(|n| n.role == NodeRole::Logger).or_else(|| self.manager())
    }

    /// The settings of scripts that connect the nodes; `manager` is the address of the manager's machine.
    pub fn settings(&self, manager: &str) -> Vec<String> {
        let quoted = |text: &str| format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""));
        let mut all = Vec::new();
        match self.backend {
            Backend::Connections => {}
            Backend::ZeroMq => {
                all.push("@load policy/frameworks/cluster/backend/zeromq/connect".to_owned());
                let host = if manager.contains(':') { format!("[{manager}]") } else { manager.to_owned() };
                for (name, port) in [("xsub", self.port), ("xpub", self.port + 1)] {
                    let other = if name == "xsub" { "xpub" } else { "xsub" };
                    for socket in [format!("listen_{name}"), format!("connect_{other}")] {
                        all.push(format!(
                            "redef Cluster::Backend::ZeroMQ::{socket}_endpoint = \"tcp://{host}:{port}\";"
                        ));
                    }
                }
            }
            Backend::Nats => {
                all.push("@load policy/frameworks/cluster/backend/nats/connect".to_owned());
                let mut set = |name: &str, value: String| {
                    all.push(format!("redef Cluster::Backend::NATS::{name} = {value};"));
                };
                let servers: Vec<String> = self.servers.iter().map(|s| quoted(s)).collect();
                set("servers", format!("vector({})", servers.join(", ")));
                self.name.iter().for_each(|name| set("cluster_name", quoted(name)));
                self.credentials.iter().for_each(|file| set("credentials_file", quoted(file)));
            }
        }
        all
    }
}

#[cfg(test)]
mod tests;
