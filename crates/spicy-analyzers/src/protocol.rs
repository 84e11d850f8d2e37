//! The analyzer of a connection.
use crate::connection::OnConnection;
use crate::engine::Engine;
use crate::grammar::Kind;
use crate::links::Links;
use protocols::{Maker, Protocols};
use session::Role;
use session::analyzer::{Analyzer, Context, Datagram};
use spicy_vm::{Error, ErrorKind, Outcome, Parser, Progress, Value, World};
use std::rc::Rc;

/// Registers the grammar's protocol analyzers.
pub fn register(engine: &Rc<Engine>, protocols: &mut Protocols) {
    for (at, offered) in engine.grammar.analyzers.iter().enumerate() {
        if !matches!(offered.kind, Kind::Tcp | Kind::Udp) {
            continue;
        }
        let shared = Rc::clone(engine);
        let maker: Maker = Box::new(move |_| Some(Box::new(Grammatical::new(&shared, at))));
        protocols.add(offered.tag, maker);
        if let Some(replaced) = crate::declare::replaced(offered) {
            protocols.replace(replaced, offered.tag);
        }
    }
}

/// The parser for one side.
enum Side {
    /// No input yet.
    Quiet(u32),
    Parsing(Box<Parser>),
    /// The unit has ended or failed, or there is none.
    Over,
}

/// The analyzer that runs a grammar's units on a connection.
pub(crate) struct Grammatical {
    engine: Rc<Engine>,
    /// The parsers of the originator and the responder.
    sides: [Side; 2],
    units: [Option<u32>; 2],
    /// The value that both sides share, and the name of its type.
    context: Option<(Value, String)>,
    links: Links,
    /// Whether the analyzer accepts no more input.
    stopped: bool,
}

/// A piece of input.
enum Input<'a> {
    Data(&'a [u8]),
    Gap(u64),
    End,
}

impl Grammatical {
    fn new(engine: &Rc<Engine>, at: usize) -> Self {
        let units = engine.grammar.analyzers.get(at).map_or([None; 2], |o| o.units);
        let side = |u: Option<u32>| u.map_or(Side::Over, Side::Quiet);
        Grammatical {
            engine: Rc::clone(engine),
            sides: units.map(side),
            units,
            context: None,
            links: Links::default(),
            stopped: false,
        }
    }

