//! The analyzer of a connection.
use super::{Anomaly, MAX_PAYLOAD};
use crate::ascii::find;
use crate::{Maker, Settings, tags};
use event::gnutella as ev;
use session::Role;
use session::analyzer::{Analyzer, Context, Tag};
use std::mem;

const HTTP: Tag = tags::tag("HTTP");
/// The length of a message's header, in bytes: `id(16) type(1) ttl(1) hops(1) length(4, little-endian)`.
const HEAD: usize = 23;

/// Options, by their names in scripts.
#[derive(Clone, Copy, Debug)]
pub struct Config {
    /// `Gnutella::max_line_length`; 0 means [`MAX_TEXT`].
    pub max_line: usize,
    /// `Gnutella::max_header_length`; 0 means [`MAX_TEXT`].
    pub max_headers: usize,
}

/// The upper bound of both options, in bytes.
const MAX_TEXT: usize = 1 << 20;

/// Returns the maker of a run's analyzers.
pub fn maker(settings: &dyn Settings) -> Maker {
    let limit = |name, default| {
        let set = settings.count(name).map(|n| usize::try_from(n).unwrap_or(MAX_TEXT));
        set.unwrap_or(default)
    };
    let config = Config {
        max_line: limit("Gnutella::max_line_length", 8192),
        max_headers: limit("Gnutella::max_header_length", 32_768),
    };
    Box::new(move |_| Some(Box::new(Gnutella::new(config))))
}

/// The message in progress.
#[derive(Default)]
struct Message {
    head: Vec<u8>,
    payload: Vec<u8>,
    /// The number of payload bytes that have not arrived.
    left: u32,
}

#[derive(Default)]
struct Side {
    line: Vec<u8>,
    after_cr: bool,
    headers: Vec<u8>,
    /// Whether a line or the headers were too long. The rest of the handshake is ignored.
    stuck: bool,
    /// Whether the side has sent its OK line. It agrees once its headers end.
    sent_ok: bool,
    agreed: bool,
    message: Message,
}

/// The analyzer of a connection.
pub struct Gnutella {
    config: Config,
    sides: [Side; 2],
    established: bool,
}

impl Gnutella {
    /// Creates the analyzer of a new connection.
    pub fn new(config: Config) -> Self {
        Gnutella { config, sides: Default::default(), established: false }
    }

    fn side(&mut self, from: Role) -> &mut Side {
        let [orig, resp] = &mut self.sides;
        if from.is_orig() { orig } else { resp }
    }

    /// Takes the next line of the handshake; `None` if it is incomplete or too long.
    fn next_line(&mut self, cx: &mut Context<'_, '_>, from: Role, data: &mut &[u8]) -> Option<Vec<u8>> {
        let max = limit(self.config.max_line);
        let side = self.side(from);
        while let Some((&byte, rest)) = data.split_first() {
            *data = rest;
            match byte {
                b'\r' => side.after_cr = true,
                b'\n' if mem::take(&mut side.after_cr) => return Some(mem::take(&mut side.line)),
                _ => side.line.push(byte),
            }
            if side.line.len() >= max {
                cx.cannot_follow();
                cx.anomaly(Anomaly::LineTooLong(side.line.len()));
                side.stuck = true;
                return None;
            }
        }
        None
    }

