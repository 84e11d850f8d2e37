//! `ZEEK_PROFILER_FILE`: how often the statements, bodies and branches of the scripts ran, to see what tests leave out.
//!
//! A line of the file has a count, a place and a text, separated by tabs. Runs that write to the same file add to its
//! counts. In a file name that ends with `XXXXXX`, other characters take the place of these, so that each run has a file of
//! its own. Statements with `@no-test` in a comment behind them are left out, as are those in a block with such a comment
//! behind its opening brace.
//!
//! Counting uses the [marks](script_sema::tree::marks) of statements. Branches of conditions are known for scripts that are
//! read as text, not for those packed into the program.
use outside::{Files, ThisMachine};
use script_sema::tree::marks::Mark;
use script_sema::tree::{BodyKind, Local, Program, Stmt, StmtKind, source};
use script_syntax::{SourceMap, Span};
use std::collections::BTreeMap;
use std::io::{self, Write as _};
use value::Loc;

/// The end of a file name that each run replaces.
const TEMPLATE: &str = "XXXXXX";
/// The word in comments behind statements that do not count.
const LEFT_OUT: &str = "@no-test";
/// The maximum length of an existing file, in bytes.
const MAX_FILE: u64 = 256 << 20;

/// Counts by place and text.
type Counts = BTreeMap<(String, String), u64>;

/// The statements of a program, as its marks are made.
pub struct Statements<'a> {
    sources: &'a SourceMap,
    /// Place and text of each statement that counts, by the number of its mark.
    shown: Vec<Option<(String, String)>>,
    /// Blocks whose statements do not count.
    left_out: Vec<Loc>,
}

impl<'a> Statements<'a> {
    /// No statements yet.
    #[must_use]
    pub fn new(sources: &'a SourceMap) -> Self {
        Statements { sources, shown: Vec::new(), left_out: Vec::new() }
    }

    /// Takes in the next statement that gets a mark.
    pub fn add(&mut self, s: &Stmt, locals: &[Local]) {
        let (head, inner) = parts(s);
        for block in &inner {
            if matches!(block.kind, StmtKind::Block(_)) && self.has_comment(block.loc.start) {
                self.left_out.push(block.loc);
            }
        }
        let is_inside = |l: &Loc| l.start <= s.loc.start && s.loc.end <= l.end;
        let is_left_out = inner.is_empty() && self.has_comment(s.loc.end);
        let counts = !is_left_out && !self.left_out.iter().any(is_inside);
        let place = self.sources.place(Span::new(s.loc.start, head)).filter(|_| counts);
        self.shown.push(place.map(|p| (p.to_string(), source::on_one_line(s, locals))));
    }

    /// Whether a comment on the rest of this line says that what precedes it does not count.
    fn has_comment(&self, from: u32) -> bool {
        let rest = self.sources.text(Span::new(from, u32::MAX));
        let line = rest.split(|b| *b == b'\n').next().unwrap_or_default();
        let comment = line.iter().position(|b| *b == b'#').and_then(|at| line.get(at..)).unwrap_or_default();
        memchr::memmem::find(comment, LEFT_OUT.as_bytes()).is_some()
    }
}

/// Returns the end of a statement's head, and the statements that it contains.
fn parts(s: &Stmt) -> (u32, Vec<&Stmt>) {
    let (condition, inner) = match &s.kind {
        StmtKind::If { cond, then, otherwise } => {
            (cond.loc, [Some(&**then), otherwise.as_deref()].into_iter().flatten().collect())
        }
        StmtKind::While { cond, body } => (cond.loc, vec![&**body]),
        StmtKind::For(l) => (l.over.loc, vec![&l.body]),
        StmtKind::Switch(w) => (w.on.loc, w.cases.iter().map(|c| &c.body).collect()),
        _ => return (s.loc.end, Vec::new()),
    };
    (condition.end.max(s.loc.start), inner)
}

/// How often statements, bodies and branches ran.
pub struct Coverage {
    path: String,
    lines: Vec<((String, String), u64)>,
    /// The lines that the mark of each statement counts: its own, and that of its body if it is the first.
    counted: Vec<[Option<usize>; 2]>,
}

