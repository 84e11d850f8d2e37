//! Loaded scripts whose run has not started: initializes globals and applies options of the command line.
use crate::error::{ScriptEnd, StartError};
use crate::globals;
use crate::handlers::{check_ending, drain, fatal};
use crate::run::Run;
use crate::signatures;
use builtins::{
    Coverage, CurrentPacket, Profile, Services, StatementTrace, Statements, folder_of, in_packed, names,
};
use script_sema::load::Outcome;
use script_sema::tree::{Program, marks};
use script_syntax::{SourceMap, Span};
use script_vm::Machine;
use session::{Keys, Options};
use spicy_analyzers::Grammar;
use std::collections::{BTreeSet, HashMap};
use std::rc::Rc;
use std::sync::Arc;
use value::Context;

/// Loaded scripts on a machine. [`start`](Self::start) turns them into a [`Run`].
pub struct Prepared {
    machine: Machine,
    /// The loaded files, with the depth of their `@load`.
    files: Vec<(String, usize)>,
    allow_init_errors: bool,
    grammars: Vec<Arc<Grammar>>,
    /// The environment variables that grammars see.
    variables: HashMap<String, String>,
}

impl Prepared {
    /// Prepares scripts that loaded without errors. `allow_init_errors` lets the run continue after errors in
    /// `zeek_init`.
    #[must_use]
    pub fn new(loaded: Outcome, mut services: Services, allow_init_errors: bool) -> Self {
        let mut program = loaded.program;
        observe(&mut program, &loaded.sources, &loaded.branches, &mut services);
        let program = Rc::new(program);
        services.packets.current = CurrentPacket::of(&program);
        services.program.tree = Some(Rc::clone(&program));
        services.program.sources = Rc::new(loaded.sources);
        let asked = loaded.signatures.into_iter().map(|s| (s.asked, s.file.map(|f| f.name)));
        services.signatures.files.splice(0..0, asked);
        let read = loaded.loaded.into_iter().filter(|l| !l.skipped);
        let files = read.map(|l| (l.file.name, l.depth)).collect();
        let machine = Machine::new(program, Box::new(services));
        name_analyzers(&machine);
        Prepared { machine, files, allow_init_errors, grammars: Vec::new(), variables: HashMap::new() }
    }

    /// Adds the analyzers of Spicy grammars, with the environment variables that they see.
    #[must_use]
    pub fn with_grammars(mut self, grammars: Vec<Arc<Grammar>>, variables: HashMap<String, String>) -> Self {
        (self.grammars, self.variables) = (grammars, variables);
        self
    }

    /// Returns the services that built-in functions share.
    pub fn services(&mut self) -> &mut Services {
        Services::of(&mut self.machine)
    }

    pub(crate) fn machine(&self) -> &Machine {
        &self.machine
    }

    /// Returns the folders of the loaded scripts that are not packed into the program. A folder of ZEEKPATH may link to
    /// them.
    #[must_use]
    pub fn folders(&self) -> BTreeSet<String> {
        let own =
            self.files.iter().map(|(path, _)| path).filter(|path| !in_packed(path) && !path.starts_with('<'));
        own.map(|path| folder_of(path).to_owned()).collect()
    }

    /// Leaks the scripts' tree. For a process that ends with its run: freeing takes longer than a short run.
    pub fn leak_program(&self) {
        std::mem::forget(Rc::clone(self.machine.program()));
    }

    /// Initializes the globals.
    ///
    /// # Errors
    /// Scripts ended the run, or errors were reported.
    pub fn initialize(&mut self) -> Result<(), ScriptEnd> {
        self.machine.initialize();
        check_ending(&mut self.machine)?;
        let services = self.services();
        services.program.loading = false;
        if services.reporter.errors > 0 { Err(ScriptEnd::Exit(1)) } else { Ok(()) }
    }

    /// Sets a `vector of string`. A global of another type is not changed.
    pub fn set_texts(&mut self, name: &str, texts: &[String]) {
        globals::set_texts(&mut self.machine, name, texts);
    }

    /// Sets a `bool`. A global of another type is not changed.
    pub fn set_flag(&mut self, name: &str, on: bool) {
        globals::set_flag(&mut self.machine, name, on);
    }

    /// Returns the texts of a `string`, or of a set or vector of strings; empty if there is no such global.
    #[must_use]
    pub fn texts(&self, name: &str) -> Vec<String> {
        globals::texts(&self.machine, name)
    }

    /// Describes a global as `-I` prints it; `None` if it does not exist.
    #[must_use]
    pub fn describe(&self, name: &str) -> Option<String> {
        globals::describe(&self.machine, name)
    }

    /// Reads the signature files without running anything, and reports errors.
    ///
    /// # Errors
    /// A file is missing or invalid.
    pub fn check_signatures(&mut self) -> Result<(), ScriptEnd> {
        signatures::load(&mut self.machine)
    }

    /// Looks up the host names that scripts asked for while they loaded, and saves the answers for `-F` (`-P`).
    ///
    /// # Errors
    /// Names could not be saved, or a script ended the run.
    pub fn prime_names(&mut self) -> Result<(), ScriptEnd> {
        if let Err(e) = names::prime(&mut self.machine) {
            let text = format!("can't update DNS cache: {}", outside::system_error(&e));
            return Err(fatal(&mut self.machine, &text));
        }
        drain(&mut self.machine)
    }

    /// Creates the session with the scripts' options, runs `zeek_init` and carries out the orders that it gave.
    ///
    /// # Errors
    /// Scripts ended the run, or declare an event with parameters that differ from those that this program passes.
    pub fn start(self, options: Options, keys: &Keys) -> Result<Run, StartError> {
        let mut run = Run::new(self.machine, options, keys, (&self.grammars, self.variables))?;
        run.start(self.files, self.allow_init_errors)?;
        Ok(run)
    }
}

/// Gives each tag of `AllAnalyzers::Tag` the name that it has in the enum of its kind, so that it prints, for example,
/// Marks the statements of a program if something observes which of them run.
fn observe(program: &mut Program, sources: &SourceMap, branches: &[(Span, bool)], services: &mut Services) {
    let (file, out) = (services.invocation.coverage_file.clone(), services.trace_to.take());
    if file.is_none() && out.is_none() && !services.invocation.profile {
        return;
    }
    let mut statements = Statements::new(sources);
    let marks = marks::mark(program, &mut |s, locals| {
        if file.is_some() {
            statements.add(s, locals);
        }
    });
    services.coverage = file.map(|file| Coverage::of(&file, program, &marks, statements, branches));
    services.trace = out.map(|out| StatementTrace::of(&marks, program, sources, out));
    services.profile = services.invocation.profile.then(|| Profile::of(marks));
}

/// as `Analyzer::ANALYZER_DNS`.
fn name_analyzers(cx: &dyn Context) {
    let of = |name: &str| cx.named_type(name).and_then(|t| t.as_enum().cloned());
    let Some(all) = of("AllAnalyzers::Tag") else { return };
    for kind in ["Analyzer::Tag", "PacketAnalyzer::Tag", "Files::Tag"] {
        for (name, number) in of(kind).map(|e| e.values()).unwrap_or_default() {
            all.prefer(name, number);
        }
    }
}
