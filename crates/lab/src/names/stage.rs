//! A stage: a shell in a private mount namespace with its own /etc and /run, a cache under test, and measuring steps.
//! The machine's configuration is never touched; everything disappears when the shell ends.
use super::world::World;
use anyhow::Context;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;
use std::process::Command;

/// The path of an installed sssd.
const SSSD: &str = "/usr/sbin/sssd";

/// The source of answers under test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Contestant {
    /// The files only.
    Files,
    /// libnss-db before the files.
    Db,
    /// Egret through nscd's mapped images.
    EgretMapped,
    /// Egret through nscd's socket only.
    EgretSocket,
    /// Egret through libnss_egret.so.2.
    EgretModule,
    /// glibc's nscd, with its mapped images.
    NscdMapped,
    /// glibc's nscd, through its socket only.
    NscdSocket,
    /// unscd.
    Unscd,
    /// sssd's memory cache over its files provider.
    Sssd,
}

impl Contestant {
    pub(super) const ALL: [Contestant; 9] = [
        Contestant::Files,
        Contestant::Db,
        Contestant::EgretMapped,
        Contestant::EgretSocket,
        Contestant::EgretModule,
        Contestant::NscdMapped,
        Contestant::NscdSocket,
        Contestant::Unscd,
        Contestant::Sssd,
    ];

    pub(super) fn name(self) -> &'static str {
        match self {
            Contestant::Files => "files",
            Contestant::Db => "db",
            Contestant::EgretMapped => "egret, mapped (nscd's protocol)",
            Contestant::EgretSocket => "egret, socket (nscd's protocol)",
            Contestant::EgretModule => "egret, module",
            Contestant::NscdMapped => "nscd, mapped",
            Contestant::NscdSocket => "nscd, socket",
            Contestant::Unscd => "unscd",
            Contestant::Sssd => "sssd",
        }
    }

    /// Returns the reason why it cannot run on this machine, if there is one.
    pub(super) fn missing(self, world: &World) -> Option<String> {
        let needs: &[&str] = match self {
            Contestant::Db => &["lib/x86_64-linux-gnu/libnss_db.so.2", "usr/bin/makedb"],
            Contestant::NscdMapped | Contestant::NscdSocket => {
                return (!Path::new("/usr/sbin/nscd").exists())
                    .then(|| "/usr/sbin/nscd is not installed".to_owned());
            }
            Contestant::Unscd => &["usr/sbin/nscd"],
            Contestant::Sssd if Path::new(SSSD).exists() => return None,
            Contestant::Sssd => {
                &["usr/sbin/sssd", "usr/libexec/sssd/sssd_nss", "lib/x86_64-linux-gnu/libnss_sss.so.2"]
            }
            _ => return None,
        };
        let Some(peers) = &world.peers else {
            return Some("no --peers: a tree of unpacked packages".to_owned());
        };
        needs.iter().find(|n| !peers.join(n).exists()).map(|n| {
            format!("{} does not exist (dpkg -x its package into the tree)", peers.join(n).display())
        })
    }

    fn nsswitch(self) -> &'static str {
        match self {
            Contestant::Db => "db files",
            Contestant::EgretModule => "egret [NOTFOUND=return] files",
            Contestant::Sssd => "sss files",
            _ => "files",
        }
    }
}

/// A stage that is being prepared, as a shell script.
pub(super) struct Stage<'a> {
    world: &'a World,
    script: String,
}

/// The output of the steps: `step.name` with its values in order.
#[derive(Default)]
pub(super) struct Figures(BTreeMap<String, Vec<f64>>);

impl Figures {
    /// Returns all values of a figure; empty if it was not measured.
    pub(super) fn all(&self, name: &str) -> &[f64] {
        self.0.get(name).map_or(&[], Vec::as_slice)
    }

    /// Returns the median of a figure.
    pub(super) fn median(&self, name: &str) -> anyhow::Result<f64> {
        let all = self.all(name);
        anyhow::ensure!(!all.is_empty(), "{name} was not measured");
        Ok(crate::stats::median(all))
    }
}