    /// Runs `f` with the grammar. An error ends the analyzer.
    fn run<R>(
        &mut self,
        cx: &mut Context<'_, '_>,
        from: Role,
        data: Option<&[u8]>,
        f: impl FnOnce(&mut Option<(Value, String)>, &mut World<'_>) -> Outcome<R>,
    ) -> Option<R> {
        let engine = Rc::clone(&self.engine);
        let context = &mut self.context;
        let mut host =
            OnConnection { cx, engine: &engine, links: &mut self.links, from, skips: false, flipped: false };
        let outcome = engine.run(&mut host, |world| f(context, world));
        let OnConnection { skips, flipped, .. } = host;
        if flipped {
            self.flip();
        }
        match outcome {
            Ok(r) => {
                if skips {
                    self.stop(cx);
                }
                Some(r)
            }
            Err(e) => {
                let text = engine.grammar.describe(&e);
                if is_misuse(e.kind()) {
                    cx.complain(&text);
                } else {
                    cx.violate(&text, data);
                }
                self.stop(cx);
                None
            }
        }
    }

    fn stop(&mut self, cx: &mut Context<'_, '_>) {
        self.stopped = true;
        self.sides = [Side::Over, Side::Over];
        cx.skip_rest();
    }

    fn flip(&mut self) {
        self.sides.swap(0, 1);
        self.units.swap(0, 1);
    }

    fn deliver(&mut self, cx: &mut Context<'_, '_>, from: Role, input: Input<'_>) {
        if self.stopped {
            return;
        }
        let at = usize::from(!from.is_orig());
        let side = std::mem::replace(&mut self.sides[at], Side::Over);
        let (mut parser, unit) = match side {
            Side::Over => return,
            // Without any input, there is nothing to end.
            Side::Quiet(unit) if matches!(input, Input::End) => {
                self.sides[at] = Side::Quiet(unit);
                return;
            }
            Side::Quiet(unit) => (None, unit),
            Side::Parsing(p) => (Some(p), 0),
        };
        let data = if let Input::Data(d) = input { Some(d) } else { None };
        let progress = self.run(cx, from, data, |context, world| {
            let p = match &mut parser {
                Some(p) => p,
                none => none.insert(Box::new(begin(world, unit, context)?)),
            };
            match input {
                Input::Data(data) => p.feed(world, data),
                Input::Gap(len) => p.gap(world, len),
                Input::End => p.finish(world),
            }
        });
        if let (Some(Progress::NeedsInput), Some(p), false) = (progress, parser, self.stopped) {
            // The sides may have exchanged roles during the call.
            let place = if matches!(self.sides[at], Side::Over) { at } else { 1 - at };
            self.sides[place] = Side::Parsing(p);
        }
        if !self.stopped && self.sides.iter().all(|s| matches!(s, Side::Over)) {
            self.stop(cx);
        }
    }

    fn datagram(&mut self, cx: &mut Context<'_, '_>, from: Role, data: &[u8]) {
        if self.stopped {
            return;
        }
        let Some(unit) = self.units[usize::from(!from.is_orig())] else { return };
        self.run(cx, from, Some(data), |context, world| begin(world, unit, context)?.parse(world, data));
    }
}

/// Whether an error is the grammar's fault rather than its input's.
pub(crate) fn is_misuse(kind: ErrorKind) -> bool {
    matches!(
        kind,
        ErrorKind::ContextMismatch
            | ErrorKind::Sink
            | ErrorKind::InvalidUnit
            | ErrorKind::UnitAlreadyConnected
    )
}

/// Creates a parser for a unit that shares the connection's context.
pub(crate) fn begin(
    world: &mut World<'_>,
    unit: u32,
    context: &mut Option<(Value, String)>,
) -> Outcome<Parser> {
    let parser = Parser::new(world, unit, Vec::new(), None)?;
    let Some(info) = world.program.hir.units.get(unit as usize) else { return Ok(parser) };
    let Some(ty) = info.context else { return Ok(parser) };
    let name = &info.context_name;
    match context {
        Some((value, known)) => {
            let declared = if name.is_empty() { world.program.hir.type_name(ty) } else { name.clone() };
            if *known != declared {
                let message =
                    format!("context mismatch between related units: expected {known}, but got {declared}");
                return Err(Error::new(ErrorKind::ContextMismatch, message).at(info.span));
            }
            parser.unit().set_context(value.clone());
        }
        None => {
            let declared = if name.is_empty() { world.program.hir.type_name(ty) } else { name.clone() };
            *context = Some((parser.unit().context(), declared));
        }
    }
    Ok(parser)
}

impl Analyzer for Grammatical {
    fn stream(&mut self, cx: &mut Context<'_, '_>, from: Role, data: &[u8]) {
        self.deliver(cx, from, Input::Data(data));
    }

    fn undelivered(&mut self, cx: &mut Context<'_, '_>, from: Role, _: u64, len: u64) {
        self.deliver(cx, from, Input::Gap(len));
    }

    fn packet(&mut self, cx: &mut Context<'_, '_>, from: Role, packet: &Datagram<'_>) {
        self.datagram(cx, from, packet.payload);
    }

    fn end_of_stream(&mut self, cx: &mut Context<'_, '_>, from: Role) {
        self.deliver(cx, from, Input::End);
    }

    fn roles_flipped(&mut self, _: &mut Context<'_, '_>) {
        self.flip();
        self.links.flip();
    }

    fn done(&mut self, cx: &mut Context<'_, '_>) {
        self.links.close(cx);
    }
}
