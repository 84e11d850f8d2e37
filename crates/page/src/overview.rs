//! The overview of a run and of a folder of logs.
use crate::chart::{Curve, bar, over_time};
use crate::door::View;
use crate::format::{bytes, count, rate, short, time};
use crate::html::{Html, encoded};
use crate::live::Sample;
use crate::top::{Tally, Top};

/// The most rows of a table of hosts, ports or services.
const LINES: usize = 10;
/// The most samples in the curves of a run.
const RECENT: usize = 900;

pub(crate) fn page(view: &View<'_>) -> Html {
    let mut h = Html::new();
    h.open("h1", &[]).text(view.name).close("h1");
    if view.live.is_some() {
        h.raw("<section id=\"now\" data-refresh=\"/now\" aria-label=\"This run\">")
            .add(&now(view))
            .raw("</section>");
    }
    for (path, why) in &view.index.unreadable {
        h.open("p", &[("class", "wrong"), ("role", "alert")]);
        h.text(&format!("{}: {why}", path.display())).close("p");
    }
    let s = &view.index.summary;
    tiles(&mut h, view);
    if s.connections > 0 {
        let step = s.step as f64;
        let points = |f: fn(&crate::summary::Traffic) -> f64| -> Vec<(f64, f64)> {
            filled(s.traffic.iter().map(|(at, t)| (*at, f(t) / step)).collect(), s.step)
        };
        h.raw("<div class=\"charts\">");
        let traffic = Curve { name: "bits", class: "one", points: points(|t| t.bytes * 8.0) };
        h.add(&over_time("Traffic of connections, by their start", &[traffic], &rate));
        let connections =
            Curve { name: "connections", class: "two", points: points(|t| t.connections as f64) };
        h.add(&over_time("New connections a second", &[connections], &short));
        let series =
            |m: &std::collections::BTreeMap<i64, f64>| m.iter().map(|(t, v)| (*t as f64, *v)).collect();
        if s.loss.len() > 1 {
            let loss = Curve { name: "loss", class: "bad", points: series(&s.loss) };
            h.add(&over_time("Packets lost", &[loss], &|v| format!("{v:.2} %")));
        }
        if s.memory.len() > 1 {
            let memory = Curve { name: "memory", class: "two", points: series(&s.memory) };
            h.add(&over_time("Memory", &[memory], &|v| bytes(v * 1e6)));
        }
        h.raw("</div>");
    }
    notices(&mut h, view);
    h.raw("<div class=\"tables\">");
    table(&mut h, "Clients", &s.originators, Some("id.orig_h"));
    table(&mut h, "Servers", &s.responders, Some("id.resp_h"));
    table(&mut h, "Ports", &s.ports, None);
    table(&mut h, "Services", &s.services, Some("service"));
    table(&mut h, "Oddities (weird.log)", &s.weirds, Some("name"));
    h.raw("</div>");
    h
}

/// Fills holes of a curve: a second without connections becomes a zero.
fn filled(points: Vec<(i64, f64)>, step: i64) -> Vec<(f64, f64)> {
    let mut out: Vec<(f64, f64)> = Vec::with_capacity(points.len());
    let mut before: Option<i64> = None;
    for (at, v) in points {
        if let Some(b) = before.filter(|b| at - b > 1) {
            out.push((((b + 1) * step) as f64, 0.0));
            if at - b > 2 {
                out.push((((at - 1) * step) as f64, 0.0));
            }
        }
        out.push(((at * step) as f64, v));
        before = Some(at);
    }
    out
}

fn tile(h: &mut Html, name: &str, value: &str, class: &str) {
    h.open("div", &[("class", class)]).raw("<dt>").text(name).raw("</dt><dd>").text(value).raw("</dd></div>");
}

