//! Converts events of the session to script values and queues them for their handlers.
//!
//! An event is converted only if a script handles it. Conversion happens while the packet is processed; handlers run
//! after it.
mod files;
mod unseen;

use crate::{globals, handlers};
use bridge::{Connections, Converter, DISCARDERS, Named, signature, source_of};
use builtins::Services;
use event::packet::PktHdr;
use event::{Arg, ConnId, Event, EventId, EventSet, FileId};
use files::{FileFeeder, FileScripts};
use script_vm::Machine;
use session::analyzer::{AnalyzerId, FileFeed, Tag};
use session::{ConnView, Discarder, PacketEvents, Recorded, Role, ScriptValue, SignatureHit, Uid};
use std::cell::RefCell;
use std::rc::Rc;
use unseen::Unseen;
use value::{Bits, Context, Level, Result, Type, Value};

/// A script's declaration of an event of the session.
struct Binding {
    /// The event's global.
    global: u32,
    /// The types of its parameters.
    params: Vec<Type>,
}

/// The events that scripts handle, and the records of connections.
#[derive(Default)]
pub(crate) struct Bridge {
    bindings: Vec<Option<Binding>>,
    wanted: EventSet,
    /// Those of them that can come with any packet.
    packet_events: PacketEvents,
    connections: Rc<RefCell<Connections>>,
    converter: Converter,
    /// The arguments of the current event; kept to reuse the memory.
    args: Vec<Bits>,
    /// The analyzer that raises the current event ([`bridge::source_of`]); 0 for none.
    raised_by: u64,
    /// The files; `None` while they are in use.
    files: Option<Box<FileFeeder>>,
    /// Set if connections may begin and end without a record.
    unseen: Option<Unseen>,
}

impl Bridge {
    /// Binds each event that scripts handle. Fails if a script declares other parameters than the event has, unless a
    /// grammar raises an event of this name: then the script means that one.
    pub(crate) fn new(cx: &dyn Context) -> std::result::Result<Self, String> {
        let mut bridge = Bridge::default();
        for def in event::all().chain(event::added()) {
            let binding = match cx.global_id(def.name) {
                Some(global) if cx.has_bodies(global) => match bind(global, def, cx) {
                    Err(_) if is_of_grammar(def) => None,
                    bound => Some(bound?),
                },
                _ => None,
            };
            bridge.wanted.set(def.id, binding.is_some());
            bridge.bindings.push(binding);
        }
        bridge.packet_events = PacketEvents::of(|id| bridge.wanted.has(id));
        bridge.files = Some(Box::new(FileFeeder::new(cx)));
        Ok(bridge)
    }

    /// Also binds the events that no script handles: `new_event` reports them.
    pub(crate) fn bind_all(&mut self, cx: &mut dyn Context) {
        self.unseen = None;
        self.connections.borrow_mut().postpone(None);
        for (def, binding) in event::all().chain(event::added()).zip(&mut self.bindings) {
            if binding.is_some() {
                continue;
            }
            let Some(global) = cx.global_id(def.name) else { continue };
            match bind(global, def, cx) {
                Ok(bound) => {
                    *binding = Some(bound);
                    self.wanted.set(def.id, true);
                }
                Err(_) if is_of_grammar(def) => {}
                Err(why) => cx.report(Level::Error, &why, None),
            }
        }
        self.packet_events = PacketEvents::of(|id| self.wanted.has(id));
    }

    /// Postpones the handlers of `new_connection` if no script can tell.
    pub(crate) fn postpone_new_connection(&mut self, machine: &mut Machine) {
        self.unseen = Unseen::of(machine);
        self.connections.borrow_mut().postpone(self.unseen.as_ref().map(|u| u.begins));
    }

    /// Returns the records of connections.
    pub(crate) fn connections(&self) -> &Rc<RefCell<Connections>> {
        &self.connections
    }

