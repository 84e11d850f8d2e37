//! The configuration of a node: `Supervisor::NodeConfig`.
use net_types::{Addr, Port};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use thiserror::Error;

/// A node. Paths are relative to its folder; paths of scripts are relative to the supervisor's folder.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct NodeConfig {
    /// The name, which is unique.
    pub name: String,
    /// The interface that it captures from.
    pub interface: Option<String>,
    /// The capture file that it reads.
    pub pcap_file: Option<String>,
    /// Its working folder, created if it does not exist.
    pub directory: Option<String>,
    /// The file for its standard output; without a file, the supervisor prints the output.
    pub stdout_file: Option<String>,
    /// The file for its standard error; without a file, the supervisor prints the output.
    pub stderr_file: Option<String>,
    /// Whether it runs without the default scripts; `None` to do as the supervisor does.
    pub bare_mode: Option<bool>,
    /// Scripts to load before those of the command line.
    pub addl_base_scripts: Vec<String>,
    /// Scripts to load after those of the command line.
    pub addl_user_scripts: Vec<String>,
    /// Environment variables.
    pub env: BTreeMap<String, String>,
    /// The processor to run on.
    pub cpu_affinity: Option<i64>,
    /// All nodes of its cluster, by name.
    pub cluster: BTreeMap<String, ClusterEndpoint>,
}

/// A node of a cluster.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ClusterEndpoint {
    /// Its role.
    pub role: Role,
    /// The address of its host.
    #[serde(with = "text")]
    pub host: Addr,
    /// The port on which it listens, such as `47760/tcp`.
    #[serde(with = "text")]
    pub p: Port,
    /// The interface that it captures from.
    pub interface: Option<String>,
    /// The capture file that it reads.
    pub pcap_file: Option<String>,
    /// The port on which it serves metrics.
    #[serde(with = "optional_text")]
    pub metrics_port: Option<Port>,
}

/// The role of a node in its cluster. The values are the enumerators' numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[allow(missing_docs)]
pub enum Role {
    None = 0,
    Logger = 1,
    Manager = 2,
    Proxy = 3,
    Worker = 4,
}

impl Role {
    const ALL: [Role; 5] = [Role::None, Role::Logger, Role::Manager, Role::Proxy, Role::Worker];

    /// Returns the role with this number in `Supervisor::ClusterRole`.
    pub fn of_number(n: i64) -> Option<Self> {
        Self::ALL.into_iter().find(|role| *role as i64 == n)
    }

    /// Returns the enumerator of `Cluster::NodeType`.
    pub fn node_type(self) -> &'static str {
        match self {
            Role::None => "Cluster::NONE",
            Role::Logger => "Cluster::LOGGER",
            Role::Manager => "Cluster::MANAGER",
            Role::Proxy => "Cluster::PROXY",
            Role::Worker => "Cluster::WORKER",
        }
    }
}

/// The reason why a node's configuration is rejected.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Unfit {
    /// The name is missing.
    #[error("a node needs a name")]
    Nameless,
    /// The name contains a slash, so that paths made from it would lead out of their folder.
    #[error("node name '{0}' contains a '/'")]
    Slash(String),
    /// Both an interface and a capture file are set.
    #[error("node with name '{0}' has interface and pcap_file set")]
    TwoSources(String),
    /// A processor number out of range.
    #[error("node with name '{0}' has cpu_affinity {1}; expected 0 to 1023")]
    Processor(String, i64),
    /// An environment variable that the system does not accept.
    #[error(
        "node with name '{0}' has the environment variable '{1}'; names are not empty and have no '=' or NUL"
    )]
    Variable(String, String),
}

impl NodeConfig {
    /// Creates a node with nothing but a name.
    pub fn new(name: &str) -> Self {
        NodeConfig { name: name.to_owned(), ..NodeConfig::default() }
    }

    /// Checks that the node can be started.
    ///
    /// # Errors
    /// The first problem found.
    pub fn check(&self) -> Result<(), Unfit> {
        let name = || self.name.clone();
        if self.name.is_empty() {
            return Err(Unfit::Nameless);
        }
        if self.name.contains('/') {
            return Err(Unfit::Slash(name()));
        }
        if self.interface.is_some() && self.pcap_file.is_some() {
            return Err(Unfit::TwoSources(name()));
        }
        if let Some(cpu) = self.cpu_affinity.filter(|cpu| !(0..1024).contains(cpu)) {
            return Err(Unfit::Processor(name(), cpu));
        }
        let odd = |(key, value): &(&String, &String)| {
            key.is_empty() || key.contains(['=', '\0']) || value.contains('\0')
        };
        match self.env.iter().find(odd) {
            Some((key, _)) => Err(Unfit::Variable(name(), key.clone())),
            None => Ok(()),
        }
    }

