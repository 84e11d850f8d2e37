//! Passes pieces of files to the file analyzers, and the analyzers' events to scripts.
//!
//! Handlers of most events run after the packet. A few run while it is processed ([`FileScripts::settle`]): the handle
//! of a file is needed before its first byte can be assigned to a file, and an analyzer that a handler adds must not
//! miss a byte. Changes to the session that such handlers order are made after the packet, like all orders.
use bridge::FileLayout;
use builtins::Services;
use event::file as events;
use event::{ConnId, Event, EventId, EventType};
use net_types::Timestamp;
use protocols::files::{ArgsId, Change, Facts, Files, Handlers, Origin, Piece, Wishes};
use protocols::registry;
use script_vm::Machine;
use session::analyzer::{FileFeed, FileInput};
use session::{ConnView, FileIds, Role, Uid};
use std::collections::VecDeque;
use value::{Context, Level, Value};

/// The scripts that handle events of files.
pub(crate) trait FileScripts: session::Sink {
    /// Returns the machine that runs the handlers.
    fn machine(&mut self) -> &mut Machine;
    /// Returns the services that built-in functions share.
    fn services(&mut self) -> &mut Services;
    /// Returns the record of an announced connection.
    fn connection(&self, id: ConnId) -> Option<value::Record>;
    /// Returns the global of the script's event if the event has handlers.
    fn global_of(&self, id: EventId) -> Option<u32>;
    /// Runs the handlers of all queued events while the packet is processed. If they end the run, it ends after the
    /// packet.
    fn settle(&mut self);
}

/// The files of a run.
pub(crate) struct FileFeeder {
    files: Files,
    ids: FileIds,
    layout: Option<FileLayout>,
}

impl FileFeeder {
    /// Reads types and options of scripts. File ids are keyed by the site's salt (`digest_salt`).
    pub(crate) fn new(cx: &dyn Context) -> Self {
        let global = |name: &str| cx.global_id(name).and_then(|id| cx.global(id));
        let salt = global("digest_salt").and_then(|v| Some(v.as_string()?.to_vec())).unwrap_or_default();
        let bits = global("bits_per_uid").and_then(|v| v.as_count()).and_then(|n| u32::try_from(n).ok());
        let ids = FileIds::new(&salt, bits.unwrap_or(u32::MAX));
        FileFeeder { files: Files::default(), ids, layout: FileLayout::new(cx) }
    }

    /// Takes a piece of a file that an analyzer found. Returns the file's id while more of the file is wanted.
    pub(crate) fn take(
        &mut self,
        conn: &ConnView<'_>,
        feed: &FileFeed<'_>,
        sink: &mut impl FileScripts,
    ) -> Option<Uid> {
        let layout = self.layout.as_ref()?;
        let is_orig = feed.from == Role::Orig;
        let id = match feed.id {
            Some(id) => id,
            None => self.ids.id(&handle(conn, feed, sink)?),
        };
        let source = registry::name(feed.tag);
        let from = Origin { conn: Some((conn.id(), is_orig)), source, within: None };
        let (piece, mime) = match feed.input {
            FileInput::Data { offset: None, data, mime } => (Piece::Data(data), mime),
            FileInput::Data { offset: Some(at), data, mime } => (Piece::DataAt(at, data), mime),
            FileInput::Gap { offset, len } => (Piece::Gap(offset, len), None),
            FileInput::Size(n) => (Piece::Size(n), None),
            FileInput::End => {
                self.files.end(id, &mut ScriptHandlers { layout, ids: &self.ids, sink });
                return None;
            }
        };
        self.files.take(id, from, mime, piece, &mut ScriptHandlers { layout, ids: &self.ids, sink })
    }

    /// Takes a piece of a file that a script reads, not a connection.
    pub(crate) fn take_local(
        &mut self,
        id: Uid,
        source: &str,
        piece: Piece<'_>,
        sink: &mut impl FileScripts,
    ) {
        if let Some(layout) = &self.layout {
            let from = Origin { conn: None, source, within: None };
            self.files.take(id, from, None, piece, &mut ScriptHandlers { layout, ids: &self.ids, sink });
        }
    }

