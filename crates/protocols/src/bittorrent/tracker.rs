//! The tracker protocol over HTTP: a peer requests other peers with `GET /announce?…`, and the tracker answers with a
//! bencoded dictionary.
use super::bencode::{BencodeError, Dictionary, Value};
use super::{Anomaly, MAX_TRACKER};
use crate::ascii::{find, skip_blanks};
use crate::{Maker, Settings};
use event::bittorrent as ev;
use event::{ListOf, TableOf};
use net_types::{Addr, Port};
use session::Role;
use session::analyzer::{Analyzer, Context};

/// Returns a maker of one analyzer per connection.
pub fn maker(_: &dyn Settings) -> Maker {
    Box::new(|_| Some(Box::<Tracker>::default()))
}

/// The next part of a message.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
enum Part {
    /// The request line or the status line.
    #[default]
    First,
    Headers,
    Body,
    /// No further message is expected.
    Done,
}

#[derive(Default)]
struct Side {
    part: Part,
    waiting: Vec<u8>,
    over: bool,
}

impl Side {
    /// Takes the next complete line, without its line ending.
    fn line(&mut self) -> Option<Vec<u8>> {
        let end = self.waiting.iter().position(|b| *b == b'\n')?;
        let mut line: Vec<u8> = self.waiting.drain(..=end).collect();
        line.pop();
        if let Some(cr) = line.iter().rposition(|b| *b == b'\r') {
            line.truncate(cr);
        }
        Some(line)
    }
}

/// The analyzer of a connection.
#[derive(Default)]
pub struct Tracker {
    client: Side,
    server: Side,
    uri: Vec<u8>,
    keep_alive: bool,
    status: u64,
    /// Whether a response was just reported; a blank line may follow it.
    answered: bool,
}

/// The name and value of a header line; `None` if the line is malformed.
fn header(line: &[u8]) -> Option<(&[u8], &[u8])> {
    let colon = line.iter().position(|b| *b == b':')?;
    let (name, value) = line.split_at(colon);
    let well_formed = !name.is_empty() && !name.iter().any(|b| matches!(b, b' ' | b'\t'));
    well_formed.then(|| (name, skip_blanks(value.get(1..).unwrap_or_default())))
}

impl Tracker {
    fn header(&mut self, line: &[u8]) -> bool {
        let Some((name, value)) = header(line) else { return false };
        if name.eq_ignore_ascii_case(b"connection") {
            self.keep_alive = !value.eq_ignore_ascii_case(b"close");
        }
        true
    }

    fn request(&mut self, cx: &mut Context<'_, '_>) -> Result<(), &'static str> {
        while let Some(line) = self.client.line() {
            match self.client.part {
                Part::First => {
                    let address = line.get(..4).filter(|get| get.eq_ignore_ascii_case(b"GET "));
                    let rest = address.and_then(|_| line.get(4..)).map(skip_blanks).unwrap_or_default();
                    let blank = rest.iter().position(|b| matches!(b, b' ' | b'\t')).unwrap_or(rest.len());
                    let (uri, version) = rest.split_at(blank);
                    if uri.is_empty() {
                        return Err("BitTorrentTracker: invalid HTTP GET");
                    }
                    self.keep_alive = version.ends_with(b"1");
                    self.uri = uri.to_vec();
                    self.client.part = Part::Headers;
                }
                Part::Headers if line.is_empty() => {
                    cx.confirm();
                    let uri = std::mem::take(&mut self.uri);
                    cx.event(|c| ev::TrackerRequest { c, uri: &uri, headers: TableOf(&[]) });
                    self.client.part = if self.keep_alive { Part::First } else { Part::Done };
                }
                Part::Headers => {
                    if !self.header(&line) {
                        return Err("BitTorrentTracker: invalid HTTP request header");
                    }
                }
                Part::Body | Part::Done if line.is_empty() => {}
                Part::Body | Part::Done => {
                    cx.anomaly(Anomaly::DataAfterRequest);
                    let msg = [b"Got post request data: ", line.as_slice(), b"\n"].concat();
                    cx.event(|c| ev::TrackerWeird { c, is_orig: true, msg: &msg });
                }
            }
        }
        Ok(())
    }

    fn answer(&mut self, cx: &mut Context<'_, '_>) -> Result<(), String> {
        loop {
            if self.server.part == Part::Body {
                let body = std::mem::take(&mut self.server.waiting);
                let (dictionary, rest) = match Dictionary::read(&body) {
                    Ok(read) => read,
                    Err(BencodeError::Short) => {
                        self.server.waiting = body;
                        return Ok(());
                    }
                    Err(e) => return Err(e.to_string()),
                };
                cx.confirm();
                report(cx, self.status, &dictionary);
                self.server.waiting = rest.to_vec();
                self.answered = true;
                self.server.part = if self.keep_alive { Part::First } else { Part::Done };
                continue;
            }
            let Some(line) = self.server.line() else { return Ok(()) };
            match self.server.part {
                Part::First if line.is_empty() && std::mem::take(&mut self.answered) => {}
                Part::First => {
                    let blank = find(&line, b" ").filter(|_| line.starts_with(b"HTTP/"));
                    let status = blank.and_then(|at| line.get(at + 1..));
                    let status = status.ok_or("BitTorrentTracker: invalid HTTP status")?;
                    self.status = crate::ascii::leading_number(status);
                    self.server.part = Part::Headers;
                }
                Part::Headers if line.is_empty() && self.status == 200 => self.server.part = Part::Body,
                Part::Headers if line.is_empty() => {
                    let status = self.status;
                    cx.event(|c| ev::TrackerResponseNotOk { c, status, headers: TableOf(&[]) });
                    self.server.part = Part::Done;
                }
                Part::Headers => {
                    if !self.header(&line) {
                        return Err("BitTorrentTracker: invalid HTTP response header".into());
                    }
                }
                Part::Body | Part::Done => {}
            }
        }
    }
}

