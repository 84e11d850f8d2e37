//! A client: its handshake, subscriptions and events.
use super::handshake::{Asked, Handshake, Look};
use super::stream::Stream;
use super::{Endpoint, Options, Report};
use crate::carrier::{Body, Carrier as _, Format, Inbound, Keep, NodeId, Token};
use crate::mailbox::{Caps, Wake};
use crate::{Hub, Node, Seat};
use cluster_wire::json::{self, Message, Refusal};
use cluster_wire::{Limits, broker_bin};
use std::borrow::Cow;
use std::collections::VecDeque;
use std::io;
use std::net::{SocketAddr, TcpStream};
use std::os::fd::{AsFd as _, BorrowedFd};
use std::time::{Duration, Instant};
use tungstenite::handshake::HandshakeError;
use tungstenite::handshake::server::ServerHandshake;
use tungstenite::protocol::frame::coding::CloseCode;
use tungstenite::protocol::{CloseFrame, WebSocketConfig};
use tungstenite::{Error, WebSocket};

/// The maximum size of a client's message in bytes.
const MESSAGE: usize = 16 << 20;

/// The number of bytes of unsent output above which events stay in the mailbox.
const BACKLOG: usize = 4 << 20;

/// The maximum number of messages read, and of events taken from the mailbox, per turn.
const TURN: usize = 100;

/// The time limit for a client's handshake, for its subscriptions, and for its closing handshake.
const PATIENCE: Duration = Duration::from_secs(10);

/// The time limit for its subscriptions to come into effect.
const READY: Duration = Duration::from_secs(60);

enum Phase {
    Shaking(Option<Handshake>),
    /// The client has not sent its subscriptions yet.
    New(WebSocket<Stream>),
    /// The client waits until its subscriptions are in effect.
    Waiting(WebSocket<Stream>, Vec<String>),
    Open(WebSocket<Stream>),
    /// The connection is being closed.
    Closing(WebSocket<Stream>),
}

/// A client of a server.
pub(super) struct Client {
    phase: Phase,
    /// The connection, for the poller.
    handle: TcpStream,
    endpoint: Endpoint,
    /// Whether the client was accepted, so that scripts are told when it disconnects.
    is_known: bool,
    asked: std::sync::mpsc::Receiver<Asked>,
    /// The client's node in the hub, once it has subscribed.
    node: Option<Node>,
    since: Instant,
    /// The time of the last ping, and whether its answer is outstanding.
    pinged: Instant,
    owes_pong: bool,
    /// Events that wait for the run's check.
    judged: VecDeque<(String, Body, Keep)>,
    /// A report for which the run had no room yet. There is at most one.
    unreported: Option<Report>,
    has_backlog: bool,
    /// The code and reason with which this side closes the connection.
    closing: Option<(u16, String)>,
    /// The code and reason with which the connection ended.
    end: Option<(u16, String)>,
    version: String,
}

impl Client {
    pub(super) fn new(
        tcp: TcpStream,
        address: SocketAddr,
        number: u64,
        options: &Options,
        now: Instant,
    ) -> io::Result<Self> {
        tcp.set_nonblocking(true)?;
        tcp.set_nodelay(true)?;
        let handle = tcp.try_clone()?;
        let (sender, asked) = std::sync::mpsc::channel();
        let stream = Stream::new(tcp, options.tls.as_ref())?;
        let config = WebSocketConfig::default()
            .max_message_size(Some(MESSAGE))
            .max_frame_size(Some(MESSAGE))
            .write_buffer_size(64 << 10)
            .max_write_buffer_size(BACKLOG + 2 * MESSAGE);
        let handshake = ServerHandshake::start(stream, Look(sender), Some(config));
        let id = NodeId::from(&*format!("{}-websocket-{number}", options.node));
        Ok(Client {
            phase: Phase::Shaking(Some(handshake)),
            handle,
            endpoint: Endpoint { id, address, application: None },
            is_known: false,
            asked,
            node: None,
            since: now,
            pinged: now,
            owes_pong: false,
            judged: VecDeque::new(),
            unreported: None,
            has_backlog: false,
            closing: None,
            end: None,
            version: options.version.clone(),
        })
    }

