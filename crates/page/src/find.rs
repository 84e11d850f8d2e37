//! Searches all logs for a value, such as a uid, a host or a file id.
use crate::browse::{columns, lines};
use crate::door::View;
use crate::filter::Filter;
use crate::format::count;
use crate::html::{Html, encoded};
use crate::search::Wanted;

/// The most rows of one log that are shown.
const ROWS: usize = 20;
/// The longest value.
const LONGEST: usize = 256;

pub(crate) fn page(view: &View<'_>, value: &str) -> Html {
    let mut h = Html::new();
    let value: String = value.trim().chars().take(LONGEST).collect();
    h.open("h1", &[]).text("Rows with ").open("code", &[]).text(&value).close("code").close("h1");
    if value.is_empty() {
        h.raw("<p class=\"quiet\">Type a uid, an address, a file's id, a hash or another whole value above.</p>");
        return h;
    }
    let filter = Filter::any_cell(&value);
    let mut any = false;
    // What tells most about a connection comes first.
    let mut names: Vec<&String> = view.index.logs.keys().collect();
    names.sort_by_key(|n| (!matches!(n.as_str(), "notice"), n.as_str() != "conn", n.as_str()));
    for log in names {
        let wanted = Wanted {
            log,
            filter: &filter,
            from: f64::NEG_INFINITY,
            to: f64::INFINITY,
            skip: Some(0),
            take: ROWS,
        };
        let found = match view.index.search(&wanted) {
            Ok(found) => found,
            Err(e) => {
                h.raw("<p class=\"wrong\" role=\"alert\">").text(&format!("{log}.log: {e}")).raw("</p>");
                continue;
            }
        };
        if found.matched == 0 {
            continue;
        }
        any = true;
        let columns = columns(view, log);
        h.raw("<section><h2>").text(log).raw(".log <small>").text(&count(found.matched)).raw("</small></h2>");
        h.open("div", &[("class", "scroll"), ("tabindex", "0"), ("role", "region"), ("aria-label", log)]);
        h.raw("<table class=\"rows\"><thead><tr>");
        for c in &columns {
            h.raw("<th scope=\"col\">").text(c).raw("</th>");
        }
        h.raw("</tr></thead><tbody>").add(&lines(view, log, &columns, &found)).raw("</tbody></table></div>");
        if found.matched > found.rows.len() as u64 {
            let words = format!("\"{value}\"");
            h.raw("<p>")
                .link(&format!("/log/{}?q={}", encoded(log), encoded(&words)), "All of them")
                .raw("</p>");
        }
        h.raw("</section>");
    }
    if !any {
        h.raw("<p class=\"quiet\">No log has a cell with exactly this value. The filter of a log also finds parts of cells.</p>");
    }
    h
}
