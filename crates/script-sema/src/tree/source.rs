//! Functions as `print` shows them: name, type, and the bodies as statements over several lines.
use super::{CaseLabel, ForKind, Local, LocalId, Program, Stmt, StmtKind, print};
use value::{Bodies, Code, Func};

impl Bodies for Program {
    fn describe(&self, f: &Func, out: &mut Vec<u8>) {
        let of_body = |b: u32| self.bodies.find(b);
        let bodies: Vec<_> = match f.code {
            Code::Global(g) => {
                let global = self.globals.get(g as usize);
                if global.is_none_or(|g| g.kind == super::GlobalKind::Builtin) {
                    return;
                }
                global.into_iter().flat_map(|g| &g.bodies).filter_map(|b| of_body(b.0)).collect()
            }
            Code::Closure(b, _) => of_body(b).into_iter().collect(),
        };
        let mut text = format!(": {}\n", value::Type::Func(f.ty.clone()));
        for b in bodies {
            Writer { locals: &b.locals, out: &mut text, depth: 0 }.stmt(&b.block);
        }
        out.extend_from_slice(text.as_bytes());
    }
}

/// Returns a statement in the same form, but on one line: a blank stands for each break and tab. `locals` are those of its
/// body.
pub fn on_one_line(s: &Stmt, locals: &[Local]) -> String {
    let mut text = String::new();
    Writer { locals, out: &mut text, depth: 0 }.stmt(s);
    text.replace(['\n', '\t'], " ")
}

struct Writer<'a> {
    locals: &'a [Local],
    out: &'a mut String,
    depth: usize,
}

impl Writer<'_> {
    fn put(&mut self, s: &str) {
        if self.out.ends_with('\n') {
            self.out.extend(std::iter::repeat_n('\t', self.depth));
        }
        self.out.push_str(s);
    }

    fn line(&mut self) {
        self.out.push('\n');
    }

    fn inner(&mut self, s: &Stmt) {
        self.depth += 1;
        self.line();
        self.stmt(s);
        self.depth -= 1;
        self.line();
    }

    fn local(&self, l: LocalId) -> String {
        self.locals.get(l.0 as usize).map_or_else(String::new, |l| l.name.to_string())
    }

    fn names(&self, all: &[Option<LocalId>]) -> String {
        let names: Vec<String> =
            all.iter().map(|l| l.map_or_else(|| "_".to_owned(), |l| self.local(l))).collect();
        names.join(",")
    }

    fn stmt(&mut self, s: &Stmt) {
        match &s.kind {
            StmtKind::If { cond, then, otherwise } => {
                self.put(&format!("if ({cond}) "));
                self.inner(then);
                if let Some(o) = otherwise {
                    self.put("else");
                    self.inner(o);
                }
            }
            StmtKind::While { cond, body } => {
                self.put(&format!("while ({cond}) "));
                self.inner(body);
            }
            StmtKind::For(l) => {
                let (keys, value) = match &l.kind {
                    ForKind::Table { keys, value } => (self.names(keys), *value),
                    ForKind::Vector { index, value } => (self.names(&[*index]), *value),
                    ForKind::String { char } => (self.names(&[*char]), None),
                };
                let value = value.map_or_else(String::new, |v| format!(", {}", self.local(v)));
                self.put(&format!("for ([{keys}]{value} in {}) ", l.over));
                self.inner(&l.body);
            }
            StmtKind::Switch(sw) => {
                self.put(&format!("switch {} {{", sw.on));
                self.depth += 1;
                self.line();
                for case in &sw.cases {
                    let labels: Vec<String> = case.labels.iter().map(|l| self.label(l)).collect();
                    let head = if labels.is_empty() {
                        "default:".to_owned()
                    } else {
                        format!("case {}:", labels.join(", "))
                    };
                    self.put(&head);
                    self.inner(&case.body);
                }
                self.depth -= 1;
                self.line();
                self.put("}");
                self.line();
            }
            StmtKind::Block(all) if all.is_empty() => self.put(";"),
            StmtKind::Block(all) => {
                self.put("{ ");
                self.line();
                for s in all {
                    self.stmt(s);
                    self.line();
                }
                self.put("}");
            }
            StmtKind::InitLocals(all) => {
                let names: Vec<String> = all.iter().map(|l| self.local(*l)).collect();
                self.put(&format!("init {};", names.join(", ")));
            }
            _ => {
                let text = print::statement(s);
                self.put(&text);
                self.put(";");
            }
        }
    }

    fn label(&self, l: &CaseLabel) -> String {
        match l {
            CaseLabel::Value(v) => v.to_string(),
            CaseLabel::Expr(e) => e.to_string(),
            CaseLabel::Type(t, None) => format!("type {t}"),
            CaseLabel::Type(t, Some(l)) => format!("type {t} as {}", self.local(*l)),
        }
    }
}
