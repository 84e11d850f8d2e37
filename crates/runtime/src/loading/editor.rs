//! Loads scripts repeatedly for an editor, with an index of their names.
//!
//! The default scripts are loaded before the document, so a check loads only the document.
use super::{Request, World, add_defaults, loader, options};
use builtins::{FileKind, ScriptFiles, Search, Services};
use script_sema::load::{Input, Loader, Outcome};
use script_syntax::Diagnostic;
use std::cell::RefCell;
use std::collections::HashMap;
use std::io;
use std::rc::Rc;

/// The texts of files that are open in an editor, by absolute path. They replace the files on disk.
pub type Kept = Rc<RefCell<HashMap<String, Vec<u8>>>>;

/// Loads scripts for an editor.
pub struct Editor {
    search: Rc<Search>,
    kept: Kept,
    services: Box<dyn FnMut() -> Services>,
    request: Request,
    /// The loaded default scripts.
    ready: Option<Loader>,
}

impl Editor {
    /// Finds scripts in `files` along `folders` (separated by colons). `services` makes the services for conditions of
    /// `@if`.
    pub fn new(
        files: Box<dyn ScriptFiles>,
        folders: &str,
        request: Request,
        services: impl FnOnce(Rc<Search>) -> Box<dyn FnMut() -> Services>,
    ) -> Self {
        let kept = Kept::default();
        let files = OpenFiles { disk: files, kept: Rc::clone(&kept) };
        let search = Rc::new(Search::new(Box::new(files), Some(folders)));
        let services = services(Rc::clone(&search));
        Editor { search, kept, services, request, ready: None }
    }

    /// Sets the text of an open file. `None` returns to the file on disk.
    pub fn open(&mut self, path: &str, text: Option<&str>) {
        let path = self.search.identity(path);
        if self.ready.as_ref().is_some_and(|r| r.has_read(&path)) {
            self.ready = None;
        }
        match text {
            Some(text) => self.kept.borrow_mut().insert(path, text.as_bytes().to_vec()),
            None => self.kept.borrow_mut().remove(&path),
        };
    }

    /// Loads the default scripts for the next check, unless they are loaded.
    pub fn prepare(&mut self) {
        if self.ready.is_none() {
            let mut fresh = self.fresh(false);
            // Errors in default scripts are reported by the next check.
            self.with_world(&mut Vec::new(), |world| fresh.read_ahead(world));
            self.ready = Some(fresh);
        }
    }

    /// Loads the default scripts and `path`. Returns the outcome and the diagnostics.
    pub fn check(&mut self, path: &str) -> (Outcome, Vec<Diagnostic>) {
        self.prepare();
        let identity = self.search.identity(path);
        // A document that is itself a default script is loaded in its usual position.
        let ready = self.ready.take().filter(|r| !r.has_read(&identity));
        let mut next = ready.unwrap_or_else(|| self.fresh(false));
        next.add(Input::Script(path.to_owned()));
        self.finish(next)
    }

    /// Loads the default scripts and all of `paths`. Errors in one file do not keep the others out of the index.
    pub fn check_all(&mut self, paths: &[String]) -> (Outcome, Vec<Diagnostic>) {
        let mut next = self.fresh(true);
        for path in paths {
            next.add(Input::Script(path.clone()));
        }
        self.finish(next)
    }

    fn fresh(&self, all_files: bool) -> Loader {
        let options = script_sema::Options { index: true, all_files, ..options(&self.request) };
        let mut next = loader(options);
        add_defaults(&mut next, &self.request);
        next
    }

    fn finish(&mut self, next: Loader) -> (Outcome, Vec<Diagnostic>) {
        let mut said = Vec::new();
        let outcome = self.with_world(&mut said, |world| next.run(world));
        (outcome, said)
    }

    fn with_world<T>(&mut self, said: &mut Vec<Diagnostic>, f: impl FnOnce(&mut World<'_>) -> T) -> T {
        let mut tell = |d: &Diagnostic, _: &_| said.push(d.clone());
        // Grammars that a document loads are not read here, so their types stay unknown.
        let mut asked = Vec::new();
        f(&mut World::new(&self.search, &self.request, &mut self.services, &mut tell, &mut asked))
    }
}

/// Files on disk, overlaid with the files that are open in an editor.
struct OpenFiles {
    disk: Box<dyn ScriptFiles>,
    kept: Kept,
}

impl OpenFiles {
    fn key(&self, path: &str) -> String {
        self.disk.identity(path).unwrap_or_else(|| path.to_owned())
    }
}

impl ScriptFiles for OpenFiles {
    fn read(&self, path: &str) -> io::Result<Vec<u8>> {
        match self.kept.borrow().get(&self.key(path)) {
            Some(text) => Ok(text.clone()),
            None => self.disk.read(path),
        }
    }

    fn kind(&self, path: &str) -> Option<FileKind> {
        // A new document has no file yet.
        let open = || self.kept.borrow().contains_key(path).then_some(FileKind::File);
        self.disk.kind(path).or_else(open)
    }

    fn identity(&self, path: &str) -> Option<String> {
        let open = || self.kept.borrow().contains_key(path).then(|| path.to_owned());
        self.disk.identity(path).or_else(open)
    }

    fn working_folder(&self) -> String {
        self.disk.working_folder()
    }

    fn standard_input(&self) -> io::Result<Vec<u8>> {
        // Standard input carries the editor's messages.
        Ok(Vec::new())
    }
}
