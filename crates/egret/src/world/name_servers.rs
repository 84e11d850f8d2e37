//! Name servers, asked by threads that wait for them.
//!
//! A query is a thread: there are forty of them at most, as the run asks twenty questions at a time.
use runtime::{NameServers, Reply, Waker, judge};
use std::io::{self, ErrorKind, Read, Write};
use std::net::{SocketAddr, TcpStream, UdpSocket};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

/// How long a server may take for an answer.
const TIMEOUT: Duration = Duration::from_secs(5);
/// How often each is asked.
const TRIES: usize = 2;
/// The largest message over UDP and over TCP (RFC 1035, 4.2.2).
const SIZE: usize = 1 << 16;
/// A query needs no deep stack.
const STACK: usize = 256 << 10;

type Answer = (u64, io::Result<Vec<u8>>);

/// Name servers of the network.
pub(super) struct Servers {
    bell: Option<Waker>,
    to: Sender<Answer>,
    from: Receiver<Answer>,
}

impl Servers {
    /// `bell` rings when an answer has come.
    pub(super) fn new(bell: Option<Waker>) -> Self {
        let (to, from) = channel();
        Servers { bell, to, from }
    }
}

impl NameServers for Servers {
    fn ask(&mut self, id: u64, servers: &[SocketAddr], query: Vec<u8>) {
        let (to, bell, servers) = (self.to.clone(), self.bell.clone(), servers.to_vec());
        let tell = move |answer| {
            // Nobody listens any more where the run is over.
            if to.send((id, answer)).is_ok()
                && let Some(bell) = &bell
            {
                bell.wake();
            }
        };
        let work = {
            let tell = tell.clone();
            move || tell(exchange(&servers, &query))
        };
        if let Err(e) = thread::Builder::new().name("names".into()).stack_size(STACK).spawn(work) {
            tell(Err(e));
        }
    }

    fn answer(&mut self, wait: Duration) -> Option<Answer> {
        if wait.is_zero() { self.from.try_recv().ok() } else { self.from.recv_timeout(wait).ok() }
    }
}

/// Asks one server after the other. An error is that of the last one, or [`ErrorKind::TimedOut`] where any was silent.
fn exchange(servers: &[SocketAddr], query: &[u8]) -> io::Result<Vec<u8>> {
    let mut failed = io::Error::new(ErrorKind::NotConnected, "there is no name server");
    for server in servers.iter().cycle().take(servers.len() * TRIES) {
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

/// Asks by a datagram. What is not an answer to the query is left lying.
fn datagram(server: SocketAddr, query: &[u8]) -> io::Result<(Reply, Vec<u8>)> {
    let any: SocketAddr = if server.is_ipv4() { ([0; 4], 0).into() } else { ([0; 16], 0).into() };
    let socket = UdpSocket::bind(any)?;
    // Datagrams of others do not get in.
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

/// Asks by a connection: each message has its length before it.
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
