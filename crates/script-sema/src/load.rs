//! Loading: the order of files, and their directives.
//!
//! A [`Loader`] walks a stack of files and passes each item to the [`Checker`]. Its [`Surroundings`] do what this crate
//! must not do: find and read files, evaluate conditions of `@if`, show messages.
mod bridge;
mod state;
mod surroundings;

pub use surroundings::{Found, Input, Loaded, Signatures, Surroundings};

use crate::check::{Checker, Options};
use crate::index::Index;
use crate::tree::Program;
use bridge::Bridge;
use script_syntax::{Buffers, Diagnostic, ItemKind, Name, Names, Parser, SourceMap, Span, Text};
use state::State;
use value::Type;

/// Reads the scripts of a session.
pub struct Loader {
    sources: SourceMap,
    names: Names,
    checker: Checker,
    state: State,
    /// The buffers of parsers that finished, for reuse.
    buffers: Vec<Buffers>,
    /// Whether reading continues after errors.
    all_files: bool,
}

/// The result of loading.
pub struct Outcome {
    /// The typed program. Do not run it if there were errors.
    pub program: Program,
    /// The source texts, for showing messages.
    pub sources: SourceMap,
    /// The loaded files, in order.
    pub loaded: Vec<Loaded>,
    /// Signature files.
    pub signatures: Vec<Signatures>,
    /// The number of errors.
    pub errors: u32,
    /// The branches of conditions in scripts that are read as text, each with whether it was taken.
    pub branches: Vec<(Span, bool)>,
    /// What names refer to, if [`Options::index`] asked for it.
    pub index: Option<Index>,
}

/// An open file.
struct Open {
    parser: Parser,
    dir: String,
    /// The module to restore at the end of the file.
    module: Name,
    /// The number of pragmas that were active when the file began.
    pragmas: usize,
    /// The `@load` that opened the file.
    from: Option<Span>,
}

impl Loader {
    /// Creates an empty session. `builtin` tells whether the host supplies a function with the given full name.
    pub fn new(options: Options, builtin: Box<dyn Fn(&str) -> bool>) -> Self {
        let mut names = Names::with_room();
        let checker = Checker::new(&mut names, options, builtin);
        let state = State { first_only: options.first_only, ..State::default() };
        Loader {
            sources: SourceMap::new(),
            names,
            checker,
            state,
            buffers: Vec::new(),
            all_files: options.all_files,
        }
    }

    /// Queues a script or a text to load.
    pub fn add(&mut self, input: Input) {
        self.state.queue.push_back(input);
    }

    /// Adds an assignment `NAME=VALUE` or `NAME+=VALUE`, as given on a command line.
    pub fn assign(&mut self, assignment: impl Into<String>) {
        self.state.assignments.push(assignment.into());
    }

    /// Sets the prefixes of scripts that extend other scripts (`@prefixes`).
    pub fn set_prefixes(&mut self, prefixes: Vec<String>) {
        self.state.prefixes = prefixes;
    }

    /// Sets the code to load last.
    pub fn set_code(&mut self, code: impl Into<String>) {
        self.state.code = Some(code.into());
    }

    /// Loads all inputs.
    pub fn run(mut self, env: &mut dyn Surroundings) -> Outcome {
        self.read_all(env);
        if self.checker.errors() == 0 {
            for name in env.mentioned(&self.state.signatures) {
                self.checker.mention(&mut self.names, &name);
            }
            self.checker.finish(&mut self.names);
            self.checker.warn_flow(&self.sources);
        }
        self.flush(env);
        let errors = self.checker.errors();
        let index = self.checker.take_index(&self.names);
        Outcome {
            program: self.checker.finished(self.names),
            sources: self.sources,
            loaded: self.state.loaded,
            signatures: self.state.signatures,
            branches: self.state.branches,
            errors,
            index,
        }
    }

    fn read_all(&mut self, env: &mut dyn Surroundings) {
        while let Some(open) = self.next_file(env) {
            self.read_file(open, env);
            if self.ends_here() {
                return;
            }
            if self.all_files {
                // Each file of a folder may be a separate program.
                self.state.statements = false;
            }
        }
    }