    /// Ends a file that a script reads.
    pub(crate) fn end_local(&mut self, id: Uid, sink: &mut impl FileScripts) {
        if let Some(layout) = &self.layout {
            self.files.end(id, &mut ScriptHandlers { layout, ids: &self.ids, sink });
        }
    }

    /// Returns the id of the file with this handle.
    pub(crate) fn id(&self, handle: &[u8]) -> Uid {
        self.ids.id(handle)
    }

    /// Advances time and ends files that timed out.
    pub(crate) fn advance(&mut self, now: Timestamp, sink: &mut impl FileScripts) {
        if let Some(layout) = &self.layout {
            self.files.advance(now, &mut ScriptHandlers { layout, ids: &self.ids, sink });
        }
    }

    /// Advances time if no file is due.
    pub(crate) fn set_time(&mut self, now: Timestamp) {
        if self.layout.is_some() {
            self.files.set_time(now);
        }
    }

    /// Returns when the next file times out.
    pub(crate) fn next_timer(&self) -> Option<Timestamp> {
        self.files.next_timer()
    }

    /// Ends all files.
    pub(crate) fn finish(&mut self, sink: &mut impl FileScripts) {
        if let Some(layout) = &self.layout {
            self.files.finish(&mut ScriptHandlers { layout, ids: &self.ids, sink });
        }
    }
}

/// Asks scripts for the handle of the file that one side of a connection sends.
fn handle(conn: &ConnView<'_>, feed: &FileFeed<'_>, sink: &mut impl FileScripts) -> Option<Vec<u8>> {
    if !event::Sink::wants(sink, events::GetFileHandle::ID) {
        return None;
    }
    sink.services().files.handle = None;
    session::Sink::about(sink, conn);
    let tag = event::EnumName(registry::script_name(feed.tag));
    event::Sink::take(sink, &events::GetFileHandle { tag, c: conn.id(), is_orig: feed.from == Role::Orig });
    sink.settle();
    sink.services().files.handle.take()
}

/// Passes events and queries of the file table to scripts.
struct ScriptHandlers<'a, S> {
    layout: &'a FileLayout,
    ids: &'a FileIds,
    sink: &'a mut S,
}

impl<S: FileScripts> ScriptHandlers<'_, S> {
    fn update(&mut self, file: &Facts) {
        if let Some(known) = self.sink.services().files.get(file.number) {
            self.layout.update(&known.record.clone(), file);
        }
    }

    fn report(&mut self, message: &str) {
        self.sink.machine().report(Level::Error, message, None);
    }
}

