//! Zeek's `node.cfg`: sections of `key=value`.
use super::checks::{Described, nodes};
use super::{Backend, Cluster, NodeRole, PORT};
use crate::Mistake;
use crate::migrated::{Entry, entries};

pub(super) fn cluster(text: &str) -> Result<Cluster, Vec<Mistake>> {
    let mut mistakes = Vec::new();
    let mut described: Vec<Described> = Vec::new();
    let (found, odd) = entries(text);
    mistakes.extend(odd);
    for entry in &found {
        if entry.section.is_empty() {
            let text = format!("{}: expected a section such as [manager] before", entry.key);
            mistakes.push(Mistake { line: entry.line, text });
            continue;
        }
        if described.last().is_none_or(|d| d.name != entry.section) {
            described.push(Described {
                name: entry.section.to_owned(),
                line: entry.line,
                ..Described::default()
            });
        }
        if let Some(last) = described.last_mut()
            && let Err(text) = describe(last, entry)
        {
            mistakes.push(Mistake { line: entry.line, text });
        }
    }
    let nodes = nodes(described, PORT, &mut mistakes);
    mistakes.sort_by_key(|m| m.line);
    if !mistakes.is_empty() {
        return Err(mistakes);
    }
    Ok(Cluster {
        backend: Backend::default(),
        servers: Vec::new(),
        credentials: None,
        name: None,
        port: PORT,
        scripts: vec!["local".to_owned()],
        globals: Vec::new(),
        nodes,
    })
}

fn describe(node: &mut Described, entry: &Entry<'_>) -> Result<(), String> {
    let Entry { key, value, section, .. } = entry;
    let expected = |what: &str| format!("{key}: expected {what}, found {value}");
    match key.as_str() {
        "type" => {
            node.role = Some(match *value {
                "manager" => NodeRole::Manager,
                "logger" => NodeRole::Logger,
                "proxy" => NodeRole::Proxy,
                "worker" => NodeRole::Worker,
                "standalone" => {
                    return Err(format!(
                        "[{section}] stands alone, so it is no cluster: run egret -i INTERFACE"
                    ));
                }
                _ => return Err(expected("manager, logger, proxy or worker")),
            });
        }
        "host" => node.host = Some((*value).to_owned()),
        "interface" => node.interface = Some((*value).to_owned()),
        "lb_procs" => match value.parse() {
            Ok(n @ 1..=512) => node.processes = Some(n),
            _ => return Err(expected("a number from 1 to 512")),
        },
        "lb_method" => match *value {
            "custom" | "af_packet" => {}
            _ => {
                return Err(expected(
                    "custom or af_packet: processes share an interface by the kernel's packet sockets",
                ));
            }
        },
        "pin_cpus" => {
            let all: Result<Vec<u32>, _> = value.split(',').map(|n| n.trim().parse()).collect();
            node.cpus = all.map_err(|_| expected("numbers of processors such as 2,3"))?;
        }
        "env_vars" => {
            for pair in value.split(',') {
                let (name, value) = pair.split_once('=').ok_or_else(|| expected("NAME=VALUE,NAME=VALUE"))?;
                node.env.push((name.trim().to_owned(), value.trim().to_owned()));
            }
        }
        other => {
            return Err(format!(
                "unknown key {other}; there are: type, host, interface, lb_procs, lb_method, pin_cpus, env_vars"
            ));
        }
    }
    Ok(())
}