    /// Returns when the next file times out.
    pub(crate) fn next_timer(&self) -> Option<net_types::Timestamp> {
        self.files.as_ref()?.next_timer()
    }

    /// Advances time and ends files that timed out.
    #[inline]
    pub(crate) fn advance_files(&mut self, now: net_types::Timestamp, machine: &mut Machine) {
        let due = |files: &FileFeeder| files.next_timer().is_some_and(|at| at <= now);
        match &mut self.files {
            Some(files) if !due(files) => files.set_time(now),
            _ => {
                self.sink(machine).with_files(|files, sink| files.advance(now, sink));
            }
        }
    }

    /// Returns the sink for a session that processes a packet.
    pub(crate) fn sink<'a>(&'a mut self, machine: &'a mut Machine) -> BridgeSink<'a> {
        BridgeSink { bridge: self, machine }
    }
}

/// Whether a grammar raises an event of this name.
fn is_of_grammar(def: &event::EventDef) -> bool {
    event::added().iter().any(|a| a.name == def.name)
}

fn bind(global: u32, def: &event::EventDef, cx: &dyn Context) -> std::result::Result<Binding, String> {
    let ty = cx.global_type(global).map(|(_, ty)| ty);
    let Some(f) = ty.as_ref().and_then(Type::as_func) else {
        return Err(format!("{}: scripts declare something other than an event", def.name));
    };
    // Grammars may raise one event in several forms; forms that do not fit are reported when they are raised.
    if f.params.len() != def.params.len() && !event::is_added(def.id) {
        return Err(format!(
            "{} has {} parameters in scripts, {} here",
            def.name,
            f.params.len(),
            def.params.len()
        ));
    }
    Ok(Binding { global, params: f.params.iter().map(|p| p.ty.clone()).collect() })
}

/// Receives a session's events while it processes a packet.
pub(crate) struct BridgeSink<'a> {
    bridge: &'a mut Bridge,
    machine: &'a mut Machine,
}

struct Records<'a>(&'a RefCell<Connections>);

impl Named for Records<'_> {
    fn connection(&mut self, id: ConnId, _: &mut dyn Context) -> Result<Option<Value>> {
        Ok(self.0.borrow().get(id).cloned().map(Value::Record))
    }
    fn file(&mut self, id: FileId, cx: &mut dyn Context) -> Result<Option<Value>> {
        let host = cx.host().downcast_ref::<Services>();
        Ok(host.and_then(|h| h.files.get(id)).map(|k| Value::Record(k.record.clone())))
    }
}

impl event::Sink for BridgeSink<'_> {
    fn wants(&self, id: EventId) -> bool {
        self.bridge.wanted.has(id)
    }

    fn take(&mut self, e: &dyn Event) {
        self.raise(e);
    }
}

impl FileScripts for BridgeSink<'_> {
    fn machine(&mut self) -> &mut Machine {
        self.machine
    }

    fn services(&mut self) -> &mut Services {
        Services::of(self.machine)
    }

    fn connection(&self, id: ConnId) -> Option<value::Record> {
        self.bridge.connections.borrow().get(id).cloned()
    }

    fn global_of(&self, id: EventId) -> Option<u32> {
        self.bridge.bindings.get(usize::from(id.0))?.as_ref().map(|b| b.global)
    }

    fn settle(&mut self) {
        let _ = handlers::drain(self.machine);
    }
}

