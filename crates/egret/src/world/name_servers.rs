//! Asks name servers and the cache daemon, with a thread for each query.
//!
//! The run asks at most twenty questions at a time, so there are at most forty threads.
use crate::sys::signals::spawn_blocked;
use namecache_wire::frame::{self, Request, Status};
use outside::NameServers;
use resolver::{Reply, judge};
use runloop::Waker;
use std::io::{self, ErrorKind, Read, Write};
use std::net::{SocketAddr, TcpStream, UdpSocket};
use std::os::unix::net::UnixStream;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{self, Builder};
use std::time::{Duration, Instant};

/// How long a server may take to answer.
const TIMEOUT: Duration = Duration::from_secs(5);
/// How many times each server is asked.
const TRIES: usize = 2;
/// How long to wait before the second try if the first one failed at once.
const PAUSE: Duration = Duration::from_millis(500);
/// The largest message over UDP and over TCP (RFC 1035, 4.2.2).
const SIZE: usize = 1 << 16;
/// Stack of a query's thread, in bytes.
const STACK: usize = 256 << 10;

type Answer = (u64, io::Result<Vec<u8>>);

/// Name servers of the network.
pub(super) struct Servers {
    bell: Option<Waker>,
    to: Sender<Answer>,
    from: Receiver<Answer>,
}

impl Servers {
    /// `bell` is woken when an answer arrives.
    pub(super) fn new(bell: Option<Waker>) -> Self {
        let (to, from) = channel();
        Servers { bell, to, from }
    }
}

impl Servers {
    /// Starts a thread for `work`, whose result is the answer to `id`.
    fn spawn(&self, id: u64, work: impl FnOnce() -> io::Result<Vec<u8>> + Send + 'static) {
        let (to, bell) = (self.to.clone(), self.bell.clone());
        let tell = move |answer| {
            // This fails once the run is over.
            if to.send((id, answer)).is_ok()
                && let Some(bell) = &bell
            {
                bell.wake();
            }
        };
        let work = {
            let tell = tell.clone();
            move || tell(work())
        };
        if let Err(e) = spawn_blocked(Builder::new().name("names".into()).stack_size(STACK), work) {
            tell(Err(e));
        }
    }
}

impl NameServers for Servers {
    fn ask(&mut self, id: u64, servers: &[SocketAddr], query: Vec<u8>) {
        let servers = servers.to_vec();
        self.spawn(id, move || exchange(&servers, &query));
    }

    fn read(&mut self, id: u64, socket: &str, key: Vec<u8>) {
        let socket = socket.to_owned();
        self.spawn(id, move || read(&socket, &key));
    }

    fn answer(&mut self, wait: Duration) -> Option<Answer> {
        if wait.is_zero() { self.from.try_recv().ok() } else { self.from.recv_timeout(wait).ok() }
    }
}

/// Asks the servers in order. The error is that of the last one, or [`ErrorKind::TimedOut`] if any server did not
/// answer.
fn exchange(servers: &[SocketAddr], query: &[u8]) -> io::Result<Vec<u8>> {
    let mut failed = io::Error::new(ErrorKind::NotConnected, "no name server is configured");
    for (n, server) in servers.iter().cycle().take(servers.len() * TRIES).enumerate() {
        // Servers that refuse at once may be starting.
        if n > 0 && n % servers.len() == 0 && failed.kind() != ErrorKind::TimedOut {
            thread::sleep(PAUSE);
        }
        match datagram(*server, query) {
            Ok((Reply::Answer, message)) => return Ok(message),
            Ok((Reply::Truncated, _)) => match stream(*server, query) {
                Ok(message) => return Ok(message),
                Err(e) => note(&mut failed, e),
            },
            Ok(_) => note(&mut failed, io::Error::other("the name server does not answer the question")),
            Err(e) => note(&mut failed, e),
        }
    }
    Err(failed)
}

fn note(failed: &mut io::Error, e: io::Error) {
    if failed.kind() != ErrorKind::TimedOut {
        *failed = if e.kind() == ErrorKind::WouldBlock { ErrorKind::TimedOut.into() } else { e };
    }
}

/// Asks over UDP. Datagrams that do not answer the query are ignored.
fn datagram(server: SocketAddr, query: &[u8]) -> io::Result<(Reply, Vec<u8>)> {
    let any: SocketAddr = if server.is_ipv4() { ([0; 4], 0).into() } else { ([0; 16], 0).into() };
    let socket = UdpSocket::bind(any)?;
    // A connected socket takes no datagrams from other hosts.
    socket.connect(server)?;
    socket.send(query)?;
    let until = Instant::now() + TIMEOUT;
    let mut room = vec![0; SIZE];
    loop {
        let left = until.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Err(ErrorKind::TimedOut.into());
        }
        socket.set_read_timeout(Some(left))?;
        let n = socket.recv(&mut room)?;
        let message = room.get(..n).unwrap_or_default();
        match judge(query, message) {
            Reply::Foreign => {}
            reply => return Ok((reply, message.to_vec())),
        }
    }
}

/// Reads a record of the daemon's hosts cache; empty if there is none.
fn read(socket: &str, key: &[u8]) -> io::Result<Vec<u8>> {
    let request = Request::Read { name: b"hosts", key };
    let (number, mut out) = (request.number(), Vec::new());
    request.encode(&mut out);
    let mut stream = UnixStream::connect(socket)?;
    stream.set_read_timeout(Some(TIMEOUT))?;
    stream.set_write_timeout(Some(TIMEOUT))?;
    stream.write_all(&out)?;
    let odd = || io::Error::new(ErrorKind::InvalidData, "the socket's answer is not that of a name cache");
    let mut message = vec![0; frame::HEADER];
    stream.read_exact(&mut message)?;
    let size = frame::answer_size(number, &message).ok_or_else(odd)?;
    message.resize(size, 0);
    stream.read_exact(message.get_mut(frame::HEADER..).ok_or_else(odd)?)?;
    match frame::parse_answer(number, &message).ok_or_else(odd)? {
        (Status::Found, record) => Ok(record.to_vec()),
        (Status::Absent, _) => Ok(Vec::new()),
        (status, _) => Err(io::Error::other(format!("the daemon does not serve hosts: {status:?}"))),
    }
}

/// Asks over TCP: each message is preceded by its length.
fn stream(server: SocketAddr, query: &[u8]) -> io::Result<Vec<u8>> {
    let mut stream = TcpStream::connect_timeout(&server, TIMEOUT)?;
    stream.set_read_timeout(Some(TIMEOUT))?;
    stream.set_write_timeout(Some(TIMEOUT))?;
    let len = u16::try_from(query.len()).map_err(io::Error::other)?;
    stream.write_all(&[&len.to_be_bytes(), query].concat())?;
    let mut len = [0; 2];
    stream.read_exact(&mut len)?;
    let mut message = vec![0; u16::from_be_bytes(len).into()];
    stream.read_exact(&mut message)?;
    match judge(query, &message) {
        Reply::Answer => Ok(message),
        _ => Err(io::Error::new(ErrorKind::InvalidData, "the name server answers another question")),
    }
}
