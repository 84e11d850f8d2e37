//! The analyzer of a file, and of the files inside it.
use crate::arguments::Raised;
use crate::engine::Engine;
use crate::grammar::Kind;
use crate::library::{self, Around, number, text, unavailable};
use crate::protocol::{begin, is_misuse};
use crate::scripts::moment;
use event::EnumName;
use protocols::files::{AddedKind, ArgsId, FileAnalyzer, FileContext, Within, WithinPiece};
use session::{ScriptValue, Uid};
use spicy_vm::{Error, ErrorKind, Host, Outcome, Parser, Progress, Store, Value};
use std::rc::Rc;

/// The maximum number of open files inside one file.
const MAX_INNER: usize = 64;

/// The default of `Spicy::max_file_depth`.
const MAX_DEPTH: u64 = 5;

/// Returns the kinds of file analyzers in a grammar.
#[must_use]
pub fn file_kinds(engine: &Rc<Engine>) -> Vec<AddedKind> {
    let offered = engine.grammar.analyzers.iter().enumerate().filter(|(_, o)| o.kind == Kind::File);
    let kinds = offered.map(|(at, o)| {
        let shared = Rc::clone(engine);
        let make = Box::new(move |args| Box::new(OneFile::new(&shared, at, args)) as Box<dyn FileAnalyzer>);
        AddedKind { tag: EnumName(o.script_name), replaces: o.replaces.clone(), make }
    });
    kinds.collect()
}

/// Runs a grammar's unit on one file.
struct OneFile {
    engine: Rc<Engine>,
    unit: Option<u32>,
    args: ArgsId,
    parser: Option<Box<Parser>>,
    /// The open files inside this one, latest last.
    inner: Vec<(String, Uid, Option<String>)>,
    /// The number of inner files that were opened without an id.
    begun: u64,
    /// Whether the file is nested too deeply; known from its first bytes on.
    too_deep: Option<bool>,
}

/// A piece of input.
enum Input<'a> {
    Data(&'a [u8]),
    End,
}

impl OneFile {
    fn new(engine: &Rc<Engine>, at: usize, args: ArgsId) -> Self {
        let unit = engine.grammar.analyzers.get(at).and_then(|o| o.units[0]);
        OneFile {
            engine: Rc::clone(engine),
            unit,
            args,
            parser: None,
            inner: Vec::new(),
            begun: 0,
            too_deep: None,
        }
    }

    /// Passes input to the parser. Returns false if no more input is wanted.
    fn deliver(&mut self, cx: &mut FileContext<'_>, input: &Input<'_>) -> bool {
        let Some(unit) = self.unit else { return false };
        let engine = Rc::clone(&self.engine);
        let parser = &mut self.parser;
        let mut host =
            OnFile { cx, engine: &engine, inner: &mut self.inner, begun: &mut self.begun, skips: false };
        let outcome = engine.run(&mut host, |world| {
            let p = match parser {
                Some(p) => p,
                none => none.insert(Box::new(begin(world, unit, &mut None)?)),
            };
            match input {
                Input::Data(data) => p.feed(world, data),
                Input::End => p.finish(world),
            }
        });
        let skips = host.skips;
        match outcome {
            Ok(progress) => progress == Progress::NeedsInput && !skips,
            Err(e) => {
                let text = engine.grammar.describe(&e);
                if is_misuse(e.kind()) {
                    cx.handlers().complain(&text);
                } else {
                    cx.violate(&text, None);
                }
                false
            }
        }
    }

    /// Whether the file is nested too deeply, which is reported once.
    fn is_too_deep(&mut self, cx: &mut FileContext<'_>) -> bool {
        if let Some(known) = self.too_deep {
            return known;
        }
        let limit = match cx.handlers().script_value("Spicy::max_file_depth") {
            Some(ScriptValue::Count(n)) => n,
            _ => MAX_DEPTH,
        };
        let deep = u64::from(cx.file().depth) >= limit;
        self.too_deep = Some(deep);
        if deep {
            cx.too_deep(self.args, limit);
            cx.violate(&format!("files nest more than {limit} deep (Spicy::max_file_depth)"), None);
        }
        deep
    }
}

impl FileAnalyzer for OneFile {
    fn stream(&mut self, cx: &mut FileContext<'_>, data: &[u8]) -> bool {
        if self.is_too_deep(cx) {
            return true;
        }
        // The first piece of a file may be empty.
        data.is_empty() || self.deliver(cx, &Input::Data(data))
    }

    fn undelivered(&mut self, _: &mut FileContext<'_>, _: u64, _: u64) -> bool {
        // Data after a gap is not parsed.
        false
    }

    fn end(&mut self, cx: &mut FileContext<'_>) -> bool {
        self.deliver(cx, &Input::End);
        false
    }

    fn done(&mut self, cx: &mut FileContext<'_>) {
        for (_, id, mime) in self.inner.drain(..) {
            cx.within(Within { id, piece: WithinPiece::End, mime });
        }
    }
}

/// The context that a grammar can access while it parses a file.
struct OnFile<'a, 'c> {
    cx: &'a mut FileContext<'c>,
    engine: &'a Engine,
    inner: &'a mut Vec<(String, Uid, Option<String>)>,
    begun: &'a mut u64,
    skips: bool,
}

