//! The sockets of a thread: its listeners, its connections, and their events.
pub(crate) use super::dial::Again;
use super::dial::{Dial, FIRST_RETRY, connect};
use super::life;
use super::peer::{Outgoing, Peer};
use super::wire::Wire;
use super::{Counters, Curve, add, security};
use crate::tls::Tls;
use cluster_wire::zmtp::{Config, Connection, Event, Limits, Message, SocketType};
use runloop::poller::{Poller, Token};
use runloop::{Interest, PollerKind, WakeReceiver, Waker, wake_pair};
use std::collections::{BTreeMap, VecDeque};
use std::io;
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::os::fd::{AsFd, AsRawFd};
use std::sync::{Arc, mpsc};
use std::time::{Duration, Instant};

/// An event at a peer, which is identified by its number.
pub(crate) enum Report {
    /// The handshake is complete.
    Up(u32, SocketType),
    Message(u32, Message),
    Subscribe(u32, Vec<u8>),
    Cancel(u32, Vec<u8>),
    /// The connection has ended. The queue has the messages that were not even partly sent.
    Down(u32, SocketType, VecDeque<Outgoing>),
    /// A dial, given by its number, failed: the handshake failed, or no connection was made and it is not retried.
    Unreachable(usize),
}

/// The maximum number of connections at a listening socket.
const PEERS: usize = 4096;

/// The size in bytes up to which a peer's incomplete input is exempt from the limit on the total of all peers.
const LARGE_INPUT: usize = 1 << 20;

/// The maximum total size of incomplete messages, over all peers, in bytes.
const INPUT: usize = 1 << 30;

/// The time limit for a peer's handshake.
const HANDSHAKE: Duration = Duration::from_secs(10);

/// The interval between checks of peers' liveness.
const LOOK_EVERY: Duration = Duration::from_millis(500);

const WAKE: Token = Token(u64::MAX);
/// The first token of listeners. Lower tokens are peers.
const LISTENERS: u64 = 1 << 32;

/// The number of a dial, and its result.
type Dialed = (usize, io::Result<TcpStream>);

pub(crate) struct Net {
    poller: Box<dyn Poller>,
    woken: WakeReceiver,
    waker: Waker,
    listeners: Vec<(TcpListener, SocketType)>,
    dials: Vec<Dial>,
    /// The channel for the results of dialing threads.
    dialed: (mpsc::Sender<Dialed>, mpsc::Receiver<Dialed>),
    peers: BTreeMap<u32, Peer>,
    next: u32,
    curve: Option<Curve>,
    tls: Option<Tls>,
    counters: Arc<Counters>,
    room: Vec<u8>,
    /// The time of the last check of liveness.
    looked: Instant,
}

impl Net {
    pub(crate) fn new(curve: Option<Curve>, counters: Arc<Counters>) -> io::Result<Self> {
        let mut poller = PollerKind::default().open()?;
        let (waker, woken) = wake_pair()?;
        poller.add(woken.as_fd(), WAKE, Interest::Read)?;
        Ok(Net {
            poller,
            woken,
            waker,
            listeners: Vec::new(),
            dials: Vec::new(),
            dialed: mpsc::channel(),
            peers: BTreeMap::new(),
            next: 0,
            curve,
            tls: None,
            counters,
            room: vec![0; 64 << 10],
            looked: Instant::now(),
        })
    }

    /// Puts TLS below all connections.
    pub(crate) fn secured(mut self, tls: Option<Tls>) -> Self {
        self.tls = tls;
        self
    }

    /// Ends a [`Net::wait`] from any thread.
    pub(crate) fn waker(&self) -> Waker {
        self.waker.clone()
    }

    /// Listens on an address. Returns the actual address, since the port may be 0.
    pub(crate) fn listen(&mut self, at: SocketAddr, socket: SocketType) -> io::Result<SocketAddr> {
        let listener = TcpListener::bind(at)
            .map_err(|e| io::Error::new(e.kind(), format!("{} socket at {at}: {e}", socket.name())))?;
        self.listen_on(listener, socket)
    }

    /// Connects to an address, and reconnects when the connection is lost.
    pub(crate) fn dial(&mut self, address: &str, socket: SocketType) {
        self.dial_again(address, socket, Again::Sooner);
    }

