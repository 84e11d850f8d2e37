//! `egret spicy`: checks grammars and parses files with them, with the options of Spicy's own tools.
//!
//! ```text
//! egret spicy check FILE…             reports errors; .evt files are checked against the units
//! egret spicy run FILE…               runs module-level statements
//! egret spicy driver [OPTIONS] FILE…  parses standard input with a unit
//! egret spicy dump [OPTIONS] FILE…    the same, then the unit as text (-J: JSON, -Q: with offsets, -P: with prints)
//! ```
//!
//! OPTIONS: -p UNIT|PORT|MIME, -i BYTES (input in pieces), -f FILE, -F BATCH, -l (list units), -c, --require-accept,
//! -d, --library-path DIR, --search-path DIRS, --carets.
mod archive;
pub(crate) mod attached;
mod batch;
mod find;
mod names;
mod options;
mod spicyz;

use names::Imports;
use options::{Mode, Options};
use spicy_analyzers::Source;
use spicy_sema::{Input, check_attached};
use spicy_syntax::{Diagnostics, Severity, Sources, evt};
use spicy_vm::{Error, Host, Outcome, Parser, Program, Store, World, compile, dump_json, dump_text};
use std::cell::RefCell;
use std::ffi::OsString;
use std::io::{Read, Write};
use std::process::ExitCode;
use std::rc::Rc;
use std::sync::Arc;

/// The decisions of a grammar about its input.
#[derive(Default)]
pub(crate) struct Said {
    accepted: bool,
    declined: Option<String>,
}

struct Console {
    quiet: bool,
    said: Rc<RefCell<Said>>,
}

impl Host for Console {
    fn print(&mut self, line: &str) {
        if !self.quiet {
            let _ = writeln!(std::io::stdout(), "{line}");
        }
    }

    fn accept(&mut self) {
        self.said.borrow_mut().accepted = true;
    }

    fn decline(&mut self, reason: &str) {
        self.said.borrow_mut().declined = Some(reason.to_owned());
    }

    fn now(&self) -> u64 {
        std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).map_or(0, |d| d.as_nanos() as u64)
    }

    fn variable(&self, name: &str) -> Option<String> {
        std::env::var(name).ok()
    }
}

/// Answers command lines of grammar tools: `egret spicy …`, and the names of Spicy's programs.
pub(crate) fn by_name(words: &[OsString]) -> Option<ExitCode> {
    answer(words).or_else(|| spicyz::answer(words)).or_else(|| names::answer(words))
}

/// Runs `egret spicy …`; `None` if the command line is something else.
fn answer(args: &[OsString]) -> Option<ExitCode> {
    let words = args.get(1..)?;
    let face = words.get(1).and_then(|w| w.to_str()).and_then(Mode::of)?;
    if words.first()? != "spicy" {
        return None;
    }
    let words = words.iter().skip(2).map(|w| w.to_string_lossy().into_owned());
    let options = match Options::read(face, words) {
        Ok(o) => o,
        Err(e) => {
            eprintln!("{e}");
            return Some(ExitCode::from(2));
        }
    };
    Some(answer_with(options))
}

fn answer_with(options: Options) -> ExitCode {
    // Calls in a grammar use frames of the virtual machine, not this stack. Native recursion is capped, and the stack
    // is large enough for the caps.
    let run = std::thread::Builder::new().stack_size(64 << 20).spawn(move || run(&options));
    match run.map(std::thread::JoinHandle::join) {
        Ok(Ok(code)) => code,
        _ => ExitCode::from(101),
    }
}

/// Returns the files of a command line, with archives unpacked, and the places where imports are found.
fn sources(options: &Options) -> Result<(Vec<Source>, Imports), String> {
    let mut out = Vec::new();
    let folders = find::Folders { paths: options.paths.clone() };
    let mut imports = Imports { folders, packed: Vec::new(), found: Vec::new() };
    for f in &options.files {
        let bytes = std::fs::read(f).map_err(|e| format!("[error] cannot read '{f}': {e}"))?;
        if f.ends_with(".hlto") {
            let packed = archive::unpack(&bytes).map_err(|e| format!("[error] {f}: {e}"))?;
            out.extend(packed.sources);
            imports.packed.extend(packed.modules);
            continue;
        }
        let text = String::from_utf8(bytes).map_err(|_| format!("[error] '{f}' is no text in UTF-8"))?;
        out.push(Source { name: f.clone(), text });
    }
    Ok((out, imports))
}

/// Checks the files and packs them into an archive.
fn pack(options: &Options, output: &str) -> Result<(), String> {
    let mut imports = None;
    load_with(options, &mut imports).ok_or("[error] aborting after errors")?;
    let (sources, _) = sources(options)?;
    let modules = imports.map(|i: Imports| i.found).unwrap_or_default();
    let bytes = archive::pack(&archive::Contents { sources, modules });
    std::fs::write(output, bytes).map_err(|e| format!("[error] cannot write {output}: {e}"))
}

