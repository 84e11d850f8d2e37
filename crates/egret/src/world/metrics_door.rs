//! The server that metrics are fetched from: `GET /metrics`; at a cluster's manager also where the other nodes' are:
//! `GET /services.json`.
//!
//! The run makes the text once for all who wait; `http_door` has the callers.
use crate::sys::signals::spawn_blocked;
use http_door::{Request, Response};
use outside::MetricsDoor;
use runloop::Waker;
use std::io;
use std::net::TcpListener;
use std::sync::mpsc::{Receiver, Sender, SyncSender, channel, sync_channel};
use std::sync::{Arc, Mutex, OnceLock, PoisonError, Weak};
use std::time::{Duration, Instant};

/// How long the run may take to produce the text.
const WAIT: Duration = Duration::from_secs(10);
/// How long the end of a run waits for answers that are being sent.
const LINGER: Duration = Duration::from_secs(1);
/// The exposition format of Prometheus.
const FORMAT: &str = "text/plain; version=0.0.4; charset=utf-8";

/// The channel on which a thread waits for the text.
type Caller = SyncSender<Arc<[u8]>>;

/// The run's side of the server.
pub(super) struct Door {
    asked: Receiver<Caller>,
    waiting: Vec<Caller>,
    /// Answers that may still be being sent; a thread holds its text until it is sent.
    sent: Vec<Weak<[u8]>>,
    bell: Arc<OnceLock<Waker>>,
    endpoints: Arc<OnceLock<Arc<[u8]>>>,
}

impl Door {
    /// Listens at `address`, or at 127.0.0.1 if that is empty.
    ///
    /// # Errors
    /// The address is not available, or no thread can be started.
    pub(super) fn open(address: &str, port: u16) -> io::Result<Self> {
        let address = if address.is_empty() { "127.0.0.1" } else { address };
        let listener = TcpListener::bind((address, port))?;
        let (ask, asked) = channel();
        let bell: Arc<OnceLock<Waker>> = Arc::default();
        let endpoints: Arc<OnceLock<Arc<[u8]>>> = Arc::default();
        let server =
            Server { ask: Mutex::new(ask), bell: Arc::clone(&bell), endpoints: Arc::clone(&endpoints) };
        http_door::serve(listener, "metrics", spawn_blocked, Arc::new(move |r: &Request| server.answer(r)))?;
        Ok(Door { asked, waiting: Vec::new(), sent: Vec::new(), bell, endpoints })
    }
}

impl MetricsDoor for Door {
    fn ring(&mut self, bell: Waker) {
        // A run has one loop, so only the first waker counts.
        drop(self.bell.set(bell));
    }

    fn list(&mut self, endpoints: Vec<u8>) {
        drop(self.endpoints.set(endpoints.into()));
    }

    fn is_asked(&mut self) -> bool {
        self.waiting.extend(self.asked.try_iter());
        !self.waiting.is_empty()
    }

    fn answer(&mut self, text: Vec<u8>) {
        let text: Arc<[u8]> = text.into();
        self.sent.retain(|t| t.strong_count() > 0);
        self.sent.push(Arc::downgrade(&text));
        for caller in self.waiting.drain(..) {
            // A client may have given up.
            drop(caller.try_send(Arc::clone(&text)));
        }
    }
}

impl Drop for Door {
    fn drop(&mut self) {
        let until = Instant::now() + LINGER;
        while self.sent.iter().any(|t| t.strong_count() > 0) && Instant::now() < until {
            std::thread::sleep(Duration::from_millis(1));
        }
    }
}

/// The clients' side of the server.
struct Server {
    ask: Mutex<Sender<Caller>>,
    bell: Arc<OnceLock<Waker>>,
    endpoints: Arc<OnceLock<Arc<[u8]>>>,
}

impl Server {
    fn answer(&self, request: &Request) -> Response {
        if let ("/services.json", Some(list)) = (request.path.as_str(), self.endpoints.get()) {
            return Response::new("200 OK", "application/json", Arc::clone(list));
        }
        if request.path != "/metrics" {
            return Response::text("404 Not Found", "metrics are at /metrics\n");
        }
        match self.fetch() {
            Some(text) => Response::new("200 OK", FORMAT, text),
            None => Response::text("503 Service Unavailable", "the run is busy; try again\n"),
        }
    }

    /// Asks the run for the text; `None` if that takes too long.
    fn fetch(&self) -> Option<Arc<[u8]>> {
        let (caller, text) = sync_channel(1);
        self.ask.lock().unwrap_or_else(PoisonError::into_inner).send(caller).ok()?;
        if let Some(bell) = self.bell.get() {
            bell.wake();
        }
        text.recv_timeout(WAIT).ok()
    }
}
