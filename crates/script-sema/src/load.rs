//! Loading: which files are read in which order, and what their directives do.
//!
//! A [`Loader`] walks a stack of files, hands each item to the [`Checker`], and asks its [`Surroundings`] for what it
//! must not do itself: find and read files, evaluate the condition of an `@if`, show messages.
use crate::check::{Checker, Options};
use crate::tree::{ExprRef, Program};
use foldhash::HashSet;
use net_types::Addr;
use script_syntax::{
    Buffers, Diagnostic, Directive, ExprId, Host, ItemKind, Name, Names, Parser, Severity, SourceMap, Span,
    Text, Tree,
};
use std::collections::VecDeque;
use value::Type;

/// What loading needs from outside.
pub trait Surroundings {
    /// The script that `path` names, as after `@load` or on the command line: a file, a file without its ending, a
    /// folder with `__load__.zeek`. A path that begins with a dot is looked for from `from`, the folder of the file
    /// that asks; others on the search path.
    fn find_script(&mut self, path: &str, from: Option<&str>) -> Option<Found>;

    /// The signature file that `path` names, likewise.
    fn find_signatures(&mut self, path: &str, from: Option<&str>) -> Option<Found>;
    /// Names of functions and events that signatures use, of these files and of others that the host knows.
    fn mentioned(&mut self, signatures: &[Signatures]) -> Vec<String>;

    /// The script that adds to `script` under `prefix` (`@prefixes`): its path on the search path with dots for
    /// slashes, after the prefix and a dot.
    fn find_prefixed(&mut self, script: &Found, prefix: &str) -> Option<Found>;

    /// The bytes of a file that was found.
    fn read(&mut self, file: &Found) -> Result<Text, String>;

    /// Evaluates the condition of an `@if` in the program read so far, which stays as it is. `None` on an error.
    fn evaluate(&mut self, program: &mut Program, condition: &ExprRef) -> Option<bool>;

    /// The addresses of a host that is named in a script. `None` where host names are not looked up.
    fn addresses(&mut self, host: &str) -> Option<Vec<Addr>> {
        let _ = host;
        None
    }

    /// A message. Errors were counted already.
    fn report(&mut self, diagnostic: &Diagnostic, sources: &SourceMap);
}

/// A file that exists.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Found {
    /// As messages name it.
    pub name: String,
    /// The same for all ways to name the file: what is loaded once is known by it.
    pub key: String,
    /// What `@DIR` gives in it, and what its relative loads start from.
    pub dir: String,
}

/// What is read, in order.
#[derive(Clone, Debug)]
pub enum Input {
    /// A script by its path.
    Script(String),
    /// Text that is no file: standard input.
    Text {
        /// As messages name it.
        name: String,
        /// What `@DIR` gives in it.
        dir: String,
        /// The text.
        text: Vec<u8>,
    },
}

/// A file that was read, in order of its first mention.
#[derive(Clone, Debug)]
pub struct Loaded {
    /// The file.
    pub file: Found,
    /// How many files were open when it was asked for.
    pub depth: usize,
    /// `@unload`: it is only taken as read.
    pub skipped: bool,
}

/// A signature file that `@load-sigs` asked for.
#[derive(Clone, Debug)]
pub struct Signatures {
    /// As written.
    pub asked: String,
    /// The file; `None` if it was not found.
    pub file: Option<Found>,
    /// Where it was asked for.
    pub span: Span,
}

/// Reads the scripts of a session.
pub struct Loader {
    sources: SourceMap,
    names: Names,
    checker: Checker,
    state: State,
    /// The buffers of parsers that have ended, for the next.
    buffers: Vec<Buffers>,
}

/// What came of loading.
pub struct Outcome {
    /// The typed program; not to be run where there were errors.
    pub program: Program,
    /// The texts, for messages.
    pub sources: SourceMap,
    /// The files, in order.
    pub loaded: Vec<Loaded>,
    /// Signature files.
    pub signatures: Vec<Signatures>,
    /// How many errors there were.
    pub errors: u32,
}

/// A file that is open.
struct Open {
    parser: Parser,
    dir: String,
    /// The module to go back to.
    module: Name,
    /// `@pragma push`es that were open when it began.
    pragmas: usize,
    /// Where it was asked for, by another file.
    from: Option<Span>,
}

