//! The thread that serves all clients of an address.
use super::client::Client;
use super::{MAX_CLIENTS, Options, Report};
use crate::Hub;
use crate::mailbox::Wake;
use runloop::poller::{Poller, Token};
use runloop::{Interest, PollerKind, WakeReceiver, Waker, wake_pair};
use std::collections::{BTreeMap, VecDeque};
use std::io;
use std::net::{SocketAddr, TcpListener};
use std::os::fd::{AsFd as _, AsRawFd as _};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError, mpsc};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};
use tungstenite::protocol::frame::coding::CloseCode;

/// The interval between checks of clients' timeouts.
const LOOK: Duration = Duration::from_millis(250);

/// The time limit for closing handshakes when the server ends.
const LINGER: Duration = Duration::from_millis(500);

const WAKE: Token = Token(u64::MAX);
const LISTENER: Token = Token(u64::MAX - 1);

/// The state that the thread and its owner share.
#[derive(Default)]
struct Shared {
    is_over: AtomicBool,
    /// Whether there was no room for a report. The owner then wakes the thread after making room.
    is_full: AtomicBool,
    /// The number of clients refused because there were too many.
    turned_away: AtomicU64,
    verdicts: Mutex<VecDeque<(u64, bool)>>,
    /// Called when there is a report.
    bell: OnceLock<Wake>,
}

/// A running server. Dropping it closes all clients' connections with 1001 (going away).
pub struct Server {
    at: SocketAddr,
    reports: mpsc::Receiver<Report>,
    shared: Arc<Shared>,
    waker: Waker,
    thread: Option<JoinHandle<()>>,
}

impl Server {
    /// Listens for clients of a hub.
    ///
    /// # Errors
    /// If the address is in use, or the system has no more descriptors or threads.
    pub fn start(hub: &Hub, options: Options) -> io::Result<Self> {
        let listener = TcpListener::bind(options.listen)?;
        listener.set_nonblocking(true)?;
        let at = listener.local_addr()?;
        let (waker, woken) = wake_pair()?;
        let (sender, reports) = mpsc::sync_channel(options.queue.max(1));
        let shared = Arc::<Shared>::default();
        let work = Work {
            hub: hub.clone(),
            options,
            shared: Arc::clone(&shared),
            waker: waker.clone(),
            reports: sender,
            clients: BTreeMap::new(),
            next: 0,
            leaving: VecDeque::new(),
        };
        let (started, is_started) = mpsc::sync_channel(1);
        let run = move || {
            runloop::leave_signals_to_others();
            // The poller must be created on the thread that uses it.
            match Serving::open(listener, woken, work) {
                Err(e) => drop(started.send(Err(e))),
                Ok(serving) => {
                    drop(started.send(Ok(())));
                    serving.run();
                }
            }
        };
        let thread = std::thread::Builder::new().name("websocket".to_owned()).spawn(run)?;
        is_started.recv().unwrap_or_else(|_| Err(io::Error::other("the server's thread ended")))?;
        Ok(Server { at, reports, shared, waker, thread: Some(thread) })
    }

    /// The address on which the server listens.
    pub fn address(&self) -> SocketAddr {
        self.at
    }

    /// Sets the function that is called when there is a report. Only the first call counts.
    pub fn ring(&self, bell: Wake) {
        drop(self.shared.bell.set(bell));
    }

    /// Returns the next report.
    pub fn report(&self) -> Option<Report> {
        let report = self.reports.try_recv().ok()?;
        if self.shared.is_full.swap(false, Ordering::AcqRel) {
            self.waker.wake();
        }
        Some(report)
    }

    /// Answers a [`Report::Event`], in the order of the reports: whether scripts declare the event.
    pub fn judge(&self, client: u64, fits: bool) {
        let verdicts = &self.shared.verdicts;
        verdicts.lock().unwrap_or_else(PoisonError::into_inner).push_back((client, fits));
        self.waker.wake();
    }

    /// The number of clients refused because there were [`MAX_CLIENTS`].
    pub fn turned_away(&self) -> u64 {
        self.shared.turned_away.load(Ordering::Relaxed)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.shared.is_over.store(true, Ordering::Release);
        self.waker.wake();
        if let Some(thread) = self.thread.take() {
            drop(thread.join());
        }
    }
}

/// The thread's state.
struct Serving {
    poller: Box<dyn Poller>,
    listener: TcpListener,
    woken: WakeReceiver,
    work: Work,
}

/// The part of the state that does not depend on the poller.
struct Work {
    hub: Hub,
    options: Options,
    shared: Arc<Shared>,
    waker: Waker,
    reports: mpsc::SyncSender<Report>,
    clients: BTreeMap<u64, Seated>,
    next: u64,
    /// Reports of disconnections that were not sent yet.
    leaving: VecDeque<Report>,
}

/// A client, and the events for which the poller watches it.
struct Seated {
    client: Client,
    watched: Option<Interest>,
}

impl Serving {
    fn open(listener: TcpListener, woken: WakeReceiver, work: Work) -> io::Result<Self> {
        let mut poller = PollerKind::default().open()?;
        poller.add(woken.as_fd(), WAKE, Interest::Read)?;
        poller.add(listener.as_fd(), LISTENER, Interest::Read)?;
        Ok(Serving { poller, listener, woken, work })
    }

