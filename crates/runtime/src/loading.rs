//! Finds scripts and loads them.
mod deprecated;
mod early;
mod editor;
mod syntax;

pub use editor::{Editor, Kept};
pub use syntax::syntax_errors;

use builtins::{FileKind, Found, Prefixed, Search, Services, folder_of, in_packed};
use net_types::Addr;
use protocols::signature;
use script_sema::load::{Found as Script, Input, Loader, Outcome, Signatures, Surroundings};
use script_sema::tree::{ExprRef, Program};
use script_syntax::{Diagnostic, SourceMap, Span, Text, render};
use spicy_analyzers::Grammar;
use std::sync::Arc;

/// The scripts and options to load, from the command line.
#[derive(Clone, Debug, Default)]
pub struct Request {
    /// Whether to leave out the default scripts (`-b`).
    pub bare: bool,
    /// Files in order; `-` is the standard input.
    pub files: Vec<String>,
    /// `NAME=VALUE` and `NAME+=VALUE`, applied after all files are read.
    pub settings: Vec<String>,
    /// The code of `-e`, which is read last.
    pub code: Option<String>,
    /// The signature files of `-s`.
    pub signatures: Vec<String>,
    /// The prefixes of `-p` and ZEEK_PREFIXES.
    pub prefixes: Vec<String>,
    /// How thoroughly to warn about variables that are never used or never set: 0 for not at all, 1 for `-u`, 2 for
    /// `-uu`.
    pub usage: u8,
    /// Whether to suppress warnings about functions that nothing calls.
    pub no_unused_warnings: bool,
    /// Whether to print messages in the one-line form that tools compare.
    pub plain: bool,
    /// Whether to use colors in the other form.
    pub color: bool,
    /// The Spicy grammars. Scripts see their types and tags from the start.
    pub grammars: Vec<Arc<Grammar>>,
    /// The grammar files among the loaded files.
    pub loaded_grammars: Vec<String>,
    /// The text that replaces the file `cluster-layout`.
    pub layout: Option<String>,
}

/// Loads the requested scripts. Messages go to `tell` as they occur.
///
/// If scripts load grammar files that the request does not name, `asked` receives their names. Their types must be
/// known before any script is read, so the caller loads again with them.
pub fn load(
    search: &Search,
    request: &Request,
    services: &mut dyn FnMut() -> Services,
    tell: &mut dyn FnMut(&str),
    asked: &mut Vec<String>,
) -> Outcome {
    let mut loader = loader(options(request));
    let mut old = deprecated::Deprecated::default();
    let mut said = |d: &Diagnostic, sources: &SourceMap| {
        // Tools compare single lines; people want to know how much there is to do.
        if !request.plain && old.takes(d, sources) {
            return;
        }
        let text =
            if request.plain { render::plain(d, sources) } else { render::rich(d, sources, request.color) };
        tell(&text);
    };
    let mut world = World::new(search, request, services, &mut said, asked);
    add_defaults(&mut loader, request);
    add_files(&mut loader, request, &mut world);
    let outcome = loader.run(&mut world);
    if let Some(text) = old.text().filter(|_| asked.is_empty()) {
        tell(&text);
    }
    outcome
}

fn options(request: &Request) -> script_sema::Options {
    script_sema::Options {
        first_only: request.plain,
        usage: request.usage,
        unused: !request.no_unused_warnings,
        defer: true,
        ..script_sema::Options::default()
    }
}

fn loader(options: script_sema::Options) -> Loader {
    Loader::new(options, Box::new(|name| builtins::find(name).is_some()))
}

/// Adds the scripts that are loaded before those of the command line.
fn add_defaults(loader: &mut Loader, request: &Request) {
    let script = |path: &str| Input::Script(path.to_owned());
    loader.add(script("base/bif/tags"));
    if !request.grammars.is_empty() {
        let declarations = spicy_analyzers::declarations(&request.grammars);
        loader.add(generated("<types of grammars>", &declarations));
    }
    loader.add(script("base/init-bare.zeek"));
    loader.add(script("builtin-plugins/__preload__.zeek"));
    loader.add(script("base/init-frameworks-and-bifs.zeek"));
    if !request.bare {
        loader.add(script("base/init-default.zeek"));
    }
    loader.add(script("builtin-plugins/__load__.zeek"));
    // Before the scripts of the command line, which may end with statements: no declaration may follow those.
    let registrations = spicy_analyzers::registrations(&request.grammars);
    if !registrations.is_empty() {
        loader.add(generated("<ports of grammars>", &registrations));
    }
}

/// Adds the scripts, settings and code of the command line.
fn add_files(loader: &mut Loader, request: &Request, world: &mut World<'_>) {
    for path in &request.files {
        loader.add(match path.as_str() {
            "-" => match world.search.standard_input() {
                Ok(text) => Input::Text { name: "<stdin>".into(), dir: world.absolute("."), text },
                Err(e) => {
                    let why = format!("can't read the standard input: {e}");
                    (world.tell)(&Diagnostic::error(Span::NONE, why), &SourceMap::new());
                    continue;
                }
            },
            path => Input::Script(path.to_owned()),
        });
    }
    for s in &request.settings {
        loader.assign(s.as_str());
    }
    loader.set_prefixes(request.prefixes.clone());
    if let Some(code) = &request.code {
        loader.set_code(code.as_str());
    }
}

