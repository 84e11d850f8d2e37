//! The analyzer of a connection to a proxy.
use super::anomaly::Anomaly;
use super::message::{Auth, Destination, Error, Greeting, Message, Phase, message};
use crate::{Maker, Settings};
use event::socks as ev;
use net_types::Port;
use session::Role;
use session::analyzer::{Analyzer, Context};
use wire::Reader;

/// The longest message, in bytes; needed because user and host names of version 4a have no limit.
const MAX_MESSAGE: usize = 4096;

/// The analyzer of a connection.
#[derive(Default)]
pub struct Socks {
    phase: Phase,
    sides: [Side; 2],
    /// The handshake is complete: the rest is another protocol.
    tunneling: bool,
    broken: bool,
}

#[derive(Default)]
struct Side {
    buffer: Vec<u8>,
    done: bool,
}

/// Makes an analyzer for each connection.
pub fn maker(_: &dyn Settings) -> Maker {
    Box::new(|_| Some(Box::<Socks>::default()))
}

impl Socks {
    /// Reads the buffered messages of a side.
    fn read(&mut self, cx: &mut Context<'_, '_>, from: Role) {
        let side = usize::from(!from.is_orig());
        loop {
            let Some(s) = self.sides.get_mut(side) else { return };
            if s.done || s.buffer.is_empty() || self.broken {
                return;
            }
            let bytes = std::mem::take(&mut s.buffer);
            let mut r = Reader::new("SOCKS", &bytes);
            match message(&mut r, from, self.phase) {
                Ok(m) => {
                    s.buffer = r.rest().to_vec();
                    self.message(cx, from, m);
                }
                Err(Error::Short) => {
                    if bytes.len() > MAX_MESSAGE {
                        cx.anomaly(Anomaly::TooLong);
                        self.broken = true;
                        return;
                    }
                    s.buffer = bytes;
                    return;
                }
                Err(e) => {
                    self.broken = matches!(e, Error::Reserved(_) | Error::Command(_));
                    return cx.violate(&e.to_string(), None);
                }
            }
        }
    }

    fn message(&mut self, cx: &mut Context<'_, '_>, from: Role, m: Message) {
        match m {
            Message::Greeting(Greeting::Offer) => {}
            Message::Greeting(Greeting::Choice(method)) => self.phase = Phase::after(method),
            Message::Auth(auth) => self.auth(cx, from, auth),
            Message::Request(version, request_type, to, user) => {
                cx.event(|c| ev::SocksRequest {
                    c,
                    version: version.into(),
                    request_type: request_type.into(),
                    sa: address(&to),
                    p: Port::tcp(to.port),
                    user: &user,
                });
                self.through(from);
            }
            Message::Reply(version, reply, bound) => {
                cx.event(|c| ev::SocksReply {
                    c,
                    version: version.into(),
                    reply: reply.into(),
                    sa: address(&bound),
                    p: Port::tcp(bound.port),
                });
                cx.confirm();
                self.through(from);
            }
        }
    }

    fn auth(&mut self, cx: &mut Context<'_, '_>, from: Role, auth: Auth) {
        let Phase::Auth(method) = self.phase else { return };
        match auth {
            Auth::UserPass(user, password) => {
                cx.event(|c| ev::SocksLoginUserpassRequest { c, user: &user, password: &password });
            }
            Auth::Status(code) => cx.event(|c| ev::SocksLoginUserpassReply { c, code: code.into() }),
            Auth::Version(version) => cx.anomaly(Anomaly::UnsupportedVersion(method, version)),
            Auth::Method => cx.anomaly(Anomaly::UnsupportedMethod(method)),
        }
        if from == Role::Resp {
            self.phase = Phase::Through;
        }
    }

    fn through(&mut self, from: Role) {
        if let Some(s) = self.sides.get_mut(usize::from(!from.is_orig())) {
            s.done = true;
        }
    }

    /// Starts the detection of the tunneled protocol, and forwards the bytes after the last message.
    fn begin_tunnel(&mut self, cx: &mut Context<'_, '_>) {
        self.tunneling = true;
        cx.detect_children();
        for (role, s) in [Role::Orig, Role::Resp].into_iter().zip(&mut self.sides) {
            let rest = std::mem::take(&mut s.buffer);
            if !rest.is_empty() {
                cx.forward_stream(role, &rest);
            }
        }
    }
}

fn address(d: &Destination) -> ev::SocksAddress<'_> {
    ev::SocksAddress { host: d.host, name: d.name.as_deref() }
}

impl Analyzer for Socks {
    fn stream(&mut self, cx: &mut Context<'_, '_>, from: Role, data: &[u8]) {
        if self.tunneling {
            return cx.forward_stream(from, data);
        }
        if cx.is_partial() || self.broken {
            return;
        }
        let side = usize::from(!from.is_orig());
        if let Some(s) = self.sides.get_mut(side) {
            // A side that has finished waits for the other one; its bytes are buffered up to the length of two
            // messages.
            let room = (2 * MAX_MESSAGE).saturating_sub(s.buffer.len());
            s.buffer.extend(data.iter().take(if s.done { room } else { data.len() }));
        }
        self.read(cx, from);
        if self.sides.iter().all(|s| s.done) {
            self.begin_tunnel(cx);
        }
    }

    fn undelivered(&mut self, cx: &mut Context<'_, '_>, from: Role, seq: u64, len: u64) {
        if self.tunneling {
            return cx.forward_undelivered(from, seq, len);
        }
        // The start of the next message is unknown.
        self.broken = true;
    }

    fn end_of_stream(&mut self, cx: &mut Context<'_, '_>, from: Role) {
        if self.tunneling {
            cx.forward_end_of_stream(from);
        }
    }
}