    /// Whether reading stops because of errors.
    fn ends_here(&self) -> bool {
        self.checker.stopped() || self.checker.errors() > 0 && !self.all_files
    }

    /// Whether the file with this [`Found::key`](Found) was read or is being read.
    pub fn has_read(&self, key: &str) -> bool {
        self.state.seen.contains(key)
    }

    /// Reads the scripts that were added so far. Scripts added later follow them, as if all had been added before.
    pub fn read_ahead(&mut self, env: &mut dyn Surroundings) {
        while !self.state.queue.is_empty() && !self.ends_here() {
            let Some(open) = self.next_file(env) else { return };
            self.read_file(open, env);
        }
    }

    /// Returns the next file that no other file loads: from the queue, by prefix, or from the command line.
    fn next_file(&mut self, env: &mut dyn Surroundings) -> Option<Open> {
        loop {
            if let Some(input) = self.state.queue.pop_front() {
                match input {
                    Input::Script(path) => match self.open_script(&path, None, None, 0, Span::NONE, env) {
                        Opening::File(o) => return Some(*o),
                        Opening::Known => {}
                        Opening::Failed => return None,
                    },
                    Input::Text { name, dir, text } => {
                        return self.open_text(&name, dir, text.into(), None, env);
                    }
                }
                continue;
            }
            if self.find_prefixed(env) {
                continue;
            }
            if !self.state.assignments.is_empty() {
                let text = self.assignment_text();
                self.flush(env);
                if self.checker.errors() > 0 {
                    return None;
                }
                return self.open_text("<params>", String::new(), text.into_bytes().into(), None, env);
            }
            let code = self.state.code.take()?;
            // The last semicolon may be missing.
            let text = format!("{code}\n;\n").into_bytes();
            return self.open_text("<command line>", String::new(), text.into(), None, env);
        }
    }

    fn find_prefixed(&mut self, env: &mut dyn Surroundings) -> bool {
        let mut any = false;
        while let Some(l) = self.state.loaded.get(self.state.prefixed) {
            self.state.prefixed += 1;
            if l.skipped {
                continue;
            }
            for p in self.state.prefixes.iter().rev().filter(|p| !p.is_empty()) {
                if let Some(found) = env.find_prefixed(&l.file, p) {
                    self.state.queue.push_back(Input::Script(found.name));
                    any = true;
                }
            }
        }
        any
    }

    /// Converts `X=Y` to `redef X = Y;`, with quotes around Y if X is a string.
    fn assignment_text(&mut self) -> String {
        let mut text = String::new();
        for a in std::mem::take(&mut self.state.assignments) {
            let end =
                a.find(|c: char| !(c.is_ascii_alphanumeric() || c == '_' || c == ':')).unwrap_or(a.len());
            let (name, rest) = a.split_at(end);
            let Some((op, value)) = rest.split_once('=') else { continue };
            let error = |c: &mut Checker, m: String| c.report(Diagnostic::error(Span::NONE, m));
            match self.checker.type_of(&mut self.names, name) {
                None | Some(None) => {
                    let m = format!("unknown identifier '{name}' in command-line options");
                    error(&mut self.checker, m);
                }
                Some(Some(Type::String)) => text.push_str(&format!("redef {name} {op}= \"{value}\";")),
                Some(Some(_)) if value.is_empty() => {
                    let m = format!("must assign non-empty value to '{name}' in command-line options");
                    error(&mut self.checker, m);
                }
                Some(Some(_)) => text.push_str(&format!("redef {name} {op}= {value};")),
            }
        }
        text
    }

    fn open_text(
        &mut self,
        name: &str,
        dir: String,
        text: Text,
        from: Option<Span>,
        env: &mut dyn Surroundings,
    ) -> Option<Open> {
        let source = match self.sources.add(name, &dir, text) {
            Ok(s) => s,
            Err(e) => {
                self.checker.report(Diagnostic::fatal(Span::NONE, e.to_string()));
                self.flush(env);
                return None;
            }
        };
        let mut parser =
            Parser::new(source, !self.state.first_only).with_buffers(self.buffers.pop().unwrap_or_default());
        if self.state.statements {
            parser.set_in_statements();
        }
        Some(Open { parser, dir, module: self.checker.module(), pragmas: self.state.pragmas.len(), from })
    }