impl<S: FileScripts> Handlers for ScriptHandlers<'_, S> {
    fn wants(&self, id: EventId) -> bool {
        event::Sink::wants(self.sink, id)
    }

    fn begins(&mut self, file: &Facts) {
        match self.layout.make(file, self.sink.machine()) {
            Ok(record) => self.sink.services().files.insert(file, record),
            Err(e) => self.report(&format!("file {}: {}", file.id.text(b'F'), e.message())),
        }
    }

    fn nested(&mut self, file: &Facts, parent: &Facts) {
        let files = &self.sink.services().files;
        let both = (files.get(file.number), files.get(parent.number));
        if let (Some(inner), Some(outer)) = both {
            let (inner, outer) = (inner.record.clone(), outer.record.clone());
            self.layout.lies_in(&inner, &outer);
        }
    }

    fn too_deep(&mut self, file: &Facts, args: ArgsId, limit: u64) {
        self.update(file);
        let Some(event) = self.sink.machine().global_id("Spicy::max_file_depth_exceeded") else { return };
        let Some(known) = self.sink.services().files.get(file.number) else { return };
        let Some(given) = known.args.get(args.0 as usize).cloned() else { return };
        let values = vec![Value::Record(known.record.clone()), Value::Record(given), Value::Count(limit)];
        Context::raise(self.sink.machine(), event, values);
    }

    fn script_value(&mut self, name: &str) -> Option<session::ScriptValue> {
        session::Sink::script_value(self.sink, name)
    }

    fn print(&mut self, line: &str) {
        session::Sink::print(self.sink, line);
    }

    fn file_id(&mut self, handle: &[u8]) -> Uid {
        self.ids.id(handle)
    }

    fn take(&mut self, file: &Facts, e: &dyn Event) {
        self.update(file);
        event::Sink::take(self.sink, e);
    }

    fn settle(&mut self) {
        self.sink.settle();
    }

    fn changes(&mut self, file: Uid, out: &mut VecDeque<Change>) {
        self.sink.services().files.take_changes(file, out);
    }

    fn wishes(&mut self, file: &Facts) -> Wishes {
        let layout = self.layout;
        let known = self.sink.services().files.get(file.number);
        known.map_or(Wishes::default(), |k| layout.wishes(&k.record))
    }

    fn carried(&mut self, file: &Facts, conn: ConnId) -> bool {
        let Some(file) = self.sink.services().files.get(file.number).map(|k| k.record.clone()) else {
            return false;
        };
        let Some(conn) = self.sink.connection(conn) else { return false };
        self.layout.carried(&file, &conn).unwrap_or(false)
    }

    fn types(&mut self, beginning: &[u8]) -> Vec<(i64, String)> {
        self.sink.services().types_of(beginning)
    }

    fn script_event(&mut self, file: &Facts, args: ArgsId, data: &[u8], at: Option<u64>) {
        let Some(known) = self.sink.services().files.get(file.number) else { return };
        let Some(given) = known.args.get(args.0 as usize) else { return };
        let named = given.get_named(if at.is_some() { "chunk_event" } else { "stream_event" });
        let Some(Value::Func(f)) = named else { return };
        let value::Code::Global(event) = f.code else { return };
        let mut values = vec![Value::Record(known.record.clone()), Value::string(data)];
        values.extend(at.map(Value::Count));
        Context::raise(self.sink.machine(), event, values);
    }

    fn limit_reached(&mut self, file: &Facts, args: ArgsId, limit: u64, len: u64) {
        self.update(file);
        let Some(event) = self.sink.global_of(events::FileExtractionLimit::ID) else { return };
        let Some(known) = self.sink.services().files.get(file.number) else { return };
        let Some(given) = known.args.get(args.0 as usize).cloned() else { return };
        let record = Value::Record(known.record.clone());
        let values = vec![record, Value::Record(given), Value::Count(limit), Value::Count(len)];
        Context::raise(self.sink.machine(), event, values);
        self.sink.settle();
    }

    fn complain(&mut self, message: &str) {
        self.report(message);
    }

    fn known_certificate(&mut self, file: &Facts, digest: &[u8]) -> bool {
        let Some(table) = self.sink.services().files.certificates.clone() else { return false };
        if table.is_empty() {
            return false;
        }
        let digest = Value::string(digest);
        let Ok(key) = table.key(std::slice::from_ref(&digest)) else { return false };
        let Some(Some(entry)) = table.get_raw(key.bytes()) else { return false };
        self.update(file);
        let files = &self.sink.services().files;
        let known = files.get(file.number).map(|k| Value::Record(k.record.clone()));
        let (Some(record), Some(hook)) = (known, files.on_certificate.clone()) else { return true };
        if let Err(e) = self.sink.machine().call(&hook, &[record, entry, digest]) {
            self.report(&e.to_string());
        }
        true
    }

    fn postponed(&mut self, file: Uid) -> bool {
        self.sink.services().files.take_postponed(file)
    }

    fn weird(&mut self, name: &str) {
        let weird = event::weird::NetWeird { name, addl: b"", source: "" };
        if event::Sink::wants(self.sink, event::weird::NetWeird::ID) {
            event::Sink::take(self.sink, &weird);
        }
    }

    fn ended(&mut self, file: &Facts) {
        self.sink.services().files.remove(file);
    }
}
