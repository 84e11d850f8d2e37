//! Draws plots as SVG. Their colours are placeholders, which the page's style sheet maps to a light or dark scheme.
use crate::figures::{Better, Plot, Row, Table};
use anyhow::anyhow;
use plotters::coord::Shift;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

/// Labels of the axes.
const MUTED: RGBColor = RGBColor(0, 0, 1);
/// Grid lines.
const GRID: RGBColor = RGBColor(0, 0, 2);
/// Labels of the rows.
const INK: RGBColor = RGBColor(0, 0, 3);
/// The product.
const PRODUCT: RGBColor = RGBColor(0, 1, 0);
/// The other rows, in their order.
const OTHERS: [RGBColor; 4] = [RGBColor(0, 1, 1), RGBColor(0, 1, 2), RGBColor(0, 1, 3), RGBColor(0, 1, 4)];
/// Published figures: dashed or hollow.
const PUBLISHED: [RGBColor; 4] = [RGBColor(0, 2, 1), RGBColor(0, 2, 2), RGBColor(0, 2, 3), RGBColor(0, 2, 4)];

/// The width of a plot, in a unit in which text has a height of 12. It fits on a phone, and beside a table on a
/// desktop.
const WIDTH: i32 = 480;
const TEXT: i32 = 12;

type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;

/// Draws the plot of a table, if it has one and something was measured.
pub(super) fn draw(table: &Table) -> anyhow::Result<Option<String>> {
    let measured = |r: &&Row| r.cells.iter().any(|c| c.ours.is_some());
    let rows: Vec<&Row> = table.rows.iter().filter(measured).collect();
    let Some(kind) = table.plot.filter(|_| !rows.is_empty()) else { return Ok(None) };
    let height = match kind {
        Plot::Lines => 300,
        Plot::Bars | Plot::LogBars => bars_height(table, &rows),
    };
    let mut svg = String::new();
    {
        let area = SVGBackend::with_string(&mut svg, (WIDTH as u32, height as u32)).into_drawing_area();
        let drawn = match kind {
            Plot::Lines => lines(&area, table, &rows, height),
            Plot::Bars => bars(&area, table, &rows, height, false),
            Plot::LogBars => bars(&area, table, &rows, height, true),
        };
        drawn.and_then(|()| area.present().map_err(|e| anyhow!("{e}")))?;
    }
    Ok(Some(labelled(&svg, table)))
}

/// Adds a label for screen readers and removes the fixed size.
fn labelled(svg: &str, table: &Table) -> String {
    let open = svg.find("<svg").map_or(0, |at| at + 4);
    let (sized, rest) = svg[open..].split_once('>').unwrap_or(("", ""));
    let view = sized.split("viewBox=\"").nth(1).and_then(|v| v.split('"').next()).unwrap_or("0 0 1 1");
    let title = super::markup::escape(&table.title);
    format!(
        "<svg viewBox=\"{view}\" role=\"img\" aria-label=\"{title}\" xmlns=\"http://www.w3.org/2000/svg\">{rest}"
    )
}

/// Returns the direction of improvement, in words.
pub(super) const fn good(better: Better) -> &'static str {
    match better {
        Better::Lower => "lower is better",
        Better::Higher => "higher is better",
        Better::Neither => "neither end is better",
    }
}

fn text(area: &Area<'_>, words: &str, at: (i32, i32), color: RGBColor, pos: Pos) -> anyhow::Result<()> {
    let style = ("sans-serif", f64::from(TEXT) * 1.24).into_font().color(&color).pos(pos);
    area.draw_text(words, &style, at).map_err(|e| anyhow!("{e}"))
}

fn line(area: &Area<'_>, points: Vec<(i32, i32)>, color: RGBColor, width: u32) -> anyhow::Result<()> {
    area.draw(&PathElement::new(points, color.stroke_width(width))).map_err(|e| anyhow!("{e}"))
}

/// Returns all figures of a table; if `logarithmic`, only those above zero.
fn figures(rows: &[&Row], logarithmic: bool) -> Vec<f64> {
    let cells = rows.iter().flat_map(|r| &r.cells);
    cells
        .flat_map(|c| [c.ours.map(|m| m.value), c.published])
        .flatten()
        .filter(|v| v.is_finite() && (!logarithmic || *v > 0.0))
        .collect()
}

/// A scale from figures to coordinates.
#[derive(Clone, Copy)]
struct Scale {
    lo: f64,
    hi: f64,
    from: i32,
    to: i32,
    logarithmic: bool,
}

