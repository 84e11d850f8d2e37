//! Bars 8, 10, 11 and 14: answers are correct while files change, while memory is published, after the daemon is
//! killed, and for each kind of program.
use super::stage::{CONFIG, Contestant, Figures, Stage};
use super::world::World;
use crate::bars::Bars;

const DOORS: [Contestant; 2] = [Contestant::EgretMapped, Contestant::EgretModule];

fn sum(f: &Figures, names: &[&str]) -> f64 {
    names.iter().flat_map(|n| f.all(n)).sum()
}

fn at_most(bars: &mut Bars, name: &str, measured: f64, limit: f64) {
    bars.at_most(name, measured, (measured, measured), limit);
}

/// Checks bar 8: asks for a user before and after it is added, and after it is removed.
fn new_users(world: &World, bars: &mut Bars, quick: bool) -> anyhow::Result<()> {
    for who in DOORS {
        let mut s = Stage::new(world, "small");
        s.play(who);
        s.step("new", &format!("$W/probe newusers {}", if quick { 50 } else { 1000 }));
        let f = s.run()?;
        anyhow::ensure!(!f.all("new.added").is_empty(), "newusers did not run");
        let name = format!("8 wrong answers after useradd and userdel, {}", who.name());
        at_most(bars, &name, sum(&f, &["new.before", "new.added", "new.removed"]), 0.0);
    }
    Ok(())
}

/// The number of reads per process in bar 10, which has eight processes.
const READS: u64 = 12_500_000;

/// The number of requested publications per second: more than the bar, to make up for pauses of the machine, but not
/// the maximum, because each publication makes all readers use the socket for a moment.
const PUBLICATIONS: u32 = 1_100;

/// Checks bar 10: reads during publications. The readers have a low priority; otherwise, on fewer than eight
/// processors, they would slow down the publisher.
fn storm(world: &World, bars: &mut Bars, quick: bool) -> anyhow::Result<()> {
    for who in DOORS {
        let reads = if quick { READS / 100 } else { READS };
        let mut s = Stage::new(world, "small");
        s.line("echo 'gen:x:1:1:0:/0:/0' >> /etc/passwd; head -c 4096 /dev/zero > /run/gen");
        s.play(who);
        s.line(&format!("(echo '== writer'; $W/probe generations /run/gen /run/stop {PUBLICATIONS}) > /run/writer & sleep 0.1"));
        s.line(&format!(
            "P=; for i in 1 2 3 4 5 6 7 8; do (echo '== reader'; nice -n 19 $W/probe storm /run/gen {reads} /run/stop) \
             > /run/reader.$i & P=\"$P $!\"; done"
        ));
        s.line("wait $P; touch /run/stop; sleep 0.3; cat /run/writer /run/reader.*");
        let f = s.run()?;
        let reads = sum(&f, &["reader.reads"]);
        anyhow::ensure!(reads > 0.0, "the storm did not run");
        let rate = sum(&f, &["writer.generations"]) / f.median("writer.seconds")?;
        println!("  {}: {reads:.0} reads by 8 processes against {rate:.0} publications a second", who.name());
        let name = format!("10 torn, missing or stale of {reads:.0} reads, {}", who.name());
        at_most(bars, &name, sum(&f, &["reader.torn", "reader.wrong", "reader.stale"]), 0.0);
        bars.at_least(&format!("10 publications a second, {}", who.name()), rate, (rate, rate), 1000.0);
    }
    Ok(())
}

