//! `--profile`: the time spent in each statement of the scripts.
//!
//! In a program with [marks](script_sema::tree::marks), each statement reports its start. The time until the next mark,
//! or until the handlers are done, is attributed to the statement. The rest of a statement after a call of a script
//! function is therefore attributed to that function's last statement. A mark itself takes some 50 ns.
use crate::services::Services;
use script_sema::tree::Program;
use script_sema::tree::marks::Mark;
use script_syntax::{SourceMap, Span};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use value::{Context, Level, Result, Value};

/// The number of lines in each table.
const LINES: usize = 25;
/// The maximum length of a line's text.
const TEXT: usize = 60;

/// Execution times and counts of statements.
pub struct Profile {
    marks: Vec<Mark>,
    costs: Vec<Cost>,
    /// The running statement, and its start time.
    running: Option<(usize, u64)>,
}

#[derive(Clone, Copy, Default)]
struct Cost {
    times: u64,
    nanos: u64,
}

impl Profile {
    /// Prepares a profile of the marked statements.
    #[must_use]
    pub fn of(marks: Vec<Mark>) -> Self {
        Profile { costs: vec![Cost::default(); marks.len()], marks, running: None }
    }

    fn began(&mut self, statement: usize, now: u64) {
        self.rest(now);
        if let Some(cost) = self.costs.get_mut(statement) {
            cost.times += 1;
        }
        self.running = Some((statement, now));
    }

    /// Ends the running statement when the handlers are done, at `now` in nanoseconds.
    pub fn rest(&mut self, now: u64) {
        if let Some((statement, since)) = self.running.take()
            && let Some(cost) = self.costs.get_mut(statement)
        {
            cost.nanos += now.saturating_sub(since);
        }
    }

    /// Formats two tables, one of handlers and functions, and one of lines, each with the slowest entries first.
    #[must_use]
    pub fn report(&self, program: &Program, sources: &SourceMap) -> String {
        let total: u64 = self.costs.iter().map(|c| c.nanos).sum();
        let mut bodies: BTreeMap<u32, Cost> = BTreeMap::new();
        let mut lines: BTreeMap<(String, u32), Cost> = BTreeMap::new();
        for (mark, cost) in self.marks.iter().zip(&self.costs).filter(|(_, c)| c.times > 0) {
            let body = bodies.entry(mark.body.0).or_default();
            body.nanos += cost.nanos;
            if mark.is_first {
                body.times += cost.times;
            }
            let Some(place) = sources.place(Span::new(mark.loc.start, mark.loc.end)) else { continue };
            let line = lines.entry((place.file.to_owned(), place.first_line)).or_default();
            line.nanos += cost.nanos;
            line.times = line.times.max(cost.times);
        }
        let mut out = format!("scripts took {:.3} s\n", total as f64 / 1e9);
        let named = bodies.into_iter().map(|(id, cost)| {
            let body = program.body(script_sema::tree::BodyId(id));
            let place = sources.place(Span::new(body.loc.start, body.loc.end));
            let place = place.map_or(String::new(), |p| format!("{}:{}", short(p.file), p.first_line));
            (format!("{} ({place})", body.name), cost)
        });
        table(&mut out, ("calls", "handler or function"), named.collect(), total);
        let text = |file: &str, line: u32| {
            let source = sources.files().find(|f| f.name == file);
            let text = source
                .map_or(String::new(), |s| String::from_utf8_lossy(s.line_text(line)).trim().to_owned());
            text.chars().take(TEXT).collect::<String>()
        };
        let shown = lines
            .into_iter()
            .map(|((file, line), cost)| (format!("{}:{line}  {}", short(&file), text(&file, line)), cost));
        table(&mut out, ("times", "line"), shown.collect(), total);
        out
    }
}

/// The name that loads a packed script.
fn short(file: &str) -> &str {
    file.strip_prefix("/packed/").unwrap_or(file)
}

fn table(out: &mut String, (count, name): (&str, &str), mut rows: Vec<(String, Cost)>, total: u64) {
    rows.sort_by(|a, b| b.1.nanos.cmp(&a.1.nanos).then_with(|| a.0.cmp(&b.0)));
    let _ = writeln!(out, "\n     ms      %  {count:>9}  {name}");
    for (name, cost) in rows.iter().take(LINES) {
        let share = cost.nanos as f64 * 100.0 / total.max(1) as f64;
        let _ = writeln!(out, "{:7.1}  {share:5.1}  {:>9}  {name}", cost.nanos as f64 / 1e6, cost.times);
    }
}

/// The function that marks call.
pub(crate) fn mark(cx: &mut dyn Context, args: &[Value]) -> Result<Option<Value>> {
    let time = cx.now();
    if let (Some(Value::Count(n)), Some(services)) = (args.first(), cx.host().downcast_mut::<Services>()) {
        let now = services.outside_clock();
        let statement = usize::try_from(*n).unwrap_or(usize::MAX);
        if let Some(profile) = &mut services.profile {
            profile.began(statement, now);
        }
        if let Some(coverage) = &mut services.coverage {
            coverage.began(statement);
        }
        let failed = services.trace.as_mut().and_then(|t| Some(t.began(statement, time)?.to_string()));
        if let Some(why) = failed {
            cx.report(Level::Error, &format!("the trace of statements ends: {why}"), None);
        }
    }
    Ok(None)
}
