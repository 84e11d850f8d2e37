//! The page: a single HTML file. It shows the numbers in results.json and computes no others.
use super::markup::{escape, number};
use super::plot;
use super::results::{Compared, Done, Results};
use crate::figures::{Cell, Demand, Plot, Table};
use std::fmt::Write;

/// Renders the whole page.
pub(super) fn render(results: &Results) -> anyhow::Result<String> {
    let mut out = String::new();
    // Writing to a String cannot fail, here and below.
    let _ = write!(
        out,
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n<title>Egret, measured</title>\n\
         <style>\n{}</style>\n",
        include_str!("style.css")
    );
    head(&mut out, results);
    out.push_str("<main>\n");
    demands(&mut out, results);
    for part in &results.parts {
        section(&mut out, part)?;
    }
    if let Some(compared) = &results.compared {
        changes(&mut out, compared);
    }
    out.push_str(
        "</main>\n<footer>\n<p>How to read a table: the first number of a cell was measured here; it is the median of all runs \
         unless noted otherwise. Below it are the smallest and the largest run, then, after “pub.”, the published \
         figure, and after × the ratio of measured to published. In plots, dashed lines and upright marks are published \
         figures. results.json, beside this page, contains all figures.</p>\n</footer>\n</html>\n",
    );
    Ok(out)
}

fn head(out: &mut String, r: &Results) {
    let m = &r.machine;
    let _ = write!(
        out,
        "<header>\n<h1>Egret, measured</h1>\n<p class=\"muted\">The published measurements of dictionaries, run loops \
         and name caches, repeated with their baselines on this machine.</p>\n"
    );
    if r.quick {
        out.push_str(
            "<p><strong>A quick report</strong>: less work and fewer runs. Do not draw conclusions from it.</p>\n",
        );
    }
    out.push_str("<dl>\n");
    let mut fact = |name: &str, value: &str| {
        let _ = writeln!(out, "<dt>{}</dt><dd>{}</dd>", escape(name), escape(value));
    };
    fact("Egret’s lab", &r.version);
    fact("Begun", &r.begun);
    fact("Took", &format!("{} s", number(r.seconds)));
    fact("Processor", &format!("{}, {} cores", m.processor, number(m.cores as f64)));
    fact("Memory", &format!("{} MiB", number(m.memory_mib as f64)));
    fact("Kernel", &m.kernel);
    for (name, version) in &r.programs {
        fact(name, version);
    }
    out.push_str("</dl>\n<nav>\n");
    for part in &r.parts {
        let _ = writeln!(out, "<a href=\"#{}\">{}</a>", escape(&part.name), escape(&part.title));
    }
    if r.compared.is_some() {
        out.push_str("<a href=\"#compared\">What changed</a>\n");
    }
    out.push_str("</nav>\n</header>\n");
}

/// Writes all demands, by part.
fn demands(out: &mut String, r: &Results) {
    if r.held + r.short == 0 {
        return;
    }
    let _ = write!(
        out,
        "<section id=\"demands\">\n<h2>Demands</h2>\n<p><span class=\"held\">{} held</span>, \
         <span class=\"short\">{} short</span></p>\n<article><div class=\"scroll\">\n\
         <table class=\"demands wrap\">\n<thead><tr><th></th><th>demanded</th><th>measured</th><th></th></tr></thead>\n",
        number(r.held as f64),
        number(r.short as f64)
    );
    for part in r.parts.iter().filter(|p| !p.findings.demands.is_empty()) {
        let _ = writeln!(
            out,
            "<tbody>\n<tr class=\"group\"><th colspan=\"4\"><a href=\"#{}\">{}</a></th></tr>",
            escape(&part.name),
            escape(&part.title)
        );
        part.findings.demands.iter().for_each(|d| demand(out, d));
        out.push_str("</tbody>\n");
    }
    out.push_str("</table>\n</div></article>\n</section>\n");
}

fn demand(out: &mut String, d: &Demand) {
    let sign = if d.at_most { "≤" } else { "≥" };
    let verdict = if d.holds { "held" } else { "short" };
    let _ = writeln!(
        out,
        "<tr><th>{}</th><td>{sign} {}</td><td>{}</td><td><span class=\"{verdict}\">{verdict}</span></td></tr>",
        escape(&d.name),
        number(d.limit),
        cell(&Cell::new(Some(d.measured), None))
    );
}

fn section(out: &mut String, part: &Done) -> anyhow::Result<()> {
    let _ = write!(
        out,
        "<section id=\"{}\">\n<h2>{}</h2>\n<p>{}</p>\n<p class=\"meta\"><code>{}</code>, took {} s</p>\n",
        escape(&part.name),
        escape(&part.title),
        escape(&part.question),
        escape(&part.command),
        number(part.seconds)
    );
    if let Some(why) = &part.failed {
        let _ = writeln!(out, "<p class=\"failed\">It could not run: {}</p>", escape(why));
    }
    if !part.findings.missing.is_empty() {
        out.push_str("<div class=\"missing\"><p>What could not run:</p>\n");
        list(out, &part.findings.missing);
        out.push_str("</div>\n");
    }
    list(out, &part.findings.remarks);
    out.push_str("<div class=\"cards\">\n");
    for table in &part.findings.tables {
        article(out, table)?;
    }
    out.push_str("</div>\n</section>\n");
    Ok(())
}

