//! Runs the daemon and the module with real clients: glibc's, static and musl programs, Python, getent. Each test runs
//! in a private mount namespace with its own /etc and /run, and never touches the machine's configuration.
#![expect(clippy::disallowed_methods, reason = "tests build and start programs")]
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

/// The lab's probe program and the module, built once per run.
struct Parts {
    dir: PathBuf,
    musl: bool,
}

fn parts() -> Option<&'static Parts> {
    static PARTS: OnceLock<Option<Parts>> = OnceLock::new();
    PARTS.get_or_init(build).as_ref()
}

fn build() -> Option<Parts> {
    let namespaces = Command::new("unshare").args(["-m", "true"]).output();
    if !namespaces.is_ok_and(|o| o.status.success()) {
        test_needs::unmet("mount namespaces need root and unshare(1)");
        return None;
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR"))
        .ancestors()
        .nth(2)
        .expect("the crate is two folders below the root");
    let dir = Path::new(env!("CARGO_TARGET_TMPDIR")).join("names");
    std::fs::create_dir_all(dir.join("lib")).expect("the target directory can be written");
    std::fs::create_dir_all(dir.join("etc")).expect("the target directory can be written");
    let probe = root.join("crates/lab/src/names/probe.c");
    let cc = |compiler: &str, flags: &[&str], name: &str| {
        let out =
            Command::new(compiler).args(["-O2", "-o"]).arg(dir.join(name)).arg(&probe).args(flags).output();
        out.is_ok_and(|o| o.status.success())
    };
    assert!(cc("cc", &[], "probe"), "cc must compile the probe");
    let musl = cc("musl-gcc", &["-static"], "probe-musl");
    let module =
        Command::new(env!("CARGO")).arg("nss-module").current_dir(root).env_remove("RUSTFLAGS").output();
    let module = module.expect("cargo runs");
    assert!(module.status.success(), "{}", String::from_utf8_lossy(&module.stderr));
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from);
    std::fs::copy(target.join("nss/libnss_egret.so"), dir.join("lib/libnss_egret.so.2"))
        .expect("the module is there");
    Some(Parts { dir, musl })
}

/// Caches `passwd`, `group`, `services` and `protocols` completely.
const ALL: &str = "enable-cache passwd yes\nprecache passwd yes\nenable-cache group yes\nprecache group yes\n\
                   enable-cache services yes\nprecache services yes\nenable-cache protocols yes\nprecache protocols yes\n";
const MAPPED: &str = "files";
const MODULE: &str = "egret [NOTFOUND=return] files";

/// Runs `script` next to a daemon and returns its output. Returns `None` if this machine lacks something, which has
/// then been reported.
fn stage(sources: &str, config: &str, flags: &str, script: &str) -> Option<String> {
    let parts = parts()?;
    let whole = format!(
        r#"set -u; exec 3>&- 4>&- 5>&- 6>&- 7>&- 8>&- 9>&-
W={dir}; B={daemon}; export LD_LIBRARY_PATH=$W/lib PATH=$PATH:/usr/sbin
mount -t tmpfs tmpfs /run && mkdir -p /run/nscd
mount -t tmpfs tmpfs $W/etc && cp -a /etc/. $W/etc/ && mount --bind $W/etc /etc
printf 'root:x:0:0:root:/root:/bin/bash\nida:x:1000:1000:Ida,,,:/home/ida:/bin/sh\nada:x:1001:1001::/home/ada:/bin/sh\n' > /etc/passwd
printf 'root:x:0:\nwheel:*:10:root,ida\nida:x:1000:\nada:x:1001:ida,ada\n' > /etc/group
for d in passwd group services protocols; do echo "$d: files"; done > /etc/nsswitch.conf
without() {{ ("$@") > /run/without 2>&1; }}
start() {{ $B -n {flags} -f /etc/egret-cached.conf 2>/run/log & D=$!
  i=0; until $B -d >/dev/null 2>&1; do sleep 0.02; i=$((i+1)); [ $i -gt 300 ] && {{ echo "no daemon: $(cat /run/log)"; exit 1; }}; done; sleep 0.2; }}
W_DUMP=$($W/probe dump | cksum)
for d in passwd group services protocols; do echo "$d: {sources}"; done > /etc/nsswitch.conf
printf '{config}' > /etc/egret-cached.conf
start
trap 'kill $D 2>/dev/null; wait 2>/dev/null' EXIT
{script}
"#,
        dir = parts.dir.display(),
        daemon = env!("CARGO_BIN_EXE_egret-cached"),
        config = config.replace('\n', "\\n"),
    );
    // Tests share the mount point $W/etc, each in its own namespace.
    let out = Command::new("unshare")
        .args(["-m", "--propagation", "private", "bash", "-c", &whole])
        .output()
        .expect("unshare runs");
    Some(String::from_utf8_lossy(&out.stdout).into_owned())
}

