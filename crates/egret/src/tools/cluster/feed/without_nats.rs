//! Stands for the object store in programs without the feature `nats`: the message says how to get it.
use anyhow::{Result, bail};
use site_file::cluster::Cluster;
use std::path::Path;

const WITHOUT: &str =
    "this program was built without NATS: use a release package, or build with --features nats";

pub(super) fn put(_: &Cluster, _: &str, _: &Path) -> Result<u64> {
    bail!(WITHOUT)
}

pub(super) fn list(_: &Cluster) -> Result<Vec<(String, u64, i64)>> {
    bail!(WITHOUT)
}

pub(super) fn remove(_: &Cluster, _: &str) -> Result<()> {
    bail!(WITHOUT)
}