/// Reports a response: peers in compact form (BEP 23) as addresses, other members without further decoding.
fn report(cx: &mut Context<'_, '_>, status: u64, answer: &Dictionary<'_>) {
    let (mut peers, mut others) = (Vec::new(), Vec::new());
    for &(name, value) in &answer.0 {
        let mut benc = ev::BencValue { i: None, s: None, d: None, l: None };
        match value {
            Value::Text(compact) if name == b"peers" => {
                peers.extend(compact.chunks_exact(6).filter_map(|p| p.first_chunk::<6>()).map(
                    |&[a, b, c, d, high, low]| ev::Peer {
                        h: Addr::v4([a, b, c, d]),
                        p: Port::tcp(u16::from_be_bytes([high, low])),
                    },
                ));
                continue;
            }
            Value::Int(i) => benc.i = Some(i),
            Value::Text(s) => benc.s = Some(s),
            Value::Dictionary(d) => benc.d = Some(d),
            Value::List(l) => benc.l = Some(l),
        }
        others.push((name, benc));
    }
    cx.event(|c| ev::TrackerResponse {
        c,
        status,
        headers: TableOf(&[]),
        peers: ListOf(&peers),
        benc: TableOf(&others),
    });
}

impl Analyzer for Tracker {
    fn stream(&mut self, cx: &mut Context<'_, '_>, from: Role, data: &[u8]) {
        if cx.is_partial() {
            return;
        }
        let side = if from.is_orig() { &mut self.client } else { &mut self.server };
        if side.over || side.part == Part::Done && !from.is_orig() {
            return;
        }
        let result = if side.waiting.len() + data.len() > MAX_TRACKER {
            let what = if from.is_orig() { "request" } else { "response" };
            Err(format!("BitTorrentTracker: {what} message too long"))
        } else {
            side.waiting.extend_from_slice(data);
            if from.is_orig() { self.request(cx).map_err(Into::into) } else { self.answer(cx) }
        };
        if let Err(reason) = result {
            let side = if from.is_orig() { &mut self.client } else { &mut self.server };
            *side = Side { over: true, ..Side::default() };
            cx.violate(&reason, None);
        }
    }

    fn undelivered(&mut self, cx: &mut Context<'_, '_>, from: Role, _: u64, _: u64) {
        let side = if from.is_orig() { &mut self.client } else { &mut self.server };
        if !side.over {
            *side = Side { over: true, ..Side::default() };
            cx.violate("BitTorrentTracker: cannot recover from content gap", None);
        }
    }
}
