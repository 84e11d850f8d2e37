//! The child analyzers and files that a grammar has opened on a connection.
use crate::library::{flag, no_file, number, text};
use net_types::TransportProto;
use protocols::registry;
use session::analyzer::{AnalyzerId, Context, Datagram, FileInput, Tag};
use session::{Role, Uid};
use spicy_vm::{Error, ErrorKind, Outcome, Value};

/// The maximum number of open files per side.
const MAX_FILES: usize = 64;

/// Open children and files.
#[derive(Default)]
pub(crate) struct Links {
    children: Vec<(Tag, AnalyzerId)>,
    detects: bool,
    /// Open files by the sending side, latest last.
    files: [Vec<OpenFile>; 2],
    /// The number of files that were opened without an id.
    begun: u64,
}

struct OpenFile {
    name: String,
    id: Uid,
    mime: Option<String>,
}

fn side(from: Role) -> usize {
    usize::from(!from.is_orig())
}

pub(crate) fn role(is_orig: bool) -> Role {
    if is_orig { Role::Orig } else { Role::Resp }
}

/// Returns the transport protocol in an argument.
fn transport(args: &[Value], at: usize) -> TransportProto {
    match args.get(at) {
        Some(Value::Enum(1)) => TransportProto::Udp,
        Some(Value::Enum(2)) => TransportProto::Icmp,
        _ => TransportProto::Tcp,
    }
}

fn no_such(name: &str) -> Error {
    Error::new(ErrorKind::InvalidValue, format!("unknown analyzer '{name}' requested"))
}

impl Links {
    /// Returns the child analyzer of a kind, and creates it if needed. `None` if the kind is disabled.
    fn child(&mut self, cx: &mut Context<'_, '_>, name: &str) -> Outcome<Option<AnalyzerId>> {
        let tag = registry::find(&crate::grammar::label(name)).ok_or_else(|| no_such(name))?;
        if let Some(known) = self.children.iter().find(|c| c.0 == tag) {
            return Ok(Some(known.1));
        }
        let Some(id) = cx.add_child(tag) else { return Ok(None) };
        self.children.push((tag, id));
        Ok(Some(id))
    }

    /// Runs a function on other analyzers; `None` if `name` is another function.
    pub(crate) fn protocol(
        &mut self,
        cx: &mut Context<'_, '_>,
        name: &str,
        args: &[Value],
    ) -> Option<Outcome<Value>> {
        Some(match name {
            "zeek::protocol_begin" => match args.first() {
                Some(Value::Str(analyzer)) => self.child(cx, analyzer).map(|_| Value::Null),
                _ => {
                    self.detect(cx);
                    Ok(Value::Null)
                }
            },
            "zeek::protocol_detect" => {
                self.detect(cx);
                Ok(Value::Null)
            }
            "zeek::protocol_handle_get_or_create" => match self.child(cx, &text(args, 0)) {
                Ok(Some(id)) => Ok(Value::Uint(u64::from(id.0))),
                Ok(None) => Err(Error::new(ErrorKind::InvalidValue, "the analyzer is disabled".to_owned())),
                Err(e) => Err(e),
            },
            "zeek::protocol_data_in" => {
                let from = role(flag(args, 0));
                if let Some(Value::Bytes(data)) = args.get(1) {
                    let data = data.as_slice();
                    match transport(args, 2) {
                        TransportProto::Udp => {
                            cx.forward_packet(from, &Datagram { payload: data, len: data.len() });
                        }
                        _ => cx.forward_stream(from, data),
                    }
                }
                Ok(Value::Null)
            }
            "zeek::protocol_data_in_handle" => {
                let from = role(flag(args, 0));
                if let (Some(Value::Bytes(data)), Some(id)) = (args.get(1), self.handle(number(args, 2))) {
                    cx.deliver_to(id, from, data.as_slice());
                }
                Ok(Value::Null)
            }
            "zeek::protocol_gap" => {
                let (from, at, len) = (role(flag(args, 0)), number(args, 1), number(args, 2));
                match args.get(3) {
                    Some(Value::Uint(h)) => {
                        if let Some(id) = self.handle(*h) {
                            cx.gap_to(id, from, at, len);
                        }
                    }
                    _ => cx.forward_undelivered(from, at, len),
                }
                Ok(Value::Null)
            }
            "zeek::protocol_handle_close" => {
                if let Some(id) = self.handle(number(args, 0)) {
                    self.children.retain(|c| c.1 != id);
                    close(cx, id);
                }
                Ok(Value::Null)
            }
            "zeek::protocol_end" => {
                for (_, id) in std::mem::take(&mut self.children) {
                    close(cx, id);
                }
                for (id, _) in cx.children() {
                    close(cx, id);
                }
                Ok(Value::Null)
            }
            _ => return None,
        })
    }