fn tiles(h: &mut Html, view: &View<'_>) {
    let s = &view.index.summary;
    // Logs about the run itself have times of the wall clock; those of a capture are older.
    let traffic = view.index.logs.get("conn").into_iter().flatten();
    let any = view.index.logs.values().flatten();
    let files: Vec<_> = if s.connections > 0 { traffic.collect() } else { any.collect() };
    let times = files.into_iter().map(crate::index::Indexed::times);
    let (from, to) = times.fold((f64::INFINITY, f64::NEG_INFINITY), |a, b| (a.0.min(b.0), a.1.max(b.1)));
    h.raw("<dl class=\"tiles\">");
    tile(h, "Connections", &count(s.connections), "");
    tile(h, "Payload", &bytes(s.bytes), "");
    let notices = s.notes.first(usize::MAX).iter().map(|n| n.1.rows).sum();
    tile(h, "Notices", &count(notices), if notices > 0 { "bad" } else { "" });
    tile(h, "Oddities", &count(s.weirds.first(usize::MAX).iter().map(|n| n.1.rows).sum()), "");
    tile(h, "Rows of logs", &count(view.index.rows()), "");
    if to >= from {
        tile(h, "From", &time(from), "");
        tile(h, "To", &time(to), "");
    }
    h.raw("</dl>");
}

fn notices(h: &mut Html, view: &View<'_>) {
    let s = &view.index.summary;
    if s.notices.is_empty() {
        return;
    }
    h.raw("<section><h2>Notices</h2><div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"Notices\"><table><thead><tr><th scope=\"col\">Time</th><th scope=\"col\">Notice</th><th scope=\"col\">Message</th><th scope=\"col\">Connection</th></tr></thead><tbody>");
    for n in s.notices.iter().rev() {
        h.raw("<tr><td class=\"time\">").text(&time(n.ts)).raw("</td><td>");
        h.link(&format!("/log/notice?q={}", encoded(&format!("note={}", n.note))), &n.note);
        h.raw("</td><td>").text(&n.message).raw("</td><td>");
        if !n.uid.is_empty() {
            h.link(&format!("/find?v={}", encoded(&n.uid)), &n.uid);
        }
        h.raw("</td></tr>");
    }
    h.raw("</tbody></table></div></section>");
}

fn table(h: &mut Html, title: &str, top: &Top, column: Option<&str>) {
    let first = top.first(LINES);
    if first.is_empty() {
        return;
    }
    let by_bytes = first.iter().any(|f| f.1.bytes > 0.0);
    let measure = |t: &Tally| if by_bytes { t.bytes } else { t.rows as f64 };
    let most = first.first().map_or(1.0, |f| measure(&f.1)).max(f64::MIN_POSITIVE);
    h.raw("<section><h2>").text(title).raw("</h2><table class=\"top\"><thead><tr><th scope=\"col\">Name</th><th scope=\"col\" class=\"n\">Rows</th>");
    if by_bytes {
        h.raw("<th scope=\"col\" class=\"n\">Payload</th>");
    }
    h.raw("<th scope=\"col\"><span class=\"hidden\">Compared with the first</span></th></tr></thead><tbody>");
    for (name, tally) in &first {
        h.raw("<tr><td>");
        let port = name.split_once('/').filter(|_| column.is_none());
        let to = match (column, port) {
            (Some("name"), _) => format!("/log/weird?q={}", encoded(&format!("name=\"{name}\""))),
            (Some("service"), _) => format!("/log/conn?q={}", encoded(&format!("service=\"{name}\""))),
            (None, Some((port, proto))) => {
                format!("/log/conn?q={}", encoded(&format!("id.resp_p={port} proto={proto}")))
            }
            _ => format!("/find?v={}", encoded(name)),
        };
        h.link(&to, name).raw("</td><td class=\"n\">").text(&count(tally.rows)).raw("</td>");
        if by_bytes {
            h.raw("<td class=\"n\">").text(&bytes(tally.bytes)).raw("</td>");
        }
        h.raw("<td class=\"share\">").add(&bar(measure(tally) / most)).raw("</td></tr>");
    }
    h.raw("</tbody></table>");
    if top.inexact {
        h.raw("<p class=\"quiet\">There are more names than can be counted: each number may be too low.</p>");
    }
    h.raw("</section>");
}

