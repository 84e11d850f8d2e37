//! Grammars and the .evt files that attach them, checked and compiled once for all threads.
use crate::fields::Shapes;
use crate::native;
use event::EventDef;
use protocols::registry;
use session::analyzer::Tag;
use spicy_sema::hir::{Analyzer, EventArg};
use spicy_sema::{Find, Input, check_attached};
use spicy_syntax::evt::{self, AnalyzerKind};
use spicy_syntax::{Diagnostic, Diagnostics, Severity, Sources};
use spicy_vm::{Error, Program, compile};
use std::sync::Arc;

/// A source file of a grammar.
#[derive(Clone, Debug)]
pub struct Source {
    /// The file's name in messages. A file whose name ends in `.evt` attaches grammars; any other file is a grammar.
    pub name: String,
    /// Its content.
    pub text: String,
}

/// The kind of input that an analyzer parses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Streams of TCP connections.
    Tcp,
    /// Datagrams.
    Udp,
    /// Files.
    File,
    /// Packets below the transport.
    Packet,
}

/// An analyzer that a grammar defines.
#[derive(Debug)]
pub struct Offered {
    /// `spicy_TFTP` for `spicy::TFTP`.
    pub name: String,
    /// The name in enumerators: `SPICY_TFTP`.
    pub label: String,
    /// The kind of input.
    pub kind: Kind,
    /// The tag of a protocol analyzer.
    pub tag: Tag,
    /// The name in scripts, `Analyzer::ANALYZER_SPICY_TFTP`.
    pub script_name: &'static str,
    /// The analyzer that this one replaces, as named in the .evt file.
    pub replaces: Option<String>,
    /// The units of originator and responder. File and packet analyzers have only the first.
    pub units: [Option<u32>; 2],
}

/// Compiled grammars.
#[derive(Debug)]
pub struct Grammar {
    /// The compiled program.
    pub program: Arc<Program>,
    /// The analyzers, in the program's order.
    pub analyzers: Vec<Offered>,
    /// The events, by their numbers in the program.
    pub(crate) events: Vec<&'static EventDef>,
    /// The names of exported types in scripts.
    pub(crate) names: Vec<(spicy_sema::types::Ty, String)>,
    /// What events need to know of types.
    pub(crate) shapes: Shapes,
}

/// Returns the name of an analyzer in tags and messages.
fn plain(name: &str) -> String {
    name.replace("::", "_")
}

/// Returns the name in enumerators: capital letters, digits and underscores.
pub(crate) fn label(name: &str) -> String {
    name.to_uppercase().replace(|c: char| !c.is_ascii_alphanumeric(), "_")
}

impl Grammar {
    /// Checks and compiles files and all their imports. Returns warnings as messages.
    ///
    /// # Errors
    /// The messages, if at least one is an error.
    pub fn load(
        files: &[Source],
        find: &mut dyn Find,
        carets: bool,
    ) -> Result<(Self, Vec<String>), Vec<String>> {
        let mut errors = Diagnostics::default();
        let (mut sources, mut inputs, mut evts) = (Sources::default(), Vec::new(), Vec::new());
        for f in files {
            if f.name.ends_with(".evt") {
                let file = sources.add(&f.name, &f.text);
                evts.push((file, evt::parse(&sources, file, &mut errors)));
                if errors.has_errors() {
                    // Report only the first error of a file, since later ones are often consequences of it.
                    let first = errors.iter().find(|d| d.severity == Severity::Error);
                    let first = first.map(|d| shown(&sources, d, carets));
                    let last = format!("[error] error loading EVT file \"{}\"", f.name);
                    return Err(first.into_iter().chain([last]).collect());
                }
            } else {
                inputs.push(Input { name: f.name.clone(), text: f.text.clone() });
            }
        }
        let (sources, program) = check_attached(&inputs, &evts, find, sources, &mut errors);
        let sources = program.as_ref().map_or(&sources, |p| &p.sources);
        let shown = errors.iter().map(|d| (d.severity == Severity::Error, shown(sources, d, carets)));
        let mut said: Vec<(bool, String)> = shown.collect();
        let program = program.filter(|_| !said.iter().any(|s| s.0));
        let Some(program) = program else { return Err(said.into_iter().map(|s| s.1).collect()) };
        for f in &program.functions {
            if let Some(name) = &f.native
                && !native::is_known(name)
            {
                let place = program.sources.location(f.span);
                said.push((
                    true,
                    format!(
                        "[error] {place}: function '{}' is written in C++ (&cxxname=\"{name}\"), and this program has \
                         no function of its own for it",
                        f.name
                    ),
                ));
            }
        }
        let said_all = |said: Vec<(bool, String)>| said.into_iter().map(|s| s.1).collect::<Vec<_>>();
        if said.iter().any(|s| s.0) {
            return Err(said_all(said));
        }
        // Scripts see of units what events pass.
        let how = spicy_vm::Options { leaves_unread: true, ..spicy_vm::Options::default() };
        let program = compile(program, how).map_err(|e| vec![format!("[error] {e}")])?;
        let grammar = Self::of(program).map_err(|e| vec![format!("[error] {e}")])?;
        Ok((grammar, said_all(said)))
    }

