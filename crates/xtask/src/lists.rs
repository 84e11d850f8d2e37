//! Lists derived from the declarations of protocols: ports of likely servers, scripts of a default run, conversations
//! for tests.
use crate::protocol::{FOLDER, Protocols};
use crate::{Generated, HEAD, section};
use anyhow::{Context as _, Result, bail};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::Path;

/// Generates all lists.
pub(crate) fn generate(root: &Path, protocols: &Protocols) -> Result<Vec<Generated>> {
    Ok(vec![likely_servers(protocols)?, default_scripts(root, protocols)?, conversations(protocols)?])
}

/// Parses a port such as `53/udp` into its number and whether it is TCP.
fn port(text: &str) -> Result<(u16, bool)> {
    let parts = text.split_once('/').and_then(|(n, proto)| Some((n.parse().ok()?, proto)));
    match parts {
        Some((number, "tcp")) => Ok((number, true)),
        Some((number, "udp")) => Ok((number, false)),
        _ => bail!("`{text}`: expected a port as `53/udp` or `53/tcp`"),
    }
}

fn likely_servers(protocols: &Protocols) -> Result<Generated> {
    let mut by_transport: [BTreeMap<u16, BTreeSet<&str>>; 2] = Default::default();
    let of_protocols =
        protocols.analyzers().flat_map(|(p, a)| a.ports.iter().map(|port| (p.name.as_str(), port)));
    let of_tunnels =
        protocols.engine.ports.iter().flat_map(|(n, ports)| ports.iter().map(|p| (n.as_str(), p)));
    for (name, text) in of_protocols.chain(of_tunnels) {
        let (number, tcp) = port(text).with_context(|| name.to_owned())?;
        by_transport[usize::from(!tcp)].entry(number).or_default().insert(name);
    }
    let mut out = format!("// {HEAD} {FOLDER}/*/protocol.toml, {FOLDER}/engine.toml.\n");
    out.push_str("//! Ports on which the default scripts expect servers.\n");
    for (what, ports) in ["TCP", "UDP"].into_iter().zip(&by_transport) {
        writeln!(out, "\n/// Ports of {what}.\npub(super) const {what}: &[u16] = &[")?;
        for (number, names) in ports {
            writeln!(out, "    {number}, // {}", names.iter().copied().collect::<Vec<_>>().join(", "))?;
        }
        out.push_str("];\n");
    }
    Ok(Generated { path: "crates/session/src/ports/likely.rs".into(), text: out })
}

/// Generates the scripts of a default run: Zeek's scripts in Zeek's order, which are written by hand, then the rest.
fn default_scripts(root: &Path, protocols: &Protocols) -> Result<Generated> {
    let path = "crates/scripts/tree/base/init-default.zeek";
    let there = std::fs::read_to_string(root.join(path)).with_context(|| path.to_owned())?;
    let by_hand = there.split("# generated: ").next().unwrap_or("");
    let mut lines = String::new();
    for scripts in protocols.all.iter().filter_map(|p| p.scripts.as_ref()) {
        let load = format!("@load {scripts}\n");
        if !by_hand.contains(&load) && !lines.contains(&load) {
            lines.push_str(&load);
        }
    }
    section::replace(root, path, "protocols", &lines)
}

/// Generates `tests/conversations/mod.rs`: one list of conversations per fuzz target, which tests and targets make up.
/// The first byte of a seed is an index into its target's list; new entries are added at the end, so that seeds keep
/// their meaning.
fn conversations(protocols: &Protocols) -> Result<Generated> {
    let mut targets: BTreeMap<&str, Vec<_>> = BTreeMap::new();
    for (protocol, analyzer) in protocols.analyzers() {
        let Some(target) = &protocol.fuzz else { continue };
        for c in &analyzer.conversations {
            let (number, tcp) = port(&c.port).with_context(|| protocol.folder.clone())?;
            targets.entry(target).or_default().push((analyzer.number, tcp, number, analyzer, c));
        }
    }
    let mut out = format!("// {HEAD} {FOLDER}/*/protocol.toml.\n");
    out.push_str(
        "//! Conversations to make up: an analyzer, a server's port and how a message begins, a list for each fuzz target.\n\
         use net_types::Port;\n\n/// A conversation to make up.\npub(crate) type Conversation = (&'static str, Port, &'static [u8]);\n",
    );
    let mut all = String::new();
    for (target, list) in &mut targets {
        list.sort_by_key(|(number, tcp, port, ..)| (*number, *tcp, *port));
        let name = target.to_uppercase();
        write!(all, "(\"{target}\", {name}), ")?;
        writeln!(
            out,
            "\n/// Those of the target `{target}`.\npub(crate) const {name}: &[Conversation] = &["
        )?;
        for (_, tcp, port, analyzer, c) in list {
            let transport = if *tcp { "tcp" } else { "udp" };
            writeln!(
                out,
                "    (\"{}\", Port::{transport}({port}), b\"{}\"),",
                analyzer.tag,
                c.begins.trim()
            )?;
        }
        out.push_str("];\n");
    }
    writeln!(
        out,
        "\n/// All lists with the names of their targets.\n#[allow(dead_code, reason = \"a fuzz target uses its own list\")]\n\
         pub(crate) const ALL: &[(&str, &[Conversation])] = &[{}];",
        all.trim_end_matches(", ")
    )?;
    Ok(Generated { path: "crates/protocols/tests/conversations/mod.rs".into(), text: out })
}
