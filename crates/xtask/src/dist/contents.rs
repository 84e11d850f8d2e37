//! The contents of the packages: one table for all formats.
use std::fmt;

/// A Debian package.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Package {
    pub(super) name: &'static str,
    /// The first line of the description.
    pub(super) synopsis: &'static str,
    /// The rest of the description, a paragraph without line breaks.
    pub(super) description: &'static str,
    /// Further lines of the control file.
    pub(super) relations: &'static str,
    /// Whether the files are the same for all machines (`Architecture: all`).
    pub(super) any_machine: bool,
}

pub(super) const EGRET: &str = "egret";
pub(super) const CACHED: &str = "egret-cached";
pub(super) const ZEEK_NAMES: &str = "egret-zeek-names";

/// The packages, in the order of their dependencies.
pub(super) const PACKAGES: &[Package] = &[
    Package {
        name: EGRET,
        synopsis: "network monitor that runs Zeek's scripts and writes its logs",
        description: "Egret follows the connections of captures and interfaces, parses their protocols, runs scripts in \
                      Zeek's language, and writes logs in Zeek's format. The package has the monitor, egret-cut, a site \
                      folder in /etc/egret, and the units egret@INTERFACE.service and egret-cluster.service.",
        relations: "Recommends: systemd\nSuggests: egret-zeek-names, egret-cached\n",
        any_machine: false,
    },
    Package {
        name: CACHED,
        synopsis: "name-service cache for users, groups, services and netgroups",
        description: "egret-cached answers programs that use glibc or musl through nscd's socket and mapped memory, with \
                      nothing to configure, and through libnss_egret.so.2 where nsswitch.conf names egret.",
        relations: "Recommends: systemd\n",
        any_machine: false,
    },
    Package {
        name: ZEEK_NAMES,
        synopsis: "Zeek's names for the network monitor Egret",
        description: "The commands zeek, zeek-cut, zeek-config and Spicy's, under which Egret answers tools that expect \
                      Zeek, such as its package manager zkg.",
        relations: "Depends: egret (= {version})\nConflicts: zeek, zeek-core\nSuggests: cmake, gcc, libc6-dev\n",
        any_machine: true,
    },
];

