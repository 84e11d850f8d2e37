//! The HTTP server for metrics: `GET /metrics`.
//!
//! Each client gets a thread for the duration of its request, with at most [`PATIENCE`] to send it and again to read
//! each part of the answer, so silent clients do not delay others. [`CALLERS`] clients are served at a time; more are
//! answered with 503. The run formats the text once for all waiting clients. `httparse` parses requests. Existing
//! servers do not fit: tiny_http keeps a thread per silent client forever, without a limit, and hyper brings an async
//! runtime.
//!
//! There is no TLS, no keep-alive and no other page.
use crate::sys::signals::spawn_blocked;
use outside::MetricsDoor;
use runloop::Waker;
use std::io::{self, ErrorKind, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, Sender, SyncSender, channel, sync_channel};
use std::sync::{Arc, OnceLock, Weak};
use std::thread::Builder;
use std::time::{Duration, Instant};

/// How long a client may take to send its request, and then to read each part of the answer.
const PATIENCE: Duration = Duration::from_secs(5);
/// How long the run may take to produce the text.
const WAIT: Duration = Duration::from_secs(10);
/// How long the end of a run waits for answers that are being sent.
const LINGER: Duration = Duration::from_secs(1);
/// The longest delay after a failed `accept`, for example for lack of descriptors.
const RETRY: Duration = Duration::from_millis(100);
/// The most clients served at a time.
const CALLERS: usize = 64;
/// The longest request, in bytes.
const REQUEST: usize = 8 << 10;
/// The most headers in a request.
const HEADERS: usize = 64;
/// Stack of a thread, in bytes.
const STACK: usize = 256 << 10;
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
        let server = Server { ask, bell: Arc::clone(&bell), callers: Arc::default() };
        let thread = Builder::new().name("metrics".into()).stack_size(STACK);
        spawn_blocked(thread, move || server.accept(&listener))?;
        Ok(Door { asked, waiting: Vec::new(), sent: Vec::new(), bell })
    }
}

impl MetricsDoor for Door {
    fn ring(&mut self, bell: Waker) {
        // A run has one loop, so only the first waker counts.
        drop(self.bell.set(bell));
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
#[derive(Clone)]
struct Server {
    ask: Sender<Caller>,
    bell: Arc<OnceLock<Waker>>,
    callers: Arc<AtomicUsize>,
}

impl Server {
    /// Starts a thread for each client.
    fn accept(&self, listener: &TcpListener) {
        for caller in listener.incoming() {
            let Ok(caller) = caller else {
                std::thread::sleep(RETRY);
                continue;
            };
            if self.callers.fetch_add(1, Ordering::Relaxed) >= CALLERS {
                self.callers.fetch_sub(1, Ordering::Relaxed);
                // The answer fits into the socket's buffer, so a client that does not read it delays no other.
                drop(respond(&caller, "503 Service Unavailable", b"too many callers\n"));
                continue;
            }
            let server = self.clone();
            let thread = Builder::new().name("metrics caller".into()).stack_size(STACK);
            let started = spawn_blocked(thread, move || {
                // A client that hangs up or takes too long gets no answer.
                drop(server.serve(&caller));
                server.callers.fetch_sub(1, Ordering::Relaxed);
            });
            if started.is_err() {
                self.callers.fetch_sub(1, Ordering::Relaxed);
            }
        }
    }

    fn serve(&self, caller: &TcpStream) -> io::Result<()> {
        caller.set_write_timeout(Some(PATIENCE))?;
        match request(caller)? {
            Request::Metrics => match self.fetch() {
                Some(text) => respond(caller, "200 OK", &text),
                None => respond(caller, "503 Service Unavailable", b"the run is busy; try again\n"),
            },
            Request::OtherPath => respond(caller, "404 Not Found", b"metrics are at /metrics\n"),
            Request::OtherMethod => respond(caller, "405 Method Not Allowed", b"only GET is allowed\n"),
            Request::Invalid => respond(caller, "400 Bad Request", b"expected an HTTP/1.1 request\n"),
        }
    }

    /// Asks the run for the text; `None` if that takes too long.
    fn fetch(&self) -> Option<Arc<[u8]>> {
        let (caller, text) = sync_channel(1);
        self.ask.send(caller).ok()?;
        if let Some(bell) = self.bell.get() {
            bell.wake();
        }
        text.recv_timeout(WAIT).ok()
    }
}

/// What a client requests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Request {
    Metrics,
    OtherPath,
    OtherMethod,
    Invalid,
}

/// Reads a request up to its empty line. Fails if it does not arrive in time.
fn request(mut caller: &TcpStream) -> io::Result<Request> {
    let until = Instant::now() + PATIENCE;
    let (mut head, mut part) = (Vec::new(), [0; 1024]);
    loop {
        if let Some(request) = parse(&head) {
            return Ok(request);
        }
        let left = until.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Err(ErrorKind::TimedOut.into());
        }
        caller.set_read_timeout(Some(left))?;
        match caller.read(&mut part)? {
            0 => return Err(ErrorKind::UnexpectedEof.into()),
            n => head.extend_from_slice(part.get(..n).unwrap_or_default()),
        }
    }
}

/// The request in the bytes so far; `None` if more bytes are needed.
fn parse(head: &[u8]) -> Option<Request> {
    let mut headers = [httparse::EMPTY_HEADER; HEADERS];
    let mut request = httparse::Request::new(&mut headers);
    match request.parse(head) {
        Ok(httparse::Status::Partial) if head.len() < REQUEST => None,
        Ok(httparse::Status::Partial) | Err(_) => Some(Request::Invalid),
        Ok(httparse::Status::Complete(_)) => {
            let path = request.path.unwrap_or_default();
            Some(match (request.method, path.split('?').next()) {
                (Some("GET"), Some("/metrics")) => Request::Metrics,
                (Some("GET"), _) => Request::OtherPath,
                _ => Request::OtherMethod,
            })
        }
    }
}

/// Sends an answer and closes the connection.
fn respond(mut caller: &TcpStream, status: &str, text: &[u8]) -> io::Result<()> {
    let head = format!(
        "HTTP/1.1 {status}\r\nContent-Type: {FORMAT}\r\nContent-Length: {}\r\nConnection: close\r\n\r\n",
        text.len()
    );
    caller.write_all(head.as_bytes())?;
    caller.write_all(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(head: &str, expected: Option<Request>) {
        assert_eq!(parse(head.as_bytes()), expected, "{head:?}");
    }

    #[test]
    fn requests() {
        check("GET /metrics HTTP/1.1\r\nHost: a\r\n\r\n", Some(Request::Metrics));
        check("GET /metrics?name=x HTTP/1.0\r\n\r\n", Some(Request::Metrics));
        check("GET /metric HTTP/1.1\r\n\r\n", Some(Request::OtherPath));
        check("POST /metrics HTTP/1.1\r\n\r\n", Some(Request::OtherMethod));
        check("\x16\x03\x01\x02\0\x01", Some(Request::Invalid));
        check("GET /metrics HT", None);
        check(&format!("GET /{}", "x".repeat(REQUEST)), Some(Request::Invalid));
    }
}