impl Coverage {
    /// Prepares counting of the marked statements of a program, for a file. `branches` are those of conditions, each with
    /// whether it was taken.
    #[must_use]
    pub fn of(
        path: &str,
        program: &Program,
        marks: &[Mark],
        statements: Statements<'_>,
        branches: &[(Span, bool)],
    ) -> Self {
        let Statements { sources, shown, .. } = statements;
        let mut lines: Vec<((String, String), u64)> = Vec::new();
        let mut line = |place: String, text: String, times: u64| {
            lines.push(((place, text), times));
            lines.len() - 1
        };
        for (at, taken) in branches {
            if let Some(place) = sources.place(*at) {
                let text = String::from_utf8_lossy(sources.text(*at)).replace(['\n', '\t'], " ");
                line(place.to_string(), text, u64::from(*taken));
            }
        }
        let counted = marks.iter().zip(shown).map(|(mark, shown)| {
            let body = Some(program.body(mark.body)).filter(|_| mark.is_first);
            let body = body.and_then(|body| {
                let kind = kind(body.kind)?;
                let place = sources.place(Span::new(body.loc.start, body.loc.end))?;
                Some((place.to_string(), format!("{kind} {} BODY", body.name)))
            });
            [shown, body].map(|shown| shown.map(|(place, text)| line(place, text, 0)))
        });
        let counted = counted.collect();
        Coverage { path: path.to_owned(), lines, counted }
    }

    /// Counts a statement, by the number of its mark.
    pub(crate) fn began(&mut self, statement: usize) {
        for line in self.counted.get(statement).into_iter().flatten().flatten() {
            if let Some((_, times)) = self.lines.get_mut(*line) {
                *times += 1;
            }
        }
    }

    /// Adds the counts to the file, or makes it.
    ///
    /// # Errors
    /// What failed, with the name of the file. The file is then as it was before.
    pub fn write(&self, outside: &mut (impl Files + ThisMachine + ?Sized)) -> Result<(), String> {
        let path = self.own_path(outside);
        let failed = |why: &dyn std::fmt::Display| format!("ZEEK_PROFILER_FILE: {path}: {why}");
        let mut counts = Counts::new();
        for ((place, text), times) in &self.lines {
            *counts.entry((place.clone(), text.clone())).or_default() += times;
        }
        match outside.file_size(&path) {
            Some(size) if size > MAX_FILE => {
                return Err(failed(&format!("{size} bytes are too many to add to")));
            }
            Some(_) => add(&mut counts, outside.open_to_read(&path).map_err(|e| failed(&e))?.as_mut())
                .map_err(|e| failed(&e))?,
            None => {}
        }
        let new = format!("{path}.new");
        let written = outside.create(&new).and_then(|out| {
            let mut out = io::BufWriter::new(out);
            for ((place, text), times) in &counts {
                writeln!(out, "{times}\t{place}\t{text}")?;
            }
            out.flush()
        });
        written.and_then(|()| outside.rename(&new, &path)).map_err(|e| failed(&e))
    }

    /// The file of this run.
    fn own_path(&self, outside: &(impl Files + ThisMachine + ?Sized)) -> String {
        let Some(start) = self.path.strip_suffix(TEMPLATE) else { return self.path.clone() };
        let mut number = u64::from(outside.process_id());
        loop {
            let path = format!("{start}{number:06}");
            if outside.file_size(&path).is_none() {
                return path;
            }
            number += 1_000_000;
        }
    }
}

/// Adds the counts of an existing file.
fn add(counts: &mut Counts, from: &mut dyn outside::Readable) -> Result<(), String> {
    let mut text = String::new();
    from.read_to_string(&mut text).map_err(|e| e.to_string())?;
    for (number, line) in text.lines().enumerate() {
        let mut parts = line.splitn(3, '\t');
        let times = parts.next().and_then(|n| n.parse::<u64>().ok());
        let (Some(times), Some(place), Some(text)) = (times, parts.next(), parts.next()) else {
            return Err(format!("line {}: expected a count, a place and a text between tabs", number + 1));
        };
        let count = counts.entry((place.to_owned(), text.to_owned())).or_default();
        *count = count.saturating_add(times);
    }
    Ok(())
}

/// The word for a body; `None` for those that are parts of others.
fn kind(kind: BodyKind) -> Option<&'static str> {
    match kind {
        BodyKind::Function => Some("function"),
        BodyKind::Event => Some("event"),
        BodyKind::Hook => Some("hook"),
        _ => None,
    }
}
