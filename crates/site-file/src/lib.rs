//! One file for a site: `/etc/egret/site.toml`.
//!
//! ```toml
//! interfaces = ["eth0"]
//! workers = 4
//! networks = ["10.0.0.0/8", "fd00::/8"]
//! scripts = ["local"]
//! checksums = true
//! filter = "not port 22"
//! memory_budget = "75%"
//! page = "127.0.0.1:8470"       # of the first interface; the next one has port 8471
//! metrics = "127.0.0.1:9991"    # likewise
//!
//! [logs]
//! folder = "/var/log/egret"     # each interface has a folder below
//! format = "json"               # or tsv
//! rotate = "1 hr"
//!
//! [options]                     # options of scripts; they change while a monitor runs
//! "TFTP::max_pending_requests" = 5000
//!
//! [globals]                     # other variables, at the start
//! "Log::default_scope_sep" = "_"
//! ```
//!
//! [`Site::read`] finds every mistake with its line. [`Site::words`] says the same as a command line, so nothing can be
//! said here that scripts and options cannot. [`migrated`] writes such a file from those of zeekctl. This crate opens no
//! file and runs nothing.
#![cfg_attr(
    not(test),
    deny(clippy::indexing_slicing, clippy::string_slice, reason = "a panic ends the process: panic = abort")
)]

pub mod cluster;
mod migrated;
mod read;

pub use migrated::{Migrated, ZeekFiles, migrated};

use net_types::Subnet;
use std::net::SocketAddr;

/// What is wrong in a file, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mistake {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong, and what was expected.
    pub text: String,
}

/// A site.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Site {
    /// Interfaces with the lines that name them; each has a monitor of its own.
    pub interfaces: Vec<(String, usize)>,
    workers: Option<u64>,
    networks: Vec<Subnet>,
    scripts: Vec<String>,
    checksums: Option<bool>,
    filter: Option<String>,
    memory_budget: Option<String>,
    page: Option<SocketAddr>,
    metrics: Option<SocketAddr>,
    log_folder: Option<String>,
    json: Option<bool>,
    rotate: Option<String>,
    /// Options of scripts: name, value as scripts write it, line.
    pub options: Vec<(String, String, usize)>,
    globals: Vec<(String, String)>,
}

impl Site {
    /// Reads a file's text.
    ///
    /// # Errors
    /// All mistakes, in order of their lines.
    pub fn read(text: &str) -> Result<Self, Vec<Mistake>> {
        read::site(text)
    }

    /// The command line of the monitor of an interface, without the program. `options` is the file that
    /// [`Site::options_file`] is kept in. The first monitor serves page and metrics at the ports of the file, each further
    /// one at the next port.
    pub fn words(&self, interface: &str, options: &str) -> Vec<String> {
        let before = self.interfaces.iter().position(|(name, _)| name == interface).unwrap_or(0);
        let own = |at: SocketAddr| {
            let port = at.port().saturating_add(u16::try_from(before).unwrap_or(u16::MAX));
            SocketAddr::new(at.ip(), port)
        };
        let mut words = vec!["-i".to_owned(), interface.to_owned()];
        let mut option = |name: &str, value: Option<String>| {
            if let Some(value) = value {
                words.extend([name.to_owned(), value]);
            }
        };
        option("--workers", self.workers.map(|n| n.to_string()));
        option("-f", self.filter.clone());
        option("--memory-budget", self.memory_budget.clone());
        option("--page", self.page.map(|at| own(at).to_string()));
        if self.checksums == Some(false) {
            words.push("-C".to_owned());
        }
        if self.scripts.is_empty() {
            words.push("local".to_owned());
        }
        words.extend(self.scripts.iter().cloned());
        let mut set = |text: String| words.push(text);
        if !self.networks.is_empty() {
            let all: Vec<String> = self.networks.iter().map(bracketed).collect();
            set(format!("Site::local_nets+={{{}}}", all.join(",")));
        }
        if let Some(folder) = &self.log_folder {
            set(format!("Log::default_logdir={folder}/{interface}"));
        }
        if let Some(json) = self.json {
            set(format!("LogAscii::use_json={}", if json { "T" } else { "F" }));
        }
        if let Some(rotate) = &self.rotate {
            set(format!("Log::default_rotation_interval={rotate}"));
        }
        if let Some(metrics) = self.metrics.map(own) {
            set(format!("Telemetry::metrics_address={}", metrics.ip()));
            set(format!("Telemetry::metrics_port={}/tcp", metrics.port()));
        }
        self.globals.iter().for_each(|(name, value)| set(format!("{name}={value}")));
        if !self.options.is_empty() {
            set(format!("Config::config_files+={{\"{options}\"}}"));
        }
        words
    }

    /// The text of the file that monitors read the options from, again whenever it changes.
    pub fn options_file(&self) -> String {
        self.options.iter().map(|(name, value, _)| format!("{name} {value}\n")).collect()
    }
}

/// A network as scripts write it.
fn bracketed(net: &Subnet) -> String {
    match net.to_string().split_once('/') {
        Some((address, width)) if address.contains(':') => format!("[{address}]/{width}"),
        _ => net.to_string(),
    }
}

#[cfg(test)]
mod tests;
