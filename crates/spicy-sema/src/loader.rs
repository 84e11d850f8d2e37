//! Loads files and their imports, in the order in which they are checked.
use crate::check::Checker;
use crate::hir::Program;
use crate::prelude;
use spicy_syntax::ast::{Id, Item, Module};
use spicy_syntax::evt::Evt;
use spicy_syntax::{Diagnostics, FileId, Sources, Span, parse};
use std::collections::{HashMap, VecDeque};
use std::rc::Rc;

/// A file to check.
#[derive(Clone, Debug)]
pub struct Input {
    /// The file's name in messages.
    pub name: String,
    /// The file's content.
    pub text: String,
}

/// The file of an imported module.
#[derive(Clone, Debug)]
pub struct Found {
    /// The file's name in messages. It identifies the file.
    pub name: String,
    /// The file's content.
    pub text: String,
}

/// Finds imported modules.
pub trait Find {
    /// Finds the file of `import module [from path]`. `importer` is the name of the importing file.
    fn find(&mut self, module: &str, path: Option<&str>, importer: &str) -> Option<Found>;
}

/// A module and its imports.
pub(crate) struct Loaded {
    pub(crate) ast: Rc<Module>,
    /// The imported modules, by name.
    pub(crate) imports: HashMap<String, u32>,
    pub(crate) library: bool,
}

/// The most modules of a program.
const MAX_MODULES: usize = 1000;

/// Checks files and everything that they import. If no program is returned, at least one error was reported.
pub fn check(
    inputs: &[Input],
    find: &mut dyn Find,
    sources: Sources,
    errors: &mut Diagnostics,
) -> (Sources, Option<Program>) {
    check_attached(inputs, &[], find, sources, errors)
}

/// Like [`check`], but also attaches the analyzers, exports and events of .evt files. Each comes with its file.
pub fn check_attached(
    inputs: &[Input],
    evts: &[(FileId, Evt)],
    find: &mut dyn Find,
    sources: Sources,
    errors: &mut Diagnostics,
) -> (Sources, Option<Program>) {
    let mut sources = sources;
    let mut loader = Loader {
        sources: &mut sources,
        errors,
        modules: Vec::new(),
        files: HashMap::new(),
        queue: VecDeque::new(),
    };
    loader.add("spicy", prelude::SPICY, true);
    for input in inputs {
        loader.add(&input.name, &input.text, false);
    }
    // The imports of an .evt file belong to a module that only its events see.
    let first = loader.modules.len() as u32;
    for (file, evt) in evts {
        loader.add_evt(*file, evt);
    }
    loader.follow_imports(find);
    loader.show_everything(first, evts.len() as u32);
    let modules = loader.modules;
    if errors.has_errors() {
        return (sources, None);
    }
    let mut checker = Checker::new(sources, modules, errors);
    let evts: Vec<(u32, &Evt)> = evts.iter().enumerate().map(|(i, e)| (first + i as u32, &e.1)).collect();
    checker.run(&evts);
    let program = checker.program;
    if errors.has_errors() { (program.sources, None) } else { (Sources::default(), Some(program)) }
}

struct Loader<'a> {
    sources: &'a mut Sources,
    errors: &'a mut Diagnostics,
    modules: Vec<Loaded>,
    /// The modules, by file name.
    files: HashMap<String, u32>,
    queue: VecDeque<u32>,
}

impl Loader<'_> {
    fn add(&mut self, name: &str, text: &str, library: bool) -> Option<u32> {
        if let Some(known) = self.files.get(name) {
            return Some(*known);
        }
        let file: FileId = self.sources.add(name, text);
        let ast = parse(self.sources, file, self.errors)?;
        let index = self.modules.len() as u32;
        self.modules.push(Loaded { ast: Rc::new(ast), imports: HashMap::new(), library });
        self.files.insert(name.to_owned(), index);
        self.queue.push_back(index);
        Some(index)
    }

    fn add_evt(&mut self, file: FileId, evt: &Evt) {
        let span = Span { file, start: 0, end: 1 };
        let items = evt.imports.iter().cloned().map(Item::Import).collect();
        let name = Id { text: format!("evt {}", self.sources.name(file)), span };
        let ast = Rc::new(Module { file, name, span, items });
        self.queue.push_back(self.modules.len() as u32);
        self.modules.push(Loaded { ast, imports: HashMap::new(), library: true });
    }

    /// Makes all modules visible to events, by name.
    fn show_everything(&mut self, first: u32, count: u32) {
        let names: Vec<(String, u32)> =
            self.modules.iter().enumerate().map(|(i, m)| (m.ast.name.text.clone(), i as u32)).collect();
        for m in first..first + count {
            for (name, i) in &names {
                self.modules[m as usize].imports.entry(name.clone()).or_insert(*i);
            }
        }
    }

    fn follow_imports(&mut self, find: &mut dyn Find) {
        while let Some(index) = self.queue.pop_front() {
            let ast = Rc::clone(&self.modules[index as usize].ast);
            for item in &ast.items {
                let Item::Import(import) = item else { continue };
                let name = &import.name.text;
                let importer = self.sources.name(ast.file).to_owned();
                let path = import.from.as_ref().map(|p| p.text.as_str());
                let loaded = self.modules.iter().position(|m| m.ast.name.text == *name).map(|i| i as u32);
                let target = if path.is_none() && prelude::text(name).is_some() {
                    self.add(name, prelude::text(name).unwrap_or(""), true)
                } else if let (None, Some(known)) = (path, loaded) {
                    Some(known)
                } else if self.modules.len() >= MAX_MODULES {
                    self.errors.error(import.span, format!("more than {MAX_MODULES} modules"));
                    return;
                } else {
                    match find.find(name, path, &importer) {
                        Some(found) => self.add(&found.name, &found.text, false),
                        None => {
                            let message = format!("cannot import module '{name}': cannot find file");
                            self.errors.error(import.span, message);
                            None
                        }
                    }
                };
                if let Some(target) = target {
                    let actual = &self.modules[target as usize].ast.name;
                    if actual.text != *name {
                        let message =
                            format!("the file found for module '{name}' declares module '{}'", actual.text);
                        self.errors.error(import.span, message);
                    }
                    self.modules[index as usize].imports.insert(name.clone(), target);
                }
            }
        }
    }
}
