//! A small HTTP/1.1 server for a process to publish metrics or a page.
//!
//! Each caller gets a thread for the duration of its request. It has [`PATIENCE`] to send the request, and again to
//! read the answer, so a silent caller does not delay others. At most [`CALLERS`] are served at a time; further ones
//! are turned away with 503. `httparse` parses the requests. Existing servers do not fit: tiny_http gives a silent
//! caller a thread forever, without a limit to their number, and hyper brings an async runtime.
//!
//! There is no TLS, no keep-alive, no request body and no method but GET.
#![expect(clippy::disallowed_methods, reason = "an edge: a server's patience is real time")]
#![cfg_attr(
    not(test),
    deny(clippy::indexing_slicing, clippy::string_slice, reason = "a panic ends the process: panic = abort")
)]

mod request;

pub use request::Request;
use request::{Asked, parse};

use std::io::{self, ErrorKind, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::Builder;
use std::time::{Duration, Instant};

/// The time a caller has to send its request, and then to read each part of the answer.
pub const PATIENCE: Duration = Duration::from_secs(5);
/// The most callers that are served at a time.
pub const CALLERS: usize = 64;
/// The wait after a failed `accept`, for example for lack of file descriptors.
const RETRY: Duration = Duration::from_millis(100);
/// The stack size of a thread, in bytes.
const STACK: usize = 512 << 10;

/// An answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Response {
    /// The status code and text: `200 OK`.
    pub status: &'static str,
    /// The names and values of headers other than length and connection.
    pub headers: Vec<(&'static str, String)>,
    /// The content.
    pub body: Arc<[u8]>,
}

impl Response {
    /// Creates an answer with this content type.
    pub fn new(status: &'static str, content_type: &str, body: impl Into<Arc<[u8]>>) -> Self {
        Response { status, headers: vec![("Content-Type", content_type.to_owned())], body: body.into() }
    }

    /// Creates an answer of plain text.
    pub fn text(status: &'static str, text: &str) -> Self {
        Self::new(status, "text/plain; charset=utf-8", text.as_bytes())
    }

    /// Adds a header.
    pub fn with(mut self, name: &'static str, value: impl Into<String>) -> Self {
        self.headers.push((name, value.into()));
        self
    }
}

/// Starts a thread. The process supplies this function, since it may need to block signals in the thread.
pub type Spawn = fn(Builder, Box<dyn FnOnce() + Send>) -> io::Result<()>;
/// Answers a request, on the caller's thread.
pub type Handler = dyn Fn(&Request) -> Response + Send + Sync;

/// Serves the callers of `listener` on threads called `name`, until the process ends.
///
/// # Errors
/// No thread can be started.
pub fn serve(listener: TcpListener, name: &str, spawn: Spawn, handler: Arc<Handler>) -> io::Result<()> {
    let server = Server { handler, spawn, name: format!("{name} caller"), callers: Arc::default() };
    let thread = Builder::new().name(name.to_owned()).stack_size(STACK);
    spawn(thread, Box::new(move || server.accept(&listener)))
}

#[derive(Clone)]
struct Server {
    handler: Arc<Handler>,
    spawn: Spawn,
    name: String,
    callers: Arc<AtomicUsize>,
}

impl Server {
    /// Starts a thread for each caller.
    fn accept(&self, listener: &TcpListener) {
        for caller in listener.incoming() {
            let Ok(caller) = caller else {
                std::thread::sleep(RETRY);
                continue;
            };
            if self.callers.fetch_add(1, Ordering::Relaxed) >= CALLERS {
                self.callers.fetch_sub(1, Ordering::Relaxed);
                // The answer fits into the socket's buffer, so a caller that does not read it delays no other.
                drop(respond(&caller, &Response::text("503 Service Unavailable", "too many callers\n")));
                continue;
            }
            let server = self.clone();
            let thread = Builder::new().name(self.name.clone()).stack_size(STACK);
            let started = (self.spawn)(
                thread,
                Box::new(move || {
                    // A caller that hangs up or takes too long gets no answer.
                    drop(server.answer(&caller));
                    server.callers.fetch_sub(1, Ordering::Relaxed);
                }),
            );
            if started.is_err() {
                self.callers.fetch_sub(1, Ordering::Relaxed);
            }
        }
    }

    fn answer(&self, caller: &TcpStream) -> io::Result<()> {
        caller.set_write_timeout(Some(PATIENCE))?;
        let response = match read(caller)? {
            Asked::Page(request) => (self.handler)(&request),
            Asked::OtherMethod => Response::text("405 Method Not Allowed", "only GET is allowed\n"),
            Asked::Invalid => Response::text("400 Bad Request", "expected an HTTP/1.1 request\n"),
        };
        respond(caller, &response)
    }
}

/// Reads a request up to its empty line. Fails if the request does not arrive in time.
fn read(mut caller: &TcpStream) -> io::Result<Asked> {
    let until = Instant::now() + PATIENCE;
    let (mut head, mut part) = (Vec::new(), [0; 1024]);
    loop {
        if let Some(asked) = parse(&head) {
            return Ok(asked);
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

/// Sends an answer and closes the connection.
fn respond(mut caller: &TcpStream, response: &Response) -> io::Result<()> {
    let mut head = format!("HTTP/1.1 {}\r\n", response.status);
    for (name, value) in &response.headers {
        // A line break would begin another header.
        let value: String = value.chars().filter(|c| !c.is_control()).collect();
        head.push_str(&format!("{name}: {value}\r\n"));
    }
    head.push_str(&format!("Content-Length: {}\r\nConnection: close\r\n\r\n", response.body.len()));
    caller.write_all(head.as_bytes())?;
    caller.write_all(&response.body)
}
