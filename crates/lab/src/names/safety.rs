//! Bars 9, 12 and 13: policies and times to live, attacks by an unprivileged user, the cost of the daemon.
use super::stage::{CONFIG, Contestant, Stage};
use super::world::World;
use crate::bars::Bars;
use namecache::config::Policy;
use std::fs;

/// The prefix that runs a command as user nobody.
const AS_NOBODY: &str = "setpriv --reuid 65534 --regid 65534 --clear-groups";

fn at_most(bars: &mut Bars, name: &str, measured: f64, limit: f64) {
    bars.at_most(name, measured, (measured, measured), limit);
}

/// Checks bar 9: policies and times to live.
fn policies(bars: &mut Bars, quick: bool) {
    let operations = if quick { 100_000 } else { 1_000_000 };
    for policy in [Policy::Fifo, Policy::Lru, Policy::Lfu] {
        let differs = namecache::model::compare(policy, operations, 7);
        if let Err(e) = &differs {
            println!("  {policy:?}: {e}");
        }
        at_most(
            bars,
            &format!("9 {policy:?} differs from its model in {operations} operations"),
            f64::from(u8::from(differs.is_err())),
            0.0,
        );
    }
}

fn times_to_live(world: &World, bars: &mut Bars) -> anyhow::Result<()> {
    let config = "enable-cache passwd yes\ncheck-files passwd no\npositive-time-to-live passwd 2\nnegative-time-to-live passwd 2\n";
    for (who, flags) in [(Contestant::EgretMapped, ""), (Contestant::EgretModule, "--no-nscd")] {
        let mut s = Stage::new(world, "small");
        s.nsswitch(if who == Contestant::EgretModule { "egret [NOTFOUND=return] files" } else { "files" });
        s.egret(config, flags);
        // The entry is cached and mapped; then the file changes while change detection is disabled.
        s.line(
            "for i in 1 2 3 4; do $W/probe is passwd user00003; $W/probe is passwd late; sleep 0.03; done",
        );
        s.line("grep -v user00003 /etc/passwd > /etc/p; echo 'late:x:5:5::/:/bin/sh' >> /etc/p; mv /etc/p /etc/passwd");
        s.step("gone", "$W/probe ttl user00003 1");
        s.step("come", "$W/probe ttl late 0");
        let f = s.run()?;
        // Both were cached up to 0.2 s before the probe started its clock.
        at_most(
            bars,
            &format!("9 seconds of an answer that lives 2, {}", who.name()),
            f.median("gone.ms")? / 1e3,
            3.0,
        );
        at_most(
            bars,
            &format!("9 seconds of an absence that lives 2, {}", who.name()),
            // This clock started after the other one had ended.
            (f.median("gone.ms")? + f.median("come.ms")?) / 1e3,
            3.0,
        );
        anyhow::ensure!(f.median("gone.ms")? > 1000.0, "{}: it was not cached at all", who.name());
    }
    Ok(())
}

/// Checks bar 12: attacks by an unprivileged user.
fn stranger(world: &World, bars: &mut Bars) -> anyhow::Result<()> {
    let mut s = Stage::new(world, "small");
    s.play(Contestant::EgretMapped);
    s.line("cp -r $W /run/w; chmod -R a+rX /run/w; before=$($W/probe dump | cksum)");
    s.step("attack", &format!("{AS_NOBODY} /run/w/probe attack /run/nscd/socket /run/egret-cached"));
    let daemon = world.daemon.display();
    s.line(&format!("cp {daemon} /run/egret-cached.bin; chmod 755 /run/egret-cached.bin"));
    s.step(
        "flush",
        &format!("{AS_NOBODY} /run/egret-cached.bin -I all 2>/dev/null && echo done 1 || echo done 0"),
    );
    s.step("invalidate", &format!("[ -x /usr/sbin/nscd ] && {AS_NOBODY} /usr/sbin/nscd -i passwd 2>/dev/null && echo done 1 || echo done 0"));
    s.step(
        "statistics",
        &format!("{AS_NOBODY} /run/egret-cached.bin -d >/dev/null 2>&1 && echo done 1 || echo done 0"),
    );
    s.step("after", "[ \"$before\" = \"$($W/probe dump | cksum)\" ]; echo changed $?");
    s.step("alive", "kill -0 $D; echo dead $?");
    // A user stores a forged entry in their view. Only their own programs may see it, but not programs that run with
    // another user's rights. For the latter, the module must be in a folder that ld.so trusts.
    s.line("kill $D; wait $D 2>/dev/null; mount -t tmpfs tmpfs /var/cache; mkdir -p /var/cache/ldconfig");
    s.line("cp -r $W/lib /run/lib; echo /run/lib > /etc/ld.so.conf.d/egret-lab.conf; ldconfig; unset LD_LIBRARY_PATH");
    s.nsswitch("egret files");
    s.egret("enable-cache passwd yes\nperform-actual-lookups passwd no\n", "--no-nscd");
    s.line("cp $W/probe /run/suid; cp $W/probe /run/sgid; chgrp 1 /run/sgid; chmod 4755 /run/suid; chmod 2755 /run/sgid");
    s.step("fool", &format!("{AS_NOBODY} /run/w/probe fool /run/egret-cached/socket user00004"));
    s.step("plain", &format!("{AS_NOBODY} /run/w/probe fooled user00004"));
    s.step("setuid", &format!("{AS_NOBODY} /run/suid fooled user00004"));
    s.step("setgid", &format!("{AS_NOBODY} /run/sgid fooled user00004"));
    s.step("other", "/run/w/probe fooled user00004");
    let f = s.run()?;
    for what in ["opened", "mapped", "truncated", "unlinked"] {
        at_most(bars, &format!("12 nobody {what}"), f.median(&format!("attack.{what}"))?, 0.0);
    }
    for what in ["flush", "invalidate", "statistics"] {
        at_most(bars, &format!("12 nobody's {what}"), f.median(&format!("{what}.done"))?, 0.0);
    }
    at_most(bars, "12 answers changed", f.median("after.changed")?, 0.0);
    at_most(bars, "12 daemon dead", f.median("alive.dead")?, 0.0);
    for (of, what, least) in [
        ("fool", "accepted", 1.0),
        ("plain", "fooled", 1.0),
        ("setuid", "privileged", 1.0),
        ("setgid", "privileged", 1.0),
    ] {
        let n = f.median(&format!("{of}.{what}"))?;
        bars.at_least(&format!("12 a user's own view, {of}: {what}"), n, (n, n), least);
    }
    for who in ["setuid", "setgid", "other"] {
        let right = f.median(&format!("{who}.found"))? - f.median(&format!("{who}.fooled"))?;
        bars.at_least(
            &format!("12 a user's own view, {who}: answered by the files"),
            right,
            (right, right),
            1.0,
        );
    }
    Ok(())
}