    /// Connects to an address, and retries according to `again`. Returns the number of the dial.
    pub(crate) fn dial_again(&mut self, address: &str, socket: SocketType, again: Again) -> usize {
        let (address, due) = (address.to_owned(), Some(Instant::now()));
        self.dials.push(Dial { address, socket, again, pause: FIRST_RETRY, due, is_over: false });
        self.dials.len() - 1
    }

    /// Ends a dial for good, together with its connection.
    pub(crate) fn hang_up(&mut self, dial: usize, reports: &mut Vec<Report>) {
        let Some(ended) = self.dials.get_mut(dial) else { return };
        (ended.is_over, ended.due) = (true, None);
        let made = self.peers.iter().find(|(_, p)| p.dial == Some(dial)).map(|(n, _)| *n);
        if let Some(number) = made {
            self.drop_peer(number, reports);
        }
    }

    /// Suspends a dial until [`redial`](Self::redial).
    pub(crate) fn rest(&mut self, dial: usize) {
        if let Some(dial) = self.dials.get_mut(dial) {
            dial.due = None;
        }
    }

    /// Resumes a suspended dial.
    pub(crate) fn redial(&mut self, dial: usize) {
        if let Some(dial) = self.dials.get_mut(dial).filter(|d| !d.is_over) {
            dial.due = Some(Instant::now());
        }
    }

    /// Returns the dial that made a connection; `None` if the peer made it.
    pub(crate) fn dial_of(&self, peer: u32) -> Option<usize> {
        self.peers.get(&peer).and_then(|p| p.dial)
    }

    /// Returns the address of a peer.
    pub(crate) fn remote(&self, peer: u32) -> Option<SocketAddr> {
        self.peers.get(&peer)?.wire.tcp().peer_addr().ok()
    }

    /// Takes over a listening socket.
    pub(crate) fn listen_on(&mut self, listener: TcpListener, socket: SocketType) -> io::Result<SocketAddr> {
        listener.set_nonblocking(true)?;
        let token = Token(LISTENERS + self.listeners.len() as u64);
        self.poller.add(listener.as_fd(), token, Interest::Read)?;
        let at = listener.local_addr()?;
        self.listeners.push((listener, socket));
        Ok(at)
    }