/// Runs `script` with clients of nscd's protocol and of the module, and compares its output with `expected`.
fn check(config: &str, script: &str, expected: &str) {
    for (sources, flags) in [(MAPPED, ""), (MODULE, "--no-nscd")] {
        let Some(out) = stage(sources, config, flags, script) else { return };
        assert_eq!(out.trim(), expected, "sources: {sources}");
    }
}

#[test]
fn answers_are_the_same_with_and_without_the_daemon() {
    check(
        ALL,
        "for i in 1 2; do [ \"$W_DUMP\" = \"$($W/probe dump | cksum)\" ] && echo same; done",
        "same\nsame",
    );
    check(
        "enable-cache passwd yes\nenable-cache group yes\n",
        "[ \"$W_DUMP\" = \"$($W/probe dump | cksum)\" ] && echo same",
        "same",
    );
}

#[test]
fn programs_of_each_kind_get_answers() {
    check(
        ALL,
        "python3 -c 'import pwd; print(pwd.getpwnam(\"ida\").pw_gecos, pwd.getpwuid(1001).pw_name)'; \
         $W/probe daemonize | tail -1; getent -s files passwd 1000 | cut -d: -f1; getent passwd nobody-here; echo $?",
        "Ida,,, ada\ndescriptors 1\nida\n2",
    );
    if parts().is_some_and(|p| p.musl) {
        check(
            ALL,
            "$W/probe-musl look passwd ida; $W/probe-musl look passwd nobody-here; $W/probe-musl look group wheel",
            "found 1\nfound 0\nfound 1",
        );
    } else {
        test_needs::unmet("musl-gcc is not installed");
    }
}

/// The module checks the file before it says that a name does not exist: an added user is there at once. An entry that it
/// has is answered without a look at the file: a removed user is gone as soon as the daemon has been scheduled.
#[test]
fn added_users_are_seen_at_once_and_removed_ones_go_soon() {
    if let Some(out) = stage(MODULE, ALL, "--no-nscd", "$W/probe newusers 40 0 5000") {
        assert_eq!(out.trim(), "before 0\nadded 0\nremoved 0");
    }
}

/// glibc's own client reads the mapped image and never looks at the file: it sees every change as soon as the daemon has
/// been scheduled.
#[test]
fn glibcs_client_sees_added_and_removed_users() {
    if let Some(out) = stage(MAPPED, ALL, "", "$W/probe newusers 40 5000 5000") {
        assert_eq!(out.trim(), "before 0\nadded 0\nremoved 0");
    }
}

#[test]
fn hosts_are_answered_through_the_module() {
    let script = "printf '10.0.0.5 lab lab.example\n2001:db8::5 lab\n' >> /etc/hosts; \
         A=$(getent -s hosts:files ahosts lab); B4=$(getent -s hosts:files hosts lab.example); \
         echo 'hosts: egret [NOTFOUND=return] files' >> /etc/nsswitch.conf; kill $D; wait $D 2>/dev/null; start; \
         for i in 1 2; do [ -n \"$A\" ] && [ \"$A\" = \"$(getent ahosts lab)\" ] && echo same; \
         [ -n \"$B4\" ] && [ \"$B4\" = \"$(getent hosts lab.example)\" ] && echo same; done; \
         getent ahosts nobody-here.invalid; echo $?; [ $(grep -c 'read hosts.*3.lab\"' /run/log) -ge 1 ] && echo asked";
    if let Some(out) = stage(MODULE, "enable-cache hosts yes\n", "--no-nscd -t", script) {
        assert_eq!(out.trim(), "same\nsame\nsame\nsame\n2\nasked");
    }
}