    fn open_script(
        &mut self,
        path: &str,
        dir: Option<&str>,
        from: Option<Span>,
        depth: usize,
        at: Span,
        env: &mut dyn Surroundings,
    ) -> Opening {
        let Some(found) = env.find_script(path, dir) else {
            let mut d = Diagnostic::fatal(at, format!("can't find {path}"));
            if path.starts_with('.') {
                d = d.help(format!("it is looked for in {}", dir.unwrap_or("the current folder")));
            }
            self.checker.report(d);
            self.flush(env);
            return Opening::Failed;
        };
        if !self.state.seen.insert(found.key.clone()) {
            return Opening::Known;
        }
        self.state.loaded.push(Loaded { file: found.clone(), depth, skipped: false });
        match env.read(&found) {
            Ok(text) => match self.open_text(&found.name, found.dir.clone(), text, from, env) {
                Some(o) => Opening::File(Box::new(o)),
                None => Opening::Failed,
            },
            Err(why) => {
                let d = Diagnostic::fatal(at, format!("can't open {}", found.name)).help(why);
                self.checker.report(d);
                self.flush(env);
                Opening::Failed
            }
        }
    }

    /// Reads a file and all files that it loads.
    fn read_file(&mut self, first: Open, env: &mut dyn Surroundings) {
        let mut stack = vec![Box::new(first)];
        while let Some(mut top) = stack.pop() {
            let item = {
                let depth = stack.len();
                let mut bridge = Bridge {
                    checker: &mut self.checker,
                    state: &mut self.state,
                    sources: &self.sources,
                    env,
                    dir: &top.dir,
                    depth,
                    from: top.from,
                    base_pragmas: top.pragmas,
                    below: stack.last().map(|o| &o.parser),
                };
                top.parser.next_item(&mut self.names, &mut bridge)
            };
            self.flush(env);
            if self.checker.stopped() {
                return;
            }
            let Some(item) = item else {
                self.close(&top, env);
                if self.ends_here() {
                    return;
                }
                self.checker.set_module(top.module);
                if top.parser.in_statements() {
                    self.state.statements = true;
                    if let Some(o) = stack.last_mut() {
                        o.parser.set_in_statements();
                    }
                }
                self.buffers.push(top.parser.into_buffers());
                continue;
            };
            if let ItemKind::Load(path) = item.kind {
                let path = String::from_utf8_lossy(&top.parser.tree()[path]).into_owned();
                let from = Some(item.span);
                let dir = top.dir.clone();
                self.state.statements |= top.parser.in_statements();
                stack.push(top);
                let depth = stack.len();
                match self.open_script(&path, Some(&dir), from, depth, item.span, env) {
                    Opening::File(o) => stack.push(o),
                    Opening::Known => {}
                    Opening::Failed => return,
                }
                continue;
            }
            let packed = top.parser.source().is_packed();
            let (tree, rest) = (top.parser.tree(), top.parser.rest());
            self.checker.item_of(&mut self.names, tree, &item, packed, rest);
            self.flush(env);
            if self.checker.stopped() {
                return;
            }
            stack.push(top);
        }
    }

    /// Runs the checks at the end of a file.
    fn close(&mut self, file: &Open, env: &mut dyn Surroundings) {
        if self.state.pragmas.len() > file.pragmas && self.checker.errors() == 0 {
            let at = file.parser.position();
            self.checker.report(Diagnostic::fatal(at, "unbalanced @pragma push pop in file"));
            self.flush(env);
        }
    }

    fn flush(&mut self, env: &mut dyn Surroundings) {
        for d in self.checker.take_diagnostics() {
            env.report(&d, &self.sources);
        }
    }
}

enum Opening {
    File(Box<Open>),
    /// The file was loaded before.
    Known,
    /// The file could not be opened; the error was reported.
    Failed,
}