impl Scale {
    fn new(figures: &[f64], from: i32, to: i32, logarithmic: bool) -> Self {
        let lo = figures.iter().copied().fold(f64::INFINITY, f64::min);
        let hi = figures.iter().copied().fold(0.0, f64::max);
        let (lo, hi) = match logarithmic {
            _ if figures.is_empty() => (1.0, 10.0),
            true => (lo / 1.3, hi * 1.3),
            false => (0.0, if hi > 0.0 { hi } else { 1.0 }),
        };
        Scale { lo, hi, from, to, logarithmic }
    }

    fn at(self, v: f64) -> i32 {
        let part = if self.logarithmic {
            (v.max(self.lo).ln() - self.lo.ln()) / (self.hi.ln() - self.lo.ln())
        } else {
            (v - self.lo) / (self.hi - self.lo)
        };
        self.from + (part * f64::from(self.to - self.from)).round() as i32
    }

    /// Returns round figures along the scale.
    fn ticks(self) -> Vec<f64> {
        if !self.logarithmic {
            let rough = self.hi / 4.0;
            let decade = 10_f64.powf(rough.log10().floor());
            let step =
                [1.0, 2.0, 5.0, 10.0].into_iter().find(|s| s * decade >= rough).unwrap_or(10.0) * decade;
            return (0..=(self.hi / step) as u32).map(|n| f64::from(n) * step).collect();
        }
        let decades = (self.hi / self.lo).log10();
        let steps: &[f64] = if decades > 2.5 { &[1.0] } else { &[1.0, 2.0, 5.0] };
        let (first, last) = (self.lo.log10().floor() as i32, self.hi.log10().ceil() as i32);
        let every = (((last - first) as f64 / 7.0).ceil() as usize).max(1);
        (first..=last)
            .step_by(every)
            .flat_map(|d| steps.iter().map(move |s| s * 10_f64.powi(d)))
            .filter(|t| (self.lo..=self.hi).contains(t))
            .collect()
    }
}

/// Returns the label of a tick: 200, 5k, 1M.
fn short(v: f64) -> String {
    let (v, unit) = match v.abs() {
        a if a >= 1e9 => (v / 1e9, "G"),
        a if a >= 1e6 => (v / 1e6, "M"),
        a if a >= 1e3 => (v / 1e3, "k"),
        _ => (v, ""),
    };
    // Ticks are round; digits beyond six are rounding errors.
    format!("{}{unit}", (v * 1e6).round() / 1e6)
}

/// Returns the colours of a row, measured and published.
fn colors(rows: &[&Row], at: usize) -> (RGBColor, RGBColor) {
    if rows[at].product {
        return (PRODUCT, RGBColor(0, 2, 0));
    }
    let other = rows[..at].iter().filter(|r| !r.product).count() % OTHERS.len();
    (OTHERS[other], PUBLISHED[other])
}

fn lines(area: &Area<'_>, table: &Table, rows: &[&Row], height: i32) -> anyhow::Result<()> {
    let widest = rows.iter().map(|r| r.name.chars().count()).max().unwrap_or(0) as i32;
    let (left, right, top, bottom) = (40, WIDTH - 14 - widest.min(16) * 7, 12, height - 40);
    let scale = Scale::new(&figures(rows, true), bottom, top, true);
    for tick in scale.ticks() {
        let y = scale.at(tick);
        line(area, vec![(left, y), (right, y)], GRID, 1)?;
        text(area, &short(tick), (left - 6, y), MUTED, Pos::new(HPos::Right, VPos::Center))?;
    }
    let last = (table.columns.len() - 1).max(1) as i32;
    let x = |at: usize| left + 10 + (right - left - 20) * at as i32 / last;
    for (i, name) in table.columns.iter().enumerate() {
        text(area, name, (x(i), bottom + 8), MUTED, Pos::new(HPos::Center, VPos::Top))?;
    }
    let middle = ((left + right) / 2, height - 4);
    text(area, &table.across, middle, MUTED, Pos::new(HPos::Center, VPos::Bottom))?;
    let mut ends: Vec<(i32, usize)> = Vec::new();
    for (i, row) in rows.iter().enumerate() {
        let (color, faint) = colors(rows, i);
        let of = |f: &dyn Fn(&crate::figures::Cell) -> Option<f64>| -> Vec<(i32, i32)> {
            let cells = row.cells.iter().enumerate();
            cells.filter_map(|(c, cell)| Some((x(c), scale.at(f(cell)?)))).collect()
        };
        let published = of(&|c| c.published);
        if published.len() > 1 {
            line(area, published, faint, 1)?;
        }
        let ours = of(&|c| c.ours.map(|m| m.value));
        for &at in &ours {
            area.draw(&Circle::new(at, 3, color.filled())).map_err(|e| anyhow!("{e}"))?;
        }
        ends.extend(ours.last().map(|&(_, y)| (y, i)));
        line(area, ours, color, 2)?;
    }
    // Place names at the ends of their lines, without overlap.
    ends.sort_unstable();
    let mut free = top;
    let below = ends.len() as i32;
    for (n, (y, i)) in ends.into_iter().enumerate() {
        let most = bottom + 6 - (below - 1 - n as i32) * (TEXT + 2);
        let y = y.max(free).min(most.max(free));
        free = y + TEXT + 2;
        let color = if rows[i].product { PRODUCT } else { INK };
        text(area, &rows[i].name, (right + 6, y), color, Pos::new(HPos::Left, VPos::Center))?;
    }
    Ok(())
}