#[test]
fn a_flush_has_taken_effect_when_it_returns() {
    let config = "enable-cache passwd yes\ncheck-files passwd no\n";
    check(
        config,
        "getent passwd ida | cut -d: -f5; sed 's/Ida/Eda/' /etc/passwd > /etc/p; mv /etc/p /etc/passwd; \
         getent passwd ida | cut -d: -f5; $B -I passwd && getent passwd ida | cut -d: -f5",
        "Ida,,,\nIda,,,\nEda,,,",
    );
}

#[test]
fn files_answer_after_a_kill_and_clients_find_the_next_daemon() {
    check(
        ALL,
        "head -c 4096 /dev/zero > /run/gen; echo 'gen:x:5:5:1:/1:/1' >> /etc/passwd; sleep 0.3; \
         $W/probe storm /run/gen 2000000000 /run/stop > /run/storm & S=$!; sleep 0.2; kill -9 $D; wait $D 2>/dev/null; \
         getent passwd ida | cut -d: -f1; sleep 0.1; start; getent passwd ada | cut -d: -f1; touch /run/stop; wait $S; \
         grep -E '^(wrong|torn|stale)' /run/storm",
        "ida\nada\nwrong 0\ntorn 0\nstale 0",
    );
}

#[test]
fn a_restart_after_sigkill_always_succeeds() {
    // Kill running daemons, and starting ones at several moments. Leftovers of an interrupted start do no harm.
    check(
        ALL,
        "for i in 1 2 3; do kill -9 $D; wait $D 2>/dev/null; start; getent passwd ida | cut -d: -f1; done; \
         kill -9 $D; wait $D 2>/dev/null; \
         for t in 0 0.002 0.005 0.01 0.02 0.05 0.1; do \
           $B -n -f /etc/egret-cached.conf 2>/dev/null & D=$!; sleep $t; kill -9 $D; wait $D 2>/dev/null; done; \
         touch /run/egret-cached/root.new /run/egret-cached/passwd.999999; \
         start; getent passwd ada | cut -d: -f1; ls /run/egret-cached | grep -c -e new -e 999999; \
         [ \"$W_DUMP\" = \"$($W/probe dump | cksum)\" ] && echo same",
        "ida\nida\nida\nada\n0\nsame",
    );
}

/// Prints the process id of the daemon behind the socket.
const DAEMON_PID: &str = "python3 -c 'import socket, struct; s = socket.socket(socket.AF_UNIX); \
     s.connect(\"/run/egret-cached/socket\"); print(struct.unpack(\"3i\", s.getsockopt(1, 17, 12))[0])'";

#[test]
fn a_daemon_in_the_background_closes_the_pipe_of_its_starter() {
    let script = format!(
        "kill $D; wait $D 2>/dev/null; timeout 20 bash -c \"$B -f /etc/egret-cached.conf 2>&1 | cat\"; echo pipe $?; \
         getent passwd ida | cut -d: -f1; D=$({DAEMON_PID}); readlink /proc/$D/fd/2; \
         kill -9 $D; timeout 20 bash -c \"$B -f /nowhere 2>&1 | cat\"; echo pipe $?; \
         timeout 20 bash -c \"$B -f /etc/egret-cached.conf 2>&1 | cat\"; D=$({DAEMON_PID}); kill -0 $D && echo runs; \
         timeout 20 bash -c \"$B -f /etc/egret-cached.conf 2>&1 | cat\"; kill $D; \
         while kill -0 $D 2>/dev/null; do sleep 0.01; done"
    );
    check(
        ALL,
        &script,
        "pipe 0\nida\n/dev/null\negret-cached: /nowhere: No such file or directory (os error 2)\npipe 0\nruns\n\
         egret-cached: /run/egret-cached/socket: another daemon answers at this socket",
    );
}