impl BridgeSink<'_> {
    /// Calls `f` with the files of the run. Returns `None` if the files are in use already.
    pub(crate) fn with_files<R>(&mut self, f: impl FnOnce(&mut FileFeeder, &mut Self) -> R) -> Option<R> {
        let mut files = self.bridge.files.take()?;
        let result = f(&mut files, self);
        self.bridge.files = Some(files);
        Some(result)
    }

    /// Queues an event if it has handlers.
    fn raise(&mut self, e: &dyn Event) {
        let def = e.def();
        let Some(Some(binding)) = self.bridge.bindings.get(usize::from(def.id.0)) else { return };
        let mut missing = None;
        let (converter, args, source) =
            (&mut self.bridge.converter, &mut self.bridge.args, self.bridge.raised_by);
        args.clear();
        let mut named = Records(&self.bridge.connections);
        let cx = &mut *self.machine;
        let read = cx.arguments_read(binding.global);
        let strict = event::is_added(def.id);
        if strict && binding.params.len() != def.params.len() {
            let (given, wanted) = (def.params.len(), binding.params.len());
            missing = Some(format!("{}: {given} arguments are raised, scripts expect {wanted}", def.name));
        }
        e.args(&mut |at, arg: Arg<'_>| {
            let Some(ty) = binding.params.get(at) else { return };
            // Arguments from grammars must fit, whether they are read or not; text always fits.
            let fits = !strict || matches!((arg, ty), (Arg::Str(_), Type::String));
            if fits && read >> at.min(63) & 1 == 0 {
                args.push(Value::Bool(false).into());
                return;
            }
            let value = if strict {
                converter.strict(arg, ty, &mut named, cx)
            } else if let Arg::Record(_) = arg {
                let wanted = cx.fields_read(binding.global, at);
                converter.fields(arg, ty, wanted, &mut named, cx)
            } else {
                converter.value(arg, ty, &mut named, cx)
            };
            match value {
                Ok(Some(v)) => args.push(v.into()),
                Ok(None) => {
                    missing =
                        Some(format!("{}: no value for {}", def.name, def.params.get(at).unwrap_or(&"")));
                }
                Err(e) => missing = Some(format!("{}: {}", def.name, e.message())),
            }
        });
        match missing {
            None => cx.queue_bits(binding.global, args, source),
            Some(text) => cx.report(Level::Error, &text, None),
        }
    }
}

impl BridgeSink<'_> {
    /// Reports that a connection's contents could not be written, raises the event for it, and stops writing them.
    #[cold]
    fn cannot_record(&mut self, id: ConnId, from: Role, name: &str, e: &std::io::Error) {
        let text = format!("contents cannot be written to {name}: {e}");
        let connection = self.connection(id);
        if let Some(files) = self.services().traffic.recorded.get_mut(&id) {
            *(if from.is_orig() { &mut files.orig } else { &mut files.resp }) = None;
        }
        let cx = &mut *self.machine;
        cx.report(Level::Error, &text, None);
        if let Some(event) = cx.global_id("contents_file_write_failure").filter(|&g| cx.has_bodies(g))
            && let Some(c) = connection
        {
            Context::raise(cx, event, vec![Value::Record(c), from.is_orig().into(), text.into()]);
        }
    }

    /// Calls the script function that decides whether to discard a packet. Returns false if there is none.
    fn ask_discarder(&mut self, who: Discarder, headers: &PktHdr<'_>, data: &[u8]) -> Result<bool> {
        let Some((_, name)) = DISCARDERS.iter().find(|(w, _)| *w == who) else { return Ok(false) };
        let cx = &mut *self.machine;
        let Some(id) = cx.global_id(name).filter(|&id| cx.has_bodies(id)) else { return Ok(false) };
        let Some(Value::Func(f)) = cx.global(id) else { return Ok(false) };
        let most = cx.global_id("discarder_maxlen").and_then(|id| cx.global(id)).and_then(|v| v.as_count());
        let most = most.and_then(|n| usize::try_from(n).ok()).unwrap_or(usize::MAX);
        let Some(ty) = f.ty.params.first().map(|p| p.ty.clone()) else { return Ok(false) };
        let mut named = Records(&self.bridge.connections);
        let shown = self.bridge.converter.value(Arg::Record(headers), &ty, &mut named, cx)?;
        let Some(shown) = shown else { return Ok(false) };
        let mut args = vec![shown, Value::string(data.get(..most).unwrap_or(data))];
        args.truncate(f.ty.params.len());
        Ok(cx.call(&f, &args)?.and_then(|v| v.as_bool()).unwrap_or(false))
    }

    /// Reports an error that occurred outside of handlers.
    fn complain_of(&mut self, e: &value::RuntimeError) {
        Context::report_error(self.machine, e);
    }
}