fn load(options: &Options) -> Option<Program> {
    load_with(options, &mut None)
}

/// Loads the files, and stores in `found` where imports were found.
fn load_with(options: &Options, found: &mut Option<Imports>) -> Option<Program> {
    let mut errors = Diagnostics::default();
    let mut inputs = Vec::new();
    let (mut sources, mut evts) = (Sources::default(), Vec::new());
    let (files, mut finder) = match self::sources(options) {
        Ok(read) => read,
        Err(e) => {
            eprintln!("{e}");
            return None;
        }
    };
    for f in files {
        if f.name.ends_with(".evt") {
            let file = sources.add(&f.name, &f.text);
            evts.push((file, evt::parse(&sources, file, &mut errors)));
        } else {
            inputs.push(Input { name: f.name, text: f.text });
        }
    }
    let (sources, program) = check_attached(&inputs, &evts, &mut finder, sources, &mut errors);
    let sources = program.as_ref().map_or(&sources, |p| &p.sources);
    for d in errors.iter() {
        let text = if options.carets { sources.render(d) } else { sources.render_line(d) };
        if d.severity == Severity::Error || !options.silent {
            eprintln!("{text}");
        }
    }
    let program = match program {
        Some(p) => p,
        None => {
            eprintln!("[error] aborting after errors");
            return None;
        }
    };
    *found = Some(finder);
    let how = spicy_vm::Options { debug: options.debug, ranges: options.offsets, leaves_unread: false };
    match compile(program, how) {
        Ok(p) => Some(p),
        Err(e) => {
            eprintln!("[error] {e}");
            None
        }
    }
}

pub(crate) fn describe(program: &Program, e: &Error) -> String {
    let place = e.span().map(|s| format!(" ({})", program.hir.sources.location(s))).unwrap_or_default();
    format!("{}{place}", e.message())
}

fn run(options: &Options) -> ExitCode {
    let Some(program) = load(options) else { return ExitCode::FAILURE };
    if options.mode == Mode::Check {
        return ExitCode::SUCCESS;
    }
    let program = Arc::new(program);
    let said = Rc::new(RefCell::new(Said::default()));
    let mut host = Console { quiet: options.mode == Mode::Dump && !options.prints, said: Rc::clone(&said) };
    let mut store = match Store::new(Arc::clone(&program), &mut host) {
        Ok(s) => s,
        Err(e) => {
            eprintln!("uncaught exception {}: {}", e.kind(), describe(&program, &e));
            return ExitCode::FAILURE;
        }
    };
    let mut world = World::new(&mut store, &mut host);
    if options.mode == Mode::Run {
        return ExitCode::SUCCESS;
    }
    if options.list {
        print!("{}", options::list(&program, options));
        return ExitCode::SUCCESS;
    }
    if let Some(batch) = &options.batch {
        return batch::run(&mut world, batch, options);
    }
    let unit = match options::choose(&program, options) {
        Ok(u) => u,
        Err(e) => {
            eprintln!("[error] {e}");
            return ExitCode::FAILURE;
        }
    };
    let out = parse(&mut world, unit, options);
    let prefix = if options.mode == Mode::Dump { "spicy-dump: " } else { "" };
    match out {
        Ok(()) => {
            let said = said.borrow();
            let refused = options.check_accept
                && (said.declined.is_some() || (options.require_accept && !said.accepted));
            if refused { ExitCode::FAILURE } else { ExitCode::SUCCESS }
        }
        Err(e) if e.kind() == spicy_vm::ErrorKind::InvalidUnit => {
            eprintln!("[error] {}", e.message());
            ExitCode::FAILURE
        }
        Err(e) => {
            let _ = std::io::stdout().flush();
            eprintln!(
                "[error] {prefix}processing failed with exception of type {}: {}",
                e.kind(),
                describe(&program, &e)
            );
            ExitCode::FAILURE
        }
    }
}

fn parse(world: &mut World<'_>, unit: u32, options: &Options) -> Outcome<()> {
    let mut data = Vec::new();
    match &options.input {
        Some(f) if f != "/dev/zero" => {
            data = std::fs::read(f).unwrap_or_default();
        }
        Some(_) => {}
        None => {
            let _ = std::io::stdin().read_to_end(&mut data);
        }
    }
    let mut parser = Parser::new(world, unit, Vec::new(), None)?;
    let size = options.pieces.unwrap_or(usize::MAX).max(1);
    // If the input is one piece, its end is known from the start.
    for piece in data.chunks(size) {
        parser.feed(world, piece)?;
    }
    parser.finish(world)?;
    if options.mode == Mode::Dump {
        let unit = parser.into_unit();
        let text = if options.json {
            dump_json(world, &unit, options.offsets)?
        } else {
            dump_text(world, &unit, options.offsets)?
        };
        println!("{text}");
    }
    Ok(())
}