#[test]
fn a_daemon_that_root_starts_becomes_its_own_user() {
    let script = "kill $D; wait $D 2>/dev/null; \
         echo 'egret-cached:x:990:991::/nonexistent:/usr/sbin/nologin' >> /etc/passwd; W_DUMP=$($W/probe dump | cksum); \
         for i in 1 2; do start; grep -E '^[UG]id' /proc/$D/status | tr -s '\\t' ' '; \
         [ \"$W_DUMP\" = \"$($W/probe dump | cksum)\" ] && echo same; $B -I all && kill -9 $D; wait $D 2>/dev/null; done; \
         echo 'server-user root' >> /etc/egret-cached.conf; start; grep -E '^Uid' /proc/$D/status | tr -s '\\t' ' '";
    let own = "Uid: 990 990 990 990\nGid: 991 991 991 991\nsame\n";
    check("enable-cache passwd yes\nenable-cache group yes\n", script, &format!("{own}{own}Uid: 0 0 0 0"));
}

#[test]
fn an_unprivileged_user_can_write_flush_and_stop_nothing() {
    let nobody = "setpriv --reuid 65534 --regid 65534 --clear-groups";
    let script = format!(
        "cp -r $W /run/w; cp $B /run/b; chmod -R a+rX /run/w /run/b; {nobody} /run/w/probe attack /run/nscd/socket /run/egret-cached; \
         {nobody} /run/b -I all 2>/dev/null && echo flushed; {nobody} /run/b -d >/dev/null 2>&1 && echo told; \
         [ \"$W_DUMP\" = \"$($W/probe dump | cksum)\" ] && echo same"
    );
    check(ALL, &script, "opened 0\nmapped 0\ntruncated 0\nunlinked 0\nsame");
}

#[test]
fn a_forged_entry_fools_only_unprivileged_programs_of_its_author() {
    let nobody = "setpriv --reuid 65534 --regid 65534 --clear-groups";
    // ld.so ignores LD_LIBRARY_PATH for privileged programs, so the module must be in a configured folder.
    let script = format!(
        "mount -t tmpfs tmpfs /var/cache; mkdir -p /var/cache/ldconfig; cp -r $W/lib /run/lib; \
         echo /run/lib > /etc/ld.so.conf.d/egret-test.conf; ldconfig; unset LD_LIBRARY_PATH; \
         for f in plain suid sgid; do cp $W/probe /run/$f; done; chgrp 1 /run/sgid; \
         chmod 755 /run/plain; chmod 4755 /run/suid; chmod 2755 /run/sgid; \
         {nobody} /run/plain fool /run/egret-cached/socket ada; \
         for i in 1 2; do for f in plain suid sgid; do echo $f $({nobody} /run/$f fooled ada); done; done; \
         echo root $(/run/plain fooled ada); echo was root $(/run/plain become 65534 ada)"
    );
    let config = "enable-cache passwd yes\nperform-actual-lookups passwd no\n";
    if let Some(out) = stage("egret files", config, "--no-nscd", &script) {
        let once = "plain found 1 fooled 1 privileged 0 euid 65534\nsuid found 1 fooled 0 privileged 1 euid 0\n\
                    sgid found 1 fooled 0 privileged 1 euid 65534\n";
        assert_eq!(
            out,
            format!(
                "accepted 1\n{once}{once}root found 1 fooled 0 privileged 0 euid 0\n\
             was root found 1 fooled 1 privileged 0 euid 65534\n"
            )
        );
    }
}