    fn of(program: Program) -> Result<Self, String> {
        let hir = &program.hir;
        let analyzers = hir.analyzers.iter().map(offered).collect::<Result<_, _>>()?;
        let events = hir.events.iter().map(|e| {
            event::add(&e.name, e.args.len())
                .ok_or_else(|| format!("too many events: no number is left for {}", e.name))
        });
        let events = events.collect::<Result<_, _>>()?;
        let names = crate::declare::names(hir);
        let shapes = Shapes::default();
        let mut grammar = Grammar { analyzers, events, names, shapes, program: Arc::new(program) };
        grammar.shapes = Shapes::of(&grammar);
        crate::declare::check(&grammar)?;
        Ok(grammar)
    }

    /// Returns the names of the events that the grammar raises.
    pub fn event_names(&self) -> impl Iterator<Item = &'static str> {
        self.events.iter().map(|d| d.name)
    }

    /// Returns an event by its number in the program.
    pub(crate) fn event(&self, number: u32) -> Option<(&'static EventDef, &[EventArg])> {
        let at = number as usize;
        Some((*self.events.get(at)?, self.program.hir.events.get(at)?.args.as_slice()))
    }

    /// Formats an error with its place in the grammar.
    pub(crate) fn describe(&self, e: &Error) -> String {
        let place =
            e.span().map(|s| format!(" ({})", self.program.hir.sources.location(s))).unwrap_or_default();
        format!("{}{place}", e.message())
    }
}

/// Formats a diagnostic. Without carets it takes one line, and a place in an .evt file is given as its line.
fn shown(sources: &Sources, d: &Diagnostic, carets: bool) -> String {
    let name = sources.name(d.span.file);
    if carets {
        sources.render(d)
    } else if name.ends_with(".evt") && d.severity == Severity::Error {
        format!("[error] {name}:{}: {}", sources.place(d.span.file, d.span.start).line, d.message)
    } else {
        sources.render_line(d)
    }
}

fn offered(a: &Analyzer) -> Result<Offered, String> {
    let name = plain(&a.name);
    let label = label(&name);
    let (kind, module) = match a.kind {
        AnalyzerKind::Tcp => (Kind::Tcp, "Analyzer"),
        AnalyzerKind::Udp => (Kind::Udp, "Analyzer"),
        AnalyzerKind::File => (Kind::File, "Files"),
        AnalyzerKind::Packet => (Kind::Packet, "PacketAnalyzer"),
    };
    // Protocol analyzers are identified by their tags; file and packet analyzers by their enumerators.
    let tag = match kind {
        Kind::Tcp | Kind::Udp => {
            registry::add(&label).ok_or_else(|| format!("too many analyzers: no tag is left for {name}"))?
        }
        Kind::File | Kind::Packet => Tag(0),
    };
    let script_name = match kind {
        Kind::Tcp | Kind::Udp => registry::script_name(tag),
        Kind::File | Kind::Packet => protocols::names::keep(&format!("{module}::ANALYZER_{label}")),
    };
    let units = [a.originator, a.responder];
    Ok(Offered { name, label, kind, tag, script_name, replaces: a.replaces.clone(), units })
}
