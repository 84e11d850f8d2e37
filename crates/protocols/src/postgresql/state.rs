//! The analyzer of a connection.
use super::message::{Backend, Frontend, MessageError, Startup, next_field, next_parameter};
use super::{MAX_MESSAGE, MAX_STARTUP, MAX_WAITING};
use crate::frames::Frames;
use crate::{Maker, Settings, tags};
use event::postgresql as ev;
use session::Role;
use session::analyzer::{Analyzer, Context, Tag};
use wire::Reader;

const SSL: Tag = tags::tag("SSL");

/// Makes an analyzer for each connection.
pub fn maker(_: &dyn Settings) -> Maker {
    Box::new(|_| Some(Box::<Postgres>::default()))
}

/// The phase of the TLS negotiation.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
enum Phase {
    /// The client's first message has not arrived.
    #[default]
    Start,
    /// The client has requested TLS.
    Asked,
    /// No TLS was requested, or the server has refused it.
    Plain,
    /// All further bytes are TLS.
    Tls,
}

/// The state of one side.
#[derive(Default)]
struct Side {
    frames: Frames,
    /// Bytes that are buffered until the other side's message arrives, and the number of their deliveries.
    waiting: Vec<u8>,
    deliveries: u32,
    over: bool,
}

/// The analyzer of a connection.
#[derive(Default)]
pub struct Postgres {
    phase: Phase,
    /// The client's StartupMessage has arrived.
    started: bool,
    client: Side,
    server: Side,
}

/// The length of the message that begins with `head`, and the number of its bytes that are read.
fn message(head: &[u8]) -> Option<(usize, usize)> {
    let (_, head) = head.split_first()?;
    let len = 1 + (u32::from_be_bytes(*head.first_chunk()?) as usize).max(4);
    Some((len, len.min(MAX_MESSAGE)))
}

/// The length of the first message, which begins with `head`. Eight bytes are enough for an SSLRequest and for
/// unsupported versions.
fn startup(head: &[u8]) -> usize {
    match *head {
        [a, b, c, d, 0, 3, _, _, ..] => (u32::from_be_bytes([a, b, c, d]) as usize).clamp(8, MAX_STARTUP),
        _ => 8,
    }
}

/// Splits a message into type and content.
fn parts(message: &[u8]) -> Result<(u8, &[u8]), MessageError> {
    let mut r = Reader::new("PostgreSQL message", message);
    let (kind, len) = (r.u8()?, r.be32()?);
    if len < 4 { Err(MessageError::Length(len)) } else { Ok((kind, r.rest())) }
}

/// Receives a message: its type and its content.
type Take<'a> = dyn FnMut(u8, &[u8]) -> Result<(), MessageError> + 'a;

impl Side {
    /// Calls `f` for each complete message.
    fn each(&mut self, data: &[u8], f: &mut Take<'_>) -> Result<(), MessageError> {
        let mut delivery = self.frames.deliver(data);
        loop {
            let mut rest = 0;
            let measure = |head: &[u8]| message(head).map_or(5, |(_, looked_at)| looked_at);
            let Some(m) = delivery.next(measure) else { return Ok(()) };
            if let Some((len, looked_at)) = message(m) {
                rest = len - looked_at;
            }
            let (kind, content) = parts(m)?;
            f(kind, content)?;
            if rest > 0 {
                delivery.pass_over(rest as u64);
            }
        }
    }

    /// Buffers bytes until the other side's message shows how to read them; false if there are too many deliveries.
    fn wait(&mut self, data: &[u8]) -> bool {
        self.deliveries += 1;
        self.waiting.extend_from_slice(data);
        self.deliveries <= MAX_WAITING
    }

    fn stop(&mut self) {
        *self = Side { over: true, ..Side::default() };
    }
}

impl Analyzer for Postgres {
    fn stream(&mut self, cx: &mut Context<'_, '_>, from: Role, data: &[u8]) {
        let side = self.side(from);
        if side.over {
            return;
        }
        let waited = std::mem::take(&mut side.waiting);
        let joined;
        let data = if waited.is_empty() {
            data
        } else {
            joined = [&waited, data].concat();
            &joined
        };
        let result = if from.is_orig() { self.client(cx, data) } else { self.server(cx, data) };
        if let Err(reason) = result {
            self.side(from).stop();
            cx.violate(&reason, None);
        }
    }

    fn undelivered(&mut self, cx: &mut Context<'_, '_>, from: Role, seq: u64, len: u64) {
        if self.phase == Phase::Tls {
            return cx.forward_undelivered(from, seq, len);
        }
        let side = self.side(from);
        let within = side.waiting.is_empty()
            && side.frames.gap(len, |head| message(head).map_or(5, |(len, _)| len.max(head.len())));
        if !within {
            side.stop();
        }
    }

    fn end_of_stream(&mut self, cx: &mut Context<'_, '_>, from: Role) {
        if self.phase == Phase::Tls {
            cx.forward_end_of_stream(from);
        }
    }
}

impl Postgres {
    fn side(&mut self, from: Role) -> &mut Side {
        if from.is_orig() { &mut self.client } else { &mut self.server }
    }

