//! The sandbox: limits the damage from a run that reads hostile bytes as root.
//!
//! It closes in two steps. [`Sandbox::enter`] runs before any other thread exists. It forks a [helper](programs) that
//! starts programs, changes the user, drops all capabilities that capturing does not need, prevents executed programs
//! from gaining any, and allows only [listed](calls) system calls. Interfaces can still be opened afterwards.
//! [`Sandbox::confine_files`] runs in each thread that runs scripts, once their options are known. It allows files to
//! be [read and written](folders) only below folders that the command line and those options name. Threads started
//! later inherit both restrictions.
//!
//! If the kernel lacks a feature, the sandbox prints a line about it and still applies the other restrictions.
mod calls;
mod capabilities;
mod folders;
pub(crate) mod programs;

use crate::lowargs::LowArgs;
use anyhow::{Context, bail};
use clap::ValueEnum;
pub(crate) use folders::Folders;
use programs::Helper;
use std::path::PathBuf;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

/// The values of `--sandbox`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Wanted {
    /// For runs with packets that root starts
    #[default]
    Auto,
    /// Always
    On,
    /// Never
    Off,
}

/// The source of packets, which determines the capabilities to keep.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Capture {
    /// A file, or no packets.
    File,
    /// Packet sockets.
    Interface,
    /// XDP sockets.
    Xdp,
}

/// The process that starts the programs of scripts.
pub(crate) enum Starter<'a> {
    /// This process.
    Own,
    /// The helper.
    Helper(&'a Helper),
    /// None: programs are not started (`--no-programs`).
    Forbidden,
}

/// The sandbox of this process.
#[derive(Debug)]
pub(crate) struct Sandbox {
    on: bool,
    /// The user to switch to.
    user: Option<User>,
    /// Whether scripts may not start programs.
    forbids_programs: bool,
    /// The folders of `--allow-read` and `--allow-write`.
    more: Folders,
    helper: OnceLock<Helper>,
    /// The folders that the first thread with scripts is restricted to. The main thread then restricts itself to them,
    /// too.
    files: OnceLock<Folders>,
    told: AtomicBool,
}

/// A user from /etc/passwd.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct User {
    uid: u32,
    gid: u32,
}

impl Sandbox {
    /// Resolves the options. `packets` says whether the run reads packets.
    ///
    /// # Errors
    /// The user of `--user` does not exist, or this process may not switch to that user.
    pub(crate) fn new(low: &LowArgs, packets: bool) -> anyhow::Result<Self> {
        let root = rustix::process::geteuid().is_root();
        let user = low.user.as_deref().map(user).transpose()?;
        if let (Some(name), false) = (&low.user, root) {
            bail!("--user {name}: only root can become another user");
        }
        let on = match low.sandbox {
            Wanted::Auto => root && packets,
            Wanted::On => true,
            Wanted::Off => false,
        };
        let more = Folders { read: low.allow_read.clone(), write: low.allow_write.clone() };
        Ok(Sandbox {
            on,
            user,
            forbids_programs: low.no_programs,
            more,
            helper: OnceLock::new(),
            files: OnceLock::new(),
            told: AtomicBool::new(false),
        })
    }

    /// Whether files and programs are restricted.
    pub(crate) fn is_on(&self) -> bool {
        self.on
    }

    /// Drops the privileges that are no longer needed. No other thread may exist.
    ///
    /// # Errors
    /// The system refused a step that every kernel supports.
    pub(crate) fn enter(&self, capture: Capture, folders: &Folders) -> anyhow::Result<()> {
        if self.on && !self.forbids_programs {
            let helper =
                Helper::fork(|| self.give_up(&[], folders)).context("sandbox: starting the helper")?;
            // No other call sets it.
            drop(self.helper.set(helper));
        }
        if !self.on {
            return self.become_user();
        }
        self.give_up(capture.needs(), folders)?;
        rustix::thread::set_no_new_privs(true).context("sandbox: no new privileges")?;
        if let Err(e) = calls::confine(capture == Capture::Xdp) {
            eprintln!("sandbox: this kernel cannot filter system calls: {e}");
        }
        Ok(())
    }

    /// Switches to the user of `--user` and drops all capabilities except `needs`.
    fn give_up(&self, needs: &[capabilities::Capability], folders: &Folders) -> anyhow::Result<()> {
        let mut kept = needs.to_vec();
        if self.user.is_none() && !folders.are_usable_without_privileges()? {
            // Root needs this capability to work in another user's folders.
            kept.push(capabilities::Capability::DAC_OVERRIDE);
        }
        if self.user.is_some() {
            rustix::thread::set_keep_capabilities(true).context("sandbox: keeping capabilities")?;
        }
        capabilities::bound_to(&kept).context("sandbox: the bounding set of capabilities")?;
        self.become_user()?;
        capabilities::keep(&kept).context("sandbox: dropping capabilities")
    }

    fn become_user(&self) -> anyhow::Result<()> {
        let Some(User { uid, gid }) = self.user else { return Ok(()) };
        crate::sys::identity::become_user(uid, gid)
            .with_context(|| format!("becoming user {uid}, group {gid}"))
    }

    /// Restricts the calling thread's files to `folders` and the folders of the command line.
    pub(crate) fn confine_files(&self, folders: Folders) {
        if !self.on {
            return;
        }
        let all = folders.and(&self.more);
        if let Err(why) = all.confine()
            && !self.told.swap(true, Ordering::Relaxed)
        {
            eprintln!("sandbox: {why}");
        }
        drop(self.files.set(all));
    }

    /// Restricts the calling thread to the same files as the threads that called
    /// [`confine_files`](Self::confine_files).
    pub(crate) fn confine_files_too(&self) {
        if let Some(files) = self.files.get() {
            self.confine_files(files.clone());
        }
    }

    /// Returns how programs of scripts are started.
    pub(crate) fn starter(&self) -> Starter<'_> {
        match self.helper.get() {
            _ if self.forbids_programs => Starter::Forbidden,
            Some(helper) => Starter::Helper(helper),
            None => Starter::Own,
        }
    }
}

impl Capture {
    fn needs(self) -> &'static [capabilities::Capability] {
        use capabilities::Capability as C;
        match self {
            Capture::File => &[],
            // Needed to reopen an interface that was removed and added again.
            Capture::Interface => &[C::NET_RAW],
            Capture::Xdp => &[C::NET_RAW, C::NET_ADMIN, C::BPF, C::IPC_LOCK],
        }
    }
}

/// Finds a user in /etc/passwd. The file is read here because glibc would load modules into this process.
fn user(name: &str) -> anyhow::Result<User> {
    let text = std::fs::read_to_string("/etc/passwd").context("/etc/passwd")?;
    let line = text.lines().find(|l| l.split(':').next() == Some(name));
    let mut ids = line.unwrap_or_default().split(':').skip(2).map(str::parse);
    match (ids.next(), ids.next()) {
        (Some(Ok(uid)), Some(Ok(gid))) => Ok(User { uid, gid }),
        _ => bail!("--user: expected a user of /etc/passwd, found {name:?}"),
    }
}

/// Returns the folder of a file.
pub(crate) fn folder_of(file: &std::path::Path) -> PathBuf {
    match file.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder.to_owned(),
        _ => PathBuf::from("."),
    }
}