/// The height of a bar; the next constants are those of the gap between rows and of the foot.
const BAR: i32 = 9;
const GAP: i32 = 10;
const FOOT: i32 = 26;
/// The width of the figure after a bar.
const LABEL: i32 = 46;

fn bars_height(table: &Table, rows: &[&Row]) -> i32 {
    rows.len() as i32 * row_height(table) + FOOT + 8
}

fn row_height(table: &Table) -> i32 {
    (table.columns.len() as i32 * (BAR + 2) + GAP).max(TEXT + GAP)
}

fn bars(area: &Area<'_>, table: &Table, rows: &[&Row], height: i32, logarithmic: bool) -> anyhow::Result<()> {
    let widest = rows.iter().map(|r| r.name.chars().count()).max().unwrap_or(0) as i32;
    let (left, right) = ((widest * 7 + 8).min(WIDTH / 2 - 20), WIDTH - 46);
    let (top, bottom) = (4, height - FOOT);
    let scale = Scale::new(&figures(rows, logarithmic), left, right, logarithmic);
    for tick in scale.ticks() {
        let x = scale.at(tick);
        line(area, vec![(x, top), (x, bottom)], GRID, 1)?;
        text(area, &short(tick), (x, bottom + 6), MUTED, Pos::new(HPos::Center, VPos::Top))?;
    }
    for (i, row) in rows.iter().enumerate() {
        let (color, _) = colors(rows, i);
        let color = if row.product { color } else { OTHERS[1] };
        let from = top + i as i32 * row_height(table) + GAP / 2;
        let middle = from + (table.columns.len() as i32 * (BAR + 2) - 2) / 2;
        let ink = if row.product { PRODUCT } else { INK };
        text(area, &clipped(&row.name, left), (left - 6, middle), ink, Pos::new(HPos::Right, VPos::Center))?;
        for (c, cell) in row.cells.iter().enumerate() {
            let y = from + c as i32 * (BAR + 2);
            if let Some(m) = cell.ours {
                let x = scale.at(m.value).max(left + 1);
                area.draw(&Rectangle::new([(left, y), (x, y + BAR)], color.filled()))
                    .map_err(|e| anyhow!("{e}"))?;
                let words = super::markup::number(m.value);
                // The figure is after the bar, or after the mark of the published figure if they overlap.
                let mark = cell.published.map(|p| scale.at(p)).filter(|p| (x - 2..x + LABEL).contains(p));
                let at = (mark.unwrap_or(x) + 4, y + BAR / 2);
                text(area, &words, at, MUTED, Pos::new(HPos::Left, VPos::Center))?;
            }
            if let Some(p) = cell.published {
                let x = scale.at(p);
                line(area, vec![(x, y - 1), (x, y + BAR + 1)], INK, 2)?;
            }
        }
    }
    Ok(())
}

/// Returns a name, truncated to a width.
fn clipped(name: &str, width: i32) -> String {
    let most = (width / 6).max(4) as usize;
    if name.chars().count() <= most {
        return name.to_owned();
    }
    name.chars().take(most - 1).chain(['…']).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_and_few() {
        for (lo, hi) in [(12.0, 600.0), (0.3, 18.0), (1.0, 2.0), (5.0, 1e9), (0.001, 0.002)] {
            let scale = Scale::new(&[lo, hi], 0, 100, true);
            let ticks = scale.ticks();
            assert!((1..=9).contains(&ticks.len()), "{lo} to {hi}: {ticks:?}");
            assert!(ticks.iter().all(|t| (0..=100).contains(&scale.at(*t))));
        }
        assert_eq!(Scale::new(&[0.0, 93.0], 0, 100, false).ticks(), [0.0, 50.0]);
        assert_eq!([200.0, 5000.0, 1e6, 0.3].map(short), ["200", "5k", "1M", "0.3"]);
    }
}