impl Around for OnFile<'_, '_> {
    fn script_value(&mut self, name: &str) -> Option<ScriptValue> {
        self.cx.handlers().script_value(name)
    }

    fn packets(&self) -> Option<u64> {
        None
    }

    fn network_time(&self) -> u64 {
        moment(self.cx.file().last_active)
    }
}

impl OnFile<'_, '_> {
    fn begin_inner(&mut self, args: &[Value]) -> Outcome<Value> {
        let mime = matches!(args.first(), Some(Value::Str(_))).then(|| text(args, 0));
        if self.inner.len() >= MAX_INNER {
            let message = format!("more than {MAX_INNER} files are open inside one file");
            return Err(Error::new(ErrorKind::ElementBudget, message));
        }
        let id = match args.get(1) {
            Some(Value::Str(given)) => Uid::of_text(given, b'F').ok_or_else(|| {
                let message = format!("'{given}' is no file id: F and letters or digits");
                Error::new(ErrorKind::InvalidValue, message)
            })?,
            _ => {
                *self.begun += 1;
                let count = *self.begun;
                let outer = self.cx.file().id.text(b'F');
                self.cx.handlers().file_id(format!("{outer}.{count}").as_bytes())
            }
        };
        let name = id.text(b'F').as_str().to_owned();
        self.cx.within(Within { id, piece: WithinPiece::Data(Vec::new()), mime: mime.clone() });
        self.inner.push((name.clone(), id, mime));
        Ok(Value::text(&name))
    }

    /// Runs a function on inner files; `None` if `name` is another function.
    fn on_inner(&mut self, name: &str, args: &[Value]) -> Option<Outcome<Value>> {
        let at = match name {
            "zeek::file_begin" => return Some(self.begin_inner(args)),
            "zeek::file_end" => 0,
            "zeek::file_set_size" | "zeek::file_data_in" => 1,
            "zeek::file_data_in_at_offset" | "zeek::file_gap" => 2,
            _ => return None,
        };
        let place = match args.get(at) {
            Some(Value::Str(id)) => self.inner.iter().position(|f| f.0 == **id),
            _ => self.inner.len().checked_sub(1),
        };
        let Some((id, mime)) = place.and_then(|p| self.inner.get(p)).map(|f| (f.1, f.2.clone())) else {
            return Some(Err(library::no_file(args.get(at))));
        };
        let bytes = || match args.first() {
            Some(Value::Bytes(data)) => data.as_slice().to_vec(),
            _ => Vec::new(),
        };
        let piece = match name {
            "zeek::file_end" => {
                self.inner.retain(|f| f.1 != id);
                WithinPiece::End
            }
            "zeek::file_set_size" => WithinPiece::Size(number(args, 0)),
            "zeek::file_gap" => WithinPiece::Gap(number(args, 0), number(args, 1)),
            "zeek::file_data_in_at_offset" => WithinPiece::DataAt(number(args, 1), bytes()),
            _ => WithinPiece::Data(bytes()),
        };
        self.cx.within(Within { id, piece, mime });
        Some(Ok(Value::Null))
    }
}

impl Host for OnFile<'_, '_> {
    fn print(&mut self, line: &str) {
        if self.engine.settings.prints {
            self.cx.handlers().print(line);
        }
    }

    fn accept(&mut self) {
        self.cx.confirm();
    }

    fn decline(&mut self, reason: &str) {
        self.cx.violate(reason, None);
    }

    fn now(&self) -> u64 {
        self.network_time()
    }

    fn variable(&self, name: &str) -> Option<String> {
        self.engine.settings.variables.get(name).cloned()
    }

    fn wants(&self, event: u32) -> bool {
        self.engine.grammar.events.get(event as usize).is_some_and(|d| self.cx.wants_added(d.id))
    }

    fn event(&mut self, event: u32, values: &[Value]) -> Outcome<()> {
        let Some((def, args)) = self.engine.grammar.event(event) else { return Ok(()) };
        let (file, is_orig) = (Some(self.cx.file().number), self.cx.file().is_orig);
        let grammar = &*self.engine.grammar;
        self.cx.event_dyn(&Raised { def, grammar, args, values, conn: None, file, packet: None, is_orig });
        Ok(())
    }

    fn call(&mut self, _: &mut Store, name: &str, args: &[Value]) -> Outcome<Value> {
        match name {
            "zeek::fuid" => return Ok(Value::text(self.cx.file().id.text(b'F').as_str())),
            "zeek::is_orig" => {
                return self.cx.file().is_orig.map(Value::Bool).ok_or_else(|| unavailable(name));
            }
            "zeek::confirm_protocol" => self.cx.confirm(),
            "zeek::reject_protocol" => self.cx.violate(&text(args, 0), None),
            "zeek::weird" => {
                let (name, addl) = (text(args, 0), text(args, 1));
                self.cx.event(|f| event::weird::FileWeird {
                    name: &name,
                    f,
                    addl: addl.as_bytes(),
                    source: "",
                });
            }
            "zeek::skip_input" => self.skips = true,
            _ => {
                if let Some(answer) = self.on_inner(name, args) {
                    return answer;
                }
                let engine = self.engine;
                return library::answer(engine.context(&mut engine.random.borrow_mut()), self, name, args)
                    .unwrap_or_else(|| Err(unavailable(name)));
            }
        }
        Ok(Value::Null)
    }
}