    /// Reads the handshake. Returns false if the protocol is HTTP.
    fn lines(&mut self, cx: &mut Context<'_, '_>, from: Role, data: &mut &[u8]) -> bool {
        let max = limit(self.config.max_headers);
        while !self.established && !self.side(from).stuck {
            let Some(line) = self.next_line(cx, from, data) else { break };
            let side = self.side(from);
            if line.is_empty() {
                let headers = mem::take(&mut side.headers);
                side.agreed |= side.sent_ok;
                cx.event(|c| ev::GnutellaTextMsg { c, orig: from.is_orig(), headers: &headers });
                self.established = self.sides.iter().all(|s| s.agreed);
                if self.established {
                    cx.event(|c| ev::GnutellaEstablish { c });
                }
                continue;
            }
            if side.headers.is_empty() {
                if find(&line, b" HTTP/1.").is_some() {
                    cx.event(|c| ev::GnutellaHttpNotify { c });
                    if let Some(http) = cx.add_beside(HTTP) {
                        let rest: &[u8] = data;
                        cx.deliver_to(http, from, &[line.as_slice(), b"\r\n", rest].concat());
                    }
                    cx.remove_self();
                    return false;
                }
                side.sent_ok |= is_ok(&line);
            }
            let len = side.headers.len() + 2 + line.len();
            if len >= max {
                cx.cannot_follow();
                cx.anomaly(Anomaly::HeadersTooLong(len));
                side.stuck = true;
                break;
            }
            side.headers.extend_from_slice(b"\r\n");
            side.headers.extend_from_slice(&line);
        }
        true
    }

    fn messages(&mut self, cx: &mut Context<'_, '_>, from: Role, mut data: &[u8]) {
        let m = &mut self.side(from).message;
        while !data.is_empty() {
            if m.left == 0 {
                let (head, rest) = data.split_at(data.len().min(HEAD - m.head.len()));
                m.head.extend_from_slice(head);
                data = rest;
                if m.head.len() < HEAD {
                    return;
                }
                m.left = m.len();
            } else {
                let (content, rest) = data.split_at(data.len().min(m.left as usize));
                let room = MAX_PAYLOAD - m.payload.len();
                m.payload.extend_from_slice(content.get(..room.min(content.len())).unwrap_or_default());
                m.left -= content.len() as u32;
                data = rest;
            }
            if m.left == 0 {
                m.report(cx, from);
                *m = Message::default();
            }
        }
    }
}

fn limit(set: usize) -> usize {
    if set == 0 { MAX_TEXT } else { set.min(MAX_TEXT) }
}

/// Whether a line is `GNUTELLA/0.6 200 OK` or similar.
fn is_ok(line: &[u8]) -> bool {
    let code = line.iter().position(|b| *b == b' ').and_then(|at| line.get(at + 1..));
    line.starts_with(b"GNUTELLA") && code.is_some_and(|c| c.starts_with(b"200"))
}

impl Message {
    fn byte(&self, at: usize) -> u64 {
        self.head.get(at).copied().unwrap_or_default().into()
    }

    /// The stated length of the payload, in bytes.
    fn len(&self) -> u32 {
        self.head.last_chunk().map_or(0, |len| u32::from_le_bytes(*len))
    }

    fn report(&self, cx: &mut Context<'_, '_>, from: Role) {
        let kept = self.payload.len();
        cx.event(|c| ev::GnutellaBinaryMsg {
            c,
            orig: from.is_orig(),
            msg_type: self.byte(16),
            ttl: self.byte(17),
            hops: self.byte(18),
            msg_len: self.len().into(),
            payload: &self.payload,
            payload_len: kept as u64,
            trunc: kept < MAX_PAYLOAD.min(self.len() as usize),
            complete: self.left == 0,
        });
    }
}

impl Analyzer for Gnutella {
    fn stream(&mut self, cx: &mut Context<'_, '_>, from: Role, mut data: &[u8]) {
        if !self.established && !self.lines(cx, from, &mut data) {
            return;
        }
        if self.established && cx.wants::<ev::GnutellaBinaryMsg<'_>>() {
            self.messages(cx, from, data);
        }
    }

    fn done(&mut self, cx: &mut Context<'_, '_>) {
        if !self.established {
            cx.event(|c| ev::GnutellaNotEstablish { c });
        }
        for (role, side) in [Role::Orig, Role::Resp].into_iter().zip(&self.sides) {
            let m = &side.message;
            if m.left > 0 {
                m.report(cx, role);
            } else if !m.head.is_empty() {
                let len = m.head.len() as u64;
                cx.event(|c| ev::GnutellaPartialBinaryMsg { c, orig: role.is_orig(), msg: &m.head, len });
            }
        }
    }
}
