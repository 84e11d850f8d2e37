//! The daemon and the module with real parts: glibc's client, static and musl programs, Python, getent, in private mount
//! namespaces with an /etc and a /run of their own. The machine's own configuration is never touched.
#![expect(clippy::disallowed_methods, reason = "tests build and start programs")]
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

/// The probe of the lab, and the module: built once a run.
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
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).expect("two below the root");
    let dir = Path::new(env!("CARGO_TARGET_TMPDIR")).join("names");
    std::fs::create_dir_all(dir.join("lib")).expect("the target directory can be written");
    std::fs::create_dir_all(dir.join("etc")).expect("the target directory can be written");
    let probe = root.join("crates/lab/src/names/probe.c");
    let cc = |compiler: &str, flags: &[&str], name: &str| {
        let out =
            Command::new(compiler).args(["-O2", "-o"]).arg(dir.join(name)).arg(&probe).args(flags).output();
        out.is_ok_and(|o| o.status.success())
    };
    assert!(cc("cc", &[], "probe"), "a C compiler is needed to build a linker's way anyway");
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

/// `passwd`, `group` and `services` cached whole.
const ALL: &str = "enable-cache passwd yes\nprecache passwd yes\nenable-cache group yes\nprecache group yes\n\
                   enable-cache services yes\nprecache services yes\nenable-cache protocols yes\nprecache protocols yes\n";
const MAPPED: &str = "files";
const MODULE: &str = "egret [NOTFOUND=return] files";

/// Runs `script` beside a daemon and returns what it prints; `None` where that cannot be done here, which was said.
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
    // Stages share $W/etc as a mount point, each in a namespace of its own.
    let out = Command::new("unshare")
        .args(["-m", "--propagation", "private", "bash", "-c", &whole])
        .output()
        .expect("unshare runs");
    Some(String::from_utf8_lossy(&out.stdout).into_owned())
}

/// Runs `script` behind both doors and demands that it prints `expected`.
fn check(config: &str, script: &str, expected: &str) {
    for (sources, flags) in [(MAPPED, ""), (MODULE, "--no-nscd")] {
        let Some(out) = stage(sources, config, flags, script) else { return };
        assert_eq!(out.trim(), expected, "sources: {sources}");
    }
}

#[test]
fn every_answer_is_what_it_is_without_the_daemon() {
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
fn programs_of_every_kind_are_answered() {
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

#[test]
fn users_are_seen_as_soon_as_they_come_and_go() {
    check(ALL, "$W/probe newusers 40", "before 0\nadded 0\nremoved 0");
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
fn a_flush_is_over_when_it_returns() {
    let config = "enable-cache passwd yes\ncheck-files passwd no\n";
    check(
        config,
        "getent passwd ida | cut -d: -f5; sed 's/Ida/Eda/' /etc/passwd > /etc/p; mv /etc/p /etc/passwd; \
         getent passwd ida | cut -d: -f5; $B -I passwd && getent passwd ida | cut -d: -f5",
        "Ida,,,\nIda,,,\nEda,,,",
    );
}

#[test]
fn files_answer_when_the_daemon_is_killed_and_the_next_one_is_found() {
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
fn a_stranger_can_write_flush_and_stop_nothing() {
    let nobody = "setpriv --reuid 65534 --regid 65534 --clear-groups";
    let script = format!(
        "cp -r $W /run/w; cp $B /run/b; chmod -R a+rX /run/w /run/b; {nobody} /run/w/probe attack /run/nscd/socket /run/egret-cached; \
         {nobody} /run/b -I all 2>/dev/null && echo flushed; {nobody} /run/b -d >/dev/null 2>&1 && echo told; \
         [ \"$W_DUMP\" = \"$($W/probe dump | cksum)\" ] && echo same"
    );
    check(ALL, &script, "opened 0\nmapped 0\ntruncated 0\nunlinked 0\nsame");
}

#[test]
fn who_fools_their_own_programs_fools_no_privileged_one_and_nobody_else() {
    let nobody = "setpriv --reuid 65534 --regid 65534 --clear-groups";
    // The module has to be where ld.so finds it for privileged programs.
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
        // The first question waits for a worker, the second is answered from the cache and brings the view along. The
        // next process gets the view with its first answer. Root's was made when setpriv(1) asked as root: it may be handed
        // out before it is made anew with ida in it.
        let expected =
            "wrong 0\nasked 2\nwrong 0\nasked 3\nasked 0\nwrong 0\nfew\nwrong 0\nasked 5\nIda,,,\nEda,,,";
        assert_eq!(out.trim(), expected);
    }
}

#[test]
fn garbage_and_silence_stop_nothing() {
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
fn a_wrong_configuration_names_file_line_and_what_was_expected() {
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
fn the_module_needs_libc_alone_and_little_room() {
    let Some(parts) = parts() else { return };
    let module = parts.dir.join("lib/libnss_egret.so.2");
    let size = std::fs::metadata(&module).expect("the module is there").len();
    assert!(size <= 32 << 10, "{size} bytes");
    let out =
        Command::new("readelf").arg("-d").arg(&module).output().expect("readelf of binutils, as the linker");
    let text = String::from_utf8_lossy(&out.stdout);
    let needed: Vec<&str> = text.lines().filter(|l| l.contains("NEEDED")).collect();
    assert!(needed.len() == 1 && needed[0].contains("libc.so.6"), "{needed:?}");
    assert!(text.contains("libnss_egret.so.2"), "the soname is what glibc asks for");
}