/// What directives change.
#[derive(Default)]
struct State {
    queue: VecDeque<Input>,
    assignments: Vec<String>,
    code: Option<String>,
    seen: HashSet<String>,
    loaded: Vec<Loaded>,
    prefixed: usize,
    signatures: Vec<Signatures>,
    prefixes: Vec<String>,
    pragmas: Vec<String>,
    /// Statements began: no declarations any more.
    statements: bool,
    first_only: bool,
}

impl Loader {
    /// A session. `builtin` tells whether the host supplies a function of that full name.
    pub fn new(options: Options, builtin: Box<dyn Fn(&str) -> bool>) -> Self {
        let mut names = Names::new();
        let checker = Checker::new(&mut names, options, builtin);
        let state = State { first_only: options.first_only, ..State::default() };
        Loader { sources: SourceMap::new(), names, checker, state, buffers: Vec::new() }
    }

    /// Adds a script or a text to what is read.
    pub fn add(&mut self, input: Input) {
        self.state.queue.push_back(input);
    }

    /// Adds `NAME=VALUE` or `NAME+=VALUE`, as given on a command line.
    pub fn assign(&mut self, assignment: impl Into<String>) {
        self.state.assignments.push(assignment.into());
    }

    /// Sets the prefixes that are looked for beside every script.
    pub fn set_prefixes(&mut self, prefixes: Vec<String>) {
        self.state.prefixes = prefixes;
    }

    /// Sets the code that is read last.
    pub fn set_code(&mut self, code: impl Into<String>) {
        self.state.code = Some(code.into());
    }

    /// Reads everything.
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
        Outcome {
            program: self.checker.into_program(),
            sources: self.sources,
            loaded: self.state.loaded,
            signatures: self.state.signatures,
            errors,
        }
    }

    fn read_all(&mut self, env: &mut dyn Surroundings) {
        while let Some(open) = self.next_file(env) {
            self.read_file(open, env);
            if self.checker.errors() > 0 {
                return;
            }
        }
    }

    /// The next file that nothing loads: from the queue, by prefix, or what the command line says.
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
            // A last semicolon may be left out.
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

    /// `X=Y` as `redef X = Y;`, with quotes where X is a string.
    fn assignment_text(&mut self) -> String {
        let mut text = String::new();
        for a in std::mem::take(&mut self.state.assignments) {
            let end =
                a.find(|c: char| !(c.is_ascii_alphanumeric() || c == '_' || c == ':')).unwrap_or(a.len());
            let (name, rest) = a.split_at(end);
            let Some((op, value)) = rest.split_once('=') else { continue };
            let error = |c: &mut Checker, m: String| c.report(Diagnostic::error(Span::NONE, m));
            match self.checker.type_of(&mut self.names, name) {
                None => {
                    let m = format!("unknown identifier '{name}' in command-line options");
                    error(&mut self.checker, m);
                }
                Some(None) => {
                    let m = format!("can't set value of '{name}' in command-line options: unknown type");
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

    /// Reads a file and all that it loads.
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
                if self.checker.errors() > 0 {
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
            self.checker.item(&mut self.names, top.parser.tree(), &item);
            self.flush(env);
            if self.checker.stopped() {
                return;
            }
            stack.push(top);
        }
    }

    /// What must be in order where a file ends.
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
    /// It was read before.
    Known,
    /// There is no such file, which was reported.
    Failed,
}

/// What the parser is given to ask while it reads an item.
struct Bridge<'a> {
    checker: &'a mut Checker,
    state: &'a mut State,
    sources: &'a SourceMap,
    env: &'a mut dyn Surroundings,
    dir: &'a str,
    depth: usize,
    from: Option<Span>,
    base_pragmas: usize,
    /// Reads the file that asked for this one.
    below: Option<&'a Parser>,
}

impl Bridge<'_> {
    fn show(&mut self) {
        for d in self.checker.take_diagnostics() {
            self.env.report(&d, self.sources);
        }
    }

    fn pragma(&mut self, text: &str, at: Span) {
        let mut words = text.split_whitespace();
        match (words.next(), words.next()) {
            (None, _) => self.report(Diagnostic::fatal(at, "@pragma without value")),
            (Some("push"), None) => self.report(Diagnostic::fatal(at, "@pragma push without value")),
            (Some("push"), Some(what)) => {
                if what != "ignore-deprecations" {
                    let m = format!("pushing unknown @pragma value '{what}'");
                    self.report(Diagnostic::warning(at, m));
                }
                self.state.pragmas.push(what.to_string());
            }
            (Some("pop"), what) => {
                if self.state.pragmas.len() <= self.base_pragmas {
                    return self.report(Diagnostic::fatal(at, "@pragma pop without active pragma"));
                }
                let last = self.state.pragmas.pop().unwrap_or_default();
                if let Some(what) = what.filter(|w| *w != last) {
                    let m = format!("@pragma pop with unexpected '{what}', expected '{last}'");
                    self.report(Diagnostic::error(at, m));
                }
            }
            _ => {
                self.report(Diagnostic::warning(at, format!("Ignoring unknown pragma: '{text}'")));
            }
        }
        let ignore = self.state.pragmas.iter().any(|p| p == "ignore-deprecations");
        self.checker.ignore_deprecations(at, ignore);
    }
}

