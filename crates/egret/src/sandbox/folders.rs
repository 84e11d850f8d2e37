//! The files that a run may read and write, as Landlock rules.
use super::capabilities::{Capability, without};
use super::folder_of;
use crate::hiargs::{HiArgs, Source};
use landlock::{
    ABI, Access, AccessFs, BitFlags, Ruleset, RulesetAttr, RulesetCreatedAttr, RulesetStatus,
    path_beneath_rules,
};
use rustix::fs::{Access as Wish, AtFlags, CWD, accessat};
use std::os::unix::fs::FileTypeExt as _;
use std::path::{Path, PathBuf};

/// System files that a run reads: names, time zones, libraries, geolocation databases, and statistics about the
/// process.
const SYSTEM: &[&str] = &[
    "/etc/hosts",
    "/etc/resolv.conf",
    "/etc/nsswitch.conf",
    "/etc/localtime",
    "/etc/protocols",
    "/etc/services",
    "/etc/ssl",
    "/etc/ld.so.cache",
    "/lib",
    "/lib64",
    "/usr/lib",
    "/usr/lib64",
    "/usr/local/lib",
    "/usr/share",
    "/usr/local/share",
    "/var/lib/GeoIP",
    "/proc",
    "/sys/class/net",
    "/sys/devices",
    "/dev/urandom",
    "/dev/random",
    "/dev/zero",
];

/// Devices and streams that a run writes to.
const STREAMS: &[&str] = &["/dev/null", "/dev/tty", "/dev/stdout", "/dev/stderr"];

/// Folders and files.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Folders {
    /// Read, with all that is below.
    pub read: Vec<PathBuf>,
    /// Read and written.
    pub write: Vec<PathBuf>,
}

impl Folders {
    /// The folders that the command line and the environment name.
    pub(crate) fn of(args: &HiArgs) -> Self {
        let low = &args.low;
        let mut all = Folders::default();
        all.write.push(PathBuf::from("."));
        let folders = args.zeekpath.split(':').filter(|f| !f.is_empty());
        all.read.extend(folders.map(PathBuf::from));
        let scripts = args.scripts.iter().map(Path::new).filter(|s| s.exists());
        all.read.extend(scripts.map(|s| if s.is_dir() { s.to_owned() } else { folder_of(s) }));
        all.read.extend(low.rulefile.iter().chain(&low.networks).chain(&args.seeds).map(|f| folder_of(f)));
        if let Source::File(capture) = &args.source {
            all.read.push(capture.clone());
        }
        let written = [&low.writefile, &low.capture_unprocessed, &low.status_file, &low.save_seeds];
        all.write.extend(written.into_iter().flatten().map(|f| folder_of(f)));
        all.write.extend(args.coverage_file.iter().map(|f| folder_of(Path::new(f))));
        all
    }

    /// The union of both.
    pub(crate) fn and(mut self, more: &Folders) -> Self {
        for (to, from) in [(&mut self.read, &more.read), (&mut self.write, &more.write)] {
            to.extend(from.iter().filter(|p| !p.as_os_str().is_empty()).cloned());
            to.sort();
            to.dedup();
        }
        self
    }

    /// Whether root can use all of them as their owners would, without a capability.
    pub(super) fn are_usable_without_privileges(&self) -> std::io::Result<bool> {
        let may = |path: &PathBuf, wish: Wish| {
            !path.exists() || accessat(CWD, path, wish, AtFlags::EACCESS).is_ok()
        };
        without(Capability::DAC_OVERRIDE | Capability::DAC_READ_SEARCH, || {
            self.read.iter().all(|p| may(p, Wish::READ_OK))
                && self.write.iter().all(|p| may(p, Wish::READ_OK | Wish::WRITE_OK))
        })
    }

    /// Restricts the calling thread, and the threads that it starts later, to these folders and the system's files.
    ///
    /// # Errors
    /// Which restrictions the kernel does not support.
    pub(super) fn confine(&self) -> Result<(), String> {
        // The newest version that this code supports; the crate uses what the kernel supports of it.
        let abi = ABI::V5;
        // Devices are opened before this; the system call filter controls ioctl on others.
        let all = AccessFs::from_all(abi) & !BitFlags::from(AccessFs::IoctlDev);
        let (read, execute) = (AccessFs::from_read(abi), BitFlags::from(AccessFs::Execute));
        let write = all & !execute & !(AccessFs::MakeChar | AccessFs::MakeBlock);
        // Pipes and sockets have no path, so no rule applies to them.
        let is_ruled =
            |s: &&&str| std::fs::metadata(s).is_ok_and(|m| m.is_file() || m.file_type().is_char_device());
        let streams = STREAMS.iter().filter(is_ruled);
        let ruled = Ruleset::default()
            .handle_access(all)
            .and_then(Ruleset::create)
            .and_then(|rules| rules.add_rules(path_beneath_rules(SYSTEM, read & !execute)))
            .and_then(|rules| rules.add_rules(path_beneath_rules(&self.read, read & !execute)))
            .and_then(|rules| rules.add_rules(path_beneath_rules(&self.write, write)))
            .and_then(|rules| rules.add_rules(path_beneath_rules(streams, write)))
            .and_then(|rules| rules.restrict_self());
        match ruled.map(|status| status.ruleset) {
            Ok(RulesetStatus::FullyEnforced) => Ok(()),
            Ok(RulesetStatus::PartiallyEnforced) => {
                Err("this kernel's Landlock is older, so some ways to change files are open".to_owned())
            }
            Ok(RulesetStatus::NotEnforced) => {
                Err("this kernel has no Landlock, so files are not confined".to_owned())
            }
            Err(e) => Err(format!("files are not confined: {e}")),
        }
    }
}