/// A configuration that caches everything, as an administrator would write it.
pub(super) const CONFIG: &str = "\
threads 1
enable-cache passwd yes
precache passwd yes
keep-hot-count passwd 65536
enable-cache group yes
precache group yes
keep-hot-count group 65536
enable-cache services yes
precache services yes
keep-hot-count services 16000
enable-cache protocols yes
precache protocols yes
";

impl<'a> Stage<'a> {
    /// Prepares a stage with the small or the large files.
    pub(super) fn new(world: &'a World, size: &str) -> Stage<'a> {
        let w = world.dir.display();
        let mut stage = Stage { world, script: String::new() };
        // A daemon must not inherit other descriptors.
        stage.line("exec 3>&- 4>&- 5>&- 6>&- 7>&- 8>&- 9>&-; set -u; umask 022");
        stage.line(&format!("W={w}; export LD_LIBRARY_PATH=$W/lib PATH=$PATH:/usr/sbin"));
        stage.line("mount -t tmpfs tmpfs /run && mkdir -p /run/nscd");
        stage.line("mount -t tmpfs tmpfs $W/etc && cp -a /etc/. $W/etc/ && mount --bind $W/etc /etc");
        stage.line(&format!(
            "cp $W/passwd.{size} /etc/passwd; cp $W/group.{size} /etc/group; cp $W/services /etc/services"
        ));
        stage.line("D=; stop() { [ -n \"$D\" ] && kill $D 2>/dev/null; wait 2>/dev/null; }; trap stop EXIT");
        stage
    }

    /// Appends a shell command.
    pub(super) fn line(&mut self, line: &str) {
        self.script.push_str(line);
        self.script.push('\n');
    }

    /// Sets nsswitch.conf to one line for every database.
    pub(super) fn nsswitch(&mut self, sources: &str) {
        let mut text = String::new();
        for db in ["passwd", "group", "services", "protocols", "rpc", "networks"] {
            let _ = write!(text, "{db}: {sources}\\n");
        }
        self.line(&format!("printf '{text}hosts: files\\n' > /etc/nsswitch.conf"));
    }

    /// Starts egret-cached with a configuration and waits until it is ready.
    pub(super) fn egret(&mut self, config: &str, flags: &str) {
        let daemon = self.world.daemon.display().to_string();
        self.line(&format!("cat > /etc/egret-cached.conf <<'END'\n{config}END"));
        self.line(&format!("START=\"{daemon} -n {flags}\"; $START 2>/run/egret.log & D=$!"));
        // A daemon that prints its statistics serves requests; a moment later, its lists are complete.
        self.line(&format!(
            "ready() {{ local n=0; until {daemon} -d >/dev/null 2>&1; do sleep 0.02; n=$((n+1)); \
             [ $n -gt 200 ] && {{ cat /run/egret.log >&2; exit 9; }}; done; sleep 0.15; }}; ready"
        ));
    }

    /// Sets up a contestant.
    pub(super) fn play(&mut self, who: Contestant) {
        self.nsswitch(who.nsswitch());
        match who {
            Contestant::Files => {}
            Contestant::Db => self.db(),
            Contestant::EgretMapped => self.egret(CONFIG, ""),
            Contestant::EgretModule => self.egret(CONFIG, "--no-nscd"),
            Contestant::EgretSocket => {
                let sockets = "shared passwd no\nshared group no\nshared services no\n";
                self.egret(&format!("{CONFIG}{sockets}"), "");
            }
            Contestant::NscdMapped => self.nscd("yes"),
            Contestant::NscdSocket => self.nscd("no"),
            Contestant::Unscd => {
                let peers = self.world.peers.as_deref().unwrap_or(Path::new("/")).display().to_string();
                self.line(&format!("cp {peers}/etc/nscd.conf /etc/nscd.conf 2>/dev/null"));
                self.line(&format!("{peers}/usr/sbin/nscd -d >/dev/null 2>&1 & D=$!; sleep 0.5"));
            }
            Contestant::Sssd => self.sssd(),
        }
    }

    fn db(&mut self) {
        let peers = self.world.peers.as_deref().unwrap_or(Path::new("/")).display().to_string();
        self.line(&format!(
            "mount -t tmpfs tmpfs /var/lib/misc; cp {peers}/etc/default/libnss-db /etc/default/"
        ));
        self.line(&format!("PATH={peers}/usr/bin:$PATH make -s -C /var/lib/misc -f {peers}/var/lib/misc/Makefile >/dev/null 2>&1"));
        self.line("ls /var/lib/misc/passwd.db >/dev/null || exit 9");
    }

    /// Sets up sssd with its files provider. If sssd is not installed, mounts the peers' tree over /usr.
    fn sssd(&mut self) {
        if let (false, Some(peers)) = (Path::new(SSSD).exists(), &self.world.peers) {
            let peers = peers.display().to_string();
            self.line(&format!(
                "mount -t overlay overlay -o lowerdir={peers}/usr:/usr /usr && \
                 mount -t overlay overlay -o lowerdir={peers}/lib:/usr/lib /usr/lib || exit 9"
            ));
        }
        self.line("mount -t tmpfs tmpfs /var/lib; mount -t tmpfs tmpfs /var/log; mkdir -p /var/log/sssd /etc/sssd /run/dbus");
        self.line("for d in db deskprofile gpo_cache mc pipes/private pubconf secrets; do mkdir -p /var/lib/sss/$d; done");
        self.line("printf '[sssd]\\nservices = nss\\ndomains = f\\nuser = root\\n[nss]\\n[domain/f]\\nid_provider = files\\n' > /etc/sssd/sssd.conf; chmod 600 /etc/sssd/sssd.conf");
        self.line(&format!("{SSSD} -i >/dev/null 2>&1 & D=$!"));
        self.line("i=0; until getent -s sss passwd user00001 >/dev/null; do sleep 0.2; i=$((i+1)); [ $i -gt 100 ] && exit 9; done; sleep 1");
    }

    fn nscd(&mut self, shared: &str) {
        self.line("mount -t tmpfs tmpfs /var/cache/nscd 2>/dev/null");
        let mut conf = String::new();
        for db in ["passwd", "group", "services"] {
            let _ = write!(
                conf,
                "enable-cache {db} yes\\npositive-time-to-live {db} 600\\nnegative-time-to-live {db} 20\\n\
                 suggested-size {db} 211\\ncheck-files {db} yes\\npersistent {db} no\\nshared {db} {shared}\\n\
                 max-db-size {db} 33554432\\n"
            );
        }
        self.line(&format!(
            "printf '{conf}' > /etc/nscd.conf; /usr/sbin/nscd -F >/dev/null 2>&1 & D=$!; sleep 0.4"
        ));
    }

    /// Adds a step. Each line `name value` that `command` prints becomes a figure `step.name`.
    pub(super) fn step(&mut self, name: &str, command: &str) {
        self.line(&format!("echo '== {name}'; {command}"));
    }

    /// Runs the stage.
    pub(super) fn run(self) -> anyhow::Result<Figures> {
        let out = Command::new("unshare")
            .args(["-m", "--propagation", "private", "bash", "-c", &self.script])
            .env_remove("LD_LIBRARY_PATH")
            .output()
            .context("unshare (util-linux) is needed, and the right to make mount namespaces")?;
        let text = String::from_utf8_lossy(&out.stdout);
        let mut figures = Figures::default();
        let mut step = "";
        for line in text.lines() {
            if let Some(name) = line.strip_prefix("== ") {
                step = name;
            } else if let Some((name, value)) = line.split_once(' ')
                && let Ok(value) = value.parse()
            {
                figures.0.entry(format!("{step}.{name}")).or_default().push(value);
            }
        }
        if out.status.code() == Some(9) {
            anyhow::bail!("the cache under test did not start: {}", String::from_utf8_lossy(&out.stderr));
        }
        Ok(figures)
    }
}