impl Host for Bridge<'_> {
    fn condition(&mut self, names: &mut Names, tree: &Tree, condition: ExprId, inside: bool) -> bool {
        let e = self.checker.condition(names, tree, condition, inside);
        self.show();
        let Some(e) = e else { return true };
        self.env.evaluate(self.checker.program_mut(), &e).unwrap_or_else(|| {
            let at = Span::new(e.loc.start, e.loc.end);
            let d = Diagnostic::error(at, "invalid expression in @if").about(e.to_string());
            self.report(d);
            true
        })
    }

    fn defined(&mut self, names: &mut Names, name: Name) -> bool {
        self.checker.defined(names, name)
    }

    fn redef(&mut self, names: &mut Names, name: Name, span: Span) -> bool {
        let ok = self.checker.redefinable(names, name, span);
        self.show();
        ok
    }

    fn addresses(&mut self, host: &str, span: Span) -> Option<Vec<Addr>> {
        let addrs = self.env.addresses(host)?;
        if !self.state.pragmas.iter().any(|p| p == "ignore-deprecations") {
            let text = format!(
                "Remove in v8.1: DNS lookup of host literal '{host}' is deprecated. Replace with blocking_lookup_hostname()."
            );
            self.report(Diagnostic::warning(span, text));
        }
        Some(addrs)
    }

    fn directive(&mut self, directive: Directive<'_>, span: Span) {
        match directive {
            Directive::LoadSigs(path) => {
                let file = self.env.find_signatures(path, Some(self.dir));
                self.state.signatures.push(Signatures { asked: path.to_string(), file, span });
            }
            Directive::LoadPlugin(name) => {
                let d = Diagnostic::fatal(span, format!("no plugin named {name}"));
                self.report(d.help("analyzers are built in; there are no loadable plugins"));
            }
            Directive::Unload(path) => match self.env.find_script(path, Some(self.dir)) {
                Some(file) => {
                    self.state.seen.insert(file.key.clone());
                    self.state.loaded.push(Loaded { file, depth: self.depth, skipped: true });
                }
                None => {
                    let m = format!("failed find file associated with @unload {path}");
                    self.report(Diagnostic::error(span, m));
                }
            },
            Directive::Prefixes { append, list } => {
                if !append {
                    self.state.prefixes.clear();
                }
                self.state.prefixes.extend(list.split(':').map(str::to_string));
            }
            Directive::Deprecated(text) => {
                let from = match self.from.and_then(|at| self.sources.place(at)) {
                    Some(p) => format!(" from {}:{}", p.file, p.first_line),
                    None => " from command line arguments".into(),
                };
                let message = format!("deprecated script loaded{from} {text}");
                self.checker.deprecation(span, script_syntax::Site::Nowhere, message);
                self.show();
            }
            Directive::Pragma(text) => self.pragma(text, span),
        }
    }

    fn token_after_file(&mut self) -> Option<(String, Span)> {
        self.below.and_then(Parser::next_token)
    }

    fn report(&mut self, d: Diagnostic) {
        let fatal = d.severity == Severity::Fatal;
        self.checker.report(d);
        self.show();
        if fatal {
            self.state.queue.clear();
        }
    }
}
