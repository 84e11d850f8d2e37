//! Converts Zeek's files of a site (`node.cfg`, `networks.cfg`, `zeekctl.cfg`) into a site file.
use crate::Mistake;
use std::fmt::Write as _;

/// The texts of zeekctl's files; those that a site lacks are empty.
#[derive(Clone, Copy, Debug, Default)]
pub struct ZeekFiles<'t> {
    /// `node.cfg`
    pub nodes: &'t str,
    /// `networks.cfg`
    pub networks: &'t str,
    /// `zeekctl.cfg`
    pub control: &'t str,
}

/// A site's file made from Zeek's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Migrated {
    /// Its text.
    pub text: String,
    /// What was not taken over, with file and line.
    pub left: Vec<String>,
}

/// A line `key=value` of a section.
pub(crate) struct Entry<'t> {
    pub(crate) section: &'t str,
    pub(crate) key: String,
    pub(crate) value: &'t str,
    pub(crate) line: usize,
}

/// The lines of a file of zeekctl's, and the mistakes in it.
pub(crate) fn entries(text: &str) -> (Vec<Entry<'_>>, Vec<Mistake>) {
    let (mut section, mut out, mut mistakes) = ("", Vec::new(), Vec::new());
    for (at, line) in text.lines().enumerate() {
        let line = line.trim();
        if line.is_empty() || line.starts_with(['#', ';']) {
            continue;
        }
        if let Some(name) = line.strip_prefix('[').and_then(|l| l.strip_suffix(']')) {
            section = name.trim();
        } else if let Some((key, value)) = line.split_once('=') {
            let key = key.trim().to_ascii_lowercase();
            out.push(Entry { section, key, value: value.trim(), line: at + 1 });
        } else {
            let text = format!("expected key=value or [section], found {line}");
            mistakes.push(Mistake { line: at + 1, text });
        }
    }
    (out, mistakes)
}

/// The lines of a file. Lines with mistakes are reported as not taken over.
fn understood<'t>(text: &'t str, file: &str, left: &mut Vec<String>) -> Vec<Entry<'t>> {
    let (out, mistakes) = entries(text);
    left.extend(mistakes.into_iter().map(|m| format!("{file}, line {}: {}", m.line, m.text)));
    out
}

/// Makes a site file that says what Zeek's files say, as far as it can.
pub fn migrated(files: &ZeekFiles<'_>) -> Migrated {
    let mut left = Vec::new();
    let mut text = String::from("# Made from node.cfg, networks.cfg and zeekctl.cfg.\n");
    let nodes = understood(files.nodes, "node.cfg", &mut left);
    let (mut interfaces, mut workers): (Vec<&str>, u64) = (Vec::new(), 0);
    let mut hosts: Vec<&str> = Vec::new();
    let kind = |section: &str| {
        nodes.iter().find(|e| e.section == section && e.key == "type").map_or("", |e| e.value)
    };
    for e in &nodes {
        let works = matches!(kind(e.section), "worker" | "standalone");
        match e.key.as_str() {
            "type" if e.value == "worker" => {
                let own = nodes.iter().filter(|o| o.section == e.section);
                let mut procs = own.filter(|o| o.key == "lb_procs").filter_map(|o| o.value.parse::<u64>().ok());
                workers += procs.next().unwrap_or(1);
            }
            "type" if matches!(e.value, "standalone" | "manager" | "logger" | "proxy") => {}
            "interface" if works => {
                let name = e.value.strip_prefix("af_packet::").unwrap_or(e.value);
                if !interfaces.contains(&name) {
                    interfaces.push(name);
                }
            }
            "host" => {
                if !hosts.contains(&e.value) {
                    hosts.push(e.value);
                }
            }
            "lb_procs" => {}
            _ => left.push(format!(
                "node.cfg, line {}: {}={} of [{}] has no counterpart: workers share an interface by themselves",
                e.line, e.key, e.value, e.section
            )),
        }
    }
    let others: Vec<&&str> =
        hosts.iter().filter(|h| !matches!(**h, "localhost" | "127.0.0.1" | "::1")).collect();
    if hosts.len() > 1 || !others.is_empty() {
        left.push(format!("node.cfg: nodes on {}: each host has a site file of its own", hosts.join(", ")));
    }
    let _ = writeln!(text, "interfaces = [{}]", quoted(interfaces.iter().copied()));
    if workers > 1 {
        let each = workers.div_ceil(interfaces.len().max(1) as u64);
        let _ = writeln!(text, "workers = {each}");
    }
    let networks = files.networks.lines().filter_map(|l| l.split('#').next()?.split_whitespace().next());
    let networks = quoted(networks);
    if !networks.is_empty() {
        let _ = writeln!(text, "networks = [{networks}]");
    }
    text.push_str("scripts = [\"local\"]\n");
    control(files.control, &mut text, &mut left);
    Migrated { text, left }
}

fn control(file: &str, text: &mut String, left: &mut Vec<String>) {
    let mut logs = String::new();
    for e in understood(file, "zeekctl.cfg", left) {
        match e.key.as_str() {
            "logrotationinterval" => {
                let seconds = e.value.parse::<u64>().unwrap_or(3600);
                if seconds > 0 {
                    let _ = writeln!(logs, "rotate = \"{seconds} sec\"");
                }
            }
            "logdir" => {
                let _ = writeln!(logs, "folder = {}", quoted([e.value].into_iter()));
            }
            // Zeekctl's own folders, and tasks of the service manager.
            "spooldir" | "cfgdir" | "brokerdbdir" | "zeekscriptdir" | "sitepolicypath"
            | "sitepolicyscripts" => {}
            "mailto" => left.push(format!(
                "zeekctl.cfg, line {}: MailTo: set Notice::mail_dest = \"{}\" in local.zeek",
                e.line, e.value
            )),
            _ => left.push(format!(
                "zeekctl.cfg, line {}: {}={} has no counterpart in the site file",
                e.line, e.key, e.value
            )),
        }
    }
    if !logs.is_empty() {
        let _ = write!(text, "\n[logs]\n{logs}");
    }
}

/// Texts as elements of a list.
fn quoted<'t>(items: impl Iterator<Item = &'t str>) -> String {
    let one = |t: &str| format!("\"{}\"", t.replace('\\', "\\\\").replace('"', "\\\""));
    items.map(one).collect::<Vec<_>>().join(", ")
}
