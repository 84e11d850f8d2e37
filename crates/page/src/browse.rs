//! The browser of a log: filters, pages of rows, live tail.
use crate::door::View;
use crate::filter::Filter;
use crate::format::{count, time, typed_time};
use crate::html::{Html, encoded};
use crate::index::Indexed;
use crate::log_file::Form;
use crate::row;
use crate::search::{Found, Wanted};
use http_door::Request;

/// Rows of a page.
const ROWS: usize = 100;
/// The most files that are read to find the columns of a JSON log.
const SAMPLED: usize = 4;
/// Cells with more characters wrap.
const WIDE: usize = 40;
/// Cells with more characters are cut; the whole text is in a tooltip.
const CELL: usize = 200;

pub(crate) fn page(view: &View<'_>, log: &str, request: &Request) -> Html {
    let mut h = Html::new();
    let columns = columns(view, log);
    h.open("h1", &[]).text(log).raw(".log").close("h1");
    let (q, from, to) = (request.value("q"), request.value("from"), request.value("to"));
    let action = format!("/log/{}", encoded(log));
    h.open("form", &[("class", "filter"), ("action", &action)]);
    h.raw("<div class=\"wide\"><label for=\"q\">Filter</label>");
    h.open(
        "input",
        &[
            ("id", "q"),
            ("name", "q"),
            ("value", q),
            ("maxlength", "1000"),
            ("spellcheck", "false"),
            ("autocapitalize", "off"),
            ("placeholder", "service=dns id.orig_h~10. resp_bytes>1000 !words"),
            ("list", "columns"),
        ],
    );
    h.raw("</div><div><label for=\"from\">From</label>");
    h.open(
        "input",
        &[("id", "from"), ("name", "from"), ("value", from), ("placeholder", "2026-11-23 12:00")],
    );
    h.raw("</div><div><label for=\"to\">To</label>");
    h.open("input", &[("id", "to"), ("name", "to"), ("value", to), ("placeholder", "2026-11-23 13:00")]);
    h.raw("</div><button>Filter</button><datalist id=\"columns\">");
    for c in &columns {
        h.open("option", &[("value", &format!("{c}="))]).close("option");
    }
    h.raw("</datalist></form>");
    match search(view, log, &columns, request) {
        Err(why) => {
            h.raw("<p class=\"wrong\" role=\"alert\">").text(&why).raw("</p>");
        }
        Ok(found) => {
            pager(&mut h, log, request, &found);
            h.raw("<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"Rows\">");
            let rows_url = format!("/log/{}/rows?{}", encoded(log), query(request, None));
            h.open("table", &[("class", "rows"), ("data-rows", &rows_url)]);
            h.raw("<thead><tr>");
            for c in &columns {
                h.raw("<th scope=\"col\">").text(c).raw("</th>");
            }
            h.raw("</tr></thead><tbody>")
                .add(&lines(view, log, &columns, &found))
                .raw("</tbody></table></div>");
            if found.matched == 0 {
                h.raw("<p class=\"quiet\">No row passes this filter.</p>");
            }
        }
    }
    h
}

/// Only the rows of a page, for the live tail.
pub(crate) fn rows(view: &View<'_>, log: &str, request: &Request) -> Html {
    let columns = columns(view, log);
    match search(view, log, &columns, request) {
        Ok(found) => lines(view, log, &columns, &found),
        Err(_) => Html::new(),
    }
}

/// All columns of a log, in order of appearance.
pub(crate) fn columns(view: &View<'_>, log: &str) -> Vec<String> {
    let files = view.index.logs.get(log).map_or(&[][..], Vec::as_slice);
    let mut all: Vec<String> = Vec::new();
    let mut add = |names: Vec<String>| {
        for name in names {
            if !all.contains(&name) {
                all.push(name);
            }
        }
    };
    let mut sampled = 0;
    for f in files {
        match &f.file.form {
            Form::Columns(c) => add(c.names.clone()),
            Form::Json if sampled < SAMPLED => {
                sampled += 1;
                add(json_columns(f));
            }
            Form::Json => {}
        }
    }
    all
}

/// Columns of the first rows of a JSON log.
fn json_columns(f: &Indexed) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    let read = f.file.lines(0, &mut |_, lines| {
        for line in lines.split(|b| *b == b'\n').take(500) {
            for (name, _) in row::all(&Form::Json, line) {
                if !all.contains(&name) {
                    all.push(name);
                }
            }
        }
        false
    });
    // What cannot be read is said on the overview.
    drop(read);
    all
}

fn search(view: &View<'_>, log: &str, columns: &[String], request: &Request) -> Result<Found, String> {
    let filter = Filter::parse(request.value("q"), columns)?;
    let bound = |name: &str, open: f64| match request.value(name).trim() {
        "" => Ok(open),
        text => typed_time(text)
            .ok_or(format!("{name}: expected a time such as 2026-11-23 12:34, found {text:?}")),
    };
    let (from, to) = (bound("from", f64::NEG_INFINITY)?, bound("to", f64::INFINITY)?);
    let skip = match request.value("at") {
        "end" => None,
        text => Some(text.parse().unwrap_or(0)),
    };
    let wanted = Wanted { log, filter: &filter, from, to, skip, take: ROWS };
    view.index.search(&wanted).map_err(|e| format!("{log}.log: {e}"))
}