/// The source of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum From {
    /// A file made by [`super::build`].
    Built(&'static str),
    /// A file or folder of the repository.
    Tree(&'static str),
    /// A symbolic link to this path.
    Link(&'static str),
}

/// One file, link or folder of a package.
#[derive(Clone, Copy, Debug)]
pub(super) struct Item {
    pub(super) package: &'static str,
    pub(super) from: From,
    /// The path below the prefix (`/usr`, or the tarball's folder); `etc/` and `lib/systemd/` are placed separately.
    /// `{multiarch}` is the folder of the machine's libraries.
    pub(super) to: &'static str,
    pub(super) mode: u32,
}

const fn item(package: &'static str, from: From, to: &'static str, mode: u32) -> Item {
    Item { package, from, to, mode }
}

/// Every file of every package.
pub(super) const ITEMS: &[Item] = &[
    item(EGRET, From::Built("egret"), "bin/egret", 0o755),
    item(EGRET, From::Built("egret-cut"), "bin/egret-cut", 0o755),
    item(EGRET, From::Built("egret.1.gz"), "share/man/man1/egret.1.gz", 0o644),
    item(EGRET, From::Built("egret-cut.1.gz"), "share/man/man1/egret-cut.1.gz", 0o644),
    item(EGRET, From::Built("egret.bash"), "share/bash-completion/completions/egret", 0o644),
    item(EGRET, From::Built("egret-cut.bash"), "share/bash-completion/completions/egret-cut", 0o644),
    item(EGRET, From::Built("egret.zsh"), "share/zsh/vendor-completions/_egret", 0o644),
    item(EGRET, From::Built("egret-cut.zsh"), "share/zsh/vendor-completions/_egret-cut", 0o644),
    item(EGRET, From::Built("egret.fish"), "share/fish/vendor_completions.d/egret.fish", 0o644),
    item(EGRET, From::Built("egret-cut.fish"), "share/fish/vendor_completions.d/egret-cut.fish", 0o644),
    item(EGRET, From::Tree("crates/scripts/tree"), "share/egret/scripts", 0o644),
    item(EGRET, From::Tree("packaging/spicy/cmake"), "share/egret/spicy/cmake", 0o644),
    item(EGRET, From::Tree("packaging/spicy/tests"), "share/egret/spicy/tests", 0o755),
    item(EGRET, From::Tree("packaging/site/local.zeek"), "etc/egret/site/local.zeek", 0o644),
    item(EGRET, From::Tree("packaging/site/networks.cfg"), "etc/egret/networks.cfg", 0o644),
    item(EGRET, From::Tree("packaging/archive-log"), "etc/egret/archive-log", 0o755),
    item(EGRET, From::Tree("packaging/egret.default"), "etc/default/egret", 0o644),
    item(EGRET, From::Tree("packaging/egret@.service"), "lib/systemd/system/egret@.service", 0o644),
    item(
        EGRET,
        From::Tree("packaging/egret-cluster.service"),
        "lib/systemd/system/egret-cluster.service",
        0o644,
    ),
    item(EGRET, From::Tree("packaging/egret.sysusers"), "lib/sysusers.d/egret.conf", 0o644),
    item(EGRET, From::Tree("packaging/egret.tmpfiles"), "lib/tmpfiles.d/egret.conf", 0o644),
    item(EGRET, From::Built("book"), "share/doc/egret/book", 0o644),
    item(EGRET, From::Tree("README.md"), "share/doc/egret/README.md", 0o644),
    item(EGRET, From::Tree("CHANGELOG.md"), "share/doc/egret/CHANGELOG.md", 0o644),
    item(EGRET, From::Tree("NOTICE"), "share/doc/egret/NOTICE", 0o644),
    item(EGRET, From::Tree("LICENSE"), "share/doc/egret/copyright", 0o644),
    item(EGRET, From::Tree("LICENSE-MIT"), "share/doc/egret/LICENSE-MIT", 0o644),
    item(EGRET, From::Tree("LICENSE-APACHE"), "share/doc/egret/LICENSE-APACHE", 0o644),
    item(CACHED, From::Built("egret-cached"), "sbin/egret-cached", 0o755),
    item(CACHED, From::Built("libnss_egret.so.2"), "lib/{multiarch}/libnss_egret.so.2", 0o644),
    item(CACHED, From::Built("egret-cached.8.gz"), "share/man/man8/egret-cached.8.gz", 0o644),
    item(CACHED, From::Built("egret-cached.conf.5.gz"), "share/man/man5/egret-cached.conf.5.gz", 0o644),
    item(CACHED, From::Built("egret-cached.bash"), "share/bash-completion/completions/egret-cached", 0o644),
    item(CACHED, From::Built("egret-cached.zsh"), "share/zsh/vendor-completions/_egret-cached", 0o644),
    item(
        CACHED,
        From::Built("egret-cached.fish"),
        "share/fish/vendor_completions.d/egret-cached.fish",
        0o644,
    ),
    item(CACHED, From::Tree("packaging/egret-cached.conf"), "etc/egret-cached.conf", 0o644),
    item(
        CACHED,
        From::Tree("packaging/egret-cached.service"),
        "lib/systemd/system/egret-cached.service",
        0o644,
    ),
    item(
        CACHED,
        From::Tree("packaging/egret-cached.socket"),
        "lib/systemd/system/egret-cached.socket",
        0o644,
    ),
    item(CACHED, From::Tree("packaging/egret-cached.sysusers"), "lib/sysusers.d/egret-cached.conf", 0o644),
    item(
        CACHED,
        From::Tree("packaging/nsswitch.egret.conf"),
        "share/doc/egret-cached/nsswitch.egret.conf",
        0o644,
    ),
    item(CACHED, From::Tree("LICENSE"), "share/doc/egret-cached/copyright", 0o644),
    item(CACHED, From::Tree("LICENSE-MIT"), "share/doc/egret-cached/LICENSE-MIT", 0o644),
    item(ZEEK_NAMES, From::Link("egret"), "bin/zeek", 0),
    item(ZEEK_NAMES, From::Link("egret-cut"), "bin/zeek-cut", 0),
    item(ZEEK_NAMES, From::Link("egret"), "bin/spicyz", 0),
    item(ZEEK_NAMES, From::Link("egret"), "bin/spicyc", 0),
    item(ZEEK_NAMES, From::Link("egret"), "bin/spicy-driver", 0),
    item(ZEEK_NAMES, From::Link("egret"), "bin/spicy-dump", 0),
    item(ZEEK_NAMES, From::Link("egret"), "bin/spicy-config", 0),
    item(ZEEK_NAMES, From::Tree("packaging/zeek-config"), "bin/zeek-config", 0o755),
    item(ZEEK_NAMES, From::Tree("LICENSE"), "share/doc/egret-zeek-names/copyright", 0o644),
    item(ZEEK_NAMES, From::Tree("LICENSE-MIT"), "share/doc/egret-zeek-names/LICENSE-MIT", 0o644),
];

impl Item {
    /// Returns the path from the root of a Debian system, without the first slash.
    pub(super) fn installed(&self, multiarch: &str) -> String {
        let to = self.to.replace("{multiarch}", multiarch);
        if to.starts_with("etc/") || to.starts_with("lib/systemd/") { to } else { format!("usr/{to}") }
    }
}

impl fmt::Display for Item {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} of {}", self.to, self.package)
    }
}