/// Checks bar 11: SIGKILL under load, then a new daemon.
fn killed(world: &World, bars: &mut Bars, quick: bool) -> anyhow::Result<()> {
    for who in DOORS {
        let mut s = Stage::new(world, "small");
        s.line("echo 'gen:x:1:1:0:/0:/0' >> /etc/passwd; head -c 4096 /dev/zero > /run/gen");
        s.nsswitch("files");
        s.step("files", "$W/probe steady passwd $W/keys.small 2000 1");
        s.play(who);
        let rounds = if quick { 2 } else { 10 };
        s.line("P=; for i in 1 2 3 4; do (echo '== reader'; $W/probe storm /run/gen 2000000000 /run/stop own) > /run/reader.$i & P=\"$P $!\"; done");
        s.line(&format!(
            "i=0; while [ $i -lt {rounds} ]; do sleep 0.2; kill -9 $D; wait $D 2>/dev/null; sleep 0.1; $START 2>/run/egret.log & D=$!; ready; i=$((i+1)); done"
        ));
        s.line("sleep 0.5; touch /run/stop; wait $P; cat /run/reader.*");
        let f = s.run()?;
        anyhow::ensure!(sum(&f, &["reader.reads"]) > 0.0, "the readers did not run");
        let name = who.name();
        at_most(
            bars,
            &format!("11 wrong answers over SIGKILL, {name}"),
            sum(&f, &["reader.torn", "reader.wrong", "reader.stale"]),
            0.0,
        );
        let most = |figure: &str| f.all(figure).iter().fold(0f64, |a, b| a.max(*b)) / 1e6;
        println!("11 {name}: the longest call took {:.1} ms with a processor", most("reader.running"));
        at_most(bars, &format!("11 longest call over SIGKILL in ms, {name}"), most("reader.longest"), 50.0);
        if who == Contestant::EgretModule {
            let picked_up = f.median("reader.tail")? / f.median("files.mean")?;
            at_most(bars, "11 calls after the restart, to files, module", picked_up, 0.6);
        }
    }
    Ok(())
}

/// Checks bar 14, which is also the regression test of the publication: each kind of program prints the same with and
/// without the cache.
pub(super) fn identical(world: &World, bars: &mut Bars) -> anyhow::Result<()> {
    let musl = world.build_variant("musl-gcc", &["-static"], "probe-musl");
    let fixed = world.build_variant("cc", &["-static"], "probe-static");
    let python = "python3 -c 'import pwd,grp; print(pwd.getpwall(), grp.getgrall(), [pwd.getpwnam(p[0]) for p in pwd.getpwall()], [grp.getgrgid(g[2]) for g in grp.getgrall()])'";
    let getent = "getent passwd; getent group; getent services; getent protocols; getent passwd root 10001; getent group 0 user00002; getent services service-3/udp 1007; getent initgroups user00001; getent passwd nobody-here; echo $?";
    let special = "getent -s files passwd; getent -s passwd:files group; getent ahosts localhost";
    let mut programs = vec![
        ("glibc", "$W/probe dump"),
        ("close-all-fds and fork", "$W/probe daemonize"),
        ("getent", getent),
        ("getent -s", special),
        ("python", python),
    ];
    if fixed {
        programs.push(("static glibc", "$W/probe-static dump"));
    } else {
        println!("  static glibc: not judged, cc -static does not link here");
    }
    if musl {
        programs.push(("musl", "$W/probe-musl dump"));
        programs.push(("musl, close-all-fds and fork", "$W/probe-musl daemonize"));
    } else {
        println!("  musl: not judged, musl-gcc is not installed");
    }
    for who in DOORS {
        let mut s = Stage::new(world, "small");
        s.nsswitch("files");
        s.line("exec 2>/dev/null");
        for (i, (_, command)) in programs.iter().enumerate() {
            s.line(&format!("({command}) > /run/without.{i} 2>&1"));
        }
        s.play(who);
        for (i, (_, command)) in programs.iter().enumerate() {
            // Each command runs twice: from the sources, then from the cache.
            s.line(&format!("({command}) > /run/with.{i} 2>&1; ({command}) > /run/again.{i} 2>&1"));
            s.step(
                &format!("p{i}"),
                &format!("[ -s /run/without.{i} ] && cmp -s /run/without.{i} /run/with.{i} && cmp -s /run/without.{i} /run/again.{i}; echo different $?"),
            );
        }
        let f = s.run()?;
        for (i, (name, _)) in programs.iter().enumerate() {
            at_most(
                bars,
                &format!("14 answers differ, {name}, {}", who.name()),
                f.median(&format!("p{i}.different"))?,
                0.0,
            );
        }
    }
    Ok(())
}

/// Measures and checks the bars.
pub(super) fn bars(world: &World, bars: &mut Bars, quick: bool) -> anyhow::Result<()> {
    debug_assert!(CONFIG.contains("precache"));
    new_users(world, bars, quick)?;
    storm(world, bars, quick)?;
    killed(world, bars, quick)?;
    identical(world, bars)
}