/// The run as it is now.
pub(crate) fn now(view: &View<'_>) -> Html {
    let mut h = Html::new();
    let all = view.live.map_or(Vec::new(), crate::live::Live::samples);
    let recent = all.get(all.len().saturating_sub(RECENT)..).unwrap_or_default();
    let (Some(last), Some(first)) = (recent.last(), recent.first()) else {
        h.raw("<p class=\"quiet\">No figures yet: the run has just begun.</p>");
        return h;
    };
    let before = recent.len().checked_sub(6).and_then(|i| recent.get(i)).unwrap_or(first);
    let seconds = (last.ts - before.ts).max(f64::MIN_POSITIVE);
    let per_second = |f: fn(&Sample) -> u64| f(last).saturating_sub(f(before)) as f64 / seconds;
    let lost =
        share(last.dropped.saturating_sub(before.dropped), last.packets.saturating_sub(before.packets));
    h.raw("<dl class=\"tiles\">");
    tile(&mut h, "Packets a second", &short(per_second(|s| s.packets)), "");
    tile(&mut h, "Traffic", &rate(per_second(|s| s.bytes) * 8.0), "");
    tile(&mut h, "Lost", &format!("{lost:.2} %"), if lost > 0.01 { "bad" } else { "" });
    tile(&mut h, "Open connections", &count(last.connections), "");
    tile(&mut h, "Memory", &bytes(last.memory as f64), "");
    h.raw("</dl><div class=\"charts\">");
    let rates = |f: fn(&Sample) -> f64| -> Vec<(f64, f64)> {
        recent
            .windows(2)
            .filter_map(|w| {
                let [a, b] = w else { return None };
                Some((b.ts, (f(b) - f(a)) / (b.ts - a.ts).max(0.001)))
            })
            .collect()
    };
    let traffic = Curve { name: "bits", class: "one", points: rates(|s| s.bytes as f64 * 8.0) };
    h.add(&over_time("Traffic on the wire", &[traffic], &rate));
    let loss = recent.windows(2).filter_map(|w| {
        let [a, b] = w else { return None };
        Some((b.ts, share(b.dropped.saturating_sub(a.dropped), b.packets.saturating_sub(a.packets))))
    });
    let loss = Curve { name: "loss", class: "bad", points: loss.collect() };
    h.add(&over_time("Packets lost", &[loss], &|v| format!("{v:.1} %")));
    let memory = recent.iter().map(|s| (s.ts, s.memory as f64)).collect();
    h.add(&over_time("Memory", &[Curve { name: "memory", class: "two", points: memory }], &bytes));
    h.raw("</div>");
    if last.workers.len() > 1 {
        let most = last.workers.iter().map(|w| w.packets).max().unwrap_or(1).max(1);
        h.raw("<section><h2>Workers</h2><table class=\"top\"><thead><tr><th scope=\"col\">Worker</th><th scope=\"col\" class=\"n\">Packets</th><th scope=\"col\" class=\"n\">Open connections</th><th scope=\"col\"><span class=\"hidden\">Packets, compared with the busiest worker</span></th></tr></thead><tbody>");
        for (i, w) in last.workers.iter().enumerate() {
            h.raw("<tr><td>")
                .number(i + 1)
                .raw("</td><td class=\"n\">")
                .text(&count(w.packets))
                .raw("</td><td class=\"n\">")
                .text(&count(w.connections))
                .raw("</td><td class=\"share\">");
            h.add(&bar(w.packets as f64 / most as f64)).raw("</td></tr>");
        }
        h.raw("</tbody></table></section>");
    }
    h
}

/// Dropped packets in percent.
fn share(dropped: u64, seen: u64) -> f64 {
    if dropped == 0 { 0.0 } else { 100.0 * dropped as f64 / (dropped + seen) as f64 }
}
