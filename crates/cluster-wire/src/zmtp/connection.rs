//! One end of a connection: handshake, messages, subscriptions.
use super::curve::{self, Entropy, KeyPair, PublicKey};
use super::{Error, Limits, SocketType, command, frame, greeting};
use std::collections::VecDeque;

/// The security mechanism of a connection.
#[derive(Clone, Debug)]
pub enum Security {
    /// No security (NULL).
    Null,
    /// CURVE, as the client, which knows the server's key.
    CurveClient {
        /// This end's keys.
        keys: KeyPair,
        /// The server's public key.
        server: PublicKey,
        /// The random bytes for this connection.
        entropy: Entropy,
    },
    /// CURVE, as the server.
    CurveServer {
        /// This end's keys.
        keys: KeyPair,
        /// The keys of accepted clients; `None` accepts all.
        clients: Option<Vec<PublicKey>>,
        /// The random bytes for this connection.
        entropy: Entropy,
    },
}

/// The parameters of a connection.
#[derive(Clone, Debug)]
pub struct Config {
    /// The type of this end's socket.
    pub socket: SocketType,
    /// The security mechanism.
    pub security: Security,
    /// The limits on messages from the peer.
    pub limits: Limits,
}

/// A message of one or more parts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Message {
    bytes: Vec<u8>,
    ends: Vec<usize>,
}

impl Message {
    fn push(&mut self, part: &[u8]) {
        self.bytes.extend_from_slice(part);
        self.ends.push(self.bytes.len());
    }

    /// Returns the number of parts.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether the message has no parts; never true for a received message.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// Returns a part; `None` if it does not exist.
    pub fn part(&self, n: usize) -> Option<&[u8]> {
        let start = n.checked_sub(1).map_or(Some(0), |before| self.ends.get(before).copied())?;
        self.bytes.get(start..*self.ends.get(n)?)
    }

    /// Iterates over the parts in order.
    pub fn parts(&self) -> impl Iterator<Item = &[u8]> {
        (0..self.len()).filter_map(|n| self.part(n))
    }
}

/// An event of a connection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// The handshake is complete: messages can be sent.
    Ready,
    /// A message other than a subscription.
    Message(Message),
    /// The peer of a publishing socket subscribed to this prefix.
    Subscribe(Vec<u8>),
    /// The peer unsubscribed from this prefix.
    Cancel(Vec<u8>),
    /// The answer to [`Connection::ping`], with its context.
    Pong(Vec<u8>),
}

enum Stage {
    Greeting,
    Null,
    Client(Box<curve::Client>),
    Server(Box<curve::Server>),
    Traffic(Option<Box<curve::Session>>),
    Over(Error),
}

/// One end of a connection. See the [module](super).
pub struct Connection {
    stage: Stage,
    socket: SocketType,
    security: Option<Security>,
    limits: Limits,
    input: Vec<u8>,
    /// The number of bytes of `input` that were read.
    read: usize,
    output: Vec<u8>,
    /// The number of bytes of `output` that were sent.
    sent: usize,
    /// The earlier parts of an incomplete message.
    partial: Message,
    events: VecDeque<Event>,
    has_ping: bool,
}

impl Connection {
    /// Creates an end, with its greeting in [`Connection::output`].
    pub fn new(config: Config) -> Self {
        let mut output = Vec::new();
        let (name, as_server) = match config.security {
            Security::Null => ("NULL", false),
            Security::CurveClient { .. } => ("CURVE", false),
            Security::CurveServer { .. } => ("CURVE", true),
        };
        greeting::write(name, as_server, &mut output);
        Connection {
            stage: Stage::Greeting,
            socket: config.socket,
            security: Some(config.security),
            limits: config.limits,
            input: Vec::new(),
            read: 0,
            output,
            sent: 0,
            partial: Message::default(),
            events: VecDeque::new(),
            has_ping: false,
        }
    }

    /// Processes bytes from the peer. An error ends the connection: the rest of [`Connection::output`] may still be
    /// sent, and further bytes return the same error.
    ///
    /// # Errors
    /// If the peer violates the protocol, has an incompatible socket type, or is not accepted.
    pub fn handle_bytes(&mut self, bytes: &[u8]) -> Result<(), Error> {
        if let Stage::Over(error) = &self.stage {
            return Err(error.clone());
        }
        self.input.extend_from_slice(bytes);
        let input = std::mem::take(&mut self.input);
        let result = self.read_all(&input);
        self.input = input;
        self.input.drain(..self.read);
        self.read = 0;
        // A large message leaves a large buffer; an idle connection should use little memory.
        if self.input.is_empty() && self.input.capacity() > KEPT {
            self.input = Vec::new();
        }
        if let Err(error) = &result {
            (self.input, self.partial) = (Vec::new(), Message::default());
            self.stage = Stage::Over(error.clone());
        }
        result
    }