fn generated(name: &str, text: &str) -> Input {
    Input::Text { name: name.into(), dir: ".".into(), text: text.as_bytes().to_vec() }
}

/// Whether a file contains grammars: source text, their connection to ports and events, or an archive.
#[must_use]
pub fn is_grammar(name: &str) -> bool {
    [".spicy", ".evt", ".hlto"].iter().any(|e| name.ends_with(e))
}

/// The script that describes the cluster.
const LAYOUT: &str = "cluster-layout";

struct World<'a> {
    search: &'a Search,
    request: &'a Request,
    services: &'a mut dyn FnMut() -> Services,
    tell: &'a mut dyn FnMut(&Diagnostic, &SourceMap),
    /// The grammar files that scripts load.
    asked: &'a mut Vec<String>,
    /// The working folder.
    working: String,
    early: early::Early,
    prefixed: Prefixed,
}

impl<'a> World<'a> {
    fn new(
        search: &'a Search,
        request: &'a Request,
        services: &'a mut dyn FnMut() -> Services,
        tell: &'a mut dyn FnMut(&Diagnostic, &SourceMap),
        asked: &'a mut Vec<String>,
    ) -> Self {
        search.begin_load();
        let working = search.working_folder();
        let (early, prefixed) = (early::Early::default(), Prefixed::default());
        World { search, request, services, tell, asked, working, early, prefixed }
    }
}

impl World<'_> {
    /// Makes a folder absolute, for `@DIR`.
    fn absolute(&self, dir: &str) -> String {
        if dir.starts_with('.') { format!("{}/{dir}", self.working) } else { dir.to_owned() }
    }

    fn relative<'d>(&self, dir: &'d str) -> &'d str {
        let below = dir.strip_prefix(&*self.working).and_then(|d| d.strip_prefix('/'));
        below.filter(|d| d.starts_with('.')).unwrap_or(dir)
    }

    fn script(&self, found: Option<Found>) -> Option<Script> {
        let found = found?;
        let path = match found.kind {
            FileKind::File => found.path,
            FileKind::Folder => self.search.package(&found.path)?.path,
        };
        Some(Script { key: self.search.identity(&path), dir: self.absolute(folder_of(&path)), name: path })
    }
}

impl Surroundings for World<'_> {
    fn find_script(&mut self, path: &str, from: Option<&str>) -> Option<Script> {
        if path == LAYOUT && self.request.layout.is_some() {
            let name = "<cluster-layout>".to_owned();
            return Some(Script { key: name.clone(), dir: self.absolute("."), name });
        }
        let found = self.search.script(path, from.map(|d| self.relative(d)));
        if is_grammar(path) {
            let path = found.filter(|f| f.kind == FileKind::File)?.path;
            if !self.request.loaded_grammars.contains(&path) && !self.asked.contains(&path) {
                self.asked.push(path.clone());
            }
            return Some(Script { key: path.clone(), dir: self.absolute(folder_of(&path)), name: path });
        }
        self.script(found)
    }

    fn find_signatures(&mut self, path: &str, from: Option<&str>) -> Option<Script> {
        self.script(self.search.signatures(path, from.map(|d| self.relative(d))))
    }

    fn mentioned(&mut self, signatures: &[Signatures]) -> Vec<String> {
        let asked = signatures.iter().filter_map(|s| Some(s.file.as_ref()?.name.clone()));
        let given =
            self.request.signatures.iter().filter_map(|s| Some(self.search.signatures(s, None)?.path));
        // Packed signatures mention no script identifiers.
        let unpacked = asked.chain(given).filter(|path| !in_packed(path));
        let texts = unpacked.filter_map(|path| self.search.read(&path).ok());
        let raised = self.request.grammars.iter().flat_map(|g| g.event_names().map(str::to_owned));
        let mentioned = texts.flat_map(|text| signature::mentioned(&String::from_utf8_lossy(&text)));
        mentioned.chain(raised).collect()
    }

    fn find_prefixed(&mut self, script: &Script, prefix: &str) -> Option<Script> {
        let found = self.prefixed.find(self.search, &script.name, prefix);
        self.script(found)
    }

    fn read(&mut self, file: &Script) -> Result<Text, String> {
        match &self.request.layout {
            Some(text) if file.name == "<cluster-layout>" => Ok(text.clone().into_bytes().into()),
            // Grammars are read before all scripts.
            _ if is_grammar(&file.name) => Ok(Vec::new().into()),
            _ => self.search.read(&file.name).map_err(|e| e.to_string()),
        }
    }

    fn evaluate(&mut self, program: &mut Program, condition: &ExprRef) -> Option<bool> {
        self.early.condition(program, condition, self.services)
    }

    fn addresses(&mut self, host: &str) -> Option<Vec<Addr>> {
        self.early.addresses(host, self.services)
    }

    fn report(&mut self, diagnostic: &Diagnostic, sources: &SourceMap) {
        if !self.asked.is_empty() {
            // The grammars may provide the missing names.
            return;
        }
        (self.tell)(diagnostic, sources);
    }
}
