//! A supervised node: its configuration, and how that changes its command line.
use super::NODE;
use crate::lowargs::LowArgs;
use anyhow::{Context, bail};
use rustix::process::{Pid, Signal, getppid, set_parent_process_death_signal};
use rustix::thread::{CpuSet, sched_setaffinity};
use std::ffi::{OsStr, OsString};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use supervisor::{MAX_MESSAGE, NodeConfig};

/// A node of a supervisor.
pub(crate) struct Supervised {
    pub(crate) config: Arc<NodeConfig>,
    /// The supervisor's folder: paths in its command line and environment are relative to it.
    home: PathBuf,
}

impl Supervised {
    /// Removes the marker from the command line of a node, and reads the node's configuration.
    ///
    /// # Errors
    /// If the standard input has no valid configuration.
    pub(crate) fn from_words(words: &mut Vec<OsString>) -> anyhow::Result<Option<Self>> {
        if words.get(1).is_none_or(|word| word != NODE) {
            return Ok(None);
        }
        words.remove(1);
        let parent = getppid();
        set_parent_process_death_signal(Some(Signal::TERM)).context("prctl")?;
        if getppid() != parent || parent == Pid::from_raw(1) {
            bail!("the supervisor's stem is gone");
        }
        let mut text = Vec::new();
        std::io::stdin().take(MAX_MESSAGE).read_to_end(&mut text).context("standard input")?;
        let config: NodeConfig = serde_json::from_slice(&text)
            .context("a supervised node is described on its standard input; start a supervisor with -j")?;
        let home = std::env::current_dir().context("working folder")?;
        Ok(Some(Supervised { config: Arc::new(config), home }))
    }

    /// Changes the supervisor's options into those of the node, and enters its folder.
    ///
    /// # Errors
    /// If the folder cannot be entered.
    pub(crate) fn apply(&self, low: &mut LowArgs) -> anyhow::Result<()> {
        let node = &*self.config;
        low.jobs = false;
        low.bare_mode = node.bare_mode.unwrap_or(low.bare_mode);
        low.readfile = node.pcap_file.as_ref().map(PathBuf::from);
        low.iface = node.interface.iter().cloned().collect();
        // Nodes must not overwrite files that the supervisor writes.
        (low.writefile, low.capture_unprocessed) = (None, None);
        (low.save_seeds, low.status_file) = (None, None);
        low.load_seeds = low.load_seeds.take().map(|file| self.home.join(file));
        low.rulefile.iter_mut().for_each(|file| *file = self.home.join(&*file));
        let own = std::mem::take(&mut low.positional);
        let scripts = node.addl_base_scripts.iter().cloned().chain(own).chain(node.addl_user_scripts.clone());
        low.positional = scripts.map(|script| self.at_home(script)).collect();
        if let Some(folder) = &node.directory {
            std::env::set_current_dir(folder).with_context(|| format!("folder {folder}"))?;
        }
        if let Some(cpu) = node.cpu_affinity {
            let mut cpus = CpuSet::new();
            cpus.set(cpu as usize);
            if let Err(e) = sched_setaffinity(None, &cpus) {
                eprintln!("warning: node {} runs on any processor: cpu_affinity {cpu}: {e}", node.name);
            }
        }
        Ok(())
    }

    /// A script in the supervisor's folder as an absolute path; other names unchanged.
    fn at_home(&self, script: String) -> String {
        let path = self.home.join(&script);
        let is_there = path.exists() || self.home.join(format!("{script}.zeek")).exists();
        if is_there && script != "-" { path.to_string_lossy().into_owned() } else { script }
    }

    /// An environment variable, with its paths made absolute.
    pub(crate) fn variable(&self, name: &str) -> Option<OsString> {
        let value = std::env::var_os(name);
        match name {
            "ZEEK_SEED_FILE" => value.filter(|v| !v.is_empty()).map(|file| self.home.join(file).into()),
            "ZEEKPATH" => {
                let value = value.unwrap_or_else(|| ".".into());
                let folders = value
                    .to_string_lossy()
                    .split(':')
                    .filter(|f| !f.is_empty())
                    .map(|f| self.folder(f))
                    .collect::<Vec<_>>();
                Some(folders.join(":").into())
            }
            _ => value,
        }
    }

    fn folder(&self, folder: &str) -> String {
        let at_home = self.home.join(OsStr::new(folder));
        // `.` stands for the node's own folder as well.
        if Path::new(folder) == Path::new(".") {
            return format!(".:{}", self.home.display());
        }
        at_home.to_string_lossy().into_owned()
    }
}