#[test]
fn a_user_reads_their_own_view_from_memory_until_it_is_forgotten() {
    let script = "cp -r $W /run/w; cp $B /run/b; chmod -R a+rX /run/w /run/b; echo ida > /run/ida; \
         export LD_LIBRARY_PATH=/run/w/lib; N=\"setpriv --reuid 65534 --regid 65534 --clear-groups\"; \
         asks() { grep -c \"uid $1 .*view passwd.*ida\" /run/log; }; asked() { echo asked $(asks $1); }; \
         $N /run/w/probe steady passwd /run/ida 100 1 | grep wrong; asked 65534; \
         $N /run/w/probe steady passwd /run/ida 100 1 | grep wrong; asked 65534; asked 0; \
         /run/w/probe steady passwd /run/ida 100 1 | grep wrong; [ $(asks 0) -le 3 ] && echo few; \
         $N /run/b -i passwd; $N /run/w/probe steady passwd /run/ida 100 1 | grep wrong; asked 65534; \
         $N /run/w/probe twice ida /run/ask > /run/told & T=$!; until [ -s /run/told ]; do sleep 0.01; done; \
         sed 's/Ida/Eda/' /etc/passwd > /etc/p; mv /etc/p /etc/passwd; sleep 0.1; touch /run/ask; wait $T; cat /run/told";
    let config = "enable-cache passwd yes\nperform-actual-lookups passwd no\n";
    if let Some(out) = stage(MODULE, config, "--no-nscd -t", script) {
        // The first question waits for a worker. The second one is answered from the cache and brings the view. The
        // next process gets the view with its first answer. Root's view dates from when setpriv(1) asked as root, so it
        // may be sent once before it is rebuilt with ida.
        let expected =
            "wrong 0\nasked 2\nwrong 0\nasked 3\nasked 0\nwrong 0\nfew\nwrong 0\nasked 5\nIda,,,\nEda,,,";
        assert_eq!(out.trim(), expected);
    }
}

#[test]
fn garbage_and_silent_clients_do_not_stop_the_daemon() {
    check(
        ALL,
        "for s in /run/nscd/socket /run/egret-cached/socket; do [ -S $s ] && $W/probe garbage $s 3000 >/dev/null; done; \
         $W/probe silent /run/egret-cached/socket 1000 2 >/dev/null & sleep 0.2; getent passwd ida | cut -d: -f1; kill -0 $D && echo lives",
        "ida\nlives",
    );
}

#[test]
fn a_password_hash_is_never_shown() {
    check(
        ALL,
        "echo 'old:$6$salt$hash:7:7::/:/bin/sh' >> /etc/passwd; sleep 0.3; getent passwd old | cut -d: -f2; \
         cat /run/egret-cached/passwd.* | grep -c salt",
        "x\n0",
    );
}

#[test]
fn a_configuration_error_names_file_line_and_what_was_expected() {
    let dir = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let file = dir.join("wrong.conf");
    std::fs::write(&file, "threads 4\nenable-cache passwd perhaps\n")
        .expect("the target directory can be written");
    let out = Command::new(env!("CARGO_BIN_EXE_egret-cached"))
        .args(["--check-config", "-f"])
        .arg(&file)
        .output()
        .expect("the daemon runs");
    assert!(!out.status.success());
    let said = String::from_utf8_lossy(&out.stderr);
    assert_eq!(
        said.trim(),
        format!("egret-cached: {}:2: expected yes or no, found `perhaps`", file.display())
    );
}

#[test]
fn the_module_is_small_and_needs_only_libc() {
    let Some(parts) = parts() else { return };
    let module = parts.dir.join("lib/libnss_egret.so.2");
    let size = std::fs::metadata(&module).expect("the module is there").len();
    assert!(size <= 32 << 10, "{size} bytes");
    let out =
        Command::new("readelf").arg("-d").arg(&module).output().expect("readelf of binutils, as the linker");
    let text = String::from_utf8_lossy(&out.stdout);
    let needed: Vec<&str> = text.lines().filter(|l| l.contains("NEEDED")).collect();
    assert!(needed.len() == 1 && needed[0].contains("libc.so.6"), "{needed:?}");
    assert!(text.contains("libnss_egret.so.2"), "the soname is the name that glibc loads");
}
