//! The object store, reached as the nodes of a description reach it.
use anyhow::{Result, anyhow};
use cluster_nats::Settings;
use site_file::cluster::Cluster;
use std::path::{Path, PathBuf};

/// Puts a file there. Returns its size in bytes.
pub(super) fn put(cluster: &Cluster, name: &str, content: &Path) -> Result<u64> {
    let put = cluster_nats::put_feed(&settings(cluster)?, name, content);
    put.map(|feed| feed.bytes).map_err(|e| anyhow!(e))
}

/// Name, bytes and time of each feed.
pub(super) fn list(cluster: &Cluster) -> Result<Vec<(String, u64, i64)>> {
    let all = cluster_nats::feeds(&settings(cluster)?).map_err(|e| anyhow!(e))?;
    Ok(all.into_iter().map(|feed| (feed.name, feed.bytes, feed.put)).collect())
}

pub(super) fn remove(cluster: &Cluster, name: &str) -> Result<()> {
    cluster_nats::remove_feed(&settings(cluster)?, name).map_err(|e| anyhow!(e))
}

/// What the description says, among its `[globals]` the options of the backend that matter here.
fn settings(cluster: &Cluster) -> Result<Settings> {
    let option = |name: &str| {
        let full = format!("Cluster::Backend::NATS::{name}");
        let found = cluster.globals.iter().find(|(global, _)| *global == full);
        found.map(|(_, value)| value.trim_matches('"')).filter(|value| !value.is_empty())
    };
    let file = |name: &str| option(name).map(PathBuf::from);
    let number = |name: &str, default: i64| match option(name) {
        Some(text) => text.parse().map_err(|_| anyhow!("{name} is {text}: expected a number")),
        None => Ok(default),
    };
    let name = cluster.name.as_deref().or(option("cluster_name")).unwrap_or("egret");
    let base = Settings::new(name, "egret-cluster-feed", cluster.servers.clone());
    Ok(Settings {
        domain: option("domain").map(str::to_owned),
        credentials: cluster.credentials.as_ref().map(PathBuf::from).or(file("credentials_file")),
        authorities: file("ca_file"),
        certificate: file("cert_file").zip(file("key_file")),
        replicas: usize::try_from(number("replicas", 1)?)?,
        feeds_bytes: number("feeds_max_bytes", base.feeds_bytes)?,
        ..base
    })
}
