//! Curves and bars as SVG. Colours come from the style sheet, so they follow dark and light.
use crate::format::tick;
use crate::html::Html;

const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 180.0;
const LEFT: f64 = 64.0;
const BOTTOM: f64 = 24.0;
const TOP: f64 = 10.0;
/// The most points of a curve.
const POINTS: usize = 360;

/// A curve: its name, its class in the style sheet and its points in order of time.
pub(crate) struct Curve {
    pub(crate) name: &'static str,
    pub(crate) class: &'static str,
    pub(crate) points: Vec<(f64, f64)>,
}

/// Draws curves over time. `label` formats a value.
pub(crate) fn over_time(title: &str, curves: &[Curve], label: &dyn Fn(f64) -> String) -> Html {
    let mut out = Html::new();
    let all = || curves.iter().flat_map(|c| &c.points);
    let (from, to) = all().fold((f64::INFINITY, f64::NEG_INFINITY), |(a, b), p| (a.min(p.0), b.max(p.0)));
    out.open("figure", &[]).open("figcaption", &[]).text(title);
    for c in curves.iter().filter(|_| curves.len() > 1) {
        out.raw(" ").open("span", &[("class", c.class)]).text(c.name).close("span");
    }
    out.close("figcaption");
    if to <= from || !from.is_finite() {
        out.raw("<p class=\"quiet\">Not enough data to draw.</p>").close("figure");
        return out;
    }
    let highest = all().fold(0.0f64, |m, p| m.max(p.1)).max(f64::MIN_POSITIVE);
    let x = |t: f64| LEFT + (t - from) / (to - from) * (WIDTH - LEFT - 8.0);
    let y = |v: f64| TOP + (1.0 - v / highest) * (HEIGHT - TOP - BOTTOM);
    let view = format!("0 0 {WIDTH} {HEIGHT}");
    let described = format!(
        "{title}, at most {}, from {} to {}",
        label(highest),
        crate::format::time(from),
        crate::format::time(to)
    );
    out.open("svg", &[("viewBox", &view), ("role", "img"), ("aria-label", &described)]);
    for share in [0.0, 0.5, 1.0] {
        let at = format!("{:.1}", y(highest * share));
        out.open(
            "line",
            &[
                ("class", "grid"),
                ("x1", &LEFT.to_string()),
                ("x2", &(WIDTH - 8.0).to_string()),
                ("y1", &at),
                ("y2", &at),
            ],
        );
        out.close("line");
        let text = format!("{:.1}", y(highest * share) + 4.0);
        out.open("text", &[("class", "axis end"), ("x", &(LEFT - 6.0).to_string()), ("y", &text)]);
        out.text(&label(highest * share)).close("text");
    }
    for share in [0.0, 0.5, 1.0] {
        let t = from + (to - from) * share;
        let anchor = if share == 0.0 {
            "axis start"
        } else if share == 1.0 {
            "axis end"
        } else {
            "axis middle"
        };
        out.open(
            "text",
            &[("class", anchor), ("x", &format!("{:.1}", x(t))), ("y", &(HEIGHT - 6.0).to_string())],
        );
        out.text(&tick(t, to - from > 86_400.0)).close("text");
    }
    for c in curves {
        let points: Vec<String> =
            thinned(&c.points, from, to).iter().map(|(t, v)| format!("{:.1},{:.1}", x(*t), y(*v))).collect();
        let class = format!("curve {}", c.class);
        out.open("polyline", &[("class", &class), ("points", &points.join(" "))]).close("polyline");
    }
    out.close("svg").close("figure");
    out
}

/// At most [`POINTS`] points: the highest of each step of time.
fn thinned(points: &[(f64, f64)], from: f64, to: f64) -> Vec<(f64, f64)> {
    if points.len() <= POINTS {
        return points.to_vec();
    }
    let mut out: Vec<(f64, f64)> = Vec::with_capacity(POINTS);
    let mut last = usize::MAX;
    for &(t, v) in points {
        let step = ((t - from) / (to - from) * POINTS as f64) as usize;
        match out.last_mut() {
            Some(p) if step == last => {
                if v > p.1 {
                    *p = (t, v);
                }
            }
            _ => out.push((t, v)),
        }
        last = step;
    }
    out
}

/// A bar of a share from 0 to 1, for a cell of a table.
pub(crate) fn bar(share: f64) -> Html {
    let mut out = Html::new();
    let width = format!("{:.1}", share.clamp(0.0, 1.0) * 100.0);
    out.open(
        "svg",
        &[
            ("class", "bar"),
            ("viewBox", "0 0 100 8"),
            ("preserveAspectRatio", "none"),
            ("aria-hidden", "true"),
        ],
    );
    out.open("rect", &[("width", &width), ("height", "8")]).close("rect").close("svg");
    out
}
