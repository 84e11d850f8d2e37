//! Where metrics are fetched: a thread that answers `GET /metrics`, one caller after the other.
use outside::MetricsDoor;
use runloop::Waker;
use std::io::{self, ErrorKind, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, OnceLock};
use std::thread;
use std::time::{Duration, Instant};

/// How long a caller may take, to ask and to listen.
const PATIENCE: Duration = Duration::from_secs(5);
/// How long the run may take for the text.
const WAIT: Duration = Duration::from_secs(10);
/// The longest request.
const REQUEST: usize = 8 << 10;
const STACK: usize = 256 << 10;
const FORMAT: &str = "text/plain; version=0.0.4; charset=utf-8";

/// Who waits for the text.
type Caller = SyncSender<Vec<u8>>;

/// The run's end of it.
pub(super) struct Door {
    asked: Receiver<Caller>,
    waiting: Option<Caller>,
    bell: Arc<OnceLock<Waker>>,
}

impl Door {
    /// Opens it.
    ///
    /// # Errors
    /// The address cannot be listened at, or there is no thread.
    pub(super) fn open(address: &str, port: u16) -> io::Result<Self> {
        let address = if address.is_empty() { "0.0.0.0" } else { address };
        let listener = TcpListener::bind((address, port))?;
        let (ask, asked) = sync_channel(1);
        let bell: Arc<OnceLock<Waker>> = Arc::default();
        let ours = Arc::clone(&bell);
        let work = move || {
            for caller in listener.incoming().filter_map(Result::ok) {
                // A caller that goes away, or says nothing that can be understood, gets no answer.
                drop(serve(caller, &ask, &ours));
            }
        };
        thread::Builder::new().name("metrics".into()).stack_size(STACK).spawn(work)?;
        Ok(Door { asked, waiting: None, bell })
    }
}

impl MetricsDoor for Door {
    fn ring(&mut self, bell: Waker) {
        // There is one loop in a run.
        drop(self.bell.set(bell));
    }

    fn is_asked(&mut self) -> bool {
        if self.waiting.is_none() {
            self.waiting = self.asked.try_recv().ok();
        }
        self.waiting.is_some()
    }

    fn answer(&mut self, text: Vec<u8>) {
        if let Some(caller) = self.waiting.take() {
            // It may have waited long enough.
            drop(caller.try_send(text));
        }
    }
}

fn serve(mut caller: TcpStream, ask: &SyncSender<Caller>, bell: &OnceLock<Waker>) -> io::Result<()> {
    caller.set_write_timeout(Some(PATIENCE))?;
    let head = request(&mut caller)?;
    let mut words = head.split(|b| b.is_ascii_whitespace());
    let (method, path) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
    let path = path.split(|&b| b == b'?').next().unwrap_or_default();
    let (status, text) = match (method, path) {
        (b"GET", b"/metrics") => match fetch(ask, bell) {
            Some(text) => ("200 OK", text),
            None => ("503 Service Unavailable", b"the run is busy\n".to_vec()),
        },
        (b"GET", _) => ("404 Not Found", b"there is /metrics here\n".to_vec()),
        _ => ("405 Method Not Allowed", b"GET is answered here\n".to_vec()),
    };
    let head = format!(
        "HTTP/1.1 {status}\r\nContent-Type: {FORMAT}\r\nContent-Length: {}\r\nConnection: close\r\n\r\n",
        text.len()
    );
    caller.write_all(head.as_bytes())?;
    caller.write_all(&text)
}

/// Has the run make the text.
fn fetch(ask: &SyncSender<Caller>, bell: &OnceLock<Waker>) -> Option<Vec<u8>> {
    let (caller, text) = sync_channel(1);
    ask.try_send(caller).ok()?;
    if let Some(bell) = bell.get() {
        bell.wake();
    }
    text.recv_timeout(WAIT).ok()
}

/// What a caller asks: all up to an empty line.
fn request(caller: &mut TcpStream) -> io::Result<Vec<u8>> {
    let until = Instant::now() + PATIENCE;
    let (mut head, mut room) = (Vec::new(), [0; 1024]);
    while !head.windows(4).any(|w| w == b"\r\n\r\n") {
        let left = until.saturating_duration_since(Instant::now());
        if left.is_zero() || head.len() > REQUEST {
            return Err(ErrorKind::TimedOut.into());
        }
        caller.set_read_timeout(Some(left))?;
        match caller.read(&mut room)? {
            0 => return Err(ErrorKind::UnexpectedEof.into()),
            n => head.extend_from_slice(room.get(..n).unwrap_or_default()),
        }
    }
    Ok(head)
}