    /// Returns the next event.
    pub fn poll_event(&mut self) -> Option<Event> {
        self.events.pop_front()
    }

    /// Returns the bytes to send to the peer.
    pub fn output(&self) -> &[u8] {
        &self.output[self.sent..]
    }

    /// Removes the first `n` bytes from [`Connection::output`] because they were sent.
    pub fn handle_sent(&mut self, n: usize) {
        self.sent += n;
        if self.sent >= self.output.len() {
            self.sent = 0;
            self.output.clear();
            if self.output.capacity() > KEPT {
                self.output = Vec::new();
            }
        } else if self.sent > KEPT {
            self.output.drain(..self.sent);
            self.sent = 0;
        }
    }

    /// Whether messages can be sent.
    pub fn is_ready(&self) -> bool {
        matches!(self.stage, Stage::Traffic(_))
    }

    /// Whether the peer answers a [`Connection::ping`]: it is ready and speaks 3.1 or later.
    pub fn has_ping(&self) -> bool {
        self.has_ping && self.is_ready()
    }

    /// Returns the number of bytes of an incomplete message.
    pub fn pending_input(&self) -> usize {
        self.input.len() + self.partial.bytes.len()
    }

    /// Appends a message to the output. Before the end of the handshake, appends nothing and returns `false`.
    pub fn send<'p>(&mut self, parts: impl IntoIterator<Item = &'p [u8]>) -> bool {
        let mut parts = parts.into_iter().peekable();
        while let Some(part) = parts.next() {
            let more = if parts.peek().is_some() { frame::MORE } else { 0 };
            if !self.send_frame(more, part) {
                return false;
            }
        }
        self.is_ready()
    }

    /// Subscribes to a prefix at a publishing peer. Returns `false` before the end of the handshake.
    pub fn subscribe(&mut self, prefix: &[u8]) -> bool {
        self.send([&[&[1], prefix].concat()[..]])
    }

    /// Cancels a [`Connection::subscribe`].
    pub fn cancel(&mut self, prefix: &[u8]) -> bool {
        self.send([&[&[0], prefix].concat()[..]])
    }

    /// Sends a PING (RFC 37, "Heartbeating"). `ttl` is how long the peer may wait for our next bytes, in tenths of a
    /// second. The PONG returns at most 16 bytes of `context`. A peer that speaks 3.0 would close the connection.
    pub fn ping(&mut self, ttl: u16, context: &[u8]) -> bool {
        let mut body = Vec::new();
        command::write_name("PING", &mut body);
        body.extend_from_slice(&ttl.to_be_bytes());
        body.extend_from_slice(&context[..context.len().min(16)]);
        self.send_frame(frame::COMMAND, &body)
    }

    fn send_frame(&mut self, flags: u8, body: &[u8]) -> bool {
        match &mut self.stage {
            Stage::Traffic(None) => frame::write(flags, body, &mut self.output),
            Stage::Traffic(Some(session)) => session.seal(flags, body, &mut self.output),
            _ => return false,
        }
        true
    }

    fn read_all(&mut self, input: &[u8]) -> Result<(), Error> {
        if matches!(self.stage, Stage::Greeting) {
            let Some(theirs) = greeting::read(input)? else { return Ok(()) };
            self.begin(&theirs)?;
            self.read = greeting::SIZE;
        }
        while let Some(head) = frame::head(&input[self.read..], &self.limits)? {
            let start = self.read + head.head;
            let Some(body) = input.get(start..start + head.body) else { break };
            self.frame(head.flags, body)?;
            self.read = start + head.body;
        }
        Ok(())
    }

    /// Begins the handshake.
    fn begin(&mut self, theirs: &greeting::Greeting<'_>) -> Result<(), Error> {
        self.has_ping = theirs.has_ping;
        let security = self.security.take().unwrap_or(Security::Null);
        let ours = if matches!(security, Security::Null) { "NULL" } else { "CURVE" };
        if theirs.mechanism != ours.as_bytes() {
            return Err(Error::Mechanism { theirs: command::shown(theirs.mechanism), ours });
        }
        let mut body = Vec::new();
        self.stage = match security {
            Security::Null => {
                command::write_name("READY", &mut body);
                command::write_metadata(self.socket, &mut body);
                Stage::Null
            }
            Security::CurveClient { .. } if !theirs.as_server => return Err(Error::SameRole("client")),
            Security::CurveServer { .. } if theirs.as_server => return Err(Error::SameRole("server")),
            Security::CurveClient { keys, server, entropy } => {
                let client = curve::Client::new(keys, server, entropy);
                client.hello(&mut body);
                Stage::Client(Box::new(client))
            }
            Security::CurveServer { keys, clients, entropy } => {
                Stage::Server(Box::new(curve::Server::new(keys, clients, entropy)))
            }
        };
        if !body.is_empty() {
            frame::write(frame::COMMAND, &body, &mut self.output);
        }
        Ok(())
    }

    fn frame(&mut self, flags: u8, body: &[u8]) -> Result<(), Error> {
        match &mut self.stage {
            Stage::Traffic(None) => self.traffic(flags, body),
            Stage::Traffic(Some(session)) => {
                let (flags, part) = session.open(body)?;
                self.traffic(flags, &part)
            }
            _ if flags & frame::COMMAND == 0 => {
                Err(Error::Unexpected { expected: "a command", found: "a message".to_owned() })
            }
            _ => self.handshake(body),
        }
    }

    fn handshake(&mut self, body: &[u8]) -> Result<(), Error> {
        let (name, content) = command::split(body)?;
        let mut answer = Vec::new();
        let session = match &mut self.stage {
            Stage::Client(client) => client.handle(name, content, self.socket, &mut answer)?,
            Stage::Server(server) => match server.handle(name, content, self.socket, &mut answer) {
                // A rejected client is told the reason; other failures here are attacks or another protocol.
                Err(Error::Stranger) => {
                    let refusal = b"\x05ERROR\x03400";
                    frame::write(frame::COMMAND, refusal, &mut self.output);
                    return Err(Error::Stranger);
                }
                other => other?,
            },
            _ => match name {
                b"READY" => {
                    command::check_metadata(content, self.socket, "READY")?;
                    self.stage = Stage::Traffic(None);
                    self.events.push_back(Event::Ready);
                    return Ok(());
                }
                b"ERROR" => return Err(command::refusal(content)),
                _ => return Err(Error::Unexpected { expected: "READY", found: command::shown(name) }),
            },
        };
        if !answer.is_empty() {
            frame::write(frame::COMMAND, &answer, &mut self.output);
        }
        if let Some(session) = session {
            self.stage = Stage::Traffic(Some(Box::new(session)));
            self.events.push_back(Event::Ready);
        }
        Ok(())
    }

    fn traffic(&mut self, flags: u8, body: &[u8]) -> Result<(), Error> {
        if flags & frame::COMMAND != 0 {
            return self.command(body);
        }
        let size = self.partial.bytes.len() + body.len();
        if size > self.limits.message {
            return Err(Error::Size(size as u64, self.limits.message));
        }
        if self.partial.len() == self.limits.parts {
            return Err(Error::Parts(self.limits.parts));
        }
        self.partial.push(body);
        if flags & frame::MORE == 0 {
            let message = std::mem::take(&mut self.partial);
            let is_single = message.len() == 1 && self.socket.publishes();
            self.events.push_back(match message.bytes.split_first() {
                Some((1, prefix)) if is_single => Event::Subscribe(prefix.to_vec()),
                Some((0, prefix)) if is_single => Event::Cancel(prefix.to_vec()),
                _ => Event::Message(message),
            });
        }
        Ok(())
    }

    fn command(&mut self, body: &[u8]) -> Result<(), Error> {
        let (name, content) = command::split(body)?;
        match name {
            b"SUBSCRIBE" if self.socket.publishes() => {
                self.events.push_back(Event::Subscribe(content.to_vec()));
            }
            b"CANCEL" if self.socket.publishes() => self.events.push_back(Event::Cancel(content.to_vec())),
            b"PING" => {
                let context = content.get(2..).ok_or(Error::Command("PING"))?;
                // A peer that sends PINGs without reading the PONGs gets no more of them.
                if self.output().len() > KEPT {
                    return Ok(());
                }
                let mut answer = Vec::new();
                command::write_name("PONG", &mut answer);
                answer.extend_from_slice(&context[..context.len().min(16)]);
                self.send_frame(frame::COMMAND, &answer);
            }
            b"PONG" => self.events.push_back(Event::Pong(content.to_vec())),
            b"ERROR" => return Err(command::refusal(content)),
            // Commands of later versions are ignored.
            _ => {}
        }
        Ok(())
    }
}

/// The most bytes of empty buffer that a connection keeps for input and for output.
const KEPT: usize = 64 << 10;

impl std::fmt::Debug for Connection {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let stage = match &self.stage {
            Stage::Greeting => "greeting",
            Stage::Null | Stage::Client(_) | Stage::Server(_) => "handshake",
            Stage::Traffic(_) => "traffic",
            Stage::Over(_) => "over",
        };
        f.debug_struct("Connection")
            .field("socket", &self.socket)
            .field("stage", &stage)
            .finish_non_exhaustive()
    }
}