fn list(out: &mut String, lines: &[String]) {
    if lines.is_empty() {
        return;
    }
    out.push_str("<ul>\n");
    for line in lines {
        let _ = writeln!(out, "<li>{}</li>", escape(line));
    }
    out.push_str("</ul>\n");
}

/// The maximum number of columns of a table that fits next to a plot or another table.
const BESIDE: usize = 2;

fn article(out: &mut String, t: &Table) -> anyhow::Result<()> {
    let plot = plot::draw(t)?;
    let narrow = t.columns.len() <= BESIDE;
    let half = if narrow && plot.is_none() { " class=\"half\"" } else { "" };
    let _ = write!(
        out,
        "<article{half}>\n<header><h3>{}</h3><span class=\"unit\">{}; {}</span></header>\n",
        escape(&t.title),
        escape(&t.unit),
        plot::good(t.better)
    );
    if !t.note.is_empty() {
        let _ = writeln!(out, "<p class=\"meta\">{}</p>", escape(&t.note));
    }
    // A narrow table is next to its plot, a wide one below it.
    let class = if narrow && plot.is_some() { "beside" } else { "below" };
    let _ = writeln!(out, "<div class=\"{class}\">");
    if let Some(svg) = plot {
        let _ = writeln!(out, "<figure>{svg}<figcaption>{}</figcaption></figure>", caption(t));
    }
    let _ = write!(out, "<div class=\"scroll\">\n<table>\n<thead><tr><th>{}</th>", escape(&t.across));
    for column in &t.columns {
        let _ = write!(out, "<th>{}</th>", escape(column));
    }
    out.push_str("</tr></thead>\n<tbody>\n");
    for row in &t.rows {
        let class = if row.product { " class=\"product\"" } else { "" };
        let _ = write!(out, "<tr{class}><th>{}</th>", escape(&row.name));
        for c in &row.cells {
            let _ = write!(out, "<td>{}</td>", cell(c));
        }
        out.push_str("</tr>\n");
    }
    out.push_str("</tbody>\n</table>\n</div>\n</div>\n</article>\n");
    Ok(())
}

/// Returns the caption of a plot: unit, scale and meaning.
fn caption(t: &Table) -> String {
    let good = plot::good(t.better);
    let published = t.rows.iter().flat_map(|r| &r.cells).any(|c| c.published.is_some());
    let (scale, marks) = match t.plot {
        Some(Plot::Lines) => (", logarithmic", if published { "; dashed: published" } else { "" }),
        Some(Plot::LogBars) => (", logarithmic", if published { "; upright mark: published" } else { "" }),
        _ => ("", if published { "; upright mark: published" } else { "" }),
    };
    let order = if t.columns.len() > 1 && t.plot != Some(Plot::Lines) {
        format!("; in each group from above: {}", t.columns.join(", "))
    } else {
        String::new()
    };
    escape(&format!("{}{scale}: {good}{marks}{order}", t.unit))
}

fn cell(c: &Cell) -> String {
    let mut out = match c.ours {
        Some(m) => format!("<b>{}</b>", number(m.value)),
        None => "<b>–</b>".to_owned(),
    };
    if let Some(m) = c.ours.filter(|m| m.min < m.max) {
        let _ = write!(out, "<small>{} to {}</small>", number(m.min), number(m.max));
    }
    if let Some(p) = c.published {
        let _ = write!(out, "<small>pub. {}", number(p));
        if let Some(r) = c.ratio {
            let _ = write!(out, " <i>×{}</i>", number(r));
        }
        out.push_str("</small>");
    }
    out
}

fn changes(out: &mut String, c: &Compared) {
    let _ = write!(
        out,
        "<section id=\"compared\">\n<h2>What changed</h2>\n<p>Since the report of {}, Egret {}: {} of {} figures \
         differ by more than their spreads.</p>\n",
        escape(&c.with),
        escape(&c.version),
        number(c.changed as f64),
        number(c.figures as f64)
    );
    if !c.changes.is_empty() {
        out.push_str(
            "<article><div class=\"scroll\">\n<table class=\"wrap\">\n<thead><tr><th></th><th>was</th><th>is</th>\
             <th>is / was</th><th></th></tr></thead>\n<tbody>\n",
        );
        for change in &c.changes {
            let verdict = match change.better {
                Some(true) => "better",
                Some(false) => "<span class=\"short\">worse</span>",
                None => "",
            };
            let _ = writeln!(
                out,
                "<tr><th>{}, {} <small class=\"muted\">{}: {}, {}</small></th><td>{}</td><td>{}</td><td>×{}</td>\
                 <td>{verdict}</td></tr>",
                escape(&change.row),
                escape(&change.column),
                escape(&change.part),
                escape(&change.table),
                escape(&change.unit),
                cell(&Cell::new(Some(change.was), None)),
                cell(&Cell::new(Some(change.is), None)),
                number(change.ratio)
            );
        }
        out.push_str("</tbody>\n</table>\n</div></article>\n");
    }
    out.push_str("</section>\n");
}