    /// Returns a script that describes the node's cluster and replaces `cluster-layout.zeek`; `None` without a cluster.
    pub fn layout(&self) -> Option<String> {
        if self.cluster.is_empty() {
            return None;
        }
        let manager = self.cluster.iter().find(|(_, e)| e.role == Role::Manager).map(|(name, _)| name);
        let mut script = String::new();
        if self.cluster.values().any(|e| e.role == Role::Logger) {
            script.push_str("redef Cluster::manager_is_logger = F;\n");
        }
        script.push_str("redef Cluster::nodes = {\n");
        for (name, endpoint) in &self.cluster {
            let ClusterEndpoint { role, host, p, metrics_port, .. } = endpoint;
            let host = if host.is_v4() { host.to_string() } else { format!("[{host}]") };
            let of = |text: &str| format!("{text:?}");
            let mut line = format!("\t[{}] = [$node_type={}, $ip={host}, $p={p}", of(name), role.node_type());
            if let Some(manager) = manager.filter(|_| !matches!(role, Role::Manager | Role::None)) {
                let _ = write!(line, ", $manager={}", of(manager));
            }
            if let Some(metrics) = metrics_port {
                let _ = write!(line, ", $metrics_port={metrics}");
            }
            script.push_str(&line);
            script.push_str("],\n");
        }
        script.push_str("};\n");
        Some(script)
    }
}

/// Serializes values as text.
mod text {
    use serde::de::Error as _;
    use serde::{Deserialize as _, Deserializer, Serializer};
    use std::fmt::Display;
    use std::str::FromStr;

    pub(super) fn serialize<T: Display, S: Serializer>(value: &T, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(value)
    }

    pub(super) fn deserialize<'de, T: FromStr, D: Deserializer<'de>>(from: D) -> Result<T, D::Error> {
        let text = String::deserialize(from)?;
        text.parse().map_err(|_| D::Error::custom(format!("unexpected {text:?}")))
    }
}

/// Serializes optional values as text.
mod optional_text {
    use serde::de::Error as _;
    use serde::{Deserialize as _, Deserializer, Serialize as _, Serializer};
    use std::str::FromStr;

    pub(super) fn serialize<T: ToString, S: Serializer>(value: &Option<T>, to: S) -> Result<S::Ok, S::Error> {
        value.as_ref().map(T::to_string).serialize(to)
    }

    pub(super) fn deserialize<'de, T: FromStr, D: Deserializer<'de>>(from: D) -> Result<Option<T>, D::Error> {
        let Some(text) = Option::<String>::deserialize(from)? else { return Ok(None) };
        text.parse().map(Some).map_err(|_| D::Error::custom(format!("unexpected {text:?}")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(change: impl Fn(&mut NodeConfig), expected: &str) {
        let mut node = NodeConfig::new("n");
        change(&mut node);
        assert_eq!(node.check().err().map(|e| e.to_string()).unwrap_or_default(), expected);
    }

    #[test]
    fn nodes_that_cannot_be_are_refused() {
        check(|_| {}, "");
        check(|n| n.name.clear(), "a node needs a name");
        check(|n| n.name = "a/b".into(), "node name 'a/b' contains a '/'");
        let both = |n: &mut NodeConfig| (n.interface, n.pcap_file) = (Some("lo".into()), Some("x".into()));
        check(both, "node with name 'n' has interface and pcap_file set");
        check(|n| n.cpu_affinity = Some(-1), "node with name 'n' has cpu_affinity -1; expected 0 to 1023");
        check(
            |n| drop(n.env.insert("a=b".into(), String::new())),
            "node with name 'n' has the environment variable 'a=b'; names are not empty and have no '=' or NUL",
        );
    }

    #[test]
    fn a_cluster_becomes_a_layout() {
        let mut node = NodeConfig::new("w");
        assert_eq!(node.layout(), None);
        let endpoint = |role, host: &str, p: &str| ClusterEndpoint {
            role,
            host: host.parse().unwrap(),
            p: p.parse().unwrap(),
            interface: None,
            pcap_file: None,
            metrics_port: None,
        };
        node.cluster.insert("m".into(), endpoint(Role::Manager, "127.0.0.1", "1/tcp"));
        let worker = endpoint(Role::Worker, "fe80::1", "2/tcp");
        node.cluster.insert("w".into(), ClusterEndpoint { metrics_port: "3/tcp".parse().ok(), ..worker });
        let expected = "redef Cluster::nodes = {\n\
            \t[\"m\"] = [$node_type=Cluster::MANAGER, $ip=127.0.0.1, $p=1/tcp],\n\
            \t[\"w\"] = [$node_type=Cluster::WORKER, $ip=[fe80::1], $p=2/tcp, $manager=\"m\", $metrics_port=3/tcp],\n\
            };\n";
        assert_eq!(node.layout().unwrap(), expected);
        let text = serde_json::to_string(&node).unwrap();
        assert_eq!(serde_json::from_str::<NodeConfig>(&text).unwrap(), node);
    }
}
