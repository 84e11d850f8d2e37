//! Bars 1 to 7: speed.
use super::stage::{Contestant, Stage};
use super::world::World;
use crate::bars::Bars;
use crate::stats::{median, spread};
use std::collections::BTreeMap;

/// A figure of one contestant over all rounds.
type Table = BTreeMap<(Contestant, &'static str), Vec<f64>>;

/// The number of lookups per round, for fast and for slow contestants.
struct Effort {
    fast: u32,
    slow: u32,
    firsts: u32,
    asks: u32,
}

fn round(world: &World, effort: &Effort, table: &mut Table) -> anyhow::Result<()> {
    for who in Contestant::ALL {
        if who.missing(world).is_some() {
            continue;
        }
        let sssd = who == Contestant::Sssd;
        let mapped =
            matches!(who, Contestant::EgretMapped | Contestant::EgretModule | Contestant::NscdMapped);
        for size in ["small", "large"] {
            let large = size == "large";
            if large && !matches!(who, Contestant::Files) && !mapped {
                continue;
            }
            let n = if mapped || sssd { effort.fast } else { effort.slow / if large { 10 } else { 1 } };
            let mut s = Stage::new(world, size);
            s.play(who);
            let name = if large { "user05000" } else { "user00012" };
            s.step("pw", &format!("$W/probe steady passwd $W/keys.{size} {n} 1"));
            s.step(
                "firsts",
                &format!(
                    "i=0; while [ $i -lt {} ]; do $W/probe first passwd {name}; i=$((i+1)); done",
                    effort.firsts
                ),
            );
            if !large && !matches!(who, Contestant::Unscd | Contestant::Sssd) {
                s.step("serv", &format!("$W/probe steady services $W/keys.services {n} 1"));
            }
            let negatives = match who {
                Contestant::Files if large => effort.slow / 20,
                // It asks its daemon for missing entries each time.
                Contestant::Sssd => effort.slow / 10,
                _ => n,
            };
            s.step("absent", &format!("$W/probe steady passwd $W/keys.absent {negatives} 0"));
            if !large {
                s.line("$W/probe bare /run/bare & B=$!; sleep 0.1");
                let has_socket = !matches!(
                    who,
                    Contestant::Files | Contestant::Db | Contestant::EgretModule | Contestant::Sssd
                );
                // Interleave the rounds: the scheduler decides whether client and server share a processor, and a round
                // trip takes up to five times as long if they do not.
                for _ in 0..3 {
                    s.step("bare", &format!("$W/probe ask /run/bare {name} {}", effort.asks / 3));
                    if has_socket {
                        s.step("ask", &format!("$W/probe ask /run/nscd/socket {name} {}", effort.asks / 3));
                    }
                }
                s.line("kill $B");
            }
            let f = s.run()?;
            let mut put = |key: &'static str, figure: &str| {
                if let Ok(v) = f.median(figure) {
                    table.entry((who, key)).or_default().push(v);
                }
            };
            if large {
                put("pw.large", "pw.mean");
                put("first.large", "firsts.first");
                put("absent.large", "absent.mean");
            } else {
                put("pw", "pw.mean");
                put("serv", "serv.mean");
                put("first", "firsts.first");
                put("second", "firsts.second");
                put("absent", "absent.mean");
                put("bare", "bare.p50");
                put("ask", "ask.p50");
            }
            let wrong: f64 = ["pw.wrong", "serv.wrong", "absent.wrong"].iter().flat_map(|w| f.all(w)).sum();
            anyhow::ensure!(wrong == 0.0, "{}: {wrong} wrong answers", who.name());
        }
    }
    Ok(())
}

/// Checks the ratio of two figures, round by round.
fn ratio(
    bars: &mut Bars,
    table: &Table,
    name: &str,
    of: (Contestant, &'static str),
    to: (Contestant, &'static str),
    limit: f64,
) {
    let (Some(a), Some(b)) = (table.get(&of), table.get(&to)) else {
        println!("{name}: not judged, {} was not measured", to.0.name());
        return;
    };
    let ratios: Vec<f64> = a.iter().zip(b).map(|(a, b)| a / b).collect();
    if ratios.is_empty() {
        println!("{name}: not judged, nothing was measured");
        return;
    }
    bars.at_most(name, median(&ratios), spread(&ratios), limit);
}

/// Measures and checks the bars.
pub(super) fn bars(world: &World, bars: &mut Bars, quick: bool) -> anyhow::Result<()> {
    use Contestant::*;
    let effort = if quick {
        Effort { fast: 50_000, slow: 2_000, firsts: 20, asks: 500 }
    } else {
        Effort { fast: 400_000, slow: 10_000, firsts: 60, asks: 3_000 }
    };
    let mut table = Table::new();
    for _ in 0..if quick { 1 } else { 5 } {
        round(world, &effort, &mut table)?;
    }
    for ((who, key), v) in &table {
        let (lo, hi) = spread(v);
        println!(
            "  {:32} {key:12} {:10.3} us ({:.3} to {:.3})",
            who.name(),
            median(v) / 1e3,
            lo / 1e3,
            hi / 1e3
        );
    }
    let t = &table;
    ratio(bars, t, "1 warm call, 23 users, to files", (EgretMapped, "pw"), (Files, "pw"), 1.0 / 70.0);
    ratio(bars, t, "1 warm call, 23 users, to nscd", (EgretMapped, "pw"), (NscdMapped, "pw"), 1.0);
    ratio(bars, t, "2 10,000 users, to files", (EgretMapped, "pw.large"), (Files, "pw.large"), 1.0 / 1000.0);
    ratio(bars, t, "2 10,000 users, to nscd", (EgretMapped, "pw.large"), (NscdMapped, "pw.large"), 1.0 / 3.0);
    ratio(bars, t, "3 services, to files", (EgretMapped, "serv"), (Files, "serv"), 1.0 / 150.0);
    ratio(bars, t, "3 services, to db", (EgretMapped, "serv"), (Db, "serv"), 1.0 / 300.0);
    ratio(bars, t, "4 first call, 23 users, to files", (EgretMapped, "first"), (Files, "first"), 1.2);
    ratio(bars, t, "4 first call, 23 users, to nscd", (EgretMapped, "first"), (NscdMapped, "first"), 0.75);
    ratio(
        bars,
        t,
        "4 first call, 10,000 users, to files",
        (EgretMapped, "first.large"),
        (Files, "first.large"),
        0.3,
    );
    ratio(bars, t, "5 module, warm, to files", (EgretModule, "pw"), (Files, "pw"), 0.3);
    ratio(bars, t, "5 module, warm, to sssd's memory cache", (EgretModule, "pw"), (Sssd, "pw"), 0.8);
    ratio(bars, t, "5 module, first, to files", (EgretModule, "first"), (Files, "first"), 2.6);
    ratio(bars, t, "6 socket, to a bare round trip", (EgretSocket, "ask"), (EgretSocket, "bare"), 1.3);
    ratio(bars, t, "6 socket, to nscd", (EgretSocket, "ask"), (NscdSocket, "ask"), 0.7);
    ratio(bars, t, "7 absent, mapped, to files", (EgretMapped, "absent"), (Files, "absent"), 1.0 / 50.0);
    ratio(
        bars,
        t,
        "7 absent, module, 10,000 users, to files",
        (EgretModule, "absent.large"),
        (Files, "absent.large"),
        1.0 / 300.0,
    );
    Ok(())
}