impl session::Sink for BridgeSink<'_> {
    fn packet_events(&self) -> PacketEvents {
        self.bridge.packet_events
    }

    fn file(&mut self, conn: &ConnView<'_>, feed: &FileFeed<'_>) -> Option<Uid> {
        self.about(conn);
        self.with_files(|files, sink| files.take(conn, feed, sink)).flatten()
    }

    fn type_of(&mut self, beginning: &[u8]) -> Option<String> {
        self.services().types_of(beginning).into_iter().next().map(|(_, mime)| mime)
    }

    fn script_value(&mut self, name: &str) -> Option<ScriptValue> {
        globals::global(self.machine, name).map(|v| bridge::shown(&v))
    }

    fn print(&mut self, line: &str) {
        self.services().outside().print(format!("{line}\n").as_bytes());
    }

    fn complain(&mut self, message: &str) {
        self.machine.report(Level::Error, message, None);
    }

    fn signature(&mut self, conn: &ConnView<'_>, hit: &SignatureHit<'_>) {
        let raised = signature::raise(&self.bridge.connections, conn, hit, self.machine);
        if let Err(e) = raised {
            self.complain_of(&e);
        }
    }

    fn recorded(&mut self, id: ConnId, from: Role, what: Recorded<'_>) {
        let Some(files) = self.services().traffic.recorded.get(&id) else { return };
        let file = if from.is_orig() { &files.orig } else { &files.resp };
        let Some(file) = file.clone() else { return };
        let written = file.with(|to| match what {
            Recorded::Data(data) => to.write(data),
            Recorded::Gap(n) => to.write(format!("\n<<gap {n}>>\n").as_bytes()),
        });
        if let Some(Err(e)) = written {
            self.cannot_record(id, from, &file.name, &e);
        }
    }

    fn discards(&mut self, who: Discarder, headers: &PktHdr<'_>, data: &[u8]) -> bool {
        let answer = self.ask_discarder(who, headers, data);
        answer.unwrap_or_else(|e| {
            self.complain_of(&e);
            false
        })
    }

    fn condition(&mut self, conn: &ConnView<'_>, name: &str, hit: &SignatureHit<'_>) -> bool {
        let answer = signature::holds(&self.bridge.connections, conn, name, hit, self.machine);
        answer.unwrap_or_else(|e| {
            self.complain_of(&e);
            false
        })
    }

    fn postpones(&mut self, id: ConnId) -> bool {
        self.postpones_beginning(id)
    }

    fn ends_unseen(&mut self, conn: &ConnView<'_>) -> bool {
        let taken = self.take_unseen(conn);
        taken.unwrap_or_else(|e| {
            self.complain_of(&e);
            false
        })
    }

    fn ended(&mut self, id: ConnId) {
        self.bridge.connections.borrow_mut().forget(id);
        let recorded = &mut self.services().traffic.recorded;
        if recorded.is_empty() {
            return;
        }
        let recording = recorded.remove(&id).unwrap_or_default();
        for file in [recording.orig, recording.resp].into_iter().flatten() {
            file.close();
        }
    }

    fn raised_by(&mut self, analyzer: Option<(AnalyzerId, Tag)>) {
        self.bridge.raised_by = source_of(analyzer);
    }

    fn about(&mut self, conn: &ConnView<'_>) {
        let cx = &mut *self.machine;
        if let Err(e) = bridge::show(&self.bridge.connections, conn, cx) {
            cx.report(
                Level::Error,
                &format!("connection {}: {}", conn.uid().text(b'C').as_str(), e.message()),
                None,
            );
        }
    }
}