    /// Returns the peers of a socket type that have completed their handshake.
    pub(crate) fn ready(&self, socket: SocketType) -> impl Iterator<Item = u32> + '_ {
        self.peers.iter().filter(move |(_, p)| p.socket == socket && p.connection.is_ready()).map(|(n, _)| *n)
    }

    /// Queues a message. Returns `false` if the queue has reached `mark` or the peer is gone.
    pub(crate) fn send(&mut self, to: u32, message: Outgoing, mark: usize) -> bool {
        self.peers.get_mut(&to).is_some_and(|peer| peer.queue(message, mark))
    }

    /// Queues the beginning or end of a subscription. A peer that reads so slowly that its queue is full is
    /// disconnected; when it reconnects, it gets the current subscriptions.
    pub(crate) fn send_subscription(
        &mut self,
        to: u32,
        is_new: bool,
        prefix: &[u8],
        reports: &mut Vec<Report>,
    ) {
        let subscription = Outgoing::Subscription(is_new, prefix.into());
        if self.is_there(to) && !self.send(to, subscription, usize::MAX) {
            self.refuse(to, reports);
        }
    }

    /// Returns a peer's address, for messages.
    pub(crate) fn name(&self, peer: u32) -> String {
        let address = self.peers.get(&peer).and_then(|p| p.wire.tcp().peer_addr().ok());
        address.map_or_else(|| "a peer".to_owned(), |address| address.to_string())
    }

    /// Whether a peer is connected.
    pub(crate) fn is_there(&self, peer: u32) -> bool {
        self.peers.contains_key(&peer)
    }

    /// Returns the peer with the most subscriptions.
    pub(crate) fn greediest(&self) -> Option<u32> {
        self.peers.iter().max_by_key(|(_, p)| p.subscriptions).map(|(n, _)| *n)
    }

    /// Returns the number of messages that wait for a peer.
    pub(crate) fn waiting(&self, peer: u32) -> usize {
        self.peers.get(&peer).map_or(0, Peer::waiting)
    }

    /// Returns the number of batches of rows that wait for any peer.
    pub(crate) fn waiting_rows(&self) -> usize {
        self.peers.values().map(Peer::waiting_rows).sum()
    }

    /// Whether all queued messages have been written.
    pub(crate) fn is_flushed(&self) -> bool {
        self.peers.values().all(Peer::is_flushed)
    }

    /// Disconnects a peer that exceeds a limit.
    pub(crate) fn refuse(&mut self, peer: u32, reports: &mut Vec<Report>) {
        add(&self.counters.refused_peers);
        self.drop_peer(peer, reports);
    }

    /// Counts the beginning or end of a subscription. Returns the number of the peer's subscriptions.
    pub(crate) fn count_subscription(&mut self, peer: u32, is_new: bool) -> usize {
        let Some(peer) = self.peers.get_mut(&peer) else { return 0 };
        peer.subscriptions =
            if is_new { peer.subscriptions + 1 } else { peer.subscriptions.saturating_sub(1) };
        peer.subscriptions
    }

    /// Writes queued output, waits until something happens or `timeout` has passed, and appends the reports.
    pub(crate) fn wait(&mut self, timeout: Duration, reports: &mut Vec<Report>) -> io::Result<()> {
        self.start_dials();
        self.write_all(reports);
        let due = self.dials.iter().filter_map(|d| d.due).min();
        let timeout = due.map_or(timeout, |due| timeout.min(due.saturating_duration_since(Instant::now())));
        let timeout = if reports.is_empty() { timeout } else { Duration::ZERO };
        let mut events = Vec::new();
        self.poller.wait(Some(timeout), &mut events)?;
        for event in events {
            match event.token {
                WAKE => self.woken.clear(),
                Token(n) if n >= LISTENERS => self.accept((n - LISTENERS) as usize),
                Token(n) => {
                    if event.readable {
                        self.read(n as u32, reports);
                    }
                }
            }
            self.poller.rearm(event.fd);
        }
        while let Ok((dial, result)) = self.dialed.1.try_recv() {
            if self.dials[dial].is_over {
                continue;
            }
            match result.and_then(|stream| self.adopt(stream, self.dials[dial].socket, Some(dial))) {
                Ok(()) => {}
                Err(_) => {
                    // Do not report dials that are retried: the other process may just not have started yet.
                    if matches!(self.dials[dial].again, Again::Never) {
                        reports.push(Report::Unreachable(dial));
                    }
                    self.dials[dial].retry();
                }
            }
        }
        self.look_for_life(reports);
        Ok(())
    }

    /// Starts threads that resolve names and connect, since both may take seconds.
    fn start_dials(&mut self) {
        let now = Instant::now();
        for (n, dial) in
            self.dials.iter_mut().enumerate().filter(|(_, d)| d.due.is_some_and(|due| due <= now))
        {
            dial.due = None;
            let (address, sender, waker) = (dial.address.clone(), self.dialed.0.clone(), self.waker.clone());
            let connect = move || {
                runloop::leave_signals_to_others();
                drop(sender.send((n, connect(&address))));
                waker.wake();
            };
            if std::thread::Builder::new().name("zmq-dial".to_owned()).spawn(connect).is_err() {
                dial.due = Some(now + dial.pause);
            }
        }
    }

    fn accept(&mut self, n: usize) {
        let socket = self.listeners[n].1;
        loop {
            match self.listeners[n].0.accept() {
                Ok((stream, _)) if self.peers.len() < PEERS => drop(self.adopt(stream, socket, None)),
                Ok((stream, _)) => {
                    add(&self.counters.refused_peers);
                    drop(stream);
                }
                Err(e) if e.kind() == io::ErrorKind::WouldBlock => return,
                Err(_) => {
                    // Most likely, the process is out of descriptors. The listener stays readable, so sleep to keep the
                    // thread from spinning.
                    std::thread::sleep(Duration::from_millis(10));
                    return;
                }
            }
        }
    }

    fn adopt(&mut self, stream: TcpStream, socket: SocketType, dial: Option<usize>) -> io::Result<()> {
        stream.set_nonblocking(true)?;
        stream.set_nodelay(true)?;
        life::keep_alive(&stream)?;
        let security = security(self.curve.as_ref(), dial.is_none());
        let connection = Connection::new(Config { socket, security, limits: Limits::DEFAULT });
        let number = self.next;
        self.poller.add(stream.as_fd(), Token(number.into()), Interest::Read)?;
        self.next = self.next.checked_add(1).ok_or_else(|| io::Error::other("2^32 connections were made"))?;
        let wire = Wire::new(stream, self.tls.as_ref(), dial.is_some())?;
        self.peers.insert(number, Peer::new(socket, dial, wire, connection, Instant::now()));
        Ok(())
    }

    fn read(&mut self, number: u32, reports: &mut Vec<Report>) {
        let Some(peer) = self.peers.get_mut(&number) else { return };
        let result = peer.read(&mut self.room);
        while let Some(event) = peer.connection.poll_event() {
            reports.push(match event {
                Event::Ready => {
                    add(&self.counters.connections);
                    if let Some(dial) = peer.dial {
                        self.dials[dial].pause = FIRST_RETRY;
                    }
                    Report::Up(number, peer.socket)
                }
                Event::Message(message) => Report::Message(number, message),
                Event::Subscribe(prefix) => Report::Subscribe(number, prefix),
                Event::Cancel(prefix) => Report::Cancel(number, prefix),
                Event::Pong(_) => continue,
            });
        }
        match result {
            Ok(true) if peer.connection.pending_input() < LARGE_INPUT => {}
            Ok(true) => {
                let all: usize = self.peers.values().map(|p| p.connection.pending_input()).sum();
                if all > INPUT {
                    self.refuse(number, reports);
                }
            }
            Ok(false) => self.drop_peer(number, reports),
            Err(e) => {
                if e.kind() == io::ErrorKind::Other {
                    // Tell the peer the reason, if the handshake got that far.
                    drop(peer.write());
                    add(&self.counters.refused_peers);
                }
                self.drop_peer(number, reports);
            }
        }
    }

    fn write_all(&mut self, reports: &mut Vec<Report>) {
        let mut broken = Vec::new();
        for (number, peer) in &mut self.peers {
            if peer.write().is_err() {
                broken.push(*number);
                continue;
            }
            let waits = peer.waits();
            if waits != peer.waits_to_write {
                let interest = if waits { Interest::Both } else { Interest::Read };
                if self.poller.modify(peer.wire.tcp().as_fd(), interest).is_err() {
                    broken.push(*number);
                }
                peer.waits_to_write = waits;
            }
        }
        broken.into_iter().for_each(|number| self.drop_peer(number, reports));
    }

    /// Disconnects peers that do not complete their handshake or are silent.
    fn look_for_life(&mut self, reports: &mut Vec<Report>) {
        let now = Instant::now();
        if now.saturating_duration_since(self.looked) < LOOK_EVERY {
            return;
        }
        self.looked = now;
        let (mut late, mut silent) = (Vec::new(), Vec::new());
        for (number, peer) in &mut self.peers {
            if !peer.connection.is_ready() && now.saturating_duration_since(peer.since) > HANDSHAKE {
                late.push(*number);
            } else if !peer.keep_alive(now) {
                silent.push(*number);
            }
        }
        late.into_iter().for_each(|number| self.refuse(number, reports));
        for number in silent {
            add(&self.counters.silent_peers);
            self.drop_peer(number, reports);
        }
    }

    fn drop_peer(&mut self, number: u32, reports: &mut Vec<Report>) {
        let Some(peer) = self.peers.remove(&number) else { return };
        // A descriptor that the poller no longer knows needs no removal.
        drop(self.poller.remove(peer.wire.tcp().as_raw_fd()));
        if let Some(dial) = peer.dial {
            if !peer.connection.is_ready() && !self.dials[dial].is_over {
                reports.push(Report::Unreachable(dial));
            }
            self.dials[dial].retry();
        }
        reports.push(Report::Down(number, peer.socket, peer.into_queue()));
    }
}