/// Rows as lines of a table.
pub(crate) fn lines(view: &View<'_>, log: &str, columns: &[String], found: &Found) -> Html {
    let mut h = Html::new();
    let files = view.index.logs.get(log).map_or(&[][..], Vec::as_slice);
    for (file, line) in &found.rows {
        let Some(file) = files.get(*file) else { continue };
        let cells = row::all(&file.file.form, line);
        h.raw("<tr>");
        for column in columns {
            let cell = cells.iter().find(|(name, _)| name == column).map(|(_, c)| c.as_str());
            h.add(&cell_of(column, cell));
        }
        h.raw("</tr>");
    }
    h
}

/// A cell: times become dates, values that other logs may contain become links.
fn cell_of(column: &str, cell: Option<&str>) -> Html {
    let mut h = Html::new();
    let Some(cell) = cell else {
        h.raw("<td class=\"unset\"></td>");
        return h;
    };
    if column == "ts"
        && let Some(ts) = row::time(cell.as_bytes())
    {
        h.open("td", &[("class", "time"), ("title", cell)]).text(&time(ts)).close("td");
        return h;
    }
    let number = row::number(cell.as_bytes()).is_some() && !pivots(column);
    let class = if number {
        "n"
    } else if cell.chars().count() > WIDE {
        "long"
    } else {
        ""
    };
    let attributes = [("class", class)];
    h.open("td", if class.is_empty() { &[] } else { &attributes });
    let shown = |h: &mut Html, text: &str| {
        let short: String = text.chars().take(CELL).collect();
        if short.len() < text.len() {
            h.open("span", &[("title", text)]).text(&short).raw("…").close("span");
        } else {
            h.text(text);
        }
    };
    if pivots(column) && cell.len() < 500 && !cell.starts_with('(') {
        for (i, part) in cell.split(',').enumerate() {
            if i > 0 {
                h.raw(", ");
            }
            h.link(&format!("/find?v={}", encoded(part)), part);
        }
    } else {
        shown(&mut h, cell);
    }
    h.close("td");
    h
}

/// Whether the values of a column link to a search in all logs: connections, files, hosts, hashes.
fn pivots(column: &str) -> bool {
    let last = column.rsplit('.').next().unwrap_or(column);
    matches!(
        last,
        "uid"
            | "uids"
            | "fuid"
            | "fuids"
            | "orig_h"
            | "resp_h"
            | "src"
            | "dst"
            | "host"
            | "tx_hosts"
            | "rx_hosts"
            | "conn_uids"
            | "md5"
            | "sha1"
            | "sha256"
    ) || last.ends_with("_fuid")
        || last.ends_with("_fuids")
        || last.ends_with("_uid")
        || last.ends_with("_addr")
}

/// The query for another page of the same filter.
fn query(request: &Request, at: Option<&str>) -> String {
    let mut parts = Vec::new();
    for name in ["q", "from", "to"] {
        let value = request.value(name);
        if !value.is_empty() {
            parts.push(format!("{name}={}", encoded(value)));
        }
    }
    let at = at.unwrap_or_else(|| request.value("at"));
    if !at.is_empty() {
        parts.push(format!("at={}", encoded(at)));
    }
    parts.join("&")
}

fn pager(h: &mut Html, log: &str, request: &Request, found: &Found) {
    let end = found.skipped + found.rows.len() as u64;
    h.raw("<nav class=\"pager\" aria-label=\"Pages\"><span role=\"status\">");
    h.text(&format!(
        "{}–{} of {} rows",
        count((found.skipped + 1).min(end)),
        count(end),
        count(found.matched)
    ))
    .raw("</span>");
    let mut link = |name: &str, at: String, rel: &str, there: bool| {
        if there {
            let to = format!("/log/{}?{}", encoded(log), query(request, Some(&at)));
            h.open("a", &[("href", &to), ("rel", rel)]).text(name).close("a");
        } else {
            h.open("span", &[("class", "off"), ("aria-hidden", "true")]).text(name).close("span");
        }
    };
    let rows = ROWS as u64;
    link("First", "0".into(), "first", found.skipped > 0);
    link("Previous", found.skipped.saturating_sub(rows).to_string(), "prev", found.skipped > 0);
    link("Next", end.to_string(), "next", end < found.matched);
    link("Last", "end".into(), "last", end < found.matched);
    let tail = format!("/log/{}?{}", encoded(log), query(request, Some("end")));
    h.open("a", &[("href", &format!("{tail}#tail")), ("class", "tail"), ("id", "tail")])
        .text("Follow")
        .close("a");
    h.raw("</nav>");
}