    fn client(&mut self, cx: &mut Context<'_, '_>, data: &[u8]) -> Result<(), String> {
        match self.phase {
            Phase::Start => self.first_message(cx, data),
            Phase::Asked if self.client.wait(data) => Ok(()),
            Phase::Asked => Err("too many frontend messages buffered".into()),
            Phase::Plain if !self.started => self.first_message(cx, data),
            Phase::Plain => self
                .client
                .each(data, &mut |kind, content| {
                    frontend(cx, Frontend::read(kind, content)?);
                    Ok(())
                })
                .map_err(|e| format!("error while parsing PostgreSQL: {e}")),
            Phase::Tls => {
                cx.forward_stream(Role::Orig, data);
                Ok(())
            }
        }
    }

    /// Reads the client's first message, if it is complete.
    fn first_message(&mut self, cx: &mut Context<'_, '_>, data: &[u8]) -> Result<(), String> {
        let mut delivery = self.client.frames.deliver(data);
        let Some(bytes) = delivery.next(startup) else { return Ok(()) };
        let read = Startup::read(bytes).and_then(|s| begin(cx, s));
        self.phase = match read {
            Ok(Phase::Asked) if self.phase == Phase::Plain => Phase::Plain,
            Ok(phase) => phase,
            Err(e) => return Err(format!("error while parsing PostgreSQL StartupMessage: {e}")),
        };
        self.started = self.phase == Phase::Plain;
        let rest = delivery.rest();
        if rest.is_empty() { Ok(()) } else { self.client(cx, rest) }
    }

    fn server(&mut self, cx: &mut Context<'_, '_>, data: &[u8]) -> Result<(), String> {
        match self.phase {
            Phase::Start if self.server.wait(data) => Ok(()),
            Phase::Start => Err("too many backend messages buffered".into()),
            Phase::Asked => {
                let Some((answer, rest)) = data.split_first() else { return Ok(()) };
                self.phase = match answer {
                    b'S' => Phase::Tls,
                    b'N' => Phase::Plain,
                    other => {
                        return Err(format!("a server answers {other:#04x} to a client that would like TLS"));
                    }
                };
                cx.confirm();
                cx.event(|c| ev::SslReply { c, data: std::slice::from_ref(answer) });
                if self.phase == Phase::Tls {
                    cx.add_child(SSL);
                }
                if rest.is_empty() { Ok(()) } else { self.server(cx, rest) }
            }
            Phase::Plain => self
                .server
                .each(data, &mut |kind, content| backend(cx, Backend::read(kind, content)?))
                .map_err(|e| format!("error while parsing PostgreSQL: {e}")),
            Phase::Tls => {
                cx.forward_stream(Role::Resp, data);
                Ok(())
            }
        }
    }
}

/// Reports a client's first message.
fn begin(cx: &mut Context<'_, '_>, first: Startup<'_>) -> Result<Phase, MessageError> {
    match first {
        Startup::Tls => {
            cx.event(|c| ev::SslRequest { c });
            Ok(Phase::Asked)
        }
        Startup::Plain { version: (major, minor), parameters } => {
            let mut r = Reader::new("PostgreSQL startup parameters", parameters);
            while !r.is_empty() {
                let (name, value) = next_parameter(&mut r)?;
                if value.is_empty() {
                    return Err(MessageError::Text);
                }
                cx.event(|c| ev::StartupParameter { c, name, value });
            }
            cx.confirm();
            cx.event(|c| ev::StartupMessage { c, major: major.into(), minor: minor.into() });
            Ok(Phase::Plain)
        }
    }
}

fn frontend(cx: &mut Context<'_, '_>, message: Frontend<'_>) {
    match message {
        Frontend::Authentication(data) => cx.event(|c| ev::AuthenticationResponse { c, data }),
        Frontend::Terminate => cx.event(|c| ev::Terminate { c }),
        Frontend::Query(query) => cx.event(|c| ev::SimpleQuery { c, query }),
        Frontend::Other(kind, chunk) => {
            let typ = [kind];
            cx.event(|c| ev::NotImplemented { c, is_orig: true, typ: &typ, chunk });
        }
    }
}

fn backend(cx: &mut Context<'_, '_>, message: Backend<'_>) -> Result<(), MessageError> {
    match message {
        Backend::Key(process_id, secret_key) => {
            cx.event(|c| ev::BackendKeyData {
                c,
                process_id: process_id.into(),
                secret_key: secret_key.into(),
            });
        }
        Backend::Error(fields) => {
            let mut r = Reader::new("PostgreSQL error", fields);
            while let Some((code, value)) = next_field(&mut r)? {
                cx.event(|c| ev::ErrorField { c, code: &code, value });
            }
            cx.event(|c| ev::ErrorResponse { c });
        }
        Backend::Notice(fields) => {
            let mut r = Reader::new("PostgreSQL notice", fields);
            while let Some((code, value)) = next_field(&mut r)? {
                cx.event(|c| ev::NoticeField { c, code: &code, value });
            }
            cx.event(|c| ev::NoticeResponse { c });
        }
        Backend::AuthenticationOk => cx.event(|c| ev::AuthenticationOk { c }),
        Backend::Authentication(kind, data) => {
            cx.event(|c| ev::AuthenticationRequest { c, identifier: kind.into(), data });
        }
        Backend::Parameter(name, value) => cx.event(|c| ev::ParameterStatus { c, name, value }),
        Backend::Row(columns) => cx.event(|c| ev::DataRow { c, column_values: columns.into() }),
        Backend::Ready(status) => {
            let status = [status];
            cx.event(|c| ev::ReadyForQuery { c, transaction_status: &status });
        }
        Backend::Other(kind, chunk) => {
            let typ = [kind];
            cx.event(|c| ev::NotImplemented { c, is_orig: false, typ: &typ, chunk });
        }
    }
    Ok(())
}