    fn handle(&self, number: u64) -> Option<AnalyzerId> {
        self.children.iter().map(|c| c.1).find(|id| u64::from(id.0) == number)
    }

    fn detect(&mut self, cx: &mut Context<'_, '_>) {
        if !std::mem::replace(&mut self.detects, true) {
            cx.detect_children();
        }
    }

    /// Runs a function on files; `None` if `name` is another function.
    pub(crate) fn file(
        &mut self,
        cx: &mut Context<'_, '_>,
        from: Role,
        name: &str,
        args: &[Value],
    ) -> Option<Outcome<Value>> {
        let at = match name {
            "zeek::file_begin" => return Some(self.begin(cx, from, args)),
            "zeek::file_end" => 0,
            "zeek::file_set_size" | "zeek::file_data_in" => 1,
            "zeek::file_data_in_at_offset" | "zeek::file_gap" => 2,
            _ => return None,
        };
        let files = &mut self.files[side(from)];
        let place = match args.get(at) {
            Some(Value::Str(id)) => files.iter().position(|f| f.name == **id),
            _ => files.len().checked_sub(1),
        };
        let Some(place) = place else {
            return Some(Err(no_file(args.get(at))));
        };
        let (id, mime) = (Some(files[place].id), files[place].mime.clone());
        match name {
            "zeek::file_end" => {
                files.remove(place);
                cx.file_end(from, id);
            }
            "zeek::file_set_size" => {
                cx.file_size(from, id, number(args, 0));
            }
            "zeek::file_gap" => {
                cx.file_gap(from, id, Some(number(args, 0)), number(args, 1));
            }
            _ => {
                if let Some(Value::Bytes(data)) = args.first() {
                    let offset = (name == "zeek::file_data_in_at_offset").then(|| number(args, 1));
                    let data = data.as_slice();
                    cx.file_input(from, id, FileInput::Data { offset, data, mime: mime.as_deref() });
                }
            }
        }
        Some(Ok(Value::Null))
    }

    fn begin(&mut self, cx: &mut Context<'_, '_>, from: Role, args: &[Value]) -> Outcome<Value> {
        let mime = matches!(args.first(), Some(Value::Str(_))).then(|| text(args, 0));
        if self.files[side(from)].len() >= MAX_FILES {
            let message = format!("more than {MAX_FILES} files are open on one side of a connection");
            return Err(Error::new(ErrorKind::ElementBudget, message));
        }
        let empty = |mime| FileInput::Data { offset: None, data: b"", mime };
        let id = match args.get(1) {
            Some(Value::Str(given)) => {
                let open = self.files.iter().flatten().find(|f| f.name == **given).map(|f| f.id);
                open.or_else(|| Uid::of_text(given, b'F')).ok_or_else(|| {
                    let message =
                        format!("'{given}' is not a file id: expected F followed by letters or digits");
                    Error::new(ErrorKind::InvalidValue, message)
                })?
            }
            _ => {
                self.begun += 1;
                let count = self.begun;
                let uid = cx.uid();
                // Scripts may decide which pieces belong to one file.
                cx.file_input(from, None, empty(mime.as_deref()))
                    .unwrap_or_else(|| cx.file_id(format!("{}.{count}", uid.text(b'C')).as_bytes()))
            }
        };
        // Opens the file even if no data follows.
        cx.file_input(from, Some(id), empty(mime.as_deref()));
        let name = id.text(b'F').as_str().to_owned();
        self.files[side(from)].push(OpenFile { name: name.clone(), id, mime });
        Ok(Value::text(&name))
    }

    /// Closes files that were not ended.
    pub(crate) fn close(&mut self, cx: &mut Context<'_, '_>) {
        for from in [Role::Orig, Role::Resp] {
            for f in std::mem::take(&mut self.files[side(from)]) {
                cx.file_end(from, Some(f.id));
            }
        }
    }

    /// Swaps the sides, which have exchanged roles.
    pub(crate) fn flip(&mut self) {
        self.files.swap(0, 1);
    }
}

fn close(cx: &mut Context<'_, '_>, id: AnalyzerId) {
    cx.end_stream_of(id, Role::Orig);
    cx.end_stream_of(id, Role::Resp);
    cx.remove(id);
}