    fn run(mut self) {
        let mut looked = Instant::now();
        let mut until = None;
        loop {
            if self.work.shared.is_over.load(Ordering::Acquire) {
                let until = *until.get_or_insert_with(|| {
                    self.work.say_goodbye();
                    Instant::now() + LINGER
                });
                if self.work.clients.is_empty() || Instant::now() >= until {
                    return;
                }
            }
            self.watch();
            let timeout = if until.is_some() { Duration::from_millis(20) } else { LOOK };
            let mut events = Vec::new();
            if self.poller.wait(Some(timeout), &mut events).is_err() {
                return;
            }
            let (mut is_woken, mut ready) = (false, Vec::new());
            for event in &events {
                match event.token {
                    WAKE => {
                        self.woken.clear();
                        is_woken = true;
                    }
                    LISTENER => self.accept(until.is_none()),
                    Token(number) => ready.push(number),
                }
                self.poller.rearm(event.fd);
            }
            let now = Instant::now();
            if is_woken {
                self.work.take_verdicts();
            }
            if now.saturating_duration_since(looked) >= LOOK || is_woken || until.is_some() {
                looked = now;
                ready = self.work.clients.keys().copied().collect();
            }
            for number in ready {
                self.work.turn(number, now);
            }
            self.work.tell_leaving();
            self.remove_ended();
        }
    }

    /// Sets the events for which the poller watches each client.
    fn watch(&mut self) {
        for (number, seated) in &mut self.work.clients {
            let (client, poller) = (&seated.client, &mut self.poller);
            let wanted = match (client.wants_to_read(), client.wants_to_write()) {
                (true, true) => Some(Interest::Both),
                (true, false) => Some(Interest::Read),
                (false, true) => Some(Interest::Write),
                (false, false) => None,
            };
            if wanted == seated.watched {
                continue;
            }
            let changed = match (seated.watched, wanted) {
                (None, Some(interest)) => poller.add(client.handle(), Token(*number), interest),
                (Some(_), Some(interest)) => poller.modify(client.handle(), interest),
                (_, None) => poller.remove(client.handle().as_raw_fd()),
            };
            // A client that cannot be watched is still polled every [`LOOK`].
            if changed.is_ok() {
                seated.watched = wanted;
            }
        }
    }

    fn accept(&mut self, is_open: bool) {
        loop {
            let (tcp, address) = match self.listener.accept() {
                Ok(accepted) => accepted,
                Err(e) if e.kind() == io::ErrorKind::WouldBlock => return,
                Err(_) => {
                    // Most likely, the process is out of descriptors. The listener stays readable, so sleep to keep the
                    // thread from spinning.
                    std::thread::sleep(Duration::from_millis(10));
                    return;
                }
            };
            if !is_open || self.work.clients.len() + self.work.leaving.len() >= MAX_CLIENTS {
                self.work.shared.turned_away.fetch_add(1, Ordering::Relaxed);
                continue;
            }
            self.work.next += 1;
            let number = self.work.next;
            if let Ok(client) = Client::new(tcp, address, number, &self.work.options, Instant::now()) {
                self.work.clients.insert(number, Seated { client, watched: None });
                self.work.turn(number, Instant::now());
            }
        }
    }

    fn remove_ended(&mut self) {
        let clients = std::mem::take(&mut self.work.clients);
        for (number, mut seated) in clients {
            match seated.client.ended() {
                None => drop(self.work.clients.insert(number, seated)),
                Some(report) => {
                    if seated.watched.is_some() {
                        drop(self.poller.remove(seated.client.handle().as_raw_fd()));
                    }
                    self.work
                        .leaving
                        .extend(seated.client.take_report().filter(|t| matches!(t, Report::Added { .. })));
                    self.work.leaving.extend(report);
                }
            }
        }
        self.work.tell_leaving();
    }
}

impl Work {
    fn turn(&mut self, number: u64, now: Instant) {
        let Some(seated) = self.clients.get_mut(&number) else { return };
        let client = &mut seated.client;
        loop {
            if let Some(report) = client.take_report()
                && let Err(report) = tell(&self.reports, &self.shared, report)
            {
                client.put_back(report);
                break;
            }
            let wake = || -> Wake {
                let waker = self.waker.clone();
                Box::new(move || waker.wake())
            };
            client.turn(number, &self.hub, wake);
            if !client.has_untold() {
                break;
            }
        }
        client.look(now, self.options.ping);
    }

    fn take_verdicts(&mut self) {
        let verdicts =
            std::mem::take(&mut *self.shared.verdicts.lock().unwrap_or_else(PoisonError::into_inner));
        for (number, fits) in verdicts {
            if let Some(seated) = self.clients.get_mut(&number) {
                seated.client.judge(fits);
            }
        }
    }

    fn tell_leaving(&mut self) {
        while let Some(report) = self.leaving.pop_front() {
            if let Err(report) = tell(&self.reports, &self.shared, report) {
                return self.leaving.push_front(report);
            }
        }
    }

    fn say_goodbye(&mut self) {
        self.clients.values_mut().for_each(|s| s.client.close(CloseCode::Away, "Going away"));
    }
}

/// Sends a report to the owner, or returns it as an error if there is no room.
fn tell(to: &mpsc::SyncSender<Report>, shared: &Shared, report: Report) -> Result<(), Report> {
    let mut sent = to.try_send(report);
    if let Err(mpsc::TrySendError::Full(report)) = sent {
        shared.is_full.store(true, Ordering::Release);
        // The owner may have made room before it could see the flag, so try again.
        sent = to.try_send(report);
    }
    match sent {
        Err(mpsc::TrySendError::Full(report)) => Err(report),
        // Without an owner, reports are discarded.
        Ok(()) | Err(mpsc::TrySendError::Disconnected(_)) => {
            if let Some(bell) = shared.bell.get() {
                bell();
            }
            Ok(())
        }
    }
}