    pub(super) fn handle(&self) -> BorrowedFd<'_> {
        self.handle.as_fd()
    }

    /// Whether to read from the client: not while one of its events waits for room, nor before its subscriptions are in
    /// effect.
    pub(super) fn wants_to_read(&self) -> bool {
        self.unreported.is_none() && !matches!(self.phase, Phase::Waiting(..))
    }

    pub(super) fn wants_to_write(&self) -> bool {
        self.has_backlog
    }

    /// If the connection has ended, returns the report for scripts; `Some(None)` if they do not know the client.
    pub(super) fn ended(&mut self) -> Option<Option<Report>> {
        let end = self.end.take()?;
        // A reason given by this side takes precedence.
        let (code, reason) = self.closing.take().unwrap_or(end);
        let client = self.endpoint.clone();
        Some(self.is_known.then_some(Report::Lost { client, code, reason }))
    }

    /// Takes the unsent report for the run.
    pub(super) fn take_report(&mut self) -> Option<Report> {
        self.unreported.take()
    }

    pub(super) fn has_untold(&self) -> bool {
        self.unreported.is_some()
    }

    pub(super) fn put_back(&mut self, report: Report) {
        self.unreported = Some(report);
    }

    /// Reads from the client, takes mail and writes.
    pub(super) fn turn(&mut self, number: u64, hub: &Hub, wake: impl FnOnce() -> Wake) {
        if let Phase::Shaking(handshake) = &mut self.phase {
            match handshake.take().map(Handshake::handshake) {
                None => return,
                Some(Ok(ws)) => self.begin(ws),
                Some(Err(HandshakeError::Interrupted(again))) => {
                    self.phase = Phase::Shaking(Some(again));
                    return;
                }
                Some(Err(HandshakeError::Failure(e))) => {
                    self.end = Some((1002, e.to_string()));
                    return;
                }
            }
        }
        let mut wake = Some(wake);
        // Bounded, so that a client that never stops sending does not starve the others.
        for _ in 0..TURN {
            if !self.wants_to_read() || self.end.is_some() {
                break;
            }
            let Some(ws) = self.socket() else { break };
            match ws.read() {
                Ok(message) => self.message(message, number, hub, &mut wake),
                Err(Error::Io(e)) if e.kind() == io::ErrorKind::WouldBlock => break,
                Err(e) => self.fail(&e),
            }
        }
        self.take_mail();
        self.flush();
    }

    fn socket(&mut self) -> Option<&mut WebSocket<Stream>> {
        match &mut self.phase {
            Phase::Shaking(_) => None,
            Phase::New(ws) | Phase::Waiting(ws, _) | Phase::Open(ws) | Phase::Closing(ws) => Some(ws),
        }
    }

    /// Checks the request after the handshake.
    fn begin(&mut self, ws: WebSocket<Stream>) {
        self.phase = Phase::New(ws);
        let asked = self.asked.try_recv().unwrap_or_default();
        if asked.path != json::PATH {
            self.refuse(Refusal::Path);
            return self.close(CloseCode::Policy, "Invalid URI");
        }
        match asked.application {
            Some(Err(())) => {
                self.refuse(Refusal::ApplicationName);
                self.close(CloseCode::Policy, "Invalid X-Application-Name header");
            }
            Some(Ok(name)) => (self.endpoint.application, self.is_known) = (Some(name), true),
            None => self.is_known = true,
        }
    }

    fn message(
        &mut self,
        message: tungstenite::Message,
        number: u64,
        hub: &Hub,
        wake: &mut Option<impl FnOnce() -> Wake>,
    ) {
        use tungstenite::Message as Ws;
        let text = match message {
            Ws::Text(text) => text.as_bytes().to_vec(),
            Ws::Binary(bytes) => bytes.to_vec(),
            Ws::Pong(_) => {
                self.owes_pong = false;
                return;
            }
            Ws::Close(frame) => {
                let (code, reason) =
                    frame.map_or((1005, String::new()), |f| (f.code.into(), f.reason.as_str().to_owned()));
                self.end.get_or_insert((code, reason));
                // The answer is already queued.
                return self.flush();
            }
            Ws::Ping(_) | Ws::Frame(_) => return,
        };
        match &self.phase {
            Phase::New(_) => {
                if let Some(wake) = wake.take() {
                    self.subscribe(&text, hub, wake());
                }
            }
            Phase::Waiting(..) | Phase::Open(_) => self.event(&text, number),
            Phase::Shaking(_) | Phase::Closing(_) => {}
        }
    }

    /// Handles the first message: the subscriptions.
    fn subscribe(&mut self, text: &[u8], hub: &Hub, wake: Wake) {
        let mut wanted = match json::decode_subscriptions(text) {
            Ok(wanted) => wanted,
            Err(refusal) => {
                self.refuse(refusal);
                return self.close(CloseCode::Policy, "Invalid subscriptions");
            }
        };
        wanted.sort_unstable();
        wanted.dedup();
        let seat = Seat::new(self.endpoint.id.as_str(), self.endpoint.id.clone(), Caps::LIVE);
        let Ok(mut node) = hub.join(seat.guest().wake(wake)) else {
            return self.close(CloseCode::Error, "The id is taken");
        };
        if !wanted.iter().all(|prefix| node.subscribe(prefix)) {
            return self.close(CloseCode::Policy, "Too many subscriptions");
        }
        node.ready(Token(0));
        self.node = Some(node);
        if let Phase::New(ws) = std::mem::replace(&mut self.phase, Phase::Shaking(None)) {
            self.phase = Phase::Waiting(ws, wanted);
        }
    }

    /// Handles a later message: an event.
    fn event(&mut self, text: &[u8], number: u64) {
        match json::decode_message(text, &Limits::DEFAULT) {
            Ok(Message { topic, event }) if topic.len() <= crate::MAX_TOPIC => {
                let mut body = Vec::new();
                broker_bin::encode_event(&event, &mut body);
                let keep = Keep::of_event(event.name.as_bytes());
                self.judged.push_back((topic.into_owned(), body.into(), keep));
                self.unreported = Some(Report::Event { client: number, event });
            }
            Ok(_) => self.refuse(Refusal::NoTopic),
            Err(refusal) => self.refuse(refusal),
        }
    }

    /// Applies the run's verdict on the oldest waiting event.
    pub(super) fn judge(&mut self, fits: bool) {
        let Some((topic, body, keep)) = self.judged.pop_front() else { return };
        match &mut self.node {
            Some(node) if fits => drop(node.publish(&topic, keep, Format::BrokerBin, body)),
            _ => self.refuse(Refusal::NoEvent),
        }
        self.flush();
    }

    fn take_mail(&mut self) {
        let mut mail = VecDeque::new();
        if let Some(node) = self.node.as_mut().filter(|_| !self.has_backlog) {
            node.take(TURN, &mut mail);
            if node.has_dropped() {
                self.close(CloseCode::Policy, "Too slow: 10,000 events waited");
                // A client that does not read would not read a close frame either.
                self.end.get_or_insert((CloseCode::Policy.into(), String::new()));
                return;
            }
        }
        for item in mail {
            match item {
                Inbound::Ready(_) => self.acknowledge(),
                // Events from before the subscriptions took effect are discarded.
                Inbound::Event { topic, body, .. } if matches!(self.phase, Phase::Open(_)) => {
                    self.send_event(&topic, &body);
                }
                _ => {}
            }
        }
    }

    /// Tells the client that its subscriptions are in effect.
    fn acknowledge(&mut self) {
        let Phase::Waiting(..) = self.phase else { return };
        let mut text = Vec::new();
        json::encode_ack(self.endpoint.id.as_str(), &self.version, &mut text);
        self.send(text);
        if let Phase::Waiting(ws, subscriptions) = std::mem::replace(&mut self.phase, Phase::Shaking(None)) {
            self.phase = Phase::Open(ws);
            self.unreported = Some(Report::Added { client: self.endpoint.clone(), subscriptions });
        }
    }

    fn send_event(&mut self, topic: &str, body: &[u8]) {
        let Ok(event) = broker_bin::decode_event(body, &Limits::DEFAULT) else { return };
        let mut text = Vec::new();
        json::encode_message(&Message { topic: Cow::Borrowed(topic), event }, &mut text);
        self.send(text);
    }

    fn refuse(&mut self, refusal: Refusal) {
        let mut text = Vec::new();
        json::encode_refusal(refusal, &mut text);
        self.send(text);
    }

    /// Queues a text message. JSON from this program is always UTF-8.
    fn send(&mut self, text: Vec<u8>) {
        let Ok(text) = String::from_utf8(text) else { return };
        let Some(ws) = self.socket() else { return };
        match ws.write(tungstenite::Message::text(text)) {
            Ok(()) => {}
            Err(Error::Io(e)) if e.kind() == io::ErrorKind::WouldBlock => self.has_backlog = true,
            Err(e) => self.fail(&e),
        }
    }

    fn flush(&mut self) {
        let Some(ws) = self.socket() else { return };
        match ws.flush() {
            Ok(()) => self.has_backlog = false,
            Err(Error::Io(e)) if e.kind() == io::ErrorKind::WouldBlock => self.has_backlog = true,
            Err(e) => self.fail(&e),
        }
    }

    /// Starts the closing handshake.
    pub(super) fn close(&mut self, code: CloseCode, reason: &'static str) {
        self.node = None;
        self.judged.clear();
        self.closing.get_or_insert((code.into(), reason.to_owned()));
        let frame = CloseFrame { code, reason: reason.into() };
        if let Some(ws) = self.socket() {
            drop(ws.close(Some(frame)));
        }
        self.phase = match std::mem::replace(&mut self.phase, Phase::Shaking(None)) {
            Phase::New(ws) | Phase::Waiting(ws, _) | Phase::Open(ws) | Phase::Closing(ws) => {
                Phase::Closing(ws)
            }
            Phase::Shaking(_) => {
                self.end.get_or_insert((code.into(), reason.to_owned()));
                return;
            }
        };
        self.since = Instant::now();
        self.flush();
    }

    fn fail(&mut self, e: &Error) {
        let (code, reason) = match e {
            Error::ConnectionClosed | Error::AlreadyClosed => (1006, String::new()),
            Error::Capacity(_) => (1009, e.to_string()),
            Error::Protocol(_) | Error::Utf8(_) => (1002, e.to_string()),
            _ => (1006, e.to_string()),
        };
        self.end.get_or_insert((code, reason));
    }

    /// Disconnects a client that exceeds a time limit, and sends pings.
    pub(super) fn look(&mut self, now: Instant, ping: Duration) {
        let is_late = now.saturating_duration_since(self.since) > PATIENCE;
        match &self.phase {
            Phase::Shaking(_) | Phase::Closing(_) if is_late => {
                self.end.get_or_insert((1006, String::new()));
            }
            Phase::Waiting(..) if now.saturating_duration_since(self.since) > READY => {
                self.close(CloseCode::Again, "The cluster cannot be reached");
            }
            Phase::New(_) if is_late => self.close(CloseCode::Policy, "No subscriptions"),
            Phase::New(_) | Phase::Open(_)
                if !ping.is_zero() && now.saturating_duration_since(self.pinged) >= ping =>
            {
                if self.owes_pong {
                    return self.close(CloseCode::Error, "Ping timeout");
                }
                (self.pinged, self.owes_pong) = (now, true);
                if let Some(ws) = self.socket() {
                    drop(ws.write(tungstenite::Message::Ping(Vec::new().into())));
                }
                self.flush();
            }
            _ => {}
        }
    }
}
