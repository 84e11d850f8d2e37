//! A description with what this machine makes of it: addresses of hosts, nodes that belong here, their configuration.
use anyhow::{Context, Result};
use site_file::cluster::{Backend, Cluster, Node, NodeRole};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::net::{IpAddr, ToSocketAddrs, UdpSocket};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use supervisor::{ClusterEndpoint, NodeConfig, Role};

/// A node's report, in its folder.
pub(super) const STATUS: &str = "status.json";

/// The script with the settings of all nodes, in the folder of their state.
const SETTINGS: &str = "settings.zeek";

/// The group of packet sockets of the first workers that share an interface.
const FIRST_GROUP: u16 = 100;

pub(super) struct Plan {
    pub(super) file: PathBuf,
    pub(super) cluster: Cluster,
    addresses: BTreeMap<String, IpAddr>,
    /// Hosts that are this machine.
    own_hosts: BTreeSet<String>,
}

impl Plan {
    /// Reads a description; `None` if it has mistakes, which were told.
    pub(super) fn read(file: &Path) -> Result<Option<Self>> {
        let text = fs::read_to_string(file).with_context(|| file.display().to_string())?;
        let is_own = file.extension().is_some_and(|e| e == "toml");
        let read = if is_own { Cluster::read(&text) } else { Cluster::read_node_cfg(&text) };
        let cluster = match read {
            Ok(cluster) => cluster,
            Err(mistakes) => {
                for m in mistakes {
                    eprintln!("{}, line {}: {}", file.display(), m.line, m.text);
                }
                return Ok(None);
            }
        };
        let (mut addresses, mut sound) = (BTreeMap::new(), true);
        for node in &cluster.nodes {
            if addresses.contains_key(&node.host) {
                continue;
            }
            match resolve(&node.host) {
                Ok(address) => drop(addresses.insert(node.host.clone(), address)),
                Err(why) => {
                    eprintln!(
                        "{}, line {}: {}: host {}: {why}",
                        file.display(),
                        node.line,
                        node.name,
                        node.host
                    );
                    sound = false;
                }
            }
        }
        let file = std::path::absolute(file)?;
        let is_own = |(_, address): &(&String, &IpAddr)| UdpSocket::bind((**address, 0)).is_ok();
        let own_hosts = addresses.iter().filter(is_own).map(|(host, _)| host.clone()).collect();
        Ok(sound.then_some(Plan { file, cluster, addresses, own_hosts }))
    }

    /// The nodes whose host is this machine.
    pub(super) fn local(&self) -> impl Iterator<Item = &Node> {
        self.cluster.nodes.iter().filter(move |node| self.own_hosts.contains(&node.host))
    }

    /// The folder of the description: scripts are found there, too.
    pub(super) fn folder(&self) -> &Path {
        self.file.parent().unwrap_or(Path::new("/"))
    }

    /// Whether two nodes greet each other.
    pub(super) fn meets(&self, one: &Node, other: &Node) -> bool {
        // Without an exchange in between, only nodes of different roles are connected.
        one.name != other.name && (self.cluster.backend != Backend::Connections || one.role != other.role)
    }

    fn address(&self, host: &str) -> IpAddr {
        self.addresses.get(host).copied().unwrap_or(IpAddr::from([0, 0, 0, 0]))
    }

    /// The command line of all nodes, after the program's name.
    pub(super) fn words(&self) -> Vec<String> {
        let globals = self.cluster.globals.iter().map(|(name, value)| format!("{name}={value}"));
        self.cluster.scripts.iter().cloned().chain(globals).collect()
    }

    /// Writes the settings that connect the nodes. Returns the script's path.
    pub(super) fn write_settings(&self, state: &Path) -> Result<PathBuf> {
        let manager = self.cluster.manager().map_or(IpAddr::from([0, 0, 0, 0]), |m| self.address(&m.host));
        let mut lines = vec![
            format!("# Made from {}.", self.file.display()),
            "@load policy/frameworks/cluster/status".to_owned(),
            format!("redef Cluster::Status::report_file = \"{STATUS}\";"),
        ];
        lines.extend(self.cluster.settings(&manager.to_string()));
        lines.push(String::new());
        let path = state.join(SETTINGS);
        fs::write(&path, lines.join("\n")).with_context(|| path.display().to_string())?;
        Ok(path)
    }