/// Checks bar 13: the cost of the daemon.
fn costs(world: &World, bars: &mut Bars, quick: bool) -> anyhow::Result<()> {
    let daemon = world.daemon.display();
    let mut s = Stage::new(world, "large");
    s.nsswitch("files");
    s.line(&format!("cat > /etc/egret-cached.conf <<'END'\n{CONFIG}END"));
    for _ in 0..5 {
        s.line(&format!("A=$($W/probe clock); {daemon} -n 2>/run/egret.log & D=$!"));
        s.step("start", "$W/probe await /run/nscd/socket user05000 $A");
        s.line("sleep 0.2");
        s.step(
            "bytes",
            &format!(
                "{daemon} -d | sed -n 's/^egret_cached_bytes.cache=\"passwd\",door=\"\\(.*\\)\". /\\1 /p'"
            ),
        );
        s.line("kill $D; wait $D 2>/dev/null");
    }
    let f = s.run()?;
    let text = fs::metadata(world.dir.join("passwd.large"))?.len() as f64;
    let start = f.all("start.ms");
    bars.at_most(
        "13 ms from start to the first answer, 10,000 users",
        f.median("start.ms")?,
        crate::stats::spread(start),
        100.0,
    );
    at_most(bars, "13 image to text, nscd's", f.median("bytes.nscd")? / text, 3.0);
    at_most(bars, "13 image to text, ours", f.median("bytes.own")? / text, 3.0);

    let n = if quick { 5_000 } else { 50_000 };
    let mut s = Stage::new(world, "small");
    s.play(Contestant::EgretSocket);
    s.line(&format!("$W/probe garbage /run/nscd/socket {n} >/dev/null; $W/probe garbage /run/egret-cached/socket {n} >/dev/null"));
    s.step("after", "$W/probe ask /run/nscd/socket user00003 100");
    s.step("rss", "awk '/VmRSS/{print \"kib\", $2}' /proc/$D/status");
    s.step("conf", &format!("head -c 2000000 /dev/urandom > /run/junk; {daemon} --check-config -f /run/junk >/dev/null 2>/run/err; echo code $?; echo lines $(wc -l < /run/err)"));
    s.line("cp -r $W /run/w; chmod -R a+rX /run/w");
    // Interleave the runs, so that other load affects both.
    for _ in 0..5 {
        s.step("quiet", "$W/probe ask /run/nscd/socket user00003 2000");
        s.line(&format!(
            "{AS_NOBODY} /run/w/probe silent /run/nscd/socket 1000 30 >/dev/null & S=$!; sleep 0.3"
        ));
        s.step("crowded", "$W/probe ask /run/nscd/socket user00003 2000");
        s.line("kill $S; wait $S 2>/dev/null");
    }
    let f = s.run()?;
    at_most(bars, "13 answers that failed after fuzzing", f.median("after.failed")?, 0.0);
    at_most(bars, "13 MiB resident after fuzzing", f.median("rss.kib")? / 1024.0, 64.0);
    let ratios: Vec<f64> =
        f.all("crowded.p99").iter().zip(f.all("quiet.p99")).map(|(crowded, quiet)| crowded / quiet).collect();
    anyhow::ensure!(!ratios.is_empty(), "the silent clients did not run");
    let name = "13 p99 with 1,000 silent clients, to without";
    bars.at_most(name, crate::stats::median(&ratios), crate::stats::spread(&ratios), 2.0);
    let failed: f64 = f.all("crowded.failed").iter().sum();
    at_most(bars, "13 answers that failed with 1,000 silent clients", failed, 0.0);
    Ok(())
}

/// Measures and checks the bars.
pub(super) fn bars(world: &World, bars: &mut Bars, quick: bool) -> anyhow::Result<()> {
    policies(bars, quick);
    times_to_live(world, bars)?;
    stranger(world, bars)?;
    costs(world, bars, quick)
}