    /// The configuration of a node for its supervisor.
    pub(super) fn config(&self, node: &Node, state: &Path, settings: &Path) -> Result<NodeConfig> {
        let mut config = NodeConfig {
            interface: node.interface.clone(),
            directory: Some(state.join(&node.name).display().to_string()),
            addl_base_scripts: vec![settings.display().to_string()],
            env: node.env.iter().cloned().collect(),
            cpu_affinity: node.cpu.map(i64::from),
            ..NodeConfig::new(&node.name)
        };
        config.env.entry("ZEEKPATH".to_owned()).or_insert_with(script_folders);
        if node.interface.is_some() {
            config
                .addl_user_scripts
                .push(format!("AF_Packet::fanout_id={}", FIRST_GROUP.saturating_add(node.group)));
        }
        for other in &self.cluster.nodes {
            let endpoint = ClusterEndpoint {
                role: role(other.role),
                host: self.address(&other.host).into(),
                p: format!("{}/tcp", other.port)
                    .parse()
                    .map_err(|_| anyhow::anyhow!("port {}", other.port))?,
                interface: other.interface.clone(),
                pcap_file: None,
                metrics_port: None,
            };
            config.cluster.insert(other.name.clone(), endpoint);
        }
        config.check()?;
        Ok(config)
    }

    /// Warns of interfaces that this machine lacks, and checks the scripts of a node of each role that runs here.
    pub(super) fn scripts_are_sound(&self) -> Result<bool> {
        let folder = tempfile::tempdir()?;
        let settings = self.write_settings(folder.path())?;
        let (mut checked, mut sound) = (Vec::new(), true);
        for node in self.local() {
            let device = node.interface.as_ref().map(|i| i.split("::").last().unwrap_or(i));
            if let Some(device) = device.filter(|d| !Path::new("/sys/class/net").join(d).exists()) {
                let (file, line) = (self.file.display(), node.line);
                eprintln!("{file}, line {line}: warning: there is no interface {device} now");
            }
            if checked.contains(&node.role) {
                continue;
            }
            checked.push(node.role);
            let config = self.config(node, folder.path(), &settings)?;
            fs::write(folder.path().join("cluster-layout.zeek"), config.layout().unwrap_or_default())?;
            let ended = Command::new(std::env::current_exe()?)
                .arg("-a")
                .arg(&settings)
                .args(self.words())
                .args(&config.addl_user_scripts)
                .current_dir(self.folder())
                .envs(&config.env)
                .env("ZEEKPATH", format!("{}:{}", folder.path().display(), script_folders()))
                .env("CLUSTER_NODE", &node.name)
                .stdin(Stdio::null())
                .status()
                .context("checking scripts")?;
            sound &= ended.success();
        }
        Ok(sound)
    }
}

/// Where scripts are searched.
fn script_folders() -> String {
    std::env::var("ZEEKPATH").unwrap_or_else(|_| crate::site::default_folders())
}

fn role(role: NodeRole) -> Role {
    match role {
        NodeRole::Manager => Role::Manager,
        NodeRole::Logger => Role::Logger,
        NodeRole::Proxy => Role::Proxy,
        NodeRole::Worker => Role::Worker,
    }
}

fn resolve(host: &str) -> Result<IpAddr, String> {
    // Both families may have it; nodes of one machine must agree.
    if host == "localhost" {
        return Ok(IpAddr::from([127, 0, 0, 1]));
    }
    if let Ok(address) = host.parse() {
        return Ok(address);
    }
    let mut found = (host, 0).to_socket_addrs().map_err(|e| e.to_string())?;
    found.next().map(|a| a.ip()).ok_or_else(|| "it has no address".to_owned())
}
